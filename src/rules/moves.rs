//! Legal moves, and what a position becomes after one.

use super::capture::{Capture, Captures};
use super::game::{Game, Variant};
use super::movement::{BitsOf, Movement};
use super::quiet::{can_capture, free_squares, king_targets, man_targets};
use super::rulebook::{CaptureRules, capture_rules};
use crate::board::{Bits, Board, Color, Position, View};

/// A legal move, in square numbers of the board's [`Geometry`](crate::board::Geometry).
///
/// ```
/// use petrov::rules::game;
///
/// let russian = game("russian").ok_or("no such game")?;
/// let position = russian.read_fen("W:Wc3:Bd4,f6")?;
/// let mv = &russian.legal_moves(&position)[0];
/// // From c3 over e5 to g7, in squares of the board; d4 and f6 are taken.
/// assert_eq!(mv.squares(), [9, 18, 27]);
/// assert_eq!((mv.is_capture(), mv.captured), (true, 1 << 13 | 1 << 22));
/// assert_eq!((mv.king, mv.promotes), (false, false));
/// assert!(mv.same(&russian.read_move(&position, "c3:g7")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the piece comes from.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// The squares of the pieces that it takes, as bits; none in a quiet move.
    pub captured: u128,
    /// Whether the piece is a king afterwards.
    pub king: bool,
    /// Whether it was crowned by this move.
    pub promotes: bool,
    /// The squares where it lands, the last one included. Of several paths of the same move, one.
    pub path: Vec<u32>,
}

impl Move {
    /// Whether the move takes something.
    pub fn is_capture(&self) -> bool {
        self.captured != 0
    }

    /// All squares from the first to the last, as they are written.
    pub fn squares(&self) -> Vec<u32> {
        std::iter::once(self.from).chain(self.path.iter().copied()).collect()
    }

    /// Whether both are the same move, whatever path they take: from, to, the pieces taken and the rank at the end.
    pub fn same(&self, other: &Move) -> bool {
        (self.from, self.to, self.captured, self.king) == (other.from, other.to, other.captured, other.king)
    }
}

/// The step from a position to the next: which bits change, seen by the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<B> {
    /// Bit of the square left.
    pub from: u32,
    /// Bit of the square reached.
    pub to: u32,
    /// Pieces taken.
    pub captured: B,
    /// Whether the piece is a king afterwards.
    pub king: bool,
}

/// The position after a step, as the next side to move sees it.
#[inline(always)]
pub fn after<M: Movement>(view: &View<BitsOf<M>>, step: Step<BitsOf<M>>) -> View<BitsOf<M>> {
    let (from, to) = (BitsOf::<M>::bit(step.from), BitsOf::<M>::bit(step.to));
    let mut next = *view;
    next.mover_men &= !from;
    next.mover_kings &= !from;
    if step.king {
        next.mover_kings |= to;
    } else {
        next.mover_men |= to;
    }
    next.other_men &= !step.captured;
    next.other_kings &= !step.captured;
    next.turned::<M::Board>()
}

/// Calls `found` with every legal step; captures that differ in the path only come once for each path.
///
/// Here and below the rules of moving alone decide: a position in which the game is over may have steps.
pub fn for_each_step<V: Variant>(view: &View<BitsOf<V>>, mut found: impl FnMut(Step<BitsOf<V>>)) {
    each_step::<V::Movement>(capture_rules::<V>(), view, &mut found);
}

/// Calls `found` with every legal step and its path: the bits of the squares where it lands.
pub fn for_each_path<V: Variant>(view: &View<BitsOf<V>>, mut found: impl FnMut(Step<BitsOf<V>>, &[u8])) {
    each_path::<V::Movement>(capture_rules::<V>(), view, &mut found);
}

/// The same as [`for_each_step`] for a game with these captures.
pub fn each_step<M: Movement>(
    rules: &dyn CaptureRules<BitsOf<M>>,
    view: &View<BitsOf<M>>,
    found: &mut dyn FnMut(Step<BitsOf<M>>),
) {
    each::<M>(rules, view, Captures::default(), |step, _| found(step));
}

/// What is done with a step and its path.
pub(super) type EachPath<'f, B> = &'f mut dyn FnMut(Step<B>, &[u8]);

