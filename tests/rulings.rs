//! Draw rules that count moves, from the files to the judgement: what the tables of clocks and the prober say against the
//! slow solver, and games that are played to the end.
#![cfg(feature = "parallel")]

mod oracle;
mod tables;

use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::time::Instant;

use oracle::Oracle;
use oracle::clocks::Rule;
use oracle::metrics::{Event, Metrics};
use petrov::board::{Color, Position, Side, View};
use petrov::format::{ClockName, Metric};
use petrov::index::{Material, entries};
use petrov::probe::{ClockState, Judgement, Options, RuleValue, RuledMove, Umpire};
use petrov::rules::{BitsOf, Clock, Count, Counted, DEFAULT_SET, Game, Pieces, Road, Russian, Scope, Until, Variant};
use petrov::solve::Engine;
use petrov::{Tablebase, Value};
use tables::{DISTANCES, Manner, Random, build_game, up_to};

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
        build_game(directory.path(), Engine::of::<Russian>(), game, materials, manner).unwrap();
        let mut base = Tablebase::of::<Russian>(game, Options { embedded: false, ..Options::default() });
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

// Judgements against the slow solver.

/// The counts that a clock may have in a position, a full one included, and whether it stands still.
fn counts_in(clock: &Clock, view: &Seen) -> Vec<Option<u32>> {
    let runs = clock.runs_in::<Russian>(view);
    let covered = clock.covers(view.mover_side(), view.other_side());
    // One that was started elsewhere may run on here.
    let may_run = runs || clock.until == Until::End || clock.scope.road == Road::Stronger && covered;
    let idle = (!runs).then_some(None);
    let running = (0..=clock.full()).filter(|_| may_run).map(Some);
    idle.into_iter().chain(running).collect()
}

/// Whether the game is a draw already; each clock is asked about that once.
fn is_full(clock: &Clock, count: Option<u32>) -> bool {
    count == Some(clock.full())
}

fn judge(umpire: &mut Umpire<'_>, known: &Known, counts: &[Option<u32>]) -> Judgement {
    let states = states(umpire, counts);
    umpire.judge(&known.position, &states).unwrap_or_else(|error| panic!("{}: {error}", write(&known.position)))
}

fn states(umpire: &Umpire<'_>, counts: &[Option<u32>]) -> Vec<ClockState> {
    umpire.clocks().iter().zip(counts).map(|(&clock, &count)| ClockState { clock, count }).collect()
}

/// Which counts of a clock are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counts {
    /// Every one.
    All,
    /// The fresh one, the last one that is won and the first one that is not: between these nothing changes, as the slow
    /// solver is asked about all, and what the prober compares the count with does not depend on it.
    Turns,
    /// The same in every fifth position, other ones for each limit.
    TurnsInSome,
}

/// One clock against the slow solver: the values of all positions with many counts, and the plies to the event. Returns
/// how many counts were compared, and how many fresh positions are no longer won.
fn check_clock(tables: &Tables, clock: &'static Clock, positions: &Positions, which: Counts) -> (usize, usize) {
    let rule = Rule::solve(&positions.oracle, &[*clock]);
    let mut umpire = tables.base.umpire(&[clock]);
    let (mut compared, mut taken) = (0, 0);
    let is_looked_at = |number: usize, known: &Known| match which {
        Counts::All => true,
        // Draws are the same for all clocks, so that a few of these will do.
        Counts::Turns | Counts::TurnsInSome if known.value == Value::Draw => number % 16 == clock.limit as usize % 16,
        Counts::Turns => true,
        Counts::TurnsInSome => number % 5 == clock.limit as usize % 5,
    };
    let numbered = positions.all.iter().enumerate().filter(|&(number, known)| is_looked_at(number, known));
    for (_, known) in numbered {
        let at = |count: &Option<u32>| format!("{} at {count:?}, {}", write(&known.position), says(clock));
        let fresh = rule.fresh(&known.view);
        let states = umpire.fresh(&known.position);
        assert_eq!(states.iter().map(|state| state.count).collect::<Vec<_>>(), fresh, "{}", at(&None));
        let judged = umpire.judge(&known.position, &states).unwrap();
        assert!(judged.exact, "{}: of one clock all is known", at(&fresh[0]));
        if known.value == Value::Draw {
            assert_eq!(judged.value, RuleValue::Draw, "{}", at(&fresh[0]));
            continue;
        }
        taken += usize::from(!rule.won_fresh(&known.view));
        let (mover, other) = (known.view.mover_side(), known.view.other_side());
        if clock.concerns(mover, other) {
            let plies = judged.rulings[0].plies;
            assert_eq!(plies.map(u32::from), rule.time(&known.view), "{}", at(&fresh[0]));
        }
        let counts = counts_in(clock, &known.view);
        let won: Vec<bool> = counts.iter().map(|&count| rule.won(&known.view, &[count])).collect();
        for (number, &count) in counts.iter().enumerate() {
            let turns = |other: Option<&bool>| other.is_some_and(|&other| other != won[number]);
            let looked_at = match which {
                Counts::All => true,
                _ => turns(won.get(number.wrapping_sub(1))) || turns(won.get(number + 1)),
            };
            let expected = RuleValue::new(known.value, won[number]);
            if count == fresh[0] {
                assert_eq!(judged.value, expected, "{}: {judged:?}", at(&count));
            } else if looked_at && !is_full(clock, count) {
                let judged = judge(&mut umpire, known, &[count]);
                assert_eq!(judged.value, expected, "{}: {judged:?}", at(&count));
                assert!(judged.exact, "{}: of one clock all is known", at(&count));
            }
            compared += usize::from(count == fresh[0] || looked_at && !is_full(clock, count));
        }
    }
    (compared, taken)
}

