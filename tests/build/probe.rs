//! Wrong answers of a tablebase: values, distances, moves and lines of play.

use std::path::Path;
use std::sync::OnceLock;

use crate::cases::Random;
use crate::oracle::Oracle;
use petrov::board::{Color, Piece, Position};
use petrov::index::Material;
use petrov::probe::{Line, LineEnd, Options};
use petrov::rules::{Game, Russian, Variant, play};
use petrov::{Outcome, ProbeError, Tablebase, Value};

const GAME: &Game = Russian::GAME;

/// The tables in these folders and no others.
fn tablebase(directories: &[&Path]) -> Tablebase {
    let mut tablebase = Tablebase::with_options(GAME, Options::default().with_embedded(false));
    for directory in directories {
        tablebase.add_directory(directory).unwrap();
    }
    tablebase
}

/// The tables of two and three pieces that are part of the repository.
fn committed() -> Tablebase {
    tablebase(&[&Path::new(crate::ROOT).join("tables")])
}

fn oracle() -> &'static Oracle<Russian> {
    static ORACLE: OnceLock<Oracle<Russian>> = OnceLock::new();
    ORACLE.get_or_init(|| Oracle::solve(Russian::GAME, &(2..=3).flat_map(Material::all).collect::<Vec<_>>()))
}

/// What the slow solver says of a position.
fn expected(position: &Position) -> Outcome {
    let distance = oracle().distance(&position.view::<<Russian as Variant>::Board>());
    let value = distance.map_or(Value::Draw, |plies| if plies % 2 == 0 { Value::Loss } else { Value::Win });
    Outcome { value, distance }
}

/// All positions of a material; in the first half of them White has the pieces that are named first.
fn positions(tablebase: &Tablebase, material: Material) -> impl Iterator<Item = Position> {
    (0..2).flat_map(move |half| (0..).map_while(move |entry| tablebase.position(material, half, entry)))
}

/// Positions of two and three pieces with this many between them.
fn some_positions(tablebase: &Tablebase, step: usize) -> impl Iterator<Item = Position> {
    let materials = (2..=3).flat_map(Material::all);
    materials.flat_map(|material| positions(tablebase, material)).step_by(step)
}

/// The same position with the colours exchanged.
fn other_color(position: &Position) -> Position {
    let view = position.view::<<Russian as Variant>::Board>();
    Position::from_view::<<Russian as Variant>::Board>(&view, position.turn.other())
}

