//! What the tables say of the moves of one game, written between them.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde::Serialize;

use super::answer::{Answer, MoveJson};
use super::context::Context;
use super::failure::Failure;
use super::reading::{is_pass, is_passing_setup};
use super::words;
use crate::pdn::Item;
use petrov::board::Position;
use petrov::probe::{Outcome, ProbeError, Tablebase, Value};
use petrov::rules::{Game, Move, ReadMoveError, play};

/// The marks of a mistake, of one that lost a won game, and of the only move.
const MISTAKE: u8 = 2;
const BLUNDER: u8 = 4;
const ONLY_MOVE: u8 = 7;

/// The strengths that say the same as `$1` to `$6`.
const STRENGTHS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// How the comments begin that are made here, so that they are found and replaced. A mark that came with one stands in it.
const OWN: &str = "[%petrov";

/// Why a game is not annotated.
pub(super) enum Wrong {
    /// Something in the game: a sentence.
    Game(String),
    /// Something that concerns all games.
    Run(Failure),
}

/// What was found in a game, or in many.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    /// Moves, those of variations too.
    pub(super) moves: u64,
    /// Positions of which the tables know the value.
    pub(super) known: u64,
    /// Moves that gave away a win or a draw.
    pub(super) mistakes: u64,
}

/// A move in JSON.
#[derive(Debug, Serialize)]
pub(super) struct PlyJson {
    /// Variations that it stands in.
    level: usize,
    mover: &'static str,
    #[serde(flatten)]
    mv: MoveJson,
    /// `mistake`, `blunder` or `only`; null if there is nothing to say.
    mark: Option<&'static str>,
    /// The move that would have kept what a mistake gave away.
    better: Option<MoveJson>,
    /// The position after the move.
    fen: String,
    /// Its value for the side to move.
    after: Option<&'static str>,
}

/// Writes what the tables say between the moves of a game.
pub(super) struct Annotator<'a> {
    context: &'a Context,
    tablebase: &'a Tablebase,
    /// The game as it is written.
    style: Game,
    /// What can be done about a move that is not legal.
    remedy: &'static str,
    pub(super) counts: Counts,
    /// The moves for JSON.
    pub(super) plies: Vec<PlyJson>,
    /// What is wrong in variations, which stay as they are.
    pub(super) wrong: Vec<String>,
    /// What is wrong with tables, a sentence for each file; positions that need them have no value here.
    pub(super) damaged: BTreeMap<String, String>,
    /// What of the rules the values leave out.
    pub(super) caveat: Option<&'static str>,
    level: usize,
}

