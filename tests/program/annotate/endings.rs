//! Every judgement is compared with what the library says of the positions one by one.

use petrov::board::{Color, Piece, Position};
use petrov::rules::{Game, Move, game, play};
use petrov::{Outcome, Tablebase, Value};
use petrov_cli::pdn::{self, Item, Record};
use serde_json::Value as Json;

use super::program::{annotate, random_game, start_of, tables};
use crate::tables::Random;

/// A position of so many pieces by chance.
fn random_position(game: &Game, pieces: u64, random: &mut Random) -> Position {
    loop {
        let mut position = Position::empty(if random.below(2) == 0 { Color::White } else { Color::Black });
        for _ in 0..pieces {
            let square = random.below(game.geometry.squares().into()) as u32;
            let color = if random.below(2) == 0 { Color::White } else { Color::Black };
            if position.piece(square).is_none() {
                position.place(square, Piece { color, king: random.below(2) == 0 });
            }
        }
        if position.validate(game.geometry).is_ok() && !game.legal_moves(&position).is_empty() {
            return position;
        }
    }
}

/// Games from such positions.
fn random_endings(game: &Game, count: usize, most_pieces: u64, random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..count {
        let start = random_position(game, 2 + random.below(most_pieces - 1), random);
        text += &format!("[GameType \"{}\"]\n[FEN \"{}\"]\n\n", game.pdn_game_type, game.write_fen(&start));
        for (_, mv) in random_game(game, start, 24, random) {
            text += &format!("{} ", game.move_text(&mv));
        }
        text += "*\n\n";
    }
    text
}

/// What the tables know of a position: of one that is not in them, if its mover must capture into them.
fn known(tablebase: &Tablebase, position: &Position) -> Option<Outcome> {
    let game = tablebase.game();
    if game.legal_moves(position).is_empty() {
        return Some(if game.ending.giveaway { Outcome::WON } else { Outcome::LOST });
    }
    tablebase.probe(position).ok()
}

/// What a position is worth to its mover; of one that is not in the tables, if all its moves lead there, or one wins at once.
fn worth(tablebase: &Tablebase, position: &Position) -> Option<Outcome> {
    let moves = tablebase.game().legal_moves(position);
    known(tablebase, position).or_else(|| {
        let outcomes = moves.iter().map(|mv| Some(known(tablebase, &play(position, mv))?.one_ply_before()));
        let at_once = outcomes.clone().flatten().find(|&outcome| outcome == Outcome::LOST.one_ply_before());
        at_once.or_else(|| outcomes.collect::<Option<Vec<Outcome>>>()?.into_iter().reduce(Outcome::better))
    })
}

/// What was compared.
#[derive(Debug, Default)]
struct Compared {
    verdicts: usize,
    unknown: usize,
    mistakes: usize,
    blunders: usize,
    only: usize,
}

/// Compares all that is said in a game.
fn compare(tablebase: &Tablebase, record: &Record, compared: &mut Compared) {
    let game = tablebase.game();
    let mut at = start_of(game, record);
    let mut items = record.items.iter().peekable();
    let first = items.next_if(|item| matches!(item, Item::Comment(_)));
    check_verdict(&game.write_fen(&at), worth(tablebase, &at), at.turn, comment_of(first));
    while let Some(item) = items.next() {
        let Item::Move { text, .. } = item else { panic!("{item:?} in {record:?}") };
        let mv = game.read_move(&at, text).unwrap();
        let mark = match items.next_if(|item| matches!(item, Item::Nag(_))) {
            Some(&Item::Nag(mark)) => Some(mark),
            _ => None,
        };
        let comment = items.next_if(|item| matches!(item, Item::Comment(_)));
        let after = play(&at, &mv);
        check_verdict(&game.write_fen(&after), worth(tablebase, &after), after.turn, comment_of(comment));
        check_mark(tablebase, &at, &mv, mark, comment_of(comment).unwrap_or_default(), compared);
        match comment {
            Some(_) => compared.verdicts += 1,
            None => compared.unknown += 1,
        }
        at = after;
    }
}

fn comment_of(item: Option<&Item>) -> Option<&str> {
    match item {
        Some(Item::Comment(text)) => Some(text),
        _ => None,
    }
}

/// The comment says what the position is worth, if that is known.
#[track_caller]
fn check_verdict(fen: &str, outcome: Option<Outcome>, mover: Color, comment: Option<&str>) {
    let Some(Outcome { value, distance }) = outcome else { return assert_eq!(comment, None, "{fen}") };
    let comment = comment.unwrap_or_else(|| panic!("nothing is said"));
    let said = comment.split_once("] ").unwrap().1.split(';').next().unwrap();
    let mover = if mover == Color::White { "White" } else { "Black" };
    let plies = distance.map(|plies| format!("{plies} pl"));
    match value {
        Value::Draw => assert_eq!(said, format!("{mover} to move draws")),
        _ if distance == Some(0) => {
            assert_eq!(said, format!("{mover} to move has {}", if value == Value::Win { "won" } else { "lost" }));
        }
        _ => {
            let verb = if value == Value::Win { "wins" } else { "loses" };
            // Values without distances can come from tables of values and of distances that reach differently far.
            let Some(plies) = plies else { return assert_eq!(said, format!("{mover} to move {verb}")) };
            assert!(said.starts_with(&format!("{mover} to move {verb} in ")), "{comment}");
            assert!(said.contains(&plies), "{comment} {distance:?}");
        }
    }
}

