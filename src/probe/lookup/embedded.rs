//! The tables inside the program, so that a fresh installation answers at once.

use crate::format::{Metric, file_name, table_of};
use crate::index::Material;

/// The bytes of a table inside the program.
pub(crate) fn find(game: &str, material: Material, metric: Metric) -> Option<&'static [u8]> {
    let name = file_name(material, metric);
    TABLES.iter().find(|(of, table, _)| *of == game && *table == name).map(|&(_, _, bytes)| bytes)
}

/// The tables of a game inside the program.
pub(crate) fn tables(game: &str) -> impl Iterator<Item = (Material, Metric)> + '_ {
    TABLES.iter().filter(move |(of, _, _)| *of == game).filter_map(|&(_, name, _)| table_of(name))
}

/// Game, file name and bytes.
type Embedded = (&'static str, &'static str, &'static [u8]);

#[cfg(not(feature = "embedded"))]
static TABLES: &[Embedded] = &[];

#[cfg(feature = "embedded")]
macro_rules! tables {
    ($game:literal: $($material:literal)+) => {
        &[$(
            ($game, concat!($material, ".wdl"), include_bytes!(concat!("../../../tables/", $game, "/", $material, ".wdl"))),
            ($game, concat!($material, ".dtw"), include_bytes!(concat!("../../../tables/", $game, "/", $material, ".dtw"))),
        )+]
    };
}

#[cfg(feature = "embedded")]
static TABLES: &[Embedded] = tables!("russian": "KvK" "KvM" "MvM" "KKvK" "KKvM" "KMvK" "KMvM" "MMvK" "MMvM");
