//! What is wrong with a position, with squares as its game names them.

use std::fmt;

use super::game::Game;
use crate::board::{InvalidPosition, Position};

/// What is wrong with a position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// What is wrong.
    pub invalid: InvalidPosition,
    /// The square that it is about, as the game prints it.
    pub square: Option<String>,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.square {
            Some(square) => write!(f, "{square}: {}", self.invalid),
            None => self.invalid.fmt(f),
        }
    }
}

impl std::error::Error for PositionError {}

impl Game {
    /// Checks that a position can stand on the board of the game.
    ///
    /// # Errors
    /// What is wrong, and on which square.
    ///
    /// ```
    /// use petrov::{board::{Color, Position}, rules};
    ///
    /// let game = rules::game("russian").ok_or("no such game")?;
    /// let position = Position { white_men: 1 << 31, ..Position::empty(Color::White) };
    /// let error = game.check_position(&position).unwrap_err();
    /// assert_eq!(error.to_string(), "h8: a man stands on its promotion row, where it would be a king");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_position(&self, position: &Position) -> Result<(), PositionError> {
        position.validate(self.geometry).map_err(|invalid| {
            let square = invalid.square().map(|square| self.notation.name(square, self.geometry));
            PositionError { invalid, square }
        })
    }
}
