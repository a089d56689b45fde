//! What the tables say of the draw rules, as far as it was asked for.

use super::Arguments;
use crate::cli::clocks;
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use petrov::format::Metric;
use petrov::index::{Material, Side};
use petrov::probe::{ProbeError, Tablebase};
use petrov::rules::Game;
use petrov_build::study::{self, Limit, Place, Road};

/// All that the tables say.
pub(in crate::cli) struct Study {
    pub(in crate::cli) roads: Vec<Road>,
    pub(in crate::cli) limits: Vec<Limit>,
}

pub(super) fn study_of(
    arguments: &Arguments,
    context: &Context,
    tablebase: &Tablebase,
    threads: usize,
) -> Result<Study, Failure> {
    let game = context.game;
    if game.clocks.is_empty() {
        return Err(Failure::new(format!(
            "{} has no clocks: no draw rule of it that counts moves is known",
            game.title
        )));
    }
    let wanted = |material: Material| arguments.materials.is_empty() || arguments.materials.contains(&material);
    let explain = |error: ProbeError| Failure::new(error);
    let clocks = clocks::metrics(game, &arguments.clock)?;
    let of_clock = |limit: &Limit| arguments.clock.is_empty() || clocks.contains(&clocks::metric(limit.clocks.id));
    let limits: Vec<Limit> = study::limits(tablebase, threads).map_err(explain)?;
    let limits: Vec<Limit> = limits.into_iter().filter(|limit| wanted(limit.material) && of_clock(limit)).collect();
    let against_lone_king = |material: &Material| {
        material.first().pieces() == 3 && material.second() == Side { kings: 1, men: 0 } && wanted(*material)
    };
    let has = |material: &Material| tablebase.contains(*material, Metric::Dtw);
    let materials = Material::all(4).into_iter().filter(against_lone_king).filter(has);
    // The main road is one on a board of which every second square is played on.
    let roads: Vec<Road> = match game.geometry.full {
        true => Vec::new(),
        false => materials
            .map(|material| study::road(tablebase, material, threads))
            .collect::<Result<_, _>>()
            .map_err(explain)?,
    };
    if limits.is_empty() && (roads.is_empty() || !arguments.clock.is_empty()) {
        let most = arguments.materials.iter().map(|material| material.pieces()).max().unwrap_or(4).max(4);
        let asked = match (arguments.clock.is_empty(), arguments.materials.is_empty()) {
            (true, true) => "no draw-rule tables found",
            (true, false) => "no draw-rule tables of these materials found",
            _ => "no tables of these draw rules found that concern these materials",
        };
        return Err(Failure::new(format!(
            "{asked} ({}): `{}` builds all of up to {most} pieces",
            context.looked_in(),
            context.command(&format!("build --pieces {most} --metric wdl,dtw,dtc,dtz --clock all")),
        )));
    }
    Ok(Study { roads, limits })
}

/// The position of a place as FEN.
pub(in crate::cli) fn fen(game: &Game, tablebase: &Tablebase, material: Material, place: Place) -> String {
    let position = tablebase.position(material, place.half, place.entry);
    position.map_or_else(String::new, |position| game.write_fen(&position))
}
