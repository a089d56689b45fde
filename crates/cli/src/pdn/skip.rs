//! Finding the next game behind something that is wrong.

use std::io::Read;

use super::lexer::{Lexer, RESULTS};

/// What is known of a game that is passed over, as far as it has been.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skip {
    /// Whether the game was in its tags where it went wrong.
    tagged: bool,
    /// Whether moves or a result came since: what is wrong in tags may run over lines, and the tags behind it are of the
    /// same game as long as it has had no moves.
    moves_came: bool,
    before_is_tag: bool,
    before_is_empty: bool,
    /// Whether the rest of a line has to be passed over.
    in_line: bool,
}

/// Letters of a game that are passed over at once, at most: no input takes more memory, whatever it is.
const SKIPPED_AT_ONCE: u64 = 1 << 20;

impl<R: Read> Lexer<R> {
    /// From here on the rest of a game in which something is wrong is passed over.
    pub(super) fn begin_skip(&mut self) {
        self.held = None;
        self.skip = Some(Skip {
            tagged: self.in_tags,
            moves_came: false,
            before_is_tag: self.in_tags,
            before_is_empty: false,
            in_line: self.letters.column > 1,
        });
    }

    /// Passes over more of a game: to tags that stand behind something else, or, unless it was in tags, to a first move
    /// behind an empty line. Returns whether there is more to pass over, as only so many letters are held at once.
    pub(super) fn skip(&mut self) -> bool {
        let Some(mut skip) = self.skip.take() else { return false };
        let most = self.letters.read + SKIPPED_AT_ONCE;
        loop {
            let mut rest = String::new();
            while skip.in_line && self.letters.read < most {
                let letter = self.letters.take().filter(|&letter| letter != '\n');
                skip.in_line = letter.is_some();
                rest.extend(letter.filter(|_| rest.len() < LINE_BYTES));
            }
            // A tag behind what is wrong is one of the game that those below it belong to.
            skip.tagged |= rest.match_indices('[').any(|(at, _)| begins_tag(&rest[at..]));
            if self.letters.read >= most {
                self.skip = Some(skip);
                return true;
            }
            if self.letters.peek().is_none() || self.begins_game(&mut skip) {
                self.begin_game();
                return false;
            }
            skip.in_line = true;
        }
    }

    /// Looks at the beginning of a line; stays in front of it if another game begins there.
    fn begins_game(&mut self, skip: &mut Skip) -> bool {
        let place = self.letters.place();
        let mut begin = String::new();
        while begin.len() < TAG_LETTERS
            && let Some(letter) = self.letters.peek().filter(|&letter| letter != '\n')
        {
            begin.push(letter);
            self.letters.take();
        }
        skip.moves_came |= looks_like_moves(&begin);
        let first_move = skip.before_is_empty && !skip.tagged && begin.trim_start().starts_with("1.");
        let first_tag = begins_tag(&begin) && !skip.before_is_tag && (!skip.tagged || skip.moves_came);
        if first_tag || first_move {
            self.letters.return_to(place);
            return true;
        }
        skip.before_is_tag = begin.trim_start().starts_with('[');
        skip.before_is_empty = begin.trim().is_empty();
        false
    }
}

/// Bytes of the rest of a line in which tags are looked for.
const LINE_BYTES: usize = 1000;

/// Whether a line begins with the number of a move, or ends with a result.
fn looks_like_moves(line: &str) -> bool {
    let behind = line.trim_start().trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_number = behind.len() < line.trim_start().len() && behind.starts_with('.');
    is_number || line.split_whitespace().next_back().is_some_and(|word| RESULTS.contains(&word))
}

/// Letters of a line in which a tag shows.
pub(super) const TAG_LETTERS: usize = 80;

/// Whether a line begins like `[Name "`.
pub(super) fn begins_tag(line: &str) -> bool {
    // Not trimmed before it is cut: a line of spaces may be long, and is looked at for each brace in it.
    let mut letters = line.chars().take(TAG_LETTERS).skip_while(|letter| matches!(letter, ' ' | '\t' | '\u{feff}'));
    if letters.next() != Some('[') {
        return false;
    }
    let rest: String = letters.collect();
    let name = rest.trim_start().find(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '-');
    name.is_some_and(|end| end > 0 && rest.trim_start()[end..].trim_start().starts_with('"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_tags() {
        for line in ["[Event \"x\"]", "  [ A\"", "[Game_Type  \"25\"]"] {
            assert!(begins_tag(line), "{line}");
        }
        for line in ["", "[", "[%clk \"", "[Event]", "Event \"", "[ \"x\"]"] {
            assert!(!begins_tag(line), "{line}");
        }
    }
}
