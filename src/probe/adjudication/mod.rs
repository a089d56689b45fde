//! Draw rules: what a position is worth under rules that count moves, by the tables of each, and by search where several run.

mod facts;
pub(crate) mod judge;
pub(crate) mod judging;
mod rest;
mod room;
pub(crate) mod ruling;
mod search;
