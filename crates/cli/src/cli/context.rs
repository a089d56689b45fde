//! What the global options mean: the game, the notation of FENs, the folders of tables.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use super::clocks;
use super::failure::Failure;
use super::game_name::{self, GameName};
use super::words;
use petrov::board::{FenError, Notation, Position, parse_fen, write_move};
use petrov::format::{Catalog, Metric, file_name, game_folder};
use petrov::index::{Material, MaterialError, Side};
use petrov::internals::short::{self, shortened};
use petrov::probe::{Options, ProbeError, Tablebase};
use petrov::rules::{DEFAULT_SET, Game, Move, ReadMoveError, play};
use petrov_build::command::{build_options, quoted, with_remedy};

/// Moves that are played before a position is looked at.
#[derive(Debug, clap::Args)]
pub(super) struct Played {
    /// Moves to play first, as in "c3-d4 a5:c3:e1" or "1. c3-d4 d6-c5"; squares where a capture goes straight on may be left out
    #[arg(long, value_name = "MOVES")]
    after: Option<String>,
}

impl Played {
    /// Whether there are any.
    pub(super) fn is_some(&self) -> bool {
        self.after.is_some()
    }
}

/// A move without its number, as in "1. c3-d4" or "1.c3-d4".
fn without_number(text: &str) -> &str {
    match text.trim_start_matches(|letter: char| letter.is_ascii_digit()) {
        dots if dots.len() < text.len() && dots.starts_with(['.', '…']) => dots.trim_start_matches(['.', '…']),
        _ => text,
    }
}

/// The options that every verb has, as they are typed.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Global options")]
pub(super) struct Globals {
    /// Game, by its id or another name that `petrov games` lists [default: russian; of `annotate`: what the tags of each game say]
    #[arg(long, global = true, value_name = "NAME", value_parser = GameName, hide_possible_values = true)]
    game: Option<String>,
    /// Folder of tables; may be repeated, `build` and `compress` write to the first [default: those of PETROV_PATH, else tables]
    #[arg(long, global = true, value_name = "DIR")]
    tables: Vec<PathBuf>,
    /// Corner of square number 1 (as b8 or a1) where FENs, and moves of `annotate`, number the squares in another way than the game does
    #[arg(long, global = true, value_name = "CORNER")]
    squares: Option<String>,
    /// Results as JSON, one object a line; errors stay sentences on standard error
    #[arg(long, global = true)]
    json: bool,
}

const DEFAULT_GAME: &str = "russian";
/// The list of folders in the environment, separated as the system separates the folders of PATH.
const PATH_VARIABLE: &str = "PETROV_PATH";
const DEFAULT_FOLDER: &str = "tables";

/// A folder of tables that is searched.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    /// As it was typed.
    pub(super) path: PathBuf,
    /// The folder of the game in it.
    pub(super) of_game: PathBuf,
    /// The tables of the game in it; `None` if there is no such folder.
    pub(super) tables: Option<usize>,
}

/// What the global options mean.
#[derive(Clone, Debug)]
pub(super) struct Context {
    pub(super) game: &'static Game,
    /// Whether the game was named.
    pub(super) game_is_named: bool,
    /// The corner of square number 1, if it was named.
    squares: Option<String>,
    /// Whether results are written as JSON.
    pub(super) json: bool,
    /// The notation in which FENs are read.
    reading: Notation,
    /// The notation in which `annotate` writes, mostly that of the game.
    writing: Notation,
    /// The folders; never empty.
    folders: Vec<PathBuf>,
    /// Whether the folders were typed, so that one that does not exist is a mistake.
    typed: bool,
}

impl Context {
    /// # Errors
    /// If the game or the corner is unknown.
    pub(super) fn new(globals: Globals, annotates: bool) -> Result<Context, Failure> {
        let game = game_name::find(globals.game.as_deref().unwrap_or(DEFAULT_GAME))?;
        let typed = !globals.tables.is_empty();
        let folders = if typed { globals.tables } else { default_folders(std::env::var_os(PATH_VARIABLE)) };
        let mut context = Context {
            game,
            game_is_named: globals.game.is_some(),
            squares: globals.squares,
            json: globals.json,
            reading: game.notation,
            writing: game.notation,
            folders,
            typed,
        };
        // Of `annotate` the corner may be one of other games, those of the texts.
        if let Some(corner) = context.squares.as_ref().filter(|_| context.game_is_named || !annotates) {
            let corner = game.notation.corner_by_name(corner, game.geometry);
            context.reading.first = corner.map_err(|error| Failure::new(format!("--squares: {error}")))?;
        }
        Ok(context)
    }

    /// The corner of square number 1, if it was named.
    pub(super) fn squares(&self) -> Option<&str> {
        self.squares.as_deref()
    }

    /// The same options for another game, and the notations in which a text of it is read and written.
    pub(super) fn of(&self, game: &'static Game, reading: Notation, writing: Notation) -> Context {
        Context { game, reading, writing, ..self.clone() }
    }

