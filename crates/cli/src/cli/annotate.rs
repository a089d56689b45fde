//! `annotate`: games written back with what the tables say of their positions.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use encoding_rs::Encoding;
use serde::Serialize;

use super::annotation::{Annotator, Counts, PlyJson, Wrong};
use super::beginning::Beginning;
use super::context::Context;
use super::decoded::{Decoded, decoded, encoding};
use super::failure::{Failure, Finish, complain};
use super::game_notes::{Note, Tally};
use super::written::{Output, followed, is_output, is_same};
use super::{words, write_json};
use crate::pdn::{Content, PdnError, PdnErrorKind, Piece, Reader, Record, write};
use petrov::internals::short;
use petrov::probe::Tablebase;
use petrov_build::format::write_atomically;

/// Write games back with what the tables say of every position within reach
///
/// Reads PDN of every kind, old and new, and writes PDN 3.0 in UTF-8: the same games and moves, each move as short as
/// it is clear, in the squares of the game; tags, comments, variations, marks and results stay as they are.
///
/// The tags GameType and Variant say which game a record is. Where there are none, it is --game, and GameType is added;
/// without --game it is Russian if all moves are legal there, else, with eight moves or more, the only game in which
/// they are, and no tag is added. Where tags contradict each other or the moves, a reading in which all moves are legal
/// is taken, if there is only one. Whatever is not plain is said in a note. --ignore-tags lets --game overrule wrong
/// tags. --squares holds for moves too.
///
/// Behind a move to a position of the tables stands a comment that begins with [%petrov]: who wins, and in how many moves. A move
/// that gave away a win or a draw gets $2, one that lost a won game $4, and in the comment stands a move that would have kept it,
/// for a win in how many moves; the one move that kept a win or draw gets $7. Comments that begin with [%petrov] are replaced when
/// the game is annotated again, with the marks that came with them. Values hold without draw rules, as if the game could go on
/// for ever.
///
/// A game that cannot be annotated is written back byte for byte: one with a move that is not legal, with tags that
/// contradict each other, or of a game that Petrov does not have. So is everything that is no PDN. Positions that need
/// a damaged table get no comment. Each of these is reported on standard error, and the exit code is 2 at the end.
///
/// With --json, each game is a line of JSON instead of PDN, with the value of every move.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  petrov annotate game.pdn > annotated.pdn
  petrov annotate games.pdn --output games.pdn --tables /data/tables
  petrov annotate --game anti-russian --squares a1 old.pdn
  petrov annotate --game pool --ignore-tags wrong.pdn
  petrov annotate - --json < game.pdn")]
pub(super) struct Arguments {
    /// Files of games; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// File to write to, which appears whole or not at all; it may be one of those that are read. A symbolic link stays
    /// one: the file that it leads to is written [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Encoding of files without a mark of their own, such as windows-1251 or koi8-r [default: UTF-8, and what is not is read as
    /// Latin-1]
    #[arg(long, value_name = "NAME", value_parser = encoding)]
    encoding: Option<&'static Encoding>,
    /// Do not heed GameType and Variant: every game is that of --game
    #[arg(long)]
    ignore_tags: bool,
}

#[derive(Serialize)]
struct GameJson<'a> {
    file: &'a str,
    /// Where it begins.
    line: usize,
    game: &'static str,
    tags: serde_json::Map<String, serde_json::Value>,
    result: &'a str,
    /// The position before the first move.
    fen: String,
    moves: Vec<PlyJson>,
    /// What is wrong in variations.
    errors: Vec<String>,
    /// What a reader has to know of how the game was read.
    notes: Vec<String>,
    /// What of the rules the values leave out; null if nothing.
    left_out: Option<&'static str>,
}

