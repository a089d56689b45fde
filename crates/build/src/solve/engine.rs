//! What of building is compiled for each game: a few functions. All the rest is compiled once.

use crate::clocks::{ClockOutput, ClockSlice, clock_statistics, keep_what_is_in_time, load_clock, solve_on_squares};
use crate::format::{Kept, Metric, Statistics, Table, TableError, Values};
use crate::index::{Material, entries};
use crate::progress::Progress;
use crate::retrograde::{Cells, CellsOf, Effort, Goal, Solved, Unsolved, scratch_bytes, solve};
use crate::rules::{
    ClockSet, Game, GameVisitor, Listed, Movement, Own, Source, Variant, check_code_for, check_listed, visit,
};
use crate::stored::{self, Files, load};

/// The functions for games with the same rules.
///
/// ```
/// use petrov::rules::{Game, Rules, Russian, Steps, Variant};
/// use petrov::{format::Catalog, index::Material};
/// use petrov_build::solve::{Engine, Plan, Request};
///
/// assert!(Engine::for_game(Russian::GAME).is_some());
/// // A game of one's own with rules that a type has, for which there is nothing to be added to the list.
/// static GAME: Game = Game { id: "made-up", tables: "made-up", ..*Russian::GAME };
/// let plan = Plan::with(Engine::of::<Russian>(), &GAME, &Request::new(Material::all(2)), &Catalog::new("made-up"))?;
/// assert_eq!(plan.steps.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    load_clock: LoadClock,
    values_of_clock: ValuesOfClock,
    statistics_of_clock: fn(&ClockSlice<'_>, &Solved, usize) -> Statistics,
    keep_what_is_in_time: fn(&ClockSet, Material, &Solved),
    solve_on_squares: SolveOnSquares,
    kept: KeptOf,
    stored: StoredOf,
}

type Solve = fn(&Game, Material, Goal<'_, '_>, &Effort<'_>) -> Result<Solved, Unsolved>;
type Load = for<'a> fn(&Game, Material, &Files, CellsOf<'_, 'a>) -> Result<Solved, TableError>;
type LoadClock = for<'a> fn(&ClockSlice<'_>, &Table, CellsOf<'_, 'a>, CellsOf<'_, 'a>) -> Result<Solved, TableError>;
type SolveOnSquares = for<'a> fn(&ClockSlice<'_>, CellsOf<'_, 'a>, CellsOf<'_, 'a>) -> Result<Solved, Unsolved>;
type ValuesOfClock = for<'a> fn(&'a ClockSlice<'a>, &'a Solved, &'a Progress) -> Box<dyn Values + 'a>;
type KeptOf = for<'a> fn(Material, &'a [Cells]) -> Box<dyn Kept + 'a>;
type StoredOf = for<'a> fn(Material, Metric, &'a [Cells], &'a [Cells], &'a Progress) -> Box<dyn Values + 'a>;
type ValuesOf = for<'a> fn(&Game, Material, Metric, &'a Solved, &'a Progress) -> Box<dyn Values + 'a>;

impl Engine {
    /// The functions for the rules of a type.
    pub fn of<V: Variant>() -> Engine {
        Engine::from::<Own<V>>(check_code_for::<V>)
    }

    /// The functions for a game from this source, which `check` makes sure of.
    fn from<S: Source>(check: fn(&Game)) -> Engine {
        Engine {
            check,
            entries: entries::<<S::Movement as Movement>::Board>,
            scratch_bytes: scratch_bytes::<S::Movement>,
            solve: |game, material, goal, effort| solve(S::rulebook(game), material, goal, effort),
            load: |game, material, files, cells_of| load(S::rulebook(game), material, files, cells_of),
            values: stored::values::<S::Movement>,
            load_clock: |slice, table, values_of, of_clock| {
                load_clock(S::rulebook(slice.game), slice, table, values_of, of_clock)
            },
            values_of_clock: |slice, solved, progress| {
                Box::new(ClockOutput::<S::Movement>::new(slice, solved, progress))
            },
            statistics_of_clock: clock_statistics::<S::Movement>,
            keep_what_is_in_time: keep_what_is_in_time::<S::Movement>,
            solve_on_squares: |slice, values_of, of_clocks| {
                solve_on_squares(S::rulebook(slice.game), slice, values_of, of_clocks)
            },
            kept: |material, values| Box::new(stored::kept::<S::Movement>(material, values)),
            stored: stored::output::<S::Movement>,
        }
    }

