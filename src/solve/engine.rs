//! What of building is compiled for each game: a few functions. All the rest is compiled once.

use super::build::Progress;
use super::half::CellsOf;
use super::load::{Files, load};
use super::output::Output;
use super::slice::{Effort, Solved, Unsolved, scratch_bytes, solve};
use crate::format::{Metric, TableError, Values};
use crate::index::{Material, entries};
use crate::rules::{Game, GameVisitor, Variant, check_code_for, visit};

/// The functions for games with the same rules.
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    /// Panics if the functions cannot solve a game.
    pub(super) check: fn(&Game),
    /// The positions of a material, both sides to move; `None` if they are too many to be numbered.
    pub(super) entries: fn(Material) -> Option<u64>,
    /// The memory beside the cells that solving a material takes on so many threads; `None` if it is too large.
    pub(super) scratch_bytes: fn(Material, usize) -> Option<u64>,
    solve: Solve,
    load: Load,
    values: ValuesOf,
}

type Solve = for<'a> fn(&Game, Material, CellsOf<'_, 'a>, &Effort<'_>) -> Result<Solved, Unsolved>;
type Load = for<'a> fn(&Game, Material, &Files, CellsOf<'_, 'a>) -> Result<Solved, TableError>;
type ValuesOf = for<'a> fn(&Game, Material, Metric, &'a Solved, &'a Progress) -> Box<dyn Values + 'a>;

impl Engine {
    /// The functions for the rules of a type.
    pub fn of<V: Variant>() -> Engine {
        Engine {
            check: check_code_for::<V>,
            entries: entries::<V::Board>,
            scratch_bytes: scratch_bytes::<V>,
            solve: solve::<V>,
            load: load::<V>,
            values: |game, material, metric, solved, progress| {
                Box::new(Output::<V>::new(game, material, metric, solved, progress))
            },
        }
    }

    /// The functions for the rules of a game; `None` if [`GAMES`](crate::rules::GAMES) has no game with these.
    pub fn for_game(game: &Game) -> Option<Engine> {
        struct Find;
        impl GameVisitor for Find {
            type Output = Engine;
            fn visit<V: Variant>(self) -> Engine {
                Engine::of::<V>()
            }
        }
        visit(game, Find)
    }

    /// Solves a slice of a game on the threads of the rayon pool that this is called in. `cells_of` finds the cells of the halves of all
    /// materials that one move can lead to.
    ///
    /// # Errors
    /// See [`Unsolved`].
    ///
    /// # Panics
    /// If the game has other rules than the engine or contradicts itself, if `cells_of` does not find cells, or if the material is too large for the solver: a
    /// [`Plan`](super::Plan) has no such material.
    pub fn solve<'a>(
        &self,
        game: &Game,
        material: Material,
        cells_of: CellsOf<'_, 'a>,
        effort: &Effort<'_>,
    ) -> Result<Solved, Unsolved> {
        (self.check)(game);
        (self.solve)(game, material, cells_of, effort)
    }

    /// Reads a finished slice back: see [`load`].
    pub(super) fn load<'a>(
        &self,
        game: &Game,
        material: Material,
        files: &Files,
        cells_of: CellsOf<'_, 'a>,
    ) -> Result<Solved, TableError> {
        (self.load)(game, material, files, cells_of)
    }

    /// The values of a solved slice as a metric stores them.
    pub(super) fn values<'a>(
        &self,
        game: &Game,
        material: Material,
        metric: Metric,
        solved: &'a Solved,
        progress: &'a Progress,
    ) -> Box<dyn Values + 'a> {
        (self.values)(game, material, metric, solved, progress)
    }
}
