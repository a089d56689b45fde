//! What is said of a position: its value, its moves and what they are worth, as text and as JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::columns::Columns;
use super::context::{Context, material_of, missing_tables, sides};
use super::words;
use petrov::board::{Color, Position, Side, draw};
use petrov::format::Metric;
use petrov::index::Material;
use petrov::probe::{Outcome, ProbeError, Tablebase, Value};
use petrov::rules::{Game, Move, play};

/// A position, its legal moves, and what the tables say of them.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) position: Position,
    /// What the position is worth to its mover; `None` if tables are missing.
    pub(super) outcome: Option<Outcome>,
    /// The moves, the best first, and those whose worth is not known last.
    pub(super) moves: Vec<(Move, Option<Outcome>)>,
    /// Why something is not known.
    pub(super) unknown: Option<ProbeError>,
}

impl Answer {
    /// Asks the tables.
    ///
    /// # Errors
    /// If a table is damaged. Missing tables leave gaps in the answer.
    pub(super) fn new(position: &Position, tablebase: &Tablebase) -> Result<Answer, ProbeError> {
        match tablebase.moves(position) {
            Ok(moves) => {
                let outcome = moves.first().map_or_else(|| end(tablebase.game(), position), |best| best.outcome);
                let moves = moves.into_iter().map(|rated| (rated.mv, Some(rated.outcome))).collect();
                Ok(Answer { position: *position, outcome: Some(outcome), moves, unknown: None })
            }
            Err(error) if is_gap(&error) => Answer::with_gaps(position, tablebase, error),
            Err(error) => Err(error),
        }
    }

    /// The moves alone, where the tables cannot be asked.
    pub(super) fn without_values(position: &Position, game: &Game) -> Answer {
        let moves = game.legal_moves(position).into_iter().map(|mv| (mv, None)).collect();
        Answer { position: *position, outcome: None, moves, unknown: None }
    }

    /// Asks for every move by itself, as the tables do not answer for all of them.
    fn with_gaps(position: &Position, tablebase: &Tablebase, error: ProbeError) -> Result<Answer, ProbeError> {
        let game = tablebase.game();
        let known = |position: &Position| match tablebase.probe(position) {
            Ok(outcome) => Ok(Some(outcome)),
            Err(error) if is_gap(&error) => Ok(None),
            Err(error) => Err(error),
        };
        let mut moves = Vec::new();
        for mv in game.legal_moves(position) {
            let outcome = known(&play(position, &mv))?.map(Outcome::one_ply_before);
            moves.push((mv, outcome));
        }
        moves.sort_by(|(_, one), (_, other)| match (one, other) {
            (Some(one), Some(other)) => other.compare(one),
            (one, other) => other.is_some().cmp(&one.is_some()),
        });
        // Nothing is sooner than a move that ends the game.
        let best = moves.first().and_then(|(_, outcome)| *outcome);
        let at_once = best.filter(|best| *best == Outcome::LOST.one_ply_before());
        let outcome = known(position)?.or(at_once);
        Ok(Answer { position: *position, outcome, moves, unknown: Some(error) })
    }

    /// Writes the position, the drawn board, the verdict and the list of moves.
    ///
    /// # Errors
    /// Those of the writer.
    pub(super) fn write(&self, context: &Context, tablebase: &Tablebase, out: &mut dyn Write) -> io::Result<()> {
        write_board(&self.position, context.game, out)?;
        let mover = self.position.turn;
        let verdict = match &self.outcome {
            _ if self.moves.is_empty() => over(context.game, &self.position),
            Some(outcome) => words::verdict(mover, outcome),
            // One move that wins is enough; but another may win sooner.
            None if self.moves[0].1.is_some_and(|best| best.value == Value::Win) => {
                format!("{} to move wins, perhaps sooner than is known", mover.title())
            }
            None => format!("{} to move; who wins is not known", mover.title()),
        };
        writeln!(out, "{verdict}.")?;
        if !self.moves.is_empty() {
            writeln!(out)?;
            self.write_moves(context.game, out)?;
        }
        if let Some(sentence) = self.gap(context, tablebase) {
            writeln!(out, "\nNot everything is known: {sentence}.")?;
        }
        write_caveat(self.caveat(context), out)
    }

