//! Reading moves and their numbers, results, and what books say of a position.

use std::io::Read;

use super::assessment::{SLASHED, assessment};
use super::{Lexer, RESULTS, Token, shown};
use crate::pdn::error::PdnErrorKind;

/// The mark of the only move, which older texts write as a star.
const ONLY_MOVE: u8 = 7;

impl<R: Read> Lexer<R> {
    /// A number of a move, a move, what books say of a position, or the end of a game.
    pub(super) fn word(&mut self) -> Result<Token, PdnErrorKind> {
        let digits = self.take_while(|letter| letter.is_ascii_digit());
        let dots = self.dots();
        if !digits.is_empty() && !dots.is_empty() {
            // The move may stand right behind it, as in `1.32-28`.
            return self.number(&digits, dots.len() > 1);
        }
        let ends = |letter: char| letter.is_whitespace() || "(){}[]$!?%;\"/".contains(letter);
        let mut word = digits + &dots + &self.take_while(|letter| !ends(letter));
        if (word.starts_with('1') || SLASHED.contains(&word.as_str())) && self.peek() == Some('/') {
            word += &self.take_while(|letter| letter == '/' || !ends(letter));
        }
        if RESULTS.contains(&word.as_str()) {
            return Ok(Token::Result(word));
        }
        // As some programs write it.
        if word == "½-½" || word == "½" {
            return Ok(Token::Result("1/2-1/2".to_owned()));
        }
        // Where many digits stand together they are a move like 3228.
        if word.len() < 4 && !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.number(&word, false);
        }
        if word == "--" || word == "-" {
            return Ok(Token::Move(word));
        }
        if let Some(nag) = assessment(&word) {
            return Ok(Token::Nag(nag));
        }
        self.only_move(word)
    }

    fn dots(&mut self) -> String {
        self.take_while(|letter| letter == '.')
    }

    fn number(&mut self, digits: &str, second: bool) -> Result<Token, PdnErrorKind> {
        // Dots may stand apart, as in `1. ... 22-18`; they are no move.
        self.take_while(|letter| letter == ' ' || letter == '\t');
        let more = self.dots().len();
        let number = digits.parse().map_err(|_| PdnErrorKind::Unexpected(shown(digits)))?;
        Ok(Token::Number(number, second || more > 1))
    }

    /// A move, behind which a star may stand: for the only move, or, at the end of a game, for no result.
    fn only_move(&mut self, mut word: String) -> Result<Token, PdnErrorKind> {
        // What books say may stand right behind the move.
        let signs = word.trim_end_matches(['=', '±', '∓', '∞']).len();
        if let Some(nag) = assessment(&word[signs..]) {
            self.held = Some((Token::Nag(nag), self.letters.place()));
            word.truncate(signs);
        }
        let starred = self.held.is_none() && word.len() > 1 && word.ends_with('*');
        word.truncate(word.trim_end_matches('*').len());
        let part = |letter: char| letter.is_alphanumeric() || "-:xX×*.+‐‑‒–—−".contains(letter);
        let is_number = word.len() < 4 && word.bytes().all(|byte| byte.is_ascii_digit());
        let has_digit = word.contains(|letter: char| letter.is_ascii_digit());
        if !word.chars().all(part) || !has_digit || is_number || word.len() > MOVE_BYTES {
            // Something has to be passed over.
            let first = word.is_empty().then(|| self.take()).flatten();
            return Err(PdnErrorKind::Unexpected(shown(&(word + &String::from_iter(first)))));
        }
        if starred {
            let place = self.letters.place();
            self.take_while(char::is_whitespace);
            let ends = matches!(self.peek(), None | Some('['));
            let mark = if ends { Token::Result("*".to_owned()) } else { Token::Nag(ONLY_MOVE) };
            self.held = Some((mark, place));
        }
        Ok(Token::Move(word))
    }
}

/// Bytes of a move, at most: all squares of a large board take fewer.
const MOVE_BYTES: usize = 1_000;
