//! Numbers and positions: materials, and the dense numbering of their positions. Knows no captures.

mod axis;
mod binomial;
mod grid;
mod layout;
mod material;
mod rows;
mod walk;

pub use layout::Layout;
pub use material::{IsOpen, MAX_PIECES, MAX_SIDE, Material, MaterialError};

pub use crate::board::Side;

pub(crate) use internals::{Grid, MAX_MEMBERS, Neighbours, Rows, choose, subsets};

pub(crate) mod internals {
    pub use super::axis::Neighbours;
    pub use super::binomial::{MAX_MEMBERS, choose, each_rank_with, rank, subsets};
    pub use super::grid::Grid;
    pub use super::rows::{Point, RowPoints, Rows};
    pub use super::walk::{Sets, Visitor, each_view, walk};
}

use crate::board::Board;

/// The number of positions of a material on a board, both sides to move; `None` if it is beyond 64 bits.
///
/// ```
/// use petrov::{board::Board8x8, index::entries};
///
/// // Two kings against one, either side to move: 2 x (32 x 31 / 2) x 30.
/// assert_eq!(entries::<Board8x8>("KKvK".parse()?), Some(29_760));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn entries<B: Board>(material: Material) -> Option<u64> {
    material.halves().try_fold(0_u64, |sum, (mover, other)| sum.checked_add(Layout::<B>::new(mover, other)?.entries()))
}