/// Clocks of a game of their own against the slow solver.
fn check_clocks(clocks: &[Clock], positions: &Positions, which: Counts) {
    check_game(&Tables::with_clocks(clocks, &positions.materials), positions, which);
}

fn check_game(tables: &Tables, positions: &Positions, which: Counts) {
    let begin = Instant::now();
    let (mut compared, mut taken, mut biting) = (0, 0, 0);
    for clock in tables.clocks() {
        let (of_clock, no_longer_won) = check_clock(tables, clock, positions, which);
        compared += of_clock;
        taken += no_longer_won;
        biting += usize::from(no_longer_won > 0);
    }
    let (clocks, decided) = (tables.game.clocks.len(), positions.decided().count());
    println!(
        "{clocks} clocks, {biting} of them take wins away, {decided} decided positions, {compared} counts compared, {taken} \
         no longer won, {:.1?}",
        begin.elapsed()
    );
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

#[test]
fn distances_to_events_of_all_positions() {
    let tables = russian_tables();
    for known in &three_pieces().all {
        let plies = [Metric::Dtc, Metric::Dtz].map(|metric| tables.base.probe_plies(&known.position, metric).unwrap());
        assert_eq!(plies, known.plies, "{}", write(&known.position));
    }
}

#[test]
fn clocks_of_russian() {
    check_game(russian_tables(), three_pieces(), Counts::Turns);
}

#[test]
fn clocks_of_russian_with_three_kings() {
    check_game(russian_tables(), three_kings(), Counts::TurnsInSome);
}

#[test]
fn clocks_of_both_sides() {
    let shapes = shapes(&[Scope::ANY, ONE_KING], &[Counted::Each]);
    check_clocks(&with_limits(&shapes, 1..=12), few_kings(), Counts::Turns);
}

#[test]
fn clocks_of_each_side() {
    check_clocks(&with_limits(&shapes(&[TWO_PIECES], &COUNTED), 1..=12), few_kings(), Counts::Turns);
    check_clocks(&with_limits(&shapes(&[TWO_KINGS], &COUNTED), [1, 2, 4]), few_kings(), Counts::Turns);
}

#[test]
fn clocks_of_squares() {
    check_clocks(&with_limits(&road_shapes(TWO_PIECES), 1..=12), few_kings(), Counts::Turns);
    check_clocks(&with_limits(&road_shapes(TWO_KINGS), [1, 2, 4]), few_kings(), Counts::Turns);
}

#[test]
fn clocks_of_three_pieces() {
    let both = shapes(&[Scope::ANY, WITH_KING], &[Counted::Each]);
    let one = shapes(&[TWO_PIECES], &[Counted::Stronger, Counted::Weaker]);
    check_clocks(&[with_limits(&[both, one].concat(), [1, 3]), at_once()].concat(), three_pieces(), Counts::Turns);
}

const THREE_KINGS_LIMITS: [u32; 6] = [1, 2, 3, 5, 8, 12];

#[test]
fn clocks_of_three_kings() {
    let shapes = shapes(&[THREE_KINGS], &COUNTED);
    check_clocks(&with_limits(&shapes, THREE_KINGS_LIMITS), three_kings(), Counts::TurnsInSome);
}

#[test]
fn clocks_of_three_kings_and_squares() {
    check_clocks(&with_limits(&road_shapes(THREE_KINGS), THREE_KINGS_LIMITS), three_kings(), Counts::TurnsInSome);
    // What is captured off the road may lead back into the scope.
    check_clocks(&with_limits(&road_shapes(TWO_KINGS), [1, 2]), three_kings(), Counts::TurnsInSome);
}

#[test]
fn a_clock_that_has_run_out_has_made_the_draw() {
    let tables = Tables::with_clocks(&with_limits(&shapes(&[TWO_KINGS], &COUNTED), [1, 4]), &few_kings().materials);
    for clock in tables.clocks() {
        let mut umpire = tables.base.umpire(&[clock]);
        for known in few_kings().decided().filter(|known| clock.runs_in::<Russian>(&known.view)) {
            let judged = judge(&mut umpire, known, &[Some(clock.full())]);
            assert_eq!(judged.value, RuleValue::new(known.value, false), "{} {}", write(&known.position), says(clock));
        }
    }
}

// Several clocks together.

/// The joint judgement against the slow solver of all counts together: fresh ones and some at random.
fn check_together(clocks: &[Clock], positions: &Positions, random: usize) -> usize {
    let begin = Instant::now();
    let tables = Tables::with_clocks(clocks, &positions.materials);
    let rule = Rule::solve(&positions.oracle, clocks);
    let solved = begin.elapsed();
    let mut umpire = tables.base.umpire(&tables.clocks());
    let mut numbers = Random(0x2545_f491_4f6c_dd1d);
    let (mut compared, mut bounds, mut only_together) = (0, 0, 0);
    for known in positions.decided() {
        let mut all = vec![rule.fresh(&known.view)];
        for _ in 0..random {
            let count = |clock: &&'static Clock| {
                let counts: Vec<_> = counts_in(clock, &known.view);
                let counts: Vec<_> = counts.into_iter().filter(|&count| !is_full(clock, count)).collect();
                counts[numbers.below(counts.len() as u64) as usize]
            };
            all.push(umpire.clocks().to_vec().iter().map(count).collect());
        }
        for counts in all {
            let states = states(&umpire, &counts);
            let at = || format!("{} {}", write(&known.position), write_states(&states));
            let judged = umpire.judge(&known.position, &states).unwrap();
            let expected = RuleValue::new(known.value, rule.won(&known.view, &counts));
            assert!(judged.value == expected || !judged.exact, "{}: {judged:?}, not {expected:?}", at());
            let safe = RuleValue::new(known.value, false);
            assert!(judged.exact || judged.value == safe, "{}: a bound is on the safe side", at());
            compared += 1;
            bounds += usize::from(!judged.exact);
            only_together += usize::from(expected == safe && judged.rulings.iter().all(|ruling| ruling.in_time));
        }
    }
    println!(
        "{}: {compared} compared, {bounds} bounds, {only_together} taken by the clocks together alone, {solved:.1?}, {:.1?}",
        clocks.iter().map(says).collect::<Vec<_>>().join("; "),
        begin.elapsed()
    );
    bounds
}

