//! Many positions at once: taken from Python, and their values.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use numpy::PyReadonlyArray2;
use petrov_core::Tablebase;
use petrov_core::board::{self, Color, Numbered};
use petrov_core::probe::ProbeError;
use petrov_core::rules::Game;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::errors::{self, PositionError};
use crate::position::{Asked, valid};
use crate::values::Question;

/// How often Ctrl-C is looked after.
const LOOK: Duration = Duration::from_millis(1);

/// Positions that a thread takes at a time.
const CHUNK: usize = 4096;

/// Positions that were taken from Python.
pub(crate) enum Many {
    Asked(Vec<Option<Asked>>),
    /// Rows of words: those of White, of Black and of the kings, and whether Black is to move.
    Rows {
        words: Vec<u64>,
        width: usize,
    },
}

impl Many {
    /// Takes a list of positions, or an array of rows of 4 words (boards of up to 64 squares) or 7.
    pub(crate) fn of(game: &'static Game, positions: &Bound<'_, PyAny>) -> PyResult<Many> {
        let flags = positions.getattr("flags").and_then(|flags| flags.getattr("aligned"));
        if flags.is_ok_and(|aligned| aligned.extract().is_ok_and(|aligned: bool| !aligned)) {
            return Err(PyValueError::new_err("the array is not aligned: give np.require(array, requirements=\"A\")"));
        }
        if let Ok(array) = positions.extract::<PyReadonlyArray2<'_, u64>>() {
            let (shape, squares) = (array.as_array().dim(), game.geometry.squares());
            let width = shape.1;
            if !(width == 7 || width == 4 && squares <= 64) {
                let wanted = if squares <= 64 { "4 or 7" } else { "7" };
                return Err(PyValueError::new_err(format!(
                    "the array has shape ({}, {width}); for {} it must have {wanted} columns",
                    shape.0, game.title
                )));
            }
            return Ok(Many::Rows { words: array.as_array().iter().copied().collect(), width });
        }
        if positions.hasattr("dtype")? && positions.getattr("ndim")?.extract::<usize>()? == 2 {
            let dtype = positions.getattr("dtype")?;
            return Err(PyValueError::new_err(format!("the array has dtype {dtype}; rows of words must be uint64")));
        }
        if positions.cast::<PyString>().is_ok() {
            return Err(PyValueError::new_err("positions: give a list, not one text"));
        }
        let taken = positions.try_iter()?.enumerate().map(|(number, asked)| {
            Asked::of(game, &asked?).map(Some).map_err(|error| at(number, error, positions.py()))
        });
        Ok(Many::Asked(taken.collect::<PyResult<_>>()?))
    }

    fn len(&self) -> usize {
        match self {
            Many::Asked(asked) => asked.len(),
            Many::Rows { words, width } => words.len() / width,
        }
    }

    /// The rows or texts of one chunk after the other.
    fn chunks(&mut self) -> Vec<Chunk<'_>> {
        match self {
            Many::Asked(asked) => asked.chunks_mut(CHUNK).map(Chunk::Asked).collect(),
            Many::Rows { words, width } => {
                words.chunks(CHUNK * *width).map(|words| Chunk::Rows { words, width: *width }).collect()
            }
        }
    }
}

enum Chunk<'a> {
    Asked(&'a mut [Option<Asked>]),
    Rows { words: &'a [u64], width: usize },
}

impl Chunk<'_> {
    /// Position after position, until `take` finds fault with one.
    fn each(
        self,
        game: &Game,
        mut take: impl FnMut(usize, PyResult<board::Position>) -> Result<(), Wrong>,
    ) -> Result<(), Wrong> {
        match self {
            Chunk::Asked(asked) => {
                for (number, asked) in asked.iter_mut().enumerate() {
                    take(number, asked.take().expect("each is read once").read(game))?;
                }
            }
            Chunk::Rows { words, width } => {
                for (number, row) in words.chunks_exact(width).enumerate() {
                    take(number, read_row(game, row))?;
                }
            }
        }
        Ok(())
    }
}

fn read_row(game: &Game, row: &[u64]) -> PyResult<board::Position> {
    let set = |words: &[u64]| words.iter().rev().fold(0_u128, |set, &word| set << 64 | u128::from(word));
    let (sets, turn) = row.split_at(row.len() - 1);
    let words = sets.len() / 3;
    let turn = match turn[0] {
        0 => Color::White,
        1 => Color::Black,
        other => {
            return Err(PositionError::new_err(format!("the last column is {other}, neither 0 (White to move) nor 1")));
        }
    };
    let numbered = Numbered {
        turn,
        white: set(&sets[..words]),
        black: set(&sets[words..2 * words]),
        kings: set(&sets[2 * words..]),
    };
    let position = numbered.position(game.geometry, &game.notation);
    valid(game, position.map_err(|error| PositionError::new_err(error.to_string()))?)
}

