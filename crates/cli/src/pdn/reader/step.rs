//! What each word does to the game that is being read.

use std::io::Read;

use super::Reader;
use crate::pdn::error::{MOST_LEVELS, PdnError, PdnErrorKind};
use crate::pdn::letters::Place;
use crate::pdn::lexer::{Placed, Token};
use crate::pdn::record::{Item, Record, Tag};

impl<R: Read> Reader<R> {
    /// Reads a word; returns the game that ends with it.
    pub(super) fn step(&mut self) -> Result<Option<Record>, PdnError> {
        let read = self.lexer.next().and_then(|placed| match placed {
            None => self.end(),
            Some((Token::Tag(name, text), place)) => self.tag(Tag { name, text }, place),
            Some(placed) => self.word(placed),
        });
        read.inspect_err(|error| match error.kind {
            PdnErrorKind::Unreadable(_) => self.ended = true,
            // The next game has begun already.
            PdnErrorKind::Unfinished { what: VARIATION, .. } => {}
            _ => {
                self.begin(Record::default());
                self.lexer.begin_skip();
                self.skipping = self.lexer.skip();
            }
        })
    }

    /// Another game begins; returns the one before.
    fn begin(&mut self, game: Record) -> Record {
        self.open.clear();
        self.names.clear();
        self.remarks = 0;
        self.lexer.begin_game();
        std::mem::replace(&mut self.game, game)
    }

    /// Tags behind moves, without a result between them, begin another game, and so does a tag that the game has
    /// already if something stands between.
    fn tag(&mut self, tag: Tag, place: Place) -> Result<Option<Record>, PdnError> {
        let line = place.line;
        let is_new = self.names.insert(tag.name.to_ascii_lowercase());
        let again = line > self.last_tag + 1 && !is_new;
        self.last_tag = line;
        if !self.has_begun() && !again {
            if self.game.is_empty() {
                self.game.line = line;
            }
            self.game.tags.push(tag);
            return Ok(None);
        }
        let unfinished = self.unfinished();
        let name = tag.name.to_ascii_lowercase();
        let game = self.begin(Record { tags: vec![tag], line, ..Record::default() });
        self.names.insert(name);
        self.end = Some(place);
        unfinished.map_or(Ok(Some(game)), Err)
    }

    /// Whether there is more than remarks; each of these is looked at once.
    fn has_begun(&mut self) -> bool {
        let rest = &self.game.items[self.remarks..];
        self.remarks += rest.iter().take_while(|item| item.is_remark()).count();
        self.remarks < self.game.items.len()
    }

    fn word(&mut self, (token, place): Placed) -> Result<Option<Record>, PdnError> {
        let line = place.line;
        if self.game.is_empty() && self.open.is_empty() {
            self.game.line = line;
        }
        let error = |kind| Err(PdnError { line, column: place.column, kind });
        match token {
            Token::Open if self.open.len() == MOST_LEVELS => return error(PdnErrorKind::TooDeep),
            Token::Open => self.open.push((Vec::new(), line, place.column)),
            Token::Close => {
                let Some((variation, ..)) = self.open.pop() else {
                    return error(PdnErrorKind::Unexpected(")".to_owned()));
                };
                self.items().push(Item::Variation(variation));
            }
            Token::Result(result) if self.open.is_empty() => {
                self.game.result = result;
                // What is said behind it on its line is said of this game.
                while let Some((token, place)) = self.lexer.comment_on_line()? {
                    self.game.items.push(item(token, place.line));
                }
                self.lexer.skip_space();
                return Ok(Some(self.begin(Record::default())));
            }
            // Within a variation it says how that would end.
            Token::Result(result) => self.items().push(Item::Comment(result)),
            other => self.items().push(item(other, line)),
        }
        Ok(None)
    }

    fn items(&mut self) -> &mut Vec<Item> {
        self.open.last_mut().map_or(&mut self.game.items, |(items, ..)| items)
    }

    fn end(&mut self) -> Result<Option<Record>, PdnError> {
        self.ended = true;
        let unfinished = self.unfinished();
        let game = self.begin(Record::default());
        match unfinished {
            Some(error) => Err(error),
            None => Ok((!game.is_empty()).then_some(game)),
        }
    }

    /// The variation that is open, as an error.
    fn unfinished(&self) -> Option<PdnError> {
        let kind = PdnErrorKind::Unfinished { what: VARIATION, end: ")" };
        self.open.first().map(|&(_, line, column)| PdnError { line, column, kind })
    }
}

const VARIATION: &str = "the variation";

fn item(token: Token, line: usize) -> Item {
    match token {
        Token::Number(number, second) => Item::Number(number, second),
        Token::Move(text) => Item::Move { text, line },
        Token::Strength(text) => Item::Strength(text),
        Token::Nag(number) => Item::Nag(number),
        Token::Comment(text) => Item::Comment(text),
        Token::LineComment(text) => Item::LineComment(text),
        Token::Setup(fen) => Item::Setup { fen, line },
        Token::Tag(..) | Token::Open | Token::Close | Token::Result(_) => unreachable!("these are no items"),
    }
}
