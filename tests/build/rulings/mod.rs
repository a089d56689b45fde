//! Draw rules that count moves, from the files to the judgement: what the tables of clocks and the prober say against the
//! slow solver, and games that are played to the end.

mod circles;
mod games;
mod one_clock;
mod promises;
mod together;

use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::time::Instant;

use crate::oracle::Oracle;
use crate::oracle::clocks::Rule;
use crate::oracle::metrics::{Event, Metrics};
use crate::tables::{DISTANCES, Manner, Random, build_game, up_to};
use petrov::board::{Color, Position, Side};
use petrov::format::{ClockName, Metric};
use petrov::index::{Material, entries};
use petrov::internals::board::View;
use petrov::internals::rules::BitsOf;
use petrov::probe::{ClockState, Judgement, Options, RuleValue, RuledMove, Umpire};
use petrov::rules::{Clock, Count, Counted, DEFAULT_SET, Game, Pieces, Road, Russian, Scope, Until, Variant};
use petrov::{Tablebase, Value};
use petrov_build::solve::Engine;

type Board = <Russian as Variant>::Board;
type Seen = View<BitsOf<Russian>>;

// Games with clocks, and their tables.

/// A game, and all its tables of some materials in files.
struct Tables {
    _directory: tempfile::TempDir,
    game: &'static Game,
    base: Tablebase,
}

impl Tables {
    fn build(game: &'static Game, materials: &[Material]) -> Tables {
        let sets = game.clocks.iter().map(|clock| clock.id).chain([DEFAULT_SET]);
        let sets = sets.filter(|id| game.clock_set(id).is_some());
        let clocks = sets.map(|id| Metric::Clock(ClockName::new(id).unwrap()));
        let metrics: Vec<Metric> = Metric::PLAIN.into_iter().chain(clocks).collect();
        let directory = tempfile::tempdir().unwrap();
        let manner = Manner { metrics: metrics.leak(), ..DISTANCES };
        build_game(directory.path(), Engine::for_game(game).unwrap(), game, materials, manner).unwrap();
        let mut base = Tablebase::of::<Russian>(game, Options::default().with_embedded(false));
        base.add_directory(directory.path()).unwrap();
        Tables { _directory: directory, game, base }
    }

    /// The tables of Russian with other clocks, each by a name of its own.
    fn with_clocks(clocks: &[Clock], materials: &[Material]) -> Tables {
        let named = |(number, &clock): (usize, &Clock)| Clock { id: format!("made.up.{number}").leak(), ..clock };
        let clocks: Vec<Clock> = clocks.iter().enumerate().map(named).collect();
        Tables::build(Box::leak(Box::new(Game { clocks: clocks.leak(), ..*Russian::GAME })), materials)
    }

    fn clocks(&self) -> Vec<&'static Clock> {
        self.game.clocks.iter().collect()
    }
}

/// All positions of some materials and of those to which they lead.
struct Positions {
    materials: Vec<Material>,
    oracle: Oracle<Russian>,
    all: Vec<Known>,
}

/// What is known of a position without rules.
struct Known {
    view: Seen,
    /// The same, now White to move and now Black.
    position: Position,
    material: Option<Material>,
    value: Value,
    /// By DTC and DTZ.
    plies: [Option<u16>; 2],
}

impl Positions {
    fn of(materials: &[Material]) -> Positions {
        let materials: Vec<Material> = closure(materials).into_iter().collect();
        let oracle = Oracle::solve(Russian::GAME, &materials);
        let [dtc, dtz] = [Event::Conversion, Event::Zeroing].map(|event| Metrics::solve(&oracle, event));
        let known = |(number, &view): (usize, &Seen)| {
            let color = if number % 2 == 0 { Color::White } else { Color::Black };
            Known {
                view,
                position: Position::from_view::<Board>(&view, color),
                material: Material::of(&view).ok(),
                value: match oracle.distance(&view) {
                    None => Value::Draw,
                    Some(plies) if oracle.is_win(plies) => Value::Win,
                    Some(_) => Value::Loss,
                },
                plies: [dtc.plies(&view), dtz.plies(&view)],
            }
        };
        let all = oracle.views().iter().enumerate().map(known).collect();
        Positions { materials, oracle, all }
    }

    fn decided(&self) -> impl Iterator<Item = &Known> {
        self.all.iter().filter(|known| known.value != Value::Draw)
    }
}

/// These materials and all that moves lead to.
fn closure(materials: &[Material]) -> BTreeSet<Material> {
    let next = |material: Material| material.successors(&|one, other| Russian::GAME.ending.is_open(one, other));
    Material::closure(materials.iter().copied(), next)
}

fn materials(names: &[&str]) -> Vec<Material> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

