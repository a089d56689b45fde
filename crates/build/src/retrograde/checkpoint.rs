//! What is solved of a large slice so far, on disk beside its tables: a build that was stopped inside the slice goes on
//! there.
//!
//! The file begins with a magic (8), what it belongs to (8) and the bytes of a cell (1). Then comes a record for each level
//! of advancement that is solved, in order: the length of its data (8), their XXH3-64 (8), and the data: the cells of its
//! configurations in compressed pieces, each with its length (4). A record that was cut off is left out, and its level
//! solved again.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::cell::Cells;
use crate::allocation::reserve;
use crate::format::{checksum, lengthen, open_own, remove_own, shorten};
use crate::threads;

const MAGIC: [u8; 8] = *b"\x89PTBGO\n\x01";
const HEADER_BYTES: u64 = MAGIC.len() as u64 + 8 + 1;
const RECORD_BYTES: u64 = 16;
/// Cells that are compressed together.
const CELLS_OF_PIECE: u64 = 1 << 22;
/// Fast: the cells of a level take ten times as long to solve.
const COMPRESSION: i32 = 1;
/// A crash of the machine, and not of the program alone, costs so much at most.
const SYNC_AFTER: Duration = Duration::from_secs(60);

/// The end of the name of such a file.
pub(crate) const SUFFIX: &str = ".solving";

/// The file of a slice.
pub struct Checkpoint<'a> {
    path: PathBuf,
    /// What the cells depend on, in one number.
    identity: u64,
    observe: &'a (dyn Fn(Note<'_>) + Sync),
    state: Mutex<State>,
}

/// What there is to say of the file.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Note<'n> {
    /// So many entries were found solved.
    Restored(u64),
    /// It could not be written, so it was removed, and the slice is solved without one.
    NotKept(&'n Path, &'n io::Error),
}

impl std::fmt::Debug for Checkpoint<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Checkpoint").field("path", &self.path).finish_non_exhaustive()
    }
}

#[derive(Default)]
struct State {
    /// None before the first level, and where nothing is kept any more.
    file: Option<File>,
    synced: Option<Instant>,
}

/// The cells of a level: where its blocks lie in the halves.
pub(crate) struct LevelCells<'a> {
    pub(crate) halves: &'a [&'a Cells],
    /// Configurations of the level.
    pub(crate) configurations: u64,
    /// Entries of a block.
    pub(crate) size: u64,
    /// The halves and first entries of the blocks of a configuration, counted within the level.
    pub(crate) blocks: &'a (dyn Fn(u64) -> [Option<(usize, u64)>; 2] + Sync),
}

/// Does something with the cells of a level, if there is one with this number; whether there is, and what was done says so.
type WithLevel<'f> = &'f dyn Fn(usize, &mut dyn FnMut(&LevelCells<'_>) -> bool) -> bool;

impl<'a> Checkpoint<'a> {
    /// The file at this path, for cells that depend on what the text says.
    pub(crate) fn new(path: PathBuf, depends_on: &str, observe: &'a (dyn Fn(Note<'_>) + Sync)) -> Checkpoint<'a> {
        Checkpoint { path, identity: checksum(depends_on.as_bytes()), observe, state: Mutex::default() }
    }

    /// Whether there are cells of two bytes in the file.
    pub(crate) fn is_wide(&self) -> bool {
        let header = open_own(&self.path, false).and_then(|mut file| self.read_header(&mut file));
        header.is_ok_and(|width| width == Some(2))
    }

    /// Restores the cells of the first levels; returns how many. `level` does something with the cells of a level, and says
    /// `false` after the last one.
    pub(crate) fn restore(&self, wide: bool, level: WithLevel<'_>) -> usize {
        match self.read(wide, level) {
            Ok((file, levels, entries)) => {
                *self.state() = State { file: Some(file), synced: Some(Instant::now()) };
                if entries > 0 {
                    (self.observe)(Note::Restored(entries));
                }
                levels
            }
            Err(error) => {
                self.give_up(&error);
                0
            }
        }
    }

    /// Goes on without a file, and makes room on the disk.
    fn give_up(&self, error: &io::Error) {
        self.state().file = None;
        remove_own(&self.path);
        (self.observe)(Note::NotKept(&self.path, error));
    }

    fn read(&self, wide: bool, level: WithLevel<'_>) -> io::Result<(File, usize, u64)> {
        let mut file = open_own(&self.path, true)?;
        let (mut levels, mut entries) = (0, 0);
        if self.read_header(&mut file)? == Some(width(wide)) {
            let (mut at, length) = (HEADER_BYTES, file.metadata()?.len());
            while let Some(data) = read_record(&mut file, length - at)?
                && level(levels, &mut |cells| {
                    entries += cells.entries();
                    cells.restore(&data, wide)
                })
            {
                at += RECORD_BYTES + data.len() as u64;
                levels += 1;
            }
            file.set_len(at)?;
        } else {
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&MAGIC)?;
            file.write_all(&self.identity.to_le_bytes())?;
            file.write_all(&[width(wide)])?;
        }
        file.seek(SeekFrom::End(0))?;
        Ok((file, levels, entries))
    }

    /// The bytes of a cell, if the file belongs to this slice.
    fn read_header(&self, file: &mut File) -> io::Result<Option<u8>> {
        let mut header = Vec::new();
        file.take(HEADER_BYTES).read_to_end(&mut header)?;
        let expected = [&MAGIC[..], &self.identity.to_le_bytes()].concat();
        Ok(header.strip_prefix(&expected[..]).and_then(|rest| rest.first().copied()))
    }

    /// Adds a level that is solved.
    pub(crate) fn save(&self, wide: bool, cells: &LevelCells<'_>) {
        if self.state().file.is_none() {
            return;
        }
        let written = cells.save(wide).and_then(|data| self.write(&data));
        if let Err(error) = written {
            self.give_up(&error);
        }
    }

    fn write(&self, data: &[u8]) -> io::Result<()> {
        let mut record = (data.len() as u64).to_le_bytes().to_vec();
        record.extend(checksum(data).to_le_bytes());
        record.extend(data);
        let mut state = self.state();
        let State { file: Some(file), synced } = &mut *state else { return Ok(()) };
        file.write_all(&record)?;
        if synced.is_none_or(|synced| synced.elapsed() > SYNC_AFTER) {
            file.sync_data()?;
            *synced = Some(Instant::now());
        }
        Ok(())
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn width(wide: bool) -> u8 {
    1 + u8::from(wide)
}

/// The data of the next record, of at most so many bytes together; `None` if it is not whole.
fn read_record(file: &mut File, most: u64) -> io::Result<Option<Vec<u8>>> {
    let Some(most) = most.checked_sub(RECORD_BYTES) else { return Ok(None) };
    let mut head = [0; RECORD_BYTES as usize];
    file.read_exact(&mut head)?;
    let number = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| head[at + byte]));
    let (length, expected) = (number(0), number(8));
    if length > most {
        return Ok(None);
    }
    let mut data = Vec::new();
    reserve(&mut data, length)?;
    data.resize(length as usize, 0);
    file.read_exact(&mut data)?;
    Ok((checksum(&data) == expected).then_some(data))
}

