//! The games: each is one constant of data; the generator of moves reads it. Knows no tables.

mod capture;
mod clock;
mod clock_set;
mod dynamic;
mod game;
mod games;
mod list;
mod main_road;
mod movement;
mod moves;
mod perft;
mod quiet;
mod short_text;
mod text;

#[cfg(feature = "parallel")]
#[doc(hidden)]
pub use capture::FromAnywhere;
#[doc(hidden)]
pub use capture::{Capture, CaptureRules, Captures, CapturesOf, Rulebook, capture_rules, captures, rulebook};
#[doc(hidden)]
pub use clock::{Allowed, GoesBy, Played};
pub use clock::{Clock, Count, Counted, Pieces, Road, Scope, Until};
pub(crate) use clock_set::Leaving;
pub use clock_set::{ClockSet, DEFAULT_SET};
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
#[doc(hidden)]
pub use movement::BitsOf;
pub use movement::Movement;
pub use moves::{Move, play};
#[doc(hidden)]
pub use moves::{Step, after, each_step, for_each_path, for_each_step, legal_moves};
pub use perft::Counting;
pub(crate) use quiet::Quiet;
#[doc(hidden)]
pub use quiet::can_capture;
pub(crate) use quiet::each_direction;
#[cfg(feature = "parallel")]
pub(crate) use quiet::men_can_capture;
#[cfg(feature = "parallel")]
pub(crate) use quiet::{count_king_moves, free_squares, king_targets, man_targets};
pub use text::ReadMoveError;
