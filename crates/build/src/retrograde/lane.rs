//! The working memory of a unit: lists of entries by cell, one set for each lane, and how many moves each entry has left.

use std::sync::atomic::AtomicU8;

use super::block::Place;
use super::captures;
use super::half::Exit;
use super::sources::Sources;
use crate::board::Bits;

/// In [`Scratch::left`]: the value is settled, and un-moves pass it by.
pub(crate) const FINAL: u8 = u8::MAX;
/// In [`Scratch::left`]: the entry has a way out that does not lose, so it can be won but not lost.
pub(crate) const SAFE: u8 = u8::MAX - 1;

/// Lists of entries by cell.
type ByCell = Vec<Vec<u32>>;

/// The entries that a lane gets from all lanes, by block.
pub(crate) type Input = [Vec<Vec<u32>>; 2];

/// What one lane keeps while it works at a unit.
#[derive(Debug, Default)]
pub(crate) struct Lane<B> {
    /// By lane that is to take them back to their predecessors, then by block: settled entries, by cell.
    settled: Vec<[ByCell; 2]>,
    /// By block: entries of own rows that will be settled at this cell unless a shorter way comes up.
    waiting: [ByCell; 2],
    /// The highest cell in any list.
    highest: u16,
    /// What the forward look needs.
    pub(crate) look: LookBuffers<B>,
    /// Puts entries in the order of the rows of their predecessors.
    pub(crate) order: Order,
    /// By block: the entries that un-moves of kings can settle.
    pub(crate) sources: [Sources<B>; 2],
}

/// Memory that the forward look uses again and again.
#[derive(Debug, Default)]
pub(crate) struct LookBuffers<B> {
    pub(crate) captures: captures::Buffers<B>,
    /// The quiet moves of men to other rows of one configuration.
    pub(crate) exits: Vec<Exit<B>>,
}

impl<B: Bits> Lane<B> {
    fn new(lanes: usize) -> Self {
        Lane {
            settled: (0..lanes).map(|_| Default::default()).collect(),
            waiting: Default::default(),
            highest: 0,
            look: LookBuffers::default(),
            order: Order::default(),
            sources: Default::default(),
        }
    }

    /// Hands a settled entry to the lane that is to take it back to its predecessors.
    #[inline(always)]
    pub(crate) fn hand_to(&mut self, lane: usize, block: usize, cell: u16, entry: u32) {
        push(&mut self.settled[lane][block], cell, entry);
        self.highest = cell.max(self.highest);
    }

    /// Lets an entry of an own row wait until this cell has its turn.
    #[inline(always)]
    pub(crate) fn wait(&mut self, block: usize, cell: u16, entry: u32) {
        push(&mut self.waiting[block], cell, entry);
        self.highest = cell.max(self.highest);
    }

    /// Takes the entries of a block whose turn has come.
    pub(crate) fn take_waiting(&mut self, block: usize, cell: u16) -> Vec<u32> {
        take(&mut self.waiting[block], cell)
    }

    /// Gives the memory of a list back that has been worked off.
    pub(crate) fn give_back(&mut self, block: usize, cell: u16, mut list: Vec<u32>) {
        list.clear();
        if let Some(place) = self.settled[0][block].get_mut(usize::from(cell))
            && place.capacity() == 0
        {
            *place = list;
        }
    }
}

/// Sorts lists of entries by column, and keeps the memory that it takes.
#[derive(Debug, Default)]
pub(crate) struct Order {
    starts: Vec<u32>,
    sorted: Vec<u32>,
}

