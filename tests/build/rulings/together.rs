//! Several clocks together, against the slow solver of all counts at once.

use super::one_clock::{counts_in, is_full};
use super::*;

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
pub(super) fn sets_that_always_run() -> Vec<Vec<Clock>> {
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
