//! Reading games.

use super::lexer::{PdnError, PdnErrorKind, Token, lex};

/// A tag of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// What follows in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// The number of the next move, and whether it is said to be Black's.
    Number(u32, bool),
    /// A move, with the line where it stands.
    Move {
        /// As it was written, without what stands behind it.
        text: String,
        /// The line, counted from 1.
        line: usize,
    },
    /// `!`, `?` and the like, of the move before.
    Strength(String),
    /// `$n`, of the move before.
    Nag(u8),
    /// `{text}`.
    Comment(String),
    /// A comment to the end of the line.
    LineComment(String),
    /// Another position from here on.
    Setup(String),
    /// What might have been instead of the move before.
    Variation(Vec<Item>),
}

/// A game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Its tags, in order.
    pub tags: Vec<Tag>,
    /// Its moves, and what is said of them.
    pub items: Vec<Item>,
    /// How it ended, as it was written; empty if nothing was.
    pub result: String,
    /// The line where it begins, counted from 1.
    pub line: usize,
}

impl Record {
    /// The text of a tag, whose name may be written in any case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name)).map(|tag| tag.text.as_str())
    }

    /// The moves of the game itself, without variations.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.items.iter().filter_map(|item| match item {
            Item::Move { text, .. } => Some(text.as_str()),
            _ => None,
        })
    }

    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.items.is_empty() && self.result.is_empty()
    }
}

/// Variations within variations, at most.
const MOST_LEVELS: usize = 64;

/// Reads all games of a text.
///
/// # Errors
/// The first thing that is wrong, with line and column.
pub fn read(text: &str) -> Result<Vec<Record>, PdnError> {
    let mut games = Vec::new();
    let mut game = Record::default();
    // The variations that are open, and where they begin.
    let mut open: Vec<(Vec<Item>, usize, usize)> = Vec::new();
    for (token, line, column) in lex(text)? {
        if game.is_empty() && open.is_empty() {
            game.line = line;
        }
        let error = |kind| Err(PdnError { line, column, kind });
        let levels = open.len();
        let items = open.last_mut().map_or(&mut game.items, |(items, ..)| items);
        match token {
            // Tags behind moves, without a result between them, begin another game.
            Token::Tag(name, text) => {
                if let Some((_, line, column)) = open.first() {
                    return unfinished(*line, *column);
                }
                if !game.items.is_empty() {
                    games.push(std::mem::replace(&mut game, Record { line, ..Record::default() }));
                }
                game.tags.push(Tag { name, text });
            }
            Token::Open if levels == MOST_LEVELS => return error(PdnErrorKind::Unexpected("(".to_owned())),
            Token::Open => open.push((Vec::new(), line, column)),
            Token::Close => {
                let Some((variation, ..)) = open.pop() else { return error(PdnErrorKind::Unexpected(")".to_owned())) };
                let items = open.last_mut().map_or(&mut game.items, |(items, ..)| items);
                items.push(Item::Variation(variation));
            }
            Token::Result(result) if levels == 0 => {
                game.result = result;
                games.push(std::mem::take(&mut game));
            }
            // Within a variation it says how that would end.
            Token::Result(result) => items.push(Item::Comment(result)),
            other => items.push(item(other, line)),
        }
    }
    if let Some((_, line, column)) = open.first() {
        return unfinished(*line, *column);
    }
    if !game.is_empty() {
        games.push(game);
    }
    Ok(games)
}

fn unfinished<T>(line: usize, column: usize) -> Result<T, PdnError> {
    Err(PdnError { line, column, kind: PdnErrorKind::Unfinished("the variation") })
}

fn item(token: Token, line: usize) -> Item {
    match token {
        Token::Number(number, black) => Item::Number(number, black),
        Token::Move(text) => Item::Move { text, line },
        Token::Strength(text) => Item::Strength(text),
        Token::Nag(number) => Item::Nag(number),
        Token::Comment(text) => Item::Comment(text),
        Token::LineComment(text) => Item::LineComment(text),
        Token::Setup(text) => Item::Setup(text),
        Token::Tag(..) | Token::Open | Token::Close | Token::Result(_) => unreachable!("these are no items"),
    }
}
