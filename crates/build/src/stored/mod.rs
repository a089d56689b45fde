//! Between cells and files: what a file stores of solved cells, and cells from finished files.

mod again;
mod agree;
mod kept;
mod load;
mod output;
mod reader;
mod statistics;

pub(crate) use again::{check, kept, numbers, output};
pub(crate) use agree::agree;
pub(crate) use kept::{Known, SliceKept};
pub(crate) use load::{Files, load};
pub(crate) use output::{Half, content, halves, measure_of, most_stored, values};
pub(crate) use reader::Reader;
pub(crate) use statistics::statistics;
