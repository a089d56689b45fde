//! The rules against what other programs and texts say: numbers of moves, cases, rules texts, an independent generator.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::cases::{Random, RowByRow, reference};
use petrov::board::{Board, Color, Geometry, Position, write_move};
use petrov::internals::board::Bits;
use petrov::internals::rules::{GameVisitor, for_each_path, legal_moves, visit};
use petrov::rules::{Counting, GAMES, Game, Move, ReadMoveError, Russian, Variant, game, play};
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
    let rows: Vec<PerftRow> = crate::cases::lines("perft.csv").iter().skip(1).map(row).collect();
    rows.into_iter().filter(|row| nodes.contains(&row.nodes)).collect()
}

impl PerftRow {
    fn check(&self, game: &Game, count: impl Fn(&Position, u32, Counting) -> u64) {
        let PerftRow { fen, counting, depth, .. } = self;
        let found = count(&RowByRow::new(game).read(fen), *depth, *counting);
        assert_eq!(found, self.nodes, "{} {fen} {counting:?} depth {depth}", game.id);
    }
}

/// Checks lines of all games; returns how many there are of each.
fn check_perft(rows: Vec<PerftRow>) -> BTreeMap<String, usize> {
    let mut checked = BTreeMap::new();
    for row in rows {
        let game = game(&row.game).unwrap();
        row.check(game, |position, depth, counting| game.perft(position, depth, counting));
        *checked.entry(row.game).or_default() += 1;
    }
    println!("{checked:?}");
    checked
}

const LEAVES_MAX: u64 = 12_000_000;
const DEEP_LEAVES_MAX: u64 = 1_000_000_000;

#[test]
fn perft_of_every_game() {
    let checked = check_perft(perft_rows(0..LEAVES_MAX));
    assert_eq!(checked.len(), 12, "games with published numbers");
    assert!(checked.values().all(|&rows| rows >= 5), "{checked:?}");
}

