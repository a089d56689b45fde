//! The short way to an outcome: for a position without captures whose parts are in memory. It finds what the long way finds,
//! or nothing, and is compiled as one piece for the processor at hand.

use super::cache::PartKey;
use super::opened::{Numbered, Opened};
use super::shelf::HalfTables;
use super::tables::Tables;
use crate::board::cpu::{Cpu, Task, dispatch};
use crate::board::{Bits, Board, Position, View};
use crate::format::Slot;
use crate::probe::outcome::{Outcome, Value};
use crate::rules::{BitsOf, Movement, can_capture};

impl<M: Movement> Tables<M> {
    /// The value of a position; `None` if the long way must find it, or what is wrong.
    #[inline]
    pub(crate) fn quick_value(&self, position: &Position) -> Option<Value> {
        dispatch(OfPosition { tables: self, position })
    }

    /// The outcome, with the distance or without, of a position in which the mover has no capture and both sides have pieces;
    /// `None` if the long way must find it, or what is wrong.
    #[inline]
    pub(crate) fn quick(&self, view: &View<BitsOf<M>>, distance: bool) -> Option<Outcome> {
        dispatch(OfView { tables: self, view, distance })
    }

    /// Whether a position is one that tables store: both sides have pieces, which do not decide the game, and the mover has
    /// no capture.
    #[inline(always)]
    pub(crate) fn is_quiet(&self, view: &View<BitsOf<M>>) -> bool {
        let ending = &self.shelf.game.ending;
        view.mover().any()
            && view.other().any()
            && ending.decided(view.mover_side(), view.other_side()).is_none()
            && !can_capture::<M>(view)
    }

    #[inline(always)]
    fn in_memory<C: Cpu>(&self, cpu: C, view: &View<BitsOf<M>>, distance: bool) -> Option<Outcome> {
        let half = self.known_half(view.mover_side(), view.other_side())?;
        let entry = half.layout.entry(cpu, view);
        let value = Value::from_stored(self.read_cached(&half.tables, half.tables.values()?, entry)?);
        if !distance || value == Value::Draw {
            return Some(Outcome { value, distance: None });
        }
        let plies = self.shelf.plies(value, self.read_cached(&half.tables, half.tables.distances()?, entry)?);
        Some(Outcome { value, distance: Some(u16::try_from(plies).ok()?) })
    }

    /// What a table has in memory for an entry.
    #[inline(always)]
    fn read_cached(&self, half: &HalfTables, opened: &Opened, entry: u64) -> Option<u16> {
        match opened.unreplaced() {
            Some(file) => self.read_cached_of(half, file, entry),
            None => self.read_cached_of_later(half, opened, entry),
        }
    }

    /// The same where another file took the place of the one that was opened.
    #[cold]
    #[inline(never)]
    fn read_cached_of_later(&self, half: &HalfTables, opened: &Opened, entry: u64) -> Option<u16> {
        self.read_cached_of(half, &opened.current(), entry)
    }

    #[inline(always)]
    fn read_cached_of(&self, half: &HalfTables, Numbered { number, table }: &Numbered, entry: u64) -> Option<u16> {
        match table.slot(half.number, entry) {
            Slot::Value(value) => Some(value),
            Slot::Part { part, entry } => {
                self.shelf.cache.get(PartKey::new(*number, part), |bytes| table.packing().get(bytes, entry))
            }
        }
    }
}

struct OfPosition<'a, M: Movement> {
    tables: &'a Tables<M>,
    position: &'a Position,
}

impl<M: Movement> Task for OfPosition<'_, M> {
    type Output = Option<Value>;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Option<Value> {
        let OfPosition { tables, position } = self;
        position.validate(M::Board::GEOMETRY).ok()?;
        let view = position.view::<M::Board>();
        if tables.is_quiet(&view) { Some(tables.in_memory(cpu, &view, false)?.value) } else { None }
    }
}

struct OfView<'a, M: Movement> {
    tables: &'a Tables<M>,
    view: &'a View<BitsOf<M>>,
    distance: bool,
}

impl<M: Movement> Task for OfView<'_, M> {
    type Output = Option<Outcome>;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Option<Outcome> {
        self.tables.in_memory(cpu, self.view, self.distance)
    }
}
