//! The games: each is one constant of data; the generator of moves reads it. Knows no tables.

mod capture;
mod clock;
mod clock_set;
mod dynamic;
mod game;
mod games;
mod list;
mod main_road;
mod moves;
mod perft;
mod quiet;
mod short_text;
mod text;

#[doc(hidden)]
pub use capture::{Capture, Captures, captures};
#[cfg(feature = "parallel")]
pub(crate) use capture::{FromAnywhere, captures_of_any_king, captures_of_men};
#[doc(hidden)]
pub use clock::{Allowed, GoesBy, Played};
pub use clock::{Clock, Count, Counted, Pieces, Road, Scope, Until};
pub(crate) use clock_set::Leaving;
pub use clock_set::{ClockSet, DEFAULT_SET};
#[doc(hidden)]
pub use game::BitsOf;
pub use game::{Choice, Crowning, Ending, Game, Landing, Removal, Rules, Steps, Variant};
pub use games::english::{English, Italian};
pub use games::international::{Brazilian, Canadian, Frisian, International, Killer};
pub use games::pool::{Ghanaian, Pool};
pub use games::russian::{EightyCell, Russian};
pub use games::spanish::{Czech, Spanish, Thai, ThaiNoHalfTurn};
pub use games::turkish::{
    Armenian, ArmenianInPassing, ArmenianRemoveAfter, ArmenianRemoveAfterInPassing, Turkish, TurkishInPassing,
};
pub(crate) use list::check_code_for;
pub use list::{GAMES, GIVEAWAY, game};
#[doc(hidden)]
pub use list::{GameVisitor, visit};
#[doc(hidden)]
pub use main_road::main_road;
pub use moves::{Move, play};
#[doc(hidden)]
pub use moves::{Step, after, for_each_path, for_each_step, legal_moves};
pub use perft::Counting;
#[doc(hidden)]
pub use perft::perft;
pub(crate) use quiet::Quiet;
#[doc(hidden)]
pub use quiet::can_capture;
pub(crate) use quiet::each_direction;
#[cfg(feature = "parallel")]
pub(crate) use quiet::men_can_capture;
#[cfg(feature = "parallel")]
pub(crate) use quiet::{count_king_moves, free_squares, king_targets, man_targets};
pub use text::ReadMoveError;
#[doc(hidden)]
pub use text::read_move;
