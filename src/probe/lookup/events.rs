//! Plies to an event: to the next capture or promotion, to the next capture or move of a man, to what clocks wait for.

use super::resolve::Resolver;
use super::shelf::Access;
use super::tables::Tables;
use crate::board::{Bits, Position, View};
use crate::format::{ClockCell, ClockName, Metric};
use crate::probe::error::ProbeError;
use crate::probe::outcome::Value;
use crate::rules::{
    Allowed, BitsOf, Capture, Captures, Clock, ClockSet, GoesBy, Leaving, Movement, Step, Until, after, can_capture,
};

/// `None` with a note of the resolver why it is not known.
type Known<T> = Result<Option<T>, ProbeError>;

/// The metric of clocks.
pub(crate) fn metric_of(clocks: &ClockSet) -> Metric {
    Metric::Clock(ClockName::new(clocks.id).expect("the id of a clock is a name"))
}

/// The metric of the distance that clocks go by.
pub fn metric_of_distance(goes_by: GoesBy) -> Metric {
    match goes_by {
        GoesBy::Ends => Metric::Dtw,
        GoesBy::Conversions => Metric::Dtc,
        GoesBy::Zeroings => Metric::Dtz,
    }
}

/// The plies that are allowed to the winner of a position of this value.
pub(crate) fn allowed_for(allowed: Allowed, value: Value) -> u32 {
    match value {
        Value::Win => allowed.win,
        Value::Loss => allowed.loss,
        Value::Draw => 0,
    }
}

