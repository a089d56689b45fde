//! Games that are played to the end: what is won is won in time, what a rule has taken away is held.

use super::promises::all_shapes;
use super::together::sets_that_always_run;
use super::*;

/// How a side chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// The first move of the list.
    First,
    /// Any move.
    Random,
}

/// A game that is played under clocks.
struct Replay<'u, 't, 'r> {
    umpire: &'u mut Umpire<'t>,
    random: &'r mut Random,
    /// The positions so far, and where the clocks stood.
    line: Vec<(Position, Vec<ClockState>)>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The side to move has no move.
    Lost,
    /// A rule has made the draw, or nobody can win any more.
    Draw,
}

impl Replay<'_, '_, '_> {
    fn now(&self) -> &(Position, Vec<ClockState>) {
        self.line.last().unwrap()
    }

    fn says(&self) -> String {
        let step = |(position, states): &(Position, Vec<ClockState>)| {
            let counts: Vec<_> = states.iter().map(|state| state.count).collect();
            format!("{} {counts:?}", write(position))
        };
        let line: Vec<String> = self.line.iter().map(step).collect();
        format!("{}\n{}", line.join("\n"), write_states(&self.line[0].1))
    }

    fn moves(&mut self) -> Vec<RuledMove> {
        let (position, states) = self.now().clone();
        let moves = self.umpire.moves(&position, &states).unwrap();
        for ruled in &moves {
            assert_eq!(self.umpire.after(&position, &states, &ruled.mv).unwrap(), ruled.states, "{ruled:?}");
        }
        moves
    }

    fn choose(&mut self, moves: &[RuledMove], choice: Choice) -> RuledMove {
        let number = if choice == Choice::First { 0 } else { self.random.below(moves.len() as u64) };
        moves[number as usize].clone()
    }

    /// The winner plays the first move of the list and wins before any clock has run out, without repeating a position where
    /// the clocks stand as they did: with one that a king starts anew it may come back once they have counted less.
    fn win(&mut self, winner_moves: bool, loser: Choice) {
        for ply in 0.. {
            let moves = self.moves();
            let winner_moves = winner_moves == (ply % 2 == 0);
            let Some(first) = moves.first() else {
                assert!(!winner_moves, "the winner has no move\n{}", self.says());
                return;
            };
            let expected = if winner_moves { RuleValue::Win } else { RuleValue::Loss };
            assert_eq!(first.value, expected, "{first:?}\n{}", self.says());
            let played = self.choose(&moves, if winner_moves { Choice::First } else { loser });
            let states = played.states.clone();
            let states = states.unwrap_or_else(|| panic!("{} makes a draw\n{}", write(&played.after), self.says()));
            let fresher = self.umpire.clocks().iter().any(|clock| clock.comes_back());
            let same = |(position, earlier): &(Position, Vec<ClockState>)| {
                *position == played.after && (!fresher || *earlier == states)
            };
            let repeats = self.line.iter().any(same);
            self.line.push((played.after, states));
            assert!(!repeats, "a repetition\n{}", self.says());
        }
    }

    /// The defender plays the first move of the list until a rule makes the draw; nobody wins against him.
    fn hold(&mut self, attacker_moves: bool, attacker: Choice) -> End {
        // Where no clock runs the attacker may go to and fro for ever.
        for ply in 0..300 {
            let moves = self.moves();
            let attacker_moves = attacker_moves == (ply % 2 == 0);
            let Some(first) = moves.first() else {
                assert!(attacker_moves, "the defender has lost\n{}", self.says());
                return End::Lost;
            };
            match first.value {
                RuleValue::Draw => return End::Draw,
                // An attacker who gives it away may even lose.
                RuleValue::Loss | RuleValue::BlessedLoss if attacker_moves => return End::Lost,
                RuleValue::Win | RuleValue::CursedWin if !attacker_moves => return End::Lost,
                value => assert!(!matches!(value, RuleValue::Win | RuleValue::Loss), "{first:?}\n{}", self.says()),
            }
            let played = self.choose(&moves, if attacker_moves { attacker } else { Choice::First });
            let Some(states) = played.states.clone() else { return End::Draw };
            self.line.push((played.after, states));
        }
        End::Draw
    }
}

/// Whether a clock that runs on where its scope has ended counts the moves of one side, and by the pieces the stronger side
/// is not the one that wins: outside the scope it is taken for the other one, as the count does not say.
fn changes_sides(clock: &Clock, position: &Position, value: RuleValue) -> bool {
    let view = position.view::<Board>();
    let mover_wins = matches!(value, RuleValue::Win | RuleValue::CursedWin);
    let (mover, other) = (view.mover_side(), view.other_side());
    let (winner, loser) = if mover_wins { (mover, other) } else { (other, mover) };
    let one_side = matches!(clock.counted, Counted::Stronger | Counted::Weaker);
    clock.runs_on() && one_side && clock.covers(winner, loser) && !has(clock.scope.stronger, winner)
}

fn has(pieces: Pieces, side: Side) -> bool {
    let of = |count: Count, number| (count.0..=count.1).contains(&number);
    of(pieces.kings, side.kings) && of(pieces.men, side.men) && of(pieces.all, side.pieces())
}

