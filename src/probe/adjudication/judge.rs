//! What a position is worth under draw rules: each clock by its table, several together exactly where they can be searched.
//!
//! A clock alone is exact: the winner needs so many plies to what it waits for, and so many are left. Of several clocks each
//! can be met alone while no plan meets them all: then `search` finds out.

use super::facts::{Number, is_over};
use super::rest::FURTHEST;
use super::ruling::{Counts, Judgement, RuleValue, Ruling};
use super::search::Search;
use crate::board::View;
use crate::format::Metric;
use crate::index::{IsOpen, Material};
use crate::probe::error::ProbeError;
use crate::probe::lookup::events::{metric_of, metric_of_distance};
use crate::probe::lookup::tables::Tables;
use crate::probe::outcome::Value;
use crate::rules::{BitsOf, Clock, ClockSet, Count, Counted, Movement, Played, Scope, Until};

/// Judges positions under clocks.
pub(crate) struct Judge<'a, M: Movement> {
    tables: &'a Tables<M>,
    sets: Vec<ClockSet>,
    search: Search<'a, M>,
    /// The same clocks and [`PACE`], where one of them can be started anew again and again.
    pace: Option<Search<'a, M>>,
}

/// A clock that limits nothing: what it leaves of its count says how fast the winner comes to a capture or a promotion. It
/// runs where it is started and has no scope, so that no table is asked for it.
static PACE: Clock = Clock {
    id: "pace",
    text: "",
    source: "",
    default: false,
    scope: Scope { all: Count::NONE, ..Scope::ANY },
    until: Until::Conversion,
    counted: Counted::Each,
    limit: FURTHEST / 2,
};

impl<'a, M: Movement> Judge<'a, M> {
    pub(crate) fn new(tables: &'a Tables<M>, clocks: &[&'static Clock]) -> Judge<'a, M> {
        let sets: Vec<ClockSet> = clocks.iter().map(|&clock| ClockSet::one(clock)).collect();
        let with_pace = || sets.iter().cloned().chain([ClockSet::one(&PACE)]).collect();
        let pace = clocks.iter().any(|clock| clock.comes_back()).then(|| Search::new(tables, with_pace()));
        Judge { tables, search: Search::new(tables, sets.clone()), pace, sets }
    }

    /// Judges a position with these counts, one for each clock.
    pub(crate) fn judge(&mut self, view: &View<BitsOf<M>>, counts: &[Option<u32>]) -> Result<Judgement, ProbeError> {
        let position = self.search.begin(view)?;
        let value = self.search.facts.value(position);
        let rulings = self.rulings(position, counts)?;
        let plies =
            rulings.iter().map(|ruling| ruling.plies).try_fold(0, |most, plies| plies.map(|plies| most.max(plies)));
        let kept = value != Value::Draw && self.search.is_won(position, counts.to_vec())?;
        let exact = value == Value::Draw || kept || !self.search.doubtful;
        Ok(Judgement { value: RuleValue::new(value, kept), exact, plies, rulings })
    }

    /// Within how many plies, the move included, the winner can force a capture or a promotion and still win, where these are
    /// the counts after the move; `None` where every event of the clocks brings him nearer anyway, and where it is not known.
    pub(crate) fn pace_of_move(
        &mut self,
        played: &Played<'_, M>,
        counts: &[Option<u32>],
    ) -> Result<Option<u16>, ProbeError> {
        let Some(search) = &mut self.pace else { return Ok(None) };
        if played.over || PACE.is_event::<M>(played) {
            return Ok(Some(1));
        }
        let position = search.begin(played.next)?;
        let highest = search.highest_of_last(position, counts.iter().copied().chain([Some(0)]).collect())?;
        let plies = highest.and_then(|highest| u16::try_from(PACE.full() - highest).ok());
        Ok(plies.filter(|_| !search.doubtful).map(|plies| plies.saturating_add(1)))
    }

    /// What each clock says that concerns a position.
    fn rulings(&mut self, position: Number, counts: &[Option<u32>]) -> Result<Vec<Ruling>, ProbeError> {
        let mut rulings = Vec::new();
        for (number, &count) in counts.iter().enumerate() {
            if let Some(ruling) = self.search.ruling(position, number, count)? {
                rulings.push(ruling);
            }
        }
        Ok(rulings)
    }

    /// The counts after a move; `None` if a clock makes the draw.
    pub(crate) fn after(&self, counts: &[Option<u32>], played: &Played<'_, M>) -> Option<Counts> {
        self.sets.iter().zip(counts).map(|(set, &count)| set.clocks[0].after::<M>(count, played)).collect()
    }

    /// The clocks by which a move makes the draw.
    pub(crate) fn run_out(&self, counts: &[Option<u32>], played: &Played<'_, M>) -> Vec<&'static Clock> {
        let clocks = self.sets.iter().map(|set| set.clocks[0]).zip(counts);
        clocks.filter(|(clock, count)| clock.after::<M>(**count, played).is_none()).map(|(clock, _)| clock).collect()
    }

    /// Whether the game is over: the side to move has no move, or the pieces decide.
    pub(crate) fn is_over(&self, view: &View<BitsOf<M>>) -> bool {
        is_over(self.tables, view)
    }

    /// The counts in a position without a history.
    pub(crate) fn fresh(&self, view: &View<BitsOf<M>>) -> Vec<Option<u32>> {
        self.sets.iter().map(|set| set.clocks[0].runs_in::<M>(view).then_some(0)).collect()
    }

    /// The tables that judging a position and play from there can need: of its material and all that it can become.
    pub(crate) fn needed(&self, view: &View<BitsOf<M>>) -> Vec<(Material, Metric)> {
        let is_open: IsOpen<'_> = &|one, other| self.tables.shelf.game.ending.is_open(one, other);
        let material = Material::of(view).ok().filter(|material| is_open(material.first(), material.second()));
        let materials = Material::closure(material, |material| material.successors(is_open));
        // One clock alone is together with none.
        let together = self.search.together.iter().filter(|_| self.sets.len() > 1);
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
    pub(crate) fn value_of(&mut self, view: &View<BitsOf<M>>) -> Result<Value, ProbeError> {
        let position = self.search.begin(view)?;
        Ok(self.search.facts.value(position))
    }

    /// Plies to what the clocks wait for by a move: to the latest of them. One where the move is it.
    pub(crate) fn plies_of_move(
        &self,
        played: &Played<'_, M>,
        counts: &[Option<u32>],
        judged: &Judgement,
    ) -> Option<u16> {
        let mut later = judged.rulings.iter().map(|ruling| {
            let number = self.sets.iter().position(|set| set.clocks[0] == ruling.state.clock)?;
            let clock = ruling.state.clock;
            let is_event = match counts[number] {
                Some(_) => clock.is_event::<M>(played),
                None => clock.starts_something::<M>(played),
            };
            let is_event = played.over || is_event;
            if is_event { Some(1) } else { ruling.plies.map(|plies| plies.saturating_add(1)) }
        });
        later.try_fold(1, |most, plies| plies.map(|plies| most.max(plies)))
    }
}
