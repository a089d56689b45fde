//! Material: which pieces each side has.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use super::binomial::MAX_MEMBERS;
use crate::board::{Bits, Color, Position, Side, View};

/// Most pieces on the board in a table.
///
/// ```
/// assert_eq!(petrov::index::MAX_PIECES, 12);
/// ```
pub const MAX_PIECES: u32 = 12;
/// Most pieces of one side in a table.
///
/// ```
/// assert_eq!(petrov::index::MAX_SIDE, 8);
/// ```
pub const MAX_SIDE: u32 = MAX_MEMBERS as u32;

/// Tells of two sides whether there are positions with their pieces in which the game goes on.
///
/// ```
/// use petrov::{index::IsOpen, rules};
///
/// let game = rules::game("russian").unwrap();
/// let is_open: IsOpen<'_> = &|one, other| game.ending.is_open(one, other);
/// let king = petrov::board::Side { kings: 1, men: 0 };
/// assert!(is_open(king, king));
/// ```
pub type IsOpen<'a> = &'a dyn Fn(Side, Side) -> bool;

/// The pieces of both sides, the stronger side first, written `KKMvK`.
///
/// Materials are ordered as they are built: by pieces, then by men, as a capture leads to fewer pieces and a
/// promotion to fewer men.
///
/// ```
/// use petrov::board::Side;
/// use petrov::{index::Material, rules};
///
/// let material: Material = "MvKK".parse()?;
/// assert_eq!(material.to_string(), "KKvM"); // the stronger side first
/// assert_eq!((material.pieces(), material.men(), material.is_symmetric()), (3, 1, false));
/// let (kings, man) = (Side { kings: 2, men: 0 }, Side { kings: 0, men: 1 });
/// assert_eq!((material.first(), material.second()), (kings, man));
/// assert_eq!(Material::new(man, kings), Ok(material));
/// assert!(material.halves().eq([(kings, man), (man, kings)]));
/// assert_eq!(material.half_of(man), 1);
///
/// let game = rules::game("russian").unwrap();
/// assert_eq!(Material::of_position(&game.read_fen("W:WKa1,Kc1:Bb8")?), Ok(material));
///
/// // Where its moves lead: a capture or a promotion makes another material.
/// let names = |materials: Vec<Material>| materials.iter().map(Material::to_string).collect::<Vec<_>>().join(" ");
/// let is_open = &|one, other| game.ending.is_open(one, other);
/// assert_eq!(names(material.successors(is_open)), "KvK KvM KKvK"); // a man that captures may promote
/// assert_eq!(names(material.after_capture(is_open)), "KvK KvM");
/// assert_eq!(names(material.needed(is_open).into_iter().collect()), "KvK KvM KKvK");
/// assert_eq!(names(Material::closure([material], |next| next.after_capture(is_open)).into_iter().collect()), "KvK KvM KKvM");
/// assert_eq!(names(Material::all(2)), "KvK KvM MvM");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Material {
    first: Side,
    second: Side,
}

impl Material {
    /// The material of two sides in either order.
    ///
    /// # Errors
    /// If a side has no piece or more than eight, or both together more than twelve.
    pub fn new(one: Side, other: Side) -> Result<Material, MaterialError> {
        let (first, second) = if one.strength() >= other.strength() { (one, other) } else { (other, one) };
        if second.pieces() == 0 {
            return Err(MaterialError::EmptySide);
        }
        if first.pieces() > MAX_SIDE || first.pieces() + second.pieces() > MAX_PIECES {
            return Err(MaterialError::TooManyPieces { first: first.pieces(), second: second.pieces() });
        }
        Ok(Material { first, second })
    }

    /// The material of a position.
    ///
    /// # Errors
    /// As for [`Material::new`].
    pub fn of_position(position: &Position) -> Result<Material, MaterialError> {
        Material::new(position.side(Color::White), position.side(Color::Black))
    }

