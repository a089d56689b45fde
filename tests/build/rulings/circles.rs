//! Who goes round in circles does not win: the first moves of the list, followed from all positions.

use super::*;

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
