//! Where the entries of a unit lie: places, blocks, and the two blocks of a unit.

use super::cell::Part;
use super::half::Half;
use crate::board::cpu::Cpu;
use crate::board::{Bits, Board};
use crate::index::Layout;
use crate::rules::{BitsOf, Movement};

/// Where the entries of one configuration of a block lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<B> {
    /// The number of the first in the half.
    pub(crate) start: u64,
    /// The men of the mover and of the other side.
    pub(crate) men: (B, B),
    /// The squares without men.
    pub(crate) without_men: B,
    /// The place, in the block before, of the same men as the other side sees them.
    pub(crate) twin: u32,
}

impl<B: Bits> Place<B> {
    /// The place of a configuration with these men in a half.
    #[inline(always)]
    pub(crate) fn new<Bd: Board<Bits = B>>(layout: &Layout<Bd>, configuration: u64, men: (B, B), twin: u32) -> Self {
        let start = configuration * layout.kings_per_block();
        Place { start, men, without_men: Layout::<Bd>::without_men(men.0, men.1), twin }
    }
}

/// A group of configurations of a half: one where men never step sideways.
#[derive(Debug)]
pub(crate) struct Block<'a, M: Movement> {
    pub(crate) half: &'a Half<'a, M>,
    /// The cells of the first place.
    cells: Part<'a>,
    /// The first place, which is the only one where men never step sideways.
    first: Place<BitsOf<M>>,
    pub(crate) places: &'a [Place<BitsOf<M>>],
}

impl<'a, M: Movement> Block<'a, M> {
    pub(crate) fn new(half: &'a Half<'a, M>, places: &'a [Place<BitsOf<M>>]) -> Self {
        let cells = half.cells.part(places[0].start, half.layout.kings_per_block());
        Block { half, cells, first: places[0], places }
    }

    /// Entries of a configuration.
    #[inline(always)]
    pub(crate) fn size(&self) -> u32 {
        self.half.layout.kings_per_block() as u32
    }

    /// The configuration of an entry of the block, and its king number there.
    #[inline(always)]
    pub(crate) fn split(&self, entry: u32) -> (&Place<BitsOf<M>>, u32) {
        if const { M::MEN_STEP_SIDEWAYS } {
            (&self.places[(entry / self.size()) as usize], entry % self.size())
        } else {
            (&self.first, entry)
        }
    }

    /// The configuration at a place.
    #[inline(always)]
    pub(crate) fn place(&self, number: u32) -> &Place<BitsOf<M>> {
        if const { M::MEN_STEP_SIDEWAYS } { &self.places[number as usize] } else { &self.first }
    }

    /// The first entry of the configuration at a place.
    #[inline(always)]
    pub(crate) fn offset(&self, place: u32) -> u32 {
        if const { M::MEN_STEP_SIDEWAYS } { place * self.size() } else { 0 }
    }

    /// The number in the half of an entry of the block.
    #[inline(always)]
    fn number(&self, entry: u32) -> u64 {
        let (place, number) = self.split(entry);
        place.start + u64::from(number)
    }

    #[inline(always)]
    pub(crate) fn get(&self, entry: u32) -> u16 {
        if const { M::MEN_STEP_SIDEWAYS } {
            return self.half.cells.get(self.number(entry));
        }
        self.cells.get(entry)
    }

    #[inline(always)]
    pub(crate) fn set(&self, entry: u32, cell: u16) {
        if const { M::MEN_STEP_SIDEWAYS } {
            return self.half.cells.set(self.number(entry), cell);
        }
        self.cells.set(entry, cell);
    }
}

/// A unit: two blocks, or one that is its own counterpart.
#[derive(Debug)]
pub(crate) struct Unit<'a, M: Movement> {
    pub(crate) blocks: [Block<'a, M>; 2],
    /// Whether both blocks are the same one, in the first place.
    pub(crate) own_counterpart: bool,
}

impl<M: Movement> Unit<'_, M> {
    pub(crate) fn count(&self) -> usize {
        if self.own_counterpart { 1 } else { 2 }
    }

    /// The block whose entries are one move before those of `block`.
    #[inline(always)]
    pub(crate) fn before(&self, block: usize) -> usize {
        if self.own_counterpart { 0 } else { 1 - block }
    }

    /// The place of the configuration with these men, who are in the rows of the unit, in a block.
    pub(crate) fn place_of<C: Cpu>(&self, cpu: C, block: usize, mover_men: BitsOf<M>, other_men: BitsOf<M>) -> u32 {
        // The places of the first block are in ascending order, and those of the second are their counterparts.
        let Block { half, places, .. } = &self.blocks[0];
        let (mover_men, other_men) = match block {
            0 => (mover_men, other_men),
            _ => (M::Board::rotate(other_men), M::Board::rotate(mover_men)),
        };
        let start = half.layout.configuration(cpu, mover_men, other_men) * half.layout.kings_per_block();
        places.partition_point(|place| place.start < start) as u32
    }
}
