//! Reading input line by line, within a limit: what comes from outside may be anything, and need not end.

use std::io::{self, BufRead, BufReader, Read};

/// Most bytes of a line; no position takes more than a small part of that.
pub(super) const MOST_BYTES: usize = 64 << 10;

/// A line of an input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// Its bytes, without the end of the line.
    Whole(&'a [u8]),
    /// It has more than [`MOST_BYTES`]. The rest of it is passed over when the next line is asked for.
    TooLong,
}

/// An input that is read line by line.
pub(super) struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    /// Whether the end of the last line is still to be looked for.
    within: bool,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R) -> Lines<R> {
        Lines { input: BufReader::with_capacity(MOST_BYTES, input), line: Vec::new(), within: false }
    }

    /// Whether the next line has to be waited for; behind one that is too long, nobody knows for how long.
    pub(super) fn must_wait(&self) -> bool {
        self.within || self.input.buffer().is_empty()
    }

    /// The next line; `None` at the end. A line that is too long is reported as soon as that is known, as its end may
    /// never come.
    ///
    /// # Errors
    /// Those of the system.
    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        if self.within {
            self.input.skip_until(b'\n')?;
            self.within = false;
        }
        self.line.clear();
        // One more byte than a line may have, which is its end or tells that it is too long.
        let length = self.input.by_ref().take(MOST_BYTES as u64 + 1).read_until(b'\n', &mut self.line)?;
        let whole = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        self.within = whole.len() > MOST_BYTES;
        Ok(match (length, self.within) {
            (0, _) => None,
            (_, true) => Some(Line::TooLong),
            (_, false) => Some(Line::Whole(whole)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each line its length, or `None` if it is too long.
    fn lengths(text: &str) -> Vec<Option<usize>> {
        let mut lines = Lines::new(text.as_bytes());
        let mut lengths = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            lengths.push(match line {
                Line::Whole(line) => Some(line.len()),
                Line::TooLong => None,
            });
        }
        lengths
    }

    #[test]
    fn lines_of_all_lengths() {
        assert_eq!(lengths(""), []);
        assert_eq!(lengths("a\n\nbc"), [Some(1), Some(0), Some(2)]);
        let most = "x".repeat(MOST_BYTES);
        assert_eq!(lengths(&format!("{most}\n{most}")), [Some(MOST_BYTES); 2]);
        assert_eq!(lengths(&format!("{most}x\na\n{most}{most}{most}\nbc\n")), [None, Some(1), None, Some(2)]);
        assert_eq!(lengths(&format!("{most}x")), [None]);
    }

    #[test]
    fn a_line_without_end_takes_no_more_memory_than_one_that_is_too_long() {
        let mut lines = Lines::new(io::repeat(0).take(1 << 28));
        assert_eq!(lines.next().unwrap(), Some(Line::TooLong));
        assert_eq!(lines.next().unwrap(), None);
        assert!(lines.line.capacity() <= 4 * MOST_BYTES);
    }
}