impl LevelCells<'_> {
    fn entries(&self) -> u64 {
        let blocks = if self.configurations == 0 { 0 } else { (self.blocks)(0).iter().flatten().count() as u64 };
        self.configurations * blocks * self.size
    }

    /// Configurations of a piece.
    fn of_piece(&self) -> u64 {
        (CELLS_OF_PIECE / self.size).max(1)
    }

    /// Calls `each` for the number of every entry of a piece, with its half.
    fn each(&self, piece: u64, mut each: impl FnMut(&Cells, u64)) {
        let first = piece * self.of_piece();
        for configuration in first..(first + self.of_piece()).min(self.configurations) {
            for (half, start) in (self.blocks)(configuration).into_iter().flatten() {
                (start..start + self.size).for_each(|entry| each(self.halves[half], entry));
            }
        }
    }

    fn save(&self, wide: bool) -> io::Result<Vec<u8>> {
        let pieces = threads::try_map(self.configurations.div_ceil(self.of_piece()), &|piece| {
            let mut bytes = Vec::new();
            self.each(piece, |cells, entry| {
                bytes.extend_from_slice(&cells.get(entry).to_le_bytes()[..usize::from(width(wide))]);
            });
            shorten(&bytes, COMPRESSION)
        })?;
        let with_length = |piece: Vec<u8>| [&(piece.len() as u32).to_le_bytes()[..], &piece].concat();
        Ok(pieces.into_iter().flat_map(with_length).collect())
    }

    /// Whether the data are those of this level.
    fn restore(&self, data: &[u8], wide: bool) -> bool {
        let mut pieces = Vec::new();
        let mut rest = data;
        while let Some((length, after)) = rest.split_first_chunk() {
            let Some((piece, after)) = after.split_at_checked(u32::from_le_bytes(*length) as usize) else {
                return false;
            };
            pieces.push(piece);
            rest = after;
        }
        if !rest.is_empty() || pieces.len() as u64 != self.configurations.div_ceil(self.of_piece()) {
            return false;
        }
        let width = usize::from(width(wide));
        let restored = threads::try_map(pieces.len() as u64, &|piece| {
            let mut expected = 0;
            self.each(piece, |_, _| expected += width);
            let bytes = lengthen(pieces[piece as usize], expected).map_err(drop)?;
            if bytes.len() != expected {
                return Err(());
            }
            let mut cells = bytes.chunks_exact(width);
            self.each(piece, |half, entry| {
                let bytes = cells.next().unwrap_or(&[0, 0]);
                half.set(entry, u16::from(bytes[0]) | bytes.get(1).map_or(0, |&high| u16::from(high) << 8));
            });
            Ok(())
        });
        restored.is_ok()
    }
}
