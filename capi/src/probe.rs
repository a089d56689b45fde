//! Questions about positions.

use std::ffi::{c_char, c_int};
use std::primitive::usize as size_t;

use petrov_core::board::Position;
use petrov_core::probe::{ProbeError, RuleValue};
use petrov_core::rules::DEFAULT_SET;
use petrov_core::{Outcome, Value};

use super::arguments::{reference, text, write, write_all};
use super::code::{
    Failure, PETROV_BLESSED_LOSS, PETROV_CURSED_WIN, PETROV_DRAW, PETROV_INVALID_POSITION, PETROV_LOSS,
    PETROV_NOT_IN_CACHE, PETROV_OK, PETROV_WIN, call,
};
use super::moves::petrov_rated_move;
use super::open::petrov_tablebase;
use super::position::petrov_position;
use super::text::fen_of;

/// No distance: a draw, or no table of it.
pub(crate) const NO_DISTANCE: c_int = -1;

/// petrov_probe_wdl(): answer only from memory, and read no file.
pub const PETROV_CACHED_ONLY: c_int = 1;

/// What is known of a position.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct petrov_result {
    /// PETROV_WIN, PETROV_LOSS or PETROV_DRAW, of the side to move.
    pub value: c_int,
    /// Plies to the end of the game with best play; -1 in a draw, or where there is no table of it.
    pub dtw: c_int,
    /// Plies to the next capture or promotion, the same way.
    pub dtc: c_int,
    /// Plies to the next capture or forward move of a man, the same way.
    pub dtz: c_int,
}

pub(crate) fn number_of(value: Value) -> c_int {
    match value {
        Value::Win => PETROV_WIN,
        Value::Loss => PETROV_LOSS,
        Value::Draw => PETROV_DRAW,
    }
}

/// Asks something about a position.
///
/// # Safety
/// Both pointers are null or point to what they say.
unsafe fn ask(
    tablebase: *const petrov_tablebase,
    position: *const petrov_position,
    ask: impl FnOnce(&petrov_tablebase, &Position) -> Result<c_int, Failure>,
) -> c_int {
    call(|| {
        // SAFETY: as the caller promises.
        let (tablebase, position) = unsafe { (reference(tablebase, "tablebase")?, reference(position, "position")?) };
        let game = tablebase.game();
        let position = position.read(game)?;
        game.check_position(&position).map_err(|error| Failure::new(PETROV_INVALID_POSITION, error.to_string()))?;
        ask(tablebase, &position)
    })
}

/// The value of a position for the side to move: PETROV_WIN, PETROV_LOSS or PETROV_DRAW. Captures are followed, so that it is
/// right in any position. With PETROV_CACHED_ONLY in `flags` it reads no file, and is PETROV_NOT_IN_CACHE where that would
/// be needed: for use within a search.
///
/// # Safety
/// `tablebase` comes from petrov_open(), `position` points to a position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_probe_wdl(
    tablebase: *const petrov_tablebase,
    position: *const petrov_position,
    flags: c_int,
) -> c_int {
    let answer = |tablebase: &petrov_tablebase, position: &Position| match flags {
        0 => Ok(number_of(tablebase.tables.probe_wdl(position)?)),
        PETROV_CACHED_ONLY => match tablebase.tables.probe_wdl_cached(position)? {
            Some(value) => Ok(number_of(value)),
            None => Err(Failure::new(PETROV_NOT_IN_CACHE, "the value is not in memory")),
        },
        other => Err(Failure::argument(format!("flags: {other} is none"))),
    };
    // SAFETY: as the caller promises.
    unsafe { ask(tablebase, position, answer) }
}

/// Plies to the end of the game, at least 0; the value is needed to know whose. PETROV_DRAW and other values have no place here:
/// a draw gives -1 in `plies`.
///
/// # Safety
/// `tablebase` comes from petrov_open(), `position` points to a position and `plies` to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_probe_dtw(
    tablebase: *const petrov_tablebase,
    position: *const petrov_position,
    plies: *mut c_int,
) -> c_int {
    let answer = |tablebase: &petrov_tablebase, position: &Position| {
        let distance = tablebase.tables.probe_dtw(position)?;
        // SAFETY: as the caller promises.
        unsafe { write(plies, distance.map_or(NO_DISTANCE, c_int::from), "plies") }?;
        Ok(PETROV_OK)
    };
    // SAFETY: as the caller promises.
    unsafe { ask(tablebase, position, answer) }
}

