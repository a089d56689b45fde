//! What a position is worth under draw rules: each clock by its table, several together exactly where they can be searched.
//!
//! A clock alone is exact: the winner needs so many plies to what it waits for, and so many are left. Of several clocks each
//! can be met alone while no plan meets them all. Where one plan is known that does (the table of the default set, whose
//! plies start all clocks anew), the position is won; where one clock alone cannot be met, it is not. What lies between
//! is searched, move by move with all counts, up to four pieces. In a search every path ends, as counts go up and what starts
//! them anew cannot be undone; where no clock runs a path may come back, and then the answer is a bound.

use rustc_hash::FxHashMap;

use super::error::ProbeError;
use super::events::{allowed_for, metric_of, metric_of_distance};
use super::outcome::Value;
use super::resolve::Resolver;
use super::tables::Tables;
use crate::board::{Bits, View};
use crate::format::Metric;
use crate::index::{IsOpen, Material};
use crate::rules::{Allowed, BitsOf, Clock, ClockSet, DEFAULT_SET, Played, Step, Until, Variant, after, for_each_step};

/// What the side to move gets, draw rules included. The order is that of its wishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleValue {
    /// It loses, and no rule saves it.
    Loss,
    /// It loses on the board, but a rule makes a draw first.
    BlessedLoss,
    /// A draw on the board.
    Draw,
    /// It wins on the board, but a rule makes a draw first.
    CursedWin,
    /// It wins, and no rule saves the other side.
    Win,
}

impl RuleValue {
    /// The value where the win is kept under the rules, or not.
    pub fn new(value: Value, kept: bool) -> RuleValue {
        match (value, kept) {
            (Value::Win, true) => RuleValue::Win,
            (Value::Win, false) => RuleValue::CursedWin,
            (Value::Draw, _) => RuleValue::Draw,
            (Value::Loss, false) => RuleValue::BlessedLoss,
            (Value::Loss, true) => RuleValue::Loss,
        }
    }

    /// The value for the other side.
    pub fn opposite(self) -> RuleValue {
        match self {
            RuleValue::Loss => RuleValue::Win,
            RuleValue::BlessedLoss => RuleValue::CursedWin,
            RuleValue::Draw => RuleValue::Draw,
            RuleValue::CursedWin => RuleValue::BlessedLoss,
            RuleValue::Win => RuleValue::Loss,
        }
    }

    /// `win`, `cursed-win`, `draw`, `blessed-loss` or `loss`.
    pub fn name(self) -> &'static str {
        match self {
            RuleValue::Loss => "loss",
            RuleValue::BlessedLoss => "blessed-loss",
            RuleValue::Draw => "draw",
            RuleValue::CursedWin => "cursed-win",
            RuleValue::Win => "win",
        }
    }
}

/// A clock and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockState {
    /// The clock.
    pub clock: &'static Clock,
    /// How far it has counted: plies if it counts both sides, otherwise moves of the side that it counts. `None`: it stands
    /// still.
    pub count: Option<u32>,
}

/// What one clock says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The clock, and its count.
    pub state: ClockState,
    /// The fewest plies within which the winner can force what the clock waits for; `None` where he cannot.
    pub plies: Option<u16>,
    /// Within how many it must come; `None` where the clock stands still, and any number will do.
    pub left: Option<u32>,
    /// Whether it comes in time.
    pub in_time: bool,
}

/// What a position is worth under clocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The value with the rules.
    pub value: RuleValue,
    /// Whether that is exact; otherwise a cursed win may still be a win, and a blessed loss a loss.
    pub exact: bool,
    /// Plies until all clocks can be started anew, for moves to be compared: those of the one clock, or of the slowest.
    pub plies: Option<u16>,
    /// What each clock that concerns the position says, unless it is a draw or over.
    pub rulings: Vec<Ruling>,
}

/// Positions with more pieces than this are not searched.
const MOST_SEARCHED: u32 = 4;
/// Positions that a search looks at before it gives up.
const MOST_NODES: usize = 4_000_000;

