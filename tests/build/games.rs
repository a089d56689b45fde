//! Every game against published values, against its relatives, and through files: built, proved and probed.

use std::path::Path;

use crate::cases::RowByRow;
use crate::cases::made_up::MadeUp;
use crate::slices::{Manner, Slices, materials};
use crate::tables::{DISTANCES, Manner as Building, VALUES, build_game, contents};
use petrov::board::Position;
use petrov::format::{Catalog, Metric};
use petrov::index::{Layout, Material, Side};
use petrov::internals::board::View;
use petrov::internals::board::cpu::Portable;
use petrov::internals::rules::{BitsOf, GameVisitor, can_capture, legal_moves, visit};
use petrov::probe::Options;
use petrov::rules::{GAMES, Game, Ghanaian, Variant, game, play};
use petrov::{Outcome, Tablebase, Value};
use petrov_build::internals::{Cells, Measure, Scale};
use petrov_build::solve::{Engine, Plan, Request};
use petrov_build::verify::{Progress, Prover, Task, verify_with};

/// A line of `values.csv`.
#[derive(Debug)]
struct Fact {
    game: String,
    of: String,
    meaning: String,
    value: String,
}

fn facts() -> Vec<Fact> {
    let fields = |line: &String| {
        // Quotes only surround fields; none has a quote inside but doubled, in the last one.
        let (mut fields, mut quoted) = (vec![String::new()], false);
        for letter in line.chars() {
            match letter {
                '"' => quoted = !quoted,
                ',' if !quoted => fields.push(String::new()),
                _ => fields.last_mut().unwrap().push(letter),
            }
        }
        let [game, of, meaning, value, _source] = fields.try_into().unwrap();
        Fact { game, of, meaning, value }
    };
    let mut facts: Vec<Fact> = crate::cases::lines("values.csv").iter().skip(1).map(fields).collect();
    for fact in &mut facts {
        // The file names no id here, but says in words which game it is.
        if fact.game == "breakthrough 8x8 (Brazilian captures)" {
            fact.game = "breakthrough-8x8".to_owned();
        }
    }
    facts
}

/// The pieces of mover and other by their digits: men and kings of White, then of Black.
fn sides(digits: &str) -> Option<(Side, Side)> {
    let digits: Option<Vec<u32>> = digits.chars().map(|digit| digit.to_digit(10)).collect();
    let [men, kings, other_men, other_kings] = digits?.try_into().ok()?;
    Some((Side { kings, men }, Side { kings: other_kings, men: other_men }))
}

/// Wins, draws, losses, and the longest win and loss in plies.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    win: u64,
    draw: u64,
    loss: u64,
    longest_win: u16,
    longest_loss: u16,
}

impl Counts {
    fn add(&mut self, cell: u16) {
        let scale = Scale { giveaway: false, measure: Measure::Ends };
        match cell {
            0 => self.draw += 1,
            cell if scale.is_loss(cell) => {
                self.loss += 1;
                self.longest_loss = self.longest_loss.max(cell - 1);
            }
            cell => {
                self.win += 1;
                self.longest_win = self.longest_win.max(cell - 1);
            }
        }
    }

    fn text(&self) -> String {
        format!("{}/{}/{}", self.win, self.draw, self.loss)
    }
}

/// Checks the facts of one game.
struct Check<'a>(&'a Game, &'a [&'a Fact], u32);

