//! What solving needs to know of one half of a slice: its numbering, its cells and where its moves lead.

use super::cell::{Cells, DRAW, ENDED, Merit, Scale};
use crate::board::cpu::Cpu;
use crate::board::{Bits, Board, View};
use crate::index::{Layout, MAX_MEMBERS, Material, Sets, Side};
use crate::rules::{BitsOf, Game, Leaving, Step, Variant};

/// A half of a slice that is solved, with the half that holds a position after one move of the other side.
#[derive(Debug)]
pub struct Target<'a, V: Variant> {
    layout: Layout<V::Board>,
    cells: &'a Cells,
    /// What a move there is, where events are measured.
    event: Option<Event>,
}

/// A move that is an event: of the position after it only the value matters, and that it comes in time.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// By parity of the cell: one above this is too late, and as good as a draw.
    pub most: [u16; 2],
}

impl Event {
    /// A move to where any value stands, however far.
    pub const ANY: Event = Event { most: [u16::MAX; 2] };

    /// The cell of the position after the move, with a fresh count.
    #[inline(always)]
    fn fresh(self, cell: u16) -> u16 {
        if cell == DRAW || cell > self.most[usize::from(cell & 1)] { DRAW } else { Scale::event(cell) }
    }
}

impl<V: Variant> Target<'_, V> {
    #[inline(always)]
    fn get<C: Cpu>(&self, cpu: C, view: &View<BitsOf<V>>) -> u16 {
        let cell = self.cells.get(self.layout.entry(cpu, view));
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
pub struct Half<'a, V: Variant> {
    pub(super) layout: Layout<V::Board>,
    /// The cells of this half.
    pub(super) cells: &'a Cells,
    /// What cells mean.
    pub(super) scale: Scale,
    /// Whether the mover has lost in every position, whatever moves it has.
    pub(super) lost: bool,
    /// Where events are measured: the cells of the values, which are known. What is a draw there needs no look.
    pub(super) values: Option<&'a Cells>,
    /// Whether every capture is an event that keeps the value: then it is known without a look at where it leads.
    pub(super) captures_are_events: bool,
    /// By promotion, kings taken and men taken: the half where such a move leads; none where the game has ended for the
    /// other side.
    targets: Vec<Option<Target<'a, V>>>,
    /// The sets that rows and columns of its blocks stand for.
    pub(super) sets: Sets<BitsOf<V>>,
}

/// Kinds of pieces of a side that can be taken by one move.
const KINDS: usize = MAX_MEMBERS + 1;

fn target_number(promotes: bool, kings: u32, men: u32) -> usize {
    (usize::from(promotes) * KINDS + kings as usize) * KINDS + men as usize
}

/// Finds the cells of a half by its material and mover.
pub type CellsOf<'f, 'a> = &'f (dyn Fn(Material, Side) -> Option<&'a Cells> + Sync);

impl<'a, V: Variant> Half<'a, V> {
    /// The half with this mover and these cells; `leads` finds where the moves that leave a unit lead.
    ///
    /// # Panics
    /// If `leads` does not know a half that a move leads to.
    pub(super) fn new(
        game: &Game,
        scale: Scale,
        (mover, other): (Side, Side),
        cells: &'a Cells,
        leads: Leads<'_, 'a>,
    ) -> Half<'a, V> {
        Half::with_targets(game, scale, (mover, other), cells, leads, true)
    }

    /// The same, but only captures are looked at.
    pub(super) fn for_captures(
        game: &Game,
        scale: Scale,
        sides: (Side, Side),
        cells: &'a Cells,
        leads: Leads<'_, 'a>,
    ) -> Half<'a, V> {
        Half::with_targets(game, scale, sides, cells, leads, false)
    }

    fn with_targets(
        game: &Game,
        scale: Scale,
        (mover, other): (Side, Side),
        cells: &'a Cells,
        leads: Leads<'_, 'a>,
        quiet: bool,
    ) -> Half<'a, V> {
        let layout = Layout::<V::Board>::new(mover, other).expect("the plan has counted the entries");
        let material = Material::new(mover, other).expect("a half has a material");
        let mut targets: Vec<Option<Target<'a, V>>> = (0..2 * KINDS * KINDS).map(|_| None).collect();
        for promotes in [false, true] {
            for kings in 0..=other.kings {
                for men in 0..=other.men {
                    if promotes && mover.men == 0 || !quiet && kings + men == 0 {
                        continue;
                    }
                    let up = u32::from(promotes);
                    let next_other = Side { kings: mover.kings + up, men: mover.men - up };
                    let next_mover = Side { kings: other.kings - kings, men: other.men - men };
                    let Some(layout) = Layout::<V::Board>::new(next_mover, next_other) else { continue };
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
        Half { sets: Sets::new(&layout), layout, cells, scale, lost, values: None, captures_are_events: false, targets }
    }

    /// The merit of a step of the mover. `turned` is the position before the step as the other side sees it.
    #[inline(always)]
    pub(super) fn merit<C: Cpu>(&self, cpu: C, turned: &View<BitsOf<V>>, step: Step<BitsOf<V>>) -> Merit {
        let last = V::Board::BITS - 1;
        let (from, to) = (BitsOf::<V>::bit(last - step.from), BitsOf::<V>::bit(last - step.to));
        let mut next = *turned;
        let was_king = (next.other_kings & from).any();
        next.other_men &= !from;
        next.other_kings &= !from;
        if step.king {
            next.other_kings |= to;
        } else {
            next.other_men |= to;
        }
        let captured = V::Board::rotate(step.captured);
        let kings = (next.mover_kings & captured).count();
        let men = step.captured.count() - kings;
        next.mover_kings &= !captured;
        next.mover_men &= !captured;
        self.scale.merit(match &self.targets[target_number(step.king && !was_king, kings, men)] {
            Some(target) => target.get(cpu, &next),
            None => ENDED,
        })
    }
}
