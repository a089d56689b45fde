//! Clocks and moves under draw rules, as JSON.

use serde::Serialize;

use crate::cli::answer::MoveJson;
use crate::cli::clocks;
use petrov::probe::{ClockState, Judgement, RuleValue, RuledMove};
use petrov::rules::Game;

#[derive(Serialize)]
pub(super) struct RulesJson {
    /// `win`, `cursed-win`, `draw`, `blessed-loss` or `loss`.
    value: &'static str,
    exact: bool,
    /// The clocks that take the win away.
    bites: Vec<&'static str>,
    clocks: Vec<ClockJson>,
}

#[derive(Serialize)]
struct ClockJson {
    clock: &'static str,
    /// Moves made, of each side or of the one that is counted; null where the clock stands still.
    count: Option<f64>,
    limit: u32,
    /// Plies within which the event can be forced; null where it cannot, or where the clock does not matter.
    plies: Option<u16>,
    /// Plies within which it must come; null where any number will do.
    left: Option<u32>,
    in_time: bool,
}

impl RulesJson {
    pub(super) fn new(judgement: &Judgement, states: &[ClockState]) -> RulesJson {
        let clock = |state: &ClockState| {
            let ruling = judgement.rulings.iter().find(|ruling| ruling.state == *state);
            ClockJson {
                clock: state.clock.id,
                count: count_json(state),
                limit: state.clock.limit,
                plies: ruling.and_then(|ruling| ruling.plies),
                left: ruling.and_then(|ruling| ruling.left),
                in_time: ruling.is_none_or(|ruling| ruling.in_time),
            }
        };
        let bites = judgement.rulings.iter().filter(|ruling| !ruling.in_time);
        RulesJson {
            value: judgement.value.name(),
            exact: judgement.exact,
            bites: bites.map(|ruling| ruling.state.clock.id).collect(),
            clocks: states.iter().map(clock).collect(),
        }
    }
}

/// Moves made, of each side or of the one that is counted; null where the clock stands still.
fn count_json(state: &ClockState) -> Option<f64> {
    clocks::moves_of_count(state).parse().ok()
}

#[derive(Serialize)]
pub(super) struct RuledMoveJson {
    #[serde(flatten)]
    mv: MoveJson,
    rule_value: &'static str,
    exact: bool,
    /// Where the clocks stand after it, in the order of `rules`; null of a move that makes the draw.
    counts: Option<Vec<Option<f64>>>,
    /// Plies to what the clocks wait for, the move included.
    to_event: Option<u16>,
    dtc: Option<u16>,
    dtz: Option<u16>,
}

impl RuledMoveJson {
    pub(super) fn new(game: &Game, ruled: &RuledMove) -> RuledMoveJson {
        RuledMoveJson {
            mv: MoveJson::new(game, &ruled.mv, Some(ruled.outcome)),
            rule_value: ruled.value.name(),
            exact: ruled.exact,
            counts: ruled.states.as_ref().map(|states| states.iter().map(count_json).collect()),
            to_event: ruled.plies.filter(|_| ruled.value != RuleValue::Draw && ruled.states.is_some()),
            dtc: ruled.dtc,
            dtz: ruled.dtz,
        }
    }
}
