//! The search: negamax with alpha and beta, deeper and deeper until it is stopped, with the tables at its leaves.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::choice::{Choice, Report};
use super::evaluate::evaluate;
use super::limits::Limits;
use super::score::{BY_TABLES, DECIDED, OVER, REPEATED, Score, WON};
use petrov::board::Position;
use petrov::probe::{Outcome, ProbeError, RuledMove, Tablebase, Value};
use petrov::rules::{DEFAULT_SET, Game, Move, play};

/// Positions whose best move is remembered.
const MOST_REMEMBERED: usize = 1 << 20;
/// No search goes deeper.
const MOST_PLIES: u32 = 200;

/// Chooses moves in a game.
///
/// ```
/// # use petrov::{Tablebase, Value, rules};
/// # let game = rules::game("russian").unwrap();
/// # let mut tablebase = Tablebase::new(game);
/// # tablebase.add_directory("../../tables")?;
/// use petrov_hub::play::{Limits, Player};
/// use std::sync::atomic::AtomicBool;
///
/// let stop = AtomicBool::new(false);
/// let mut player = Player::new(&tablebase, &stop);
/// let position = game.read_fen("W:WKa1,Kc1:Ba5")?;
/// let choice = player.choose(&position, &[], Limits::default().with_depth(4), &mut |_| ()).ok_or("no move")?;
/// assert!(["a1-c3", "c1-d2", "c1-a3"].contains(&game.move_text(&choice.mv).as_str()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Player<'t> {
    tablebase: &'t Tablebase,
    most_pieces: u32,
    stop: &'t AtomicBool,
    best: HashMap<Position, Move>,
    path: Vec<Position>,
    nodes: u64,
    limits: Limits,
    start: Instant,
    /// Those at the start, where the tables say who wins but not in how many plies: others are progress.
    men_and_pieces: Option<(u32, u32)>,
}

/// The search was stopped.
struct Stopped;

