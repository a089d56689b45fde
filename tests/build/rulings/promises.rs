//! What section D.4 of the rules promises of all clocks.

use super::*;

/// What a clock says of all positions with fresh counts.
fn judgements(tables: &Tables, clock: &'static Clock, positions: &Positions) -> Vec<Judgement> {
    let mut umpire = tables.base.umpire(&[clock]);
    let judge = |known: &Known| {
        let fresh = umpire.fresh(&known.position);
        umpire.judge(&known.position, &fresh).unwrap()
    };
    positions.all.iter().map(judge).collect()
}

pub(super) fn all_shapes() -> Vec<Clock> {
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
