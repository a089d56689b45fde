//! What people say of the draw rules, held against the tables.

use std::fmt;

use super::thresholds::{Study, fen, verdict};
use super::words;
use petrov::index::Material;
use petrov::probe::Tablebase;
use petrov::rules::Game;
use petrov_build::study::{Class, Limit, Place, Road, Tally, Verdict};

/// How a claim fares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    Confirmed,
    /// Right but for what the answer says.
    Corrected,
    Refuted,
}

impl Finding {
    pub(super) fn name(self) -> &'static str {
        match self {
            Finding::Confirmed => "confirmed",
            Finding::Corrected => "corrected",
            Finding::Refuted => "refuted",
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A claim, and what the tables say.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub(super) text: &'static str,
    pub(super) source: &'static str,
    pub(super) finding: Finding,
    pub(super) answer: String,
    /// A position that shows it.
    pub(super) example: Option<String>,
}

/// What one clock leaves over all materials.
#[derive(Debug)]
pub(super) struct Whole<'a> {
    pub(super) won: u64,
    pub(super) taken: u64,
    /// Whether that is exact, and not only the most that it can be.
    pub(super) exact: bool,
    /// The material with the slowest win of those where the clock runs.
    pub(super) worst: Option<&'a Limit>,
    pub(super) spare: Option<u32>,
    /// A position that is taken, or else the slowest win.
    pub(super) example: Option<(Material, Place)>,
}

impl<'a> Whole<'a> {
    pub(super) fn new(limits: &'a [Limit]) -> Whole<'a> {
        let worst = limits.iter().filter(|limit| limit.worst.is_some()).reduce(|most, limit| {
            if limit.worst.map(|(plies, _)| plies) > most.worst.map(|(plies, _)| plies) { limit } else { most }
        });
        let taken = limits.iter().find_map(|limit| Some((limit.material, limit.example?)));
        Whole {
            won: limits.iter().map(|limit| limit.won).sum(),
            taken: limits.iter().map(|limit| limit.taken).sum(),
            exact: limits.iter().all(|limit| limit.exact),
            worst,
            spare: limits.iter().filter_map(|limit| limit.spare).min(),
            example: taken.or(worst.and_then(|limit| Some((limit.material, limit.worst?.1)))),
        }
    }

    /// The verdict in words.
    pub(super) fn verdict(&self) -> String {
        match (self.taken, self.spare) {
            (1.., _) if !self.exact => format!("may cost wins ({} at most)", words::share(self.taken, self.won)),
            (1.., _) => format!("costs wins ({})", words::share(self.taken, self.won)),
            (0, Some(0)) => "exact".to_owned(),
            (0, Some(moves)) => format!("generous by {}", words::counted(moves.into(), "move", "moves")),
            (0, None) if self.worst.is_some() => "costs nothing".to_owned(),
            (0, None) => "never runs here".to_owned(),
        }
    }
}

/// What is said of the rules of a game, as far as the tables are there that tell.
pub(super) fn claims(game: &Game, study: &Study, tablebase: &Tablebase) -> Vec<Claim> {
    let facts = Facts { game, study, tablebase };
    // The claims are about Russian draughts; games with the same kings play out the same for three of them.
    if game.clock("ru.3k1").is_none_or(|clock| !clock.default) {
        return Vec::new();
    }
    let all = [
        facts.triangle(13, "Petrov's triangle wins not later than the 13th move", "Russian Wikipedia"),
        facts.triangle(12, "Petrov's triangle wins in 12 moves", "folklore"),
        facts.king_on_the_road(),
        facts.five_moves_on_the_road(),
        facts.fifteen_moves("KKKvK", "ru.3k1", "15 moves are enough for three kings against a lone king", "Codex, R2'"),
        facts.fifteen_moves(
            "KMMvK",
            "ru.3p1",
            "a king and two men need no more than 15 moves against a lone king",
            "Sport rules of the Ministry, R2",
        ),
        facts.balance(),
        facts.kings_only(),
    ];
    all.into_iter().flatten().collect()
}

struct Facts<'a> {
    game: &'a Game,
    study: &'a Study,
    tablebase: &'a Tablebase,
}

