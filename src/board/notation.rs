//! Names of squares: numbers counted from any corner, letters with digits, on the board and on its mirror image.

use super::corner::Corner;
use super::cursor::shortened;
use super::geometry::{Geometry, letter};
use super::unknown::{UnknownCorner, UnknownSquare};

/// How a game names its squares and writes its moves. Both styles are read in every game.
///
/// ```
/// use petrov::board::{Board, Board8x8, Corner, Notation};
///
/// let geometry = Board8x8::GEOMETRY;
/// let letters = Notation::letters(':');
/// let numbers = Notation::numbers(Corner::TopLeft, false, 'x');
/// // Square 9 of the geometry is c3; counted from b8 it is number 22.
/// assert_eq!((letters.name(9, geometry), numbers.name(9, geometry)), ("c3".into(), "22".into()));
/// assert_eq!((letters.number(9, geometry), numbers.algebraic_name(9, geometry)), (22, "c3".into()));
/// assert_eq!(letters.square_by_number(22, geometry), Some(9));
/// assert_eq!(letters.square_by_algebraic("C3", geometry), Some(9));
/// assert_eq!(letters.square_by_name("22", geometry), letters.square_by_name("c3", geometry));
/// assert_eq!(letters.corner_name(Corner::TopLeft, geometry), "b8");
/// assert_eq!(letters.corner_by_name("g1", geometry), Ok(Corner::BottomRight));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Notation {
    /// Whether the game writes squares as a3; otherwise it writes numbers.
    pub algebraic: bool,
    /// Where square number 1 lies. The numbers run row by row, away from this corner.
    pub first: Corner,
    /// Where the square a1 lies, or would lie if pieces stood there: the corner from which letters and rows are counted.
    pub a1: Corner,
    /// Whether the game is played on the mirrored board, where the square in the bottom left corner is light. Its
    /// square h1 is square 0 of the [`Geometry`]; numbers, too, are counted on the mirrored board.
    pub mirrored: bool,
    /// What stands between the squares of a capture.
    pub capture: char,
}

impl Notation {
    /// Squares as a3, from the bottom left. Numbers, which are read too, run from the top left.
    pub const fn letters(capture: char) -> Notation {
        Notation { algebraic: true, first: Corner::TopLeft, a1: Corner::BottomLeft, mirrored: false, capture }
    }

    /// Squares as numbers from this corner.
    pub const fn numbers(first: Corner, mirrored: bool, capture: char) -> Notation {
        Notation { algebraic: false, first, mirrored, ..Notation::letters(capture) }
    }

    /// The number of a square of the board, from 1.
    pub const fn number(&self, square: u32, geometry: Geometry) -> u32 {
        self.reflected(square, geometry) + 1
    }