    /// The material of a position as its mover sees it.
    ///
    /// # Errors
    /// As for [`Material::new`].
    pub fn of<B: Bits>(view: &View<B>) -> Result<Material, MaterialError> {
        Material::new(view.mover_side(), view.other_side())
    }

    /// The stronger side, named first.
    pub fn first(self) -> Side {
        self.first
    }

    /// The other side.
    pub fn second(self) -> Side {
        self.second
    }

    /// Pieces of both sides.
    pub fn pieces(self) -> u32 {
        self.first.pieces() + self.second.pieces()
    }

    /// Men of both sides.
    pub fn men(self) -> u32 {
        self.first.men + self.second.men
    }

    /// Whether both sides have the same pieces, so that one side to move stands for both.
    pub fn is_symmetric(self) -> bool {
        self.first == self.second
    }

    /// The halves of the slice as (mover, other): the first side to move, then, unless it is the same, the second.
    pub fn halves(self) -> impl Iterator<Item = (Side, Side)> {
        let both = [(self.first, self.second), (self.second, self.first)];
        both.into_iter().take(if self.is_symmetric() { 1 } else { 2 })
    }

    /// Which of the [`halves`](Self::halves) has a mover with these pieces.
    pub fn half_of(self, mover: Side) -> usize {
        usize::from(!self.is_symmetric() && mover == self.second)
    }

    /// All materials of this many pieces, in the order in which they are built.
    pub fn all(pieces: u32) -> Vec<Material> {
        let mut all = Vec::new();
        for stronger in pieces.div_ceil(2)..pieces {
            for first in Side::all(stronger) {
                for second in Side::all(pieces - stronger) {
                    if let Ok(material) = Material::new(first, second)
                        && !all.contains(&material)
                    {
                        all.push(material);
                    }
                }
            }
        }
        all.sort();
        all
    }

    /// The materials that one move can lead to, except to this one and to the end of the game, in order. Where a game
    /// has ended is for its rules to say: `is_open` tells of two sides whether there is anything to solve.
    pub fn successors(self, is_open: IsOpen<'_>) -> Vec<Material> {
        let mut found = Vec::new();
        for (mover, other) in self.halves() {
            for promoted in 0..=u32::from(mover.men > 0) {
                for kings in 0..=other.kings {
                    for men in 0..=other.men {
                        let mover = Side { kings: mover.kings + promoted, men: mover.men - promoted };
                        let left = Side { kings: other.kings - kings, men: other.men - men };
                        if let Ok(material) = Material::new(mover, left)
                            && material != self
                            && is_open(mover, left)
                            && !found.contains(&material)
                        {
                            found.push(material);
                        }
                    }
                }
            }
        }
        found.sort();
        found
    }

    /// The materials that one capture can lead to, in order.
    pub fn after_capture(self, is_open: IsOpen<'_>) -> Vec<Material> {
        self.successors(is_open).into_iter().filter(|next| next.pieces() < self.pieces()).collect()
    }

    /// The materials that the values of this one rest on: where its moves lead, and where captures lead from there, as
    /// those are looked up where they end.
    pub fn needed(self, is_open: IsOpen<'_>) -> BTreeSet<Material> {
        Material::closure(self.successors(is_open), |material| material.after_capture(is_open))
    }

    /// These materials and all to which `next` leads from them, in order.
    pub fn closure(
        materials: impl IntoIterator<Item = Material>,
        next: impl Fn(Material) -> Vec<Material>,
    ) -> BTreeSet<Material> {
        let mut all = BTreeSet::new();
        let mut open: Vec<Material> = materials.into_iter().collect();
        while let Some(material) = open.pop() {
            if all.insert(material) {
                open.extend(next(material));
            }
        }
        all
    }

    fn order(self) -> impl Ord {
        let side = |side: Side| (std::cmp::Reverse(side.pieces()), side.men);
        (self.pieces(), self.men(), side(self.first), side(self.second))
    }
}

