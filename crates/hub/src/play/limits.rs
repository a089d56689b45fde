//! Where a search ends.

use std::time::Duration;

/// Where a search ends at the latest; without any it goes on until it is stopped.
///
/// ```
/// use petrov_hub::play::Limits;
/// use std::time::Duration;
///
/// let limits = Limits::default().with_depth(20).with_nodes(1_000_000).with_time(Duration::from_secs(1));
/// assert_eq!((limits.depth, limits.nodes, limits.time), (Some(20), Some(1_000_000), Some(Duration::from_secs(1))));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
}

impl Limits {
    /// The same with at most so many plies.
    #[must_use]
    pub fn with_depth(self, depth: u32) -> Limits {
        Limits { depth: Some(depth), ..self }
    }

    /// The same with at most so many positions.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..self }
    }

    /// The same with at most so much time.
    #[must_use]
    pub fn with_time(self, time: Duration) -> Limits {
        Limits { time: Some(time), ..self }
    }
}