impl<'a, M: Movement> Resolver<'a, M> {
    /// Follows captures for plies to an event.
    pub(crate) fn for_events(tables: &'a Tables<M>) -> Resolver<'a, M> {
        Resolver::new(tables, false, Access::Any)
    }

    /// Plies by a metric of distances; the inner `None` is a draw.
    pub(crate) fn plies(&mut self, view: &View<BitsOf<M>>, metric: Metric) -> Known<Option<u16>> {
        if metric == Metric::Dtw {
            return self.plies_to_end(view);
        }
        match self.value(view)? {
            None => return Ok(None),
            Some(Value::Draw) => return Ok(Some(None)),
            Some(_) => {}
        }
        if let Some(plies) = self.without_tables(view)? {
            return Ok(Some(Some(plies)));
        }
        if can_capture::<M>(view) {
            return Ok(Some(Some(1)));
        }
        let read = self.tables.stored_number(view, metric);
        Ok(self.note(read, &[metric])?.map(Some))
    }

    /// Plies of a position that is over, or will be as the other side has nothing left.
    fn without_tables(&mut self, view: &View<BitsOf<M>>) -> Result<Option<u16>, ProbeError> {
        let over = self.tables.shelf.game.ending.decided(view.mover_side(), view.other_side()).is_some();
        if view.mover().is_empty() || over || view.other().is_empty() {
            let plies = self.plies_to_end(view)?.flatten();
            return Ok(Some(plies.unwrap_or(0)));
        }
        Ok(None)
    }

    /// The fewest plies within which the winner can force what clocks wait for, so that the position after it is won under
    /// the rule with fresh counts; the inner `None` where he cannot, and in draws.
    ///
    /// Where the clocks run on outside their scope this is what a fresh start is worth.
    pub(crate) fn plies_of_clocks(&mut self, view: &View<BitsOf<M>>, clocks: &ClockSet) -> Known<Option<u16>> {
        let value = match self.value(view)? {
            None => return Ok(None),
            Some(Value::Draw) => return Ok(Some(None)),
            Some(value) => value,
        };
        if let Some(plies) = self.without_tables(view)? {
            return Ok(Some(Some(plies)));
        }
        let (mover, other) = (view.mover_side(), view.other_side());
        let goes_by = metric_of_distance(clocks.goes_by(waits_for_the_end::<M>(clocks, view)));
        if !clocks.concerns(mover, other) || goes_by == Metric::Dtw {
            return self.plies(view, goes_by);
        }
        if can_capture::<M>(view) {
            return self.captures_of_clocks(view, clocks, value);
        }
        let metric = metric_of(clocks);
        let read = self.tables.stored_number(view, metric);
        Ok(match self.note(read, &[metric, goes_by])?.map(ClockCell::of) {
            None => None,
            Some(ClockCell::Same) => return self.plies(view, goes_by),
            Some(ClockCell::Never) => Some(None),
            Some(ClockCell::Plies(plies)) => Some(Some(plies)),
        })
    }

    /// The same for a position with captures.
    fn captures_of_clocks(&mut self, view: &View<BitsOf<M>>, clocks: &ClockSet, value: Value) -> Known<Option<u16>> {
        let mut found = Captures::default();
        self.tables.captures.captures(view, &mut found);
        let (mut best, mut all_known, mut escapes): (Option<u16>, _, _) = (None, true, false);
        for Capture { from, to, captured, king } in found.list {
            let step = Step { from, to, captured, king };
            let next = after::<M>(view, step);
            let Some(plies) = self.after_capture(view, step, &next, clocks)? else {
                all_known = false;
                continue;
            };
            match (value, plies) {
                (Value::Win, Some(plies)) => best = Some(best.map_or(plies, |best| best.min(plies))),
                (Value::Win, None) => {}
                (_, Some(plies)) => best = best.max(Some(plies)),
                (_, None) => escapes = true,
            }
        }
        Ok(if all_known { Some(best.filter(|_| !escapes)) } else { None })
    }

    /// Plies to the event by a capture, which is one or comes before it; the inner `None` where it leads to nothing that
    /// counts, or to a position that the winner does not win.
    fn after_capture(
        &mut self,
        view: &View<BitsOf<M>>,
        step: Step<BitsOf<M>>,
        next: &View<BitsOf<M>>,
        clocks: &ClockSet,
    ) -> Known<Option<u16>> {
        let kings = (step.captured & view.other_kings).count();
        let leaving = Leaving { promotes: false, kings, men: step.captured.count() - kings };
        let Some(mover) = self.value(view)? else { return Ok(None) };
        match self.value(next)? {
            None => return Ok(None),
            Some(value) if value != mover.opposite() => return Ok(Some(None)),
            Some(_) => {}
        }
        let sides = (view.mover_side(), view.other_side());
        if clocks.is_event(sides, leaving, (next.mover_side(), next.other_side())) || next.mover().is_empty() {
            return Ok(self.won_fresh(next, clocks)?.map(|won| won.then_some(1)));
        }
        Ok(self.plies_of_clocks(next, clocks)?.map(|plies| plies.map(|plies| plies.saturating_add(1))))
    }

    /// Whether a position that is no draw is won under the rule with fresh counts, by whoever wins it without.
    pub(crate) fn won_fresh(&mut self, view: &View<BitsOf<M>>, clocks: &ClockSet) -> Known<bool> {
        let (mover, other) = (view.mover_side(), view.other_side());
        if !clocks.concerns(mover, other) {
            return Ok(Some(true));
        }
        let Some(value) = self.value(view)? else { return Ok(None) };
        let runs = clocks.asks_for_squares().is_none_or(|clock| clock.runs_in::<M>(view));
        let allowed = if runs { clocks.allowed(mover, other) } else { Allowed::ALL };
        let plies = self.plies_of_clocks(view, clocks)?;
        Ok(plies.map(|plies| plies.is_some_and(|plies| u32::from(plies) <= allowed_for(allowed, value))))
    }

    /// Plies to the event of one clock with a count: of one that runs on where its scope has ended, other than from a fresh
    /// start.
    pub(crate) fn plies_while_running(&mut self, view: &View<BitsOf<M>>, clock: &'static Clock) -> Known<Option<u16>> {
        if clock.runs_on() && !clock.runs_in::<M>(view) {
            return self.plies(view, metric_of_distance(clock.goes_by(true)));
        }
        self.plies_of_clocks(view, &ClockSet::one(clock))
    }
}

/// Whether nothing but the end of the game will do in a position.
fn waits_for_the_end<M: Movement>(clocks: &ClockSet, view: &View<BitsOf<M>>) -> bool {
    clocks.single().is_some_and(|clock| clock.until == Until::End && clock.runs_in::<M>(view))
}

/// Plies by a metric, of tables that are known to be of the position's game.
pub(crate) fn plies_of<M: Movement>(
    tables: &Tables<M>,
    position: &Position,
    metric: Metric,
) -> Result<Option<u16>, ProbeError> {
    let view = position.view::<M::Board>();
    let mut resolver = Resolver::for_events(tables);
    let plies = resolver.plies(&view, metric)?;
    resolver.known(plies)
}