impl Order {
    /// Sorts a list by column if it has entries for most of the columns.
    ///
    /// All predecessors of an entry by moves of kings are in one row, which belongs to its column.
    pub(crate) fn by_column(&mut self, list: &mut [u32], columns: u32) {
        if list.len() < columns as usize {
            return;
        }
        self.starts.clear();
        self.starts.resize(columns as usize + 1, 0);
        for entry in list.iter() {
            self.starts[(entry % columns) as usize + 1] += 1;
        }
        for column in 1..self.starts.len() {
            self.starts[column] += self.starts[column - 1];
        }
        self.sorted.resize(list.len(), 0);
        for &entry in list.iter() {
            let place = &mut self.starts[(entry % columns) as usize];
            self.sorted[*place as usize] = entry;
            *place += 1;
        }
        list.copy_from_slice(&self.sorted);
    }
}

#[inline(always)]
fn push(lists: &mut ByCell, cell: u16, entry: u32) {
    let at = usize::from(cell);
    if at >= lists.len() {
        lists.resize_with(at + 1, Vec::new);
    }
    lists[at].push(entry);
}

fn take(lists: &mut ByCell, cell: u16) -> Vec<u32> {
    lists.get_mut(usize::from(cell)).map(std::mem::take).unwrap_or_default()
}

/// The memory of a worker.
#[derive(Debug)]
pub(crate) struct Scratch<B> {
    pub(crate) lanes: Vec<Lane<B>>,
    /// By block and entry: the moves inside the unit that may still save it, or [`SAFE`] or [`FINAL`].
    pub(crate) left: [Vec<AtomicU8>; 2],
    /// By block: where its configurations lie.
    pub(crate) places: [Vec<Place<B>>; 2],
}

impl<B: Bits> Scratch<B> {
    /// For units of blocks of `size` entries, worked at in this many lanes.
    pub(crate) fn new(size: u64, lanes: usize) -> Self {
        let left = || (0..size).map(|_| AtomicU8::new(0)).collect();
        Scratch {
            lanes: (0..lanes).map(|_| Lane::new(lanes)).collect(),
            left: [left(), left()],
            places: Default::default(),
        }
    }

    /// Bytes of memory for each entry of a block, lists included: estimated from above.
    pub(crate) const BYTES_PER_ENTRY: u64 = 2 * (1 + 8 + Sources::<B>::BYTES_PER_ENTRY);
}

/// Whether any list has an entry at this cell or above.
pub(crate) fn has_any_from<B: Bits>(lanes: &[Lane<B>], cell: u16) -> bool {
    lanes.iter().any(|lane| cell <= lane.highest)
}

/// Whether any list has an entry at this cell.
pub(crate) fn has_any_at<B: Bits>(lanes: &[Lane<B>], cell: u16) -> bool {
    let full = |lists: &ByCell| lists.get(usize::from(cell)).is_some_and(|list| !list.is_empty());
    lanes.iter().any(|lane| lane.settled.iter().flatten().chain(&lane.waiting).any(full))
}

/// Whether any list has an entry at all.
pub(crate) fn has_any<B: Bits>(lanes: &[Lane<B>]) -> bool {
    let full = |lists: &ByCell| lists.iter().any(|list| !list.is_empty());
    lanes.iter().any(|lane| lane.settled.iter().flatten().chain(&lane.waiting).any(full))
}

/// Collects for each lane what all lanes have found for it at this cell.
pub(crate) fn exchange<B: Bits>(lanes: &mut [Lane<B>], cell: u16) -> Vec<Input> {
    let count = lanes.len();
    let mut list = |from: usize, to: usize, block: usize| take(&mut lanes[from].settled[to][block], cell);
    (0..count).map(|to| [0, 1].map(|block| (0..count).map(|from| list(from, to, block)).collect())).collect()
}

/// Makes the lanes ready for another unit, after one that was worked off.
pub(crate) fn reset<B: Bits>(lanes: &mut [Lane<B>]) {
    lanes.iter_mut().for_each(|lane| lane.highest = 0);
}

/// Makes the lanes ready for another unit, after one that was given up.
pub(crate) fn clear<B: Bits>(lanes: &mut [Lane<B>]) {
    let count = lanes.len();
    lanes.iter_mut().for_each(|lane| *lane = Lane::new(count));
}