/// Clocks that run together, one of them always.
fn sets_that_always_run() -> Vec<Vec<Clock>> {
    let zeroing = |limit| clock(Scope::ANY, Until::Zeroing, Counted::Each, limit);
    let conversion = |limit| clock(Scope::ANY, Until::Conversion, Counted::Each, limit);
    let kings = |until, counted, limit| clock(TWO_KINGS, until, counted, limit);
    let road = |road, until, limit| clock(on_road(road, TWO_KINGS), until, Counted::Stronger, limit);
    vec![
        vec![zeroing(3), conversion(5)],
        vec![zeroing(2), kings(Until::Conversion, Counted::Stronger, 3)],
        vec![conversion(4), clock(TWO_PIECES, Until::Scope, Counted::Weaker, 4), zeroing(2)],
        vec![zeroing(3), road(Road::Weaker, Until::Conversion, 2)],
        vec![zeroing(3), road(Road::Stronger, Until::Conversion, 2)],
        vec![conversion(2), kings(Until::End, Counted::Stronger, 3)],
        vec![zeroing(3), road(Road::Weaker, Until::End, 3)],
        vec![conversion(3), clock(TWO_PIECES, Until::End, Counted::Each, 4)],
    ]
}

/// The same clocks in the default set of their game, so that their common table is asked too.
fn in_default_set(clocks: &[Clock]) -> Vec<Clock> {
    clocks.iter().map(|&clock| Clock { default: true, ..clock }).collect()
}

