//! Which materials a verb is to work on.

use super::failure::Failure;
use crate::index::{MAX_PIECES, Material};

/// Materials by name or by their number of pieces.
#[derive(Debug, clap::Args)]
pub(super) struct Selection {
    /// Materials: the kings and men of both sides, as in KKMvK
    #[arg(value_name = "MATERIAL")]
    materials: Vec<String>,
    /// All materials of 2 to N pieces
    #[arg(long, value_name = "N")]
    pieces: Option<u32>,
}

impl Selection {
    /// The materials, in the order in which they are built, each once; none if nothing was selected.
    ///
    /// # Errors
    /// A sentence on what is no material.
    pub(super) fn materials(&self) -> Result<Vec<Material>, Failure> {
        let mut materials: Vec<Material> =
            self.materials.iter().map(|name| read_material(name)).collect::<Result<_, _>>()?;
        if let Some(pieces) = self.pieces {
            if !(2..=MAX_PIECES).contains(&pieces) {
                return Err(Failure::new(format!("--pieces {pieces}: tables have 2 to {MAX_PIECES} pieces")));
            }
            materials.extend((2..=pieces).flat_map(Material::all));
        }
        materials.sort();
        materials.dedup();
        Ok(materials)
    }
}

/// Reads a material.
///
/// # Errors
/// A sentence.
pub(super) fn read_material(name: &str) -> Result<Material, Failure> {
    name.parse().map_err(Failure::new)
}

/// Threads to work on, as an option.
#[derive(Debug, clap::Args)]
pub(super) struct Threads {
    /// Threads to work on [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// Their number.
    pub(super) fn count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }
}
