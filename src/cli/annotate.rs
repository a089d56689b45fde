//! `annotate`: games written back with what the tables say of their positions.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use encoding_rs::Encoding;
use encoding_rs_io::DecodeReaderBytesBuilder;
use serde::Serialize;

use super::annotation::{Annotator, Counts, PlyJson, Wrong, written_fen};
use super::context::Context;
use super::failure::{Failure, Finish, complain};
use super::game_type::GameType;
use super::{words, write_json};
use crate::board::Position;
use crate::format::write_atomically;
use crate::pdn::{PdnError, PdnErrorKind, Reader, Record, Tag, write};
use crate::probe::Tablebase;
use crate::rules::Game;
use crate::short;

/// Write games back with what the tables say of every position within reach
///
/// Reads PDN of every kind, old and new, and writes PDN 3.0 in UTF-8: the same games and moves, each move as short as
/// it is clear, in the squares of the game; tags, comments, variations, marks and results stay as they are. What a game is says
/// its tag GameType, where there is none --game, and the tag is added. --squares holds for moves too.
///
/// Behind a move to a position of the tables stands a comment that begins with [%petrov]: who wins, and in how many moves. A move
/// that gave away a win or a draw gets $2, one that lost a won game $4, and in the comment stands a move that would have kept it,
/// for a win in how many moves; the one move that kept a win or draw gets $7. Comments that begin with [%petrov] are replaced when
/// the game is annotated again, with the marks that came with them. Values hold without draw rules, as if the game could go on
/// for ever.
///
/// A game with a move that is not legal, or of a game that Petrov does not have, is written back as it was read; what is no PDN is
/// left out; of positions that need a damaged table nothing is said. Each is reported on standard error, and the exit code is 2 at
/// the end.
///
/// With --json, each game is a line of JSON instead of PDN, with the value of every move.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  petrov annotate game.pdn > annotated.pdn
  petrov annotate games.pdn --output games.pdn --tables /data/tables
  petrov annotate --game anti-russian --squares a1 old.pdn
  petrov annotate - --json < game.pdn")]
pub(super) struct Arguments {
    /// Files of games; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// File to write to, which appears whole or not at all; it may be one of those that are read [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Encoding of files without a mark of their own, such as windows-1251 or koi8-r [default: UTF-8, and what is not is read as
    /// Latin-1]
    #[arg(long, value_name = "NAME", value_parser = encoding)]
    encoding: Option<&'static Encoding>,
}

fn encoding(name: &str) -> Result<&'static Encoding, String> {
    let name = name.to_lowercase().replace("latin-", "latin");
    Encoding::for_label_no_replacement(name.as_bytes()).ok_or_else(|| {
        "no encoding is called so; there are windows-1251, koi8-r, ibm866, iso-8859-2 and others".to_owned()
    })
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
    /// What of the rules the values leave out; null if nothing.
    left_out: Option<&'static str>,
}

pub(super) fn run(arguments: &Arguments, context: &Context, out: &mut dyn Write) -> Result<Finish, Failure> {
    let total = Counts::default();
    let (tablebases, damaged) = (Vec::new(), BTreeSet::new());
    let mut run = Run {
        context,
        encoding: arguments.encoding,
        tablebases,
        total,
        games: 0,
        wrong: 0,
        left_out: 0,
        caveat: None,
        damaged,
        latin_1: None,
        replaced: false,
    };
    match &arguments.output {
        None => run.files(&arguments.files, out)?,
        Some(path) => {
            check_output(path)?;
            let mut written = Vec::new();
            run.files(&arguments.files, &mut written)?;
            let in_place = arguments.files.iter().any(|file| is_same(file, path));
            if run.left_out > 0 && in_place {
                return Err(unwritable(path, "what is no PDN in it would be lost"));
            }
            if run.replaced && in_place {
                return Err(unwritable(path, "letters that could not be decoded would be lost"));
            }
            write_atomically(path, &written).map_err(|error| unwritable(path, &error.to_string()))?;
        }
    }
    // What is said last must not stand between the games on a screen.
    out.flush()?;
    run.summary();
    Ok(if run.wrong == 0 { Finish::Success } else { Finish::Errors })
}

