//! The moves of a position by what they are worth, and the line of best play.

use super::error::ProbeError;
use super::outcome::{Outcome, Value};
use super::tablebase::{Tablebase, with_or_without_distance};
use crate::board::Position;
use crate::index::{Material, Side};
use crate::rules::{Move, play};

/// A legal move and what it is worth.
///
/// ```
/// # use petrov::{Tablebase, Value, rules};
/// # let game = rules::game("russian").unwrap();
/// # let mut tablebase = Tablebase::new(game);
/// # tablebase.add_directory("tables")?;
/// let rated = tablebase.best_move(&game.read_fen("W:WKa1,Kc1:Ba5")?)?.ok_or("no move")?;
/// assert_eq!((game.move_text(&rated.mv).as_str(), rated.outcome.distance), ("a1-c3", Some(3)));
/// assert_eq!(tablebase.probe_dtw(&rated.after)?, Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RatedMove {
    /// The move.
    pub mv: Move,
    /// What it is worth to the side that makes it. The distance includes the move, so that of the best move is that of
    /// the position.
    pub outcome: Outcome,
    /// The position after it.
    pub after: Position,
}

/// How a line of best play ends.
///
/// ```
/// # use petrov::{Tablebase, Value, rules};
/// # let game = rules::game("russian").unwrap();
/// # let mut tablebase = Tablebase::new(game);
/// # tablebase.add_directory("tables")?;
/// use petrov::probe::LineEnd;
///
/// let draw = game.read_fen("W:WKb8,Kd8:BKg1")?;
/// assert_eq!(tablebase.line(&draw, 100)?.end, LineEnd::Draw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The game is over: the side to move has no move, or the pieces decide.
    Over,
    /// The position is a draw, so no move leads anywhere.
    Draw,
    /// The line was to be no longer.
    Cut,
}

/// A line of best play of both sides.
///
/// ```
/// # use petrov::{Tablebase, Value, rules};
/// # let game = rules::game("russian").unwrap();
/// # let mut tablebase = Tablebase::new(game);
/// # tablebase.add_directory("tables")?;
/// use petrov::probe::LineEnd;
///
/// let line = tablebase.line(&game.read_fen("W:WKa1,Kc1:Ba5")?, 100)?;
/// let texts: Vec<String> = line.moves.iter().map(|rated| game.move_text(&rated.mv)).collect();
/// assert_eq!((texts.join(" ").as_str(), line.end), ("a1-c3 a5-b4 c3:a5", LineEnd::Over));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// The moves, with what they are worth.
    pub moves: Vec<RatedMove>,
    /// How it ends.
    pub end: LineEnd,
}

impl Line {
    /// The line of a position in which the game is over.
    ///
    /// ```
    /// use petrov::probe::{Line, LineEnd};
    ///
    /// let line = Line::over();
    /// assert!(line.moves.is_empty() && line.end == LineEnd::Over);
    /// ```
    pub fn over() -> Line {
        Line { moves: Vec::new(), end: LineEnd::Over }
    }
}