    /// What of the rules the values leave out, of the position or of those after its moves.
    pub(super) fn caveat(&self, context: &Context) -> Option<&'static str> {
        let valued = self.moves.iter().filter(|(_, outcome)| outcome.is_some());
        let after: Vec<Position> = valued.map(|(mv, _)| play(&self.position, mv)).collect();
        // Of a game that is over nothing is left out.
        let own = self.outcome.filter(|_| !self.moves.is_empty()).map(|_| &self.position);
        context.caveat(own.into_iter().chain(&after))
    }

    fn write_moves(&self, game: &Game, out: &mut dyn Write) -> io::Result<()> {
        let mut columns = Columns::new(["move", "value", "moves", "plies", ""], &[0, 1, 4]);
        let mark = self.mark_of_only_move();
        for (number, (mv, outcome)) in self.moves.iter().enumerate() {
            let plies = outcome.and_then(|outcome| outcome.distance);
            let shown = |number: Option<u16>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
            columns.row([
                game.move_text(mv),
                outcome.map_or("?", |outcome| outcome.value.name()).to_owned(),
                shown(outcome.and_then(|outcome| Some(words::moves_of_winner(outcome.value, outcome.distance?)))),
                shown(plies),
                if number == 0 { mark.unwrap_or("") } else { "" }.to_owned(),
            ]);
        }
        columns.write("  ", out)
    }

    /// What is said of the first move if no other is as good.
    fn mark_of_only_move(&self) -> Option<&'static str> {
        let best = self.moves.first()?.1?;
        let keeps = |(_, outcome): &&(Move, Option<Outcome>)| outcome.is_none_or(|it| it.value == best.value);
        match (best.value, self.moves.len()) {
            (_, 1) => Some("the only move"),
            (Value::Loss, _) => None,
            _ if self.moves.iter().filter(keeps).count() > 1 => None,
            (Value::Win, _) => Some("the only move that wins"),
            (Value::Draw, _) => Some("the only move that draws"),
        }
    }

    /// A sentence on what is not known and how to change that.
    pub(super) fn gap(&self, context: &Context, tablebase: &Tablebase) -> Option<String> {
        if let Some(error) = &self.unknown {
            return Some(context.explain(error, &self.position, tablebase));
        }
        let material = material_of(&self.position).ok().filter(|_| self.lacks_distance())?;
        Some(context.missing(&[material], &[], tablebase))
    }

    /// The tables that would fill the gap.
    pub(super) fn missing(&self, tablebase: &Tablebase) -> Vec<(Material, Metric)> {
        let Ok(material) = material_of(&self.position) else { return Vec::new() };
        match &self.unknown {
            Some(ProbeError::Missing { tables, .. }) => missing_tables(&[material], tables, tablebase),
            None if self.lacks_distance() => missing_tables(&[material], &[], tablebase),
            _ => Vec::new(),
        }
    }

    fn lacks_distance(&self) -> bool {
        self.outcome.is_some_and(|outcome| outcome.value != Value::Draw && outcome.distance.is_none())
    }

    /// The moves for JSON.
    pub(super) fn moves_json(&self, game: &Game) -> Vec<MoveJson> {
        self.moves.iter().map(|(mv, outcome)| MoveJson::new(game, mv, *outcome)).collect()
    }
}

/// Whether more tables, or none that can be, would answer: not a mistake of a table that is there.
fn is_gap(error: &ProbeError) -> bool {
    matches!(error, ProbeError::Missing { .. } | ProbeError::Material(_))
}

/// Writes a position as FEN and as a board.
///
/// # Errors
/// Those of the writer.
pub(super) fn write_board(position: &Position, game: &Game, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}\n\n{}\n", game.write_fen(position), draw(position, game.geometry, &game.notation))
}

/// Writes what of the rules the values leave out.
///
/// # Errors
/// Those of the writer.
pub(super) fn write_caveat(caveat: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
    caveat.map_or(Ok(()), |left_out| writeln!(out, "\nnote: the values leave out {left_out}"))
}

/// The pieces of the mover and of the other side.
fn mover_and_other(position: &Position) -> (Side, Side) {
    match (position.turn, sides(position)) {
        (Color::White, (white, black)) => (white, black),
        (Color::Black, (white, black)) => (black, white),
    }
}

/// What is decided without a move: whether the mover has won, if pieces alone tell and it has any.
fn decided(game: &Game, position: &Position) -> Option<bool> {
    let (mover, other) = mover_and_other(position);
    game.ending.decided(mover, other).filter(|_| mover.pieces() > 0)
}

/// What a position without a move is worth.
pub(super) fn end(game: &Game, position: &Position) -> Outcome {
    Outcome::at_end(&game.ending, position)
}

/// Who has won a position without a move, and why.
pub(super) fn over(game: &Game, position: &Position) -> String {
    let (mover, other) = mover_and_other(position);
    let turn = position.turn;
    match decided(game, position) {
        Some(true) => by_pieces(game, (turn, mover), (turn.other(), other)),
        Some(false) => by_pieces(game, (turn.other(), other), (turn, mover)),
        None => {
            let reason = if mover.pieces() == 0 { "it has no pieces" } else { "it has no legal move" };
            format!("{}: {reason}", words::verdict(turn, &end(game, position)))
        }
    }
}

/// Why a game is over that the pieces on the board have decided.
fn by_pieces(game: &Game, (winner, winning): (Color, Side), (loser, losing): (Color, Side)) -> String {
    let (winner, loser) = (winner.title(), loser.title());
    let reason = if game.ending.king_wins && winning.kings > 0 {
        "it has a king".to_owned()
    } else if losing.pieces() < game.ending.fewest_pieces {
        format!("{loser} has fewer than {} pieces", game.ending.fewest_pieces)
    } else {
        format!("{loser} is to move with one man against one king")
    };
    format!("The game is over: {winner} has won, as {reason}")
}

/// A move in JSON, its value from the side that makes it.
#[derive(Debug, Serialize)]
pub(super) struct MoveJson {
    #[serde(rename = "move")]
    text: String,
    value: Option<&'static str>,
    /// Plies, the move included.
    dtw: Option<u16>,
    /// The squares of the pieces that it takes.
    captures: Vec<String>,
}

impl MoveJson {
    pub(super) fn new(game: &Game, mv: &Move, outcome: Option<Outcome>) -> MoveJson {
        let captured = (0..game.geometry.squares()).filter(|square| mv.captured >> square & 1 != 0);
        MoveJson {
            text: game.move_text(mv),
            value: outcome.map(|outcome| outcome.value.name()),
            dtw: outcome.and_then(|outcome| outcome.distance),
            captures: captured.map(|square| game.notation.name(square, game.geometry)).collect(),
        }
    }
}