/// Plays from a position: what is won is won, what a rule has taken away is held.
fn play_from(umpire: &mut Umpire<'_>, random: &mut Random, position: &Position, counts: &mut Played) {
    let fresh = umpire.fresh(position);
    let judged = umpire.judge(position, &fresh).unwrap();
    if umpire.clocks().iter().any(|clock| changes_sides(clock, position, judged.value)) {
        return;
    }
    for choice in [Choice::First, Choice::Random] {
        let line = vec![(*position, fresh.clone())];
        let mut replay = Replay { umpire: &mut *umpire, random: &mut *random, line };
        match judged.value {
            RuleValue::Win => replay.win(true, choice),
            RuleValue::Loss => replay.win(false, choice),
            RuleValue::CursedWin if judged.exact => drop(replay.hold(true, choice)),
            RuleValue::BlessedLoss if judged.exact => drop(replay.hold(false, choice)),
            _ => return,
        }
        counts.plies += replay.line.len() - 1;
    }
    match judged.value {
        RuleValue::Win | RuleValue::Loss => counts.won += 1,
        _ => counts.held += 1,
    }
}

/// What was played.
#[derive(Clone, Copy, Debug, Default)]
struct Played {
    won: usize,
    held: usize,
    plies: usize,
}

/// Plays from random positions of a material that somebody wins without rules.
fn play_material(tables: &Tables, clocks: &[&'static Clock], material: Material, games: usize) -> Played {
    let mut umpire = tables.base.umpire(clocks);
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ u64::from(material.pieces()));
    let halves = material.halves().count() as u64;
    let of_half = entries::<Board>(material).unwrap() / halves;
    let mut played = Played::default();
    // Some materials have few decided positions.
    for _ in 0..games * 20 {
        let (half, entry) = (random.below(halves) as usize, random.below(of_half));
        let position = tables.base.position(material, half, entry).unwrap();
        if tables.base.probe_wdl(&position).unwrap() != Value::Draw {
            play_from(&mut umpire, &mut random, &position, &mut played);
        }
        if played.won + played.held >= games {
            break;
        }
    }
    played
}

/// Plays so many games with each clock that concerns a material, and with the default set.
fn play_clocks(tables: &Tables, materials: &[Material], alone: usize, together: usize) {
    let default: Vec<&'static Clock> = tables.game.clocks.iter().filter(|clock| clock.default).collect();
    for &material in materials {
        let concerns = |clock: &&'static Clock| clock.concerns(material.first(), material.second());
        let one_clock = tables.clocks().into_iter().filter(concerns).map(|clock| (vec![clock], alone));
        let all = one_clock.chain([(default.clone(), together)]);
        for (clocks, games) in all.filter(|&(_, games)| games > 0) {
            let begin = Instant::now();
            let played = play_material(tables, &clocks, material, games);
            let ids: Vec<&str> = clocks.iter().map(|clock| clock.id).collect();
            println!("{material} {}: {played:?} {:.1?}", ids.join("+"), begin.elapsed());
        }
    }
}

#[test]
fn games_are_won_and_held() {
    play_clocks(russian_tables(), &up_to(3), 300, 300);
    play_clocks(russian_tables(), &materials(&["KKKvK", "KMMvK"]), 300, 300);
}

#[test]
fn games_under_strict_clocks_are_won_and_held() {
    let tables = Tables::with_clocks(&with_limits(&all_shapes(), [1, 2, 4]), &few_kings().materials);
    for clock in tables.clocks() {
        for material in materials(&["KKvK", "KMvK"]) {
            play_material(&tables, &[clock], material, 60);
        }
    }
    for clocks in sets_that_always_run() {
        let tables = Tables::with_clocks(&clocks, &few_kings().materials);
        for material in materials(&["KKvK", "KMvK"]) {
            play_material(&tables, &tables.clocks(), material, 200);
        }
    }
}

/// All positions that clocks of some shapes take away, held against both ways to attack.
#[test]
fn every_win_that_is_taken_away_is_held() {
    let strict = [
        clock(Scope::ANY, Until::Conversion, Counted::Each, 2),
        clock(TWO_KINGS, Until::Conversion, Counted::Stronger, 3),
        clock(TWO_KINGS, Until::End, Counted::Weaker, 3),
        clock(TWO_PIECES, Until::Zeroing, Counted::Each, 2),
        clock(on_road(Road::Weaker, TWO_PIECES), Until::End, Counted::Stronger, 2),
        clock(Scope::ANY, Until::Conversion, Counted::AtOnce, 0),
    ];
    let tables = Tables::with_clocks(&strict, &few_kings().materials);
    for clock in tables.clocks() {
        let mut umpire = tables.base.umpire(&[clock]);
        let mut random = Random(0x0123_4567_89ab_cdef);
        let mut played = Played::default();
        for known in few_kings().decided() {
            let fresh = umpire.fresh(&known.position);
            if !matches!(judge_now(&mut umpire, known, &fresh), RuleValue::Win | RuleValue::Loss) {
                play_from(&mut umpire, &mut random, &known.position, &mut played);
            }
        }
        assert!(played.held > 0, "{}: takes nothing away", says(clock));
        println!("{}: {played:?}", says(clock));
    }
}

fn judge_now(umpire: &mut Umpire<'_>, known: &Known, states: &[ClockState]) -> RuleValue {
    umpire.judge(&known.position, states).unwrap().value
}

/// Four pieces under each clock alone: 10,000 games, or as many as the variable says.
#[test]
#[ignore = "takes an hour"]
fn four_pieces_are_won_and_held() {
    play_four_pieces(|games| (games, 0));
}

/// The same under the default set.
#[test]
#[ignore = "takes minutes"]
fn four_pieces_are_won_and_held_under_all_clocks_together() {
    play_four_pieces(|games| (0, games));
}

fn play_four_pieces(games: impl Fn(usize) -> (usize, usize)) {
    let (alone, together) = games(std::env::var("PETROV_GAMES").map_or(10_000, |games| games.parse().unwrap()));
    let materials: Vec<Material> = Material::all(4);
    let begin = Instant::now();
    let tables = Tables::build(Russian::GAME, &materials);
    println!("built in {:.1?}", begin.elapsed());
    play_clocks(&tables, &materials, alone, together);
}