impl Tablebase {
    /// All legal moves, the best first: wins by the fewest plies, then draws, then losses by the most plies. Moves that
    /// are worth the same stay in the order of the generator. Where tables of distances are missing and those of values
    /// are there, no move has a distance but one that ends the game, and the first of those that win may go round in circles.
    ///
    /// # Errors
    /// As [`probe_wdl`](Self::probe_wdl), for the position after any move.
    ///
    /// ```
    /// # use petrov::{Tablebase, Value, rules};
    /// # let game = rules::game("russian").unwrap();
    /// # let mut tablebase = Tablebase::new(game);
    /// # tablebase.add_directory("tables")?;
    /// let moves = tablebase.moves(&game.read_fen("W:WKa1,Kc1:Ba5")?)?;
    /// assert_eq!(moves.len(), 14);
    /// assert_eq!(moves[0].outcome.distance, Some(3));
    /// assert!(moves.is_sorted_by(|one, next| one.outcome.compare(&next.outcome).is_ge()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&self, position: &Position) -> Result<Vec<RatedMove>, ProbeError> {
        with_or_without_distance(|distance| self.rated(position, distance))
    }

    fn rated(&self, position: &Position, distance: bool) -> Result<Vec<RatedMove>, ProbeError> {
        self.check(position)?;
        let mut rated = Vec::new();
        let mut missing: Option<ProbeError> = None;
        for mv in self.game().legal_moves(position) {
            let after = play(position, &mv);
            match self.known_or_over(&after, distance) {
                Ok(outcome) => rated.push(RatedMove { mv, outcome: outcome.one_ply_before(), after }),
                Err(error) => missing = Some(both(missing, error)?),
            }
        }
        if let Some(error) = missing {
            return Err(error);
        }
        rated.sort_by(|one, other| other.outcome.compare(&one.outcome));
        Ok(rated)
    }

    /// The best move; `None` where there is no legal move.
    ///
    /// # Errors
    /// As [`moves`](Self::moves).
    ///
    /// ```
    /// # use petrov::{Tablebase, Value, rules};
    /// # let game = rules::game("russian").unwrap();
    /// # let mut tablebase = Tablebase::new(game);
    /// # tablebase.add_directory("tables")?;
    /// let best = tablebase.best_move(&game.read_fen("W:WKa1,Kc1:Ba5")?)?.ok_or("no move")?;
    /// assert_eq!(game.move_text(&best.mv), "a1-c3");
    /// // Where the game is over there is none.
    /// assert_eq!(tablebase.best_move(&game.read_fen("B:WKa1:B")?)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_move(&self, position: &Position) -> Result<Option<RatedMove>, ProbeError> {
        Ok(self.moves(position)?.into_iter().next())
    }

    /// The one move that keeps the win or the draw; `None` where there are several, or nothing to keep.
    ///
    /// # Errors
    /// As [`moves`](Self::moves).
    ///
    /// ```
    /// # use petrov::{Tablebase, Value, rules};
    /// # let game = rules::game("russian").unwrap();
    /// # let mut tablebase = Tablebase::new(game);
    /// # tablebase.add_directory("tables")?;
    /// let only = tablebase.only_move(&game.read_fen("W:Wd6:Bb8,h8")?)?.ok_or("several moves")?;
    /// assert_eq!((game.move_text(&only.mv).as_str(), only.outcome.distance), ("d6-e7", Some(19)));
    /// assert_eq!(tablebase.only_move(&game.read_fen("W:WKa1,Kc1:Ba5")?)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn only_move(&self, position: &Position) -> Result<Option<RatedMove>, ProbeError> {
        let moves = self.moves(position)?;
        let keeps = |rated: &&RatedMove| rated.outcome.value == moves[0].outcome.value;
        let only = moves.first().is_some_and(|best| best.outcome.value != Value::Loss);
        Ok(if only && moves.iter().filter(keeps).count() == 1 { moves.into_iter().next() } else { None })
    }

    /// The line of best play of both sides, at most `most` moves (plies) long. It ends where the game is over, or at once
    /// if the position is a draw.
    ///
    /// # Errors
    /// As [`moves`](Self::moves); [`ProbeError::Missing`] also if a table of distances is, as values alone do not lead to
    /// a win.
    ///
    /// ```
    /// # use petrov::{Tablebase, Value, rules};
    /// # let game = rules::game("russian").unwrap();
    /// # let mut tablebase = Tablebase::new(game);
    /// # tablebase.add_directory("tables")?;
    /// use petrov::probe::LineEnd;
    ///
    /// let line = tablebase.line(&game.read_fen("W:WKa1,Kc1:Ba5")?, 100)?;
    /// let texts: Vec<String> = line.moves.iter().map(|rated| game.move_text(&rated.mv)).collect();
    /// assert_eq!((texts.join(" ").as_str(), line.end), ("a1-c3 a5-b4 c3:a5", LineEnd::Over));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn line(&self, position: &Position, most: usize) -> Result<Line, ProbeError> {
        let mut moves: Vec<RatedMove> = Vec::new();
        let mut at = *position;
        let mut expected: Option<Outcome> = None;
        loop {
            if self.known(&at, true)?.value == Value::Draw {
                return Ok(Line { moves, end: LineEnd::Draw });
            }
            let Some(best) = self.rated(&at, true)?.into_iter().next() else {
                return Ok(Line { moves, end: LineEnd::Over });
            };
            // The best move is worth what the position is, one ply less with every move. With wrong tables it need not
            // be, and the line would never end.
            if expected.is_some_and(|expected| expected != best.outcome) {
                return Err(self.contradiction(&at));
            }
            expected = Some(Outcome {
                value: best.outcome.value.opposite(),
                distance: best.outcome.distance.map(|plies| plies.saturating_sub(1)),
            });
            if moves.len() == most {
                return Ok(Line { moves, end: LineEnd::Cut });
            }
            at = best.after;
            moves.push(best);
        }
    }

    fn contradiction(&self, position: &Position) -> ProbeError {
        let side = |kings: u128, men: u128| Side { kings: kings.count_ones(), men: men.count_ones() };
        let white = side(position.white_kings, position.white_men);
        match Material::new(white, side(position.black_kings, position.black_men)) {
            Ok(material) => ProbeError::Contradiction { material },
            Err(error) => ProbeError::Material(error),
        }
    }
}

/// One error for the tables that two say are missing; any other error comes first.
fn both(known: Option<ProbeError>, error: ProbeError) -> Result<ProbeError, ProbeError> {
    match (known, error) {
        (Some(ProbeError::Missing { game, mut tables, searched }), ProbeError::Missing { tables: more, .. }) => {
            tables.extend(more);
            tables.sort();
            tables.dedup();
            Ok(ProbeError::Missing { game, tables, searched })
        }
        (_, error @ ProbeError::Missing { .. }) => Ok(error),
        (_, error) => Err(error),
    }
}
