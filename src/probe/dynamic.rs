//! What the tables of a game can do that is known only at run time.

use super::adjudication::judge::Judge;
use super::adjudication::judging::Judging;
use super::error::ProbeError;
use super::lookup::events::plies_of;
use super::lookup::options::Options;
use super::lookup::resolve::Resolver;
use super::lookup::shelf::{Access, ReadError, Shelf};
use super::lookup::tables::Tables;
use super::outcome::{Outcome, Value};
use crate::board::{Bits, Position};
use crate::format::Metric;
use crate::index::Material;
use crate::rules::{Clock, Movement, can_capture};

/// What the tables of a game known only at run time can do.
pub(super) trait Probe: std::fmt::Debug + Send + Sync {
    fn as_any(&self) -> &dyn std::any::Any;
    fn shelf(&self) -> &Shelf;
    fn shelf_mut(&mut self) -> &mut Shelf;
    fn outcome(&self, position: &Position, distance: bool, access: Access) -> Result<Option<Outcome>, ProbeError>;
    fn quick_value(&self, position: &Position) -> Option<Value>;
    fn raw(&self, position: &Position) -> Result<Value, ProbeError>;
    fn plies(&self, position: &Position, metric: Metric) -> Result<Option<u16>, ProbeError>;
    fn judging<'a>(&'a self, clocks: &[&'static Clock]) -> Box<dyn Judging + 'a>;
    fn position(&self, material: Material, half: usize, entry: u64) -> Option<Position>;
    fn without_folders(&self, options: Options) -> Box<dyn Probe>;
}

impl<M: Movement> Probe for Tables<M> {
    fn as_any(&self) -> &dyn std::any::Any {
        self
    }

    fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    fn shelf_mut(&mut self) -> &mut Shelf {
        &mut self.shelf
    }

    fn outcome(&self, position: &Position, distance: bool, access: Access) -> Result<Option<Outcome>, ProbeError> {
        let view = position.view::<M::Board>();
        let over = self.shelf.game.ending.decided(view.mover_side(), view.other_side()).is_some();
        if !over && view.mover().any() && view.other().any() {
            Material::of(&view).map_err(ProbeError::Material)?;
        }
        Resolver::new(self, distance, access).outcome(&view)
    }

    fn quick_value(&self, position: &Position) -> Option<Value> {
        Tables::quick_value(self, position)
    }

    fn raw(&self, position: &Position) -> Result<Value, ProbeError> {
        let view = position.view::<M::Board>();
        if let Some(won) = self.shelf.game.ending.decided(view.mover_side(), view.other_side()) {
            return Ok(if won { Value::Win } else { Value::Loss });
        }
        Material::of(&view).map_err(ProbeError::Material)?;
        if can_capture::<M>(&view) {
            return Err(ProbeError::Capture);
        }
        match self.stored(&view, false, Access::Any) {
            Ok(outcome) => Ok(outcome.value),
            Err(ReadError::Table(error)) => Err(ProbeError::Table(error)),
            Err(ReadError::Missing(table)) => Err(ProbeError::Missing {
                game: self.shelf.game.tables,
                tables: vec![table],
                searched: self.shelf.catalog.folders().to_vec(),
            }),
            Err(ReadError::NotCached) => unreachable!("any access was allowed"),
        }
    }

    fn plies(&self, position: &Position, metric: Metric) -> Result<Option<u16>, ProbeError> {
        let view = position.view::<M::Board>();
        if view.mover().any() && view.other().any() {
            Material::of(&view).map_err(ProbeError::Material)?;
        }
        plies_of(self, position, metric)
    }

    fn judging<'a>(&'a self, clocks: &[&'static Clock]) -> Box<dyn Judging + 'a> {
        Box::new(Judge::<M>::new(self, clocks))
    }

    fn position(&self, material: Material, half: usize, entry: u64) -> Option<Position> {
        use crate::board::{Color, cpu::Portable};
        let (mover, other) = material.halves().nth(half)?;
        let layout = crate::index::Layout::<M::Board>::new(mover, other)?;
        let color = if half == 0 { Color::White } else { Color::Black };
        (entry < layout.entries()).then(|| Position::from_view::<M::Board>(&layout.view(Portable, entry), color))
    }

    fn without_folders(&self, options: Options) -> Box<dyn Probe> {
        Box::new(Tables::<M>::new(self.shelf.game, self.captures, self.functions, options))
    }
}
