//! Numbers and positions: materials, and the dense numbering of their positions. Knows no captures.

mod binomial;
mod grid;
mod layout;
#[cfg(feature = "parallel")]
mod levels;
mod material;
mod walk;

#[cfg(feature = "parallel")]
pub(crate) use binomial::each_rank_with;
#[cfg(feature = "parallel")]
pub(crate) use binomial::rank;
pub(crate) use binomial::{MAX_MEMBERS, choose, subsets};
#[doc(hidden)]
pub use grid::{Grid, Neighbours, Point, RowPoints, Rows};
pub use layout::Layout;
#[cfg(feature = "parallel")]
pub(crate) use levels::{Level, Levels};
pub use material::{IsOpen, MAX_PIECES, MAX_SIDE, Material, MaterialError};
#[doc(hidden)]
pub use walk::{Sets, Visitor, each_view, walk};

pub use crate::board::Side;

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