/// Rows of words, for positions that are asked about again and again.
pub(crate) fn pack(game: &'static Game, positions: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    let wide = game.geometry.squares() > 64;
    let mut words = Vec::new();
    for (number, asked) in positions.try_iter()?.enumerate() {
        let position =
            crate::position::position_of(game, &asked?).map_err(|error| at(number, error, positions.py()))?;
        let Numbered { turn, white, black, kings } = Numbered::of(&position, game.geometry, &game.notation);
        for set in [white, black, kings] {
            words.push(set as u64);
            if wide {
                words.push((set >> 64) as u64);
            }
        }
        words.push(u64::from(turn == Color::Black));
    }
    Ok(words)
}

/// Columns of the rows that `pack` makes.
pub(crate) fn columns(game: &Game) -> usize {
    if game.geometry.squares() > 64 { 7 } else { 4 }
}

/// An error of one of many positions, with its number in front.
fn at(number: usize, error: PyErr, py: Python<'_>) -> PyErr {
    let value = error.value(py);
    // Not one that is of another's making.
    let of_library = |kind: &Bound<'_, PyAny>| {
        kind.getattr("__module__").is_ok_and(|name| name.eq("petrov._errors").unwrap_or(false))
    };
    if !of_library(value.get_type().as_any()) && !error.is_instance_of::<PyTypeError>(py) {
        return error;
    }
    // The sentence is changed where it is, so that whatever else the error holds stays.
    if let Ok(mut arguments) = value.getattr("args").and_then(|arguments| arguments.extract::<Vec<Py<PyAny>>>())
        && let Some(first) = arguments.first_mut()
    {
        *first = PyString::new(py, &format!("position {number}: {value}")).into_any().unbind();
        if let Ok(arguments) = PyTuple::new(py, arguments) {
            // Where that is not allowed, the error itself is still right.
            let _ = value.setattr("args", arguments);
        }
    }
    error
}

/// Answers for many positions; `missing` stands where a table is missing, or that is an error.
pub(crate) fn answers(
    tablebase: &Tablebase,
    mut many: Many,
    question: Question,
    missing: Option<i16>,
    threads: usize,
) -> PyResult<Vec<i16>> {
    let mut values = vec![0_i16; many.len()];
    let chunks = many.chunks().into_iter().zip(values.chunks_mut(CHUNK)).enumerate();
    let jobs = chunks.map(|(number, (chunk, to))| Job { first: number * CHUNK, chunk, to }).collect();
    let error = share(jobs, threads, |job| job.answer(tablebase, question, missing));
    match error {
        Some((number, error)) => Err(Python::attach(|py| at(number, error, py))),
        None => Ok(values),
    }
}

/// A chunk of positions, the number of the first, and where their values go.
struct Job<'a> {
    first: usize,
    chunk: Chunk<'a>,
    to: &'a mut [i16],
}

/// What is wrong, and with which of the positions.
type Wrong = (usize, PyErr);

impl Job<'_> {
    fn answer(self, tablebase: &Tablebase, question: Question, missing: Option<i16>) -> Result<(), Wrong> {
        let Job { first, chunk, to } = self;
        chunk.each(tablebase.game(), |number, position| {
            let answer = position.and_then(|position| match (question.answer(tablebase, &position), missing) {
                (Err(ProbeError::Missing { .. } | ProbeError::Material(_)), Some(missing)) => Ok(missing),
                (answer, _) => answer.map_err(errors::of_probe),
            });
            to[number] = answer.map_err(|error| (first + number, error))?;
            Ok(())
        })
    }
}

/// Does all jobs on so many threads: what is wrong first, if anything is. Ctrl-C ends it between two chunks.
fn share<'a>(jobs: Vec<Job<'a>>, threads: usize, work: impl Fn(Job<'a>) -> Result<(), Wrong> + Sync) -> Option<Wrong> {
    let signals = || Python::attach(|py| py.check_signals()).err().map(|error| (0, error));
    if threads <= 1 || jobs.len() <= 1 {
        return jobs.into_iter().find_map(|job| signals().or_else(|| work(job).err()));
    }
    let threads = threads.min(jobs.len());
    let jobs = Mutex::new(jobs.into_iter());
    let stop = AtomicBool::new(false);
    let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next().filter(|_| !stop.load(Relaxed));
    let run = || std::iter::from_fn(next).find_map(|job| work(job).err());
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        let mut raised = None;
        while raised.is_none() && !threads.iter().all(|thread| thread.is_finished()) {
            std::thread::sleep(LOOK);
            raised = signals();
            stop.store(raised.is_some(), Relaxed);
        }
        // Chunks are taken in order, so what comes before a chunk with something wrong was looked at, or is by now.
        let wrong = threads.into_iter().filter_map(|thread| thread.join().expect("no thread of a probe panics"));
        let wrong = wrong.min_by_key(|(number, _)| *number);
        raised.or(wrong)
    })
}
