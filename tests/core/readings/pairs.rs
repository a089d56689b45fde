//! The pairs of readings that the grammars of FENs and moves have, each with the texts that have both and those that
//! have one.

use petrov::rules::game;

/// What is read: the text as Petrov writes it, or the parts that a message has.
enum Read {
    As(&'static str),
    Refused(&'static [&'static str]),
}
use Read::{As, Refused};

type Cases = &'static [(&'static str, &'static str, Read)];

#[track_caller]
fn check_fens(cases: Cases) {
    for (name, text, expected) in cases {
        let game = game(name).unwrap();
        match (game.read_fen(text), expected) {
            (Ok(position), As(written)) => assert_eq!(game.write_fen(&position), *written, "{name}: {text}"),
            (Err(error), Refused(parts)) => {
                let message = error.to_string();
                assert!(parts.iter().all(|part| message.contains(part)), "{name}: {text}: {message}");
            }
            (read, As(_)) => panic!("{name}: {text}: {}", read.unwrap_err()),
            (read, Refused(_)) => panic!("{name}: {text} is read as {}", game.write_fen(&read.unwrap())),
        }
    }
}

/// `b6` behind a colon: Black on square number 6, or the square b6 whose colour was forgotten.
#[test]
fn a_colour_with_a_number_or_a_square() {
    const BOTH: &[&str] =
        &["b6 can mean Black on square number 6 or the square b6 without a colour; ", "Wb6 or Bb6", "B6"];
    check_fens(&[
        ("russian", "W:We7:b6", Refused(BOTH)),
        ("russian", "W:We7:b6,c5", Refused(BOTH)),
        ("russian", "W:b6:We7", Refused(BOTH)),
        ("russian", "W:b6", Refused(BOTH)),
        ("russian", "W:b06", Refused(&["b06 can mean Black on square number 6"])),
        ("russian", "w:w:b6", Refused(BOTH)),
        ("russian", "W:WK:b6", Refused(&["':' stands where a square belongs"])),
        ("russian", "[FEN \"W:We7:b6:H0:F1.\"]", Refused(BOTH)),
        ("russian", "W:We7:B6", Refused(&["B6 can mean Black on square number 6 or the square b6"])),
        ("international", "W:WKi1:b6", Refused(BOTH)),
        ("canadian", "W:Wl4:b6", Refused(BOTH)),
        ("turkish", "W:Wb3:b6", Refused(BOTH)),
        // A number elsewhere settles it, capitals are always colours, and there is no square b5 or b31.
        ("russian", "w:w12:b6", As("W:Wh6:Bc7")),
        ("russian", "W:b6,12:W31", As("W:We1:Bh6,c7")),
        ("russian", "W:B6", As("W:W:Bc7")),
        ("russian", "W:b5", As("W:W:Ba7")),
        ("russian", "W:b31", Refused(&["a man on 31"])),
        ("russian", "W:b 6", As("W:W:Bc7")),
        ("russian", "W:bk6", As("W:W:BKc7")),
        ("russian", "W:bb6", As("W:W:Bb6")),
        ("russian", "w:b6-7:w", As("W:W:Bc7,e7")),
        ("international", "w:wk31:bk5", As("W:WK31:BK5")),
    ]);
}

/// `h4` and `f6` behind a colon: counters, or squares whose colour was forgotten.
#[test]
fn a_counter_or_a_square() {
    const H4: &[&str] = &["h4 can mean a counter of moves or the square h4 without a colour; ", "Wh4 or Bh4"];
    check_fens(&[
        ("russian", "W:We7:h4", Refused(H4)),
        ("russian", "W:We7:Bb6:f6", Refused(&["f6 can mean a counter of moves or the square f6"])),
        ("russian", "W:h4:We7", Refused(H4)),
        ("russian", "W:W:B:h4", Refused(H4)),
        ("russian", "W:We7:h4,f6", Refused(&["column 7: the colour of the pieces is missing"])),
        ("russian", "W:WE7:H4", Refused(&["H4 can mean a counter of moves or the square h4"])),
        ("turkish", "W:We7:h0:f1", Refused(&["f1 can mean a counter"])),
        // Small squares with capitals behind the colon, numbers, and what is no square.
        ("russian", "W:We7:Bb6:H4:F6", As("W:We7:Bb6")),
        ("russian", "W:We7:Bb6:h0:f1", As("W:We7:Bb6")),
        ("russian", "w:w31:b5:h4:f6", As("W:We1:Ba7")),
        ("russian", "W:WE7:H5", As("W:We7:B")),
        ("russian", "W:We7:h 4", As("W:We7:B")),
        ("frisian", "W:WKi1:+1+0", As("W:WK50:B")),
    ]);
}