impl Check<'_> {
    fn counts<V: Variant>(
        &self,
        slices: &Slices,
        (mover, other): (Side, Side),
        wanted: impl Fn(&View<BitsOf<V>>) -> bool,
    ) -> Counts {
        let layout = Layout::<V::Board>::new(mover, other).unwrap();
        let cells: &Cells = slices.cells(Material::new(mover, other).unwrap(), mover);
        let mut counts = Counts::default();
        for entry in (0..layout.entries()).filter(|&entry| wanted(&layout.view(Portable, entry))) {
            counts.add(cells.get(entry));
        }
        counts
    }

    /// Both sides to move of all materials; a material with equal sides once.
    fn all(&self, slices: &Slices) -> Counts {
        let mut counts = Counts::default();
        for slice in slices.0.values() {
            slice.halves.iter().for_each(|half| (0..half.entries()).for_each(|entry| counts.add(half.get(entry))));
        }
        counts
    }

    fn distance<V: Variant>(&self, slices: &Slices, fen: &str) -> u16 {
        let position: Position = RowByRow::new(self.0).read(fen);
        let view = position.view::<V::Board>();
        let (mover, other) = (view.mover_side(), view.other_side());
        let entry = Layout::<V::Board>::new(mover, other).unwrap().entry(Portable, &view);
        slices.cells(Material::new(mover, other).unwrap(), mover).get(entry).checked_sub(1).unwrap()
    }

    fn check<V: Variant>(&self, slices: &Slices, fact: &Fact) {
        let Fact { of, meaning, value, .. } = fact;
        let quiet = |view: &View<BitsOf<V>>| !can_capture::<V>(view);
        let calm = |view: &View<BitsOf<V>>| quiet(view) && quiet(&view.turned::<V::Board>());
        let found = match (sides(of), meaning.as_str()) {
            (Some(sides), "win/draw/loss") => self.counts::<V>(slices, sides, |_| true).text(),
            (Some(sides), "longest win") => self.counts::<V>(slices, sides, |_| true).longest_win.to_string(),
            (Some(sides), "longest loss") => self.counts::<V>(slices, sides, |_| true).longest_loss.to_string(),
            (Some(sides), "win/draw/loss with no capture for either side") => {
                self.counts::<V>(slices, sides, calm).text()
            }
            (None, "quiet for the mover: won/lost") => {
                let men = Side { kings: 0, men: of[..1].parse().unwrap() };
                let counts = self.counts::<V>(slices, (men, men), quiet);
                assert_eq!(counts.draw, 0);
                format!("{}/{}", counts.win, counts.loss)
            }
            (None, "positions") => {
                slices.0.values().flat_map(|slice| &slice.halves).map(Cells::entries).sum::<u64>().to_string()
            }
            (None, "win/draw/loss") => self.all(slices).text(),
            (None, "longest win") => self.all(slices).longest_win.to_string(),
            (None, "longest win in moves of the strong side") => {
                let (strong, weak) = (Side { kings: 3, men: 0 }, Side { kings: 1, men: 0 });
                self.counts::<V>(slices, (strong, weak), |_| true).longest_win.div_ceil(2).to_string()
            }
            (None, "distance to win") => self.distance::<V>(slices, of).to_string(),
            _ => panic!("{fact:?}"),
        };
        assert_eq!(found, *value, "{fact:?}");
    }
}

impl GameVisitor for Check<'_> {
    type Output = ();
    fn visit<V: Variant>(self) {
        let slices = Slices::solve(engine(self.0), self.0, &Manner::up_to(self.0, self.2));
        self.1.iter().for_each(|fact| self.check::<V>(&slices, fact));
    }
}

/// Checks all facts of a game, solved to so many pieces; returns how many there are.
fn check_facts(id: &str, pieces: u32) -> usize {
    let facts = facts();
    let of_game: Vec<&Fact> = facts.iter().filter(|fact| fact.game == id && fact.meaning != "value").collect();
    visit(game(id).unwrap(), Check(game(id).unwrap(), &of_game, pieces)).unwrap();
    of_game.len()
}

#[test]
fn published_values() {
    let checked = [
        check_facts("english", 4),
        check_facts("international", 3),
        check_facts("killer", 3),
        check_facts("breakthrough-8x8", 4),
        check_facts("frisian", 3),
        check_facts("russian", 4),
        // The one fact that is a value and not a number.
        published_value_of_a_rules_text(),
    ];
    assert_eq!(checked.iter().sum::<usize>(), facts().len(), "every line is checked: {checked:?}");
}

fn published_value_of_a_rules_text() -> usize {
    let facts = facts();
    let [fact] = &facts.iter().filter(|fact| fact.meaning == "value").collect::<Vec<_>>()[..] else { panic!() };
    let directory = tempfile::tempdir().unwrap();
    let game = game(&fact.game).unwrap();
    build_game(directory.path(), engine(game), game, &["MvMMM".parse().unwrap()], DISTANCES).unwrap();
    let mut tablebase = Tablebase::new(game);
    tablebase.add_directory(directory.path()).unwrap();
    let position = game.read_fen(&fact.of).unwrap();
    assert_eq!(tablebase.probe(&position).unwrap().value.name(), fact.value);
    // The same text: the other promotion loses in four plies.
    let moves = tablebase.moves(&position).unwrap();
    let texts: Vec<_> = moves.iter().map(|rated| (game.move_text(&rated.mv), rated.outcome)).collect();
    let loss = Outcome { value: Value::Loss, distance: Some(6) };
    assert_eq!(texts, [("e7-f8".to_owned(), Outcome::DRAW), ("e7-d8".to_owned(), loss)]);
    1
}

