//! Builds that find any part of their tables there already: the files that they add are those of a build from scratch.
//!
//! Whatever a build needs and does not solve itself, it reads back from files. So a difference here means that some kind of
//! table is not read back as what was written.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use crate::tables::{clock, contents, up_to};
use petrov::board::Side;
use petrov::format::{Catalog, MANIFEST, Metric, file_name, game_folder};
use petrov::index::Material;
use petrov::rules::{
    Clock, Count, Counted, DEFAULT_SET, GAMES, Game, Ghanaian, Pieces, Road, Russian, Scope, Until, Variant, game,
};
use petrov_build::solve::{Engine, Event, Plan, Progress, Request, build};

/// The names and bytes of the files of a folder.
type Contents = BTreeMap<String, Vec<u8>>;

/// All metrics and all draw rules of a game.
fn all_metrics(game: &Game) -> Vec<Metric> {
    let ids = game.clocks.iter().map(|clock| clock.id).chain([DEFAULT_SET]);
    let clocks = ids.filter(|id| game.clock_set(id).is_some()).map(clock);
    Metric::PLAIN.into_iter().chain(clocks).collect()
}

/// A directory in memory where the system has that: a build waits for the disk behind each of its files.
fn directory() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// What is built: materials of a game, with all that they depend on, in some metrics.
struct Job {
    game: &'static Game,
    materials: Vec<Material>,
    metrics: Vec<Metric>,
}

impl Job {
    fn all(game: &'static Game, pieces: u32) -> Job {
        let open = |material: &Material| game.ending.is_open(material.first(), material.second());
        Job { game, materials: up_to(pieces).into_iter().filter(open).collect(), metrics: all_metrics(game) }
    }

    fn plan(&self, catalog: &Catalog, threads: usize) -> Plan {
        let request = Request::new(self.materials.iter().copied())
            .with_metrics(self.metrics.iter().copied())
            .with_threads(threads);
        Plan::with(Engine::for_game(self.game).unwrap(), self.game, &request, catalog).unwrap()
    }