    /// Whether positions and moves that are read name the squares in another way than those that are written.
    pub(super) fn reads_other_numbers(&self) -> bool {
        let squares = |notation: &Notation| (notation.first, notation.a1);
        squares(&self.reading) != squares(&self.writing)
    }

    /// The game, in the notation that texts are read in. Only its names for squares differ.
    pub(super) fn read_style(&self) -> Game {
        Game { notation: self.reading, ..*self.game }
    }

    /// The game, in the notation that is written.
    pub(super) fn written_style(&self) -> Game {
        Game { notation: self.writing, ..*self.game }
    }

    /// Reads a move, in the notation in which positions are read too.
    ///
    /// # Errors
    /// Why it is not one legal move.
    pub(super) fn read_move(&self, position: &Position, text: &str) -> Result<Move, ReadMoveError> {
        self.read_style().read_move(position, text)
    }

    /// Reads a position.
    ///
    /// # Errors
    /// What is wrong, and in which column.
    pub(super) fn read_fen(&self, text: &str) -> Result<Position, FenError> {
        parse_fen(text, self.game.geometry, &self.reading)
    }

    /// Reads a position that was given as an argument.
    ///
    /// # Errors
    /// A sentence.
    pub(super) fn read_fen_argument(&self, text: &str) -> Result<Position, Failure> {
        self.read_fen(text).map_err(|error| Failure::new(format!("FEN, {error}")))
    }

    /// Reads the position on the command line and plays the moves that are named there.
    ///
    /// # Errors
    /// If it is none, or a move is not one legal move.
    pub(super) fn read_position(&self, fen: &str, played: &Played) -> Result<Position, Failure> {
        let start = self.read_fen_argument(fen)?;
        let moves = played.after.as_deref().unwrap_or_default();
        let texts = moves.split_whitespace().map(without_number).filter(|text| !text.is_empty());
        texts.into_iter().try_fold(start, |position, text| {
            let mv = self
                .read_played(&position, text)
                .map_err(|error| Failure::new(format!("--after {}: {error}", words::shortened(text))))?;
            Ok(play(&position, &mv))
        })
    }

    /// Reads a move whose numbers are those of the game, as in all that is written.
    ///
    /// # Errors
    /// Why it is not one legal move, or that the numbers of --squares make another of it.
    fn read_played(&self, position: &Position, text: &str) -> Result<Move, String> {
        let mv = self.game.read_move(position, text).map_err(|error| error.to_string())?;
        match self.read_move(position, text) {
            Ok(other) if !other.same(&mv) => {
                let letters = Notation { algebraic: true, ..self.game.notation };
                let named = |mv: &Move| write_move(&mv.squares(), mv.is_capture(), self.game.geometry, &letters);
                Err(format!(
                    "the numbers can mean {}, counted as the game does, or {}, counted as --squares says; \
                     write the move with letters",
                    named(&mv),
                    named(&other)
                ))
            }
            _ => Ok(mv),
        }
    }

    /// The folder of the game to which tables are written.
    pub(super) fn output_folder(&self) -> PathBuf {
        game_folder(&self.folders[0], self.game.tables)
    }

    /// The tables of all folders. The first one may yet have to be created.
    ///
    /// # Errors
    /// If another was typed and does not exist, or one cannot be read.
    pub(super) fn catalog(&self) -> Result<Catalog, Failure> {
        let mut catalog = Catalog::new(self.game.tables);
        for (number, folder) in self.folders.iter().enumerate() {
            self.accept(folder, catalog.add_directory(folder), number == 0)?;
        }
        Ok(catalog)
    }

    /// A tablebase of all folders, and what is in each of them.
    ///
    /// # Errors
    /// If a folder was typed and does not exist, or cannot be read.
    pub(super) fn tablebase(&self) -> Result<(Tablebase, Vec<Folder>), Failure> {
        let mut tablebase = Tablebase::with_options(self.game, Options::default());
        let mut folders = Vec::new();
        for path in &self.folders {
            let tables = self.accept(path, tablebase.add_directory(path), false)?;
            folders.push(Folder { path: path.clone(), of_game: game_folder(path, self.game.tables), tables });
        }
        Ok((tablebase, folders))
    }

