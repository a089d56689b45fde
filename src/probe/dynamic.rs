//! What the tables of a game can do that is known only at run time.

use std::path::Path;

use super::error::ProbeError;
use super::judge::Judge;
#[cfg(feature = "parallel")]
use super::opened::Opened;
#[cfg(feature = "parallel")]
use super::options::Options;
use super::options::Usage;
use super::outcome::{Outcome, Value};
use super::resolve::Resolver;
use super::tablebase::TableInfo;
use super::tables::{Access, ReadError, Tables};
use super::umpire::{Judging, plies_of};
use crate::board::{Bits, Position};
#[cfg(feature = "parallel")]
use crate::format::{FilePool, Table};
use crate::format::{Metric, Statistics, TableError};
use crate::index::Material;
use crate::rules::{Clock, Movement, can_capture};

/// What the tables of a game known only at run time can do.
pub(super) trait Probe: std::fmt::Debug + Send + Sync {
    #[cfg(feature = "parallel")]
    fn as_any(&self) -> &dyn std::any::Any;
    fn add_directory(&mut self, directory: &Path) -> std::io::Result<usize>;
    fn contains(&self, material: Material, metric: Metric) -> bool;
    fn list(&self) -> Vec<TableInfo>;
    fn outcome(&self, position: &Position, distance: bool, access: Access) -> Result<Option<Outcome>, ProbeError>;
    fn quick_value(&self, position: &Position) -> Option<Value>;
    fn raw(&self, position: &Position) -> Result<Value, ProbeError>;
    fn plies(&self, position: &Position, metric: Metric) -> Result<Option<u16>, ProbeError>;
    fn judging<'a>(&'a self, clocks: &[&'static Clock]) -> Box<dyn Judging + 'a>;
    fn statistics_of(&self, material: Material, metric: Metric) -> Result<Option<Vec<Statistics>>, TableError>;
    fn position(&self, material: Material, half: usize, entry: u64) -> Option<Position>;
    fn usage(&self) -> Usage;
    #[cfg(feature = "parallel")]
    fn without_folders(&self, options: Options) -> Box<dyn Probe>;
    #[cfg(feature = "parallel")]
    fn open(&self, material: Material, metric: Metric) -> Result<Option<std::sync::Arc<Opened>>, TableError>;
    #[cfg(feature = "parallel")]
    fn open_alone(&self, material: Material, metric: Metric) -> Result<Option<Table>, TableError>;
}

impl<M: Movement> Probe for Tables<M> {
    #[cfg(feature = "parallel")]
    fn as_any(&self) -> &dyn std::any::Any {
        self
    }

    fn add_directory(&mut self, directory: &Path) -> std::io::Result<usize> {
        Tables::add_directory(self, directory)
    }

    fn contains(&self, material: Material, metric: Metric) -> bool {
        Tables::contains(self, material, metric)
    }

    fn list(&self) -> Vec<TableInfo> {
        self.list()
    }

    fn outcome(&self, position: &Position, distance: bool, access: Access) -> Result<Option<Outcome>, ProbeError> {
        let view = position.view::<M::Board>();
        let over = self.game.ending.decided(view.mover_side(), view.other_side()).is_some();
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
        if let Some(won) = self.game.ending.decided(view.mover_side(), view.other_side()) {
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
                game: self.game.tables,
                tables: vec![table],
                searched: self.catalog.folders().to_vec(),
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

    fn statistics_of(&self, material: Material, metric: Metric) -> Result<Option<Vec<Statistics>>, TableError> {
        Ok(self.open(material, metric)?.map(|opened| opened.statistics().to_vec()))
    }

    fn position(&self, material: Material, half: usize, entry: u64) -> Option<Position> {
        use crate::board::{Color, cpu::Portable};
        let (mover, other) = material.halves().nth(half)?;
        let layout = crate::index::Layout::<M::Board>::new(mover, other)?;
        let color = if half == 0 { Color::White } else { Color::Black };
        (entry < layout.entries()).then(|| Position::from_view::<M::Board>(&layout.view(Portable, entry), color))
    }

    fn usage(&self) -> Usage {
        Tables::usage(self)
    }

    #[cfg(feature = "parallel")]
    fn without_folders(&self, options: Options) -> Box<dyn Probe> {
        Box::new(Tables::<M>::new(self.game, self.captures, options))
    }

    #[cfg(feature = "parallel")]
    fn open(&self, material: Material, metric: Metric) -> Result<Option<std::sync::Arc<Opened>>, TableError> {
        Tables::open(self, material, metric)
    }

    #[cfg(feature = "parallel")]
    fn open_alone(&self, material: Material, metric: Metric) -> Result<Option<Table>, TableError> {
        self.open_file(material, metric, &FilePool::new(1))
    }
}
