//! The games: each is one constant of data; the generator of moves reads it. Knows no tables.

mod capture;
mod clock;
mod clock_set;
mod dynamic;
mod game;
mod games;
mod list;
mod moves;
mod perft;
mod quiet;
mod text;

pub use capture::{Capture, Captures, captures};
#[cfg(feature = "parallel")]
pub(crate) use capture::{FromAnywhere, captures_of_any_king, captures_of_men};
pub use clock::{Allowed, Clock, Count, Counted, GoesBy, Pieces, Played, Road, Scope, Until, main_road};
pub use clock_set::{ClockSet, DEFAULT_SET, Leaving};
pub use game::{BitsOf, Choice, Crowning, Ending, Game, Landing, Removal, Rules, Steps, Variant};
pub use games::english::{English, Italian};
pub use games::international::{Brazilian, Canadian, Frisian, International, Killer};
pub use games::pool::{Ghanaian, Pool};
pub use games::russian::{EightyCell, Russian};
pub use games::spanish::{Czech, Spanish, Thai, ThaiNoHalfTurn};
pub use games::turkish::{
    Armenian, ArmenianInPassing, ArmenianRemoveAfter, ArmenianRemoveAfterInPassing, Turkish, TurkishInPassing,
};
pub(crate) use list::check_code_for;
pub use list::{GAMES, GIVEAWAY, GameVisitor, game, visit};
pub use moves::{Move, Step, after, for_each_path, for_each_step, legal_moves, play};
pub use perft::{Counting, perft};
pub(crate) use quiet::each_direction;
#[cfg(feature = "parallel")]
pub(crate) use quiet::men_can_capture;
pub use quiet::{CaptureTest, Quiet, can_capture, count_king_moves, free_squares, king_targets, man_targets, slide};
pub use text::{ReadMoveError, read_move};
