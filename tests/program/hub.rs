//! The Hub protocol: whole conversations, games to their end, and lines of nonsense.

use std::io::Cursor;
use std::sync::atomic::AtomicBool;

use crate::tables::{DISTANCES, Random, VALUES, build_materials};
use petrov::board::Position;
use petrov::index::Material;
use petrov::probe::Options;
use petrov::rules::{Game, International, Russian, Variant, game, play};
use petrov::{Tablebase, Value};
use petrov_hub::play::{Limits, Player};
use petrov_hub::squares::{read_move, write_move, write_position};
use petrov_hub::{Ended, Session};

/// What a session says to these lines.
fn say(tablebase: &Tablebase, lines: &str) -> (Ended, Vec<String>) {
    let mut out = Vec::new();
    let ended = Session::new(tablebase).run(Cursor::new(lines.as_bytes()), &mut out).unwrap();
    (ended, String::from_utf8(out).unwrap().lines().map(str::to_owned).collect())
}

/// The move for a position.
fn move_for(tablebase: &Tablebase, position: &Position, level: &str) -> String {
    let game = tablebase.game();
    let lines = format!("pos pos={}\nlevel {level}\ngo think\n", write_position(game, position));
    let said = say_patiently(tablebase, &lines);
    let done = said.lines().find_map(|line| line.strip_prefix("done move=")).unwrap_or_else(|| panic!("{said}"));
    done.split(' ').next().unwrap().to_owned()
}

/// What is said to lines after which nothing more comes for a while: the end of the input would stop the search.
fn say_patiently(tablebase: &Tablebase, lines: &str) -> String {
    let mut out = Vec::new();
    let input = Patient { lines: Cursor::new(lines.as_bytes().to_vec()), done: false };
    Session::new(tablebase).run(std::io::BufReader::new(input), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Lines, and after them a while without any.
struct Patient {
    lines: Cursor<Vec<u8>>,
    done: bool,
}

impl std::io::Read for Patient {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        let read = self.lines.read(to)?;
        if read == 0 && !self.done {
            std::thread::sleep(std::time::Duration::from_millis(60));
            self.done = true;
        }
        Ok(read)
    }
}

#[test]
fn handshake() {
    let tablebase = Tablebase::new(game("international").unwrap());
    let (ended, said) = say(&tablebase, "hub\ninit\nping\nunknown x=1\nquit\nping\n");
    assert_eq!(ended, Ended::Quit);
    assert!(said[0].starts_with("id name=Petrov version="), "{said:?}");
    assert!(said[1].starts_with("param name=variant value=international type=enum"), "{said:?}");
    assert_eq!(said[2..], ["wait", "ready", "pong"]);
    assert_eq!(say(&tablebase, "").0, Ended::EndOfInput);
}

#[test]
fn a_legal_move_from_the_start_of_every_game() {
    for game in petrov::rules::GAMES {
        let tablebase = Tablebase::new(game);
        let mv = move_for(&tablebase, &game.start(), "depth=2");
        assert!(read_move(game, &game.start(), &mv).is_ok(), "{}: {mv}", game.id);
    }
}

/// Plays to the end, the engine against moves that hold out longest; returns the plies.
fn plies_to_win(tablebase: &Tablebase, mut position: Position) -> u16 {
    let game = tablebase.game();
    let mut plies = 0;
    loop {
        let Some(reply) = tablebase.best_move(&position).unwrap() else { return plies };
        let mv = match plies % 2 {
            0 => read_move(game, &position, &move_for(tablebase, &position, "move-time=1")).unwrap(),
            _ => reply.mv,
        };
        position = play(&position, &mv);
        plies += 1;
        assert!(plies < 200);
    }
}

#[test]
fn an_ending_of_international_draughts_is_won_as_fast_as_can_be() {
    let directory = tempfile::tempdir().unwrap();
    let materials: Vec<Material> = ["KKMvK", "KKKvK"].map(|name| name.parse().unwrap()).into();
    build_materials::<International>(directory.path(), &materials, DISTANCES).unwrap();
    let game: &'static Game = International::GAME;
    let mut tablebase = Tablebase::new(game);
    tablebase.add_directory(directory.path()).unwrap();
    let mut won = 0;
    for fen in ["W:WK46,K47,31:BK5", "W:WK6,K17,28:BK50", "W:WK1,K2,K3:BK25"] {
        let position = game.read_fen(fen).unwrap();
        let outcome = tablebase.probe(&position).unwrap();
        if outcome.value == Value::Win {
            assert_eq!(Some(plies_to_win(&tablebase, position)), outcome.distance, "{fen}");
            won += 1;
        }
    }
    assert!(won > 0);
}

#[test]
fn a_search_finds_the_way_into_the_tables() {
    let game = game("russian").unwrap();
    let tablebase = Tablebase::new(game);
    // Four pieces, of which no table is inside the program. One of many moves wins: it gives a man away, or waits.
    for (fen, way) in [
        ("W:WKa3,e3:BKg5,d8", "a3-c1"),
        ("W:WKc1,e3:Bg3,Kg5", "e3-f4"),
        ("W:WKf2,g3:BKe1,d8", "g3-h4"),
        ("W:Wf4,Kc5:BKh6,g7", "c5-e3"),
    ] {
        let position = game.read_fen(fen).unwrap();
        assert!(game.legal_moves(&position).len() > 4 && tablebase.probe(&position).is_err(), "{fen}");
        let mv = read_move(game, &position, &move_for(&tablebase, &position, "depth=8")).unwrap();
        assert_eq!(game.move_text(&mv), way, "{fen}");
    }
}

#[test]
fn random_and_damaged_lines_do_no_harm() {
    let tablebase = Tablebase::new(game("international").unwrap());
    let start = write_position(tablebase.game(), &tablebase.game().start());
    let lines = [
        format!("pos pos={start} moves=\"32-28 19-23 28x19\""),
        "level depth=1".to_owned(),
        "level moves=10 time=0.001 inc=0".to_owned(),
        "level move-time=0.001".to_owned(),
        "go think".to_owned(),
        "go ponder".to_owned(),
        "ponder-hit".to_owned(),
        "stop".to_owned(),
        "new-game".to_owned(),
        "hub".to_owned(),
        "init".to_owned(),
        "set-param name=variant value=\"x y\"".to_owned(),
        "ping".to_owned(),
    ];
    let mut random = Random(0xabcd_1234_5678_9ef1);
    for _ in 0..60 {
        let mut input = Vec::new();
        for _ in 0..30 {
            let mut line = lines[random.below(lines.len() as u64) as usize].clone().into_bytes();
            for _ in 0..random.below(4) {
                let at = random.below(line.len() as u64 + 1) as usize;
                match random.below(3) {
                    0 => line.insert(at, random.below(256) as u8),
                    1 => line.truncate(at),
                    _ => line.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << random.below(8)),
                }
                line.push(b'x');
            }
            input.extend(line);
            input.push(b'\n');
        }
        let mut out = Vec::new();
        Session::new(&tablebase).run(Cursor::new(input), &mut out).unwrap();
        let said = String::from_utf8(out).unwrap();
        let words = ["id", "param", "wait", "ready", "pong", "info", "done", "error"];
        assert!(said.lines().all(|line| words.contains(&line.split(' ').next().unwrap())), "{said}");
    }
}

