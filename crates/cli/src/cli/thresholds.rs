//! `thresholds`: what the draw rules leave of the wins.

use std::io::{self, Write};

use serde::Serialize;

use super::claims::{self, Claim};
use super::clocks;
use super::columns::Columns;
use super::context::Context;
use super::failure::{Failure, Finish};
use super::selection::Threads;
use super::words;
use super::write_json;
use petrov::format::Metric;
use petrov::index::{Material, Side};
use petrov::probe::{ProbeError, Tablebase};
use petrov::rules::{ClockSet, DEFAULT_SET, Game};
use petrov_build::study::{self, Class, Limit, Place, Road, Tally, Verdict};

/// Say what the draw rules leave of the wins: who needs how many moves, and which rule costs wins
///
/// First three pieces against a lone king, by who stands on the main road (the diagonal from corner to corner): what is
/// won, in how many moves, how many positions take so many. Then what is said of the rules, and what the tables say. Then
/// every clock and material of which there are tables: the limit, the slowest win under the rule, how many of the wins it makes
/// draws (each position with a fresh count), an example, and whether the rule is exact, generous or costs wins. Positions
/// of both sides to move are counted together; kings are not told apart and nothing is mirrored.
///
/// The tables come of `petrov build --pieces 4 --metric wdl,dtw,dtc,dtz --clock all`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  petrov thresholds
  petrov thresholds KKKvK
  petrov thresholds --summary --game frisian
  petrov thresholds --csv > thresholds.csv")]
pub(super) struct Arguments {
    /// Materials to show; without any, all of which there are tables
    #[arg(value_name = "MATERIAL")]
    materials: Vec<Material>,
    /// Clocks to show, as in ru.3k1,ru.bal5, or `default` or `all`
    #[arg(long, value_name = "CLOCKS", value_delimiter = ',')]
    clock: Vec<String>,
    /// Only what is said of the rules, and one line for each clock
    #[arg(long)]
    summary: bool,
    /// The clocks and materials as comma-separated values
    #[arg(long, conflicts_with_all = ["summary", "json"])]
    csv: bool,
    #[command(flatten)]
    threads: Threads,
}

/// All that the tables say.
pub(super) struct Study {
    pub(super) roads: Vec<Road>,
    pub(super) limits: Vec<Limit>,
}

pub(super) fn run(arguments: &Arguments, context: &Context, out: &mut dyn Write) -> Result<Finish, Failure> {
    let (tablebase, _) = context.tablebase()?;
    let threads = arguments.threads.count();
    let study = study_of(arguments, context, &tablebase, threads)?;
    let claims = claims::claims(context.game, &study, &tablebase);
    if context.json {
        return write_all_json(arguments, context, &tablebase, &study, &claims, out).map(|()| Finish::Success);
    }
    if arguments.csv {
        return Ok(write_csv(context.game, &tablebase, &study.limits, out).map(|()| Finish::Success)?);
    }
    if !arguments.summary {
        for road in &study.roads {
            write_road(context.game, &tablebase, road, out)?;
        }
    }
    if !claims.is_empty() {
        write_claims(&claims, out)?;
    }
    write_clocks(context.game, &tablebase, &study.limits, out)?;
    if !arguments.summary {
        writeln!(out)?;
        write_limits(context.game, &tablebase, &study.limits, out)?;
    }
    Ok(Finish::Success)
}

fn study_of(arguments: &Arguments, context: &Context, tablebase: &Tablebase, threads: usize) -> Result<Study, Failure> {
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
            (true, true) => "no tables of clocks are there",
            (true, false) => "no tables of clocks of these materials are there",
            _ => "no tables of these clocks are there that say anything of the materials asked for",
        };
        return Err(Failure::new(format!(
            "there is nothing to say: {asked} ({}): `{}` makes all that there can be up to {most} pieces",
            context.looked_in(),
            context.command(&format!("build --pieces {most} --metric wdl,dtw,dtc,dtz --clock all")),
        )));
    }
    Ok(Study { roads, limits })
}

