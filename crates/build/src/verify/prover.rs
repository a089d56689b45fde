//! What of verifying is compiled for each movement.

use super::report::{Proof, VerifyError};
use super::task::Sample;
use super::{Progress, events, proof, values};
use crate::format::Metric;
use crate::index::Material;
use crate::probe::{Options, Tablebase};
use crate::rules::{Game, GameVisitor, Variant, visit};

/// What of a proof is compiled for each game: a few functions.
///
/// ```
/// use petrov::rules::{Russian, Variant};
/// use petrov_build::verify::Prover;
///
/// assert!(Prover::for_game(Russian::GAME).is_some());
/// // The same by the type, as a game that is in no list needs it.
/// let prover: Prover = Prover::of::<Russian>();
/// # let _ = prover;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Prover {
    pub(super) tablebase: fn(&'static Game, Options) -> Tablebase,
    pub(super) with_distances: Prove,
    pub(super) values_alone: Prove,
    pub(super) events: ProveEvents,
}

type ProveEvents = fn(&Tablebase, Material, Metric, Sample, &Progress) -> Result<Proof, VerifyError>;
type Prove = fn(&Tablebase, Material, Sample, &Progress) -> Result<Proof, VerifyError>;

impl Prover {
    /// The functions for the rules of a type.
    pub fn of<V: Variant>() -> Prover {
        Prover::with::<V>(Tablebase::of::<V>)
    }

    fn with<V: Variant>(tablebase: fn(&'static Game, Options) -> Tablebase) -> Prover {
        Prover {
            tablebase,
            with_distances: proof::prove::<V::Movement>,
            values_alone: values::prove::<V::Movement>,
            events: events::prove::<V::Movement>,
        }
    }

    /// The functions for the rules of a game; `None` if [`GAMES`](crate::rules::GAMES) has no game with these.
    pub fn for_game(game: &Game) -> Option<Prover> {
        struct Find;
        impl GameVisitor for Find {
            type Output = Prover;
            fn visit<V: Variant>(self) -> Prover {
                // Not the one of the type, which would be compiled here again.
                Prover::with::<V>(Tablebase::with_options)
            }
        }
        visit(game, Find)
    }
}