/// Letters and numbers in one text: the numbers can count from a corner that the letters do not have.
#[test]
fn letters_and_numbers() {
    check_fens(&[
        (
            "russian",
            "W:Wc3,22:Bd4",
            Refused(&["column 7: c3 has a letter and 22 is a number", "all squares with letters"]),
        ),
        ("russian", "W:W22:Bd4", Refused(&["column 8: d4 has a letter and 22 is a number"])),
        ("russian", "W:Wa1,K25:Bc3", Refused(&["column 8: a1 has a letter and 25 is a number"])),
        ("russian", "W:WK1-3,a1", Refused(&["a1 has a letter and 1 is a number"])),
        ("russian", "W:W22-c1", Refused(&["a range needs numbers"])),
        // A piece that an unfinished capture left behind, as one server writes it.
        ("russian", "W:W31:BG3,5", Refused(&["G3 has a letter and 31 is a number"])),
        ("russian", "W:W31,b6", Refused(&["b6 has a letter and 31 is a number"])),
        ("international", "W:Wa1:BK5", Refused(&["a1 has a letter and 5 is a number"])),
        ("russian", "W:Wc3:Bd4", As("W:Wc3:Bd4")),
        ("russian", "W:W22:B18", As("W:Wc3:Bd4")),
    ]);
}

/// `k5` on a board with a file k: a square, or a king on square number 5.
#[test]
fn a_king_or_a_square_of_file_k() {
    const BOTH: &[&str] = &["k5 can mean the square k5 or a king on square number 5; ", "capital W or B", "K5"];
    check_fens(&[
        ("canadian", "w:wk5", Refused(BOTH)),
        ("canadian", "w:wk5:bk7", Refused(BOTH)),
        ("canadian", "w:wk5:bK31", Refused(BOTH)),
        ("canadian", "W:Wk5,12:B30", Refused(BOTH)),
        ("canadian", "W:Wa1,K5", Refused(&["K5 can mean the square k5 or a king on square number 5"])),
        ("canadian", "W:WA1,K5", Refused(&["K5 can mean the square k5"])),
        ("canadian", "W:Wk1:BK5", Refused(&["k1 can mean the square k1"])),
        ("canadian", "W:Wk2:BKa1", Refused(&["column 4: there is no square k2"])),
        ("canadian", "W:Wk10:B5", Refused(&["the light square k10 or a king on square number 10; write K10"])),
        ("canadian", "W:Wk1:BKa1", As("W:W72:BK67")),
        ("canadian", "W:Wk5", As("W:W48:B")),
        ("canadian", "W:WKk5,kk3", As("W:WK48,K60:B")),
        ("canadian", "w:wk5:ba1,l12", Refused(&["a man on a1"])),
        ("canadian", "w:wk5:bb2", As("W:W48:B61")),
        ("canadian", "W:WK5:BK7", As("W:WK5:BK7")),
        ("canadian", "w:wk5:bk31", As("W:WK5:BK31")),
        ("canadian", "w:w30,k5:b12", As("W:WK5,30:B12")),
        ("canadian", "W:WK1-3", As("W:WK1,K2,K3:B")),
        ("canadian", "W:Wk1-3", As("W:WK1,K2,K3:B")),
        ("canadian", "W:Wk31", As("W:WK31:B")),
        // Elsewhere there is no file k.
        ("international", "W:Wk5", As("W:WK5:B")),
        ("russian", "w:wk5:bka1", Refused(&["a1 has a letter and 5 is a number"])),
    ]);
}

/// A comma in place of a colon, a colour in place of the side to move, and other signs that have one place only.
#[test]
fn signs_have_one_place() {
    check_fens(&[
        ("russian", "W:We7,Bb6", Refused(&["there is no square B "])),
        ("russian", "W:We7Bb6", Refused(&["'B' stands where a comma"])),
        ("russian", "We7:Bb6", Refused(&["a colon belongs"])),
        ("russian", "W:e7:Bb6", Refused(&["the colour of the pieces is missing"])),
        ("russian", "W:W7:6", Refused(&["the colour of the pieces is missing"])),
        ("russian", "W:WKe7:Ka1", Refused(&["the colour of the pieces is missing"])),
        ("russian", "W:WK1 2", Refused(&["'2' stands where"])),
        ("russian", "W:WK1-K5", Refused(&["there is no square K5"])),
        // Five kings, as PDN says.
        ("russian", "W:WK1-5", As("W:WKa7,Kb8,Kd8,Kf8,Kh8:B")),
    ]);
}

