//! What a list says of one table.

use std::path::PathBuf;

use crate::format::Metric;
use crate::index::Material;

/// What a list says of one table.
///
/// ```
/// # use petrov::{Tablebase, Value, rules};
/// # let game = rules::game("russian").unwrap();
/// # let mut tablebase = Tablebase::new(game);
/// # tablebase.add_directory("tables")?;
/// let table = &tablebase.tables()[0];
/// assert_eq!((table.material.to_string(), table.metric.to_string()), ("KvK".into(), "wdl".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TableInfo {
    /// The material.
    pub material: Material,
    /// The metric.
    pub metric: Metric,
    /// The file; `None` for one inside the program.
    pub path: Option<PathBuf>,
}
