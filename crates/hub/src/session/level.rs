//! How long to think, as the other side says it.

use std::time::Duration;

use crate::grammar::Command;
use crate::play::Limits;
use petrov::internals::short::shortened;

/// How long to think.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Level {
    pub(super) limits: Limits,
    /// For the rest of the game, or for so many moves, and with each move.
    pub(super) clock: Option<(f64, Option<f64>, f64)>,
}

impl Level {
    /// The limits for one move.
    pub(super) fn limits(&self) -> Limits {
        let Some((time, moves, increment)) = self.clock else { return self.limits };
        let share = time / moves.unwrap_or(30.0).max(1.0) + 0.8 * increment;
        let seconds = share.min(time / 2.0).clamp(0.001, 1e6);
        Limits { time: Some(Duration::from_secs_f64(seconds)), ..self.limits }
    }
}

/// Reads how long to think.
pub(super) fn level(command: &Command) -> Result<Level, String> {
    let number = |name: &str| match command.value(name) {
        None => Ok(None),
        Some(text) => match text.parse::<f64>() {
            Ok(number) if number.is_finite() && number >= 0.0 => Ok(Some(number)),
            _ => Err(format!("level: {name}={} is no number of that kind", shortened(text))),
        },
    };
    let time = number("move-time")?.map(|seconds| Duration::from_secs_f64(seconds.clamp(0.001, 1e6)));
    let limits = Limits {
        depth: number("depth")?.map(|depth| depth as u32),
        nodes: number("nodes")?.map(|nodes| nodes as u64),
        time,
    };
    let clock = number("time")?.map(|time| Ok::<_, String>((time, number("moves")?, number("inc")?.unwrap_or(0.0))));
    Ok(Level { limits, clock: clock.transpose()? })
}
