//! The words of a PDN text.

use std::fmt;

/// What is wrong with a PDN text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in characters.
    pub column: usize,
    /// What is wrong there.
    pub kind: PdnErrorKind,
}

/// What is wrong with a PDN text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PdnErrorKind {
    /// A comment, a text in quotes, a tag or a variation does not end.
    Unfinished(&'static str),
    /// Something that stands nowhere in a game.
    Unexpected(String),
    /// A number that is no NAG.
    Nag(String),
}

impl fmt::Display for PdnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        match &self.kind {
            PdnErrorKind::Unfinished(what) => write!(f, "{what} that begins here does not end"),
            PdnErrorKind::Unexpected(what) => write!(f, "{what:?} stands nowhere in a game"),
            PdnErrorKind::Nag(text) => write!(f, "${text} is no annotation: they are $0 to $255"),
        }
    }
}

impl std::error::Error for PdnError {}

/// A word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `[Name "text"]`.
    Tag(String, String),
    /// `12.` or `12...`: the number, and whether Black is to move by the dots.
    Number(u32, bool),
    /// A move, without what stands behind it.
    Move(String),
    /// `!`, `?`, `!?` and the like.
    Strength(String),
    /// `$12`.
    Nag(u8),
    /// `{text}`.
    Comment(String),
    /// `%text`, to the end of the line.
    LineComment(String),
    /// `/FEN "text"/`.
    Setup(String),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `1-0`, `*` and the like.
    Result(String),
}

/// A word and where it begins.
pub(super) type Placed = (Token, usize, usize);

/// What a game ends with, the longest first where one begins like another.
const RESULTS: [&str; 9] = ["1/2-1/2", "1-0", "0-1", "2-0", "0-2", "1-1", "0-0", "*", "1/2"];

/// The words of a text.
pub(super) fn lex(text: &str) -> Result<Vec<Placed>, PdnError> {
    let mut lexer = Lexer { letters: text.chars().collect(), at: 0, line: 1, column: 1 };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.next()? {
        tokens.push(token);
    }
    Ok(tokens)
}

struct Lexer {
    letters: Vec<char>,
    at: usize,
    line: usize,
    column: usize,
}

impl Lexer {
    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    fn take(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += 1;
        if letter == '\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += 1;
        }
        Some(letter)
    }

    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> String {
        let mut text = String::new();
        while let Some(letter) = self.peek().filter(|&letter| fits(letter)) {
            text.push(letter);
            self.take();
        }
        text
    }

    fn next(&mut self) -> Result<Option<Placed>, PdnError> {
        // A mark of the encoding is no letter of the text.
        self.take_while(|letter| letter.is_whitespace() || letter == '\u{feff}');
        let (line, column) = (self.line, self.column);
        let Some(letter) = self.peek() else { return Ok(None) };
        let error = |kind| Err(PdnError { line, column, kind });
        let token = match letter {
            '[' => match self.tag() {
                Some(tag) => tag,
                None => return error(PdnErrorKind::Unfinished("the tag")),
            },
            '{' => match self.until('}') {
                Some(text) => Token::Comment(text),
                None => return error(PdnErrorKind::Unfinished("the comment")),
            },
            '%' | ';' => {
                self.take();
                Token::LineComment(self.take_while(|letter| letter != '\n').trim_end().to_owned())
            }
            '/' => match self.setup() {
                Some(setup) => setup,
                None => return error(PdnErrorKind::Unfinished("the position")),
            },
            '(' => self.one(Token::Open),
            ')' => self.one(Token::Close),
            '$' => {
                self.take();
                let digits = self.take_while(|letter| letter.is_ascii_digit());
                match digits.parse() {
                    Ok(number) => Token::Nag(number),
                    Err(_) => return error(PdnErrorKind::Nag(digits)),
                }
            }
            '!' | '?' => Token::Strength(self.take_while(|letter| letter == '!' || letter == '?')),
            _ => match self.word() {
                Ok(token) => token,
                Err(word) => return error(PdnErrorKind::Unexpected(word)),
            },
        };
        Ok(Some((token, line, column)))
    }

    fn one(&mut self, token: Token) -> Token {
        self.take();
        token
    }

    /// What stands between the letter at hand and another.
    fn until(&mut self, end: char) -> Option<String> {
        self.take();
        let text = self.take_while(|letter| letter != end);
        self.take().map(|_| text)
    }

    fn tag(&mut self) -> Option<Token> {
        self.take();
        let name = self.take_while(|letter| !matches!(letter, '"' | ']' | '\n'));
        let text = if self.peek() == Some('"') { self.quoted()? } else { String::new() };
        self.take_while(|letter| letter != ']' && letter != '\n');
        (self.take()? == ']').then(|| Token::Tag(name.trim().to_owned(), text))
    }

    /// A text in quotes, in which a backslash stands before quotes that belong to it.
    fn quoted(&mut self) -> Option<String> {
        self.take();
        let mut text = String::new();
        loop {
            match self.take()? {
                '"' => return Some(text),
                '\\' if matches!(self.peek(), Some('"' | '\\')) => text.extend(self.take()),
                letter => text.push(letter),
            }
        }
    }

    /// `/FEN "text"/`.
    fn setup(&mut self) -> Option<Token> {
        self.take();
        self.take_while(|letter| letter != '"' && letter != '/');
        let text = if self.peek() == Some('"') { self.quoted()? } else { return None };
        self.take_while(|letter| letter != '/');
        self.take().map(|_| Token::Setup(text))
    }

    /// A number of a move, a move, or the end of a game.
    fn word(&mut self) -> Result<Token, String> {
        let start = (self.at, self.line, self.column);
        let ends = |letter: char| letter.is_whitespace() || "(){}[]$!?%;\"".contains(letter);
        let word = self.take_while(|letter| !ends(letter));
        if let Some(&result) = RESULTS.iter().find(|&&result| result == word) {
            return Ok(Token::Result(result.to_owned()));
        }
        let digits = word.chars().take_while(char::is_ascii_digit).count();
        let dots = word[digits..].chars().take_while(|&letter| letter == '.').count();
        if digits > 0 && dots > 0 {
            // The move may stand right behind it, as in `1.32-28`.
            (self.at, self.line, self.column) = start;
            (0..digits + dots).for_each(|_| _ = self.take());
            let number = word[..digits].parse().map_err(|_| word.clone())?;
            return Ok(Token::Number(number, dots > 1));
        }
        let is_move = word.chars().any(|letter| letter.is_ascii_digit())
            && word.chars().all(|letter| letter.is_ascii_alphanumeric() || "-:x.*".contains(letter));
        let is_null = word == "-" || word == "--" || word == "...";
        if is_null {
            return Ok(Token::Move(word));
        }
        if is_move {
            Ok(Token::Move(word))
        } else {
            Err(if word.is_empty() { self.take().into_iter().collect() } else { word })
        }
    }
}
