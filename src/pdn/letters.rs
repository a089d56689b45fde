//! The letters of a text that comes in pieces and may have any encoding.

use std::io::{ErrorKind, Read};

/// Bytes that are read at once.
const CHUNK: usize = 64 << 10;
/// Most bytes of a letter in UTF-8.
const LETTER_BYTES: usize = 4;

/// The letters of an input, one after the other, with the place of the next.
///
/// A byte that is not part of UTF-8 is a letter of Latin-1: names of players in older encodings are no reason to refuse a game.
#[derive(Debug)]
pub(super) struct Letters<R> {
    input: R,
    buffer: Vec<u8>,
    /// Where the next letter begins in the buffer.
    at: usize,
    ended: bool,
    /// Why the input could not be read to its end.
    pub(super) failed: Option<String>,
    /// The line of the next letter, counted from 1.
    pub(super) line: usize,
    /// Its column, counted from 1 in letters.
    pub(super) column: usize,
    /// Letters read until now.
    pub(super) read: u64,
    /// Whether a byte was no UTF-8.
    pub(super) latin_1: bool,
    /// Whether there was the letter that stands for what could not be decoded.
    pub(super) replaced: bool,
}

impl<R: Read> Letters<R> {
    pub(super) fn new(input: R) -> Letters<R> {
        Letters {
            input,
            buffer: Vec::new(),
            at: 0,
            ended: false,
            failed: None,
            line: 1,
            column: 1,
            read: 0,
            latin_1: false,
            replaced: false,
        }
    }

    /// The next letter, and its bytes.
    fn decode(&mut self) -> Option<(char, usize)> {
        if self.buffer.len() - self.at < LETTER_BYTES && !self.ended {
            self.fill();
        }
        let rest = &self.buffer[self.at..];
        let &first = rest.first()?;
        if first == b'\r' {
            // The end of a line on every system.
            return Some(('\n', if rest.get(1) == Some(&b'\n') { 2 } else { 1 }));
        }
        if first.is_ascii() {
            return Some((char::from(first), 1));
        }
        let most = &rest[..rest.len().min(LETTER_BYTES)];
        let whole = match std::str::from_utf8(most) {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(&most[..error.valid_up_to()]).unwrap_or_default(),
        };
        Some(whole.chars().next().map_or((char::from(first), 1), |letter| (letter, letter.len_utf8())))
    }

    /// Reads on until there is a whole letter or the input is at its end.
    fn fill(&mut self) {
        self.buffer.drain(..self.at);
        self.at = 0;
        while self.buffer.len() < LETTER_BYTES && !self.ended {
            let held = self.buffer.len();
            self.buffer.resize(held + CHUNK, 0);
            let read = self.input.read(&mut self.buffer[held..]);
            self.buffer.truncate(held + *read.as_ref().unwrap_or(&0));
            match read {
                Ok(0) => self.ended = true,
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.failed = Some(error.to_string());
                    self.ended = true;
                }
            }
        }
    }

    pub(super) fn peek(&mut self) -> Option<char> {
        self.decode().map(|(letter, _)| letter)
    }

    pub(super) fn take(&mut self) -> Option<char> {
        let (letter, bytes) = self.decode()?;
        self.latin_1 |= bytes == 1 && !letter.is_ascii();
        self.replaced |= letter == char::REPLACEMENT_CHARACTER;
        self.at += bytes;
        self.read += 1;
        if letter == '\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += 1;
        }
        Some(letter)
    }

    /// Puts a text back in front of the next letter; it began at this place.
    pub(super) fn put_back(&mut self, text: &str, line: usize, column: usize) {
        if self.buffer[..self.at].ends_with(text.as_bytes()) {
            self.at -= text.len();
        } else {
            self.buffer.splice(..self.at, text.bytes());
            self.at = 0;
        }
        self.read -= text.chars().count() as u64;
        (self.line, self.column) = (line, column);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An input that comes a byte at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
            let Some((first, rest)) = self.0.split_first() else { return Ok(0) };
            to[0] = *first;
            self.0 = rest;
            Ok(1)
        }
    }

    fn all(bytes: &[u8]) -> String {
        let mut letters = Letters::new(Slow(bytes));
        std::iter::from_fn(|| letters.take()).collect()
    }

    #[test]
    fn every_encoding() {
        assert_eq!(all("Петров 1×2 \u{1f600}".as_bytes()), "Петров 1×2 \u{1f600}");
        assert_eq!(all(b"Andr\xe9 1-2"), "André 1-2");
        assert_eq!(all(b"\xff\xd0"), "\u{ff}\u{d0}");
        assert_eq!(all("é".repeat(CHUNK).as_bytes()), "é".repeat(CHUNK));
        assert_eq!(all(b"a\r\nb\rc\n\rd\r"), "a\nb\nc\n\nd\n");
        assert_eq!(all("\r\n".repeat(CHUNK).as_bytes()), "\n".repeat(CHUNK));
    }

    #[test]
    fn places_and_what_is_put_back() {
        let mut letters = Letters::new("ab\ncé".as_bytes());
        let text: String = (0..4).filter_map(|_| letters.take()).collect();
        assert_eq!((letters.line, letters.column, letters.read), (2, 2, 4));
        letters.put_back(&text[1..], 1, 2);
        assert_eq!(std::iter::from_fn(|| letters.take()).collect::<String>(), "b\ncé");
        assert_eq!((letters.line, letters.column, letters.read), (2, 3, 5));
    }
}
