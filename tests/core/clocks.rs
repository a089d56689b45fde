//! Distances to the next event, and draw rules that count moves: the slow solvers of both against each other and
//! against what a clock says of itself.

use std::sync::OnceLock;

use crate::oracle::Oracle;
use crate::oracle::clocks::Rule;
use crate::oracle::metrics::{Event, Metrics};
use petrov::board::{Color, Position, Side};
use petrov::index::Material;
use petrov::internals::board::View;
use petrov::internals::rules::{BitsOf, can_capture};
use petrov::rules::{
    Brazilian, Clock, Count, Counted, Frisian, Game, Ghanaian, Pieces, Pool, Russian, Scope, Spanish, Turkish, Until,
    Variant, game,
};

/// All two and three pieces of Russian.
fn russian() -> &'static Oracle<Russian> {
    static ORACLE: OnceLock<Oracle<Russian>> = OnceLock::new();
    ORACLE.get_or_init(|| solve(Russian::GAME, 3))
}

/// Those of them that are decided.
fn decided() -> &'static [Decided<Russian>] {
    static DECIDED: OnceLock<Vec<Decided<Russian>>> = OnceLock::new();
    DECIDED.get_or_init(|| Decided::all(russian()))
}

fn solve<V: Variant>(game: &Game, pieces: u32) -> Oracle<V> {
    let all = (2..=pieces).flat_map(Material::all);
    let open = |material: &Material| game.ending.is_open(material.first(), material.second());
    Oracle::solve(game, &all.filter(open).collect::<Vec<_>>())
}

/// A position as people write it, the mover as White.
fn fen<V: Variant>(view: &View<BitsOf<V>>) -> String {
    V::GAME.write_fen(&Position::from_view::<V::Board>(view, Color::White))
}

const ONE: Pieces = Pieces::LONE_KING;

/// Scopes of two and three pieces. In the first and the last one, both sides may be the stronger one.
const SCOPES: [Scope; 4] = [
    Scope::of(Pieces::kings(Count::at_least(1)), ONE),
    Scope::of(Pieces::kings(Count::at_least(2)), ONE),
    Scope::of(Pieces { all: Count::at_least(2), ..Pieces::WITH_KING }, ONE),
    Scope::of(Pieces::WITH_KING, Pieces::ANY),
];

const COUNTED: [Counted; 3] = [Counted::Each, Counted::Stronger, Counted::Weaker];

fn clock(scope: Scope, until: Until, counted: Counted, limit: u32) -> Clock {
    Clock { id: "made-up", text: "", source: "", default: false, scope, until, counted, limit }
}

/// What the name of a clock stands for, for messages.
fn says(clock: &Clock) -> String {
    let Clock { id, scope, until, counted, limit, .. } = clock;
    format!("{id}: {limit} moves of {counted:?} until {until:?} in {scope:?}")
}

/// A position that is won without limits.
struct Decided<V: Variant> {
    view: View<BitsOf<V>>,
    mover_wins: bool,
    /// Plies to the next conversion, zeroing, and the end.
    plies: [u32; 3],
}

impl<V: Variant> Decided<V> {
    fn all(oracle: &Oracle<V>) -> Vec<Decided<V>> {
        let dtc = Metrics::solve(oracle, Event::Conversion);
        let dtz = Metrics::solve(oracle, Event::Zeroing);
        let decided = |&view: &View<BitsOf<V>>| {
            let distance = oracle.distance(&view)?;
            let plies = [dtc.plies(&view).unwrap(), dtz.plies(&view).unwrap(), distance].map(u32::from);
            Some(Decided { view, mover_wins: oracle.is_win(distance), plies })
        };
        oracle.views().iter().filter_map(decided).collect()
    }

    /// Whether the pieces do not tell whose moves are counted, if one side is: both are alike.
    fn does_not_tell(&self, clock: &Clock) -> bool {
        let one_side = matches!(clock.counted, Counted::Stronger | Counted::Weaker);
        let (mover, other) = (self.view.mover_side(), self.view.other_side());
        let Scope { stronger, weaker, .. } = clock.scope;
        let both =
            [(mover, other), (other, mover)].iter().all(|&(one, two)| is_of(stronger, one) && is_of(weaker, two));
        one_side && both
    }

