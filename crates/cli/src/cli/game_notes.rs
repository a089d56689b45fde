//! What is said of games whose tags leave something open: each thing once for a file, with the number of games.

use super::game_type::brief;
use super::words;
use petrov::rules::Game;

/// Something that a reader of a game has to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Note {
    /// No tag says which game it is, and the usual one fits.
    Default { game: &'static str },
    /// No tag says which game it is, and one fits alone.
    OnlyGame { game: &'static str },
    /// Two tags mean one game together.
    Together { game_type: String, variant: String, game: &'static str },
    /// Two tags contradict each other, and one fits alone.
    Contradiction { game_type: String, variant: String, game: &'static str },
    /// A Variant that is not known beside a game that is.
    UnknownVariant { variant: String, game: &'static str },
    /// A GameType that is not known beside a game that is.
    UnknownGameType { game_type: String, game: &'static str },
    /// The squares are not those that the tag says.
    OtherSquares { game_type: String, corner: String },
    /// The squares may be those that the tag says, and may be the usual ones.
    EitherSquares { game_type: String, remedy: String },
}

impl Note {
    pub(super) fn default_game(game: &Game) -> Note {
        let &Game { title: game, .. } = game;
        Note::Default { game }
    }

    /// A sentence.
    pub(super) fn sentence(&self) -> String {
        match self {
            Note::Default { game } => format!(
                "no tag says which game it is; read as {game}, where all moves are legal: if it is another, name it \
                 with --game"
            ),
            Note::OnlyGame { game } => format!(
                "no tag says which game it is; read as {game}, the only game where all moves are legal: if it is another, \
                 name it with --game"
            ),
            Note::Together { game_type, variant, game } => {
                format!("GameType {:?} and Variant {:?} together mean {game}", brief(game_type), brief(variant))
            }
            Note::Contradiction { game_type, variant, game } => format!(
                "GameType {:?} and Variant {:?} contradict each other; read as {game}, as all moves are legal there and \
                 not in the other",
                brief(game_type),
                brief(variant)
            ),
            Note::UnknownVariant { variant, game } => {
                format!("Variant {:?} is the name of no game; read as {game}", brief(variant))
            }
            Note::UnknownGameType { game_type, game } => {
                format!("GameType {:?} is that of no game; read as {game}, as Variant says", brief(game_type))
            }
            Note::OtherSquares { game_type, corner } => format!(
                "with the squares that GameType {:?} names not all moves are legal; read with the usual ones, which count \
                 from {corner}, and the tag is left as it is",
                brief(game_type)
            ),
            Note::EitherSquares { game_type, remedy } => format!(
                "all moves are legal with the squares that GameType {:?} names and with the usual ones, which are others; \
                 read and written as the tag says: if that is wrong, use {remedy}",
                brief(game_type)
            ),
        }
    }
}

/// Different things that are said of one file, at most.
const MOST_NOTES: usize = 20;

/// The notes on the games of one file.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Each with the line of its first game and the number of games.
    notes: Vec<(Note, usize, u64)>,
    /// Notes that are too many to be told apart.
    others: u64,
}

impl Tally {
    /// Adds the notes on a game that begins in this line.
    pub(super) fn add(&mut self, notes: &[Note], line: usize) {
        for note in notes {
            let known = self.notes.iter().position(|(known, ..)| known == note);
            match known {
                Some(number) => self.notes[number].2 += 1,
                None if self.notes.len() < MOST_NOTES => self.notes.push((note.clone(), line, 1)),
                None => self.others += 1,
            }
        }
    }

    /// Sentences on a file of this name.
    pub(super) fn sentences(&self, file: &str) -> Vec<String> {
        let told = |(note, line, count): &(Note, usize, u64)| match count {
            1 => format!("{file}, line {line}: {}", note.sentence()),
            _ => format!(
                "{file}, line {line} and {}: {}",
                words::counted(count - 1, "more game", "more games"),
                note.sentence()
            ),
        };
        let mut sentences: Vec<String> = self.notes.iter().map(told).collect();
        if self.others > 0 {
            let others = words::counted(self.others, "other note", "other notes");
            sentences.push(format!("{file}: {others} on tags; annotate the games with --json to see all"));
        }
        sentences
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thing_is_said_once() {
        let mut tally = Tally::default();
        let note = Note::Default { game: "Russian draughts" };
        for line in 1..=10_000 {
            tally.add(std::slice::from_ref(&note), line);
        }
        let unknown = |number: usize| Note::UnknownVariant { variant: number.to_string(), game: "x" };
        tally.add(&[unknown(0)], 7);
        let sentences = tally.sentences("a.pdn");
        assert_eq!(sentences.len(), 2);
        assert!(sentences[0].starts_with("a.pdn, line 1 and 9,999 more games: no tag"), "{}", sentences[0]);
        assert!(sentences[1].starts_with("a.pdn, line 7: Variant \"0\""), "{}", sentences[1]);
        (1..1_000).for_each(|number| tally.add(&[unknown(number)], number));
        let sentences = tally.sentences("a.pdn");
        assert_eq!(sentences.len(), MOST_NOTES + 1);
        assert!(sentences[MOST_NOTES].starts_with("a.pdn: 981 other notes"), "{}", sentences[MOST_NOTES]);
    }
}
