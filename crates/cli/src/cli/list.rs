//! `list`: which tables there are, and where.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use serde::Serialize;

use super::columns::Columns;
use super::context::{Context, Folder};
use super::failure::{Failure, Finish};
use super::words;
use super::write_json;
use petrov::index::{Material, entries};
use petrov::internals::rules::{GameVisitor, visit};
use petrov::probe::TableInfo;
use petrov::rules::{Game, Variant};

/// List the tables that were found, and the folders that were searched
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  petrov list --tables /data/tables --tables tables")]
pub(super) struct Arguments {}

#[derive(Serialize)]
struct ListJson {
    game: &'static str,
    folders: Vec<FolderJson>,
    tables: Vec<TableJson>,
    max_pieces: u32,
}

#[derive(Serialize)]
struct FolderJson {
    path: String,
    /// Null if there is no such folder.
    tables: Option<usize>,
}

#[derive(Serialize)]
struct TableJson {
    material: String,
    metric: String,
    entries: u64,
    bytes: Option<u64>,
    /// Null for a table inside the program.
    path: Option<String>,
}

pub(super) fn run(context: &Context, out: &mut dyn Write) -> Result<Finish, Failure> {
    let (tablebase, folders) = context.tablebase()?;
    let tables = tablebase.tables();
    let max_pieces = tablebase.max_pieces();
    if context.json {
        write_json(&to_json(context.game, &folders, &tables, max_pieces), out)?;
        return Ok(Finish::Success);
    }
    let mut columns = Columns::new(["material", "metrics", "entries", "bytes", "where"], &[0, 1, 4]);
    for ((material, folder), tables) in &by_place(&tables) {
        let metrics: Vec<&str> = tables.iter().map(|table| table.metric.name()).collect();
        let bytes: Option<u64> = tables.iter().map(|table| bytes(table)).sum();
        columns.row([
            material.to_string(),
            metrics.join(" "),
            words::number(entries_of(context.game, *material)),
            bytes.map_or_else(|| "-".to_owned(), words::number),
            folder.as_ref().map_or_else(|| "inside the program".to_owned(), |folder| folder.display().to_string()),
        ]);
    }
    if !tables.is_empty() {
        columns.write("", out)?;
        writeln!(out)?;
    }
    let found = words::counted(tables.len() as u64, "table", "tables");
    let inside = tables.iter().filter(|table| table.path.is_none()).count();
    let most = if tables.is_empty() { String::new() } else { format!(", up to {max_pieces} pieces") };
    writeln!(out, "found {found} of {}{most}", context.game.title)?;
    for folder in &folders {
        let found = match folder.tables {
            None => "there is no such folder".to_owned(),
            Some(tables) => words::counted(tables as u64, "table", "tables"),
        };
        writeln!(out, "  {}: {found}", folder.of_game.display())?;
    }
    if inside > 0 {
        writeln!(out, "  inside the program: {}", words::counted(inside as u64, "table", "tables"))?;
    }
    Ok(Finish::Success)
}

/// Tables of one material in one folder together.
fn by_place(tables: &[TableInfo]) -> BTreeMap<(Material, Option<PathBuf>), Vec<&TableInfo>> {
    let mut places: BTreeMap<_, Vec<&TableInfo>> = BTreeMap::new();
    for table in tables {
        let folder = table.path.as_ref().map(|path| path.parent().map(PathBuf::from).unwrap_or_default());
        places.entry((table.material, folder)).or_default().push(table);
    }
    places
}

/// Bytes of the file of a table; `None` inside the program, or if the file has just gone.
fn bytes(table: &TableInfo) -> Option<u64> {
    std::fs::metadata(table.path.as_ref()?).ok().map(|metadata| metadata.len())
}

fn to_json(game: &'static Game, folders: &[Folder], tables: &[TableInfo], max_pieces: u32) -> ListJson {
    let folder = |folder: &Folder| FolderJson { path: folder.of_game.display().to_string(), tables: folder.tables };
    let table = |table: &TableInfo| TableJson {
        material: table.material.to_string(),
        metric: table.metric.name().to_owned(),
        entries: entries_of(game, table.material),
        bytes: bytes(table),
        path: table.path.as_ref().map(|path| path.display().to_string()),
    };
    ListJson {
        game: game.id,
        folders: folders.iter().map(folder).collect(),
        tables: tables.iter().map(table).collect(),
        max_pieces,
    }
}

/// The entries of a material, both sides to move; 0 where they cannot be numbered.
pub(super) fn entries_of(game: &Game, material: Material) -> u64 {
    struct Entries(Material);
    impl GameVisitor for Entries {
        type Output = Option<u64>;
        fn visit<V: Variant>(self) -> Option<u64> {
            entries::<V::Board>(self.0)
        }
    }
    visit(game, Entries(material)).flatten().unwrap_or(0)
}
