//! What is asked of a plan, and why it cannot be made.

use std::fmt;

use crate::format::{ClockName, Metric};
use crate::index::Material;
use crate::threads;

/// What is wanted.
///
/// ```
/// use petrov::format::Metric;
/// use petrov::index::Material;
/// use petrov_build::solve::Request;
///
/// let request = Request::new((2..=4).flat_map(Material::all)).with_metrics([Metric::Wdl]).with_threads(2);
/// assert_eq!((request.materials.len(), request.metrics, request.threads), (23, vec![Metric::Wdl], 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Request {
    /// The materials; all that they depend on is built as well.
    pub materials: Vec<Material>,
    /// The metrics. All take the values, and a clock the metric that it goes by; those are built as well.
    pub metrics: Vec<Metric>,
    /// How many threads work.
    pub threads: usize,
}

impl Request {
    /// Values and distances of these materials, solved with all threads of the machine.
    pub fn new(materials: impl IntoIterator<Item = Material>) -> Request {
        let materials = materials.into_iter().collect();
        Request { materials, metrics: vec![Metric::Wdl, Metric::Dtw], threads: threads::all() }
    }

    /// The same with other metrics.
    #[must_use]
    pub fn with_metrics(self, metrics: impl IntoIterator<Item = Metric>) -> Request {
        Request { metrics: metrics.into_iter().collect(), ..self }
    }

    /// The same with so many threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Request {
        Request { threads, ..self }
    }
}

/// Why there is no plan for a request.
///
/// ```
/// use petrov::{format::Catalog, rules};
/// use petrov_build::solve::{Plan, PlanError, Request};
///
/// let game = rules::game("russian").ok_or("no such game")?;
/// let request = Request::new(["KvK".parse()?]).with_metrics(["no.clock".parse()?]);
/// let error = Plan::new(game, &request, &Catalog::new(game.id)).unwrap_err();
/// assert!(matches!(error, PlanError::NoClock(name) if name.as_str() == "no.clock"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlanError {
    /// A material that the request takes has more positions than can be numbered.
    TooManyEntries(Material),
    /// A material that the request takes has more positions for one placement of its men than the solver can count.
    BlockTooLarge(Material),
    /// With a material that was asked for the game is over.
    Over(Material),
    /// The game has no such clock, or it never takes a win away.
    NoClock(ClockName),
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanError::TooManyEntries(material) => {
                write!(f, "{material}, which this takes, has more positions than can be numbered; choose fewer pieces")
            }
            PlanError::BlockTooLarge(material) => write!(
                f,
                "{material}, which this takes, has more than 4,294,967,295 positions that have to be solved at once, for one \
                 placement of its men or, where men step sideways, for one in each row, and the solver counts them in 32 \
                 bits; choose fewer pieces"
            ),
            PlanError::Over(material) => {
                write!(f, "{material} has no table in this game, which is over with these pieces; choose others")
            }
            PlanError::NoClock(name) => {
                let name = name.as_str();
                write!(f, "this game has no clock {name} that takes wins away")
            }
        }
    }
}

impl std::error::Error for PlanError {}
