//! What a table holds.

use std::fmt;
use std::str::FromStr;

use crate::short::shortened;

/// What a table holds.
///
/// ```
/// use petrov::format::{ClockName, Metric};
///
/// assert_eq!("dtw".parse(), Ok(Metric::Dtw));
/// assert_eq!("ru.3k1".parse(), Ok(Metric::Clock(ClockName::new("ru.3k1").unwrap())));
/// assert_eq!((Metric::Dtw.name(), Metric::Wdl.to_string()), ("dtw", "wdl".into()));
/// assert_eq!(Metric::PLAIN.map(|metric| metric.to_string()), Metric::PLAIN_NAMES);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Metric {
    /// Win, draw and loss.
    Wdl,
    /// Plies to the end of the game.
    Dtw,
    /// Plies to the next capture or promotion.
    Dtc,
    /// Plies to the next capture or forward move of a man.
    Dtz,
    /// Plies to the event that a clock waits for, under its rule.
    Clock(ClockName),
}

impl Metric {
    /// All but those of clocks, which each game has its own of.
    pub const PLAIN: [Metric; 4] = [Metric::Wdl, Metric::Dtw, Metric::Dtc, Metric::Dtz];
    /// The names of these.
    pub const PLAIN_NAMES: [&str; 4] = ["wdl", "dtw", "dtc", "dtz"];

    /// Its name in commands and, but for a clock, the end of the names of its files.
    pub fn name(&self) -> &str {
        match self {
            Metric::Clock(name) => name.as_str(),
            plain => Metric::PLAIN_NAMES[usize::from(plain.code())],
        }
    }

    /// Its number in files.
    pub fn code(&self) -> u8 {
        match self {
            Metric::Wdl => 0,
            Metric::Dtw => 1,
            Metric::Dtc => 2,
            Metric::Dtz => 3,
            Metric::Clock(_) => 4,
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no metric.
///
/// ```
/// use petrov::format::Metric;
///
/// let error = "dtm".parse::<Metric>().unwrap_err();
/// assert!(error.to_string().contains("wdl, dtw, dtc, dtz"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownMetric {
    text: String,
}

impl fmt::Display for UnknownMetric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Metric::PLAIN_NAMES.join(", ");
        write!(
            f,
            "{:?} is no metric; it is {names} or the name of a clock with a dot, such as ru.3k1",
            shortened(&self.text)
        )
    }
}

impl std::error::Error for UnknownMetric {}

impl FromStr for Metric {
    type Err = UnknownMetric;

    fn from_str(text: &str) -> Result<Metric, UnknownMetric> {
        let plain = Metric::PLAIN.into_iter().find(|metric| metric.name() == text);
        let clock = || ClockName::new(text).filter(|_| text.contains('.') || text == "default").map(Metric::Clock);
        plain.or_else(clock).ok_or_else(|| UnknownMetric { text: text.to_owned() })
    }
}

/// The end of the names of the files of clocks.
const CLOCK_SUFFIX: &str = "clk";

/// The end of the name of a file with this metric.
pub fn suffix(metric: &Metric) -> String {
    match metric {
        Metric::Clock(name) => format!("{}.{CLOCK_SUFFIX}", name.as_str()),
        plain => plain.name().to_owned(),
    }
}

/// The metric of a file whose name ends so.
pub fn of_suffix(suffix: &str) -> Option<Metric> {
    match suffix.strip_suffix(CLOCK_SUFFIX).and_then(|rest| rest.strip_suffix('.')) {
        Some(name) => ClockName::new(name).map(Metric::Clock),
        None => Metric::PLAIN.into_iter().find(|metric| metric.name() == suffix),
    }
}

/// The name of a clock: at most 16 small letters, digits and dots.
///
/// ```
/// use petrov::format::ClockName;
///
/// let name = ClockName::new("ru.3k1").unwrap();
/// assert_eq!((name.as_str(), name.to_string()), ("ru.3k1", "ru.3k1".into()));
/// assert_eq!(ClockName::new("Three Kings"), None);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClockName([u8; ClockName::LENGTH]);

impl ClockName {
    const LENGTH: usize = 16;

    /// The name of this text, if it can be one.
    pub fn new(text: &str) -> Option<ClockName> {
        let allowed = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'.';
        if text.is_empty() || !text.as_bytes().iter().all(allowed) {
            return None;
        }
        let mut name = [0; ClockName::LENGTH];
        name.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Some(ClockName(name))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|&byte| byte == 0).unwrap_or(ClockName::LENGTH);
        std::str::from_utf8(&self.0[..length]).unwrap_or_default()
    }
}

impl fmt::Display for ClockName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for ClockName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_clocks() {
        for text in ["ru.3k1", "a", "0123456789abcdef"] {
            assert_eq!(ClockName::new(text).unwrap().as_str(), text);
        }
        for text in ["", "Ru", "a b", "a/b", "0123456789abcdefg", "\u{e9}"] {
            assert_eq!(ClockName::new(text), None, "{text}");
        }
    }

    #[test]
    fn suffixes() {
        let clock = Metric::Clock(ClockName::new("ru.3k1").unwrap());
        for metric in Metric::PLAIN.into_iter().chain([clock]) {
            assert_eq!(of_suffix(&suffix(&metric)), Some(metric));
        }
        assert_eq!(suffix(&clock), "ru.3k1.clk");
        for text in ["clk", ".clk", "x", "wdl.clk.", "Wdl"] {
            assert_eq!(of_suffix(text), None, "{text}");
        }
    }
}
