//! Texts that can be read in two ways, and random positions and moves in every dialect: read back as themselves or
//! refused, never as others.
//!
//! The pairs of readings that the grammars have, each with its test in `pairs`:
//!
//! | text | one reading | the other | what becomes of it |
//! |---|---|---|---|
//! | FEN `W:Wc3,22:...` | numbers from one corner | numbers from another | refused: letters or numbers |
//! | FEN `:b6` | Black on square number 6 | b6 without its colour | a number if other squares are, else refused |
//! | FEN `:B6` | Black on square number 6 | b6 without its colour | a number; refused beside letters |
//! | FEN `:h4`, `:f6` | a counter | a square without its colour | a counter if squares are numbers, else refused |
//! | FEN `:H4`, `:F6` | a counter | a square without its colour | a counter; refused beside `WA1` |
//! | FEN `Wk5`, twelve files | the square k5 | a king on number 5 | the square; refused beside numbers |
//! | FEN `wk5`, twelve files | the square k5 | a king on number 5 | as other squares say, else refused |
//! | FEN `WK5`, twelve files | a king on number 5 | the square k5 | the king; refused beside letters |
//! | FEN `K1-5` | five kings | a king and four men | five kings, as PDN says |
//! | move `c3-18` | numbers from one corner | numbers from another | refused |
//! | move `2029` | 20 and 29 | 20, 2 and 9 | refused if both are legal |
//! | move `a5:a1` | the capture with this turn | one with others | that with just these turns, else refused |
//! | move `cd4` | from c3 | from c5 | refused if both are legal |
//! | move `15-6-10-19` | lands on 10 and 19 | takes what is there | refused if both are legal |
//! | `--after 22-18` | as the game counts | as `--squares` says | refused if both are legal (`tests/program/cli/errors.rs`) |
//!
//! These have one reading: the letter of the side to move and the wrapper `[FEN "..."]` (they have a place of their
//! own); `+1+0` (no square has a plus); ranges but for the above; a dot at the end; numbers of moves in `--after`
//! (they end in a dot); positions of the Hub protocol (a letter for each square) and its moves (the squares behind
//! the second are those of pieces taken, by its definition); lines of the protocol; corners of `--squares` (four
//! names of squares, all different); materials (`v` parts the sides, and their order is of no meaning); names of
//! games and clocks (each has its own).

mod fens;
mod moves;
mod pairs;