/// The position of a place as FEN.
pub(super) fn fen(game: &Game, tablebase: &Tablebase, material: Material, place: Place) -> String {
    let position = tablebase.position(material, place.half, place.entry);
    position.map_or_else(String::new, |position| game.write_fen(&position))
}

fn write_road(game: &Game, tablebase: &Tablebase, road: &Road, out: &mut dyn Write) -> io::Result<()> {
    let material = road.material;
    for (half, who) in ["the three pieces", "the lone king"].into_iter().enumerate() {
        writeln!(out, "{material}, {who} to move: positions in which neither side can capture, and all\n")?;
        let titles = ["class", "", "won", "drawn", "lost", "moves", "all won", "drawn", "lost", "moves", "example"];
        let mut columns = Columns::new(titles, &[0, 1, 10]);
        for class in Class::ALL {
            let (calm, all) = (&road.calm[half][class as usize], &road.all[half][class as usize]);
            let shown = |tally: &Tally| if tally.won == 0 { "-".to_owned() } else { tally.most_moves().to_string() };
            let longest = calm.longest.or(all.longest);
            let example = longest.map(|(_, entry)| fen(game, tablebase, material, Place { half, entry }));
            columns.row([
                format!("{class:?}"),
                class.text().to_owned(),
                words::number(calm.won),
                words::number(calm.drawn),
                words::number(calm.lost),
                shown(calm),
                words::number(all.won),
                words::number(all.drawn),
                words::number(all.lost),
                shown(all),
                example.unwrap_or_default(),
            ]);
        }
        columns.write("  ", out)?;
        writeln!(out)?;
    }
    write_histogram(road, out)
}

/// How many positions take how many moves.
fn write_histogram(road: &Road, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{}: moves of the three pieces to the end, positions in which neither side can capture\n",
        road.material
    )?;
    let titles = ["moves", "they move: A", "B", "C", "D", "the king moves: A", "B", "C", "D"];
    let mut columns = Columns::new(titles, &[]);
    let most = road.calm.iter().flatten().map(Tally::most_moves).max().unwrap_or(0);
    for moves in 0..=most {
        let count = |number: usize| {
            let tally = &road.calm[number / 4][number % 4];
            words::number(tally.moves.get(moves).copied().unwrap_or(0))
        };
        let counts: [String; 8] = std::array::from_fn(count);
        if counts.iter().any(|count| count != "0") {
            let [a, b, c, d, e, f, g, h] = counts;
            columns.row([moves.to_string(), a, b, c, d, e, f, g, h]);
        }
    }
    columns.write("  ", out)?;
    writeln!(out)
}

fn write_claims(claims: &[Claim], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "What is said, and what the tables say\n")?;
    for claim in claims {
        writeln!(out, "  \"{}\" [{}]", claim.text, claim.source)?;
        write_wrapped(&format!("{}: {}", claim.finding, claim.answer), out)?;
        if let Some(fen) = &claim.example {
            writeln!(out, "    example {fen}")?;
        }
    }
    writeln!(out)
}

/// Columns of a line of a long sentence.
const WIDTH: usize = 110;

