//! Whole games of many kinds, in the form of today and in old ones.

use petrov::board::{Color, Position};
use petrov::rules::{Game, Move, game};
use petrov_cli::pdn::{self, Item, Record};
use serde_json::Value;

use super::program::{annotate, positions, random_game, tables};
use crate::tables::Random;

const GAMES: [&str; 14] = [
    "russian",
    "international",
    "english",
    "brazilian",
    "turkish",
    "frisian",
    "canadian",
    "thai",
    "italian",
    "spanish",
    "portuguese",
    "pool",
    "jamaican",
    "80-cell",
];

const OF_EACH: usize = 100;

/// A game with its moves.
type Played = (&'static Game, Vec<(Position, Move)>);

fn play_all(ids: &[&str], seed: u64) -> Vec<Played> {
    let mut random = Random(seed);
    let mut games = Vec::new();
    for id in ids {
        let game = game(id).unwrap();
        for _ in 0..OF_EACH {
            games.push((game, random_game(game, game.start(), 140, &mut random)));
        }
    }
    games
}

/// A game as PDN 3.0 has it.
fn canonical((game, moves): &Played) -> String {
    let mut text = format!("[Event \"random\"]\n[GameType \"{}\"]\n[Result \"*\"]\n\n", game.pdn_game_type);
    for (ply, (at, mv)) in moves.iter().enumerate() {
        if ply % 2 == 0 {
            text += &format!("{}. ", ply / 2 + 1);
        }
        text += &game.short_move_text(mv, &game.legal_moves(at));
        text.push(if ply % 8 == 7 { '\n' } else { ' ' });
    }
    text + "*\n\n"
}

/// A move in an old form: another sign, all squares where there need not be, digits without signs, zeros in front.
fn old_move(game: &Game, at: &Position, mv: &Move, random: &mut Random) -> String {
    let clear = game.short_move_text(mv, &game.legal_moves(at)) != game.move_text(mv);
    let squares = if clear && random.below(2) == 0 { vec![mv.from, mv.to] } else { mv.squares() };
    let as_numbers = !game.notation.algebraic || random.below(3) == 0;
    let name = |&square: &u32| match as_numbers {
        true => format!("{:02}", game.notation.number(square, game.geometry)),
        false => game.notation.algebraic_name(square, game.geometry),
    };
    let mut names: Vec<String> = squares.iter().map(name).collect();
    let sign = match random.below(6) {
        0 => "",
        1 if mv.is_capture() => ":",
        2 if mv.is_capture() => "*",
        3 if mv.is_capture() => "x",
        _ => "-",
    };
    // As in Russian books, where nothing else from the file goes there.
    let file = |square: u32| game.geometry.row_and_file(square).1;
    let alike = |other: &Move| file(other.from) == file(mv.from) && other.to == mv.to;
    if !as_numbers && random.below(3) == 0 && game.legal_moves(at).iter().filter(|other| alike(other)).count() == 1 {
        names[0].truncate(1);
    }
    if sign.is_empty() || !as_numbers {
        return names.join(sign);
    }
    names.iter_mut().for_each(|name| match random.below(3) {
        0 => *name = name.trim_start_matches('0').to_owned(),
        1 => name.insert(0, '0'),
        _ => {}
    });
    let text = names.join(sign);
    // A circle could read like a result.
    if pdn::is_result(&text) { format!("0{text}") } else { text }
}

/// A game in old forms, with all that may stand between moves.
fn mangled((game, moves): &Played, random: &mut Random) -> String {
    let mut text = String::from("[event \"old\"]\r\n[Site \"a \"b\" c\"]\r\n\r\n");
    for (ply, (at, mv)) in moves.iter().enumerate() {
        let number = ply / 2 + 1;
        match (ply % 2, random.below(4)) {
            (0, 0) => text += &format!("{number}. "),
            (0, 1) => text += &format!("{number}."),
            (0, 2) => text += &format!("\r\n{number} "),
            (1, 0) => text += &format!("{number}... "),
            (1, 1) => text += &format!("{number}. ... "),
            _ => {}
        }
        text += &old_move(game, at, mv, random);
        let legal = game.legal_moves(at);
        let other = &legal[random.below(legal.len() as u64) as usize];
        let instead = old_move(game, at, other, random);
        match random.below(14) {
            0 => text += "!?",
            1 => text += " (?)",
            2 => text += "$2 $139",
            3 => text += " {1-0 ; is % no ( result }",
            4 => text += " ; 1-0 {\r\n",
            5 => text += "\r\n% a (line\r\n",
            6 => text += &format!(" ({instead} {{so}} $1)"),
            7 => text += &format!("({number}.{instead}! ({instead}) 1-0)"),
            8 => text += " {[%clk 0:12:34]} ...",
            9 => text += "*",
            _ => {}
        }
        text.push(' ');
        // A star behind a move that nothing stands behind would be the result.
        if text.ends_with("* ") && ply + 1 == moves.len() {
            text += "{}";
        }
    }
    text + ["1-0", "0-1", "1/2-1/2", "2-0", "1-1", "0-0", "*", ""][random.below(8) as usize] + "\r\n\r\n"
}

/// Each game has come back with the moves that were played.
fn check(games: &[Played], annotated: &str) {
    let read = pdn::read(annotated).unwrap();
    assert_eq!(read.len(), games.len());
    for ((game, moves), record) in games.iter().zip(&read) {
        let after = positions(game, record);
        assert_eq!(after.len(), moves.len() + 1, "{}: {record:?}", game.id);
        assert!(moves.iter().zip(&after).all(|((at, _), position)| at == position), "{}: {record:?}", game.id);
        for ((at, mv), text) in moves.iter().zip(record.moves()) {
            assert_eq!(text, game.short_move_text(mv, &game.legal_moves(at)), "{}", game.id);
        }
    }
}

#[test]
fn random_games_come_back() {
    let directory = tempfile::tempdir().unwrap();
    let games = play_all(&GAMES, 0x1234_5678_9abc_def1);
    let text: String = games.iter().map(canonical).collect();
    let ran = annotate(directory.path(), &text, &tables());
    assert!(ran.err.starts_with("1,400 games, "), "{}", ran.err);
    let annotated = ran.ok();
    check(&games, &annotated);
    assert!(annotated.contains("[%petrov"), "some games end within the tables");
    // No game of these has lost anything else.
    for (record, (game, _)) in pdn::read(&annotated).unwrap().iter().zip(&games) {
        assert_eq!(record.tag("GameType"), Some(game.pdn_game_type));
        assert_eq!((record.tag("Event"), record.result.as_str()), (Some("random"), "*"));
    }
    assert_eq!(annotate(directory.path(), &annotated, &tables()).ok(), annotated, "once more changes nothing");
}

/// What a record says beside its moves and the comments of the tables.
fn said(items: &[Item]) -> Vec<String> {
    let of = |item: &Item| match item {
        Item::Move { .. } | Item::Number(..) | Item::Nag(_) => Vec::new(),
        Item::Comment(text) if text.starts_with("[%petrov") => Vec::new(),
        Item::Variation(items) => [vec!["(".to_owned()], said(items), vec![")".to_owned()]].concat(),
        other => vec![format!("{other:?}")],
    };
    items.iter().flat_map(of).collect()
}

#[test]
fn old_forms_are_understood() {
    let directory = tempfile::tempdir().unwrap();
    for (number, id) in GAMES.into_iter().chain(["anti-russian"]).enumerate() {
        let games = play_all(&[id], 0xfeed_0000 + number as u64);
        let mut random = Random(0xabcd_ef01 + number as u64);
        let text: String = games.iter().map(|game| mangled(game, &mut random)).collect();
        let annotated = annotate(directory.path(), &text, &format!("--game {id}")).ok();
        check(&games, &annotated);
        let (old, new) = (pdn::read(&text).unwrap(), pdn::read(&annotated).unwrap());
        for (one, other) in old.iter().zip(&new) {
            assert_eq!(said(&one.items), said(&other.items), "{id}");
            assert_eq!(other.tag("Site"), Some("a \"b\" c"));
            assert_eq!(other.tag("GameType").unwrap_or_default(), games[0].0.pdn_game_type);
        }
    }
}

#[test]
fn numbers_from_another_corner() {
    let directory = tempfile::tempdir().unwrap();
    let games = play_all(&["russian"], 0x5eed);
    let number = |square: u32| square + 1;
    let body = |moves: &[(Position, Move)]| -> String {
        let text = |(_, mv): &(Position, Move)| {
            mv.squares().into_iter().map(|it| number(it).to_string()).collect::<Vec<_>>().join("-")
        };
        moves.iter().map(text).collect::<Vec<_>>().join(" ")
    };
    // By the option, and by what the tag says.
    let text: String = games.iter().map(|(_, moves)| format!("[A \"\"]\n{} *\n", body(moves))).collect();
    check(&games, &annotate(directory.path(), &text, "--squares a1").ok());
    let tagged = text.replace("[A \"\"]", "[GameType \"25,W,8,8,N0,0\"]");
    let annotated = annotate(directory.path(), &tagged, "").ok();
    check(&games, &annotated);
    assert!(annotated.contains("[GameType \"25,W,8,8,A0,0\"]") && !annotated.contains("N0"));
    // Positions too.
    let fen = "[GameType \"25,W,8,8,N0\"]\n[FEN \"W:WK1:BK5\"]\n1-10 /FEN \"B:W2:B31\"/ 31-27 *";
    let annotated = annotate(directory.path(), fen, "").ok();
    for part in ["[FEN \"W:WKa1:BKb2\"]", "/FEN \"B:Wc1:Bf8\"/"] {
        assert!(annotated.contains(part), "{annotated}");
    }
    // What cannot be understood cannot be written in other numbers, so nothing of the game is.
    let wrong = "[GameType \"25,W,8,8,N0\"]\n\n1. 9-13 (1. 9-99) *\n\n";
    let ran = annotate(directory.path(), wrong, "");
    assert_eq!((ran.code, ran.out.as_str()), (2, wrong));
}

#[test]
fn the_games_of_the_rules_texts_come_back() {
    let entries: Vec<Value> = serde_json::from_str(include_str!("../../data/seed-positions.json")).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let russian = game("russian").unwrap();
    let mut plies = 0;
    for entry in entries.iter().filter(|entry| entry["line"].is_array()) {
        let (fen, after) = (entry["fen"].as_str().unwrap(), entry["fen_after"].as_str().unwrap());
        let line: Vec<&str> = entry["line"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        let text = format!("[Event \"{}\"]\n[FEN \"{fen}\"]\n\n{} *\n", entry["id"], line.join(" "));
        let annotated = pdn::read(&annotate(directory.path(), &text, "").ok()).unwrap();
        let [record] = &annotated[..] else { panic!("one game") };
        let before = pdn::read(&text).unwrap();
        assert_eq!(positions(russian, record), positions(russian, &before[0]), "{entry}");
        assert_eq!(positions(russian, record).last(), Some(&russian.read_fen(after).unwrap()), "{entry}");
        assert_eq!(record.moves().count(), line.len());
        plies += line.len();
    }
    assert!(plies >= 30, "{plies}");
}

#[test]
fn what_stands_in_a_record_stays() {
    let directory = tempfile::tempdir().unwrap();
    let text = "[White \"Andr\u{e9} \\\"A\\\"\"]\n[GameType \"20\"]\n[Result \"1-1\"]\n\n{before} 1. 32-28! $13 {good} 19-23 \
                2. 28x19 14x23 (2... 13x24?! {no} 33-29) % line\n1-1 {after}\n";
    let expected = "[White \"Andr\u{e9} \\\"A\\\"\"]\n[GameType \"20\"]\n[Result \"1-1\"]\n\n{before} 1. 32-28! $13 {good} 19-23 \
                    2. 28x19 14x23 (2... 13x24?! {no} 33-29)\n% line\n{after} 1-1\n\n";
    assert_eq!(annotate(directory.path(), text, "").ok(), expected);
    // The same in an old encoding.
    let latin: Vec<u8> = text.chars().map(|letter| u32::from(letter) as u8).collect();
    assert_eq!(annotate(directory.path(), latin, "").ok(), expected);
    let marked = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert_eq!(annotate(directory.path(), marked, "").ok(), expected);
}

#[test]
fn comments_alone_are_no_game() {
    let directory = tempfile::tempdir().unwrap();
    let text = "{a collection}\n% of games\n\n";
    assert_eq!(annotate(directory.path(), text, "").ok(), text);
    assert_eq!(annotate(directory.path(), text, "--json").ok(), "");
    assert_eq!(annotate(directory.path(), "", "").ok(), "");
    let annotated = annotate(directory.path(), format!("{text}[A \"\"]\n*"), "").ok();
    assert_eq!(annotated, format!("[A \"\"]\n\n{}*\n\n", text.trim_end().to_owned() + "\n"));
}

#[test]
fn a_tag_says_who_begins() {
    let directory = tempfile::tempdir().unwrap();
    let unified = "[GameType \"23,W,8,8,A0,0\"]\n1. c3-d4 *";
    let annotated = annotate(directory.path(), unified, "").ok();
    let record: &Record = &pdn::read(&annotated).unwrap()[0];
    assert_eq!(record.tag("GameType"), Some("23,W,8,8,N2,0"));
    let pool = game("pool").unwrap();
    let start = Position { turn: Color::White, ..pool.start() };
    assert!(pool.read_move(&start, record.moves().next().unwrap()).is_ok());
}