impl Facts<'_> {
    fn road(&self, material: &str) -> Option<&Road> {
        let material: Material = material.parse().ok()?;
        self.study.roads.iter().find(|road| road.material == material)
    }

    fn limit(&self, clock: &str, material: &str) -> Option<&Limit> {
        let material: Material = material.parse().ok()?;
        self.study.limits.iter().find(|limit| limit.clocks.id == clock && limit.material == material)
    }

    fn fen(&self, material: Material, half: usize, entry: u64) -> String {
        fen(self.game, self.tablebase, material, Place { half, entry })
    }

    /// Three kings that own the main road, the lone king off it.
    fn triangle(&self, most: usize, text: &'static str, source: &'static str) -> Option<Claim> {
        let road = self.road("KKKvK")?;
        let [first, second] = [0, 1].map(|half| &road.calm[half][Class::C as usize]);
        let beyond = [first, second].map(|tally| tally.beyond(most));
        let finding = match beyond {
            [0, 0] if first.most_moves().max(second.most_moves()) == most => Finding::Confirmed,
            [0, 0] => Finding::Corrected,
            _ => Finding::Refuted,
        };
        let answer = format!(
            "of {} positions in which three kings are to move, own the road and nobody can capture, {} are won, the slowest on \
             move {}; of {} with the lone king to move {} are, the slowest on move {} of the three; {} and {} take more than {most}",
            words::number(total(first)),
            words::number(first.won),
            first.most_moves(),
            words::number(total(second)),
            words::number(second.won),
            second.most_moves(),
            words::number(beyond[0]),
            words::number(beyond[1]),
        );
        let example = first.longest.map(|(_, entry)| self.fen(road.material, 0, entry));
        Some(Claim { text, source, finding, answer, example })
    }

    fn king_on_the_road(&self) -> Option<Claim> {
        let road = self.road("KKKvK")?;
        let of = |half: usize, class: Class| &road.calm[half][class as usize];
        let [alone, alone_moves] = [0, 1].map(|half| of(half, Class::A));
        let [shared, shared_moves] = [0, 1].map(|half| of(half, Class::B));
        let won = alone.won + alone_moves.won;
        let finding = if won == 0 { Finding::Confirmed } else { Finding::Corrected };
        let part = |tally: &Tally| format!("{} of {}", words::number(tally.won), words::number(total(tally)));
        let answer = format!(
            "against three kings, positions in which nobody can capture and it is alone on the road are lost all the same in {} \
             with the kings to move (in at most {} moves) and in {} with the lone king to move; where a strong king is on the road \
             too, in {} and {}",
            part(alone),
            alone.most_moves(),
            part(alone_moves),
            part(shared),
            part(shared_moves),
        );
        let example = alone.longest.map(|(_, entry)| self.fen(road.material, 0, entry));
        Some(Claim {
            text: "a lone king on the main road draws against three kings",
            source: "common knowledge",
            finding,
            answer,
            example,
        })
    }

    fn five_moves_on_the_road(&self) -> Option<Claim> {
        let mut parts = Vec::new();
        let mut example = None;
        let mut slow = 0;
        for material in ["KKKvK", "KKMvK", "KMMvK", "MMMvK"] {
            let road = self.road(material)?;
            let on_road = |half: usize| [Class::A, Class::B].map(|class| &road.all[half][class as usize]);
            let tallies: Vec<&Tally> = [0, 1].into_iter().flat_map(on_road).collect();
            let beyond: u64 = tallies.iter().map(|tally| tally.beyond(5)).sum();
            let won: u64 = tallies.iter().map(|tally| tally.won).sum();
            let most = tallies.iter().map(|tally| tally.most_moves()).max().unwrap_or(0);
            let again = self.limit("ru.road5.take", material).map_or_else(String::new, |limit| {
                format!(", counted anew on each return {} of all wins of the material", words::number(limit.taken))
            });
            parts.push(format!(
                "{material}: {} of {} wins from the road take more than 5 moves (the slowest {most}){again}",
                words::number(beyond),
                words::number(won)
            ));
            slow += beyond;
            if example.is_none() {
                let slowest = on_road(0).into_iter().filter_map(|tally| tally.longest).max_by_key(|&(plies, _)| plies);
                example = slowest.filter(|&(plies, _)| plies > 9).map(|(_, entry)| self.fen(road.material, 0, entry));
            }
        }
        let finding = if slow == 0 { Finding::Confirmed } else { Finding::Refuted };
        Some(Claim {
            text: "three pieces that can take a lone king on the main road at all do so by their 5th move",
            source: "Sport rules of the Ministry, R5a",
            finding,
            answer: parts.join("; "),
            example,
        })
    }

    fn fifteen_moves(
        &self,
        material: &'static str,
        clock: &str,
        text: &'static str,
        source: &'static str,
    ) -> Option<Claim> {
        let road = self.road(material)?;
        let tallies = || road.all.iter().flatten();
        let beyond: u64 = tallies().map(|tally| tally.beyond(15)).sum();
        let most = tallies().map(Tally::most_moves).max().unwrap_or(0);
        let limit = self.limit(clock, material)?;
        let finding = match (beyond, limit.taken) {
            (0, 0) => Finding::Confirmed,
            (_, 0) => Finding::Corrected,
            _ => Finding::Refuted,
        };
        let answer = format!(
            "to the last capture {} of {} wins take more than 15 moves, the slowest {most}; under {} (a capture or promotion \
             starts the count anew) {} {}: the rule {}",
            words::number(beyond),
            words::number(limit.won),
            limit.clocks.id,
            words::number(limit.taken),
            if limit.taken == 1 { "win is a draw" } else { "wins are draws" },
            says(limit),
        );
        let taken = limit.example.or(limit.worst.map(|(_, place)| place));
        let example = taken.map(|place| self.fen(road.material, place.half, place.entry));
        Some(Claim { text, source, finding, answer, example })
    }

    fn balance(&self) -> Option<Claim> {
        let mut parts = Vec::new();
        let mut example = None;
        let mut taken = 0;
        for clock in ["ru.bal5", "ru.bal30", "ru.bal60"] {
            let limits: Vec<Limit> =
                self.study.limits.iter().filter(|limit| limit.clocks.id == clock).cloned().collect();
            if limits.is_empty() {
                continue;
            }
            let whole = Whole::new(&limits);
            taken += whole.taken;
            let slowest = whole.worst.and_then(|limit| Some((limit.worst_moves()?, limit.material)));
            let slowest =
                slowest.map_or_else(String::new, |(moves, of)| format!(", the slowest takes {moves} moves ({of})"));
            parts.push(format!(
                "{clock} takes {} of {} wins{slowest}: {}",
                words::number(whole.taken),
                words::number(whole.won),
                whole.verdict()
            ));
            example = whole.example.map(|(material, place)| self.fen(material, place.half, place.entry)).or(example);
        }
        let finding = if taken == 0 { Finding::Confirmed } else { Finding::Refuted };
        let answer = parts.join("; ");
        (!answer.is_empty()).then_some(Claim {
            text: "5, 30 and 60 moves without a capture or promotion are enough with 2-3, 4-5 and 6-7 pieces",
            source: "Codex, R3",
            finding,
            answer,
            example,
        })
    }

    fn kings_only(&self) -> Option<Claim> {
        let limits: Vec<Limit> =
            self.study.limits.iter().filter(|limit| limit.clocks.id == "ru.kings15").cloned().collect();
        let whole = Whole::new(&limits);
        let slowest = whole.worst?;
        let answer = format!(
            "{} of {} wins are draws by it; the slowest needs {} moves of the kings ({}): {}",
            words::number(whole.taken),
            words::number(whole.won),
            slowest.worst_moves()?,
            slowest.material,
            whole.verdict()
        );
        let finding = if whole.taken == 0 { Finding::Confirmed } else { Finding::Refuted };
        let example = whole.example.map(|(material, place)| self.fen(material, place.half, place.entry));
        Some(Claim {
            text: "no win needs more than 15 moves of kings alone",
            source: "Codex, R6",
            finding,
            answer,
            example,
        })
    }
}

fn total(tally: &Tally) -> u64 {
    tally.won + tally.drawn + tally.lost
}

/// The verdict as the end of a sentence.
fn says(limit: &Limit) -> String {
    match limit.verdict() {
        Verdict::Exact | Verdict::Generous(_) => format!("is {}", verdict(limit)),
        _ => verdict(limit),
    }
}