/// A move is marked if and only if it gave something away, or was the only one that did not.
fn check_mark(
    tablebase: &Tablebase,
    at: &Position,
    mv: &Move,
    mark: Option<u8>,
    comment: &str,
    compared: &mut Compared,
) {
    let game = tablebase.game();
    let legal = game.legal_moves(at);
    let Some(kept) = worth(tablebase, &play(at, mv)).map(|outcome| outcome.value.opposite()) else {
        return assert_eq!(mark, None);
    };
    let worth_of = |other: &Move| match other.same(mv) {
        true => Some(kept),
        false => known(tablebase, &play(at, other)).map(|outcome| outcome.value.opposite()),
    };
    let worths: Vec<Option<Value>> = legal.iter().map(worth_of).collect();
    let best = worths.iter().flatten().max().copied().unwrap();
    if let Some(outcome) = worth(tablebase, at).filter(|_| !worths.contains(&None)) {
        assert_eq!(outcome.value, best, "the position is worth what its best move is");
    }
    let as_good = worths.iter().filter(|value| value.is_none_or(|value| value >= kept)).count();
    let only = best == kept && as_good == 1 && kept != Value::Loss && legal.len() > 1;
    let expected = match (best, kept) {
        (Value::Win, Value::Loss) => Some(4),
        _ if best > kept => Some(2),
        _ => only.then_some(7),
    };
    assert_eq!(mark, expected, "{} in {}: {comment}", game.move_text(mv), game.write_fen(at));
    assert_eq!(comment.starts_with(&format!("[%petrov ${}]", mark.unwrap_or(0))), mark.is_some(), "{comment}");
    match mark {
        Some(4) => compared.blunders += 1,
        Some(2) => compared.mistakes += 1,
        Some(_) => compared.only += 1,
        None => {}
    }
    let better = comment.split_once("; ").map(|(_, better)| better);
    assert_eq!(better.is_some(), best > kept, "{comment}");
    if let Some((text, words)) = better.and_then(|better| better.split_once(" would have ")) {
        let mv = game.read_move(at, text).unwrap();
        let outcome = worth(tablebase, &play(at, &mv)).unwrap().one_ply_before();
        assert_eq!(outcome.value, best, "{comment}");
        match (best, outcome.distance) {
            (Value::Win, Some(plies)) => {
                assert!(words.starts_with("won in ") && words.contains(&format!("({plies} pl")))
            }
            (Value::Win, None) => assert_eq!(words, "won"),
            _ => assert_eq!(words, "drawn"),
        }
    }
}

#[test]
fn what_is_said_is_true() {
    let directory = tempfile::tempdir().unwrap();
    let mut random = Random(0x0dd_ba11_5eed);
    // Five pieces are outside the tables of three, and four of those of two.
    for (id, count, most) in [("russian", 400, 5), ("english", 150, 4), ("turkish", 60, 3), ("international", 60, 3)] {
        let game = game(id).unwrap();
        let mut tablebase = Tablebase::new(game);
        tablebase.add_directory(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tables")).unwrap();
        let text = random_endings(game, count, most, &mut random);
        let annotated = annotate(directory.path(), &text, &tables()).ok();
        let mut compared = Compared::default();
        for record in pdn::read(&annotated).unwrap() {
            compare(&tablebase, &record, &mut compared);
        }
        assert!(compared.verdicts > 5 * count && compared.unknown > 0, "{id}: {compared:?}");
        assert!(compared.mistakes > 0 && compared.only > 0, "{id}: {compared:?}");
        assert!(compared.blunders > 0 || id != "russian", "{id}: {compared:?}");
        assert_eq!(
            annotate(directory.path(), &annotated, &tables()).ok(),
            annotated,
            "{id}: once more changes nothing"
        );
        json_says_the_same(&text, &compared);
    }
}

/// As JSON it is the same.
fn json_says_the_same(text: &str, compared: &Compared) {
    let directory = tempfile::tempdir().unwrap();
    let out = annotate(directory.path(), text, &format!("--json {}", tables())).ok();
    let games: Vec<Json> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), text.matches("[FEN").count());
    let moves: Vec<&Json> = games.iter().flat_map(|game| game["moves"].as_array().unwrap()).collect();
    let marked = |mark: &str| moves.iter().filter(|mv| mv["mark"] == mark).count();
    assert_eq!(marked("mistake"), compared.mistakes);
    assert_eq!(marked("blunder"), compared.blunders);
    assert_eq!(marked("only"), compared.only);
    assert_eq!(moves.iter().filter(|mv| mv["value"].is_null()).count(), compared.unknown);
    let better = |mv: &&&Json| mv["better"].is_object();
    assert_eq!(moves.iter().filter(better).count(), compared.mistakes + compared.blunders);
    for mv in moves.iter().filter(|mv| !mv["value"].is_null()) {
        let opposite = match mv["value"].as_str().unwrap() {
            "win" => "loss",
            "loss" => "win",
            other => other,
        };
        assert_eq!(mv["after"], opposite);
        assert!(mv["dtw"].is_null() || mv["value"] != "draw", "{mv}");
    }
}

