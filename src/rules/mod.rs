//! The games: each is one constant of data; the generator of moves reads it. Knows no tables.

mod capture;
mod dynamic;
mod game;
mod moves;
mod perft;
mod quiet;
mod russian;
mod text;

pub use capture::{Capture, captures};
pub use game::{BitsOf, Crowning, Game, Landing, Rules, Variant};
pub use moves::{Move, Step, after, for_each_step, legal_moves, play};
pub use perft::{Counting, perft};
pub use quiet::{can_capture, count_king_moves, free_squares, king_targets, man_targets, slide};
pub use russian::Russian;
pub use text::{ReadMoveError, move_text, read_move};

/// Something to do for a game that is known only at run time.
pub trait GameVisitor {
    /// What comes of it.
    type Output;
    /// Does it for the game `V`.
    fn visit<V: Variant>(self) -> Self::Output;
}

macro_rules! games {
    ($($variant:ty),+ $(,)?) => {
        /// All games, in the order in which they are listed.
        pub static GAMES: &[&Game] = &[$(<$variant>::GAME),+];

        /// Runs the visitor for a game of [`GAMES`]; `None` for any other.
        pub fn visit<T: GameVisitor>(game: &Game, visitor: T) -> Option<T::Output> {
            $(if game.id == <$variant>::GAME.id {
                return Some(visitor.visit::<$variant>());
            })+
            None
        }
    };
}

games!(Russian);

/// The game of this name, in any case of letters.
pub fn game(name: &str) -> Option<&'static Game> {
    let name = name.to_lowercase();
    GAMES.iter().copied().find(|game| game.id == name || game.names.contains(&name.as_str()))
}
