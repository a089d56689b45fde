//! What each clock leaves of the wins of a material, and how much less it could allow.

use super::slowest::{doubtful, never, while_running};
use crate::format::{ClockName, Longest, Metric};
use crate::index::Material;
use crate::probe::{ProbeError, RuleValue, Tablebase};
use crate::rules::{Allowed, ClockSet, Counted, DEFAULT_SET};

/// What clocks leave of the wins of a material. Positions of both sides to move are counted together, those that the side
/// to move loses too, and each with a fresh count.
///
/// ```
/// # use petrov_build::solve::{Plan, Progress, Request, build};
/// # use petrov::{Tablebase, format::{Catalog, Metric, game_folder}, index::Material, rules};
/// # use petrov_build::study::{Limit, Verdict, limits};
///
/// # let folder = tempfile::tempdir()?;
/// # let game = rules::game("russian").unwrap();
/// # let mut catalog = Catalog::new(game.id);
/// # let request = Request::new(["KvM".parse()?]).with_threads(1);
/// # let request = request.with_metrics([Metric::Wdl, Metric::Dtw, Metric::Dtc, "ru.bal5".parse()?]);
/// # let plan = Plan::new(game, &request, &catalog)?;
/// # build(&plan, &game_folder(folder.path(), game.id), u64::MAX, &mut catalog, &Progress::default(), &|_| ())?;
/// # let mut tablebase = Tablebase::new(game);
/// # tablebase.add_directory(folder.path())?;
/// let limits: Vec<Limit> = limits(&tablebase, 2)?;
/// let limit = limits.iter().find(|limit| limit.material.to_string() == "KvK").ok_or("no table")?;
/// assert_eq!((limit.clocks.id, limit.runs, limit.taken), ("ru.bal5", true, 0));
/// assert_eq!(limit.worst_moves(), limit.worst.map(|(plies, _)| plies.div_ceil(2)));
/// assert_ne!(limit.verdict(), Verdict::CostsWins);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limit {
    /// The clock, or the default set.
    pub clocks: ClockSet,
    /// The material.
    pub material: Material,
    /// Whether a clock runs in positions of the material; otherwise it only matters what its moves lead to.
    pub runs: bool,
    /// Positions that are won on the board, by whoever it is.
    pub won: u64,
    /// How many of these the rule makes draws; no more than so many where that is not exact.
    pub taken: u64,
    /// Whether the number of those taken is exact: of a clock alone it is, of several up to four pieces.
    pub exact: bool,
    /// In how many of these the winner cannot force what the clock waits for, however long it takes.
    pub never: u64,
    /// A position that the rule makes a draw.
    pub example: Option<Place>,
    /// The most plies to what the clock waits for of all positions in which it can be forced and the clock runs.
    pub worst: Option<(u16, Place)>,
    /// By how many moves the limit could be lower and take no win away here; `None` where it takes some or does not run.
    pub spare: Option<u32>,
}

/// A position of a material: its half and its entry.
///
/// ```
/// # use petrov_build::solve::{Plan, Progress, Request, build};
/// # use petrov::{Tablebase, format::{Catalog, Metric, game_folder}, index::Material, rules};
/// # use petrov_build::study::{Limit, Verdict, limits};
///
/// # let folder = tempfile::tempdir()?;
/// # let game = rules::game("russian").unwrap();
/// # let mut catalog = Catalog::new(game.id);
/// # let request = Request::new(["KvM".parse()?]).with_threads(1);
/// # let request = request.with_metrics([Metric::Wdl, Metric::Dtw, Metric::Dtc, "ru.bal5".parse()?]);
/// # let plan = Plan::new(game, &request, &catalog)?;
/// # build(&plan, &game_folder(folder.path(), game.id), u64::MAX, &mut catalog, &Progress::default(), &|_| ())?;
/// # let mut tablebase = Tablebase::new(game);
/// # tablebase.add_directory(folder.path())?;
/// let limits: Vec<Limit> = limits(&tablebase, 2)?;
/// let limit = limits.iter().find(|limit| limit.material.to_string() == "KvK").ok_or("no table")?;
/// let (_, place) = limit.worst.ok_or("nothing is won")?;
/// assert!(tablebase.position(limit.material, place.half, place.entry).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The half.
    pub half: usize,
    /// The entry.
    pub entry: u64,
}