    fn accept(&self, path: &Path, added: io::Result<usize>, may_be_new: bool) -> Result<Option<usize>, Failure> {
        match added {
            Ok(tables) => Ok(Some(tables)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => match self.typed && !may_be_new {
                false => Ok(None),
                true => Err(Failure::new(format!(
                    "{}: there is no such folder; name an existing one with --tables, or make it with `{}`",
                    short::path(path),
                    self.command("build --pieces 4"),
                ))),
            },
            Err(error) => Err(Failure::new(format!(
                "{}: the folder cannot be read: {error}; name another with --tables",
                short::path(path)
            ))),
        }
    }

    /// A sentence on why a probe of a position has no answer: which tables are missing in all, and how to make them.
    pub(super) fn explain(&self, error: &ProbeError, position: &Position, tablebase: &Tablebase) -> String {
        let ProbeError::Missing { tables, .. } = error else { return with_remedy(error) };
        match material_of(position) {
            Err(_) => error.to_string(),
            Ok(material) => self.missing(&[material], tables, tablebase),
        }
    }

    /// A sentence on the tables that materials need and that are not there, `known` among them.
    pub(super) fn missing(
        &self,
        materials: &[Material],
        known: &[(Material, Metric)],
        tablebase: &Tablebase,
    ) -> String {
        let tables = missing_tables(materials, known, tablebase);
        let names: Vec<String> = tables.iter().map(|&(material, metric)| file_name(material, metric)).collect();
        let mut listed = names.join(", ");
        let mut wanted = materials.iter().map(Material::to_string).collect::<Vec<_>>().join(" ");
        // All of a selection by the number of pieces can be hundreds.
        const MATERIALS_MAX: usize = 12;
        if materials.len() > MATERIALS_MAX && names.len() > MATERIALS_MAX {
            listed = format!("{} and {} more", names[..MATERIALS_MAX].join(", "), names.len() - MATERIALS_MAX);
            wanted = format!("--pieces {}", materials.iter().map(|material| material.pieces()).max().unwrap_or(2));
        }
        let options = self.build_options(&tables);
        format!(
            "missing {listed} ({}): build them with `{}`",
            self.looked_in(),
            self.command(&format!("build {wanted}{options}"))
        )
    }

    /// The options with which `build` makes these tables.
    fn build_options(&self, tables: &[(Material, Metric)]) -> String {
        let metrics = || tables.iter().map(|&(_, metric)| metric);
        let default = metrics().any(|metric| metric == clocks::metric(DEFAULT_SET));
        // The name of the default set brings its clocks with it.
        let is_brought = |metric: &Metric| default && self.game.clock(metric.name()).is_some_and(|clock| clock.default);
        build_options(metrics().filter(|metric| !is_brought(metric)))
    }

    /// `looked in tables/russian, /data/russian`
    pub(super) fn looked_in(&self) -> String {
        let folder = |folder: &PathBuf| game_folder(folder, self.game.tables).display().to_string();
        format!("looked in {}", shortened(&self.folders.iter().map(folder).collect::<Vec<_>>().join(", ")))
    }

    /// What of the rules the values of some of these positions leave out.
    pub(super) fn caveat<'a>(&self, positions: impl IntoIterator<Item = &'a Position>) -> Option<&'static str> {
        positions.into_iter().find_map(|position| {
            let (white, black) = sides(position);
            self.game.caveat(white, black)
        })
    }

    /// A command with the global options of this one, to be typed next.
    pub(super) fn command(&self, verb: &str) -> String {
        let mut command = format!("petrov {verb}");
        if self.game.id != DEFAULT_GAME {
            command += &format!(" --game {}", self.game.id);
        }
        if self.typed {
            for folder in &self.folders {
                command += &format!(" --tables {}", quoted(&short::path_in_command(folder)));
            }
        }
        command
    }
}

/// The tables that materials need and that are not there, `known` among them.
pub(super) fn missing_tables(
    materials: &[Material],
    known: &[(Material, Metric)],
    tablebase: &Tablebase,
) -> Vec<(Material, Metric)> {
    let mut tables = known.to_vec();
    tables.extend(materials.iter().flat_map(|&material| tablebase.missing_for(material)));
    tables.sort();
    tables.dedup();
    tables
}

/// The material of a position.
///
/// # Errors
/// If no table can have it.
pub(super) fn material_of(position: &Position) -> Result<Material, MaterialError> {
    let (white, black) = sides(position);
    Material::new(white, black)
}

/// The pieces of White and those of Black.
pub(super) fn sides(position: &Position) -> (Side, Side) {
    let side = |kings: u128, men: u128| Side { kings: kings.count_ones(), men: men.count_ones() };
    (side(position.white_kings, position.white_men), side(position.black_kings, position.black_men))
}

fn default_folders(variable: Option<OsString>) -> Vec<PathBuf> {
    let listed = variable.iter().flat_map(std::env::split_paths);
    let folders: Vec<PathBuf> = listed.filter(|folder| !folder.as_os_str().is_empty()).collect();
    if folders.is_empty() { vec![DEFAULT_FOLDER.into()] } else { folders }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_the_environment() {
        let folders = |text: &str| default_folders(Some(text.into()));
        assert_eq!(default_folders(None), [PathBuf::from("tables")]);
        assert_eq!(folders(""), [PathBuf::from("tables")]);
        let two = std::env::join_paths(["a b", "", "c"]).unwrap();
        assert_eq!(default_folders(Some(two)), [PathBuf::from("a b"), PathBuf::from("c")]);
    }

    #[test]
    fn words_for_a_shell() {
        assert_eq!(quoted("tables/russian"), "tables/russian");
        assert_eq!(quoted("my tables"), "'my tables'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
