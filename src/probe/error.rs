//! Why a probe has no answer.

use std::fmt;
use std::path::PathBuf;

use crate::format::{Metric, TableError, file_name};
use crate::index::{Material, MaterialError};
use crate::rules::PositionError;
use crate::short::shortened;

/// Why a probe has no answer.
///
/// ```
/// # use petrov::{Tablebase, Value, rules};
/// # let game = rules::game("russian").unwrap();
/// # let mut tablebase = Tablebase::new(game);
/// # tablebase.add_directory("tables")?;
/// use petrov::ProbeError;
///
/// let position = game.read_fen("W:WKa1,Kc1,Ke1,Kg1:BKb8,Kd8,Kf8,Kh8")?;
/// match tablebase.probe_wdl(&position) {
///     Err(ProbeError::Missing { tables, .. }) => {
///         let (material, metric) = tables[0];
///         println!("{material}.{metric} is missing");
///         assert_eq!(material.pieces(), 8);
///     }
///     other => panic!("{other:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum ProbeError {
    /// Tables that the answer needs are not there.
    Missing {
        /// The id of the game whose tables they are.
        game: &'static str,
        /// All of them.
        tables: Vec<(Material, Metric)>,
        /// The folders that were searched.
        searched: Vec<PathBuf>,
    },
    /// No table can have so many pieces.
    Material(MaterialError),
    /// The position cannot stand on the board.
    Position(PositionError),
    /// A table cannot be used.
    Table(TableError),
    /// The values of a position and of those after its moves do not fit together: a table is wrong, though its checksums
    /// are right. [`line`](super::Tablebase::line) notices it, `verify` finds where.
    Contradiction {
        /// The material of the position.
        material: Material,
    },
    /// The side to move must capture, and such positions are not stored: only from
    /// [`probe_raw`](super::Tablebase::probe_raw).
    Capture,
}

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProbeError::Missing { tables, searched, .. } => {
                let names: Vec<String> = tables.iter().map(|&(material, metric)| file_name(material, metric)).collect();
                let folders: Vec<String> = searched.iter().map(|folder| folder.display().to_string()).collect();
                let folders_named = folders.join(", ");
                write!(f, "missing {}", names.join(", "))?;
                match folders.is_empty() {
                    true => write!(f, " (no folder of tables was named)"),
                    false => write!(f, " (looked in {})", shortened(&folders_named)),
                }
            }
            ProbeError::Material(error) => error.fmt(f),
            ProbeError::Position(error) => error.fmt(f),
            ProbeError::Table(error) => error.fmt(f),
            ProbeError::Contradiction { material } => {
                write!(
                    f,
                    "the tables of {material} and of what its moves lead to contradict each other: one of them is wrong"
                )
            }
            ProbeError::Capture => {
                write!(f, "the side to move must capture, and the values of such positions are not stored")
            }
        }
    }
}

impl std::error::Error for ProbeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ProbeError::Material(error) => Some(error),
            ProbeError::Position(error) => Some(error),
            ProbeError::Table(error) => Some(error),
            _ => None,
        }
    }
}