#[test]
fn clocks_together() {
    for clocks in sets_that_always_run() {
        assert_eq!(check_together(&clocks, few_kings(), 2), 0, "one always runs, so that the search ends");
    }
}

#[test]
fn clocks_together_with_a_common_table() {
    let has_events = |clocks: &Vec<Clock>| clocks.iter().all(|clock| clock.until != Until::End);
    for clocks in sets_that_always_run().into_iter().filter(has_events) {
        assert_eq!(check_together(&in_default_set(&clocks), few_kings(), 2), 0, "one always runs");
    }
}

#[test]
fn clocks_together_that_may_all_stand_still() {
    let kings = clock(TWO_KINGS, Until::Conversion, Counted::Stronger, 3);
    let road = clock(on_road(Road::Weaker, TWO_PIECES), Until::Conversion, Counted::Each, 3);
    let ends = clock(on_road(Road::Weaker, TWO_KINGS), Until::End, Counted::Each, 4);
    let zeroing = clock(TWO_PIECES, Until::Zeroing, Counted::Each, 3);
    for clocks in [vec![kings, road], vec![road, ends], vec![zeroing, road], vec![kings, zeroing, ends]] {
        check_together(&clocks, few_kings(), 2);
    }
}

#[test]
fn three_pieces_and_clocks_together() {
    let clocks = &sets_that_always_run()[0];
    assert_eq!(check_together(clocks, three_pieces(), 1), 0);
    assert_eq!(check_together(&in_default_set(clocks), three_pieces(), 1), 0);
}

/// Of three kings against one clocks together take more: the road and a zeroing clock, alone and by a common table.
#[test]
fn three_kings_and_clocks_together() {
    let zeroing = clock(Scope::ANY, Until::Zeroing, Counted::Each, 6);
    let road = |road, until| clock(on_road(road, THREE_KINGS), until, Counted::Stronger, 2);
    for of_road in [road(Road::Weaker, Until::Conversion), road(Road::Stronger, Until::Conversion)] {
        assert_eq!(check_together(&in_default_set(&[zeroing, of_road]), three_kings(), 1), 0);
    }
    assert_eq!(check_together(&[zeroing, road(Road::Weaker, Until::End)], three_kings(), 1), 0);
}

// What D.4 of the rules promises.

/// What a clock says of all positions with fresh counts.
fn judgements(tables: &Tables, clock: &'static Clock, positions: &Positions) -> Vec<Judgement> {
    let mut umpire = tables.base.umpire(&[clock]);
    let judge = |known: &Known| {
        let fresh = umpire.fresh(&known.position);
        umpire.judge(&known.position, &fresh).unwrap()
    };
    positions.all.iter().map(judge).collect()
}

fn all_shapes() -> Vec<Clock> {
    [shapes(&[Scope::ANY], &[Counted::Each]), shapes(&[TWO_KINGS, TWO_PIECES], &COUNTED), road_shapes(TWO_PIECES)]
        .concat()
}

#[test]
fn a_limit_that_is_never_reached_gives_the_values_without_rules() {
    let tables = Tables::with_clocks(&with_limits(&all_shapes(), [1_000_000]), &few_kings().materials);
    for clock in tables.clocks() {
        for (known, judged) in few_kings().all.iter().zip(judgements(&tables, clock, few_kings())) {
            let expected = RuleValue::new(known.value, true);
            assert_eq!(judged.value, expected, "{} {}", write(&known.position), says(clock));
        }
    }
}

#[test]
fn more_moves_leave_more_wins() {
    let limits = [1, 2, 3, 4, 6, 12];
    let tables = Tables::with_clocks(&with_limits(&all_shapes(), limits), &few_kings().materials);
    for of_shape in tables.clocks().chunks(limits.len()) {
        let mut fewer: Option<Vec<bool>> = None;
        for clock in of_shape {
            let judged = judgements(&tables, clock, few_kings());
            let won = |judged: &Judgement| matches!(judged.value, RuleValue::Win | RuleValue::Loss);
            let won: Vec<bool> = judged.iter().map(won).collect();
            for (number, known) in few_kings().all.iter().enumerate() {
                let kept = fewer.as_ref().is_none_or(|fewer| won[number] || !fewer[number]);
                assert!(kept, "{} {}", write(&known.position), says(clock));
            }
            check_plies(clock, few_kings(), &judged);
            fewer = Some(won);
        }
    }
}