#[test]
fn wrong_positions_and_moves_are_told() {
    let tablebase = Tablebase::new(game("international").unwrap());
    let (_, said) = say(&tablebase, "pos pos=W\npos moves=\"1-50\"\nlevel depth=x\ngo \"\nquit\n");
    assert_eq!(said.len(), 4, "{said:?}");
    assert!(said.iter().all(|line| line.starts_with("error message=\"")), "{said:?}");
    let over = format!("pos pos=Wb{}\ngo think\nstop\nquit\n", "e".repeat(49));
    assert!(say(&tablebase, &over).1[0].contains("the game is over"));
    let game = tablebase.game();
    let moves = game.legal_moves(&game.start());
    let text = write_move(game, &moves[0]);
    assert!(read_move(game, &game.start(), &text).unwrap().same(&moves[0]));
}

#[test]
fn the_variant_is_that_of_the_program() {
    let tablebase = Tablebase::new(game("international").unwrap());
    for (value, fits) in
        [("international", true), ("normal", true), ("100", true), ("frisian", false), ("losing", false)]
    {
        let (_, said) = say(&tablebase, &format!("hub\nset-param name=variant value={value}\ninit\n"));
        assert_eq!(said.len(), if fits { 4 } else { 5 }, "{value}: {said:?}");
        assert!(fits || said[3].contains("--game"), "{said:?}");
    }
    let (_, said) = say(&tablebase, "set-param name=bb-size value=7\nset-param\nset-param name=variant\ninit\n");
    assert_eq!(said, ["ready"], "what others have is passed over");
}

