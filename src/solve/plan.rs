//! What a build has to do, how much memory it takes, and what comes of it.

use std::collections::BTreeSet;

use super::lane::Scratch;
use crate::format::{Catalog, Metric};
use crate::index::{Layout, Material};
use crate::rules::{BitsOf, Variant};

/// What is wanted.
#[derive(Clone, Debug)]
pub struct Request {
    /// The materials; all that they depend on is built as well.
    pub materials: Vec<Material>,
    /// Whether distances are wanted beside the values.
    pub distances: bool,
    /// How many threads work.
    pub threads: usize,
}

/// One slice of a plan.
#[derive(Clone, Debug)]
pub struct Step {
    /// The material.
    pub material: Material,
    /// Positions, both sides to move.
    pub entries: u64,
    /// The files that have to be built; none if all are there.
    pub missing: Vec<Metric>,
    /// Bytes of memory that building takes at least: the slice itself, and what its moves lead to.
    pub memory: u64,
    /// The part of it for lists and counters, which is free again when the slice is solved.
    pub(super) scratch: u64,
    /// The materials whose cells must be in memory to solve this one: where its moves lead, and what reading those from
    /// their files takes.
    pub(super) needed: BTreeSet<Material>,
}

/// All that a request takes, in the order in which it is built.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The slices, finished ones included.
    pub steps: Vec<Step>,
    /// Whether distances are built.
    pub distances: bool,
    /// Threads.
    pub threads: usize,
}

/// A material has more positions than can be numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyEntries(pub Material);

/// Memory that a build takes beside its tables: the program, and each thread's compression.
const OVERHEAD: u64 = 24 << 20;
const OVERHEAD_OF_THREAD: u64 = 12 << 20;

impl Plan {
    /// The plan of a request, given the tables that are there already.
    ///
    /// # Errors
    /// If a material has too many positions to number.
    pub fn new<V: Variant>(request: &Request, catalog: &Catalog) -> Result<Plan, TooManyEntries> {
        let metrics: &[Metric] = if request.distances { &[Metric::Wdl, Metric::Dtw] } else { &[Metric::Wdl] };
        let mut steps = Vec::new();
        for material in closure(request.materials.iter().copied(), Material::successors) {
            let entries = crate::index::entries::<V::Board>(material).ok_or(TooManyEntries(material))?;
            let missing = metrics.iter().copied().filter(|&metric| catalog.find(material, metric).is_none()).collect();
            let needed = closure(material.successors(), after_capture);
            let scratch = scratch::<V>(material, request.threads).ok_or(TooManyEntries(material))?;
            let tables = needed.iter().filter_map(|&material| crate::index::entries::<V::Board>(material));
            let memory = tables.fold(entries, u64::saturating_add).saturating_add(scratch + overhead(request.threads));
            steps.push(Step { material, entries, missing, memory, scratch, needed });
        }
        Ok(Plan { steps, distances: request.distances, threads: request.threads })
    }

    /// The same plan without the files that the catalog has by now.
    pub(super) fn without_finished(&self, catalog: &Catalog) -> Plan {
        let mut plan = self.clone();
        for step in &mut plan.steps {
            step.missing.retain(|&metric| catalog.find(step.material, metric).is_none());
        }
        plan
    }

    /// The slices that are still to be built.
    pub fn to_build(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|step| !step.missing.is_empty())
    }

    /// The positions that are still to be solved.
    pub fn entries(&self) -> u64 {
        self.to_build().map(|step| step.entries).sum()
    }

    /// The least memory with which the build succeeds, in bytes.
    pub fn least_memory(&self) -> u64 {
        self.to_build().map(|step| step.memory).max().unwrap_or(0)
    }

    /// The memory with which no table is read twice, in bytes.
    pub fn full_memory(&self) -> u64 {
        let tables: u64 = self.steps.iter().map(|step| step.entries).sum();
        let scratch = self.to_build().map(|step| step.scratch).max();
        scratch.map_or(0, |scratch| tables + scratch + overhead(self.threads))
    }
}

/// The memory that a build takes beside its tables.
pub(super) fn overhead(threads: usize) -> u64 {
    OVERHEAD + OVERHEAD_OF_THREAD * threads as u64
}

/// These materials and all to which `next` leads from them, in order.
pub(super) fn closure(
    materials: impl IntoIterator<Item = Material>,
    next: impl Fn(Material) -> Vec<Material>,
) -> BTreeSet<Material> {
    let mut all = BTreeSet::new();
    let mut open: Vec<Material> = materials.into_iter().collect();
    while let Some(material) = open.pop() {
        if all.insert(material) {
            open.extend(next(material));
        }
    }
    all
}

/// The materials to which a capture can lead.
pub(super) fn after_capture(material: Material) -> Vec<Material> {
    material.successors().into_iter().filter(|next| next.pieces() < material.pieces()).collect()
}

/// The memory of the lists and counters while a slice is solved, in bytes; `None` also if a block is too large for them,
/// as they count its entries in 32 bits.
fn scratch<V: Variant>(material: Material, threads: usize) -> Option<u64> {
    let (mover, other) = material.halves().next()?;
    let size = Layout::<V::Board>::new(mover, other)?.kings_per_block();
    if u32::try_from(size).is_err() {
        return None;
    }
    size.checked_mul(Scratch::<BitsOf<V>>::BYTES_PER_ENTRY)?.checked_mul(threads as u64)
}
