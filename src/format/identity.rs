//! Which table a file must be.

use super::error::TableErrorKind;
use super::header::Header;
use super::metric::Metric;
use crate::index::Material;

/// What a file must be to be used under its name.
#[derive(Clone, Copy, Debug)]
pub struct Identity<'a> {
    /// The id of the game.
    pub game: &'a str,
    /// The material.
    pub material: Material,
    /// The metric.
    pub metric: Metric,
    /// The definition of the clock; empty where it is no table of one.
    pub clock: &'a str,
    /// Entries of each half.
    pub entries: u64,
}

/// Checks that a file is the one that is wanted.
pub(super) fn check_identity(header: &Header, wanted: &Identity<'_>) -> Result<(), TableErrorKind> {
    if header.game != wanted.game {
        let (found, expected) = (header.game.clone(), wanted.game.to_owned());
        return Err(TableErrorKind::OtherGame { found, expected });
    }
    if header.material != wanted.material {
        return Err(TableErrorKind::OtherMaterial { found: header.material, expected: wanted.material });
    }
    if header.metric != wanted.metric {
        let (found, expected) = (header.metric, wanted.metric);
        return Err(TableErrorKind::OtherMetric { found, expected });
    }
    if header.clock != wanted.clock {
        let (found, expected) = (header.clock.clone(), wanted.clock.to_owned());
        return Err(TableErrorKind::OtherClock { found, expected });
    }
    if header.entries != wanted.entries {
        let expected = wanted.entries.to_string();
        return Err(TableErrorKind::Field { name: "entries of a half", found: header.entries, expected });
    }
    Ok(())
}
