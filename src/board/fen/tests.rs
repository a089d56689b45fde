//! Every dialect of FEN, what is wrong with texts, and that nothing makes the reader panic.

use super::super::notation::tests::{BOARDS, INTERNATIONAL, ITALIAN, RUSSIAN, Random, all_notations};
use super::super::position::Piece;
use super::*;

/// Positions of the rules texts, with the pieces in the order of the source.
const RULES: [&str; 6] = [
    "W:WKg1:Be3,e5,f6,a7",
    "W:Wb4,Ka5:Bd4,g5,d6,b2,f2",
    "B:WKc5:Bd4,b6,d2",
    "B:We3,Kd8:Bd6",
    "W:Wa1,e3,c1,g1,b2,h2,a3:Bb6,h6,a7,e7,g7,b8,d8,f8,h8,Kh4",
    "B:WKa1:B",
];

fn read(text: &str) -> Position {
    parse_fen(text, BOARDS[0], &RUSSIAN).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The text as this module would have written it.
fn canonical(text: &str) -> String {
    write_fen(&read(text), BOARDS[0], &RUSSIAN)
}

#[test]
fn every_dialect() {
    let expected = "W:Wa1,Kb2:Bc3";
    for text in [
        "W:Wa1,Kb2:Bc3",
        "w:wa1,kb2:bc3",
        "W:WA1,KB2:BC3",
        "W:W29,K25:B22",
        "W:W029,K0025:B22",
        "W:Bc3:Wa1,Kb2",
        "W:Wa1:Bc3:WKb2",
        "W:W29-29,K25-25:B22-22",
        "W:Wa1,Kb2:Bc3.",
        "W:Wa1,Kb2:Bc3:H0:F1",
        "W:Wa1,Kb2:Bc3:F99999999999999999999:H7.",
        "W:Wa1,Kb2:Bc3:H0:F1:+0+1",
        "W:Wa1,Kb2:Bc3:H0:F1:+129+0",
        "W:Wa1,Kb2:Bc3:+w+b",
        "[FEN \"W:Wa1,Kb2:Bc3\"]",
        "[Fen 'W:Wa1,Kb2:Bc3.' ]",
        " [ fen W:Wa1,Kb2:Bc3 ] ",
        "\"W:Wa1,Kb2:Bc3\"",
        "' W : W a1 , K b2 : B c3 . '",
        "\tW :\nW\u{a0}29 , K 25 : B 22 : H 0 : F 1 . ",
    ] {
        assert_eq!(canonical(text), expected, "{text}");
    }
    assert_eq!(canonical("B:b5"), "B:W:Ba7");
    assert_eq!(canonical("B:bk4"), "B:W:BKh8");
    assert_eq!(canonical("W:W:B"), "W:W:B");
    assert_eq!(canonical("W:W5:B"), "W:Wa7:B");
    assert_eq!(canonical("B:W:B1-3,K5\u{2013}6"), "B:W:BKa7,Kc7,b8,d8,f8");
    assert_eq!(canonical("B:WK1 - 4"), "B:WKb8,Kd8,Kf8,Kh8:B");
}

#[test]
fn positions_of_the_rules_texts() {
    for text in RULES {
        let position = read(text);
        assert_eq!(position.validate(BOARDS[0]), Ok(()));
        assert_eq!(position.pieces() as usize, text.matches(|c: char| c.is_ascii_digit()).count());
        assert_eq!(read(&write_fen(&position, BOARDS[0], &RUSSIAN)), position);
    }
    let position = read(RULES[1]);
    assert_eq!(position.turn, Color::White);
    assert_eq!(position.piece(16), Some(Piece { color: Color::White, king: true }));
    assert_eq!(position.piece(12), Some(Piece { color: Color::White, king: false }));
    assert_eq!(position.piece(13), Some(Piece { color: Color::Black, king: false }));
    assert_eq!(canonical(RULES[4]), "W:Wa1,c1,g1,b2,h2,a3,e3:BKh4,b6,h6,a7,e7,g7,b8,d8,f8,h8");
}

#[test]
fn numbers_are_written_as_they_were_read() {
    for (geometry, text) in [
        (BOARDS[2], "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24"),
        (BOARDS[2], "W:W31,32,33,34,35:B16,17,18,19,20"),
        (BOARDS[3], "W:WK43,44,72:B1,30,K67"),
        (BOARDS[1], "W:W40:BK1"),
        (BOARDS[0], "B:WK6,17,20,21,22,30:B1,3,5,9,25,28"),
    ] {
        for notation in [INTERNATIONAL, ITALIAN] {
            let position = parse_fen(text, geometry, &notation).unwrap();
            assert_eq!(write_fen(&position, geometry, &notation), text);
        }
    }
    let mirrored = parse_fen("W:W32:BK1", BOARDS[0], &ITALIAN).unwrap();
    assert_eq!(Ok(mirrored), parse_fen("W:Wh1:BKa8", BOARDS[0], &ITALIAN));
    assert_eq!(mirrored.white_men, 1);
}

#[test]
fn file_k_and_the_mark_of_a_king() {
    let read = |text: &str| parse_fen(text, BOARDS[3], &RUSSIAN).map(|p| write_fen(&p, BOARDS[3], &RUSSIAN));
    assert_eq!(read("W:WK5"), Ok("W:WK5:B".to_string()));
    assert_eq!(read("W:Wk5"), Ok("W:W48:B".to_string()));
    let five = RUSSIAN.algebraic_name(RUSSIAN.square_by_number(5, BOARDS[3]).unwrap(), BOARDS[3]);
    assert_eq!(five, "j12");
    assert_eq!(read("W:WKk1,kk3,Kl2"), Ok("W:WK60,K66,K72:B".to_string()));
}

/// Texts that are no FEN, with the column and the beginning of the message.
#[rustfmt::skip]
const WRONG: [(&str, usize, &str); 32] = [
    ("", 1, "the side to move is missing; write W or B first, as in W:Wa1:Bh8"),
    ("a1,b2", 1, "the side to move is missing;"),
    ("[FEN \"", 7, "the side to move is missing;"),
    ("?:Wa1:Bh8", 1, "the side to move is unknown; write W or B in place of ?"),
    ("Wa1:Bh8", 2, "a colon belongs between the side to move and the pieces, as in W:Wa1:Bh8"),
    ("W", 2, "the pieces are missing; write them as in W:Wa1:Bh8"),
    ("W:H0:F1", 8, "the pieces are missing; write them as in W:Wa1:Bh8"),
    ("B::", 3, "the colour of the pieces is missing; write W or B behind the colon"),
    ("W:31", 3, "the colour of the pieces is missing; write W or B behind the colon"),
    ("W:Wa1,j9", 7, "there is no square j9 on this board (squares are a1 to h8, dark squares only)"),
    ("W:Wa1,Kc2", 8, "there is no square c2 on this board"),
    ("W:W1-33", 6, "there is no square 33 on this board (squares are 1 to 32)"),
    ("W:WK0", 5, "there is no square 0 on this board"),
    ("W:BKb2,Gc3", 8, "there is no square G on this board"),
    ("W:W5-1", 4, "the range 5-1 runs downwards; write 1-5"),
    ("W:Wa1-c1", 6, "a range needs numbers; name each square, with commas between them"),
    ("W:W29-c1", 6, "a range needs numbers; name each square, with commas between them"),
    ("W:Wc3:Bc3", 8, "two pieces on c3; name each square once"),
    ("W:W22,K20-24", 7, "two pieces on 22; name each square once"),
    ("W:Wa1,b8", 7, "a man on b8 would stand on its promotion row; write Kb8 for a king"),
    ("W:B28-32", 4, "a man on 29 would stand on its promotion row; write K29 for a king"),
    ("W:WK1 2", 7, "'2' stands where a comma, a colon or the end belongs"),
    ("\"W:WK1 2\"", 8, "'2' stands where a comma, a colon or the end belongs"),
    ("W:WK1,", 7, "the text ends where a square belongs"),
    ("W:WK,1", 5, "',' stands where a square belongs"),
    ("W:W,K1", 4, "',' stands where a square belongs"),
    ("W:W\u{441}3", 4, "'\u{441}' stands where a square belongs and is not a Latin letter"),
    ("W:WK1:H", 8, "the text ends where a number belongs"),
    ("W:WK1. .", 8, "'.' stands where the end belongs"),
    ("[FEN \"W:WK1", 12, "the text ends where the closing quote belongs"),
    ("[\"W:WK1\" 1", 10, "'1' stands where the closing bracket belongs"),
    ("W:WK1\"]", 6, "'\"' stands where a comma, a colon or the end belongs"),
];

#[test]
fn what_is_wrong() {
    for (text, column, expected) in WRONG {
        let error = parse_fen(text, BOARDS[0], &RUSSIAN).unwrap_err();
        let message = error.to_string();
        assert_eq!(error.column, column, "{text}: {message}");
        assert!(message.starts_with(&format!("column {column}: {expected}")), "{text}: {message}");
    }
}

fn random_position(random: &mut Random, geometry: Geometry) -> Position {
    let mut position = Position::empty(if random.below(2) == 0 { Color::White } else { Color::Black });
    for square in 0..geometry.squares() {
        let color = if random.below(2) == 0 { Color::White } else { Color::Black };
        let (row, _) = geometry.row_and_file(square);
        let is_crowned = row == if color == Color::White { geometry.rows - 1 } else { 0 };
        if random.below(3) == 0 {
            position.place(square, Piece { color, king: is_crowned || random.below(2) == 0 });
        }
    }
    position
}

#[test]
fn written_positions_are_read_back() {
    let mut random = Random(0x5eed);
    for geometry in BOARDS {
        for notation in all_notations() {
            for _ in 0..200 {
                let position = random_position(&mut random, geometry);
                let text = write_fen(&position, geometry, &notation);
                assert_eq!(parse_fen(&text, geometry, &notation), Ok(position), "{text}");
                assert_eq!(parse_fen(&text.to_lowercase(), geometry, &notation), Ok(position), "{text}");
            }
        }
    }
}

#[test]
fn no_text_makes_it_panic() {
    let characters: Vec<char> = "WwBbKk:,.-\u{2013}?[]\"'+HhFf0123456789 aclé😀\u{441}\u{0}\u{301}".chars().collect();
    let mut random = Random(0xbad_5eed);
    for round in 0..100_000 {
        let geometry = BOARDS[round / 2 % 4];
        let notation = if round % 3 == 0 { ITALIAN } else { RUSSIAN };
        let mut text: Vec<char> = match round % 2 {
            0 => write_fen(&random_position(&mut random, BOARDS[0]), BOARDS[0], &notation).chars().collect(),
            _ => (0..random.below(20)).map(|_| characters[random.below(characters.len())]).collect(),
        };
        for _ in 0..random.below(4) {
            let (at, new) = (random.below(text.len() + 1), characters[random.below(characters.len())]);
            match text.get_mut(at) {
                Some(old) if random.below(2) == 0 => *old = new,
                _ => text.insert(at, new),
            }
        }
        match parse_fen(&text.iter().collect::<String>(), geometry, &notation) {
            Ok(position) => assert_eq!(position.validate(geometry), Ok(())),
            Err(error) => assert!((1..=text.len() + 1).contains(&error.column), "{text:?}: {error}"),
        }
    }
    for character in characters {
        for start in ["", "W", "W:W", "W:WK1,", "[FEN \"", "W:W1-"] {
            let _ = parse_fen(&format!("{start}{}", character.to_string().repeat(20_000)), BOARDS[0], &RUSSIAN);
        }
    }
}