#[test]
fn marks_of_people_stay_and_are_not_doubled() {
    let directory = tempfile::tempdir().unwrap();
    // Two moves that give a win away, and one that is forced in a variation.
    let russian = game("russian").unwrap();
    let (fen, bad) = a_mistake(russian);
    let annotated = |marks: &str| {
        let text = format!("[FEN \"{fen}\"]\n\n1. {bad}{marks} *");
        let once = annotate(directory.path(), text, "").ok();
        assert_eq!(annotate(directory.path(), &once, "").ok(), once);
        once.split_once(bad.as_str()).unwrap().1.replace('\n', " ")
    };
    assert!(annotated("").starts_with(" $2 {[%petrov $2] "), "{}", annotated(""));
    assert!(annotated(" {mine}").contains("} {mine}"));
    assert!(annotated("! {mine}").starts_with("! $2 {[%petrov $2] "));
    for marks in ["?", " (?)", " $2", "$2$5", "$5 $2"] {
        let text = annotated(marks);
        assert!(text.contains("{[%petrov] "), "{text}");
        assert_eq!(text.matches("$2").count(), marks.matches("$2").count(), "{text}");
    }
    // The tables have learned, or something else has written here: what came with an old comment goes with it.
    assert!(annotated(" $4 {[%petrov $4] wrong} {mine}").starts_with(" $2 {[%petrov $2] "));
    assert!(annotated(" $4 {[%petrov] wrong}").starts_with(" $4 $2 {[%petrov $2] "));
    assert!(!annotated(" {[%petrov] wrong} {[%petrov $1] wrong}").contains("wrong"));
}

/// A position, and a move in it that makes a draw of a win.
fn a_mistake(game: &'static Game) -> (String, String) {
    let tablebase = Tablebase::new(game);
    let mut random = Random(0x5eed_0001);
    loop {
        let at = random_position(game, 3, &mut random);
        let Ok(moves) = tablebase.moves(&at) else { continue };
        let (first, last) = (moves.first().unwrap(), moves.last().unwrap());
        if (first.outcome.value, last.outcome.value) == (Value::Win, Value::Draw) && !last.mv.is_capture() {
            return (game.write_fen(&at), game.move_text(&last.mv));
        }
    }
}

#[test]
fn variations_are_judged_from_where_they_begin() {
    let directory = tempfile::tempdir().unwrap();
    let russian = game("russian").unwrap();
    let tablebase = Tablebase::new(russian);
    let mut random = Random(0x5eed_0002);
    let mut marked = 0;
    for _ in 0..60 {
        let start = random_position(russian, 3, &mut random);
        let moves = random_game(russian, start, 2, &mut random);
        let [(_, first), (second_at, second)] = &moves[..] else { continue };
        let text = |mv| russian.move_text(mv);
        let instead: Vec<Move> = russian.legal_moves(&start);
        let variations: String = instead.iter().map(|mv| format!("({}) ", text(mv))).collect();
        let pdn = format!("[FEN \"{}\"]\n{} {variations}{} *", russian.write_fen(&start), text(first), text(second));
        let record = pdn::read(&annotate(directory.path(), pdn, "").ok()).unwrap().remove(0);
        let variations: Vec<&Vec<Item>> = record.items.iter().filter_map(variation).collect();
        assert_eq!(variations.len(), instead.len());
        for (items, mv) in variations.into_iter().zip(&instead) {
            let nag = items.iter().find_map(|item| if let Item::Nag(nag) = item { Some(*nag) } else { None });
            let comment = comment_of(items.last()).unwrap();
            check_mark(&tablebase, &start, mv, nag, comment, &mut Compared::default());
            marked += usize::from(nag.is_some());
        }
        let last = comment_of(record.items.last()).unwrap();
        let after = play(second_at, second);
        check_verdict(&russian.write_fen(&after), worth(&tablebase, &after), after.turn, Some(last));
    }
    assert!(marked > 0);
}

fn variation(item: &Item) -> Option<&Vec<Item>> {
    if let Item::Variation(items) = item { Some(items) } else { None }
}