fn read(fen: &str) -> Position {
    GAME.read_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn every_entry_is_what_the_slow_solver_says() {
    let tablebase = committed();
    let (mut count, mut captures) = (0, 0);
    for position in some_positions(&tablebase, 1) {
        let fen = GAME.write_fen(&position);
        let position = read(&fen);
        let expected = expected(&position);
        assert_eq!(tablebase.probe(&position).unwrap(), expected, "{fen}");
        assert_eq!(tablebase.probe_wdl(&position).unwrap(), expected.value, "{fen}");
        assert_eq!(tablebase.probe_dtw(&position).unwrap(), expected.distance, "{fen}");
        assert_eq!(tablebase.probe(&other_color(&position)).unwrap(), expected, "{fen} with colours exchanged");
        match tablebase.probe_raw(&position) {
            Ok(value) => assert_eq!(value, expected.value, "{fen}"),
            Err(error) => {
                assert!(matches!(error, ProbeError::Capture), "{fen}: {error}");
                assert!(GAME.legal_moves(&position)[0].is_capture(), "{fen}");
                captures += 1;
            }
        }
        count += 1;
    }
    assert_eq!((count, oracle().len()), (3_488 + 196_032, 3_488 + 196_032));
    assert!(captures > count / 5, "{captures} of {count} positions have a capture");
}

#[test]
fn moves_are_rated_and_sorted() {
    let tablebase = committed();
    for position in some_positions(&tablebase, 11) {
        let fen = GAME.write_fen(&position);
        let moves = tablebase.moves(&position).unwrap();
        let legal = GAME.legal_moves(&position);
        assert_eq!(moves.len(), legal.len(), "{fen}");
        for rated in &moves {
            assert!(legal.contains(&rated.mv), "{fen}");
            assert_eq!(rated.after, play(&position, &rated.mv), "{fen}");
            assert_eq!(rated.outcome, tablebase.probe(&rated.after).unwrap().one_ply_before(), "{fen}");
        }
        assert!(moves.is_sorted_by(|one, next| one.outcome.compare(&next.outcome).is_ge()), "{fen}");
        let best = tablebase.best_move(&position).unwrap();
        assert_eq!(best.as_ref(), moves.first(), "{fen}");
        let outcome = best.map_or(Outcome::LOST, |best| best.outcome);
        assert_eq!(
            outcome,
            tablebase.probe(&position).unwrap(),
            "{fen}: the best move shows the position's own outcome"
        );
        let keeping = moves.iter().filter(|rated| rated.outcome.value == outcome.value).count();
        let only = outcome.value != Value::Loss && keeping == 1;
        assert_eq!(tablebase.only_move(&position).unwrap().as_ref(), moves.first().filter(|_| only), "{fen}");
    }
}

/// Plays a line: every move is legal and brings the end one ply nearer. Returns the last position.
fn play_line(tablebase: &Tablebase, position: &Position, line: &Line) -> Position {
    let fen = GAME.write_fen(position);
    let (mut at, mut expected) = (*position, tablebase.probe(position).unwrap());
    for rated in &line.moves {
        assert!(GAME.legal_moves(&at).contains(&rated.mv), "{fen}");
        assert_eq!(rated.outcome, expected, "{fen}");
        at = play(&at, &rated.mv);
        assert_eq!(at, rated.after, "{fen}");
        let distance = expected.distance.map(|plies| plies - 1);
        expected = Outcome { value: expected.value.opposite(), distance };
    }
    at
}

#[test]
fn lines_lead_to_the_end_in_exactly_the_distance() {
    let tablebase = committed();
    let mut lines = 0;
    for position in some_positions(&tablebase, 97) {
        let fen = GAME.write_fen(&position);
        let line = tablebase.line(&position, 1000).unwrap();
        let Some(distance) = tablebase.probe_dtw(&position).unwrap() else {
            assert_eq!((line.moves.len(), line.end), (0, LineEnd::Draw), "{fen}");
            continue;
        };
        assert_eq!((line.moves.len(), line.end), (usize::from(distance), LineEnd::Over), "{fen}");
        let last = play_line(&tablebase, &position, &line);
        assert!(GAME.legal_moves(&last).is_empty(), "{fen}");
        let loser =
            if tablebase.probe_wdl(&position).unwrap() == Value::Loss { position.turn } else { position.turn.other() };
        assert_eq!(last.turn, loser, "{fen}");
        let cut = tablebase.line(&position, 2).unwrap();
        assert_eq!(cut.moves, line.moves[..line.moves.len().min(2)], "{fen}");
        assert_eq!(cut.end == LineEnd::Cut, distance > 2, "{fen}");
        lines += 1;
    }
    assert!(lines > 500, "{lines} lines");
}

fn built(directory: &tempfile::TempDir, material: &str) -> Tablebase {
    crate::tables::build_materials::<Russian>(directory.path(), &[material.parse().unwrap()], crate::tables::DISTANCES)
        .unwrap();
    tablebase(&[directory.path()])
}

#[test]
fn petrovs_triangle_wins_at_the_thirteenth_move() {
    let directory = tempfile::tempdir().unwrap();
    let tablebase = built(&directory, "KKKvK");
    let material = "KKKvK".parse().unwrap();
    let longest = tablebase.statistics(material).unwrap().unwrap()[0].longest_win.unwrap();
    assert_eq!(longest.plies, 25);
    let position = tablebase.position(material, 0, longest.entry).unwrap();
    let line = tablebase.line(&position, 100).unwrap();
    assert_eq!((line.moves.len(), line.end), (25, LineEnd::Over));
    let last = play_line(&tablebase, &position, &line);
    assert_eq!((last.white_kings.count_ones() > 0, last.black_kings), (true, 0));
    let of_white = line.moves.iter().step_by(2).count();
    assert_eq!((position.turn, of_white), (Color::White, 13));
}

#[test]
fn example_e5_of_the_rules() {
    let directory = tempfile::tempdir().unwrap();
    let tablebase = built(&directory, "MMMvM");
    let examples: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(crate::cases::path("seed-positions.json")).unwrap()).unwrap();
    let example = examples.as_array().unwrap().iter().find(|example| example["id"] == "E5").unwrap();
    let position = read(example["fen"].as_str().unwrap());
    let moves = tablebase.moves(&position).unwrap();
    let found: Vec<_> = moves.iter().map(|rated| (GAME.move_text(&rated.mv), rated.outcome)).collect();
    let lost_in_six = Outcome { value: Value::Loss, distance: Some(6) };
    assert_eq!(found, [("e7-f8".to_owned(), Outcome::DRAW), ("e7-d8".to_owned(), lost_in_six)]);
    assert_eq!(tablebase.only_move(&position).unwrap().as_ref(), Some(&moves[0]));
    let best = tablebase.best_move(&moves[1].after).unwrap().unwrap();
    assert_eq!((GAME.move_text(&best.mv), best.outcome.distance), ("d2-e1".to_owned(), Some(5)));
    let line = tablebase.line(&position, 9).unwrap();
    assert_eq!((line.moves.len(), line.end), (0, LineEnd::Draw));
}

