//! The clocks and materials as comma-separated values.

use std::io::{self, Write};

use super::study::fen;
use super::verdict::verdict_name;
use petrov::probe::Tablebase;
use petrov::rules::Game;
use petrov_build::study::{Limit, Place};

pub(super) fn write_csv(game: &Game, tablebase: &Tablebase, limits: &[Limit], out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "game,clock,material,runs,limit,won,taken,exact,never,slowest_plies,slowest_moves,spare_moves,verdict,taken_fen,slowest_fen"
    )?;
    for limit in limits {
        let shown = |number: Option<u32>| number.map_or_else(String::new, |number| number.to_string());
        let place = |place: Option<Place>| {
            place.map_or_else(String::new, |place| format!("\"{}\"", fen(game, tablebase, limit.material, place)))
        };
        writeln!(
            out,
            "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}",
            game.id,
            limit.clocks.id,
            limit.material,
            limit.runs,
            shown(limit.clocks.single().map(|clock| clock.limit)),
            limit.won,
            limit.taken,
            limit.exact,
            limit.never,
            shown(limit.worst.map(|(plies, _)| plies.into())),
            shown(limit.worst_moves().map(u32::from)),
            shown(limit.spare),
            verdict_name(limit),
            place(limit.example),
            place(limit.worst.map(|(_, place)| place)),
        )?;
    }
    Ok(())
}
