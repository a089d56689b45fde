//! Three pieces against a lone king, by who stands on the main road.

use crate::board::{Bits, View};
use crate::gather::{Look, gather};
use crate::index::{Material, Side};
use crate::probe::{ProbeError, Prober, Tablebase, Value};
use crate::rules::{BitsOf, GameVisitor, Movement, Variant, can_capture, main_road, visit};
use crate::threads;

/// Who stands on the main road with a king. Counts are of sets of squares: kings are not told apart.
///
/// ```
/// use petrov_build::study::Class;
///
/// assert_eq!(Class::ALL.len(), 4);
/// assert_ne!(Class::A.text(), Class::C.text());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// The lone king alone.
    A,
    /// The lone king and a king of the stronger side.
    B,
    /// A king of the stronger side alone: it owns the road.
    C,
    /// Nobody.
    D,
}

impl Class {
    /// All classes.
    pub const ALL: [Class; 4] = [Class::A, Class::B, Class::C, Class::D];

    /// The class in words.
    pub fn text(self) -> &'static str {
        match self {
            Class::A => "the lone king alone on the road",
            Class::B => "the lone king and a strong king on the road",
            Class::C => "a strong king alone on the road",
            Class::D => "no king on the road",
        }
    }
}

/// Positions of one class with one side to move, by what they are worth to the stronger side.
///
/// ```
/// use petrov_build::study::Tally;
///
/// let mut tally = Tally::default();
/// tally.moves = vec![0, 2, 1, 4]; // two wins in one move, one in two, four in three
/// assert_eq!((tally.most_moves(), tally.beyond(1)), (3, 5));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// The stronger side wins.
    pub won: u64,
    /// Draws.
    pub drawn: u64,
    /// The lone king wins.
    pub lost: u64,
    /// By moves of the stronger side to the end: how many are won in so many.
    pub moves: Vec<u64>,
    /// The most plies of a win, and the lowest entry that takes them.
    pub longest: Option<(u16, u64)>,
}

impl Tally {
    /// The most moves of a win; 0 without any.
    pub fn most_moves(&self) -> usize {
        self.moves.len().saturating_sub(1)
    }

    /// How many wins take more moves than this.
    pub fn beyond(&self, moves: usize) -> u64 {
        self.moves.iter().skip(moves + 1).sum()
    }

    fn add(&mut self, value: Value, plies: Option<u16>, entry: u64) {
        match value {
            Value::Draw => self.drawn += 1,
            Value::Loss => self.lost += 1,
            Value::Win => {
                self.won += 1;
                let plies = plies.unwrap_or(0);
                // Those of the stronger side: with the lone king to move, plies are even.
                let moves = usize::from(plies.div_ceil(2));
                self.moves.resize(self.moves.len().max(moves + 1), 0);
                self.moves[moves] += 1;
                if self.longest.is_none_or(|(most, _)| plies > most) {
                    self.longest = Some((plies, entry));
                }
            }
        }
    }

    fn merge(&mut self, other: &Tally) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.moves.resize(self.moves.len().max(other.moves.len()), 0);
        self.moves.iter_mut().zip(&other.moves).for_each(|(mine, theirs)| *mine += theirs);
        if let Some(longest) = other.longest
            && self.longest.is_none_or(|mine| longest.0 > mine.0)
        {
            self.longest = Some(longest);
        }
    }
}

/// What the tables say of a material of three pieces against a lone king.
///
/// ```
/// # use petrov_build::solve::{Plan, Progress, Request, build};
/// # use petrov::{Tablebase, format::{Catalog, game_folder}, rules};
/// # use petrov_build::study::{Class, Road, road};
///
/// # let folder = tempfile::tempdir()?;
/// # let game = rules::game("russian").unwrap();
/// # let mut catalog = Catalog::new(game.id);
/// # let plan = Plan::new(game, &Request::new(["KKKvK".parse()?]).with_threads(1), &catalog)?;
/// # build(&plan, &game_folder(folder.path(), game.id), u64::MAX, &mut catalog, &Progress::default(), &|_| ())?;
/// # let mut tablebase = Tablebase::new(game);
/// # tablebase.add_directory(folder.path())?;
/// let road: Road = road(&tablebase, "KKKvK".parse()?, 2)?;
/// // Petrov's triangle: three kings win when they own the main road.
/// let theirs = &road.calm[0][Class::C as usize];
/// assert_eq!((theirs.drawn, theirs.lost), (0, 0));
/// assert!(theirs.won > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Road {
    /// The material.
    pub material: Material,
    /// By half (the stronger side to move, then the lone king) and class: all positions.
    pub all: [[Tally; 4]; 2],
    /// The same of calm positions, in which neither side can capture.
    pub calm: [[Tally; 4]; 2],
}