impl PartialOrd for Material {
    fn partial_cmp(&self, other: &Material) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Material {
    fn cmp(&self, other: &Material) -> std::cmp::Ordering {
        self.order().cmp(&other.order())
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}v{}", self.first, self.second))
    }
}

impl fmt::Debug for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text or a pair of sides is no material that can have a table.
///
/// ```
/// use petrov::index::{Material, MaterialError};
///
/// assert_eq!("KKKKKKKKKvK".parse::<Material>(), Err(MaterialError::TooManyPieces { first: 9, second: 1 }));
/// assert_eq!("Kv".parse::<Material>(), Err(MaterialError::EmptySide));
/// assert!(matches!("two kings".parse::<Material>(), Err(MaterialError::Syntax(_))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MaterialError {
    /// One side has no pieces: the game is over.
    EmptySide,
    /// More pieces than an index can number.
    TooManyPieces {
        /// Pieces of the side with more.
        first: u32,
        /// Pieces of the other.
        second: u32,
    },
    /// The text is not of the form `KKMvK`.
    Syntax(String),
}

impl fmt::Display for MaterialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MaterialError::EmptySide => write!(f, "a side without pieces has no table: the game is over"),
            MaterialError::TooManyPieces { first, second } => write!(
                f,
                "{first} pieces against {second} are too many: tables have at most {MAX_PIECES} pieces, {MAX_SIDE} of them \
                 on one side"
            ),
            MaterialError::Syntax(text) => {
                let text: String = text.chars().take(40).collect();
                write!(f, "unknown material \"{text}\": write the kings and men of both sides, as in KKMvK")
            }
        }
    }
}

impl std::error::Error for MaterialError {}

impl FromStr for Material {
    type Err = MaterialError;

    /// Reads `KKMvK`, in any case, with either side first and the letters of a side in any order.
    fn from_str(text: &str) -> Result<Material, MaterialError> {
        let syntax = || MaterialError::Syntax(text.to_owned());
        let side = |letters: &str| {
            let mut side = Side { kings: 0, men: 0 };
            for letter in letters.chars() {
                match letter {
                    'k' | 'K' => side.kings += 1,
                    'm' | 'M' => side.men += 1,
                    _ => return Err(syntax()),
                }
            }
            Ok(side)
        };
        let (one, other) = text.trim().split_once(['v', 'V']).ok_or_else(syntax)?;
        if one.is_empty() && other.is_empty() {
            return Err(syntax());
        }
        Material::new(side(one)?, side(other)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for (typed, name) in [("KKMvK", "KKMvK"), ("kvmkk", "KKMvK"), ("MvK", "KvM"), (" MMvKK ", "KKvMM")] {
            assert_eq!(typed.parse::<Material>().unwrap().to_string(), name);
        }
        for wrong in ["", "v", "KK", "KQvK", "KvKvK", "KKMv", "KKKKKKKKKvK", "KKKKKKKvKKKKKK", "KKv?"] {
            assert!(wrong.parse::<Material>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_successor_is_built_before() {
        for pieces in 2..=7 {
            for material in Material::all(pieces) {
                assert!(material.successors(&|_, _| true).iter().all(|&next| next < material), "{material}");
            }
        }
        let names: Vec<String> =
            "KMvM".parse::<Material>().unwrap().successors(&|_, _| true).iter().map(|m| m.to_string()).collect();
        assert_eq!(names, ["KvK", "KvM", "MvM", "KKvM", "KMvK"]);
    }

    #[test]
    fn materials_of_few_pieces() {
        let names = |pieces| Material::all(pieces).iter().map(|m| m.to_string()).collect::<Vec<_>>();
        assert_eq!(names(2), ["KvK", "KvM", "MvM"]);
        assert_eq!(names(3), ["KKvK", "KKvM", "KMvK", "KMvM", "MMvK", "MMvM"]);
        assert_eq!((names(4).len(), names(5).len(), names(6).len()), (14, 22, 37));
    }
}