    /// Builds into a directory; returns the names of the files that it made, in that order.
    fn build(&self, directory: &Path, threads: usize) -> Vec<String> {
        let mut catalog = Catalog::new(self.game.tables);
        catalog.add_directory(directory).unwrap();
        let plan = self.plan(&catalog, threads);
        let made = Mutex::new(Vec::new());
        let observe = |event: Event<'_>| {
            if let Event::Writing(step, metrics) = event {
                made.lock().unwrap().extend(metrics.iter().map(|&metric| file_name(step.material, metric)));
            }
        };
        let folder = game_folder(directory, self.game.tables);
        let built = build(&plan, &folder, u64::MAX, &mut catalog, &Progress::default(), &observe);
        built.unwrap_or_else(|error| panic!("{}: {error}", self.game.id));
        made.into_inner().unwrap()
    }

    /// The names of the files that a build from scratch makes, in that order, and their bytes.
    fn complete(&self) -> Complete {
        let directory = directory();
        let order = self.build(directory.path(), 2);
        let contents = contents(&game_folder(directory.path(), self.game.tables));
        assert_eq!(contents.len(), order.len() + 1, "every file is made once, and the manifest lists them");
        Complete { order, contents }
    }

    /// Builds where some files are there already, and compares all of them with `right`.
    fn check(&self, right: &Contents, there: &[&String]) {
        let directory = directory();
        let folder = game_folder(directory.path(), self.game.tables);
        fs::create_dir_all(&folder).unwrap();
        there.iter().for_each(|name| fs::write(folder.join(name), &right[*name]).unwrap());
        let lines = std::str::from_utf8(&right[MANIFEST]).unwrap().lines();
        let listed = |line: &&str| there.iter().any(|name| line.ends_with(&format!(" {name}")));
        let manifest: String = lines.filter(listed).map(|line| format!("{line}\n")).collect();
        assert_eq!(manifest.lines().count(), there.len());
        fs::write(folder.join(MANIFEST), manifest).unwrap();
        let made = self.build(directory.path(), 1);
        assert_eq!(made.len() + there.len() + 1, right.len(), "{}: what is there is not made again", self.game.id);
        let found = contents(&folder);
        for (name, bytes) in right {
            let last = there.last().map_or("nothing", |name| name.as_str());
            assert!(
                found.get(name) == Some(bytes),
                "{}: {name} is another file where {} files are there, the last of them {last}",
                self.game.id,
                there.len()
            );
        }
        assert_eq!(found.len(), right.len());
    }

    /// Checks `count` states of the folder on both cores.
    fn check_each<'a>(&self, right: &Contents, count: usize, state: impl Fn(usize) -> Vec<&'a String> + Sync) {
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(number) = Some(next.fetch_add(1, Relaxed)).filter(|&number| number < count) {
                self.check(right, &state(number));
            }
        };
        thread::scope(|scope| {
            let other = scope.spawn(work);
            work();
            other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        });
    }

    /// A build that was stopped behind each of its files in turn.
    fn check_prefixes(&self) {
        let Complete { order, contents } = self.complete();
        self.check_each(&contents, order.len() + 1, |files| order[..files].iter().collect());
    }

    /// The same for each draw rule by itself, beside all tables that it goes by: no two rules have a table in common.
    fn check_prefixes_of_rules(&self) {
        let all = self.complete();
        for &rule in self.metrics.iter().filter(|metric| matches!(metric, Metric::Clock(_))) {
            let job = Job { metrics: vec![rule], materials: self.materials.clone(), ..*self };
            let Complete { order, contents } = all.only(&job.plan(&Catalog::new(self.game.tables), 1).metrics);
            let is_of_rule = |name: &String| name.ends_with(&format!(".{}", end_of(rule)));
            let others = order.iter().position(is_of_rule).expect("the rule has tables");
            job.check_each(&contents, order.len() + 1 - others, |files| order[..others + files].iter().collect());
        }
    }

    /// A complete folder without each of its files in turn.
    fn check_holes(&self) {
        let Complete { order, contents } = self.complete();
        self.check_each(&contents, order.len(), |hole| {
            order.iter().enumerate().filter(|&(file, _)| file != hole).map(|(_, name)| name).collect()
        });
    }
}

/// What a build from scratch makes.
struct Complete {
    order: Vec<String>,
    contents: Contents,
}

impl Complete {
    /// The files of some metrics alone.
    fn only(&self, metrics: &[Metric]) -> Complete {
        let is_wanted = |name: &str| {
            metrics.iter().any(|&metric| name.split_once('.').is_some_and(|(_, end)| end == end_of(metric)))
        };
        let order: Vec<String> = self.order.iter().filter(|name| is_wanted(name)).cloned().collect();
        let mut contents = self.contents.clone();
        contents.retain(|name, _| is_wanted(name));
        let lines = std::str::from_utf8(&self.contents[MANIFEST]).unwrap().lines();
        let manifest: String = lines
            .filter(|line| line.split_whitespace().last().is_some_and(is_wanted))
            .map(|line| format!("{line}\n"))
            .collect();
        contents.insert(MANIFEST.to_owned(), manifest.into_bytes());
        Complete { order, contents }
    }
}

/// How the names of the files of a metric end, behind the material and a dot.
fn end_of(metric: Metric) -> String {
    let name = file_name("KvK".parse().unwrap(), metric);
    name.strip_prefix("KvK.").unwrap().to_owned()
}

/// Materials by their names.
fn materials(names: &[&str]) -> Vec<Material> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

/// The materials of Russian that the rules of the main road are about.
fn road() -> Job {
    let metrics = ["ru.3k1.total", "ru.road5.take", "ru.road5.strict"].map(clock).to_vec();
    Job { game: Russian::GAME, materials: materials(&["KKKvK", "MMMvK"]), metrics }
}