/// All two and three pieces.
fn three_pieces() -> &'static Positions {
    static POSITIONS: OnceLock<Positions> = OnceLock::new();
    POSITIONS.get_or_init(|| Positions::of(&up_to(3)))
}

/// King against king, two kings against one, king and man against king.
fn few_kings() -> &'static Positions {
    static POSITIONS: OnceLock<Positions> = OnceLock::new();
    POSITIONS.get_or_init(|| Positions::of(&materials(&["KKvK", "KMvK"])))
}

fn three_kings() -> &'static Positions {
    static POSITIONS: OnceLock<Positions> = OnceLock::new();
    POSITIONS.get_or_init(|| Positions::of(&materials(&["KKKvK"])))
}

// Made-up clocks.

const ONE: Pieces = Pieces::LONE_KING;
/// Two kings or more against one: they are the stronger side.
const TWO_KINGS: Scope = Scope::of(Pieces::kings(Count::at_least(2)), ONE);
/// Two pieces or more with a king against one king.
const TWO_PIECES: Scope = Scope::of(Pieces { all: Count::at_least(2), ..Pieces::WITH_KING }, ONE);
const THREE_KINGS: Scope = Scope::of(Pieces::kings(Count::at_least(3)), ONE);
/// Both may be the stronger side.
const ONE_KING: Scope = Scope::of(Pieces::kings(Count::at_least(1)), ONE);
const WITH_KING: Scope = Scope::of(Pieces::WITH_KING, Pieces::ANY);

const COUNTED: [Counted; 3] = [Counted::Each, Counted::Stronger, Counted::Weaker];
const UNTIL: [Until; 4] = [Until::Conversion, Until::Zeroing, Until::End, Until::Scope];

fn clock(scope: Scope, until: Until, counted: Counted, limit: u32) -> Clock {
    Clock { id: "", text: "", source: "", default: false, scope, until, counted, limit }
}

fn on_road(road: Road, scope: Scope) -> Scope {
    Scope { road, ..scope }
}

/// What the name of a clock stands for, for messages.
fn says(clock: &Clock) -> String {
    let Clock { id, scope: Scope { stronger, weaker, road, .. }, until, counted, limit, .. } = clock;
    format!("{id}: {limit} moves of {counted:?} until {until:?}, {stronger} v {weaker} {road:?}")
}

fn write(position: &Position) -> String {
    Russian::GAME.write_fen(position)
}

fn write_states(states: &[ClockState]) -> String {
    let state = |state: &ClockState| format!("{} at {:?}", says(state.clock), state.count);
    states.iter().map(state).collect::<Vec<_>>().join("; ")
}

fn judge(umpire: &mut Umpire<'_>, known: &Known, counts: &[Option<u32>]) -> Judgement {
    let states = states(umpire, counts);
    umpire.judge(&known.position, &states).unwrap_or_else(|error| panic!("{}: {error}", write(&known.position)))
}

fn states(umpire: &Umpire<'_>, counts: &[Option<u32>]) -> Vec<ClockState> {
    umpire.clocks().iter().zip(counts).map(|(&clock, &count)| ClockState { clock, count }).collect()
}

/// Clocks of all limits of a list.
fn with_limits(shapes: &[Clock], limits: impl IntoIterator<Item = u32> + Clone) -> Vec<Clock> {
    let of = |&shape: &Clock| limits.clone().into_iter().map(move |limit| Clock { limit, ..shape });
    shapes.iter().flat_map(of).collect()
}

/// All events and whose moves are counted, in these scopes.
fn shapes(scopes: &[Scope], counted: &[Counted]) -> Vec<Clock> {
    let mut shapes = Vec::new();
    for &scope in scopes {
        for until in UNTIL {
            shapes.extend(counted.iter().map(|&counted| clock(scope, until, counted, 0)));
        }
    }
    shapes
}

/// Clocks whose scope depends on the squares.
fn road_shapes(scope: Scope) -> Vec<Clock> {
    let roads = [
        (Road::Weaker, Until::Conversion),
        (Road::Weaker, Until::End),
        (Road::Stronger, Until::Conversion),
        (Road::Stronger, Until::End),
    ];
    let of = |(road, until)| COUNTED.map(|counted| clock(on_road(road, scope), until, counted, 0));
    roads.into_iter().flat_map(of).collect()
}

/// Clocks that ask for a win at once.
fn at_once() -> Vec<Clock> {
    let scopes = [Scope::ANY, ONE_KING, TWO_KINGS, TWO_PIECES, WITH_KING];
    let clocks = scopes.iter().map(|&scope| clock(scope, Until::Conversion, Counted::AtOnce, 0));
    clocks.collect()
}

fn russian_tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let materials = [up_to(3), materials(&["KKKvK", "KMMvK"])].concat();
        Tables::build(Russian::GAME, &materials)
    })
}
