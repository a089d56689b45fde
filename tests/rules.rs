//! The rules against what other programs and texts say: numbers of moves, cases, rules texts, an independent generator.

mod cases;

use std::collections::{BTreeSet, HashSet};

use cases::made_up::{English, Pool};
use cases::{Random, RowByRow, reference};
use petrov::board::{Bits, Board, Color, Geometry, Position, write_move};
use petrov::rules::{
    Counting, Game, Move, ReadMoveError, Russian, Variant, for_each_step, game, legal_moves, move_text, perft, play,
    read_move,
};
use serde_json::Value;

/// A line of `perft.csv`.
struct PerftRow {
    game: String,
    fen: String,
    counting: Counting,
    depth: u32,
    nodes: u64,
}

/// The lines of `perft.csv` with a number of leaves in this range.
fn perft_rows(nodes: std::ops::Range<u64>) -> Vec<PerftRow> {
    let row = |line: &String| {
        let [game, fen, rest] = line.split('"').collect::<Vec<_>>().try_into().unwrap();
        let [counting, depth, nodes, _] =
            rest.trim_start_matches(',').splitn(4, ',').collect::<Vec<_>>().try_into().unwrap();
        let counting = match counting {
            "distinct-moves" => Counting::DistinctMoves,
            "keep-duplicates" => Counting::EveryPath,
            _ => panic!("{line}"),
        };
        let (game, fen) = (game.trim_end_matches(',').to_owned(), fen.to_owned());
        PerftRow { game, fen, counting, depth: depth.parse().unwrap(), nodes: nodes.parse().unwrap() }
    };
    let rows: Vec<PerftRow> = cases::lines("perft.csv").iter().skip(1).map(row).collect();
    rows.into_iter().filter(|row| nodes.contains(&row.nodes)).collect()
}

impl PerftRow {
    fn check(&self, game: &Game, count: impl Fn(&Position, u32, Counting) -> u64) {
        let PerftRow { fen, counting, depth, .. } = self;
        let found = count(&RowByRow::new(game).read(fen), *depth, *counting);
        assert_eq!(found, self.nodes, "{} {fen} {counting:?} depth {depth}", game.id);
    }
}

/// Checks the lines of all games that are built; returns how many were of Russian.
fn check_perft(rows: Vec<PerftRow>) -> usize {
    let (built, other): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| game(&row.game).is_some());
    for row in &built {
        let game = game(&row.game).unwrap();
        row.check(game, |position, depth, counting| game.perft(position, depth, counting));
    }
    println!("{} lines checked, {} of games that are not built", built.len(), other.len());
    built.iter().filter(|row| row.game == "russian").count()
}

const LEAVES_MAX: u64 = 25_000_000;
const DEEP_LEAVES_MAX: u64 = 3_000_000_000;

#[test]
fn perft_of_every_game() {
    assert_eq!(check_perft(perft_rows(0..LEAVES_MAX)), 20);
}

#[test]
#[ignore = "some minutes for each game: run with --ignored"]
fn deep_perft_of_every_game() {
    assert_eq!(check_perft(perft_rows(LEAVES_MAX..DEEP_LEAVES_MAX)), 6);
}

fn check_made_up_perft<V: Variant>(id: &str) {
    let rows: Vec<PerftRow> = perft_rows(0..LEAVES_MAX).into_iter().filter(|row| row.game == id).collect();
    assert!(rows.len() >= 20, "{}", rows.len());
    for row in rows {
        row.check(V::GAME, |position, depth, counting| perft::<V>(&position.view::<V::Board>(), depth, counting));
    }
}

