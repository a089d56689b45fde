//! What the table of a draw rule that counts moves stores of an entry.

/// The plies to the event that a rule waits for, under that rule. The file holds a number for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockCell {
    /// As many as the metric says that the rule goes by: the rule changes nothing.
    Same,
    /// The winner cannot force the event.
    Never,
    /// So many.
    Plies(u16),
}

impl ClockCell {
    const SAME: u16 = 0;
    const NEVER: u16 = 1;
    /// The number of 0 plies.
    const FIRST: u16 = 2;

    /// The number that the file holds.
    #[inline]
    pub const fn number(self) -> u16 {
        match self {
            ClockCell::Same => ClockCell::SAME,
            ClockCell::Never => ClockCell::NEVER,
            ClockCell::Plies(plies) => plies + ClockCell::FIRST,
        }
    }

    /// What a number means.
    #[inline]
    pub const fn of(number: u16) -> ClockCell {
        match number {
            ClockCell::SAME => ClockCell::Same,
            ClockCell::NEVER => ClockCell::Never,
            number => ClockCell::Plies(number - ClockCell::FIRST),
        }
    }

    /// The largest number of a file with no more plies than these.
    pub const fn most(plies: u16) -> u16 {
        plies.saturating_add(ClockCell::FIRST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for number in 0..=u16::MAX {
            assert_eq!(ClockCell::of(number).number(), number);
        }
        assert_eq!(ClockCell::most(7), ClockCell::Plies(7).number());
    }
}