pub(super) fn run(arguments: &Arguments, context: &Context, out: &mut dyn Write) -> Result<Finish, Failure> {
    if arguments.ignore_tags && !context.game_is_named {
        return Err(Failure::new("--ignore-tags needs the game of all records; name it with --game"));
    }
    let mut run = Run {
        context,
        encoding: arguments.encoding,
        ignore_tags: arguments.ignore_tags,
        tablebases: Vec::new(),
        total: Counts::default(),
        games: 0,
        wrong: 0,
        caveat: None,
        damaged: BTreeSet::new(),
        latin_1: None,
        replaced: false,
        tally: Tally::default(),
    };
    match &arguments.output {
        None => {
            if let Some(file) = arguments.files.iter().find(|file| is_output(file)) {
                // It would grow as fast as it is read.
                let file = short::path(file);
                return Err(Failure::new(format!("{file}: it is the standard output too; name it with --output")));
            }
            run.files(&arguments.files, &mut Output::new(out))?;
        }
        Some(path) => {
            let target = output_file(path)?;
            let in_place = arguments.files.iter().any(|file| is_same(file, &target));
            if let Some(encoding) = arguments.encoding.filter(|_| in_place)
                && is_utf_8(&target)
            {
                // As after the first run of the same command.
                let encoding = encoding.name().to_lowercase();
                return Err(unwritable(path, &format!("it is UTF-8 already and not {encoding}; leave --encoding out")));
            }
            let mut written = Vec::new();
            let mut output = Output::new(&mut written);
            run.files(&arguments.files, &mut output)?;
            let is_changed = output.has_games() || context.json || arguments.files.len() > 1;
            if in_place && is_changed {
                run.ensure_nothing_is_lost(path)?;
            }
            // A file in which nothing was annotated stays as it is, in its encoding.
            if !in_place || is_changed {
                write_atomically(&target, &written).map_err(|error| unwritable(path, &error.to_string()))?;
            }
        }
    }
    // What is said last must not stand between the games on a screen.
    out.flush()?;
    run.summary();
    Ok(if run.wrong == 0 { Finish::Success } else { Finish::Errors })
}

/// The file that --output means, of which we make sure early that it can be replaced.
fn output_file(path: &Path) -> Result<PathBuf, Failure> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return Err(unwritable(path, "it is no file"));
    }
    let target = followed(path).map_err(|error| unwritable(path, &error.to_string()))?;
    match fs::metadata(&target) {
        Ok(there) if !there.is_file() => Err(unwritable(path, "it is no file")),
        Ok(_) => Ok(target),
        Err(_) => match target.parent().filter(|folder| *folder != Path::new("")) {
            Some(folder) if !folder.is_dir() => Err(unwritable(path, "its folder is not there")),
            _ => Ok(target),
        },
    }
}

/// Whether a file has letters beyond ASCII, and all of them are UTF-8. Text of older encodings is not, but by a rare accident.
fn is_utf_8(path: &Path) -> bool {
    fs::read(path).is_ok_and(|bytes| !bytes.is_ascii() && std::str::from_utf8(&bytes).is_ok())
}

fn unwritable(path: &Path, reason: &str) -> Failure {
    Failure::new(format!("{}: cannot be written: {reason}; name another file with --output", short::path(path)))
}

struct Run<'a> {
    context: &'a Context,
    /// Of the files.
    encoding: Option<&'static Encoding>,
    /// Whether every game is that of --game.
    ignore_tags: bool,
    /// Those of the games that have come up.
    tablebases: Vec<Tablebase>,
    total: Counts,
    games: u64,
    /// Games and variations in which something is wrong.
    wrong: u64,
    caveat: Option<&'static str>,
    /// Tables in which something is wrong: of each it is said once.
    damaged: BTreeSet<String>,
    /// The first file with letters that are no UTF-8.
    latin_1: Option<String>,
    /// Whether some letters could not be decoded.
    replaced: bool,
    /// The notes on the games of this file.
    tally: Tally,
}