    /// The functions for the rules of a game; `None` if [`GAMES`](crate::rules::GAMES) has no game with these.
    pub fn for_game(game: &Game) -> Option<Engine> {
        struct Find;
        impl GameVisitor for Find {
            type Output = Engine;
            fn visit<V: Variant>(self) -> Engine {
                Engine::from::<Listed<V::Movement>>(check_listed)
            }
        }
        visit(game, Find)
    }

    /// Solves a slice of a game on the threads of the rayon pool that this is called in. The goal finds the cells of the
    /// halves of all materials that one move can lead to.
    ///
    /// # Errors
    /// See [`Unsolved`].
    ///
    /// # Panics
    /// If the game has other rules than the engine or contradicts itself, if the goal does not find cells, or if the material is too large for the solver: a
    /// [`Plan`](super::Plan) has no such material.
    pub fn solve(
        &self,
        game: &Game,
        material: Material,
        goal: Goal<'_, '_>,
        effort: &Effort<'_>,
    ) -> Result<Solved, Unsolved> {
        (self.check)(game);
        (self.solve)(game, material, goal, effort)
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

    /// Reads a finished table of a clock back: see [`load_clock`].
    pub(super) fn load_clock<'a>(
        &self,
        slice: &ClockSlice<'_>,
        table: &Table,
        values_of: CellsOf<'_, 'a>,
        of_clock: CellsOf<'_, 'a>,
    ) -> Result<Solved, TableError> {
        (self.load_clock)(slice, table, values_of, of_clock)
    }

    /// Solves a slice in the scope of a clock that depends on the squares.
    pub(super) fn solve_on_squares<'a>(
        &self,
        slice: &ClockSlice<'_>,
        values_of: CellsOf<'_, 'a>,
        of_clocks: CellsOf<'_, 'a>,
    ) -> Result<Solved, Unsolved> {
        (self.solve_on_squares)(slice, values_of, of_clocks)
    }

    /// What the table of a clock stores.
    pub(super) fn values_of_clock<'a>(
        &self,
        slice: &'a ClockSlice<'a>,
        solved: &'a Solved,
        progress: &'a Progress,
    ) -> Box<dyn Values + 'a> {
        (self.values_of_clock)(slice, solved, progress)
    }

    /// The statistics of all halves of a clock.
    pub(super) fn statistics_of_clock(&self, slice: &ClockSlice<'_>, solved: &Solved) -> Vec<Statistics> {
        (0..solved.halves.len()).map(|half| (self.statistics_of_clock)(slice, solved, half)).collect()
    }

    /// Takes out of the cells of a clock what is not won in time, where that depends on the squares.
    pub(super) fn keep_what_is_in_time(&self, clocks: &ClockSet, material: Material, solved: &Solved) {
        (self.keep_what_is_in_time)(clocks, material, solved);
    }

    /// What the files of a slice keep, told from the numbers of the file of its values.
    pub(super) fn kept<'a>(&self, material: Material, values: &'a [Cells]) -> Box<dyn Kept + 'a> {
        (self.kept)(material, values)
    }

    /// The numbers of a finished table, to be encoded anew; `values` are those of the file of the values.
    pub(super) fn stored<'a>(
        &self,
        material: Material,
        metric: Metric,
        values: &'a [Cells],
        numbers: &'a [Cells],
        progress: &'a Progress,
    ) -> Box<dyn Values + 'a> {
        (self.stored)(material, metric, values, numbers, progress)
    }
}