    /// A set of squares by their numbers: bit n-1 stands for the square with number n.
    ///
    /// ```
    /// use petrov::rules::game;
    ///
    /// let game = game("russian").ok_or("no such game")?;
    /// assert_eq!(game.notation.numbers_of(1, game.geometry), 1 << 28, "a1 is 29");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn numbers_of(&self, mut squares: u128, geometry: Geometry) -> u128 {
        let mut numbers = 0;
        while squares != 0 {
            numbers |= 1_u128 << (self.number(squares.trailing_zeros(), geometry) - 1);
            squares &= squares - 1;
        }
        numbers
    }

    /// The square that carries this number, if the board has one.
    pub const fn square_by_number(&self, number: u32, geometry: Geometry) -> Option<u32> {
        if number == 0 || number > geometry.squares() {
            return None;
        }
        Some(self.reflected(number - 1, geometry))
    }

    /// From a square to its number less one and back: reflections of rows and columns, which undo themselves.
    const fn reflected(&self, square: u32, geometry: Geometry) -> u32 {
        debug_assert!(square < geometry.squares());
        let width = geometry.squares_per_row();
        let (row, place) = (square / width, square % width);
        let row = if self.first.is_top() { geometry.rows - 1 - row } else { row };
        let place = if self.first.is_right() != self.mirrored { width - 1 - place } else { place };
        row * width + place
    }

    /// The letter and row of a square of the board, as in `a3`.
    pub fn algebraic_name(&self, square: u32, geometry: Geometry) -> String {
        let (row, file) = geometry.row_and_file(square);
        format!("{}{}", self.file_letter(file, geometry), self.row_number(row, geometry))
    }

    /// The square of a name such as `a3` or `A3`, if a piece can stand there.
    pub fn square_by_algebraic(&self, name: &str, geometry: Geometry) -> Option<u32> {
        let first = name.chars().next().filter(char::is_ascii_alphabetic)?;
        let row = saturating_number(&name[1..])?.checked_sub(1)?;
        let file = u32::from(first.to_ascii_lowercase()) - u32::from('a');
        if file >= geometry.files || row >= geometry.rows {
            return None;
        }
        geometry.square(self.counted_row(row, geometry), self.counted_file(file, geometry))
    }

    /// From a file of the geometry to the file that White sees, and back.
    pub(super) const fn seen_file(&self, file: u32, geometry: Geometry) -> u32 {
        if self.mirrored { geometry.files - 1 - file } else { file }
    }

    /// From a file of the geometry to its letter's place in the alphabet, and back.
    const fn counted_file(&self, file: u32, geometry: Geometry) -> u32 {
        if self.a1.is_right() != self.mirrored { geometry.files - 1 - file } else { file }
    }

    /// From a row of the geometry to its number less one, and back.
    const fn counted_row(&self, row: u32, geometry: Geometry) -> u32 {
        if self.a1.is_top() { geometry.rows - 1 - row } else { row }
    }

    /// The letter of a file of the geometry.
    pub(super) fn file_letter(&self, file: u32, geometry: Geometry) -> char {
        letter(self.counted_file(file, geometry))
    }

    /// The number of a row of the geometry.
    pub(super) const fn row_number(&self, row: u32, geometry: Geometry) -> u32 {
        self.counted_row(row, geometry) + 1
    }

    /// The name of a square of the board in the style of the game.
    pub fn name(&self, square: u32, geometry: Geometry) -> String {
        if self.algebraic { self.algebraic_name(square, geometry) } else { self.number(square, geometry).to_string() }
    }

    /// The square of a name in either style; capitals and leading zeros are accepted.
    ///
    /// # Errors
    /// The board has no such square, or no piece can stand on it.
    pub fn square_by_name(&self, name: &str, geometry: Geometry) -> Result<u32, UnknownSquare> {
        let found = match saturating_number(name) {
            Some(number) => self.square_by_number(number, geometry),
            None => self.square_by_algebraic(name, geometry),
        };
        found.ok_or_else(|| UnknownSquare {
            name: shortened(name),
            geometry,
            light_a1: self.square_by_algebraic("a1", geometry).is_none(),
        })
    }

    /// The algebraic name of the playing square in a corner.
    pub fn corner_name(&self, corner: Corner, geometry: Geometry) -> String {
        let from_corner = Notation { first: corner, ..*self };
        from_corner.algebraic_name(from_corner.reflected(0, geometry), geometry)
    }

    /// The corner whose playing square has this algebraic name: how a user says where square number 1 lies.
    ///
    /// # Errors
    /// No corner has this name.
    pub fn corner_by_name(&self, name: &str, geometry: Geometry) -> Result<Corner, UnknownCorner> {
        let wanted = name.trim();
        let named = |corner: &Corner| self.corner_name(*corner, geometry).eq_ignore_ascii_case(wanted);
        Corner::ALL.into_iter().find(named).ok_or_else(|| UnknownCorner {
            name: shortened(wanted),
            accepted: Corner::ALL.map(|corner| self.corner_name(corner, geometry)),
        })
    }
}