#[test]
fn the_end_of_the_game_needs_no_table() {
    let tablebase = tablebase(&[]);
    let won = Outcome { value: Value::Win, distance: Some(1) };
    for (fen, outcome) in [
        ("W:W:BKa1,c5", Outcome::LOST),
        ("B:W:BKa1,c5", won),
        ("W:WKa1,Kc1,Ke1,Kg1,Kb2,Kd2,Kf2,Kh2,Ka3:B", won),
        ("B:WKa1,Kc1,Ke1,Kg1,Kb2,Kd2,Kf2,Kh2,Ka3:B", Outcome::LOST),
    ] {
        let position = read(fen);
        assert_eq!(tablebase.probe(&position).unwrap(), outcome, "{fen}");
        assert_eq!(tablebase.probe_wdl_cached(&position).unwrap(), Some(outcome.value), "{fen}");
        let moves = tablebase.moves(&position).unwrap();
        assert_eq!(moves.len(), GAME.legal_moves(&position).len(), "{fen}");
        assert!(moves.iter().all(|rated| rated.outcome == won), "{fen}");
        let line = tablebase.line(&position, 9).unwrap();
        assert_eq!((line.moves.len() as u16, line.end), (outcome.distance.unwrap(), LineEnd::Over), "{fen}");
        assert!(matches!(tablebase.probe_raw(&position), Err(ProbeError::Material(_))), "{fen}");
    }
    assert_eq!(tablebase.probe(&Position::empty(Color::Black)).unwrap(), Outcome::LOST);
    // A side with pieces and no move has lost as well.
    let blocked = read("W:Wa3:Bb4,c5");
    assert!(GAME.legal_moves(&blocked).is_empty());
    assert_eq!(committed().probe(&blocked).unwrap(), Outcome::LOST);
    assert!(committed().best_move(&blocked).unwrap().is_none());
}

/// The errors of all ways to ask about a position.
fn errors(tablebase: &Tablebase, position: &Position) -> Vec<ProbeError> {
    [
        tablebase.probe(position).map(drop),
        tablebase.probe_wdl(position).map(drop),
        tablebase.probe_wdl_cached(position).map(drop),
        tablebase.probe_dtw(position).map(drop),
        tablebase.probe_raw(position).map(drop),
        tablebase.line(position, 9).map(drop),
    ]
    .map(Result::unwrap_err)
    .into()
}

#[test]
fn positions_that_no_table_can_have() {
    let tablebase = committed();
    let mut random = Random(0x9876_5432_10ab_cdef);
    let too_many =
        |position: &Position| errors(&tablebase, position).iter().all(|error| matches!(error, ProbeError::Material(_)));
    assert!(too_many(&GAME.start()));
    assert!(too_many(&read("W:WKa1,Kc1,Ke1,Kg1,Kb2,Kd2,Kf2,Kh2,Ka3:BKh8")));
    for _ in 0..1000 {
        let position = random.position(GAME);
        let (white, black) = (position.white_men | position.white_kings, position.black_men | position.black_kings);
        let fits = position.pieces() <= 12 && white.count_ones() <= 8 && black.count_ones() <= 8;
        assert!(fits || too_many(&position), "{}", GAME.write_fen(&position));
        // Whatever comes of it, it comes without a panic.
        let _ = (tablebase.moves(&position), tablebase.line(&position, 3), tablebase.only_move(&position));
    }
}

#[test]
fn positions_that_are_none() {
    let tablebase = committed();
    let mut overlap = read("W:WKc3:BKf6");
    overlap.black_men |= overlap.white_kings;
    let mut off_board = read("W:WKc3:BKf6");
    off_board.white_kings |= 1 << 32;
    let mut far_off_board = read("W:WKc3:BKf6");
    far_off_board.black_kings |= 1 << 127;
    let mut white_on_its_last_row = read("W:WKc3:BKf6");
    white_on_its_last_row.place(31, Piece { color: Color::White, king: false });
    let mut black_on_its_last_row = read("B:WKc3:BKf6");
    black_on_its_last_row.place(0, Piece { color: Color::Black, king: false });
    for position in [overlap, off_board, far_off_board, white_on_its_last_row, black_on_its_last_row] {
        assert!(errors(&tablebase, &position).iter().all(|error| matches!(error, ProbeError::Position(_))));
        assert!(matches!(tablebase.moves(&position), Err(ProbeError::Position(_))));
        assert!(matches!(tablebase.best_move(&position), Err(ProbeError::Position(_))));
        assert!(matches!(tablebase.only_move(&position), Err(ProbeError::Position(_))));
    }
}