#[test]
#[ignore = "some minutes for all games: run with --ignored"]
fn deep_perft_of_every_game() {
    // Two threads, each with every other line.
    let (even, odd): (Vec<_>, Vec<_>) =
        perft_rows(LEAVES_MAX..DEEP_LEAVES_MAX).into_iter().enumerate().partition(|(number, _)| number % 2 == 0);
    let check = |rows: Vec<(usize, PerftRow)>| check_perft(rows.into_iter().map(|(_, row)| row).collect());
    std::thread::scope(|scope| {
        let first = scope.spawn(|| check(even));
        assert_eq!(check(odd).len(), 12);
        assert_eq!(first.join().unwrap().len(), 12);
    });
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

/// The lines of `moves.jsonl`.
fn move_cases() -> Vec<Value> {
    crate::cases::lines("moves.jsonl").iter().map(|line| serde_json::from_str(line).unwrap()).collect()
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
    let mut games = BTreeSet::new();
    let cases = move_cases();
    assert_eq!(cases.len(), 89);
    for case in cases {
        let game = game(case["game"].as_str().unwrap()).unwrap();
        check_case(&case, game, |position| game.legal_moves(position));
        games.insert(game.id);
    }
    println!("{games:?}");
}

/// What makes two moves the same.
fn identity(mv: &Move) -> (u32, u32, u128) {
    (mv.from, mv.to, mv.captured)
}

#[test]
fn positions_from_rules_texts() {
    let game = Russian::GAME;
    let cases: Vec<Value> =
        serde_json::from_str(&std::fs::read_to_string(crate::cases::path("seed-positions.json")).unwrap()).unwrap();
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
fn paths<V: Variant>(game: &Game, position: &Position) -> Vec<(Vec<u32>, Move)> {
    let square = |bit: u32| {
        let seen = V::Board::square_of(bit);
        if position.turn == Color::White { seen } else { V::Board::GEOMETRY.squares() - 1 - seen }
    };
    let legal = legal_moves::<V>(game, position);
    let mut paths = Vec::new();
    for_each_path::<V>(&position.view::<V::Board>(), |step, path| {
        let captured = step.captured.iter().fold(0, |set, bit| set | 1_u128 << square(bit));
        let found = (square(step.from), square(step.to), captured);
        let squares = std::iter::once(step.from).chain(path.iter().map(|&bit| u32::from(bit))).map(square);
        paths.push((squares.collect(), legal.iter().find(|mv| identity(mv) == found).unwrap().clone()));
    });
    paths
}

/// The first and the last square and those between where a path turns.
fn turning_squares(squares: &[u32], geometry: Geometry) -> Vec<u32> {
    let direction = |from: u32, to: u32| {
        let ((from_row, from_file), (to_row, to_file)) = (geometry.row_and_file(from), geometry.row_and_file(to));
        (from_row.cmp(&to_row), from_file.cmp(&to_file))
    };
    let turns = |at: &usize| direction(squares[at - 1], squares[*at]) != direction(squares[*at], squares[at + 1]);
    let between = (1..squares.len() - 1).filter(turns).map(|at| squares[at]);
    [squares[0]].into_iter().chain(between).chain(squares.last().copied()).collect()
}

/// Reads every move of random positions in all its forms; returns how often the two ends alone were not enough.
struct CheckTexts<'a>(&'a Game, u32);

impl GameVisitor for CheckTexts<'_> {
    type Output = u32;
    fn visit<V: Variant>(self) -> u32 {
        let CheckTexts(game, positions) = self;
        let write = |squares: &[u32]| write_move(squares, true, game.geometry, &game.notation);
        let read = |position: &Position, text: &str| game.read_move(position, text);
        let mut random = Random(0x7e87_5eed);
        let mut ambiguous = 0;
        for _ in 0..positions {
            let position = random.position(game);
            let fen = format!("{} {}", game.id, game.write_fen(&position));
            let legal = game.legal_moves(&position);
            if legal.is_empty() {
                continue;
            }
            let different: HashSet<String> = legal.iter().map(|mv| game.move_text(mv)).collect();
            assert_eq!(different.len(), legal.len(), "{fen}: no two moves have the same text");
            for mv in &legal {
                assert_eq!(read(&position, &game.move_text(mv)).as_ref(), Ok(mv), "{fen}");
            }
            for (squares, mv) in paths::<V>(game, &position) {
                let short = write(&turning_squares(&squares, game.geometry));
                for text in [write(&squares), short] {
                    assert_eq!(read(&position, &text).as_ref(), Ok(&mv), "{fen} {text}");
                }
                let rivals = legal.iter().filter(|other| (other.from, other.to) == (mv.from, mv.to)).count();
                match read(&position, &write(&[mv.from, mv.to])) {
                    // One of several that end there is meant where it runs straight.
                    Ok(found) => assert!(found == mv || rivals > 1 && (found.from, found.to) == (mv.from, mv.to)),
                    Err(ReadMoveError::Ambiguous { moves, .. }) => {
                        assert!(moves.len() == rivals && moves.contains(&game.move_text(&mv)), "{fen}");
                        ambiguous += 1;
                    }
                    Err(error) => panic!("{fen}: {error}"),
                }
            }
        }
        ambiguous
    }
}

#[test]
fn texts_of_moves_are_read_back() {
    for game in GAMES.iter().filter(|game| !game.ending.giveaway && !game.ending.king_wins) {
        let positions = if game.id == "russian" { 20_000 } else { 3_000 };
        let ambiguous = visit(game, CheckTexts(game, positions)).unwrap();
        println!("{}: {ambiguous} moves of {positions} positions are not told by their two ends", game.id);
    }
}

#[test]
fn frozen_answers_of_the_reference() {
    for id in REFERENCE_GAMES {
        let game = game(id).unwrap();
        let name = format!("reference-{id}.txt");
        assert_eq!(reference::check_frozen(&name, game, |position| game.legal_moves(position)), frozen(id), "{id}");
    }
}

/// How many answers for a game are frozen.
fn frozen(id: &str) -> usize {
    if id == "russian" { 400 } else { 100 }
}

/// The games that the reference knows, under the names that it has for them.
const REFERENCE_GAMES: [&str; 15] = [
    "russian",
    "pool",
    "brazilian",
    "international",
    "canadian",
    "killer",
    "english",
    "italian",
    "spanish",
    "portuguese",
    "czech",
    "thai",
    "frisian",
    "turkish",
    "armenian",
];

#[test]
#[ignore = "needs PETROV_REFERENCE=path/to/moves.py and python3"]
fn answers_of_the_reference() {
    let Some(reference) = reference::Reference::from_environment() else { return };
    for id in REFERENCE_GAMES {
        let game = game(id).unwrap();
        let count = if id == "russian" { 100_000 } else { 20_000 };
        reference.compare(id, game, count, |position| game.legal_moves(position));
    }
    let changed = REFERENCE_GAMES
        .iter()
        .filter(|id| !reference.agrees_with_file(&format!("reference-{id}.txt"), id, game(id).unwrap(), frozen(id)));
    assert_eq!(changed.count(), 0);
}