/// The plies to the event of a clock are never fewer than the rule would have them if it changed nothing, and the same
/// where neither these pieces nor any that they come to have a position that the rule no longer leaves won.
fn check_plies(clock: &Clock, positions: &Positions, judged: &[Judgement]) {
    let metric = match clock.until {
        Until::Conversion => 0,
        Until::Zeroing => 1,
        // These wait for something else.
        _ => return,
    };
    let taken = |judged: &Judgement| matches!(judged.value, RuleValue::CursedWin | RuleValue::BlessedLoss);
    let all = || positions.all.iter().zip(judged);
    let taken: BTreeSet<_> =
        all().filter(|(_, judged)| taken(judged)).filter_map(|(known, _)| known.material).collect();
    for (known, judged) in all().filter(|(known, _)| known.value != Value::Draw) {
        let (Some(material), Some(ruling)) = (known.material, judged.rulings.first()) else { continue };
        let at = || format!("{} {}: {ruling:?}", write(&known.position), says(clock));
        let without = known.plies[metric].unwrap();
        // A move over the border of the road may come before either.
        let earlier = clock.asks_for_squares();
        assert!(earlier || ruling.plies.is_none_or(|plies| plies >= without), "{}", at());
        let untouched = closure(&[material]).is_disjoint(&taken);
        // Where the clock stands still a move into the scope is waited for too; promotions and captures alone lead there.
        assert!(earlier || !untouched || ruling.plies == Some(without), "{}, not {without}", at());
    }
}

// Games that are played to the end.

/// How a side chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// The first move of the list.
    First,
    /// Any move.
    Random,
}

/// A game that is played under clocks.
struct Replay<'u, 't, 'r> {
    umpire: &'u mut Umpire<'t>,
    random: &'r mut Random,
    /// The positions so far, and where the clocks stood.
    line: Vec<(Position, Vec<ClockState>)>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The side to move has no move.
    Lost,
    /// A rule has made the draw, or nobody can win any more.
    Draw,
}

impl Replay<'_, '_, '_> {
    fn now(&self) -> &(Position, Vec<ClockState>) {
        self.line.last().unwrap()
    }

    fn says(&self) -> String {
        let step = |(position, states): &(Position, Vec<ClockState>)| {
            let counts: Vec<_> = states.iter().map(|state| state.count).collect();
            format!("{} {counts:?}", write(position))
        };
        let line: Vec<String> = self.line.iter().map(step).collect();
        format!("{}\n{}", line.join("\n"), write_states(&self.line[0].1))
    }

    fn moves(&mut self) -> Vec<RuledMove> {
        let (position, states) = self.now().clone();
        self.umpire.moves(&position, &states).unwrap()
    }

    fn choose(&mut self, moves: &[RuledMove], choice: Choice) -> RuledMove {
        let number = if choice == Choice::First { 0 } else { self.random.below(moves.len() as u64) };
        moves[number as usize].clone()
    }

    /// The winner plays the first move of the list and wins before any clock has run out, without repeating a position where
    /// the clocks stand as they did: with one that a king starts anew it may come back once they have counted less.
    fn win(&mut self, winner_moves: bool, loser: Choice) {
        for ply in 0.. {
            let moves = self.moves();
            let winner_moves = winner_moves == (ply % 2 == 0);
            let Some(first) = moves.first() else {
                assert!(!winner_moves, "the winner has no move\n{}", self.says());
                return;
            };
            let expected = if winner_moves { RuleValue::Win } else { RuleValue::Loss };
            assert_eq!(first.value, expected, "{first:?}\n{}", self.says());
            let played = self.choose(&moves, if winner_moves { Choice::First } else { loser });
            let states = played.states.clone();
            let states = states.unwrap_or_else(|| panic!("{} makes a draw\n{}", write(&played.after), self.says()));
            let fresher = self.umpire.clocks().iter().any(|clock| clock.comes_back());
            let same = |(position, earlier): &(Position, Vec<ClockState>)| {
                *position == played.after && (!fresher || *earlier == states)
            };
            let repeats = self.line.iter().any(same);
            self.line.push((played.after, states));
            assert!(!repeats, "a repetition\n{}", self.says());
        }
    }

    /// The defender plays the first move of the list until a rule makes the draw; nobody wins against him.
    fn hold(&mut self, attacker_moves: bool, attacker: Choice) -> End {
        // Where no clock runs the attacker may go to and fro for ever.
        for ply in 0..300 {
            let moves = self.moves();
            let attacker_moves = attacker_moves == (ply % 2 == 0);
            let Some(first) = moves.first() else {
                assert!(attacker_moves, "the defender has lost\n{}", self.says());
                return End::Lost;
            };
            match first.value {
                RuleValue::Draw => return End::Draw,
                // An attacker who gives it away may even lose.
                RuleValue::Loss | RuleValue::BlessedLoss if attacker_moves => return End::Lost,
                RuleValue::Win | RuleValue::CursedWin if !attacker_moves => return End::Lost,
                value => assert!(!matches!(value, RuleValue::Win | RuleValue::Loss), "{first:?}\n{}", self.says()),
            }
            let played = self.choose(&moves, if attacker_moves { attacker } else { Choice::First });
            let Some(states) = played.states.clone() else { return End::Draw };
            self.line.push((played.after, states));
        }
        End::Draw
    }
}