/// Tallies a material of three pieces against a lone king, on so many threads.
///
/// # Errors
/// If its tables of values and distances, or those to which captures lead, are missing or cannot be used.
///
/// # Panics
/// If the material is none of those, or the threads cannot be started.
///
/// ```
/// # use petrov_build::solve::{Plan, Progress, Request, build};
/// # use petrov::{Tablebase, format::{Catalog, game_folder}, rules};
/// # use petrov_build::study::{Class, Road, road};
///
/// # let folder = tempfile::tempdir()?;
/// # let game = rules::game("russian").unwrap();
/// # let mut catalog = Catalog::new(game.id);
/// # let plan = Plan::new(game, &Request::new(["KKKvK".parse()?]).with_threads(1), &catalog)?;
/// # build(&plan, &game_folder(folder.path(), game.id), u64::MAX, &mut catalog, &Progress::default(), &|_| ())?;
/// # let mut tablebase = Tablebase::new(game);
/// # tablebase.add_directory(folder.path())?;
/// let road: Road = road(&tablebase, "KKKvK".parse()?, 2)?;
/// // Petrov's triangle: three kings win when they own the main road.
/// let theirs = &road.calm[0][Class::C as usize];
/// assert_eq!((theirs.drawn, theirs.lost), (0, 0));
/// assert!(theirs.won > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn road(tablebase: &Tablebase, material: Material, threads: usize) -> Result<Road, ProbeError> {
    assert_eq!(
        (material.first().pieces(), material.second()),
        (3, Side { kings: 1, men: 0 }),
        "three against a lone king"
    );
    struct Count<'a>(&'a Tablebase, Material);
    impl GameVisitor for Count<'_> {
        type Output = Result<Road, ProbeError>;
        fn visit<V: Variant>(self) -> Self::Output {
            count::<V::Movement>(self.0, self.1)
        }
    }
    let work = || visit(tablebase.game(), Count(tablebase, material)).expect("a game with known rules");
    threads::on(threads, work).unwrap_or_else(|why| panic!("the threads cannot be started: {why}"))
}

type Tallies = [[Tally; 4]; 2];

fn count<M: Movement>(tablebase: &Tablebase, material: Material) -> Result<Road, ProbeError> {
    let mut road = Road { material, all: Default::default(), calm: Default::default() };
    for (half, sides) in material.halves().enumerate() {
        let counting = || Counting::<M> { prober: tablebase.prober(), half, tallies: Default::default() };
        [road.all[half], road.calm[half]] = gather(sides, &|_| true, &|_| true, &counting)?;
    }
    Ok(road)
}

/// Counts the positions of a half: all, and those that are calm.
struct Counting<'a, M: Movement> {
    prober: Prober<'a, M>,
    half: usize,
    tallies: Tallies,
}

impl<M: Movement> Look<M> for Counting<'_, M> {
    type Found = Tallies;

    fn look(&mut self, entry: u64, view: &View<BitsOf<M>>) -> Result<(), ProbeError> {
        let outcome = self.prober.outcome(view, true)?;
        let stronger_moves = self.half == 0;
        let value = if stronger_moves { outcome.value } else { outcome.value.opposite() };
        let class = class_of::<M>(view, stronger_moves) as usize;
        self.tallies[0][class].add(value, outcome.distance, entry);
        if !can_capture::<M>(view) && !can_capture::<M>(&view.turned::<M::Board>()) {
            self.tallies[1][class].add(value, outcome.distance, entry);
        }
        Ok(())
    }

    fn found(self) -> Tallies {
        self.tallies
    }

    fn merge(mut one: Tallies, other: Tallies) -> Tallies {
        for (mine, theirs) in one.iter_mut().flatten().zip(other.iter().flatten()) {
            mine.merge(theirs);
        }
        one
    }
}

fn class_of<M: Movement>(view: &View<BitsOf<M>>, stronger_moves: bool) -> Class {
    let road = main_road::<M::Board>();
    let (mover, other) = ((view.mover_kings & road).any(), (view.other_kings & road).any());
    let (strong, lone) = if stronger_moves { (mover, other) } else { (other, mover) };
    match (lone, strong) {
        (true, false) => Class::A,
        (true, true) => Class::B,
        (false, true) => Class::C,
        (false, false) => Class::D,
    }
}
