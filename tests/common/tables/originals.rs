//! Right files in memory, to be damaged.

use std::fs;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use petrov::format::{Metric, TableError, TableErrorKind, file_name};
use petrov::index::Material;
use petrov::internals::format::{Identity, Source, Table};
use petrov::rules::Russian;

use super::forge::Forged;
use super::kept::SliceKept;
use super::{DISTANCES, build_materials, encoded, identity, up_to, values, with_clocks};

/// A right file.
pub struct Original {
    pub identity: Identity<'static>,
    pub bytes: Vec<u8>,
    pub values: Vec<Vec<u16>>,
    kept: Arc<SliceKept<Russian>>,
}

/// All tables of up to three pieces, and some of four that have many blocks, blocks and halves of one value.
pub fn originals() -> &'static [Original] {
    static ORIGINALS: OnceLock<Vec<Original>> = OnceLock::new();
    ORIGINALS.get_or_init(|| {
        let directory = tempfile::tempdir().unwrap();
        let materials: Vec<Material> =
            up_to(3).into_iter().chain(["KKMvK", "KKKvM"].map(|name| name.parse().unwrap())).collect();
        let folder = build_materials::<Russian>(directory.path(), &materials, DISTANCES).unwrap();
        materials.iter().flat_map(|&material| Original::load(&folder, material, DISTANCES.metrics)).collect()
    })
}

/// Tables of plies to events and of clocks: of two pieces, and some of three.
pub fn originals_of_events() -> &'static [Original] {
    static ORIGINALS: OnceLock<Vec<Original>> = OnceLock::new();
    ORIGINALS.get_or_init(|| {
        let directory = tempfile::tempdir().unwrap();
        let materials: Vec<Material> =
            up_to(2).into_iter().chain(["KKvM", "MMvM"].map(|name| name.parse().unwrap())).collect();
        let manner = with_clocks();
        let folder = build_materials::<Russian>(directory.path(), &materials, manner).unwrap();
        let all = materials.iter().flat_map(|&material| Original::load(&folder, material, manner.metrics));
        all.filter(|original| !matches!(original.identity.metric, Metric::Wdl | Metric::Dtw)).collect()
    })
}

pub fn original(name: &str) -> &'static Original {
    named(originals(), name)
}

pub fn original_of_events(name: &str) -> &'static Original {
    named(originals_of_events(), name)
}

fn named<'a>(originals: &'a [Original], name: &str) -> &'a Original {
    let is_named = |one: &&Original| file_name(one.identity.material, one.identity.metric) == name;
    originals.iter().find(is_named).unwrap()
}

/// Opens a file in memory and reads all that it has.
fn read_with(identity: &Identity<'_>, bytes: Vec<u8>, kept: &SliceKept<Russian>) -> Result<Vec<Vec<u16>>, TableError> {
    values(&Table::open(Source::Memory(bytes.into()), "a file", identity)?, kept)
}

impl Original {
    /// The files of a slice; the first metric is that of the values.
    fn load(folder: &Path, material: Material, metrics: &[Metric]) -> Vec<Original> {
        assert_eq!(metrics[0], Metric::Wdl);
        let mut kept = Arc::new(SliceKept::of_values(material));
        let mut originals = Vec::new();
        for &metric in metrics {
            let bytes = fs::read(folder.join(file_name(material, metric))).unwrap();
            let identity = identity::<Russian>(material, metric);
            let values = read_with(&identity, bytes.clone(), &kept).unwrap();
            if metric == Metric::Wdl {
                let table = Table::open(Source::Memory(bytes.clone().into()), "a file", &identity).unwrap();
                originals.push(Original { identity, bytes, values, kept });
                kept = Arc::new(SliceKept::beside(&table));
            } else {
                originals.push(Original { identity, bytes, values, kept: kept.clone() });
            }
        }
        originals
    }

    /// The same table in blocks that are not in parts.
    pub fn whole(&self) -> Original {
        let table = Table::open(Source::Memory(self.bytes.clone().into()), "a file", &self.identity).unwrap();
        let bytes = encoded(table.header(), self.values.clone());
        let values = read_with(&self.identity, bytes.clone(), &self.kept).unwrap();
        assert!(values == self.values);
        Original { identity: self.identity, bytes, values, kept: self.kept.clone() }
    }

    /// Reads all that another version of the file has.
    pub fn read(&self, bytes: Vec<u8>) -> Result<Vec<Vec<u16>>, TableError> {
        read_with(&self.identity, bytes, &self.kept)
    }

    /// Reads a damaged version of the file: returns the error, or checks that every value is right.
    pub fn error_of(&self, damaged: Vec<u8>, what: impl std::fmt::Display) -> Option<TableErrorKind> {
        match self.read(damaged) {
            Err(error) => Some(error.kind),
            Ok(values) => {
                let name = file_name(self.identity.material, self.identity.metric);
                assert!(values == self.values, "{name} with {what} has wrong values");
                None
            }
        }
    }

    /// The decoded bytes of a block that is one part.
    pub fn block(&self, number: u64) -> Vec<u8> {
        let table = Table::open(Source::Memory(self.bytes.clone().into()), "a file", &self.identity).unwrap();
        table.read_part(number, &*self.kept).unwrap()
    }

    pub fn forged(&self) -> Forged {
        Forged::read(&self.bytes)
    }
}