#[test]
fn pondering_goes_on_as_thinking() {
    let tablebase = Tablebase::new(game("russian").unwrap());
    let start = write_position(tablebase.game(), &tablebase.game().start());
    let lines = |end: &str| format!("pos pos={start}\nlevel depth=3\ngo ponder\n{end}");
    let done = |said: &[String]| said.iter().filter(|line| line.starts_with("done move=")).count();
    // One move, and not before it may be told.
    let (_, said) = say(&tablebase, &lines("ping\nponder-hit\n"));
    assert_eq!(done(&said), 1, "{said:?}");
    assert!(said.iter().position(|line| line == "pong") < said.iter().position(|line| line.starts_with("done")));
    let (_, said) = say(&tablebase, &lines("stop\nponder-hit\nstop\n"));
    assert_eq!(done(&said), 1, "{said:?}");
    let (_, said) = say(&tablebase, "ponder-hit\nstop\ninit\n");
    assert_eq!(said, ["ready"]);
}

#[test]
fn a_position_that_is_refused_has_no_move() {
    let tablebase = Tablebase::new(game("russian").unwrap());
    let long = format!("pos moves=\"{}\"", "21-17 9-14 ".repeat(100_000));
    for wrong in [
        "pos pos=Weee",
        "pos moves=\"21-17 99-1\"",
        "pos pos=Xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
        "pos moves=\"21-17",
        "  pos \"",
        "new-game \"",
        "pos start moves=21-17 9-14",
        &long,
    ] {
        let (_, said) =
            say(&tablebase, &format!("{wrong}\ngo think\ngo ponder\nponder-hit\nstop\nnew-game\ngo think\n"));
        assert!(said[..3].iter().all(|line| line.starts_with("error ")), "{wrong}: {said:?}");
        assert!(said[3..].iter().all(|line| line.starts_with("info ") || line.starts_with("done move=")), "{said:?}");
        assert_eq!(said.iter().filter(|line| line.starts_with("done ")).count(), 1, "{said:?}");
    }
    let (_, said) = say(&tablebase, &format!("pos pos=W{}\n", "e".repeat(50)));
    assert!(said[0].contains("--game"), "{said:?}");
}

/// Without distances it never gives a win away, and finds the way to it by a search for progress.
#[test]
fn wins_are_found_without_distances() {
    let directory = tempfile::tempdir().unwrap();
    let game = game("russian").unwrap();
    let mut best = Tablebase::new(game);
    let materials: Vec<Material> = ["KMvM", "KMMvK", "KMMvM"].map(|name| name.parse().unwrap()).to_vec();
    build_materials::<Russian>(&directory.path().join("distances"), &materials, DISTANCES).unwrap();
    best.add_directory(directory.path().join("distances")).unwrap();
    build_materials::<Russian>(&directory.path().join("values"), &materials, VALUES).unwrap();
    let mut values = Tablebase::with_options(game, Options::default().with_embedded(false));
    values.add_directory(directory.path().join("values")).unwrap();
    // Progress in reach of a search is found; where it takes tens of moves, the win is at least never given away.
    for (fen, most) in
        [("W:Wc1,Kf2:Ba5", 30), ("W:Wa3,c1,Kh2:Bb6", 30), ("W:Wc1,Kd4:Bg7", 30), ("W:Wc1,e1,Kf2:BKg1", 80)]
    {
        let start = game.read_fen(fen).unwrap();
        assert_eq!(values.probe_wdl(&start).unwrap(), Value::Win, "{fen}");
        let (mut position, mut moves, mut history) = (start, Vec::new(), Vec::new());
        let (stop, mut searched) = (AtomicBool::new(false), false);
        while let Some(reply) = best.best_move(&position).unwrap() {
            let mv = if moves.len() % 2 == 0 {
                let limits = Limits::default().with_depth(6);
                let choice = Player::new(&values, &stop).choose(&position, &history, limits, &mut |_| ()).unwrap();
                searched |= !choice.known;
                choice.mv
            } else {
                reply.mv
            };
            moves.push(write_move(game, &mv));
            history.push(position);
            position = play(&position, &mv);
            let expected = if moves.len() % 2 == 0 { Value::Win } else { Value::Loss };
            assert_eq!(values.probe_wdl(&position).unwrap(), expected, "{fen}: {moves:?}");
            if moves.len() == most {
                assert_eq!(most, 80, "{fen}: {moves:?}");
                break;
            }
        }
        println!("{fen}: searched {searched}; {} plies, {:?} at best", moves.len(), best.probe_dtw(&start).unwrap());
    }
}

