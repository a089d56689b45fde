//! Reading input line by line, within a limit: what comes from outside may be anything, and need not end.

use std::io::{self, BufRead, BufReader, Read};

/// Most bytes of a line; no position takes more than a small part of that.
pub(super) const MOST_BYTES: usize = 64 << 10;

/// A line of an input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// Its bytes, without the end of the line.
    Whole(&'a [u8]),
    /// It has more than [`MOST_BYTES`]: its beginning. The rest of it is passed over when the next line is asked for.
    TooLong(&'a [u8]),
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
        let mut length = self.read_some()?;
        // A line of spaces is a blank one, however long: what comes behind them has to be known.
        while length > MOST_BYTES && self.within && self.line.iter().all(u8::is_ascii_whitespace) {
            length = MOST_BYTES + self.read_some()?;
        }
        let spaces = length > self.line.len();
        let whole = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        Ok(match length {
            0 => None,
            _ if self.within || spaces && !whole.iter().all(u8::is_ascii_whitespace) => Some(Line::TooLong(whole)),
            _ => Some(Line::Whole(whole)),
        })
    }

    /// Reads as much of a line as it may have, and a byte more, which is its end or tells that it is too long.
    fn read_some(&mut self) -> io::Result<usize> {
        self.line.clear();
        let length = self.input.by_ref().take(MOST_BYTES as u64 + 1).read_until(b'\n', &mut self.line)?;
        self.within = length > MOST_BYTES && !self.line.ends_with(b"\n");
        Ok(length)
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
                Line::TooLong(_) => None,
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
        let blank = " ".repeat(3 * MOST_BYTES);
        for spaces in [&blank[..], &blank[..MOST_BYTES], &blank[1..]] {
            let of_blank = lengths(&format!("{spaces}\na\n{spaces}"));
            assert!(of_blank.iter().all(Option::is_some) && of_blank.len() == 3, "{of_blank:?}");
        }
        assert_eq!(lengths(&format!("{blank}x\na\n{blank}x")), [None, Some(1), None]);
    }

    #[test]
    fn a_line_without_end_takes_no_more_memory_than_one_that_is_too_long() {
        let mut lines = Lines::new(io::repeat(0).take(1 << 28));
        assert_eq!(lines.next().unwrap(), Some(Line::TooLong(&[0; MOST_BYTES + 1])));
        assert_eq!(lines.next().unwrap(), None);
        assert!(lines.line.capacity() <= 4 * MOST_BYTES);
    }
}