/// All that the tables say of a position. Where there are no tables of a distance, it is -1; where even those of values are
/// missing, that is an error.
///
/// # Safety
/// `tablebase` comes from petrov_open(), `position` points to a position and `result` to a result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_probe(
    tablebase: *const petrov_tablebase,
    position: *const petrov_position,
    result: *mut petrov_result,
) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { ask(tablebase, position, |tablebase, position| answer(tablebase, position, result)) }
}

/// The same of a position as text: FEN in any dialect.
///
/// # Safety
/// `tablebase` comes from petrov_open(), `fen` is a text and `result` points to a result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_probe_fen(
    tablebase: *const petrov_tablebase,
    fen: *const c_char,
    result: *mut petrov_result,
) -> c_int {
    call(|| {
        // SAFETY: as the caller promises.
        let (tablebase, fen) = unsafe { (reference(tablebase, "tablebase")?, text(fen, "fen")?) };
        answer(tablebase, &fen_of(tablebase.game(), fen)?, result)
    })
}

fn answer(tablebase: &petrov_tablebase, position: &Position, result: *mut petrov_result) -> Result<c_int, Failure> {
    let Outcome { value, distance } = tablebase.tables.probe(position)?;
    let plies = |found: Result<Option<u16>, ProbeError>| match found {
        Ok(plies) => Ok(plies.map_or(NO_DISTANCE, c_int::from)),
        Err(ProbeError::Missing { .. }) => Ok(NO_DISTANCE),
        Err(error) => Err(error),
    };
    let (dtc, dtz) = (plies(tablebase.tables.probe_dtc(position))?, plies(tablebase.tables.probe_dtz(position))?);
    let dtw = distance.map_or(NO_DISTANCE, c_int::from);
    // SAFETY: as the callers of all that call this promise.
    unsafe { write(result, petrov_result { value: number_of(value), dtw, dtc, dtz }, "result") }?;
    Ok(PETROV_OK)
}

/// The value of a position with the draw rules of the game that count moves (its default set), all counts fresh: PETROV_WIN,
/// PETROV_CURSED_WIN, PETROV_DRAW, PETROV_BLESSED_LOSS or PETROV_LOSS. It needs the tables of the clocks.
///
/// # Safety
/// `tablebase` comes from petrov_open(), `position` points to a position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_probe_category(
    tablebase: *const petrov_tablebase,
    position: *const petrov_position,
) -> c_int {
    let answer = |tablebase: &petrov_tablebase, position: &Position| {
        let clocks = tablebase.game().clock_set(DEFAULT_SET).map(|set| set.clocks.to_vec()).unwrap_or_default();
        let mut umpire = tablebase.tables.umpire(&clocks);
        let fresh = umpire.fresh(position);
        Ok(match umpire.judge(position, &fresh)?.value {
            RuleValue::Win => PETROV_WIN,
            RuleValue::CursedWin => PETROV_CURSED_WIN,
            RuleValue::Draw => PETROV_DRAW,
            RuleValue::BlessedLoss => PETROV_BLESSED_LOSS,
            RuleValue::Loss => PETROV_LOSS,
        })
    };
    // SAFETY: as the caller promises.
    unsafe { ask(tablebase, position, answer) }
}

/// What is written of moves: an array with its capacity, and their number.
struct Moves {
    moves: *mut petrov_rated_move,
    capacity: size_t,
    count: *mut size_t,
}

impl Moves {
    /// # Safety
    /// The array is null or has so many places, and the number may be written.
    unsafe fn write(self, moves: Vec<petrov_rated_move>) -> Result<c_int, Failure> {
        // SAFETY: as the caller promises.
        unsafe {
            write(self.count, moves.len(), "count")?;
            write_all(self.moves, self.capacity, moves)?;
        }
        Ok(PETROV_OK)
    }
}

/// Writes the moves that are found of a position.
///
/// # Safety
/// As [`ask`] and [`Moves::write`].
unsafe fn list(
    tablebase: *const petrov_tablebase,
    position: *const petrov_position,
    to: Moves,
    find: impl FnOnce(&petrov_tablebase, &Position) -> Result<Vec<petrov_rated_move>, ProbeError>,
) -> c_int {
    let answer = |tablebase: &petrov_tablebase, position: &Position| {
        let moves = find(tablebase, position)?;
        // SAFETY: as the caller promises.
        unsafe { to.write(moves) }
    };
    // SAFETY: as the caller promises.
    unsafe { ask(tablebase, position, answer) }
}