    /// Within how many plies the clock says that an event must come; `None` if the game is a draw already.
    fn allowed(&self, clock: &Clock, count: u32) -> Option<u32> {
        let allowed = clock.allowed(self.view.mover_side(), self.view.other_side(), count)?;
        Some(if self.mover_wins { allowed.win } else { allowed.loss })
    }
}

fn is_of(pieces: Pieces, side: Side) -> bool {
    let of = |count: Count, number| (count.0..=count.1).contains(&number);
    of(pieces.kings, side.kings) && of(pieces.men, side.men) && of(pieces.all, side.pieces())
}

/// Distances to events come in this order.
fn check_metrics<V: Variant>(oracle: &Oracle<V>, game: &Game) {
    let dtc = Metrics::solve(oracle, Event::Conversion);
    let dtz = Metrics::solve(oracle, Event::Zeroing);
    let mut decided = 0;
    for view in oracle.views() {
        let at = || format!("{} {}", game.id, fen::<V>(view));
        let (dtc, dtz, dtw) = (dtc.plies(view), dtz.plies(view), oracle.distance(view));
        assert_eq!((dtc.is_some(), dtz.is_some()), (dtw.is_some(), dtw.is_some()), "{}", at());
        let (Some(dtc), Some(dtz), Some(dtw)) = (dtc, dtz, dtw) else { continue };
        assert!(dtz <= dtc && dtc <= dtw, "{}: {dtz} <= {dtc} <= {dtw}", at());
        assert_eq!(dtz == 0, dtw == 0, "{}", at());
        if can_capture::<V>(view) && dtw > 0 {
            assert_eq!((dtc, dtz), (1, 1), "{}", at());
        }
        decided += 1;
    }
    assert!(decided > 0, "{}", game.id);
}

#[test]
fn distances_to_events_are_no_longer_than_to_the_end() {
    check_metrics(russian(), Russian::GAME);
    for id in ["anti-russian", "russian"] {
        let game = game(id).unwrap();
        check_metrics(&solve::<Russian>(game, 2), game);
    }
    let breakthrough = game("breakthrough-8x8").unwrap();
    check_metrics(&solve::<Brazilian>(breakthrough, 3), breakthrough);
    let two_left = Game { ending: Ghanaian::GAME.ending, ..*Russian::GAME };
    check_metrics(&Oracle::<Russian>::solve(&two_left, &["KKvKK".parse().unwrap()]), &two_left);
    check_metrics(&solve::<Turkish>(Turkish::GAME, 2), Turkish::GAME);
}

#[test]
fn distances_to_events_may_be_odd_or_even_for_either_side() {
    let some = |mover_wins, plies| {
        let of = |decided: &&Decided<Russian>| decided.mover_wins == mover_wins && decided.plies[0] == plies;
        decided().iter().find(of)
    };
    let captures = |found: Option<&Decided<Russian>>| can_capture::<Russian>(&found.unwrap().view);
    assert!(captures(some(true, 1)) && captures(some(false, 1)), "the loser must capture, or the winner does");
    assert!(!captures(some(true, 2)) && !captures(some(false, 2)), "the winner sacrifices, or captures next");
}

#[test]
fn a_limit_that_is_never_reached_changes_nothing() {
    let oracle = russian();
    let (dtc, dtz) = (Metrics::solve(oracle, Event::Conversion), Metrics::solve(oracle, Event::Zeroing));
    for until in [Until::Conversion, Until::Zeroing, Until::End] {
        let clock = clock(Scope::ANY, until, Counted::Each, 120);
        let rule = Rule::solve(oracle, &[clock]);
        for view in oracle.views() {
            let at = || format!("{} {}", fen::<Russian>(view), says(&clock));
            assert_eq!(rule.won_fresh(view), oracle.distance(view).is_some(), "{}", at());
            let metric = match until {
                Until::Conversion => dtc.plies(view),
                Until::Zeroing => dtz.plies(view),
                _ => oracle.distance(view),
            };
            assert_eq!(rule.time(view), metric.map(u32::from), "{}", at());
        }
    }
}