impl<'a> Annotator<'a> {
    pub(super) fn new(context: &'a Context, tablebase: &'a Tablebase, remedy: &'static str) -> Annotator<'a> {
        Annotator {
            context,
            tablebase,
            style: context.written_style(),
            remedy,
            counts: Counts::default(),
            plies: Vec::new(),
            wrong: Vec::new(),
            damaged: BTreeMap::new(),
            caveat: None,
            level: 0,
        }
    }

    /// The items of a game that begins with this position.
    pub(super) fn game(&mut self, items: &[Item], start: &Position) -> Result<Vec<Item>, Wrong> {
        let at = self.ask(start);
        let mut to: Vec<Item> = self.verdict(&at).into_iter().collect();
        self.line(&without_own(items), at, &mut to)?;
        Ok(to)
    }

    fn ask(&mut self, position: &Position) -> Rc<Answer> {
        let answer = Answer::new(position, self.tablebase).unwrap_or_else(|error| {
            let file = if let ProbeError::Table(error) = &error { error.path.clone() } else { String::new() };
            let sentence = || self.context.explain(&error, position, self.tablebase);
            self.damaged.entry(file).or_insert_with(sentence);
            Answer::without_values(position, self.context.game)
        });
        if answer.outcome.is_some() {
            self.counts.known += 1;
            self.caveat = self.caveat.or_else(|| answer.caveat(self.context));
        }
        Rc::new(answer)
    }

    /// The comment on a position that no move leads to.
    fn verdict(&self, at: &Answer) -> Option<Item> {
        let outcome = at.outcome?;
        Some(comment(None, &words::verdict(at.position.turn, &outcome)))
    }

    /// Goes through moves from a position.
    fn line(&mut self, items: &[Item], mut at: Rc<Answer>, to: &mut Vec<Item>) -> Result<(), Wrong> {
        // The position before the last move, where variations begin.
        let mut before: Option<Rc<Answer>> = None;
        let mut rest = items;
        while let [item, behind @ ..] = rest {
            rest = behind;
            match item {
                Item::Move { text, line } => {
                    let mv = self.read_move(&at, text, *line)?;
                    let short = self.short_text(&at, &mv);
                    to.push(Item::Move { text: short, line: *line });
                    let marks = behind.iter().take_while(|item| matches!(item, Item::Strength(_) | Item::Nag(_)));
                    let (marks, others) = behind.split_at(marks.count());
                    to.extend_from_slice(marks);
                    rest = others;
                    let after = self.ask(&play(&at.position, &mv));
                    self.judge(&at, &mv, &after, marks, to);
                    before = Some(std::mem::replace(&mut at, after));
                }
                Item::Setup { fen, line } => {
                    at = self.setup(fen, *line, to)?;
                    before = None;
                }
                Item::Variation(items) => {
                    let from = Rc::clone(before.as_ref().unwrap_or(&at));
                    to.push(Item::Variation(self.variation(items, from)?));
                }
                other => to.push(other.clone()),
            }
        }
        Ok(())
    }

    /// A variation; one that is wrong stays as it is, unless its numbers would mean other squares in what is written.
    fn variation(&mut self, items: &[Item], from: Rc<Answer>) -> Result<Vec<Item>, Wrong> {
        let (counts, plies) = (self.counts, self.plies.len());
        let mut to = Vec::new();
        self.level += 1;
        let line = self.line(items, from, &mut to);
        self.level -= 1;
        match line {
            Ok(()) => Ok(to),
            Err(Wrong::Game(sentence)) if !self.context.reads_other_numbers() => {
                self.counts = counts;
                self.plies.truncate(plies);
                self.wrong.push(sentence);
                Ok(items.to_vec())
            }
            Err(wrong) => Err(wrong),
        }
    }

    fn read_move(&self, at: &Answer, text: &str, line: usize) -> Result<Move, Wrong> {
        if is_pass(text) {
            return Err(Wrong::Game(format!(
                "line {line}: {text} is no move, as no side may pass; take it out, or write the next position as /FEN \"...\"/"
            )));
        }
        self.context.read_move(&at.position, text).map_err(|error| {
            let fen = self.context.read_style().write_fen(&at.position);
            let remedy = match error {
                ReadMoveError::GameOver { .. } => "take out what stands behind the end",
                _ => self.remedy,
            };
            Wrong::Game(format!(
                "line {line}: move {}: {error} (in {fen} of {}); {remedy}",
                words::shortened(text),
                self.context.game.title
            ))
        })
    }

    fn short_text(&self, at: &Answer, mv: &Move) -> String {
        let legal: Vec<Move> = at.moves.iter().map(|(mv, _)| mv.clone()).collect();
        self.style.short_move_text(mv, &legal)
    }

    /// Another position in the middle of a game.
    fn setup(&mut self, fen: &str, line: usize, to: &mut Vec<Item>) -> Result<Rc<Answer>, Wrong> {
        if is_passing_setup(fen) {
            return Err(Wrong::Game(format!("line {line}: /FEN {fen:?}/ passes, which no side may do; take it out")));
        }
        let position = self.context.read_fen(fen);
        let position = position
            .map_err(|error| Wrong::Game(format!("line {line}: /FEN {:?}/: {error}", words::shortened(fen))))?;
        let at = self.ask(&position);
        let fen = written_fen(self.context, fen, &position);
        to.push(Item::Setup { fen, line });
        to.extend(self.verdict(&at));
        Ok(at)
    }

    /// Says what the tables know of a move.
    fn judge(&mut self, at: &Answer, mv: &Move, after: &Answer, marks: &[Item], to: &mut Vec<Item>) {
        let judgement = Judgement::new(at, mv, after);
        self.counts.moves += 1;
        self.counts.mistakes += u64::from(judgement.better.is_some());
        if self.context.json {
            self.plies.push(self.json(at, mv, after, &judgement));
        }
        let Some(outcome) = after.outcome else { return };
        let mut text = words::verdict(after.position.turn, &outcome);
        if let Some((better, outcome)) = &judgement.better {
            text += &format!("; {} {}", self.short_text(at, better), would_have(outcome));
        }
        let own = judgement.mark.filter(|&mark| !marks.iter().any(|item| says(item, mark)));
        to.extend(own.map(Item::Nag));
        to.push(comment(own, &text));
    }

    fn json(&self, at: &Answer, mv: &Move, after: &Answer, judgement: &Judgement) -> PlyJson {
        let game = &self.style;
        PlyJson {
            level: self.level,
            mover: at.position.turn.name(),
            mv: MoveJson::new(game, mv, after.outcome.map(Outcome::one_ply_before)),
            mark: judgement.mark.map(|mark| match mark {
                MISTAKE => "mistake",
                BLUNDER => "blunder",
                _ => "only",
            }),
            better: judgement.better.as_ref().map(|(mv, outcome)| MoveJson::new(game, mv, Some(*outcome))),
            fen: game.write_fen(&after.position),
            after: after.outcome.map(|outcome| outcome.value.name()),
        }
    }
}

/// What the tables know of a move that was played.
struct Judgement {
    mark: Option<u8>,
    /// A move that is worth more, and what.
    better: Option<(Move, Outcome)>,
}

impl Judgement {
    fn new(at: &Answer, mv: &Move, after: &Answer) -> Judgement {
        let nothing = Judgement { mark: None, better: None };
        let Some(kept) = after.outcome.map(Outcome::one_ply_before) else { return nothing };
        // The first is the best of those that are known. If it is worth more, the move is a mistake whatever the others are.
        let Some((best, Some(outcome))) = at.moves.first() else { return nothing };
        if outcome.value > kept.value {
            let mark = if (outcome.value, kept.value) == (Value::Win, Value::Loss) { BLUNDER } else { MISTAKE };
            return Judgement { mark: Some(mark), better: Some((best.clone(), *outcome)) };
        }
        let all_others = || at.moves.iter().filter(|(other, _)| !other.same(mv));
        let worse = |outcome: Option<Outcome>| outcome.is_some_and(|outcome| outcome.value < kept.value);
        let only = at.moves.len() > 1 && all_others().all(|(_, outcome)| worse(*outcome));
        Judgement { mark: only.then_some(ONLY_MOVE), better: None }
    }
}

/// `would have won in 13 moves (25 plies)`
fn would_have(outcome: &Outcome) -> String {
    match (outcome.value, outcome.distance) {
        (Value::Win, Some(plies)) => format!("would have won in {}", words::distance(Value::Win, plies)),
        (Value::Win, None) => "would have won".to_owned(),
        _ => "would have drawn".to_owned(),
    }
}

/// The text of a position as it is written: as it was, unless its numbers mean other squares there.
pub(super) fn written_fen(context: &Context, fen: &str, position: &Position) -> String {
    if context.reads_other_numbers() { context.written_style().write_fen(position) } else { fen.to_owned() }
}

/// A comment of the tables, with the mark that came with it.
fn comment(mark: Option<u8>, text: &str) -> Item {
    let mark = mark.map_or_else(String::new, |mark| format!(" ${mark}"));
    Item::Comment(format!("{OWN}{mark}] {text}"))
}

/// Whether a comment is of the tables, and the mark that came with it.
fn own_comment(text: &str) -> Option<Option<u8>> {
    let (command, _) = text.trim_start().strip_prefix(OWN)?.split_once(']')?;
    match command.trim() {
        "" => Some(None),
        mark => Some(Some(mark.strip_prefix('$')?.parse().ok()?)),
    }
}

/// The items without the comments of the tables, and without the marks that came with them.
fn without_own(items: &[Item]) -> Vec<Item> {
    let mut to: Vec<Item> = Vec::new();
    // A move and what is said of it.
    for said in items.chunk_by(|_, next| !matches!(next, Item::Move { .. })) {
        let mut marks = [0_usize; 256];
        for item in said {
            if let Item::Comment(text) = item
                && let Some(Some(mark)) = own_comment(text)
            {
                marks[usize::from(mark)] += 1;
            }
        }
        for item in said {
            match item {
                Item::Comment(text) if own_comment(text).is_some() => {}
                Item::Nag(mark) if marks[usize::from(*mark)] > 0 => marks[usize::from(*mark)] -= 1,
                Item::Variation(items) => to.push(Item::Variation(without_own(items))),
                other => to.push(other.clone()),
            }
        }
    }
    to
}

/// Whether an item says what a mark says.
fn says(item: &Item, mark: u8) -> bool {
    match item {
        Item::Nag(other) => *other == mark,
        Item::Strength(text) => {
            let bare = text.trim_matches(['(', ')']);
            STRENGTHS.iter().zip(1..).any(|(&strength, number)| strength == bare && number == mark)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_comments() {
        assert_eq!(own_comment("[%petrov] White to move draws"), Some(None));
        assert_eq!(own_comment(" [%petrov $4] Black"), Some(Some(4)));
        for other in ["[%clk 1]", "petrov", "[%petrov", "[%petrovs] x", "[%petrov $x] y", "see [%petrov] z"] {
            assert_eq!(own_comment(other), None, "{other}");
        }
        for mark in [None, Some(2)] {
            let Item::Comment(text) = comment(mark, "x") else { unreachable!() };
            assert_eq!(own_comment(&text), Some(mark));
        }
    }

    #[test]
    fn own_comments_take_their_marks_with_them() {
        let mv = |text: &str| Item::Move { text: text.to_owned(), line: 1 };
        let said = |text: &str| Item::Comment(text.to_owned());
        let items = [
            comment(None, "start"),
            mv("a1-b2"),
            Item::Nag(4),
            Item::Nag(9),
            comment(Some(4), "x"),
            said("mine"),
            mv("c3-d4"),
            Item::Nag(4),
            comment(None, "y"),
            Item::Variation(vec![mv("e3-f4"), Item::Nag(7), comment(Some(7), "z")]),
        ];
        let left =
            [mv("a1-b2"), Item::Nag(9), said("mine"), mv("c3-d4"), Item::Nag(4), Item::Variation(vec![mv("e3-f4")])];
        assert_eq!(without_own(&items), left);
    }

    #[test]
    fn marks_and_strengths_that_say_the_same() {
        assert!(says(&Item::Strength("?".to_owned()), MISTAKE) && says(&Item::Strength("(??)".to_owned()), BLUNDER));
        assert!(says(&Item::Nag(7), ONLY_MOVE) && !says(&Item::Nag(2), BLUNDER));
        assert!(!says(&Item::Strength("??".to_owned()), MISTAKE) && !says(&Item::Comment("?".to_owned()), MISTAKE));
    }
}
