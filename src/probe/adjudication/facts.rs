//! What is known of positions whatever the counts of the clocks are, looked up once: values, moves that keep them, plies.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::board::{Bits, View};
use crate::probe::error::ProbeError;
use crate::probe::lookup::resolve::Resolver;
use crate::probe::lookup::tables::Tables;
use crate::probe::outcome::Value;
use crate::rules::{BitsOf, ClockSet, Movement, Played, Step, after, each_step};

/// The number of a position in [`Facts`].
pub(crate) type Number = u32;

/// Plies to an event that the winner can force; `None` where he cannot.
type Plies = Option<u16>;

/// A move that keeps the value.
#[derive(Clone, Copy)]
pub(crate) struct Way<M: Movement> {
    pub(crate) step: Step<BitsOf<M>>,
    pub(crate) next: Number,
}

/// What was looked up of a position so far.
struct Fact<M: Movement> {
    view: View<BitsOf<M>>,
    value: Value,
    over: bool,
    /// For each clock: plies where it runs, and where it stands still.
    plies: Vec<[Option<Plies>; 2]>,
    /// Plies until all clocks can be started anew.
    together: Option<Plies>,
    to_end: Option<Plies>,
    ways: Option<Rc<[Way<M>]>>,
}

/// Positions, numbered as they are met.
pub(crate) struct Facts<'a, M: Movement> {
    tables: &'a Tables<M>,
    clocks: Vec<ClockSet>,
    numbers: FxHashMap<View<BitsOf<M>>, Number>,
    all: Vec<Fact<M>>,
}

impl<'a, M: Movement> Facts<'a, M> {
    /// Of tables, for these clocks, each a set of its own.
    pub(crate) fn new(tables: &'a Tables<M>, clocks: Vec<ClockSet>) -> Facts<'a, M> {
        Facts { tables, clocks, numbers: FxHashMap::default(), all: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Forgets all positions: their numbers are no longer valid.
    pub(crate) fn clear(&mut self) {
        self.numbers.clear();
        self.all.clear();
    }

    pub(crate) fn number(&mut self, view: &View<BitsOf<M>>) -> Result<Number, ProbeError> {
        if let Some(&number) = self.numbers.get(view) {
            return Ok(number);
        }
        let mut resolver = Resolver::for_events(self.tables);
        let value = resolver.value(view)?;
        let value = resolver.known(value)?;
        let plies = vec![[None; 2]; self.clocks.len()];
        let over = is_over(self.tables, view);
        self.all.push(Fact { view: *view, value, over, plies, together: None, to_end: None, ways: None });
        let number = self.all.len() as Number - 1;
        self.numbers.insert(*view, number);
        Ok(number)
    }

    pub(crate) fn view(&self, number: Number) -> &View<BitsOf<M>> {
        &self.all[number as usize].view
    }

    pub(crate) fn value(&self, number: Number) -> Value {
        self.all[number as usize].value
    }

    /// Whether the game is over.
    pub(crate) fn over(&self, number: Number) -> bool {
        self.all[number as usize].over
    }

    pub(crate) fn pieces(&self, number: Number) -> u32 {
        (self.all[number as usize].view.mover() | self.all[number as usize].view.other()).count()
    }

    /// A way of a position, as it is played.
    pub(crate) fn played(&self, number: Number, way: &Way<M>) -> Played<'_, M> {
        let (view, next) = (self.view(number), self.view(way.next));
        let mover_wins = self.value(number) == Value::Win;
        Played { view, step: way.step, next, over: self.over(way.next), mover_wins }
    }

    /// The fewest plies within which the winner can force what a clock waits for, where it runs or stands still.
    pub(crate) fn plies(&mut self, number: Number, clock: usize, running: bool) -> Result<Plies, ProbeError> {
        let fact = &mut self.all[number as usize];
        if let Some(plies) = fact.plies[clock][usize::from(running)] {
            return Ok(plies);
        }
        let set = &self.clocks[clock];
        let mut resolver = Resolver::for_events(self.tables);
        let plies = match running {
            true => resolver.plies_while_running(&fact.view, set.clocks[0])?,
            false => resolver.plies_of_clocks(&fact.view, set)?,
        };
        let plies = resolver.known(plies)?;
        fact.plies[clock][usize::from(running)] = Some(plies);
        Ok(plies)
    }

    /// Plies to the end of the game; `None` also where the table is missing.
    pub(crate) fn plies_to_end(&mut self, number: Number) -> Result<Plies, ProbeError> {
        let fact = &mut self.all[number as usize];
        if let Some(plies) = fact.to_end {
            return Ok(plies);
        }
        let mut resolver = Resolver::for_events(self.tables);
        let plies = resolver.plies_to_end(&fact.view)?.flatten();
        fact.to_end = Some(plies);
        Ok(plies)
    }

    /// The fewest plies within which the winner can force a move that starts all clocks of a set anew; it is always the
    /// same set.
    pub(crate) fn plies_together(&mut self, number: Number, set: &ClockSet) -> Result<Plies, ProbeError> {
        let fact = &mut self.all[number as usize];
        if let Some(plies) = fact.together {
            return Ok(plies);
        }
        let mut resolver = Resolver::for_events(self.tables);
        let plies = resolver.plies_of_clocks(&fact.view, set)?;
        let plies = resolver.known(plies)?;
        fact.together = Some(plies);
        Ok(plies)
    }

    /// The moves that keep the value: of the winner those that still win, of the other side all.
    pub(crate) fn ways(&mut self, number: Number) -> Result<Rc<[Way<M>]>, ProbeError> {
        if let Some(ways) = &self.all[number as usize].ways {
            return Ok(Rc::clone(ways));
        }
        let (view, value) = (self.all[number as usize].view, self.all[number as usize].value);
        let mut steps: Vec<Step<BitsOf<M>>> = Vec::new();
        each_step::<M>(self.tables.captures, &view, &mut |step| steps.push(step));
        let mut ways = Vec::with_capacity(steps.len());
        for step in steps {
            let next = self.number(&after::<M>(&view, step))?;
            if self.value(next) == value.opposite() {
                ways.push(Way { step, next });
            }
        }
        let ways: Rc<[Way<M>]> = ways.into();
        self.all[number as usize].ways = Some(Rc::clone(&ways));
        Ok(ways)
    }
}

/// Whether the game is over: the side to move has no move, or the pieces decide.
pub(crate) fn is_over<M: Movement>(tables: &Tables<M>, view: &View<BitsOf<M>>) -> bool {
    let mut can_move = false;
    each_step::<M>(tables.captures, view, &mut |_| can_move = true);
    !can_move || tables.shelf.game.ending.decided(view.mover_side(), view.other_side()).is_some()
}
