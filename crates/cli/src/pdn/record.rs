//! Games as texts.

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
    /// The number of the next move, and whether it is said to be that of the side that moves second.
    Number(u32, bool),
    /// A move, with the line where it stands.
    Move {
        /// As it was written, without what stands behind it.
        text: String,
        /// The line, counted from 1.
        line: usize,
    },
    /// `!`, `?`, `(!)` and the like, of the move before.
    Strength(String),
    /// `$n`, of the move before.
    Nag(u8),
    /// `{text}`.
    Comment(String),
    /// A comment to the end of the line.
    LineComment(String),
    /// Another position from here on.
    Setup {
        /// Its FEN.
        fen: String,
        /// The line, counted from 1.
        line: usize,
    },
    /// What might have been instead of the move before.
    Variation(Vec<Item>),
}

impl Item {
    /// Whether it may stand in front of the tags of a game.
    pub(super) fn is_remark(&self) -> bool {
        matches!(self, Item::Comment(_) | Item::LineComment(_))
    }
}

/// A game.
///
/// ```
/// use petrov_cli::pdn::{Item, Record, Tag, write};
///
/// let mv = |text: &str| Item::Move { text: text.to_owned(), line: 1 };
/// let game = Record {
///     tags: vec![Tag { name: "GameType".to_owned(), text: "25".to_owned() }],
///     items: vec![Item::Number(1, false), mv("c3-d4"), Item::Strength("!".to_owned()), mv("d6-c5")],
///     ..Record::default()
/// };
/// assert_eq!(game.tag("gametype"), Some("25"));
/// assert_eq!(game.moves().collect::<Vec<_>>(), ["c3-d4", "d6-c5"]);
/// assert_eq!(write(&game), "[GameType \"25\"]\n\n1. c3-d4! d6-c5 *\n\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Its tags, in order.
    pub tags: Vec<Tag>,
    /// Its moves, and what is said of them.
    pub items: Vec<Item>,
    /// How it ended, as it was written behind the moves; empty if nothing was.
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

    /// Whether the game has begun: comments alone may stand in front of its tags.
    pub(super) fn has_begun(&self) -> bool {
        !self.items.iter().all(Item::is_remark)
    }

    /// Whether it is a game: comments may stand alone in a text.
    pub fn is_game(&self) -> bool {
        !self.tags.is_empty() || self.has_begun() || !self.result.is_empty()
    }

    /// Whether nothing has been read.
    pub(super) fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.items.is_empty() && self.result.is_empty()
    }
}