/// All legal moves, the best first: wins by the fewest plies, draws, losses by the most plies. Without the tables of distances
/// moves of the same value are in no order, and the first of them may go round in circles. `count` becomes their number,
/// also where `capacity` is 0 and `moves` null, or where they do not fit (PETROV_BUFFER_TOO_SMALL).
///
/// # Safety
/// `tablebase` comes from petrov_open(), `position` points to a position, `moves` to an array and `count` to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_moves(
    tablebase: *const petrov_tablebase,
    position: *const petrov_position,
    moves: *mut petrov_rated_move,
    capacity: size_t,
    count: *mut size_t,
) -> c_int {
    let find = |tablebase: &petrov_tablebase, position: &Position| {
        let rated = tablebase.tables.moves(position)?;
        Ok(rated.iter().map(|rated| petrov_rated_move::write(tablebase.game(), rated)).collect())
    };
    // SAFETY: as the caller promises.
    unsafe { list(tablebase, position, Moves { moves, capacity, count }, find) }
}

/// All legal moves without asking any table: values are 0 and distances -1.
///
/// # Safety
/// As petrov_moves().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_legal_moves(
    tablebase: *const petrov_tablebase,
    position: *const petrov_position,
    moves: *mut petrov_rated_move,
    capacity: size_t,
    count: *mut size_t,
) -> c_int {
    let find = |tablebase: &petrov_tablebase, position: &Position| {
        let game = tablebase.game();
        Ok(game.legal_moves(position).iter().map(|mv| petrov_rated_move::unrated(game, position, mv)).collect())
    };
    // SAFETY: as the caller promises.
    unsafe { list(tablebase, position, Moves { moves, capacity, count }, find) }
}

/// The best move: 1, or 0 where there is no legal move.
///
/// # Safety
/// `tablebase` comes from petrov_open(), `position` points to a position and `best` to a move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_best_move(
    tablebase: *const petrov_tablebase,
    position: *const petrov_position,
    best: *mut petrov_rated_move,
) -> c_int {
    let answer = |tablebase: &petrov_tablebase, position: &Position| {
        // SAFETY: as the caller promises.
        unsafe { one(tablebase, tablebase.tables.best_move(position)?, best) }
    };
    // SAFETY: as the caller promises.
    unsafe { ask(tablebase, position, answer) }
}

/// The one move that keeps the win or the draw: 1, or 0 where there are several or nothing to keep.
///
/// # Safety
/// As petrov_best_move().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_only_move(
    tablebase: *const petrov_tablebase,
    position: *const petrov_position,
    only: *mut petrov_rated_move,
) -> c_int {
    let answer = |tablebase: &petrov_tablebase, position: &Position| {
        // SAFETY: as the caller promises.
        unsafe { one(tablebase, tablebase.tables.only_move(position)?, only) }
    };
    // SAFETY: as the caller promises.
    unsafe { ask(tablebase, position, answer) }
}

/// # Safety
/// `to` may be written.
unsafe fn one(
    tablebase: &petrov_tablebase,
    rated: Option<petrov_core::probe::RatedMove>,
    to: *mut petrov_rated_move,
) -> Result<c_int, Failure> {
    let Some(rated) = rated else { return Ok(0) };
    // SAFETY: as the caller promises.
    unsafe { write(to, petrov_rated_move::write(tablebase.game(), &rated), "the move") }?;
    Ok(1)
}

/// The line of best play of both sides, at most `capacity` moves. It ends where the game does, and at once in a draw.
///
/// # Safety
/// As petrov_moves().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_line(
    tablebase: *const petrov_tablebase,
    position: *const petrov_position,
    moves: *mut petrov_rated_move,
    capacity: size_t,
    count: *mut size_t,
) -> c_int {
    let find = |tablebase: &petrov_tablebase, position: &Position| {
        let line = tablebase.tables.line(position, capacity)?;
        Ok(line.moves.iter().map(|rated| petrov_rated_move::write(tablebase.game(), rated)).collect())
    };
    // SAFETY: as the caller promises.
    unsafe { list(tablebase, position, Moves { moves, capacity, count }, find) }
}