#[test]
fn perft_of_made_up_games() {
    check_made_up_perft::<Pool>("pool");
    check_made_up_perft::<English>("english");
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

/// The lines of `moves.jsonl`.
fn move_cases() -> Vec<Value> {
    cases::lines("moves.jsonl").iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Checks the moves of a line of `moves.jsonl` and the positions after them.
fn check_case(case: &Value, game: &Game, legal: impl Fn(&Position) -> Vec<Move>) {
    let board = RowByRow::new(game);
    let position = board.read(case["fen"].as_str().unwrap());
    let mut expected: Vec<String> = texts(&case["moves"])
        .iter()
        .zip(texts(&case["successors"]))
        .map(|(mv, successor)| format!("{mv}={}", board.write(&board.read(successor))))
        .collect();
    expected.sort();
    assert_eq!(board.write_successors(&position, &legal(&position)), expected, "{case}");
}

#[test]
fn cases_of_every_game() {
    let (mut russian, mut other) = (0, 0);
    for case in move_cases() {
        let Some(game) = game(case["game"].as_str().unwrap()) else {
            other += 1;
            continue;
        };
        check_case(&case, game, |position| game.legal_moves(position));
        russian += usize::from(game.id == "russian");
    }
    println!("{other} cases of games that are not built");
    assert_eq!(russian, 21);
}

#[test]
fn cases_of_made_up_games() {
    let (mut pool, mut english) = (0, 0);
    for case in move_cases() {
        match case["game"].as_str().unwrap() {
            "pool" => {
                check_case(&case, Pool::GAME, legal_moves::<Pool>);
                pool += 1;
            }
            "english" => {
                check_case(&case, English::GAME, legal_moves::<English>);
                english += 1;
            }
            _ => {}
        }
    }
    assert_eq!((pool, english), (6, 7));
}

/// What makes two moves the same.
fn identity(mv: &Move) -> (u32, u32, u128) {
    (mv.from, mv.to, mv.captured)
}

#[test]
fn positions_from_rules_texts() {
    let game = Russian::GAME;
    let cases: Vec<Value> =
        serde_json::from_str(&std::fs::read_to_string(cases::path("seed-positions.json")).unwrap()).unwrap();
    assert_eq!(cases.len(), 18);
    for case in &cases {
        let fen = case["fen"].as_str().unwrap();
        let mut position = game.read_fen(fen).unwrap();
        let legal: BTreeSet<_> = game.legal_moves(&position).iter().map(identity).collect();
        let expected: BTreeSet<_> = texts(&case["legal"])
            .iter()
            .map(|text| {
                // `a5:d2:h6 x{b4,g5}`: the squares, then the pieces that are taken.
                let (squares, captured) = text.split_once(' ').unwrap_or((text, "x{}"));
                let mv = game.read_move(&position, squares).unwrap();
                let captured = captured.trim_start_matches("x{").trim_end_matches('}');
                let captured =
                    captured.split(',').filter_map(|name| game.notation.square_by_name(name, game.geometry).ok());
                assert_eq!(mv.captured, captured.fold(0, |set, square| set | 1 << square), "{fen} {text}");
                identity(&mv)
            })
            .collect();
        assert_eq!(legal, expected, "{case}");
        let Some(line) = case["line"].as_array() else { continue };
        for text in line {
            let mv =
                game.read_move(&position, text.as_str().unwrap()).unwrap_or_else(|error| panic!("{case}: {error}"));
            position = play(&position, &mv);
        }
        assert_eq!(position, game.read_fen(case["fen_after"].as_str().unwrap()).unwrap(), "{case}");
    }
}

/// The squares of every path of the mover's moves, each with the move that takes it.
fn paths<V: Variant>(position: &Position) -> Vec<(Vec<u32>, Move)> {
    let square = |bit: u32| {
        let seen = V::Board::square_of(bit);
        if position.turn == Color::White { seen } else { V::Board::GEOMETRY.squares() - 1 - seen }
    };
    let legal = legal_moves::<V>(position);
    let mut paths = Vec::new();
    for_each_step::<V>(&position.view::<V::Board>(), |step, path| {
        let captured = step.captured.iter().fold(0, |set, bit| set | 1_u128 << square(bit));
        let found = (square(step.from), square(step.to), captured);
        let squares = std::iter::once(step.from).chain(path.iter().map(|&bit| u32::from(bit))).map(square);
        paths.push((squares.collect(), legal.iter().find(|mv| identity(mv) == found).unwrap().clone()));
    });
    paths
}

/// The first and the last square and those between where a diagonal path turns.
fn turning_squares(squares: &[u32], geometry: Geometry) -> Vec<u32> {
    let direction = |from: u32, to: u32| {
        let ((from_row, from_file), (to_row, to_file)) = (geometry.row_and_file(from), geometry.row_and_file(to));
        (from_row < to_row, from_file < to_file)
    };
    let turns = |at: &usize| direction(squares[at - 1], squares[*at]) != direction(squares[*at], squares[at + 1]);
    let between = (1..squares.len() - 1).filter(turns).map(|at| squares[at]);
    [squares[0]].into_iter().chain(between).chain(squares.last().copied()).collect()
}

/// Reads every move of random positions in all its forms; returns how often the two ends alone were not enough.
fn check_texts<V: Variant>(positions: u32) -> u32 {
    let write = |squares: &[u32]| write_move(squares, true, V::Board::GEOMETRY, &V::GAME.notation);
    let mut random = Random(0x7e87_5eed);
    let mut ambiguous = 0;
    for _ in 0..positions {
        let position = random.position(V::GAME);
        let fen = V::GAME.write_fen(&position);
        let legal = legal_moves::<V>(&position);
        let different: HashSet<String> = legal.iter().map(move_text::<V>).collect();
        assert_eq!(different.len(), legal.len(), "{fen}: no two moves have the same text");
        for mv in &legal {
            assert_eq!(read_move::<V>(&position, &move_text::<V>(mv)).as_ref(), Ok(mv), "{fen}");
        }
        for (squares, mv) in paths::<V>(&position) {
            let short = write(&turning_squares(&squares, V::Board::GEOMETRY));
            for text in [write(&squares), short] {
                assert_eq!(read_move::<V>(&position, &text).as_ref(), Ok(&mv), "{fen} {text}");
            }
            let rivals = legal.iter().filter(|other| (other.from, other.to) == (mv.from, mv.to)).count();
            match read_move::<V>(&position, &write(&[mv.from, mv.to])) {
                // One of several that end there is meant where it runs straight.
                Ok(found) => assert!(found == mv || rivals > 1 && (found.from, found.to) == (mv.from, mv.to)),
                Err(ReadMoveError::Ambiguous { moves, .. }) => {
                    assert!(moves.len() == rivals && moves.contains(&move_text::<V>(&mv)), "{fen}");
                    ambiguous += 1;
                }
                Err(error) => panic!("{fen}: {error}"),
            }
        }
    }
    ambiguous
}

#[test]
fn texts_of_moves_are_read_back() {
    assert!(check_texts::<Russian>(20_000) > 200);
    assert!(check_texts::<Pool>(20_000) > 200);
    assert!(check_texts::<English>(20_000) > 20);
}

#[test]
fn frozen_answers_of_the_reference() {
    assert_eq!(reference::check_frozen("reference-russian.txt", Russian::GAME, legal_moves::<Russian>), 400);
}

#[test]
#[ignore = "needs PETROV_REFERENCE=path/to/moves.py and python3"]
fn answers_of_the_reference() {
    let Some(reference) = reference::Reference::from_environment() else { return };
    reference.compare("russian", Russian::GAME, 100_000, legal_moves::<Russian>);
    reference.compare("pool", Pool::GAME, 100_000, legal_moves::<Pool>);
    reference.compare("english", English::GAME, 100_000, legal_moves::<English>);
    reference.check_file("reference-russian.txt", "russian", Russian::GAME, 400);
}
