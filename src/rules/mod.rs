//! The games: each is one constant of data; the generator of moves reads it. Knows no tables.

mod capture;
mod capture_walk;
mod captures;
mod clock;
mod clock_count;
mod clock_scope;
mod clock_set;
mod dynamic;
mod game;
mod games;
mod list;
mod main_road;
mod movement;
mod moves;
mod perft;
mod position_error;
mod quiet;
mod rulebook;
mod short_text;
mod text;

pub use clock::{Clock, Counted, Until};
pub use clock_scope::{Count, Pieces, Road, Scope};
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
pub use list::{GAMES, GIVEAWAY, game};
pub use movement::Movement;
pub use moves::{Move, play};
pub use perft::Counting;
pub use position_error::PositionError;
pub use text::ReadMoveError;

pub(crate) use internals::*;

/// What the other crates of the project take: shapes that may change with any version.
pub(crate) mod internals {
    pub use super::capture::{Capture, Captures, FromAnywhere};
    pub use super::captures::captures;
    pub use super::clock_count::{Allowed, GoesBy, Played};
    pub use super::clock_set::Leaving;
    pub use super::list::{GameVisitor, check_code_for, check_listed, visit};
    pub use super::main_road::main_road;
    pub use super::movement::BitsOf;
    pub use super::moves::{Step, after, each_step, for_each_path, for_each_step, legal_moves};
    pub use super::quiet::{
        Quiet, can_capture, count_king_moves, free_squares, king_targets, man_targets, men_can_capture,
    };
    pub use super::rulebook::{CaptureRules, CapturesOf, Listed, Own, Rulebook, Source, capture_rules, rulebook};
    pub use crate::each_direction;
}
