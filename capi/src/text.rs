//! Positions and moves as texts.

use std::ffi::{c_char, c_int};
use std::primitive::usize as size_t;

use petrov_core::board::Position;
use petrov_core::rules::{Game, play};

use super::arguments::{reference, text, write, write_text};
use super::code::{Failure, PETROV_INVALID_POSITION, PETROV_INVALID_TEXT, PETROV_OK, call};
use super::moves::petrov_move;
use super::open::petrov_tablebase;
use super::position::petrov_position;

/// Reads a valid position.
pub(crate) fn fen_of(game: &Game, fen: &str) -> Result<Position, Failure> {
    let position = game.read_fen(fen).map_err(|error| Failure::new(PETROV_INVALID_TEXT, error.to_string()))?;
    game.check_position(&position).map_err(|error| Failure::new(PETROV_INVALID_POSITION, error.to_string()))?;
    Ok(position)
}

/// # Safety
/// All pointers are null or point to what they say.
unsafe fn position_of<'a>(
    tablebase: *const petrov_tablebase,
    position: *const petrov_position,
) -> Result<(&'a petrov_tablebase, Position), Failure> {
    // SAFETY: as the caller promises.
    let (tablebase, position) = unsafe { (reference(tablebase, "tablebase")?, reference(position, "position")?) };
    let game = tablebase.game();
    let position = position.read(game)?;
    game.check_position(&position).map_err(|error| Failure::new(PETROV_INVALID_POSITION, error.to_string()))?;
    Ok((tablebase, position))
}

/// The position at the start of the game.
///
/// # Safety
/// `tablebase` comes from petrov_open(), `position` points to a position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_start_position(
    tablebase: *const petrov_tablebase,
    position: *mut petrov_position,
) -> c_int {
    call(|| {
        // SAFETY: as the caller promises.
        let game = unsafe { reference(tablebase, "tablebase") }?.game();
        // SAFETY: as the caller promises.
        unsafe { write(position, petrov_position::write(game, &game.start()), "position") }?;
        Ok(PETROV_OK)
    })
}

/// Reads a FEN of any dialect.
///
/// # Safety
/// `tablebase` comes from petrov_open(), `fen` is a text and `position` points to a position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_fen_parse(
    tablebase: *const petrov_tablebase,
    fen: *const c_char,
    position: *mut petrov_position,
) -> c_int {
    call(|| {
        // SAFETY: as the caller promises.
        let (tablebase, fen) = unsafe { (reference(tablebase, "tablebase")?, text(fen, "fen")?) };
        let game = tablebase.game();
        let read = petrov_position::write(game, &fen_of(game, fen)?);
        // SAFETY: as the caller promises.
        unsafe { write(position, read, "position") }?;
        Ok(PETROV_OK)
    })
}

/// Writes the FEN of a position into a buffer of `capacity` bytes; 512 are enough for any.
///
/// # Safety
/// `tablebase` comes from petrov_open(), `position` points to a position and `buffer` to so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_fen_format(
    tablebase: *const petrov_tablebase,
    position: *const petrov_position,
    buffer: *mut c_char,
    capacity: size_t,
) -> c_int {
    call(|| {
        // SAFETY: as the caller promises.
        let (tablebase, position) = unsafe { position_of(tablebase, position) }?;
        // SAFETY: as the caller promises.
        unsafe { write_text(buffer, capacity, &tablebase.game().write_fen(&position)) }?;
        Ok(PETROV_OK)
    })
}

/// Reads a legal move of a position, in full or shortened as far as it is clear.
///
/// # Safety
/// `tablebase` comes from petrov_open(), `position` points to a position, `text` is a text, `mv` points to a move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_move_parse(
    tablebase: *const petrov_tablebase,
    position: *const petrov_position,
    text: *const c_char,
    mv: *mut petrov_move,
) -> c_int {
    call(|| {
        // SAFETY: as the caller promises.
        let ((tablebase, position), text) =
            unsafe { (position_of(tablebase, position)?, super::arguments::text(text, "text")?) };
        let game = tablebase.game();
        let read = game.read_move(&position, text);
        let read = read.map_err(|error| Failure::new(PETROV_INVALID_TEXT, error.to_string()))?;
        // SAFETY: as the caller promises.
        unsafe { write(mv, petrov_move::write(game, &read), "mv") }?;
        Ok(PETROV_OK)
    })
}

/// Writes the text of a legal move of a position into a buffer of `capacity` bytes; 256 are enough for any.
///
/// # Safety
/// `tablebase` comes from petrov_open(), `position` and `mv` point to such, `buffer` to so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_move_format(
    tablebase: *const petrov_tablebase,
    position: *const petrov_position,
    mv: *const petrov_move,
    buffer: *mut c_char,
    capacity: size_t,
) -> c_int {
    call(|| {
        // SAFETY: as the caller promises.
        let ((tablebase, position), mv) = unsafe { (position_of(tablebase, position)?, reference(mv, "mv")?) };
        let game = tablebase.game();
        let mv = mv.read(game, &position)?;
        // SAFETY: as the caller promises.
        unsafe { write_text(buffer, capacity, &game.move_text(&mv)) }?;
        Ok(PETROV_OK)
    })
}

/// The position after a legal move.
///
/// # Safety
/// `tablebase` comes from petrov_open(), the others point to what they say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn petrov_play(
    tablebase: *const petrov_tablebase,
    position: *const petrov_position,
    mv: *const petrov_move,
    after: *mut petrov_position,
) -> c_int {
    call(|| {
        // SAFETY: as the caller promises.
        let ((tablebase, position), mv) = unsafe { (position_of(tablebase, position)?, reference(mv, "mv")?) };
        let game = tablebase.game();
        let mv = mv.read(game, &position)?;
        // SAFETY: as the caller promises.
        unsafe { write(after, petrov_position::write(game, &play(&position, &mv)), "after") }?;
        Ok(PETROV_OK)
    })
}
