//! What solving needs to know of one half of a slice: its numbering, its cells and where its moves lead.

use super::cell::{Cells, DRAW, ENDED, Merit, Scale};
use crate::board::cpu::Cpu;
use crate::board::{Bits, Board, View};
use crate::index::{Layout, MAX_MEMBERS, Material, Sets, Side, rank, subsets};
use crate::rules::{BitsOf, Capture, CapturesOf, Leaving, Movement, Rulebook, Step};

/// A half of a slice that is solved, with the half that holds a position after one move of the other side.
#[derive(Debug)]
pub struct Target<'a, M: Movement> {
    layout: Layout<M::Board>,
    cells: &'a Cells,
    /// What a move there is, where events are measured.
    event: Option<Event>,
}

/// A move that is an event: of the position after it only the value matters, and that it comes in time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    /// By parity of the cell: one above this is too late, and as good as a draw.
    pub(crate) most: [u16; 2],
}

impl Event {
    /// A move to where any value stands, however far.
    pub(crate) const ANY: Event = Event { most: [u16::MAX; 2] };

    /// The cell of the position after the move, with a fresh count.
    #[inline(always)]
    fn fresh(self, cell: u16) -> u16 {
        if cell == DRAW || cell > self.most[usize::from(cell & 1)] { DRAW } else { Scale::event(cell) }
    }
}

impl<M: Movement> Target<'_, M> {
    #[inline(always)]
    fn get<C: Cpu>(&self, cpu: C, home: &Home<BitsOf<M>>, mover_kings: BitsOf<M>, other_kings: BitsOf<M>) -> u16 {
        let row = rank(other_kings.extract(cpu, home.without_men));
        let column = rank(mover_kings.extract(cpu, home.without_men & !other_kings));
        let cell = self.cells.get(home.start + row * self.layout.columns() + column);
        match self.event {
            None => cell,
            Some(event) => event.fresh(cell),
        }
    }
}

/// Finds where moves lead: by the kind of move, the next material and the next side to move the cells of the half, and
/// what the move is. The half must be there.
pub type Leads<'f, 'a> = &'f dyn Fn(Leaving, Material, Side) -> Option<(&'a Cells, Option<Event>)>;

/// One half of the slice at hand.
#[derive(Debug)]
pub struct Half<'a, M: Movement> {
    pub(crate) layout: Layout<M::Board>,
    /// The captures of the game.
    pub(crate) captures: CapturesOf<M>,
    /// The cells of this half.
    pub(crate) cells: &'a Cells,
    /// What cells mean.
    pub(crate) scale: Scale,
    /// The merit that none is above.
    pub(crate) highest: Merit,
    /// Whether the mover has lost in every position, whatever moves it has.
    pub(crate) lost: bool,
    /// Where events are measured: the cells of the values, which are known. What is a draw there needs no look.
    pub(crate) values: Option<&'a Cells>,
    /// Whether every capture is an event that keeps the value: then it is known without a look at where it leads.
    pub(crate) captures_are_events: bool,
    /// By promotion, kings taken and men taken: the half where such a move leads; none where the game has ended for the
    /// other side.
    targets: Vec<Option<Target<'a, M>>>,
    /// The sets that rows and columns of its blocks stand for.
    pub(crate) sets: Sets<BitsOf<M>>,
    /// The same sets as the other side counts the squares.
    pub(crate) turned_sets: Sets<BitsOf<M>>,
    /// The sets that the mover's kings but one can be, among the squares that columns stand for; none without kings.
    pub(crate) staying: Vec<BitsOf<M>>,
}

/// Kinds of pieces of a side that can be taken by one move.
const KINDS: usize = MAX_MEMBERS + 1;

fn target_number(promotes: bool, kings: u32, men: u32) -> usize {
    (usize::from(promotes) * KINDS + kings as usize) * KINDS + men as usize
}

/// Finds the cells of a half by its material and mover.
pub type CellsOf<'f, 'a> = &'f (dyn Fn(Material, Side) -> Option<&'a Cells> + Sync);

