//! Where a clock runs: the pieces that the two sides may have, and where they stand.

use std::fmt;

use crate::board::Side;

/// How many there may be: from the first to the second, both included.
///
/// ```
/// use petrov::rules::Count;
///
/// assert_eq!((Count::of(3), Count::NONE), (Count(3, 3), Count(0, 0)));
/// assert_eq!([Count::of(3), Count(2, 3), Count::at_least(1), Count::ANY].map(|count| count.to_string()), ["3", "2-3", "1+", "0+"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count(pub u32, pub u32);

impl Count {
    /// Any number.
    pub const ANY: Count = Count(0, u32::MAX);
    /// None.
    pub const NONE: Count = Count(0, 0);

    /// Exactly so many.
    pub const fn of(number: u32) -> Count {
        Count(number, number)
    }

    /// So many or more.
    pub const fn at_least(number: u32) -> Count {
        Count(number, u32::MAX)
    }

    pub(super) fn has(self, number: u32) -> bool {
        (self.0..=self.1).contains(&number)
    }
}

/// Which pieces a side may have.
///
/// ```
/// use petrov::rules::{Count, Pieces};
///
/// let three = Pieces::kings(Count::at_least(3));
/// assert_eq!((three.kings, three.men), (Count(3, u32::MAX), Count::NONE));
/// assert_eq!(Pieces::LONE_KING, Pieces::kings(Count::of(1)));
/// assert_eq!(Pieces::WITH_KING, Pieces { kings: Count::at_least(1), ..Pieces::ANY });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// Kings.
    pub kings: Count,
    /// Men.
    pub men: Count,
    /// Both together.
    pub all: Count,
}

impl Pieces {
    /// Any.
    pub const ANY: Pieces = Pieces { kings: Count::ANY, men: Count::ANY, all: Count::ANY };
    /// One king and nothing else.
    pub const LONE_KING: Pieces = Pieces::kings(Count::of(1));
    /// A king or more, and any men.
    pub const WITH_KING: Pieces = Pieces { kings: Count::at_least(1), ..Pieces::ANY };

    /// Kings alone.
    pub const fn kings(kings: Count) -> Pieces {
        Pieces { kings, men: Count::NONE, all: Count::ANY }
    }

    pub(super) fn has(self, side: Side) -> bool {
        self.kings.has(side.kings) && self.men.has(side.men) && self.all.has(side.pieces())
    }

    /// Whether a side can have come of one that is in these by losing pieces and promoting men.
    pub(super) fn can_become(self, side: Side) -> bool {
        let most = self.kings.1.saturating_add(self.men.1).min(self.all.1);
        side.men <= self.men.1 && side.pieces() <= most
    }

    /// How many pieces a side can have that is in these and can come of another, which loses pieces and promotes men: every
    /// number between two.
    pub(super) fn totals(self, side: Side) -> Option<Count> {
        let fewest = self.kings.0.saturating_add(self.men.0).max(self.all.0).max(1);
        let most = self.kings.1.saturating_add(self.men.1.min(side.men)).min(self.all.1).min(side.pieces());
        (self.men.0 <= side.men && fewest <= most).then_some(Count(fewest, most))
    }
}

/// Who has to stand on the main road, the diagonal from corner to corner, for a clock to run.
///
/// ```
/// use petrov::rules::{Road, game};
///
/// let clocks = game("russian").unwrap().clocks;
/// assert!(clocks.iter().any(|clock| clock.scope.road == Road::Weaker));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Road {
    /// Nobody.
    Anywhere,
    /// A king of the weaker side; when it leaves the road the clock stops.
    Weaker,
    /// A king of the stronger side, once: from then on the clock runs on wherever it goes.
    Stronger,
}

/// Where a clock runs. `stronger` and `weaker` are the two sides, whichever fits; the stronger one is who wants to win.
///
/// ```
/// use petrov::rules::{Count, Pieces, Scope};
///
/// // Three kings or more against a lone king, wherever they stand.
/// let scope = Scope::of(Pieces::kings(Count::at_least(3)), Pieces::LONE_KING);
/// assert_eq!(scope, Scope { stronger: scope.stronger, weaker: scope.weaker, ..Scope::ANY });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The pieces of one side.
    pub stronger: Pieces,
    /// The pieces of the other.
    pub weaker: Pieces,
    /// The pieces of both sides together.
    pub all: Count,
    /// Where they stand.
    pub road: Road,
}

impl Scope {
    /// Any position.
    pub const ANY: Scope = Scope { stronger: Pieces::ANY, weaker: Pieces::ANY, all: Count::ANY, road: Road::Anywhere };

    /// These pieces against those.
    pub const fn of(stronger: Pieces, weaker: Pieces) -> Scope {
        Scope { stronger, weaker, ..Scope::ANY }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            most if most == self.0 => write!(f, "{most}"),
            u32::MAX => write!(f, "{}+", self.0),
            most => write!(f, "{}-{most}", self.0),
        }
    }
}

impl fmt::Display for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "K{},M{},{}", self.kings, self.men, self.all)
    }
}
