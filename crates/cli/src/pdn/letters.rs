//! The letters of a text that comes in pieces and may have any encoding.

use std::io::{ErrorKind, Read};

/// Bytes that are read at once.
const CHUNK: usize = 64 << 10;
/// Most bytes of a letter in UTF-8.
const LETTER_BYTES: usize = 4;

/// The letters of an input, one after the other, with the place of the next.
///
/// A byte that is not part of UTF-8 is a letter of Latin-1: names of players in older encodings are no reason to refuse
/// a game.
#[derive(Debug)]
pub(super) struct Letters<R> {
    input: R,
    /// The bytes of the piece of the text that is being read, and those behind it that were read ahead.
    buffer: Vec<u8>,
    /// Where the piece begins in the buffer.
    start: usize,
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
            start: 0,
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
        self.buffer.drain(..self.start);
        self.at -= self.start;
        self.start = 0;
        while self.buffer.len() - self.at < LETTER_BYTES && !self.ended {
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

    /// The place of the next letter, to return to as long as the piece has not ended.
    pub(super) fn place(&self) -> Place {
        Place { offset: self.at - self.start, line: self.line, column: self.column, read: self.read }
    }

    /// Goes back to a place in the piece.
    pub(super) fn return_to(&mut self, place: Place) {
        self.at = self.start + place.offset;
        (self.line, self.column, self.read) = (place.line, place.column, place.read);
    }

    /// Ends a piece of the text at a place in it, and returns the bytes. What was read behind the place belongs to the
    /// next.
    pub(super) fn end_piece(&mut self, place: Place) -> Vec<u8> {
        let from = self.start;
        self.start += place.offset;
        self.buffer[from..self.start].to_vec()
    }
}

/// A place in the piece of a text that is being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Bytes of the piece in front of it.
    offset: usize,
    pub(super) line: usize,
    pub(super) column: usize,
    /// Letters of the whole text in front of it.
    pub(super) read: u64,
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
    fn places_and_pieces() {
        let bytes = b"a\xe9\r\nc\xc3\xa9\r.";
        let mut letters = Letters::new(Slow(bytes));
        assert_eq!((letters.take(), letters.take()), (Some('a'), Some('\u{e9}')));
        let behind_two = letters.place();
        let rest = |letters: &mut Letters<_>| std::iter::from_fn(|| letters.take()).collect::<String>();
        assert_eq!(rest(&mut letters), "\nc\u{e9}\n.");
        assert_eq!((letters.line, letters.column, letters.read), (3, 2, 7));
        letters.return_to(behind_two);
        assert_eq!((letters.line, letters.column, letters.read), (1, 3, 2));
        assert_eq!(letters.take(), Some('\n'));
        // The bytes are those that were read, whatever letters they are.
        assert_eq!(letters.end_piece(behind_two), &bytes[..2]);
        assert_eq!(rest(&mut letters), "c\u{e9}\n.");
        let end = letters.place();
        assert_eq!(letters.end_piece(end), &bytes[2..]);
        assert_eq!((end.line, end.column, end.read), (3, 2, 7));
    }
}