#[test]
fn three_kings_against_one_are_the_same_in_six_games() {
    let kings = ["KvK", "KKvK", "KKKvK"].map(|name| name.parse::<Material>().unwrap());
    let solved = |id: &str| {
        let game = game(id).unwrap();
        let manner = Manner { materials: kings.to_vec(), ..Manner::up_to(game, 2) };
        let slices = Slices::solve(engine(game), game, &manner);
        kings.map(|material| {
            let halves = slices.0[&material].halves.iter();
            halves.map(|half| (0..half.entries()).map(|entry| half.get(entry)).collect::<Vec<_>>()).collect::<Vec<_>>()
        })
    };
    let russian = solved("russian");
    for id in ["pool", "brazilian", "czech", "spanish", "portuguese"] {
        assert!(solved(id) == russian, "{id}");
    }
    // The comparison sees a difference where there is one.
    assert!(solved("thai") != russian && solved("anti-russian") != russian);
}

/// The code of the library for a game that it knows: compiled anew here for each game it would take minutes.
fn engine(game: &Game) -> Engine {
    Engine::for_game(game).unwrap()
}

/// The code for the rules of a game.
struct Code {
    engine: Engine,
    prover: Prover,
    tablebase: Tablebase,
}

impl Code {
    /// That of the library, for a game that it knows.
    fn known(game: &'static Game) -> Code {
        let tablebase = Tablebase::with_options(game, Options::default().with_embedded(false));
        Code { engine: engine(game), prover: Prover::for_game(game).unwrap(), tablebase }
    }

    /// That of a type, for a game that nobody knows.
    fn of<V: Variant>() -> Code {
        let tablebase = Tablebase::of::<V>(V::GAME, Options::default().with_embedded(false));
        Code { engine: Engine::of::<V>(), prover: Prover::of::<V>(), tablebase }
    }
}

/// Builds, proves and probes the tables of a game up to so many pieces.
fn build_and_prove<V: Variant>(code: Code, game: &'static Game, pieces: u32, building: Building) {
    build_and_prove_materials::<V>(code, game, materials(game, pieces), building);
}

fn build_and_prove_materials<V: Variant>(
    code: Code,
    game: &'static Game,
    materials: Vec<Material>,
    building: Building,
) {
    let directory = tempfile::tempdir().unwrap();
    build_game(directory.path(), code.engine, game, &materials, building).unwrap();
    let folders = [directory.path().to_owned()];
    let task = Task::new(materials.iter().copied()).with_threads(2);
    let report = verify_with(code.prover, game, &folders, &task, &Progress::default(), &|_| ()).unwrap();
    assert!(report.findings.is_empty(), "{}: {:?}", game.id, report.findings);
    let entries: u64 = materials.iter().map(|&material| petrov::index::entries::<V::Board>(material).unwrap()).sum();
    let files = (building.metrics.len() * materials.len()) as u64;
    assert_eq!((report.tables, report.entries), (files, entries), "{}", game.id);
    if building.metrics.contains(&Metric::Dtw) {
        play_on::<V>(code.tablebase, directory.path(), &materials);
    }
}

/// Plays some positions to the end by the best moves of both sides: each ends after as many plies as was said.
fn play_on<V: Variant>(mut tablebase: Tablebase, directory: &Path, materials: &[Material]) {
    let game = tablebase.game();
    tablebase.add_directory(directory).unwrap();
    for &material in materials {
        for half in 0..material.halves().count() {
            let positions = (0..).map_while(|entry| tablebase.position(material, half, 97 * entry));
            for start in positions.take(60) {
                let outcome = tablebase.probe(&start).unwrap();
                let mut position = start;
                for left in (0..=outcome.distance.unwrap_or(0)).rev() {
                    let moves = legal_moves::<V>(game, &position);
                    if outcome.value == Value::Draw {
                        break;
                    }
                    assert_eq!(moves.is_empty(), left == 0, "{} {}", game.id, game.write_fen(&start));
                    let best = moves.iter().map(|mv| play(&position, mv)).find(|next| {
                        let next = tablebase.probe(next).unwrap();
                        let turn = (outcome.distance.unwrap() - left).is_multiple_of(2);
                        let expected = if turn { outcome.value.opposite() } else { outcome.value };
                        left > 0 && (next.value, next.distance) == (expected, Some(left - 1))
                    });
                    position = best.unwrap_or(position);
                }
            }
        }
    }
}

struct BuildAndProve(&'static Game, u32, Building);

impl GameVisitor for BuildAndProve {
    type Output = ();
    fn visit<V: Variant>(self) {
        build_and_prove::<V>(Code::known(self.0), self.0, self.1, self.2);
    }
}

/// The games with tables of their own.
fn games_with_tables() -> impl Iterator<Item = &'static Game> {
    GAMES.iter().copied().filter(|game| game.tables == game.id)
}