/// What is read of a move: the text as Petrov writes it, or the parts that a message has.
#[track_caller]
fn check_moves(name: &str, fen: &str, cases: &[(&str, Read)]) {
    let game = game(name).unwrap();
    let position = game.read_fen(fen).unwrap();
    for (text, expected) in cases {
        match (game.read_move(&position, text), expected) {
            (Ok(mv), As(written)) => assert_eq!(game.move_text(&mv), *written, "{fen} {text}"),
            (Err(error), Refused(parts)) => {
                let message = error.to_string();
                assert!(parts.iter().all(|part| message.contains(part)), "{fen} {text}: {message}");
            }
            (read, As(_)) => panic!("{fen} {text}: {}", read.unwrap_err()),
            (read, Refused(_)) => panic!("{fen} {text} is read as {}", game.move_text(&read.unwrap())),
        }
    }
}

#[test]
fn moves_with_letters_and_numbers() {
    const MIXED: &[&str] = &["c3 has a letter and 18 is a number"];
    check_moves(
        "russian",
        "W:Wc3:Bh8",
        &[
            ("c3-18", Refused(MIXED)),
            ("18-c3", Refused(MIXED)),
            ("c3:18", Refused(MIXED)),
            ("c318", Refused(&["there is no square c318"])),
            ("c-18", Refused(&["there is no square c "])),
            ("22-18", As("c3-d4")),
            ("2218", As("c3-d4")),
            ("cd4", As("c3-d4")),
            // No mark of a king, and no number of the move.
            ("Kc3-d4", Refused(&["column 1: there is no square K"])),
            ("1 22-18", Refused(&["the signs between the squares differ"])),
        ],
    );
}

/// Digits that run together have two for each square, unless squares of one digit make another move of them.
#[test]
fn digits_with_two_splits() {
    let position = "W:WKd2,Kf2,Kh4:BKe5,Kg5,Kc7,Kh8";
    // 20x29 passes f6; 2 and 9 are d8 and b6.
    check_moves(
        "brazilian",
        position,
        &[
            ("2029", Refused(&["2029 can mean h4xf6xa1 or h4xd8xb6; put a sign between the squares"])),
            (" 2029! ", Refused(&["2029 can mean h4xf6xa1 or h4xd8xb6"])),
            ("20x29", As("h4xf6xa1")),
            ("20 29", As("h4xf6xa1")),
            ("20x2x9", As("h4xd8xb6")),
            ("200209", As("h4xd8xb6")),
            ("202999", Refused(&["column 5: there is no square 99"])),
            ("202", Refused(&["there is no square 202"])),
        ],
    );
    check_moves("russian", "W:Wc3:Bh8", &[("2218", As("c3-d4")), ("221", Refused(&["there is no square 221"]))]);
}

/// Squares behind the second one are where the piece lands; the Hub protocol names what is taken there.
#[test]
fn squares_that_are_passed_or_taken() {
    check_moves(
        "thai",
        "W:WK15:BK5,K7,K8,K10,K14,K16,K18,K19,K22,K27,K30,K32",
        &[
            ("15-6-10-19", Refused(&["15-6-10-19 can mean 15-6-24-31-17-10-3-12-19 or 15-24-6; name more of"])),
            ("15-6-24-31-17-10-3-12-19", As("15-6-24-31-17-10-3-12-19")),
            ("15-6-31-19", As("15-6-24-31-17-10-3-12-19")),
            ("15-24-6", As("15-24-6")),
        ],
    );
}

/// A text that names every turn of a capture means the one along these lines, any other text whatever passes its squares.
#[test]
fn captures_along_other_lines() {
    check_moves(
        "russian",
        "W:WKa5:Bb2,b4,d4,f2,g5",
        &[
            ("a5:c3:a1", As("a5:c3:a1")),
            ("a5:a1", Refused(&["a5:a1 can mean a5:c3:a1 or a5:e1:h4:f6:c3:a1"])),
            ("a5:e1:a1", As("a5:e1:h4:f6:c3:a1")),
            ("a:a1", Refused(&["a5:a1 can mean"])),
        ],
    );
    // Straight from d6 to h2 over both.
    check_moves(
        "russian",
        "W:WKd6:BKb2,Kd2,Kf2,Kg3,Kb4,Ke5,Kf6",
        &[
            ("d6:h2", As("d6:f4:h2")),
            ("d6:f4:h2", As("d6:f4:h2")),
            ("d6:a3:h2", As("d6:a3:c1:f4:h2")),
            ("d6:c1:f4:h2", As("d6:a3:c1:f4:h2")),
        ],
    );
}