impl<'t> Player<'t> {
    /// One who looks at these tables, and stops soon after `stop` is set.
    pub fn new(tablebase: &'t Tablebase, stop: &'t AtomicBool) -> Player<'t> {
        let most_pieces = tablebase.max_pieces();
        let (best, path) = (HashMap::new(), Vec::new());
        Player {
            tablebase,
            most_pieces,
            stop,
            best,
            path,
            nodes: 0,
            limits: Limits::default(),
            start: Instant::now(),
            men_and_pieces: None,
        }
    }

    fn game(&self) -> &'static Game {
        self.tablebase.game()
    }

    /// The best move; `None` where the game is over. `history` are the positions before this one, whose repetition is a draw.
    pub fn choose(
        &mut self,
        position: &Position,
        history: &[Position],
        limits: Limits,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Choice> {
        (self.nodes, self.limits, self.start) = (0, limits, Instant::now());
        let moves = self.game().legal_moves(position);
        if moves.is_empty() || over(self.game(), position).is_some() {
            return None;
        }
        let by_tables = self.by_tables(position, history);
        match &by_tables {
            Some(choice) if choice.known => {
                report(&choice.report);
                return by_tables;
            }
            // Who wins is known, but not how: what makes progress is looked for, and never what came before.
            Some(_) => self.men_and_pieces = Some(men_and_pieces(position)),
            None => self.men_and_pieces = None,
        }
        let fallback = by_tables.map_or_else(|| moves[0].clone(), |choice| choice.mv);
        self.path = history.to_vec();
        let first = Report { depth: 0, nodes: 0, time: Duration::ZERO, score: Score(0), line: vec![fallback.clone()] };
        let mut choice = Choice { mv: fallback, known: false, report: first };
        let most = limits.depth.unwrap_or(MOST_PLIES).clamp(1, MOST_PLIES);
        for depth in 1..=most {
            let Ok(score) = self.look(position, depth as i32, -OVER, OVER, 0) else { break };
            let Some(mv) = self.best.get(position).cloned() else { break };
            let line = self.line(position, depth);
            let found = Report { depth, nodes: self.nodes, time: self.start.elapsed(), score: Score(score), line };
            report(&found);
            choice = Choice { mv, known: false, report: found };
            // Nothing will change any more, and one move needs no thought.
            if score.abs() > DECIDED && score.abs() >= BY_TABLES - depth as i32 || moves.len() == 1 {
                break;
            }
        }
        Some(choice)
    }

    /// The move of the tables, if they have all that may come of it: under the draw rules of the game where there are tables of
    /// them.
    fn by_tables(&mut self, position: &Position, history: &[Position]) -> Option<Choice> {
        if position.pieces() > self.most_pieces {
            return None;
        }
        let (mv, outcome) = match self.under_rules(position, history) {
            Some(ruled) => (ruled.mv, ruled.outcome),
            None => {
                let best = self.tablebase.best_move(position).ok().flatten()?;
                (best.mv, best.outcome)
            }
        };
        let known = outcome.value == Value::Draw || outcome.distance.is_some();
        let line = match self.tablebase.line(position, 20) {
            Ok(line) if line.moves.first().is_some_and(|rated| rated.mv == mv) => {
                line.moves.into_iter().map(|rated| rated.mv).collect()
            }
            _ => vec![mv.clone()],
        };
        let score = Score::of(outcome, 0);
        Some(Choice { mv, known, report: Report { depth: 1, nodes: 1, time: self.start.elapsed(), score, line } })
    }

    /// The best move under the draw rules that count moves; `None` where a table is missing for that, or the game has none.
    fn under_rules(&self, position: &Position, history: &[Position]) -> Option<RuledMove> {
        let clocks = self.game().clock_set(DEFAULT_SET)?.clocks;
        if clocks.is_empty() {
            return None;
        }
        let mut umpire = self.tablebase.umpire(&clocks);
        // Counts begin where the tables do: a capture or promotion led there.
        let begin = history.iter().rposition(|past| past.pieces() > self.most_pieces).map_or(0, |last| last + 1);
        let game: Vec<&Position> = history[begin..].iter().chain([position]).collect();
        let mut states = umpire.fresh(game[0]);
        for step in game.windows(2) {
            let legal = self.game().legal_moves(step[0]);
            let after = match legal.iter().find(|mv| play(step[0], mv) == *step[1]) {
                Some(mv) => umpire.after(step[0], &states, mv).ok()?,
                None => None,
            };
            // Who plays on after a draw, or otherwise than the rules say, has fresh counts.
            states = after.unwrap_or_else(|| umpire.fresh(step[1]));
        }
        umpire.moves(position, &states).ok()?.into_iter().next()
    }

    /// What a position is worth to the side to move, in hundredths of a man.
    fn look(&mut self, position: &Position, depth: i32, alpha: i32, beta: i32, ply: i32) -> Result<i32, Stopped> {
        self.nodes += 1;
        self.check()?;
        if let Some(won) = over(self.game(), position) {
            return Ok(if won { OVER - ply } else { ply - OVER });
        }
        if ply > 0 {
            let value = if position.pieces() <= self.most_pieces { self.value(position).ok() } else { None };
            if self.path.contains(position) {
                return Ok(match value.filter(|_| self.men_and_pieces.is_some()) {
                    // No progress, but a position that is won stays better than one that is not.
                    Some(Value::Win) => WON - REPEATED,
                    Some(Value::Loss) => REPEATED - WON,
                    _ => 0,
                });
            }
            if let Some(value) = value {
                let progress = self.men_and_pieces.is_none_or(|before| before != men_and_pieces(position));
                if value == Value::Draw || progress {
                    return Ok(Score::of(Outcome { value, distance: None }, ply).0);
                }
                if depth <= 0 {
                    let estimate = evaluate(self.game(), position).clamp(-500, 500);
                    return Ok(if value == Value::Win { WON + estimate } else { estimate - WON });
                }
            }
        }
        let mut moves = self.game().legal_moves(position);
        if moves.is_empty() {
            let lost = Outcome::without_move(&self.game().ending).value == Value::Loss;
            return Ok(if lost { ply - OVER } else { OVER - ply });
        }
        // Captures must be made, so a position with one is no place to stop.
        let quiet = !moves[0].is_capture();
        if (depth <= 0 && quiet) || ply >= MOST_PLIES as i32 {
            return Ok(evaluate(self.game(), position));
        }
        if let Some(known) = self.best.get(position)
            && let Some(place) = moves.iter().position(|mv| mv == known)
        {
            moves.swap(0, place);
        }
        self.path.push(*position);
        let result = self.best_of(position, moves, depth, alpha, beta, ply);
        self.path.pop();
        result
    }

    fn best_of(
        &mut self,
        position: &Position,
        moves: Vec<Move>,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: i32,
    ) -> Result<i32, Stopped> {
        let mut most = -OVER - 1;
        let mut best = None;
        for mv in moves {
            let value = -self.look(&play(position, &mv), depth - 1, -beta, -alpha, ply + 1)?;
            if value > most {
                (most, best) = (value, Some(mv));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        if let Some(best) = best {
            if self.best.len() >= MOST_REMEMBERED {
                self.best.clear();
            }
            self.best.insert(*position, best);
        }
        Ok(most)
    }

    fn value(&self, position: &Position) -> Result<Value, ProbeError> {
        self.tablebase.probe_wdl(position)
    }

    /// The line that the best moves make.
    fn line(&self, position: &Position, most: u32) -> Vec<Move> {
        let (mut at, mut line) = (*position, Vec::new());
        while line.len() < most as usize
            && let Some(mv) = self.best.get(&at)
        {
            at = play(&at, mv);
            line.push(mv.clone());
        }
        line
    }

    fn check(&self) -> Result<(), Stopped> {
        let beyond = self.limits.nodes.is_some_and(|most| self.nodes > most);
        let late = self.nodes.is_multiple_of(256) && self.limits.time.is_some_and(|time| self.start.elapsed() >= time);
        if self.stop.load(Relaxed) || beyond || late { Err(Stopped) } else { Ok(()) }
    }
}

/// Captures and promotions change them, and nothing else does.
fn men_and_pieces(position: &Position) -> (u32, u32) {
    ((position.white_men | position.black_men).count_ones(), position.pieces())
}

/// Whether the pieces decide the game, and if so whether the side to move has won.
fn over(game: &Game, position: &Position) -> Option<bool> {
    game.ending.decided(position.side(position.turn), position.side(position.turn.other()))
}