/// Also where the one move that wins leads to what was there before.
#[test]
fn a_repetition_is_better_than_a_draw() {
    let directory = tempfile::tempdir().unwrap();
    let game = game("russian").unwrap();
    let materials: Vec<Material> = vec!["KMvM".parse().unwrap()];
    build_materials::<Russian>(directory.path(), &materials, VALUES).unwrap();
    let mut values = Tablebase::with_options(game, Options::default().with_embedded(false));
    values.add_directory(directory.path()).unwrap();
    let (stop, mut random, mut tested) = (AtomicBool::new(false), Random(0x0123_4567_89ab_cdef), 0);
    while tested < 50 {
        let position = values.position(materials[0], 0, random.below(100_000));
        let Some(position) = position.filter(|at| values.probe_wdl(at).unwrap() == Value::Win) else { continue };
        let Some(only) = values.only_move(&position).unwrap().filter(|only| !only.mv.is_capture()) else { continue };
        let history = [only.after, position, only.after];
        let limits = Limits::default().with_depth(5);
        let choice = Player::new(&values, &stop).choose(&position, &history, limits, &mut |_| ()).unwrap();
        assert_eq!(choice.mv, only.mv, "{}", game.write_fen(&position));
        tested += 1;
    }
}

/// What is not known is passed over while it thinks; what is dropped ends without a word.
#[test]
fn only_what_is_known_ends_a_search() {
    let tablebase = Tablebase::new(game("international").unwrap());
    let done = |lines: &str| say(&tablebase, lines).1.iter().filter(|line| line.starts_with("done ")).count();
    assert_eq!(done("level infinite\ngo think\nfoo\n\nfoo bar=1\nponder-hit\nping\nstop\n"), 1);
    let (_, said) = say(&tablebase, "level infinite\ngo analyze\nfoo\n\nponder-hit\nping\nquit\n");
    let at = |part: &str| said.iter().position(|line| line.starts_with(part));
    assert!(at("pong") < at("done "), "it thinks on: {said:?}");
    // The move of a search that was dropped would be taken for that of the next.
    assert_eq!(done("level depth=1\ngo ponder\npos\ngo think\n"), 1);
    assert_eq!(done("level depth=1\ngo analyze\ngo think\n"), 1);
    assert_eq!(done("go ponder\nnew-game\n"), 0);
}

/// An output that breaks after so many lines.
struct Breaks(usize);

impl std::io::Write for Breaks {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
        self.0 = self.0.checked_sub(lines).ok_or(std::io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_session_ends_with_its_output_and_input() {
    let tablebase = Tablebase::new(game("international").unwrap());
    for lines in 0..4 {
        let input = Cursor::new("init\ngo analyze\nping\nping\nping\nping\nping\n".as_bytes());
        let error = Session::new(&tablebase).run(input, Breaks(lines)).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe, "{lines}");
    }
    // A line without an end is read in pieces of bounded length.
    let long = std::io::Read::take(std::io::repeat(b'x'), 5 << 20);
    let (mut out, input) = (Vec::new(), std::io::BufReader::new(long));
    assert_eq!(Session::new(&tablebase).run(input, &mut out).unwrap(), Ended::EndOfInput);
    assert!(out.len() < 10_000, "{}", out.len());
}

#[test]
fn lines_up_to_the_limit_are_read_and_answers_repeat_little() {
    let tablebase = Tablebase::new(game("russian").unwrap());
    let said = |input: &str| {
        let mut written = Vec::new();
        Session::new(&tablebase).run(input.as_bytes(), &mut written).unwrap();
        String::from_utf8(written).unwrap()
    };
    let most = 1 << 20;
    for end in ["", "\n"] {
        let line = format!("ping{}{end}", " ".repeat(most - 4));
        assert_eq!(said(&line), "pong\n");
        assert!(said(&format!(" {line}")).contains("more than 1048576 bytes"));
    }
    let long = "z".repeat(100_000);
    for line in [format!("pos {long}=1"), format!("pos start moves={long}"), format!("level depth={long}")] {
        let answer = said(&line);
        assert!(answer.contains("error") && answer.matches('z').count() <= 200, "{} bytes", answer.len());
    }
}
