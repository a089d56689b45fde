//! What the draw rules leave of the wins, as JSON.

use std::io::Write;

use serde::Serialize;

use super::Arguments;
use super::study::{Study, fen};
use super::verdict::verdict_name;
use crate::cli::claims::Claim;
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::cli::write_json;
use petrov::probe::Tablebase;
use petrov::rules::Game;
use petrov_build::study::{Class, Limit, Place, Road, Tally};

#[derive(Serialize)]
struct ThresholdsJson {
    game: &'static str,
    roads: Vec<RoadJson>,
    claims: Vec<ClaimJson>,
    limits: Vec<LimitJson>,
}

#[derive(Serialize)]
struct RoadJson {
    material: String,
    /// `stronger` or `lone-king`.
    to_move: &'static str,
    class: String,
    text: &'static str,
    calm: TallyJson,
    all: TallyJson,
}

#[derive(Serialize)]
struct TallyJson {
    won: u64,
    drawn: u64,
    lost: u64,
    /// How many are won in 0, 1, 2, ... moves of the stronger side.
    moves: Vec<u64>,
    most_moves: usize,
    most_plies: Option<u16>,
    example: Option<String>,
}

#[derive(Serialize)]
struct ClaimJson {
    claim: &'static str,
    source: &'static str,
    finding: &'static str,
    answer: String,
    example: Option<String>,
}

#[derive(Serialize)]
struct LimitJson {
    clock: &'static str,
    material: String,
    runs: bool,
    limit: Option<u32>,
    won: u64,
    taken: u64,
    /// Whether `taken` is exact, and not only the most that it can be.
    exact: bool,
    never: u64,
    slowest_plies: Option<u16>,
    slowest_moves: Option<u16>,
    spare_moves: Option<u32>,
    verdict: &'static str,
    taken_fen: Option<String>,
    slowest_fen: Option<String>,
}

pub(super) fn write_all_json(
    arguments: &Arguments,
    context: &Context,
    tablebase: &Tablebase,
    study: &Study,
    claims: &[Claim],
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let game = context.game;
    let at = |material, place: Option<Place>| place.map(|place| fen(game, tablebase, material, place));
    let limit = |limit: &Limit| LimitJson {
        clock: limit.clocks.id,
        material: limit.material.to_string(),
        runs: limit.runs,
        limit: limit.clocks.single().map(|clock| clock.limit),
        won: limit.won,
        taken: limit.taken,
        exact: limit.exact,
        never: limit.never,
        slowest_plies: limit.worst.map(|(plies, _)| plies),
        slowest_moves: limit.worst_moves(),
        spare_moves: limit.spare,
        verdict: verdict_name(limit),
        taken_fen: at(limit.material, limit.example),
        slowest_fen: at(limit.material, limit.worst.map(|(_, place)| place)),
    };
    let json = ThresholdsJson {
        game: game.id,
        roads: if arguments.summary {
            Vec::new()
        } else {
            study.roads.iter().flat_map(|road| roads_json(game, tablebase, road)).collect()
        },
        claims: claims
            .iter()
            .map(|claim| ClaimJson {
                claim: claim.text,
                source: claim.source,
                finding: claim.finding.name(),
                answer: claim.answer.clone(),
                example: claim.example.clone(),
            })
            .collect(),
        limits: study.limits.iter().map(limit).collect(),
    };
    write_json(&json, out)
}

fn roads_json(game: &Game, tablebase: &Tablebase, road: &Road) -> Vec<RoadJson> {
    let mut rows = Vec::new();
    for (half, to_move) in ["stronger", "lone-king"].into_iter().enumerate() {
        let tally = |tally: &Tally| TallyJson {
            won: tally.won,
            drawn: tally.drawn,
            lost: tally.lost,
            moves: tally.moves.clone(),
            most_moves: tally.most_moves(),
            most_plies: tally.longest.map(|(plies, _)| plies),
            example: tally.longest.map(|(_, entry)| fen(game, tablebase, road.material, Place { half, entry })),
        };
        rows.extend(Class::ALL.map(|class| RoadJson {
            material: road.material.to_string(),
            to_move,
            class: format!("{class:?}"),
            text: class.text(),
            calm: tally(&road.calm[half][class as usize]),
            all: tally(&road.all[half][class as usize]),
        }));
    }
    rows
}
