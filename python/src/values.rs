//! Values as numbers.

use petrov_core::board;
use petrov_core::format::Metric;
use petrov_core::probe::{ProbeError, RuleValue};
use petrov_core::{Tablebase, Value};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// In an array of distances: a draw.
pub(crate) const NO_DISTANCE: i16 = i16::MIN;

/// A value as a number, as programs for chess write it: 2, 0 or -2.
pub(crate) fn wdl(value: Value) -> i32 {
    match value {
        Value::Win => 2,
        Value::Draw => 0,
        Value::Loss => -2,
    }
}

/// The value of a number.
pub(crate) fn value(wdl: i32) -> Value {
    match wdl.signum() {
        1 => Value::Win,
        0 => Value::Draw,
        _ => Value::Loss,
    }
}

/// A value with draw rules: also 1 and -1, where a rule makes a draw of what is won on the board.
pub(crate) fn ruled(value: RuleValue) -> i32 {
    match value {
        RuleValue::Win => 2,
        RuleValue::CursedWin => 1,
        RuleValue::Draw => 0,
        RuleValue::BlessedLoss => -1,
        RuleValue::Loss => -2,
    }
}

/// Plies with the sign of who wins.
pub(crate) fn plies(value: Value, plies: Option<u16>) -> Option<i32> {
    let sign = if value == Value::Loss { -1 } else { 1 };
    plies.map(|plies| sign * i32::from(plies))
}

/// What is asked of many positions.
#[derive(Clone, Copy)]
pub(crate) enum Question {
    Wdl,
    Plies(Metric),
}

impl Question {
    pub(crate) fn of(name: &str) -> PyResult<Question> {
        match name.parse() {
            Ok(Metric::Wdl) => Ok(Question::Wdl),
            Ok(metric @ (Metric::Dtw | Metric::Dtc | Metric::Dtz)) => Ok(Question::Plies(metric)),
            _ => Err(PyValueError::new_err(format!(
                "no metric is called {:?}; there are {}",
                petrov_core::internals::short::shortened(name),
                Metric::PLAIN_NAMES.join(", ")
            ))),
        }
    }

    pub(crate) fn answer(self, tablebase: &Tablebase, position: &board::Position) -> Result<i16, ProbeError> {
        match self {
            Question::Wdl => tablebase.probe_wdl(position).map(|value| wdl(value) as i16),
            Question::Plies(metric) => {
                let value = tablebase.probe_wdl(position)?;
                let distance = plies(value, probe_plies(tablebase, position, metric)?);
                // The longest win of all known games is far shorter than 32767 plies.
                Ok(distance.map_or(NO_DISTANCE, |plies| plies as i16))
            }
        }
    }
}

/// The distance by a metric of distances.
pub(crate) fn probe_plies(
    tablebase: &Tablebase,
    position: &board::Position,
    metric: Metric,
) -> Result<Option<u16>, ProbeError> {
    match metric {
        Metric::Dtc => tablebase.probe_dtc(position),
        Metric::Dtz => tablebase.probe_dtz(position),
        _ => tablebase.probe_dtw(position),
    }
}
