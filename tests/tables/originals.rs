//! Right files in memory, to be damaged.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use petrov::format::{Identity, Metric, Source, Table, TableError, TableErrorKind, file_name};
use petrov::index::Material;
use petrov::rules::Russian;

use super::forge::Forged;
use super::{DISTANCES, build_materials, identity, up_to, values, with_clocks};

/// A right file.
pub struct Original {
    pub identity: Identity<'static>,
    pub bytes: Vec<u8>,
    pub values: Vec<Vec<u16>>,
}

/// All tables of up to three pieces, and some of four that have many blocks, blocks and halves of one value.
pub fn originals() -> &'static [Original] {
    static ORIGINALS: OnceLock<Vec<Original>> = OnceLock::new();
    ORIGINALS.get_or_init(|| {
        let directory = tempfile::tempdir().unwrap();
        let materials: Vec<Material> =
            up_to(3).into_iter().chain(["KKMvK", "KKKvM"].map(|name| name.parse().unwrap())).collect();
        let folder = build_materials::<Russian>(directory.path(), &materials, DISTANCES).unwrap();
        let original = |material, metric| Original::load(&folder, material, metric);
        materials
            .iter()
            .flat_map(|&material| [Metric::Wdl, Metric::Dtw].map(|metric| original(material, metric)))
            .collect()
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
        let of_events = || manner.metrics.iter().filter(|metric| !matches!(metric, Metric::Wdl | Metric::Dtw));
        let of = |&material| of_events().map(move |&metric| (material, metric));
        materials.iter().flat_map(of).map(|(material, metric)| Original::load(&folder, material, metric)).collect()
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
pub fn read(identity: &Identity<'_>, bytes: Vec<u8>) -> Result<Vec<Vec<u16>>, TableError> {
    values(&Table::open(Source::Memory(bytes.into()), "a file", identity)?)
}

impl Original {
    fn load(folder: &Path, material: Material, metric: Metric) -> Original {
        let bytes = fs::read(folder.join(file_name(material, metric))).unwrap();
        let identity = identity::<Russian>(material, metric);
        let values = read(&identity, bytes.clone()).unwrap();
        Original { identity, bytes, values }
    }

    /// Reads a damaged version of the file: returns the error, or checks that every value is right.
    pub fn error_of(&self, damaged: Vec<u8>, what: impl std::fmt::Display) -> Option<TableErrorKind> {
        match read(&self.identity, damaged) {
            Err(error) => Some(error.kind),
            Ok(values) => {
                let name = file_name(self.identity.material, self.identity.metric);
                assert!(values == self.values, "{name} with {what} has wrong values");
                None
            }
        }
    }

    /// The decoded bytes of a block.
    pub fn block(&self, number: u64) -> Vec<u8> {
        let table = Table::open(Source::Memory(self.bytes.clone().into()), "a file", &self.identity).unwrap();
        table.read_block(number).unwrap()
    }

    pub fn forged(&self) -> Forged {
        Forged::read(&self.bytes)
    }
}
