//! What the tables and the prober say of one clock, against the slow solver.

use super::*;

/// The counts that a clock may have in a position, a full one included, and whether it stands still.
pub(super) fn counts_in(clock: &Clock, view: &Seen) -> Vec<Option<u32>> {
    let runs = clock.runs_in::<Russian>(view);
    let covered = clock.covers(view.mover_side(), view.other_side());
    // One that was started elsewhere may run on here.
    let may_run = runs || clock.until == Until::End || clock.scope.road == Road::Stronger && covered;
    let idle = (!runs).then_some(None);
    let running = (0..=clock.full()).filter(|_| may_run).map(Some);
    idle.into_iter().chain(running).collect()
}

/// Whether the game is a draw already; each clock is asked about that once.
pub(super) fn is_full(clock: &Clock, count: Option<u32>) -> bool {
    count == Some(clock.full())
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

#[test]
fn distances_to_events_of_all_positions() {
    let tables = russian_tables();
    for known in &three_pieces().all {
        let base = &tables.base;
        let plies = [base.probe_dtc(&known.position), base.probe_dtz(&known.position)].map(Result::unwrap);
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