/// Writes a sentence in lines of some words each.
fn write_wrapped(sentence: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut line = String::new();
    for word in sentence.split(' ') {
        if !line.is_empty() && line.len() + word.len() >= WIDTH {
            writeln!(out, "    {line}")?;
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    writeln!(out, "    {line}")
}

/// One line for each clock: over all materials.
fn write_clocks(game: &Game, tablebase: &Tablebase, limits: &[Limit], out: &mut dyn Write) -> io::Result<()> {
    if limits.is_empty() {
        return writeln!(out, "There are no tables of clocks, so nothing is known of what they cost.");
    }
    writeln!(out, "The clocks, over all materials of which there are tables\n")?;
    let titles = ["clock", "limit", "materials", "won", "taken", "slowest win", "verdict", "example"];
    let mut columns = Columns::new(titles, &[0, 6, 7]);
    let mut rest = limits;
    while let Some(first) = rest.first() {
        let (of_clock, others) = rest.split_at(rest.partition_point(|limit| limit.clocks.id == first.clocks.id));
        rest = others;
        let whole = claims::Whole::new(of_clock);
        columns.row([
            first.clocks.id.to_owned(),
            limit_of(&first.clocks),
            of_clock.len().to_string(),
            words::number(whole.won),
            words::number(whole.taken),
            whole.worst.map_or_else(|| "-".to_owned(), worst),
            whole.verdict(),
            whole.example.map_or_else(String::new, |(material, place)| fen(game, tablebase, material, place)),
        ]);
    }
    columns.write("  ", out)?;
    writeln!(out)?;
    let texts = game.clocks.iter().filter(|clock| limits.iter().any(|limit| limit.clocks.id == clock.id));
    texts.into_iter().try_for_each(|clock| writeln!(out, "  {:<15}  {}", clock.id, clock.text))?;
    if limits.iter().any(|limit| limit.clocks.id == DEFAULT_SET) {
        writeln!(out, "  {DEFAULT_SET:<15}  the default clocks together")?;
    }
    Ok(())
}

fn limit_of(clocks: &ClockSet) -> String {
    clocks.single().map_or_else(|| "-".to_owned(), |clock| clock.limit.to_string())
}

/// `12 (23 plies)`: moves of the winner
fn worst(limit: &Limit) -> String {
    match limit.worst {
        None => "-".to_owned(),
        Some((plies, _)) => {
            format!("{} ({})", limit.worst_moves().unwrap_or(0), words::counted(plies.into(), "ply", "plies"))
        }
    }
}

/// The verdict in words.
pub(super) fn verdict(limit: &Limit) -> String {
    match limit.verdict() {
        Verdict::Nothing => "nothing to win".to_owned(),
        Verdict::CostsWins if !limit.exact => {
            format!("may cost wins ({} at most)", words::share(limit.taken, limit.won))
        }
        Verdict::CostsWins => format!("costs wins ({})", words::share(limit.taken, limit.won)),
        Verdict::Exact => "exact".to_owned(),
        Verdict::Generous(moves) => format!("generous by {}", words::counted(moves.into(), "move", "moves")),
        Verdict::Harmless if limit.runs => "costs nothing".to_owned(),
        Verdict::Harmless => "does not run, costs nothing".to_owned(),
    }
}

fn write_limits(game: &Game, tablebase: &Tablebase, limits: &[Limit], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Clocks and materials; left out are those where no clock runs and nothing is taken\n")?;
    let titles = ["clock", "material", "limit", "won", "taken", "never", "slowest win", "verdict", "example"];
    let mut columns = Columns::new(titles, &[0, 1, 7, 8]);
    for limit in limits.iter().filter(|limit| limit.runs || limit.taken > 0) {
        let place = limit.example.or(limit.worst.map(|(_, place)| place));
        columns.row([
            limit.clocks.id.to_owned(),
            limit.material.to_string(),
            limit_of(&limit.clocks),
            words::number(limit.won),
            words::number(limit.taken),
            words::number(limit.never),
            worst(limit),
            verdict(limit),
            place.map_or_else(String::new, |place| fen(game, tablebase, limit.material, place)),
        ]);
    }
    columns.write("  ", out)
}

fn write_csv(game: &Game, tablebase: &Tablebase, limits: &[Limit], out: &mut dyn Write) -> io::Result<()> {
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

fn verdict_name(limit: &Limit) -> &'static str {
    match limit.verdict() {
        Verdict::Nothing => "nothing",
        Verdict::CostsWins => "costs-wins",
        Verdict::Exact => "exact",
        Verdict::Generous(_) => "generous",
        Verdict::Harmless => "harmless",
    }
}

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

fn write_all_json(
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