#[test]
fn files_of_every_game_are_proved() {
    for game in games_with_tables().filter(|game| game.ending.fewest_pieces == 1) {
        for building in [DISTANCES, VALUES] {
            visit(game, BuildAndProve(game, 2, building)).unwrap();
        }
    }
}

#[test]
fn files_of_a_game_where_one_piece_has_lost_are_proved() {
    let game = game("ghanaian").unwrap();
    for building in [DISTANCES, VALUES] {
        build_and_prove_materials::<Ghanaian>(Code::known(game), game, vec!["KKvKK".parse().unwrap()], building);
    }
}

#[test]
fn same_bytes_in_every_kind_of_game() {
    // Giveaway, groups of configurations, a half in which all is lost, no kings.
    for (id, pieces) in [
        ("anti-russian", 3),
        ("anti-english", 3),
        ("turkish", 3),
        ("turkish+king-beats-man", 2),
        ("breakthrough-8x8", 4),
    ] {
        let game = game(id).unwrap();
        let engine = Engine::for_game(game).unwrap();
        let materials = materials(game, pieces);
        let build = |threads, least: bool| {
            let directory = tempfile::tempdir().unwrap();
            let request = Request::new(materials.iter().copied()).with_threads(threads);
            let plan = Plan::with(engine, game, &request, &Catalog::new(game.id)).unwrap();
            let memory = if least { plan.least_memory() } else { u64::MAX };
            let building = Building { threads, memory, ..DISTANCES };
            contents(&build_game(directory.path(), engine, game, &materials, building).unwrap())
        };
        let full = build(2, false);
        assert_eq!(full.len(), 2 * materials.len() + 1);
        assert!(build(1, true) == full && build(3, true) == full, "{id}");
    }
}

#[test]
#[ignore = "long: run with --ignored"]
fn files_of_three_pieces_of_every_game_are_proved() {
    for game in games_with_tables() {
        let pieces = match (game.ending.fewest_pieces, game.geometry.squares()) {
            (1, 72) => 2,
            (1, _) => 3,
            _ => 4,
        };
        for building in [DISTANCES, VALUES] {
            let begin = std::time::Instant::now();
            visit(game, BuildAndProve(game, pieces, building)).unwrap();
            println!("{} {building:?}: {:.1?}", game.id, begin.elapsed());
        }
    }
}

#[test]
fn files_of_a_made_up_game_are_proved() {
    build_and_prove::<MadeUp>(Code::of::<MadeUp>(), MadeUp::GAME, 3, DISTANCES);
    build_and_prove::<MadeUp>(Code::of::<MadeUp>(), MadeUp::GAME, 3, VALUES);
}

#[test]
fn a_king_that_beats_a_man_changes_many_values() {
    let solve = |id: &str| {
        let game = game(id).unwrap();
        let slices = Slices::solve(engine(game), game, &Manner::up_to(game, 2));
        let material: Material = "KvM".parse().unwrap();
        let halves = slices.0[&material].halves.iter();
        halves.flat_map(|half| (0..half.entries()).map(|entry| half.get(entry))).collect::<Vec<u16>>()
    };
    let (without, with) = (solve("turkish"), solve("turkish+king-beats-man"));
    let value = |cell: u16| if cell == 0 { 2 } else { cell % 2 };
    let changed = without.iter().zip(&with).filter(|(one, other)| value(**one) != value(**other)).count();
    println!("{changed} of {} positions of KvM change their value", without.len());
    assert_eq!((changed, without.len()), (6_426, 2 * 56 * 63));
    assert!(game("turkish+king-beats-man").unwrap().summary.contains("(6,426 of 7,056 values of KvM change)"));
}

#[test]
fn a_table_of_one_game_is_refused_as_one_of_another() {
    let directory = tempfile::tempdir().unwrap();
    let material: Material = "KvK".parse().unwrap();
    let pool = game("pool").unwrap();
    let folder = build_game(directory.path(), Engine::for_game(pool).unwrap(), pool, &[material], DISTANCES).unwrap();
    std::fs::rename(&folder, directory.path().join("brazilian")).unwrap();
    let mut tablebase = Tablebase::new(game("brazilian").unwrap());
    tablebase.add_directory(directory.path()).unwrap();
    assert!(tablebase.contains(material, Metric::Wdl));
    let position = tablebase.game().read_fen("W:Ka1:BKh2").or_else(|_| tablebase.game().read_fen("W:WKa1:BKh2"));
    let error = tablebase.probe(&position.unwrap()).unwrap_err().to_string();
    assert!(error.contains("pool") && error.contains("brazilian") && error.contains("KvK.wdl"), "{error}");
}