/// Compares what a clock says that it allows with what is won when its moves are counted one by one; whether each
/// position is won.
fn check_allowed<V: Variant>(rule: &Rule<V>, clock: &Clock, all: &[Decided<V>]) -> Vec<bool> {
    let check = |decided: &Decided<V>| {
        let view = &decided.view;
        let (won, time) = (rule.won_fresh(view), rule.time(view));
        let within = if clock.runs_in::<V>(view) { decided.allowed(clock, 0).unwrap() } else { u32::MAX };
        let expected = time.is_some_and(|time| time <= within);
        let at = || format!("{}: {time:?} of {within} plies {}", fen::<V>(view), says(clock));
        assert!(won == expected || decided.does_not_tell(clock), "{}", at());
        won
    };
    all.iter().map(check).collect()
}

/// The same with every count that there is.
fn check_counts<V: Variant>(rule: &Rule<V>, clock: &Clock, all: &[Decided<V>]) {
    for decided in all.iter().filter(|decided| clock.runs_in::<V>(&decided.view) && !decided.does_not_tell(clock)) {
        let time = rule.time(&decided.view);
        for count in 0..=clock.full() {
            let allowed = decided.allowed(clock, count);
            let expected = allowed.is_some_and(|plies| time.is_some_and(|time| time <= plies));
            let at = || format!("{}: {time:?} with {count} {}", fen::<V>(&decided.view), says(clock));
            assert_eq!(rule.won(&decided.view, &[Some(count)]), expected, "{}", at());
        }
    }
}

/// The clocks of a scope with limits from 1 on: what they allow, that more moves win no less, and that no event comes
/// sooner than without a rule.
fn check_limits(scope: Scope, until: Until, counted: Counted) {
    let all = decided();
    let of_metric = usize::from(until == Until::Zeroing);
    let mut before = vec![false; all.len()];
    let mut lost_any = false;
    for limit in 1..=12 {
        let clock = clock(scope, until, counted, limit);
        let rule = Rule::solve(russian(), &[clock]);
        let won = check_allowed(&rule, &clock, all);
        let none_lost = won.iter().all(|&won| won);
        for ((decided, before), won) in all.iter().zip(before).zip(&won) {
            let at = || format!("{} {}", fen::<Russian>(&decided.view), says(&clock));
            assert!(!before || *won, "{}", at());
            let time = rule.time(&decided.view);
            let plies = decided.plies[of_metric];
            assert!(time.is_none_or(|time| time >= plies), "{}: {time:?} < {plies}", at());
            let same_events = matches!(until, Until::Conversion | Until::Zeroing);
            assert!(!none_lost || !same_events || time == Some(plies), "{}: {time:?}, not {plies}", at());
        }
        if limit == 4 {
            check_counts(&rule, &clock, all);
        }
        lost_any |= !none_lost;
        before = won;
    }
    assert!(lost_any, "{}: the rule takes a win away", says(&clock(scope, until, counted, 1)));
}

#[test]
fn wins_at_once() {
    for scope in SCOPES {
        let clock = clock(scope, Until::Conversion, Counted::AtOnce, 0);
        let won = check_allowed(&Rule::solve(russian(), &[clock]), &clock, decided());
        assert!(won.contains(&true) && won.contains(&false), "{}", says(&clock));
    }
}

#[test]
fn clocks_until_a_conversion() {
    SCOPES
        .iter()
        .for_each(|&scope| COUNTED.iter().for_each(|&counted| check_limits(scope, Until::Conversion, counted)));
}

#[test]
fn clocks_until_a_capture_or_a_move_of_a_man() {
    SCOPES.iter().for_each(|&scope| COUNTED.iter().for_each(|&counted| check_limits(scope, Until::Zeroing, counted)));
}

#[test]
fn clocks_until_the_end() {
    SCOPES.iter().for_each(|&scope| COUNTED.iter().for_each(|&counted| check_limits(scope, Until::End, counted)));
}

#[test]
fn clocks_until_the_scope_is_left() {
    SCOPES.iter().for_each(|&scope| COUNTED.iter().for_each(|&counted| check_limits(scope, Until::Scope, counted)));
}