impl<'a, M: Movement> Half<'a, M> {
    /// The half with this mover and these cells; `leads` finds where the moves that leave a unit lead.
    ///
    /// # Panics
    /// If `leads` does not know a half that a move leads to.
    pub(crate) fn new(
        rules: Rulebook<'_, M>,
        scale: Scale,
        (mover, other): (Side, Side),
        cells: &'a Cells,
        leads: Leads<'_, 'a>,
    ) -> Half<'a, M> {
        Half::with_targets(rules, scale, (mover, other), cells, leads, true)
    }

    /// The same, but only captures are looked at.
    pub(crate) fn for_captures(
        rules: Rulebook<'_, M>,
        scale: Scale,
        sides: (Side, Side),
        cells: &'a Cells,
        leads: Leads<'_, 'a>,
    ) -> Half<'a, M> {
        Half::with_targets(rules, scale, sides, cells, leads, false)
    }

    fn with_targets(
        rules: Rulebook<'_, M>,
        scale: Scale,
        (mover, other): (Side, Side),
        cells: &'a Cells,
        leads: Leads<'_, 'a>,
        quiet: bool,
    ) -> Half<'a, M> {
        let Rulebook { game, captures } = rules;
        let layout = Layout::<M::Board>::new(mover, other).expect("the plan has counted the entries");
        let material = Material::new(mover, other).expect("a half has a material");
        let mut targets: Vec<Option<Target<'a, M>>> = (0..2 * KINDS * KINDS).map(|_| None).collect();
        for promotes in [false, true] {
            for kings in 0..=other.kings {
                for men in 0..=other.men {
                    if promotes && mover.men == 0 || !quiet && kings + men == 0 {
                        continue;
                    }
                    let up = u32::from(promotes);
                    let next_other = Side { kings: mover.kings + up, men: mover.men - up };
                    let next_mover = Side { kings: other.kings - kings, men: other.men - men };
                    let Some(layout) = Layout::<M::Board>::new(next_mover, next_other) else { continue };
                    if game.ending.decided(next_mover, next_other) == Some(false) {
                        continue;
                    }
                    let next = Material::new(next_mover, next_other).expect("a layout has a material");
                    let (cells, event) = leads(Leaving { promotes, kings, men }, next, next_mover)
                        .unwrap_or_else(|| panic!("{next} is solved before {material}"));
                    targets[target_number(promotes, kings, men)] = Some(Target { layout, cells, event });
                }
            }
        }
        let lost = game.ending.decided(mover, other) == Some(false);
        let sets = Sets::new(&layout);
        Half {
            turned_sets: sets.turned(&layout),
            sets,
            staying: match mover.kings {
                0 => Vec::new(),
                kings => subsets(layout.open_squares(), kings - 1).collect(),
            },
            layout,
            captures,
            cells,
            scale,
            highest: scale.highest(),
            lost,
            values: None,
            captures_are_events: false,
            targets,
        }
    }

    /// The merit of the best of the captures of a position, which is not empty.
    #[inline(always)]
    pub(crate) fn best_capture<C: Cpu>(
        &self,
        cpu: C,
        view: &View<BitsOf<M>>,
        captures: &[Capture<BitsOf<M>>],
    ) -> Merit {
        let turned = view.turned::<M::Board>();
        let mut best = Merit::NONE;
        let mut last = None;
        for &Capture { from, to, captured, king } in captures {
            let (target, next) = self.next(&turned, Step { from, to, captured, king });
            // The landings behind a piece mostly differ in a king alone.
            let men = (next.mover_men, next.other_men);
            let home = match last {
                Some((of, home)) if of == (target, men) => home,
                _ => self.home(cpu, target, men),
            };
            last = Some(((target, men), home));
            best = best.max(self.merit_in(cpu, &home, next.mover_kings, next.other_kings));
            if best == self.highest {
                break;
            }
        }
        best
    }

    /// The merit of a step of the mover. `turned` is the position before the step as the other side sees it.
    #[inline(always)]
    pub(crate) fn merit<C: Cpu>(&self, cpu: C, turned: &View<BitsOf<M>>, step: Step<BitsOf<M>>) -> Merit {
        let (target, next) = self.next(turned, step);
        let home = self.home(cpu, target, (next.mover_men, next.other_men));
        self.merit_in(cpu, &home, next.mover_kings, next.other_kings)
    }

    /// The position after a step, as the next mover sees it, and the number of its half among the targets.
    #[inline(always)]
    fn next(&self, turned: &View<BitsOf<M>>, step: Step<BitsOf<M>>) -> (usize, View<BitsOf<M>>) {
        let last = M::Board::BITS - 1;
        let (from, to) = (BitsOf::<M>::bit(last - step.from), BitsOf::<M>::bit(last - step.to));
        let mut next = *turned;
        let was_king = (next.other_kings & from).any();
        next.other_men &= !from;
        next.other_kings &= !from;
        if step.king {
            next.other_kings |= to;
        } else {
            next.other_men |= to;
        }
        let captured = M::Board::rotate(step.captured);
        let kings = (next.mover_kings & captured).count();
        let men = step.captured.count() - kings;
        next.mover_kings &= !captured;
        next.mover_men &= !captured;
        (target_number(step.king && !was_king, kings, men), next)
    }

    /// Where positions with these men of the next mover and of the other side lie in a target.
    #[inline(always)]
    fn home<C: Cpu>(&self, cpu: C, target: usize, men: (BitsOf<M>, BitsOf<M>)) -> Home<BitsOf<M>> {
        let start = match &self.targets[target] {
            Some(Target { layout, .. }) => layout.configuration(cpu, men.0, men.1) * layout.kings_per_block(),
            None => 0,
        };
        Home { target, start, without_men: Layout::<M::Board>::without_men(men.0, men.1) }
    }

    /// The merit of a move to a position with these kings of the next mover and of the other side.
    #[inline(always)]
    fn merit_in<C: Cpu>(
        &self,
        cpu: C,
        home: &Home<BitsOf<M>>,
        mover_kings: BitsOf<M>,
        other_kings: BitsOf<M>,
    ) -> Merit {
        self.scale.merit(match &self.targets[home.target] {
            Some(target) => target.get(cpu, home, mover_kings, other_kings),
            None => ENDED,
        })
    }

    /// A quiet move of a man to another row, in all positions with these men of the mover and of the other side.
    #[inline(always)]
    pub(crate) fn exit<C: Cpu>(
        &self,
        cpu: C,
        men: (BitsOf<M>, BitsOf<M>),
        from: BitsOf<M>,
        to: BitsOf<M>,
    ) -> Exit<BitsOf<M>> {
        let promotes = (to & M::Board::LAST_ROW).any();
        let stays = if promotes { BitsOf::<M>::EMPTY } else { to };
        let next = (M::Board::rotate(men.1), M::Board::rotate(men.0 & !from | stays));
        let king = if promotes { M::Board::rotate(to) } else { BitsOf::<M>::EMPTY };
        Exit { to, king, home: self.home(cpu, target_number(promotes, 0, 0), next) }
    }

    /// The merit of such a move; the kings are those of the mover and of the other side before it, as the next mover sees
    /// them.
    #[inline(always)]
    pub(crate) fn exit_merit<C: Cpu>(&self, cpu: C, exit: &Exit<BitsOf<M>>, kings: (BitsOf<M>, BitsOf<M>)) -> Merit {
        self.merit_in(cpu, &exit.home, kings.1, kings.0 | exit.king)
    }
}

/// Where the positions with certain men lie in a half that moves lead to.
#[derive(Clone, Copy, Debug)]
struct Home<B> {
    target: usize,
    /// The first of them.
    start: u64,
    without_men: B,
}

/// A quiet move of a man to another row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exit<B> {
    /// The square where the man goes, as the mover sees it.
    pub(crate) to: B,
    /// The new king as the next mover sees it, if the man is crowned.
    king: B,
    home: Home<B>,
}