/// What is to be said of a limit.
///
/// ```
/// # use petrov_build::solve::{Plan, Progress, Request, build};
/// # use petrov::{Tablebase, format::{Catalog, Metric, game_folder}, index::Material, rules};
/// # use petrov_build::study::{Limit, Verdict, limits};
///
/// # let folder = tempfile::tempdir()?;
/// # let game = rules::game("russian").unwrap();
/// # let mut catalog = Catalog::new(game.id);
/// # let request = Request::new(["KvM".parse()?]).with_threads(1);
/// # let request = request.with_metrics([Metric::Wdl, Metric::Dtw, Metric::Dtc, "ru.bal5".parse()?]);
/// # let plan = Plan::new(game, &request, &catalog)?;
/// # build(&plan, &game_folder(folder.path(), game.id), u64::MAX, &mut catalog, &Progress::default(), &|_| ())?;
/// # let mut tablebase = Tablebase::new(game);
/// # tablebase.add_directory(folder.path())?;
/// let limits: Vec<Limit> = limits(&tablebase, 2)?;
/// let limit = limits.iter().find(|limit| limit.material.to_string() == "KvK").ok_or("no table")?;
/// assert!(matches!(limit.verdict(), Verdict::Generous(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is nothing to win.
    Nothing,
    /// It takes wins away.
    CostsWins,
    /// With one move less it would take wins away.
    Exact,
    /// It could be lower by so many moves.
    Generous(u32),
    /// No clock runs, and nothing is lost in what comes after.
    Harmless,
}

impl Limit {
    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        match (self.won, self.taken, self.spare) {
            (0, ..) => Verdict::Nothing,
            (_, 1.., _) => Verdict::CostsWins,
            (.., None) => Verdict::Harmless,
            (.., Some(0)) => Verdict::Exact,
            (.., Some(moves)) => Verdict::Generous(moves),
        }
    }

    /// Moves of the winner in the slowest win.
    pub fn worst_moves(&self) -> Option<u16> {
        self.worst.map(|(plies, _)| plies.div_ceil(2))
    }
}

/// The limits of all clocks and materials that have tables, by clock and material.
///
/// # Errors
/// If a table cannot be used, or one that it goes by is missing.
///
/// # Panics
/// If the threads cannot be started.
///
/// ```
/// # use petrov_build::solve::{Plan, Progress, Request, build};
/// # use petrov::{Tablebase, format::{Catalog, Metric, game_folder}, index::Material, rules};
/// # use petrov_build::study::{Limit, Verdict, limits};
///
/// # let folder = tempfile::tempdir()?;
/// # let game = rules::game("russian").unwrap();
/// # let mut catalog = Catalog::new(game.id);
/// # let request = Request::new(["KvM".parse()?]).with_threads(1);
/// # let request = request.with_metrics([Metric::Wdl, Metric::Dtw, Metric::Dtc, "ru.bal5".parse()?]);
/// # let plan = Plan::new(game, &request, &catalog)?;
/// # build(&plan, &game_folder(folder.path(), game.id), u64::MAX, &mut catalog, &Progress::default(), &|_| ())?;
/// # let mut tablebase = Tablebase::new(game);
/// # tablebase.add_directory(folder.path())?;
/// let limits: Vec<Limit> = limits(&tablebase, 2)?;
/// let limit = limits.iter().find(|limit| limit.material.to_string() == "KvK").ok_or("no table")?;
/// assert!(limit.won > 0 && limit.exact);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn limits(tablebase: &Tablebase, threads: usize) -> Result<Vec<Limit>, ProbeError> {
    let game = tablebase.game();
    let ids = game.clocks.iter().map(|clock| clock.id).chain([DEFAULT_SET]);
    let sets: Vec<ClockSet> = ids.filter_map(|id| game.clock_set(id)).collect();
    let tables = tablebase.tables();
    let mut limits = Vec::new();
    for clocks in sets {
        let metric = Metric::Clock(ClockName::new(clocks.id).expect("the id of a clock is a name"));
        for material in tables.iter().filter(|table| table.metric == metric).map(|table| table.material) {
            limits.push(limit(tablebase, clocks.clone(), material, metric, threads)?);
        }
    }
    Ok(limits)
}