/// Makes sure early that the output can take the place of whatever has its name.
fn check_output(path: &Path) -> Result<(), Failure> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() => Err(unwritable(path, "it is no file")),
        _ => Ok(()),
    }
}

/// Whether two paths mean the same file.
fn is_same(one: &Path, other: &Path) -> bool {
    matches!((fs::canonicalize(one), fs::canonicalize(other)), (Ok(one), Ok(other)) if one == other)
}

fn unwritable(path: &Path, reason: &str) -> Failure {
    Failure::new(format!("{}: cannot be written: {reason}; name another file with --output", short::path(path)))
}

struct Run<'a> {
    context: &'a Context,
    /// Of the files.
    encoding: Option<&'static Encoding>,
    /// Those of the games that have come up.
    tablebases: Vec<Tablebase>,
    total: Counts,
    games: u64,
    /// Games and variations in which something is wrong.
    wrong: u64,
    /// Games that are no PDN, and so are not written back.
    left_out: u64,
    caveat: Option<&'static str>,
    /// Tables in which something is wrong: of each it is said once.
    damaged: BTreeSet<String>,
    /// The first file with letters that are no UTF-8.
    latin_1: Option<String>,
    /// Whether some letters could not be decoded.
    replaced: bool,
}

impl Run<'_> {
    fn files(&mut self, files: &[PathBuf], out: &mut dyn Write) -> Result<(), Failure> {
        for path in files {
            let (name, input): (String, Box<dyn Read>) = if path == Path::new("-") {
                ("standard input".to_owned(), Box::new(io::stdin().lock()))
            } else {
                let file = File::open(path).map_err(|error| {
                    Failure::new(format!("{}: cannot be read: {error}; name another file", short::path(path)))
                })?;
                (short::path(path), Box::new(file))
            };
            let decoded = DecodeReaderBytesBuilder::new().encoding(self.encoding).bom_override(true).build(input);
            let mut reader = Reader::new(decoded);
            for record in reader.by_ref() {
                match record {
                    Ok(record) => self.record(&name, &record, out)?,
                    Err(PdnError { kind: PdnErrorKind::Unreadable(error), .. }) => {
                        return Err(Failure::new(format!("{name}: cannot be read: {error}; name another file")));
                    }
                    // Nothing to write: what follows would be read as part of it.
                    Err(error) => {
                        self.left_out += 1;
                        self.report(&name, error.line, &error.to_string(), out)?;
                    }
                }
            }
            if let Some(encoding) = self.encoding.filter(|_| reader.has_replacements()) {
                self.wrong += 1;
                self.replaced = true;
                let (name, encoding) = (&name, encoding.name().to_lowercase());
                complain(format_args!("{name}: some bytes are no letters of {encoding}; name another with --encoding"));
            }
            if !reader.is_utf_8() {
                self.latin_1.get_or_insert(name);
            }
        }
        Ok(())
    }

    /// Says what is wrong with a game.
    fn report(&mut self, name: &str, line: usize, sentence: &str, out: &mut dyn Write) -> Result<(), Failure> {
        self.wrong += 1;
        if self.context.json {
            write_json(&serde_json::json!({ "file": name, "line": line, "error": sentence }), out)?;
        }
        complain(format_args!("{name}, {sentence}"));
        Ok(())
    }

    fn record(&mut self, name: &str, record: &Record, out: &mut dyn Write) -> Result<(), Failure> {
        if !record.is_game() {
            return if self.context.json { Ok(()) } else { Ok(out.write_all(write(record).as_bytes())?) };
        }
        self.games += 1;
        match self.annotate(name, record, out) {
            Err(Wrong::Game(sentence)) => {
                self.report(name, record.line, &sentence, out)?;
                if !self.context.json {
                    out.write_all(write(record).as_bytes())?;
                }
                Ok(())
            }
            Err(Wrong::Run(failure)) => Err(failure),
            Ok(()) => Ok(()),
        }
    }

    fn annotate(&mut self, name: &str, record: &Record, out: &mut dyn Write) -> Result<(), Wrong> {
        let line = record.line;
        let at_line = |sentence: String| Wrong::Game(format!("line {line}: {sentence}"));
        let beginning = Beginning::new(self.context, record).map_err(at_line)?;
        let context = &beginning.context;
        let tablebase = self.tablebase(context)?;
        let mut annotator = Annotator::new(context, &self.tablebases[tablebase]);
        let items = annotator.game(&record.items, &beginning.start)?;
        let Annotator { counts, plies, wrong, damaged, caveat, .. } = annotator;
        for (file, sentence) in damaged {
            if self.damaged.insert(file) {
                self.report(name, line, &format!("line {line}: {sentence}"), out).map_err(Wrong::Run)?;
            }
        }
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
                fen: context.game.write_fen(&beginning.start),
                moves: plies,
                errors: wrong,
                left_out: caveat,
            };
            return write_json(&json, out).map_err(Wrong::Run);
        }
        let record = Record { tags: beginning.tags, items, ..record.clone() };
        out.write_all(write(&record).as_bytes()).map_err(|error| Wrong::Run(error.into()))
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
        if self.left_out > 0 {
            sentence +=
                &format!("; {} not written back, for it is no PDN", words::counted(self.left_out, "part", "parts"));
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

/// What is known of a game before its first move.
struct Beginning {
    /// The options, with the game that it is and the notation that it has.
    context: Context,
    start: Position,
    /// The tags as they are written.
    tags: Vec<Tag>,
}

impl Beginning {
    /// # Errors
    /// A sentence.
    fn new(options: &Context, record: &Record) -> Result<Beginning, String> {
        let kind = record.tag("GameType").map(GameType::read).transpose()?.flatten();
        let game = match &kind {
            None => options.game,
            Some(kind) if options.game_is_named => kind.check(options.game).map(|()| options.game)?,
            Some(kind) => kind.game()?,
        };
        let notation = kind.as_ref().map_or(game.notation, |kind| kind.notation(game));
        let context = options.of(game, notation).map_err(|failure| match failure {
            Failure::Error(sentence) => format!("{sentence} ({})", game.title),
            other => format!("{other:?}"),
        })?;
        let fen = record.tag("FEN").filter(|fen| !fen.trim().is_empty());
        let start = match fen {
            Some(fen) => context.read_fen(fen).map_err(|error| format!("FEN {:?}: {error}", words::shortened(fen)))?,
            None => Position { turn: kind.as_ref().and_then(GameType::begins).unwrap_or(game.begins), ..game.start() },
        };
        let mut tags = record.tags.clone();
        if let (Some(fen), Some(tag)) = (fen, named(&mut tags, "FEN")) {
            tag.text = written_fen(&context, fen, &start);
        }
        write_game_type(&mut tags, kind.as_ref(), game);
        Ok(Beginning { context, start, tags })
    }
}

/// The tag GameType says how the moves are written now. A game without a number, such as giveaway, has none to add.
fn write_game_type(tags: &mut Vec<Tag>, kind: Option<&GameType>, game: &Game) {
    let text = kind.map_or_else(|| game.pdn_game_type.to_owned(), |kind| kind.rewritten(game));
    match named(tags, "GameType") {
        Some(tag) if !text.is_empty() => tag.text = text,
        None if !text.is_empty() => tags.push(Tag { name: "GameType".to_owned(), text }),
        _ => {}
    }
}

/// The tag of this name, which may be written in any case.
fn named<'t>(tags: &'t mut [Tag], name: &str) -> Option<&'t mut Tag> {
    tags.iter_mut().find(|tag| tag.name.eq_ignore_ascii_case(name))
}