impl Run<'_> {
    /// Makes sure that a file can take the place of itself.
    fn ensure_nothing_is_lost(&self, path: &Path) -> Result<(), Failure> {
        if self.replaced {
            return Err(unwritable(path, "letters that could not be decoded would be lost"));
        }
        // Games that are written anew are UTF-8 and others stay as they are: what was guessed must not end in a mixture.
        match &self.latin_1 {
            Some(name) => Err(Failure::new(format!(
                "{}: not written in place: {name} is not UTF-8; name its encoding, as in --encoding windows-1251",
                short::path(path)
            ))),
            None => Ok(()),
        }
    }

    fn files(&mut self, files: &[PathBuf], out: &mut Output) -> Result<(), Failure> {
        for path in files {
            self.file(path, out)?;
        }
        Ok(())
    }

    fn file(&mut self, path: &Path, out: &mut Output) -> Result<(), Failure> {
        let is_standard = path == Path::new("-");
        let name = if is_standard { "standard input".to_owned() } else { short::path(path) };
        let unreadable =
            |error: &dyn std::fmt::Display| Failure::new(format!("{name}: cannot be read: {error}; name another file"));
        let input: Box<dyn Read> = if is_standard {
            Box::new(io::stdin().lock())
        } else {
            Box::new(File::open(path).map_err(|error| unreadable(&error))?)
        };
        let Decoded { input, from, is_marked } = decoded(input, self.encoding).map_err(|error| unreadable(&error))?;
        let mut reader = Reader::new(input);
        out.begin_file();
        while let Some(Piece { source, content }) = reader.next_piece() {
            match content {
                Content::Game(record) => self.record(&name, &record, &source, out)?,
                Content::Wrong(PdnError { kind: PdnErrorKind::Unreadable(error), .. }) => {
                    return Err(unreadable(&error));
                }
                Content::Wrong(error) => {
                    self.report(&name, error.line, &error.to_string(), out)?;
                    self.keep(&source, out)?;
                }
                Content::Rest => self.keep(&source, out)?,
            }
        }
        if let Some(from) = from.filter(|_| reader.has_replacements()) {
            self.wrong += 1;
            self.replaced = true;
            let from = from.name().to_lowercase();
            let remedy = if is_marked {
                "which the mark at its beginning says it has; save it as UTF-8 with an editor"
            } else {
                "name another with --encoding"
            };
            let separator = if is_marked { "," } else { ";" };
            complain(format_args!("{name}: some bytes are no letters of {from}{separator} {remedy}"));
        }
        self.tell_notes(&name, out)?;
        if !reader.is_utf_8() {
            self.latin_1.get_or_insert(name);
        }
        Ok(())
    }

    /// Says what is to be known of the games of a file, which has ended.
    fn tell_notes(&mut self, name: &str, out: &mut Output) -> Result<(), Failure> {
        let sentences = std::mem::take(&mut self.tally).sentences(name);
        if sentences.is_empty() {
            return Ok(());
        }
        out.flush()?;
        // There is nobody left to tell if this fails.
        let mut stderr = io::stderr().lock();
        sentences.iter().for_each(|sentence| _ = writeln!(stderr, "note: {sentence}"));
        Ok(())
    }

    /// Says what is wrong with a game.
    fn report(&mut self, name: &str, line: usize, sentence: &str, out: &mut Output) -> Result<(), Failure> {
        self.wrong += 1;
        if self.context.json {
            write_json(&serde_json::json!({ "file": name, "line": line, "error": sentence }), out.other())?;
        }
        complain(format_args!("{name}, {sentence}"));
        Ok(())
    }

    /// Writes back what is not annotated.
    fn keep(&self, source: &[u8], out: &mut Output) -> Result<(), Failure> {
        if self.context.json { Ok(()) } else { Ok(out.piece(source)?) }
    }

    fn record(&mut self, name: &str, record: &Record, source: &[u8], out: &mut Output) -> Result<(), Failure> {
        if !record.is_game() {
            return self.keep(source, out);
        }
        self.games += 1;
        match self.annotate(name, record, out) {
            Err(Wrong::Game(sentence)) => {
                self.report(name, record.line, &sentence, out)?;
                self.keep(source, out)
            }
            Err(Wrong::Run(failure)) => Err(failure),
            Ok(()) => Ok(()),
        }
    }

    fn annotate(&mut self, name: &str, record: &Record, out: &mut Output) -> Result<(), Wrong> {
        let line = record.line;
        let beginning = Beginning::new(self.context, self.ignore_tags, record)
            .map_err(|sentence| Wrong::Game(format!("line {line}: {sentence}")))?;
        let context = &beginning.context;
        let tablebase = self.tablebase(context)?;
        let mut annotator = Annotator::new(context, &self.tablebases[tablebase], beginning.remedy);
        let items = annotator.game(&record.items, &beginning.start)?;
        let Annotator { counts, plies, wrong, damaged, caveat, .. } = annotator;
        for (file, sentence) in damaged {
            if self.damaged.insert(file) {
                self.report(name, line, &format!("line {line}: {sentence}"), out).map_err(Wrong::Run)?;
            }
        }
        self.tally.add(&beginning.notes, line);
        self.total.moves += counts.moves;
        self.total.known += counts.known;
        self.total.mistakes += counts.mistakes;
        self.caveat = self.caveat.or(caveat);
        self.wrong += wrong.len() as u64;
        wrong.iter().for_each(|sentence| complain(format_args!("{name}, {sentence}")));
        if context.json {
            let json = GameJson {
                file: name,
                line,
                game: context.game.id,
                tags: record.tags.iter().map(|tag| (tag.name.clone(), tag.text.clone().into())).collect(),
                result: &record.result,
                fen: context.written_style().write_fen(&beginning.start),
                moves: plies,
                errors: wrong,
                notes: beginning.notes.iter().map(Note::sentence).collect(),
                left_out: caveat,
            };
            return write_json(&json, out.other()).map_err(Wrong::Run);
        }
        let record = Record { tags: beginning.tags, items, ..record.clone() };
        out.game(&write(&record)).map_err(|error| Wrong::Run(error.into()))
    }

    /// The number of the tablebase of a game, which is opened when the game comes up.
    fn tablebase(&mut self, context: &Context) -> Result<usize, Wrong> {
        let known = self.tablebases.iter().position(|tablebase| tablebase.game().id == context.game.id);
        if let Some(number) = known {
            return Ok(number);
        }
        let (tablebase, _) = context.tablebase().map_err(Wrong::Run)?;
        if tablebase.tables().is_empty() {
            let (title, command) = (context.game.title, context.command("build --pieces 4"));
            complain(format_args!(
                "there are no tables of {title}: make some with `{command}`, or name their folder with --tables"
            ));
        }
        self.tablebases.push(tablebase);
        Ok(self.tablebases.len() - 1)
    }

    fn summary(&self) {
        let Counts { moves, known, mistakes } = self.total;
        let games = words::counted(self.games, "game", "games");
        let moves = words::counted(moves, "move", "moves");
        let mistakes = words::counted(mistakes, "mistake", "mistakes");
        let known = words::counted(known, "position", "positions");
        let mut sentence = format!("{games}, {moves}; {known} within reach of the tables, {mistakes}");
        if self.wrong > 0 {
            sentence += &format!("; {} reported", words::counted(self.wrong, "error", "errors"));
        }
        // There is nobody left to tell if this fails.
        let mut stderr = io::stderr().lock();
        let _ = writeln!(stderr, "{sentence}");
        if let Some(name) = &self.latin_1 {
            let _ = writeln!(
                stderr,
                "note: {name} is not UTF-8 and was read as Latin-1; if its letters are others, name them: --encoding windows-1251"
            );
        }
        if let Some(left_out) = self.caveat {
            let _ = writeln!(stderr, "note: the values leave out {left_out}");
        }
    }
}
