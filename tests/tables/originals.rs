//! Right files in memory, to be damaged.

use std::fs;
use std::sync::OnceLock;

use petrov::format::{ClockName, Identity, Metric, Source, Table, TableError, TableErrorKind, file_name};
use petrov::index::Material;
use petrov::rules::Russian;

use super::forge::Forged;
use super::{DISTANCES, Manner, build_materials, identity, up_to, values};

/// A right file.
pub struct Original {
    pub identity: Identity<'static>,
    pub bytes: Vec<u8>,
    pub values: Vec<Vec<u16>>,
}

/// All tables of values and distances of up to three pieces, some of four that have many blocks, blocks and halves of one
/// value, and some of plies to events.
pub fn originals() -> &'static [Original] {
    static ORIGINALS: OnceLock<Vec<Original>> = OnceLock::new();
    ORIGINALS.get_or_init(|| {
        let directory = tempfile::tempdir().unwrap();
        let materials: Vec<Material> =
            up_to(3).into_iter().chain(["KKMvK", "KKKvM"].map(|name| name.parse().unwrap())).collect();
        let clocks = ["ru.bal5", "ru.3p1", "default"].map(|name| Metric::Clock(ClockName::new(name).unwrap()));
        let metrics: Vec<Metric> = Metric::PLAIN.into_iter().chain(clocks).collect();
        let manner = Manner { metrics: metrics.leak(), ..DISTANCES };
        let folder = build_materials::<Russian>(directory.path(), &materials, manner).unwrap();
        let original = |material, metric| {
            let bytes = fs::read(folder.join(file_name(material, metric))).unwrap();
            let identity = identity::<Russian>(material, metric);
            let values = read(&identity, bytes.clone()).unwrap();
            Original { identity, bytes, values }
        };
        let mut all: Vec<Original> = materials
            .iter()
            .flat_map(|&material| [Metric::Wdl, Metric::Dtw].map(|metric| original(material, metric)))
            .collect();
        // Of the other metrics some: what sets them apart are the clock and its counts in the header.
        let [two, three, four] = ["KvM", "KMvK", "KKMvK"].map(|name| name.parse().unwrap());
        all.extend([Metric::Dtc, Metric::Dtz, clocks[0], clocks[2]].map(|metric| original(two, metric)));
        all.extend([Metric::Dtc, clocks[0]].map(|metric| original(three, metric)));
        all.push(original(four, clocks[1]));
        all
    })
}

pub fn original(name: &str) -> &'static Original {
    let is_named = |one: &&Original| file_name(one.identity.material, one.identity.metric) == name;
    originals().iter().find(is_named).unwrap()
}

/// Opens a file in memory and reads all that it has.
pub fn read(identity: &Identity<'_>, bytes: Vec<u8>) -> Result<Vec<Vec<u16>>, TableError> {
    values(&Table::open(Source::Memory(bytes.into()), "a file", identity)?)
}

impl Original {
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