fn limit(
    tablebase: &Tablebase,
    clocks: ClockSet,
    material: Material,
    metric: Metric,
    threads: usize,
) -> Result<Limit, ProbeError> {
    let halves = tablebase.statistics_of(material, metric).map_err(ProbeError::Table)?.unwrap_or_default();
    let runs = clocks.covers(material.first(), material.second());
    let mut limit = Limit {
        runs,
        material,
        won: halves.iter().map(|half| half.win + half.loss).sum(),
        taken: halves.iter().map(|half| half.cursed.count + half.blessed.count).sum(),
        exact: clocks.single().is_some(),
        never: halves.iter().map(never).sum(),
        example: None,
        worst: None,
        spare: None,
        clocks,
    };
    for (half, statistics) in halves.iter().enumerate() {
        let entry = statistics.cursed.entry.or(statistics.blessed.entry);
        limit.example = limit.example.or(entry.map(|entry| Place { half, entry }));
    }
    if clocks_together(&limit) {
        settle(tablebase, &mut limit, threads)?;
    }
    if !runs {
        return Ok(limit);
    }
    let slowest = match limit.clocks.asks_for_squares() {
        Some(clock) => while_running(tablebase, material, clock, threads)?,
        None => halves.iter().map(|half| [half.longest_win, half.longest_loss]).collect(),
    };
    for ((half, (mover, other)), longest) in material.halves().enumerate().zip(&slowest) {
        let Allowed { win, loss } = limit.clocks.allowed(mover, other);
        for (longest, allowed) in longest.iter().zip([win, loss]) {
            let &Some(Longest { plies, entry }) = longest else { continue };
            if limit.worst.is_none_or(|(most, _)| plies > most) {
                limit.worst = Some((plies, Place { half, entry }));
            }
            let spare = allowed.saturating_sub(plies.into()) / 2;
            limit.spare = Some(limit.spare.map_or(spare, |least| least.min(spare)));
        }
    }
    // What has to be won at once has no limit that could be lower.
    let at_once = limit.clocks.single().is_some_and(|clock| clock.counted == Counted::AtOnce);
    limit.spare = limit.spare.filter(|_| limit.taken == 0).map(|spare| if at_once { 0 } else { spare });
    if limit.clocks.single().is_none() {
        // Several limits have no one number that could be lower.
        limit.spare = None;
    }
    Ok(limit)
}

/// Materials with more pieces than this keep the bound of their table.
const MOST_SETTLED: u32 = 4;

/// Whether the table of a limit is a bound that can be made exact.
fn clocks_together(limit: &Limit) -> bool {
    limit.clocks.single().is_none() && limit.material.pieces() <= MOST_SETTLED
}

/// Looks at every position that a table of several clocks does not call won: there may be another way to win it.
fn settle(tablebase: &Tablebase, limit: &mut Limit, threads: usize) -> Result<(), ProbeError> {
    let mut umpire = tablebase.umpire(&limit.clocks.clocks);
    let mut taken = Vec::new();
    let mut exact = true;
    for place in doubtful(tablebase, limit.material, &limit.clocks, threads)? {
        let position = tablebase.position(limit.material, place.half, place.entry).expect("an entry has a position");
        let judgement = umpire.judge(&position, &umpire.fresh(&position))?;
        exact &= judgement.exact;
        if matches!(judgement.value, RuleValue::CursedWin | RuleValue::BlessedLoss) {
            taken.push(place);
        }
    }
    limit.exact = exact;
    limit.taken = taken.len() as u64;
    limit.example = taken.first().copied();
    Ok(())
}