/// Whether a clock that runs on where its scope has ended counts the moves of one side, and by the pieces the stronger side
/// is not the one that wins: outside the scope it is taken for the other one, as the count does not say.
fn changes_sides(clock: &Clock, position: &Position, value: RuleValue) -> bool {
    let view = position.view::<Board>();
    let mover_wins = matches!(value, RuleValue::Win | RuleValue::CursedWin);
    let (mover, other) = (view.mover_side(), view.other_side());
    let (winner, loser) = if mover_wins { (mover, other) } else { (other, mover) };
    let one_side = matches!(clock.counted, Counted::Stronger | Counted::Weaker);
    clock.runs_on() && one_side && clock.covers(winner, loser) && !has(clock.scope.stronger, winner)
}

fn has(pieces: Pieces, side: Side) -> bool {
    let of = |count: Count, number| (count.0..=count.1).contains(&number);
    of(pieces.kings, side.kings) && of(pieces.men, side.men) && of(pieces.all, side.pieces())
}

/// Plays from a position: what is won is won, what a rule has taken away is held.
fn play_from(umpire: &mut Umpire<'_>, random: &mut Random, position: &Position, counts: &mut Played) {
    let fresh = umpire.fresh(position);
    let judged = umpire.judge(position, &fresh).unwrap();
    if umpire.clocks().iter().any(|clock| changes_sides(clock, position, judged.value)) {
        return;
    }
    for choice in [Choice::First, Choice::Random] {
        let line = vec![(*position, fresh.clone())];
        let mut replay = Replay { umpire: &mut *umpire, random: &mut *random, line };
        match judged.value {
            RuleValue::Win => replay.win(true, choice),
            RuleValue::Loss => replay.win(false, choice),
            RuleValue::CursedWin if judged.exact => drop(replay.hold(true, choice)),
            RuleValue::BlessedLoss if judged.exact => drop(replay.hold(false, choice)),
            _ => return,
        }
        counts.plies += replay.line.len() - 1;
    }
    match judged.value {
        RuleValue::Win | RuleValue::Loss => counts.won += 1,
        _ => counts.held += 1,
    }
}

/// What was played.
#[derive(Clone, Copy, Debug, Default)]
struct Played {
    won: usize,
    held: usize,
    plies: usize,
}

/// Plays from random positions of a material that somebody wins without rules.
fn play_material(tables: &Tables, clocks: &[&'static Clock], material: Material, games: usize) -> Played {
    let mut umpire = tables.base.umpire(clocks);
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ u64::from(material.pieces()));
    let halves = material.halves().count() as u64;
    let of_half = entries::<Board>(material).unwrap() / halves;
    let mut played = Played::default();
    // Some materials have few decided positions.
    for _ in 0..games * 20 {
        let (half, entry) = (random.below(halves) as usize, random.below(of_half));
        let position = tables.base.position(material, half, entry).unwrap();
        if tables.base.probe_wdl(&position).unwrap() != Value::Draw {
            play_from(&mut umpire, &mut random, &position, &mut played);
        }
        if played.won + played.held >= games {
            break;
        }
    }
    played
}