/// A number of ASCII digits; one that is too large becomes the largest.
fn saturating_number(digits: &str) -> Option<u32> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let append = |number: u32, digit: u8| number.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
    Some(digits.bytes().fold(0, append))
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::boards::{Board, Board8x8, Board8x8Full, Board10x8, Board10x10, Board12x12};
    use super::*;

    pub(crate) const BOARDS: [Geometry; 5] =
        [Board8x8::GEOMETRY, Board10x8::GEOMETRY, Board10x10::GEOMETRY, Board12x12::GEOMETRY, Board8x8Full::GEOMETRY];
    pub(crate) const RUSSIAN: Notation =
        Notation { algebraic: true, first: Corner::TopLeft, a1: Corner::BottomLeft, mirrored: false, capture: ':' };
    pub(crate) const INTERNATIONAL: Notation = Notation { algebraic: false, capture: 'x', ..RUSSIAN };
    pub(crate) const ITALIAN: Notation = Notation { mirrored: true, ..INTERNATIONAL };
    pub(crate) const SPANISH: Notation = Notation { first: Corner::BottomRight, ..ITALIAN };
    pub(crate) const THAI: Notation = Notation { first: Corner::BottomRight, capture: '-', ..INTERNATIONAL };

    /// Every notation there can be, but for the sign of a capture.
    pub(crate) fn all_notations() -> impl Iterator<Item = Notation> {
        Corner::ALL.into_iter().flat_map(|first| {
            [(false, false), (false, true), (true, false), (true, true)].map(|(algebraic, mirrored)| Notation {
                algebraic,
                first,
                a1: first,
                mirrored,
                capture: 'x',
            })
        })
    }

    /// A small source of random numbers (xorshift).
    pub(crate) struct Random(pub(crate) u64);

    impl Random {
        /// A number below `limit`.
        pub(crate) fn below(&mut self, limit: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 % limit as u64) as usize
        }
    }

    #[test]
    fn numbers_of_known_squares() {
        let (small, large) = (BOARDS[0], BOARDS[2]);
        let from = |first| Notation { first, ..RUSSIAN };
        let cases = [
            (RUSSIAN, small, vec![(1, "b8"), (4, "h8"), (5, "a7"), (18, "d4"), (29, "a1"), (32, "g1")]),
            (from(Corner::BottomLeft), small, vec![(1, "a1"), (2, "c1"), (5, "b2"), (32, "h8")]),
            (from(Corner::BottomRight), small, vec![(1, "g1"), (2, "e1"), (5, "h2"), (32, "b8")]),
            (from(Corner::TopRight), small, vec![(1, "h8"), (4, "b8"), (32, "a1")]),
            (RUSSIAN, large, vec![(1, "b10"), (5, "j10"), (46, "a1"), (50, "i1")]),
            (ITALIAN, small, vec![(1, "a8"), (4, "g8"), (5, "b7"), (29, "b1"), (32, "h1")]),
            (SPANISH, small, vec![(1, "h1"), (4, "b1"), (5, "g2"), (32, "a8")]),
            (THAI, small, vec![(1, "g1"), (4, "a1"), (32, "b8")]),
        ];
        for (notation, geometry, squares) in cases {
            for (number, name) in squares {
                let square = notation.square_by_number(number, geometry).unwrap();
                assert_eq!(notation.algebraic_name(square, geometry), name);
                assert_eq!(notation.square_by_name(name, geometry), Ok(square));
            }
        }
        assert_eq!(ITALIAN.square_by_algebraic("h1", small), Some(0));
        assert_eq!(RUSSIAN.square_by_algebraic("a1", small), Some(0));
    }

    #[test]
    fn names_and_numbers_come_back() {
        for geometry in BOARDS {
            for notation in all_notations() {
                for square in 0..geometry.squares() {
                    assert_eq!(notation.square_by_number(notation.number(square, geometry), geometry), Some(square));
                    let name = notation.algebraic_name(square, geometry);
                    assert_eq!(notation.square_by_algebraic(&name.to_uppercase(), geometry), Some(square));
                    assert_eq!(notation.square_by_name(&notation.name(square, geometry), geometry), Ok(square));
                }
            }
        }
    }

    #[test]
    fn unknown_squares() {
        let message =
            |notation: Notation, name: &str| notation.square_by_name(name, BOARDS[0]).unwrap_err().to_string();
        assert_eq!(
            message(RUSSIAN, "j9"),
            "there is no square j9 on this board (squares are a1 to h8, dark squares only)"
        );
        assert_eq!(message(RUSSIAN, "33"), "there is no square 33 on this board (squares are 1 to 32)");
        assert_eq!(
            message(ITALIAN, "a1"),
            "there is no square a1 on this board (squares are a1 to h8, dark squares only; in this game a1 is light)"
        );
        assert!(message(RUSSIAN, &"9".repeat(1000)).contains("999999999999... on"));
        for name in ["", "a", "0", "a0", "a2", "i1", "a9", "1a", "a1b", "a+1", "+1", "4294967296", "b4294967298", "é1"]
        {
            assert!(RUSSIAN.square_by_name(name, BOARDS[0]).is_err(), "{name}");
        }
    }

    #[test]
    fn corners_by_name() {
        for geometry in BOARDS {
            for notation in all_notations() {
                for corner in Corner::ALL {
                    let name = notation.corner_name(corner, geometry);
                    assert_eq!(notation.corner_by_name(&name.to_uppercase(), geometry), Ok(corner));
                }
            }
        }
        assert_eq!(RUSSIAN.corner_by_name(" a1", BOARDS[0]), Ok(Corner::BottomLeft));
        let error = RUSSIAN.corner_by_name("a8", BOARDS[0]).unwrap_err();
        assert_eq!(error.to_string(), "square number 1 cannot be \"a8\"; it is b8, a1, g1 or h8");
        let names = |notation: Notation, geometry| Corner::ALL.map(|corner| notation.corner_name(corner, geometry));
        assert_eq!(names(ITALIAN, BOARDS[0]), ["a8", "b1", "h1", "g8"]);
        assert_eq!(names(RUSSIAN, BOARDS[1]), ["b8", "a1", "i1", "j8"]);
        assert_eq!(names(RUSSIAN, BOARDS[3]), ["b12", "a1", "k1", "l12"]);
    }
}