/// A game with draw rules of every kind: each event, side that counts, and kind of scope, about so few pieces that they
/// take wins away in tables of three.
fn every_kind_of_rule() -> Job {
    const TWO_KINGS: Scope = Scope::of(Pieces::kings(Count::at_least(2)), Pieces::LONE_KING);
    const TWO_PIECES: Scope = Scope::of(Pieces { all: Count::at_least(2), ..Pieces::ANY }, Pieces::LONE_KING);
    let mut clocks = Vec::new();
    for scope in [TWO_KINGS, TWO_PIECES] {
        for road in [Road::Anywhere, Road::Weaker, Road::Stronger] {
            for until in [Until::Conversion, Until::Zeroing, Until::Scope, Until::End] {
                for counted in [Counted::Each, Counted::Stronger, Counted::Weaker] {
                    let id = format!("made.up.{}", clocks.len()).leak();
                    let (scope, limit) = (Scope { road, ..scope }, 1 + clocks.len() as u32 % 3);
                    clocks.push(Clock { id, text: "", source: "", default: false, scope, until, counted, limit });
                }
            }
        }
    }
    let game: &Game = Box::leak(Box::new(Game { clocks: clocks.leak(), ..*Russian::GAME }));
    let rules = game.clocks.iter().map(|rule| clock(rule.id)).collect();
    Job { game, materials: materials(&["KKvK", "MMvK"]), metrics: rules }
}

/// Draw rules of Russian in a game in which a single piece has lost: there all moves of one side mean nothing.
fn single_piece_has_lost() -> Job {
    let game = Game { id: "made-up", tables: "made-up", ending: Ghanaian::GAME.ending, ..*Russian::GAME };
    let game: &Game = Box::leak(Box::new(game));
    let metrics = ["ru.bal5", "ru.bal30", "ru.kings15"].map(clock).to_vec();
    Job { game, materials: materials(&["KKvKK", "KMvKK"]), metrics }
}

/// The rule that looks at the squares of the stronger side.
fn road_of_the_stronger() -> Job {
    let metrics = vec![clock("pt.12")];
    Job { game: game("portuguese").unwrap(), materials: materials(&["KKKvK"]), metrics }
}

/// The games of the ordinary tests.
fn some_games() -> [Job; 3] {
    ["russian", "portuguese", "pool"].map(|name| Job::all(game(name).unwrap(), 3))
}

#[test]
fn a_build_goes_on_from_where_it_was_stopped() {
    some_games().iter().for_each(Job::check_prefixes);
}

#[test]
fn a_build_goes_on_within_the_rules_of_the_main_road() {
    road().check_prefixes_of_rules();
    road_of_the_stronger().check_prefixes_of_rules();
}

#[test]
fn a_build_goes_on_with_every_kind_of_draw_rule() {
    every_kind_of_rule().check_prefixes_of_rules();
    single_piece_has_lost().check_prefixes_of_rules();
}

#[test]
fn a_single_missing_file_is_made_anew() {
    some_games().iter().for_each(Job::check_holes);
}

#[test]
#[ignore = "takes long: run with --release -- --ignored"]
fn a_build_of_any_game_goes_on_from_any_files() {
    road().check_prefixes();
    road().check_holes();
    for game in GAMES.iter().copied().filter(|game| game.tables == game.id) {
        let pieces = if game.ending.is_open(Side { kings: 1, men: 0 }, Side { kings: 1, men: 0 }) { 3 } else { 4 };
        let job = Job::all(game, pieces);
        job.check_prefixes();
        job.check_holes();
        println!("{}: {} materials in {} metrics", game.id, job.materials.len(), job.metrics.len());
    }
}

#[test]
#[ignore = "takes long: run with --release -- --ignored"]
fn a_build_of_four_pieces_goes_on_from_any_files() {
    let job = Job::all(Russian::GAME, 4);
    job.check_prefixes();
    job.check_holes();
}