/// Plays so many games with each clock that concerns a material, and with the default set.
fn play_clocks(tables: &Tables, materials: &[Material], alone: usize, together: usize) {
    let default: Vec<&'static Clock> = tables.game.clocks.iter().filter(|clock| clock.default).collect();
    for &material in materials {
        let concerns = |clock: &&'static Clock| clock.concerns(material.first(), material.second());
        let one_clock = tables.clocks().into_iter().filter(concerns).map(|clock| (vec![clock], alone));
        let all = one_clock.chain([(default.clone(), together)]);
        for (clocks, games) in all.filter(|&(_, games)| games > 0) {
            let begin = Instant::now();
            let played = play_material(tables, &clocks, material, games);
            let ids: Vec<&str> = clocks.iter().map(|clock| clock.id).collect();
            println!("{material} {}: {played:?} {:.1?}", ids.join("+"), begin.elapsed());
        }
    }
}

#[test]
fn games_are_won_and_held() {
    play_clocks(russian_tables(), &up_to(3), 300, 300);
    play_clocks(russian_tables(), &materials(&["KKKvK", "KMMvK"]), 300, 300);
}

#[test]
fn games_under_strict_clocks_are_won_and_held() {
    let tables = Tables::with_clocks(&with_limits(&all_shapes(), [1, 2, 4]), &few_kings().materials);
    for clock in tables.clocks() {
        for material in materials(&["KKvK", "KMvK"]) {
            play_material(&tables, &[clock], material, 60);
        }
    }
    for clocks in sets_that_always_run() {
        let tables = Tables::with_clocks(&clocks, &few_kings().materials);
        for material in materials(&["KKvK", "KMvK"]) {
            play_material(&tables, &tables.clocks(), material, 200);
        }
    }
}

/// All positions that clocks of some shapes take away, held against both ways to attack.
#[test]
fn every_win_that_is_taken_away_is_held() {
    let strict = [
        clock(Scope::ANY, Until::Conversion, Counted::Each, 2),
        clock(TWO_KINGS, Until::Conversion, Counted::Stronger, 3),
        clock(TWO_KINGS, Until::End, Counted::Weaker, 3),
        clock(TWO_PIECES, Until::Zeroing, Counted::Each, 2),
        clock(on_road(Road::Weaker, TWO_PIECES), Until::End, Counted::Stronger, 2),
        clock(Scope::ANY, Until::Conversion, Counted::AtOnce, 0),
    ];
    let tables = Tables::with_clocks(&strict, &few_kings().materials);
    for clock in tables.clocks() {
        let mut umpire = tables.base.umpire(&[clock]);
        let mut random = Random(0x0123_4567_89ab_cdef);
        let mut played = Played::default();
        for known in few_kings().decided() {
            let fresh = umpire.fresh(&known.position);
            if !matches!(judge_now(&mut umpire, known, &fresh), RuleValue::Win | RuleValue::Loss) {
                play_from(&mut umpire, &mut random, &known.position, &mut played);
            }
        }
        assert!(played.held > 0, "{}: takes nothing away", says(clock));
        println!("{}: {played:?}", says(clock));
    }
}

fn judge_now(umpire: &mut Umpire<'_>, known: &Known, states: &[ClockState]) -> RuleValue {
    umpire.judge(&known.position, states).unwrap().value
}

// Long ones.

#[test]
#[ignore = "takes minutes"]
fn clocks_of_three_kings_with_all_limits() {
    let shapes = [shapes(&[THREE_KINGS], &COUNTED), road_shapes(THREE_KINGS), road_shapes(TWO_KINGS)].concat();
    check_clocks(&with_limits(&shapes, 1..=12), three_kings(), Counts::Turns);
}

#[test]
#[ignore = "takes minutes"]
fn all_counts_and_limits_of_few_kings() {
    check_game(russian_tables(), three_pieces(), Counts::All);
    let both = shapes(&[Scope::ANY, ONE_KING, WITH_KING], &[Counted::Each]);
    let one = shapes(&[TWO_KINGS, TWO_PIECES], &COUNTED);
    let shapes = [both, one, road_shapes(TWO_KINGS), road_shapes(TWO_PIECES)].concat();
    check_clocks(&with_limits(&shapes, 1..=12), few_kings(), Counts::All);
}

#[test]
#[ignore = "takes long, and several GiB of memory"]
fn clocks_of_russian_with_four_pieces() {
    let positions = Positions::of(&up_to(4));
    check_game(&Tables::build(Russian::GAME, &up_to(4)), &positions, Counts::Turns);
}

/// Four pieces under each clock alone: 10,000 games, or as many as the variable says.
#[test]
#[ignore = "takes an hour"]
fn four_pieces_are_won_and_held() {
    play_four_pieces(|games| (games, 0));
}