/// The same as [`for_each_path`] for a game with these captures.
pub(super) fn each_path<M: Movement>(
    rules: &dyn CaptureRules<BitsOf<M>>,
    view: &View<BitsOf<M>>,
    found: EachPath<'_, BitsOf<M>>,
) {
    each::<M>(rules, view, Captures::with_paths(), found);
}

#[inline(always)]
fn each<M: Movement>(
    rules: &dyn CaptureRules<BitsOf<M>>,
    view: &View<BitsOf<M>>,
    mut list: Captures<BitsOf<M>>,
    mut found: impl FnMut(Step<BitsOf<M>>, &[u8]),
) {
    if can_capture::<M>(view) {
        rules.captures(view, &mut list);
        for (number, &Capture { from, to, captured, king }) in list.list.iter().enumerate() {
            found(Step { from, to, captured, king }, list.paths.get(number).map_or(&[], Vec::as_slice));
        }
        return;
    }
    let free = free_squares::<M>(view);
    let none = BitsOf::<M>::EMPTY;
    for from in view.mover().iter() {
        let bit = BitsOf::<M>::bit(from);
        if (view.mover_kings & bit).any() {
            for to in king_targets::<M>(bit, free).iter() {
                found(Step { from, to, captured: none, king: true }, &[to as u8]);
            }
        } else {
            for &direction in M::MEN.quiet {
                for to in man_targets::<M>(bit, free, direction).iter() {
                    let king = (BitsOf::<M>::bit(to) & M::Board::LAST_ROW).any();
                    found(Step { from, to, captured: none, king }, &[to as u8]);
                }
            }
        }
    }
}

/// The legal moves of a position, each once, in the order of the squares that they leave; none where the game is over.
/// The game must have the rules of the type.
pub fn legal_moves<V: Variant>(game: &Game, position: &Position) -> Vec<Move> {
    distinct(all_paths::<V::Movement>(capture_rules::<V>(), game, position))
}

/// The first of all that are the same move.
pub(super) fn distinct(paths: Vec<Move>) -> Vec<Move> {
    paths.into_iter().fold(Vec::new(), |mut moves, candidate| {
        if !moves.iter().any(|known: &Move| known.same(&candidate)) {
            moves.push(candidate);
        }
        moves
    })
}

/// The legal moves of a position, each once for every path.
pub(super) fn all_paths<M: Movement>(
    rules: &dyn CaptureRules<BitsOf<M>>,
    game: &Game,
    position: &Position,
) -> Vec<Move> {
    let view = position.view::<M::Board>();
    if game.ending.decided(view.mover_side(), view.other_side()).is_some() {
        return Vec::new();
    }
    let square = |bit: u32| {
        let seen = M::Board::square_of(bit);
        match position.turn {
            Color::White => seen,
            Color::Black => M::Board::GEOMETRY.squares() - 1 - seen,
        }
    };
    let mut moves = Vec::new();
    each_path::<M>(rules, &view, &mut |step, path| {
        let was_king = (view.mover_kings & BitsOf::<M>::bit(step.from)).any();
        moves.push(Move {
            from: square(step.from),
            to: square(step.to),
            captured: step.captured.iter().fold(0, |set, bit| set | 1_u128 << square(bit)),
            king: step.king,
            promotes: step.king && !was_king,
            path: path.iter().map(|&bit| square(u32::from(bit))).collect(),
        });
    });
    in_order(&mut moves);
    moves
}

/// Compiled once, and not for every movement.
fn in_order(moves: &mut [Move]) {
    moves.sort_by_key(|mv| mv.from);
}

/// The position after a legal move.
///
/// ```
/// use petrov::rules::{game, play};
///
/// let russian = game("russian").ok_or("no such game")?;
/// let position = russian.read_fen("W:Wc3:Bd4,f6")?;
/// let after = play(&position, &russian.read_move(&position, "c3:g7")?);
/// assert_eq!(russian.write_fen(&after), "B:Wg7:B");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play(position: &Position, mv: &Move) -> Position {
    let mut next = *position;
    let keep = !(1_u128 << mv.from);
    for set in [&mut next.white_men, &mut next.white_kings, &mut next.black_men, &mut next.black_kings] {
        *set &= keep & !mv.captured;
    }
    next.place(mv.to, crate::board::Piece { color: position.turn, king: mv.king });
    next.turn = position.turn.other();
    next
}
