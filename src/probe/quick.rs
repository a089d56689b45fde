//! The short way to a value: for a position without captures whose part is in memory. It finds what the long way finds, or
//! nothing, and is compiled as one piece for the processor at hand.

use super::cache::PartKey;
use super::outcome::Value;
use super::tables::Tables;
use crate::board::cpu::{Cpu, Task, dispatch};
use crate::board::{Bits, Position};
use crate::format::Slot;
use crate::rules::{Variant, can_capture};

impl<V: Variant> Tables<V> {
    /// The value of a position; `None` if the long way must find it, or what is wrong.
    #[inline]
    pub(super) fn quick(&self, position: &Position) -> Option<Value> {
        dispatch(Quick { tables: self, position })
    }
}

struct Quick<'a, V: Variant> {
    tables: &'a Tables<V>,
    position: &'a Position,
}

impl<V: Variant> Task for Quick<'_, V> {
    type Output = Option<Value>;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Option<Value> {
        let Quick { tables, position } = self;
        position.validate(V::GAME.geometry).ok()?;
        let view = position.view::<V::Board>();
        let (mover, other) = (view.mover_side(), view.other_side());
        let is_open = view.mover().any() && view.other().any() && tables.game.ending.decided(mover, other).is_none();
        if !is_open || can_capture::<V>(&view) {
            return None;
        }
        let half = tables.known_half(mover, other)?;
        let opened = half.values()?;
        let (number, table) = &**opened;
        let value = match table.slot(half.number, half.layout.entry(cpu, &view)) {
            Slot::Value(value) => value,
            Slot::Part { part, entry } => {
                tables.cache.get(PartKey::new(*number, part), |bytes| table.packing().get(bytes, entry))?
            }
        };
        Some(Value::from_stored(value))
    }
}
