//! A board drawn with characters, for a terminal.

use super::geometry::Geometry;
use super::notation::Notation;
use super::position::{Color, Piece, Position};

/// Draws a position with White at the bottom: `w` and `b` are men, `W` and `B` kings, a dot is an empty square that a
/// piece can stand on. The edges show letters and row numbers, or in a game that writes numbers those of the first and
/// last square of each row. Plain ASCII, which has the same width in every terminal; no line feed at the end.
///
/// ```
/// use petrov::board::{Board, Board8x8, Corner, Notation, draw, parse_fen};
///
/// let russian = Notation { algebraic: true, first: Corner::TopLeft, a1: Corner::BottomLeft, mirrored: false,
///     capture: ':' };
/// let position = parse_fen("W:Wb4,Ka5:Bb2,d4", Board8x8::GEOMETRY, &russian)?;
/// let board = "\
/// 8    .   .   .   .
/// 7  .   .   .   .
/// 6    .   .   .   .
/// 5  W   .   .   .
/// 4    w   b   .   .
/// 3  .   .   .   .
/// 2    b   .   .   .
/// 1  .   .   .   .
///    a b c d e f g h";
/// assert_eq!(draw(&position, Board8x8::GEOMETRY, &russian), board);
/// # Ok::<(), petrov::board::FenError>(())
/// ```
pub fn draw(position: &Position, geometry: Geometry, notation: &Notation) -> String {
    let numbers = if notation.algebraic { geometry.rows } else { geometry.squares() };
    let width = numbers.to_string().len();
    let mut lines: Vec<String> = (0..geometry.rows)
        .rev()
        .map(|row| {
            let cells = spread((0..geometry.files).map(|file| cell(position, row, file, geometry, notation)));
            let (left, right) = edges(row, geometry, notation);
            format!("{left:>width$}  {cells}  {right:>width$}").trim_end().to_string()
        })
        .collect();
    if notation.algebraic {
        let letters =
            (0..geometry.files).map(|file| notation.file_letter(notation.seen_file(file, geometry), geometry));
        lines.push(format!("{:width$}  {}", "", spread(letters)));
    }
    lines.join("\n")
}

/// What stands at the two ends of a row.
fn edges(row: u32, geometry: Geometry, notation: &Notation) -> (String, String) {
    if notation.algebraic {
        return (notation.row_number(row, geometry).to_string(), String::new());
    }
    let last = geometry.squares_per_row() - 1;
    let number = |place| notation.number(row * geometry.squares_per_row() + place, geometry).to_string();
    if notation.mirrored { (number(last), number(0)) } else { (number(0), number(last)) }
}

/// The character of a square; `file` is counted as the players see the board.
fn cell(position: &Position, row: u32, file: u32, geometry: Geometry, notation: &Notation) -> char {
    let Some(square) = geometry.square(row, notation.seen_file(file, geometry)) else {
        return ' ';
    };
    match position.piece(square) {
        None => '.',
        Some(Piece { color: Color::White, king: false }) => 'w',
        Some(Piece { color: Color::White, king: true }) => 'W',
        Some(Piece { color: Color::Black, king: false }) => 'b',
        Some(Piece { color: Color::Black, king: true }) => 'B',
    }
}

/// The characters with a space between each two, which makes the squares nearly square.
fn spread(characters: impl Iterator<Item = char>) -> String {
    characters.map(String::from).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::fen::parse_fen;
    use super::super::notation::tests::{BOARDS, INTERNATIONAL, ITALIAN, RUSSIAN, SPANISH};
    use super::*;

    fn check(fen: &str, geometry: Geometry, notation: &Notation, expected: &[&str]) {
        let position = parse_fen(fen, geometry, notation).unwrap();
        assert_eq!(draw(&position, geometry, notation).lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn letters_at_the_edges() {
        let board = [
            "8    .   .   .   .",
            "7  .   .   .   .",
            "6    .   b   .   .",
            "5  W   .   .   b",
            "4    .   b   .   .",
            "3  .   .   .   .",
            "2    b   .   b   .",
            "1  .   .   .   B",
            "   a b c d e f g h",
        ];
        check("W:WKa5:Bb2,d4,d6,f2,g5,Kg1", BOARDS[0], &RUSSIAN, &board);
    }

    #[test]
    fn numbers_at_the_edges() {
        let board = [
            " 1    b   .   .   .   .   5",
            " 6  .   .   .   .   .    10",
            "11    .   .   .   .   .  15",
            "16  .   .   .   .   .    20",
            "21    .   .   .   .   .  25",
            "26  .   .   .   .   .    30",
            "31    .   .   .   .   .  35",
            "36  .   .   .   .   .    40",
            "41    .   .   .   .   .  45",
            "46  W   .   .   .   .    50",
        ];
        check("W:WK46:B1", BOARDS[2], &INTERNATIONAL, &board);
    }

    #[test]
    fn mirrored_boards() {
        let italian = [
            " 1  b   .   .   .     4",
            " 5    .   .   .   .   8",
            " 9  .   .   .   .    12",
            "13    .   .   .   .  16",
            "17  .   .   .   .    20",
            "21    .   .   .   .  24",
            "25  .   .   .   .    28",
            "29    .   .   .   W  32",
        ];
        check("W:WK32:B1", BOARDS[0], &ITALIAN, &italian);
        let spanish = [
            "32  b   .   .   .    29",
            "28    .   .   .   .  25",
            "24  .   .   .   .    21",
            "20    .   .   .   .  17",
            "16  .   .   .   .    13",
            "12    .   .   .   .   9",
            " 8  .   .   .   .     5",
            " 4    .   .   .   W   1",
        ];
        check("W:WK1:B32", BOARDS[0], &SPANISH, &spanish);
        let jamaican = Notation { algebraic: true, ..ITALIAN };
        let position = parse_fen("W:WKh1:Ba8", BOARDS[0], &jamaican).unwrap();
        let drawn = draw(&position, BOARDS[0], &jamaican);
        assert!(drawn.starts_with("8  b   .   .   .\n7    .   .   .   .\n"));
        assert!(drawn.ends_with("\n1    .   .   .   W\n   a b c d e f g h"));
    }
}
