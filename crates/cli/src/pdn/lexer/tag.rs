//! Reading tags, also those of programs that know no escapes.

use std::io::Read;

use super::{Lexer, Token, shown};
use crate::pdn::error::PdnErrorKind;
use crate::pdn::skip::{TAG_LETTERS, begins_tag};

impl<R: Read> Lexer<R> {
    pub(super) fn tag(&mut self) -> Result<Token, PdnErrorKind> {
        self.take();
        self.take_while(|letter| letter == ' ' || letter == '\t');
        let name = self.take_while(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-');
        if name.is_empty() {
            let rest = self.take_while(|letter| !letter.is_whitespace() && letter != ']');
            return Err(PdnErrorKind::Unexpected(shown(&format!("[{rest}"))));
        }
        self.in_tags = true;
        self.take_while(|letter| letter == ' ' || letter == '\t');
        let unfinished = PdnErrorKind::Unfinished { what: "the tag", end: "\"]" };
        if self.peek() != Some('"') {
            let text = self.take_while(|letter| letter != ']' && letter != '\n');
            return if self.take() == Some(']') {
                Ok(Token::Tag(name, text.trim().to_owned()))
            } else {
                Err(unfinished)
            };
        }
        self.take();
        let mut text = String::new();
        loop {
            match self.take() {
                None | Some('\n') => return Err(unfinished),
                Some('\\') if self.peek() == Some('"') => {
                    self.take();
                    // Programs that know no escapes end a text with a backslash as with any other letter.
                    if self.tag_ends_line() {
                        return Ok(Token::Tag(name, text + "\\"));
                    }
                    text.push('"');
                }
                Some('\\') if self.peek() == Some('\\') => text.extend(self.take()),
                Some('"') => {
                    let spaces = self.take_while(|letter| letter == ' ' || letter == '\t');
                    if self.peek() == Some(']') {
                        self.take();
                        return Ok(Token::Tag(name, text));
                    }
                    // Quotes that older programs wrote within a text without a backslash.
                    text.push('"');
                    text += &spaces;
                }
                Some(letter) => text.push(letter),
            }
        }
    }

    /// Takes the bracket that ends a tag, if nothing stands behind it on the line but another tag.
    fn tag_ends_line(&mut self) -> bool {
        if self.peek() != Some(']') {
            return false;
        }
        let bracket = self.letters.place();
        self.take();
        self.take_while(|letter| letter == ' ' || letter == '\t');
        if matches!(self.peek(), None | Some('\n')) {
            return true;
        }
        let behind = self.letters.place();
        let mut begin = String::new();
        while begin.len() < TAG_LETTERS
            && let Some(letter) = self.peek().filter(|&letter| letter != '\n')
        {
            begin.push(letter);
            self.take();
        }
        let ends = begins_tag(&begin);
        self.letters.return_to(if ends { behind } else { bracket });
        ends
    }
}