/// The same under the default set.
#[test]
#[ignore = "takes minutes"]
fn four_pieces_are_won_and_held_under_all_clocks_together() {
    play_four_pieces(|games| (0, games));
}

fn play_four_pieces(games: impl Fn(usize) -> (usize, usize)) {
    let (alone, together) = games(std::env::var("PETROV_GAMES").map_or(10_000, |games| games.parse().unwrap()));
    let materials: Vec<Material> = Material::all(4);
    let begin = Instant::now();
    let tables = Tables::build(Russian::GAME, &materials);
    println!("built in {:.1?}", begin.elapsed());
    play_clocks(&tables, &materials, alone, together);
}

// Who goes round in circles does not win.

/// A position and where its one clock stands.
type Standing = (Position, Option<u32>);

/// Follows the winner's first move and all of the other side from every position that is won with a fresh count: all lines
/// end, and none by the rule.
fn check_progress(tables: &Tables, clock: &'static Clock, material: Material) -> usize {
    let mut umpire = tables.base.umpire(&[clock]);
    let halves = material.halves().count();
    let of_half = entries::<Board>(material).unwrap() / halves as u64;
    // Whether all lines from there were followed to their end.
    let mut done: std::collections::HashMap<Standing, bool> = std::collections::HashMap::new();
    for (half, entry) in (0..halves).flat_map(|half| (0..of_half).map(move |entry| (half, entry))) {
        let position = tables.base.position(material, half, entry).unwrap();
        let fresh = umpire.fresh(&position);
        let won = tables.base.probe_wdl(&position).unwrap() != Value::Draw
            && matches!(umpire.judge(&position, &fresh).unwrap().value, RuleValue::Win | RuleValue::Loss);
        let mut line: Vec<(Standing, Vec<Standing>)> = Vec::new();
        let mut next = won.then_some((position, fresh[0].count));
        while next.is_some() || !line.is_empty() {
            if let Some(standing) = next.take().filter(|standing| done.get(standing) != Some(&true)) {
                let earlier = done.insert(standing, false);
                assert_eq!(earlier, None, "round in circles by {}: {}", write(&standing.0), says(clock));
                line.push((standing, answers(&mut umpire, clock, standing, material.pieces())));
            }
            let Some((standing, open)) = line.last_mut() else { break };
            next = open.pop();
            if next.is_none() {
                done.insert(*standing, true);
                line.pop();
            }
        }
    }
    println!("{material} {}: {} positions with counts", says(clock), done.len());
    done.len()
}

/// What the first move of the winner, or any of the other side, leads to, but for captures.
fn answers(umpire: &mut Umpire<'_>, clock: &'static Clock, (position, count): Standing, pieces: u32) -> Vec<Standing> {
    let moves = umpire.moves(&position, &[ClockState { clock, count }]).unwrap();
    let wins = moves.first().is_some_and(|first| first.value == RuleValue::Win);
    let moves = if wins { &moves[..1] } else { &moves[..] };
    let after = |mv: &RuledMove| {
        assert!(matches!(mv.value, RuleValue::Win | RuleValue::Loss), "{} {mv:?}", write(&position));
        (mv.after, mv.states.as_ref().expect("no draw by the rule")[0].count)
    };
    let all = moves.iter().map(after);
    all.filter(|(after, _)| Material::of(&after.view::<Board>()).is_ok_and(|next| next.pieces() == pieces)).collect()
}

#[test]
fn the_winner_does_not_go_round_in_circles() {
    let shape = clock(on_road(Road::Weaker, TWO_PIECES), Until::Conversion, Counted::Stronger, 0);
    let zeroing = clock(on_road(Road::Weaker, TWO_PIECES), Until::Zeroing, Counted::Each, 0);
    let tables = Tables::with_clocks(&with_limits(&[shape, zeroing], [1, 2, 3, 5]), &three_pieces().materials);
    for clock in tables.clocks() {
        for material in materials(&["KKvK", "KMvK", "MMvK"]) {
            assert!(check_progress(&tables, clock, material) > 0);
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn the_winner_does_not_go_round_in_circles_with_four_pieces() {
    let materials = materials(&["KKKvK", "KKMvK", "KMMvK", "MMMvK"]);
    let tables = Tables::build(Russian::GAME, &materials);
    for id in ["ru.road5.take", "ru.3p1", "ru.3k1"] {
        let clock = tables.game.clock(id).unwrap();
        materials.iter().for_each(|&material| assert!(check_progress(&tables, clock, material) > 0));
    }
}
