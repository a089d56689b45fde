//! Captures and lists of them.

use crate::board::Bits;

/// One complete capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Capture<B> {
    /// Bit of the square that the piece leaves.
    pub from: u32,
    /// Bit of the square where it ends.
    pub to: u32,
    /// The pieces taken.
    pub captured: B,
    /// Whether the piece is a king afterwards.
    pub king: bool,
}

/// The captures of a position.
///
/// Captures that take the same pieces from and to the same square along different paths are found once for each path;
/// of landings in one straight line the nearest come first.
#[derive(Clone, Debug, Default)]
pub struct Captures<B> {
    /// The captures.
    pub list: Vec<Capture<B>>,
    /// For each capture the bits of the squares where it lands, the last one included; only if asked for.
    pub paths: Vec<Vec<u8>>,
    with_paths: bool,
    /// Those of the list before this one stay in any case.
    pub(super) start: usize,
    /// How far the captures of the list go before others, where not all may be chosen.
    rank: u32,
}

impl<B: Bits> Captures<B> {
    /// A list that also keeps the paths.
    pub fn with_paths() -> Captures<B> {
        Captures { with_paths: true, ..Captures::default() }
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.paths.clear();
        (self.start, self.rank) = (0, 0);
    }

    /// Keeps what is in the list, whatever comes.
    #[inline(always)]
    pub(super) fn begin(&mut self) {
        self.start = self.list.len();
        self.rank = 0;
    }

    /// How far these captures go before others, where not all may be chosen: those of the highest rank alone.
    #[inline(always)]
    pub fn rank(&self) -> u32 {
        self.rank
    }

    /// Makes the list ready for a capture of this rank; whether it goes into the list at all.
    #[inline(always)]
    pub(super) fn accepts(&mut self, rank: u32) -> bool {
        if rank > self.rank {
            self.list.truncate(self.start);
            self.paths.clear();
            self.rank = rank;
        }
        rank == self.rank
    }

    #[inline(always)]
    pub(super) fn add(&mut self, capture: Capture<B>, path: &[u8]) {
        self.list.push(capture);
        if self.with_paths {
            self.keep_path(path);
        }
    }

    #[cold]
    fn keep_path(&mut self, path: &[u8]) {
        self.paths.push(path.to_vec());
    }
}

/// The captures of one king that takes a certain piece first, wherever it stands before.
#[derive(Clone, Debug)]
pub struct FromAnywhere<B> {
    /// The squares where it may stand.
    pub takers: B,
    /// The captures in the list, which begin at one of these squares.
    pub captures: std::ops::Range<usize>,
    /// How far they go before others, where not all may be chosen.
    pub rank: u32,
}