/// Clocks against what they allow, with the pieces of an oracle.
fn check_clocks<V: Variant>(oracle: &Oracle<V>, clocks: &[Clock]) {
    let all = Decided::all(oracle);
    for clock in clocks {
        let begin = std::time::Instant::now();
        let rule = Rule::solve(oracle, &[*clock]);
        let solved = begin.elapsed();
        let won = check_allowed(&rule, clock, &all);
        if clock.counted != Counted::AtOnce {
            check_counts(&rule, clock, &all);
        }
        let lost = won.iter().filter(|&&won| !won).count();
        let Clock { id, limit, .. } = clock;
        println!("{id} {limit}: {lost} of {} no longer won, {solved:.1?}, {:.1?}", won.len(), begin.elapsed());
    }
}

#[test]
fn clocks_of_the_games() {
    check_clocks(russian(), Russian::GAME.clocks);
    check_clocks::<Pool>(&solve(Pool::GAME, 3), Pool::GAME.clocks);
    check_clocks::<Spanish>(&solve(Spanish::GAME, 3), Spanish::GAME.clocks);
    check_clocks::<Frisian>(&solve(Frisian::GAME, 2), Frisian::GAME.clocks);
}

/// Three kings against one, and what they come to.
fn three_kings<V: Variant>() -> Oracle<V> {
    Oracle::solve(V::GAME, &["KvK", "KKvK", "KKKvK"].map(|material| material.parse().unwrap()))
}

/// Those of the clocks of a game that may take a win away, with a lower limit too, so that they do.
fn clocks_and_stricter_ones(game: &Game) -> Vec<Clock> {
    let of_moves = game.clocks.iter().filter(|clock| clock.until != Until::WonPosition);
    of_moves.flat_map(|&clock| [clock, Clock { limit: clock.limit.min(4), ..clock }]).collect()
}

#[test]
fn three_kings_against_one() {
    check_clocks::<Russian>(&three_kings(), &clocks_and_stricter_ones(Russian::GAME));
}

#[test]
fn three_kings_against_one_and_the_main_road() {
    check_clocks::<Spanish>(&three_kings(), &clocks_and_stricter_ones(Spanish::GAME));
    check_clocks::<Pool>(&three_kings(), &clocks_and_stricter_ones(Pool::GAME));
}

#[test]
fn clocks_that_run_together() {
    let each = |until, limit| clock(Scope::ANY, until, Counted::Each, limit);
    // Whoever keeps the first of each pair keeps the second one too, so that it changes nothing.
    for (strict, lenient) in [
        (each(Until::Conversion, 3), each(Until::Conversion, 3)),
        (each(Until::Conversion, 3), each(Until::Conversion, 5)),
        (each(Until::Conversion, 3), each(Until::Zeroing, 3)),
        (each(Until::End, 4), each(Until::Conversion, 4)),
        (each(Until::Zeroing, 2), Clock { scope: SCOPES[1], ..each(Until::Zeroing, 2) }),
    ] {
        let alone = Rule::solve(russian(), &[strict]);
        for clocks in [[strict, lenient], [lenient, strict]] {
            let together = Rule::solve(russian(), &clocks);
            for Decided { view, .. } in decided() {
                let at = || format!("{} {} {}", fen::<Russian>(view), says(&strict), says(&lenient));
                assert_eq!(together.won_fresh(view), alone.won_fresh(view), "{}", at());
            }
        }
    }
}

#[test]
fn clocks_together_take_more_away_than_each_alone() {
    let each = |scope, until, limit| clock(scope, until, Counted::Each, limit);
    let clocks = [each(Scope::ANY, Until::Conversion, 2), each(SCOPES[3], Until::End, 3)];
    let alone = clocks.map(|clock| Rule::solve(russian(), &[clock]));
    let together = Rule::solve(russian(), &clocks);
    let mut more = 0;
    for Decided { view, .. } in decided() {
        let (won, each) = (together.won_fresh(view), alone.iter().all(|rule| rule.won_fresh(view)));
        assert!(each || !won, "{}", fen::<Russian>(view));
        assert_eq!(together.won(view, &together.fresh(view)), won, "{}", fen::<Russian>(view));
        more += usize::from(each && !won);
    }
    assert!(more > 0, "one way of playing keeps the one, another way the other");
}