/// Judges positions under clocks.
pub(super) struct Judge<'a, V: Variant> {
    tables: &'a Tables<V>,
    sets: Vec<ClockSet>,
    /// The default set, where all clocks are of it.
    together: Option<ClockSet>,
    /// Whether its table is exact, as all its clocks wait for the same.
    together_is_exact: bool,
    /// By position: counts, and whether the winner still wins with them. With lower counts he wins what he wins with higher
    /// ones.
    searched: FxHashMap<View<BitsOf<V>>, Vec<(Counts, bool)>>,
    /// How many there are.
    nodes: usize,
    /// On the path that is looked at, with no clock running.
    on_path: Vec<Node<V>>,
    /// Whether an answer was given that need not be exact.
    doubtful: bool,
}

/// Those of all clocks.
type Counts = Vec<Option<u32>>;
/// A position with all counts.
type Node<V> = (View<BitsOf<V>>, Counts);

/// Whether the same clocks run and none of them has counted further.
fn no_further(counts: &[Option<u32>], than: &[Option<u32>]) -> bool {
    counts.iter().zip(than).all(|pair| match pair {
        (Some(count), Some(than)) => count <= than,
        (count, than) => count == than,
    })
}

impl<'a, V: Variant> Judge<'a, V> {
    pub(super) fn new(tables: &'a Tables<V>, clocks: &[&'static Clock]) -> Judge<'a, V> {
        let sets: Vec<ClockSet> = clocks.iter().map(|&clock| ClockSet::one(clock)).collect();
        let of_default = |set: &ClockSet| clocks.iter().all(|clock| set.clocks.contains(clock));
        let together = tables.game.clock_set(DEFAULT_SET).filter(of_default);
        let same = |set: &ClockSet| {
            let conversions = |clock: &&Clock| clock.until == Until::Conversion && !clock.asks_for_squares();
            set.clocks.len() == clocks.len() && set.clocks.iter().copied().all(|clock| conversions(&clock))
        };
        let together_is_exact = together.as_ref().is_some_and(same);
        Judge {
            tables,
            sets,
            together,
            together_is_exact,
            searched: FxHashMap::default(),
            nodes: 0,
            on_path: Vec::new(),
            doubtful: false,
        }
    }

    /// Judges a position with these counts, one for each clock.
    pub(super) fn judge(&mut self, view: &View<BitsOf<V>>, counts: &[Option<u32>]) -> Result<Judgement, ProbeError> {
        let value = self.value(view)?;
        let rulings = self.rulings(view, value, counts)?;
        let plies =
            rulings.iter().map(|ruling| ruling.plies).try_fold(0, |most, plies| plies.map(|plies| most.max(plies)));
        self.doubtful = false;
        let kept = value != Value::Draw && self.is_won(view, value, counts, &rulings)?;
        let single = rulings.len() <= 1 || rulings.iter().any(|ruling| !ruling.in_time);
        let exact = value == Value::Draw || kept || single || !self.doubtful;
        Ok(Judgement { value: RuleValue::new(value, kept), exact, plies, rulings })
    }

    fn value(&self, view: &View<BitsOf<V>>) -> Result<Value, ProbeError> {
        let mut resolver = Resolver::for_events(self.tables);
        let value = resolver.value(view)?;
        resolver.known(value)
    }

    /// What each clock says that concerns a position.
    fn rulings(&self, view: &View<BitsOf<V>>, value: Value, counts: &[Option<u32>]) -> Result<Vec<Ruling>, ProbeError> {
        if value == Value::Draw || view.mover().is_empty() || view.other().is_empty() {
            return Ok(Vec::new());
        }
        let mut resolver = Resolver::for_events(self.tables);
        let mut rulings = Vec::new();
        let mut all_known = true;
        for (set, &count) in self.sets.iter().zip(counts) {
            let clock = set.clocks[0];
            if count.is_none() && !set.concerns(view.mover_side(), view.other_side()) {
                continue;
            }
            let plies = match count {
                Some(_) => resolver.plies_while_running(view, clock)?,
                None => resolver.plies_of_clocks(view, set)?,
            };
            let Some(plies) = plies else {
                all_known = false;
                continue;
            };
            let left = count.map(|count| clock.left::<V>(view, count).map_or(0, |left| allowed_for(left, value)));
            // One that has run out has made the draw, whatever could be forced in no plies.
            let out = count.is_some_and(|count| clock.left::<V>(view, count).is_none());
            let in_time = !out && plies.is_some_and(|plies| left.is_none_or(|left| u32::from(plies) <= left));
            rulings.push(Ruling { state: ClockState { clock, count }, plies, left, in_time });
        }
        resolver.known(all_known.then_some(rulings))
    }

    /// Whether the winner of a position wins under all clocks together.
    fn is_won(
        &mut self,
        view: &View<BitsOf<V>>,
        value: Value,
        counts: &[Option<u32>],
        rulings: &[Ruling],
    ) -> Result<bool, ProbeError> {
        if rulings.iter().any(|ruling| !ruling.in_time) || rulings.len() <= 1 {
            return Ok(rulings.iter().all(|ruling| ruling.in_time));
        }
        if let Some(known) = self.won_by_one_plan(view, value, rulings)? {
            return Ok(known);
        }
        if (view.mover_side().pieces() + view.other_side().pieces()) > MOST_SEARCHED {
            self.doubtful = true;
            return Ok(false);
        }
        self.search(view, value, counts)
    }

    /// Whether one plan is known that meets all clocks; `None` where there may be another.
    fn won_by_one_plan(
        &self,
        view: &View<BitsOf<V>>,
        value: Value,
        rulings: &[Ruling],
    ) -> Result<Option<bool>, ProbeError> {
        let Some(together) = &self.together else { return Ok(None) };
        let mut resolver = Resolver::for_events(self.tables);
        let plies = resolver.plies_of_clocks(view, together)?;
        let plies = resolver.known(plies)?;
        let least = rulings.iter().filter_map(|ruling| ruling.left).min().unwrap_or(u32::MAX);
        let left = match value {
            // Counts that are given say more than fresh ones.
            _ if least < u32::MAX => least,
            value => allowed_for(Allowed::ALL, value),
        };
        let won = plies.is_some_and(|plies| u32::from(plies) <= left);
        Ok(if won || self.together_is_exact { Some(won) } else { None })
    }

    /// Looks whether the winner wins by trying his moves, and all of the other side.
    fn search(&mut self, view: &View<BitsOf<V>>, value: Value, counts: &[Option<u32>]) -> Result<bool, ProbeError> {
        if let Some(known) = self.remembered(view, counts) {
            return Ok(known);
        }
        let node: Node<V> = (*view, counts.to_vec());
        let idle = counts.iter().all(Option::is_none);
        if self.nodes >= MOST_NODES || idle && self.on_path.contains(&node) {
            self.doubtful = true;
            return Ok(false);
        }
        if idle {
            self.on_path.push(node.clone());
        }
        let won = self.try_moves(view, value, counts);
        if idle {
            self.on_path.pop();
        }
        let won = won?;
        // What a bound has let go may still be won, by another path.
        if won || !self.doubtful {
            self.nodes += 1;
            self.searched.entry(node.0).or_default().push((node.1, won));
        }
        Ok(won)
    }

    /// What was found for these counts, or follows from what was found for others.
    fn remembered(&self, view: &View<BitsOf<V>>, counts: &[Option<u32>]) -> Option<bool> {
        let follows = |(than, won): &&(Counts, bool)| {
            if *won { no_further(counts, than) } else { no_further(than, counts) }
        };
        self.searched.get(view)?.iter().find(follows).map(|&(_, won)| won)
    }

    fn try_moves(&mut self, view: &View<BitsOf<V>>, value: Value, counts: &[Option<u32>]) -> Result<bool, ProbeError> {
        let wins = value == Value::Win;
        let mut steps: Vec<Step<BitsOf<V>>> = Vec::new();
        for_each_step::<V>(view, |step| steps.push(step));
        if steps.is_empty() {
            return Ok(true);
        }
        // The moves nearest to an event first: one of them mostly does.
        let mut moves = Vec::new();
        for step in steps {
            let next = after::<V>(view, step);
            let next_value = self.value(&next)?;
            if next_value != value.opposite() {
                continue;
            }
            let played = Played { view, step, next: &next, over: self.is_over(&next), mover_wins: wins };
            let next_counts = self.after(counts, &played);
            match next_counts {
                None if wins => {}
                None => return Ok(false),
                Some(counts) => {
                    let rulings = self.rulings(&next, next_value, &counts)?;
                    let slack = rulings.iter().map(|ruling| match (ruling.plies, ruling.left) {
                        (Some(plies), Some(left)) => i64::from(left) - i64::from(plies),
                        _ => i64::MAX,
                    });
                    moves.push((-slack.min().unwrap_or(i64::MAX), next, next_value, counts, rulings));
                }
            }
        }
        moves.sort_by_key(|&(slack, ..)| slack);
        for (_, next, next_value, counts, rulings) in moves {
            let won = self.is_won(&next, next_value, &counts, &rulings)?;
            if won == wins {
                return Ok(wins);
            }
        }
        Ok(!wins)
    }

    /// The counts after a move; `None` if a clock makes the draw.
    pub(super) fn after(&self, counts: &[Option<u32>], played: &Played<'_, V>) -> Option<Vec<Option<u32>>> {
        self.sets.iter().zip(counts).map(|(set, &count)| set.clocks[0].after::<V>(count, played)).collect()
    }

    /// The clocks by which a move makes the draw.
    pub(super) fn run_out(&self, counts: &[Option<u32>], played: &Played<'_, V>) -> Vec<&'static Clock> {
        let clocks = self.sets.iter().map(|set| set.clocks[0]).zip(counts);
        clocks.filter(|(clock, count)| clock.after::<V>(**count, played).is_none()).map(|(clock, _)| clock).collect()
    }

    /// Whether the game is over: the side to move has no move, or the pieces decide.
    pub(super) fn is_over(&self, view: &View<BitsOf<V>>) -> bool {
        let mut can_move = false;
        for_each_step::<V>(view, |_| can_move = true);
        !can_move || self.tables.game.ending.decided(view.mover_side(), view.other_side()).is_some()
    }

    /// The counts in a position without a history.
    pub(super) fn fresh(&self, view: &View<BitsOf<V>>) -> Vec<Option<u32>> {
        self.sets.iter().map(|set| set.clocks[0].runs_in::<V>(view).then_some(0)).collect()
    }

    /// The tables that judging a position and play from there can need: of its material and all that it can become.
    pub(super) fn needed(&self, view: &View<BitsOf<V>>) -> Vec<(Material, Metric)> {
        let is_open: IsOpen<'_> = &|one, other| self.tables.game.ending.is_open(one, other);
        let material = Material::of(view).ok().filter(|material| is_open(material.first(), material.second()));
        let materials = Material::closure(material, |material| material.successors(is_open));
        // One clock alone is together with none.
        let together = self.together.iter().filter(|_| self.sets.len() > 1);
        let sets: Vec<&ClockSet> = self.sets.iter().chain(together).collect();
        let distances = |set: &ClockSet| [false, true].map(|running| metric_of_distance(set.goes_by(running)));
        let of = |material: Material| {
            let concern = |set: &&&ClockSet| set.concerns(material.first(), material.second());
            let clocks: Vec<Metric> = sets.iter().filter(concern).map(|set| metric_of(set)).collect();
            let plain = [Metric::Wdl, Metric::Dtw].into_iter().chain(sets.iter().flat_map(|set| distances(set)));
            plain.chain(clocks).map(move |metric| (material, metric)).collect::<Vec<_>>()
        };
        materials.into_iter().flat_map(of).collect()
    }

    /// The value of a position without rules.
    pub(super) fn value_of(&self, view: &View<BitsOf<V>>) -> Result<Value, ProbeError> {
        self.value(view)
    }

    /// Plies to what the clocks wait for by a move: to the latest of them. One where the move is it.
    pub(super) fn plies_of_move(
        &self,
        played: &Played<'_, V>,
        counts: &[Option<u32>],
        judged: &Judgement,
    ) -> Option<u16> {
        let mut later = judged.rulings.iter().map(|ruling| {
            let number = self.sets.iter().position(|set| set.clocks[0] == ruling.state.clock)?;
            let clock = ruling.state.clock;
            let is_event = match counts[number] {
                Some(_) => clock.is_event::<V>(played),
                None => clock.starts_something::<V>(played),
            };
            let is_event = played.over || is_event;
            if is_event { Some(1) } else { ruling.plies.map(|plies| plies.saturating_add(1)) }
        });
        later.try_fold(1, |most, plies| plies.map(|plies| most.max(plies)))
    }
}
