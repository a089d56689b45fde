//! Which materials a verb is to work on.

use super::failure::Failure;
use petrov::index::{MAX_PIECES, Material};
use petrov::rules::Game;

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
    /// How many pieces the materials have at most, where that was asked for.
    pub(super) fn pieces(&self) -> Option<u32> {
        self.pieces
    }

    /// The materials, in the order in which they are built, each once; none if nothing was selected.
    ///
    /// # Errors
    /// A sentence on what is no material, or has no table in the game.
    pub(super) fn materials(&self, game: &Game) -> Result<Vec<Material>, Failure> {
        let mut materials: Vec<Material> =
            self.materials.iter().map(|name| read_material(name, game)).collect::<Result<_, _>>()?;
        if let Some(pieces) = self.pieces {
            let least = (2..MAX_PIECES).find(|&pieces| !with_table(pieces, game).is_empty()).unwrap_or(MAX_PIECES);
            if !(least..=MAX_PIECES).contains(&pieces) {
                let title = game.title;
                return Err(Failure::new(format!(
                    "--pieces {pieces}: tables of {title} have {least} to {MAX_PIECES} pieces"
                )));
            }
            materials.extend((least..=pieces).flat_map(|pieces| with_table(pieces, game)));
        }
        materials.sort();
        materials.dedup();
        Ok(materials)
    }
}

/// Reads a material.
///
/// # Errors
/// A sentence, also if the material has no table in the game.
pub(super) fn read_material(name: &str, game: &Game) -> Result<Material, Failure> {
    let material: Material = name.parse().map_err(Failure::new)?;
    if has_table(material, game) {
        return Ok(material);
    }
    Err(Failure::new(format!(
        "{material} has no table in {}: with these pieces the game is over; name another, as in {}",
        game.title,
        example(game)
    )))
}

/// A material that has a table in the game.
pub(super) fn example(game: &Game) -> Material {
    with_table(4, game).into_iter().next().expect("every game goes on with four pieces")
}

/// Whether there is anything to solve.
fn has_table(material: Material, game: &Game) -> bool {
    game.ending.is_open(material.first(), material.second())
}

/// The materials of this many pieces that have a table in the game.
fn with_table(pieces: u32, game: &Game) -> Vec<Material> {
    Material::all(pieces).into_iter().filter(|&material| has_table(material, game)).collect()
}

/// Threads to work on, as an option.
#[derive(Debug, clap::Args)]
pub(super) struct Threads {
    /// Threads to work on, no more than 64 or twice the cores, as they would only wait for each other [default: one for
    /// each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// Their number.
    pub(super) fn count(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or(cores, usize::from).min(64.max(2 * cores))
    }
}
