//! The numbering of positions: every position has one number, every number one position, and the totals are known.

use crate::cases::Random;
use petrov::board::{Board, Board8x8, Board10x8, Board10x10, Board12x12};
use petrov::index::{Layout, Material, Side, entries};
use petrov::internals::board::cpu::{Cpu, Portable, Task, dispatch};
use petrov::internals::board::{Bits, View};

type Bits8x8 = <Board8x8 as Board>::Bits;

/// Calls `found` with every position of this many pieces on 8x8, without any numbering.
fn every_view(pieces: u32, found: &mut impl FnMut(View<Bits8x8>)) {
    fn fill(square: u32, left: u32, view: View<Bits8x8>, found: &mut impl FnMut(View<Bits8x8>)) {
        if left == 0 {
            return found(view);
        }
        if square == 32 {
            return;
        }
        let bit = Bits8x8::bit(Board8x8::bit_of(square));
        let mut put = |view| fill(square + 1, left - 1, view, found);
        put(View { mover_kings: view.mover_kings | bit, ..view });
        put(View { other_kings: view.other_kings | bit, ..view });
        if square < 28 {
            put(View { mover_men: view.mover_men | bit, ..view });
        }
        if square >= 4 {
            put(View { other_men: view.other_men | bit, ..view });
        }
        fill(square + 1, left, view, found);
    }
    fill(0, pieces, View::default(), found);
}

/// A half of a slice and which of its numbers have come up.
struct Half {
    layout: Layout<Board8x8>,
    seen: Vec<bool>,
}

fn check_all_of_8x8(pieces: u32) {
    let sides = |view: &View<Bits8x8>| {
        let side = |kings: Bits8x8, men: Bits8x8| Side { kings: kings.count(), men: men.count() };
        (side(view.mover_kings, view.mover_men), side(view.other_kings, view.other_men))
    };
    let mut halves: Vec<((Side, Side), Half)> = Vec::new();
    for (mover, other) in Material::all(pieces).into_iter().flat_map(Material::halves) {
        let layout = Layout::new(mover, other).unwrap();
        let seen = vec![false; layout.entries() as usize];
        halves.push(((mover, other), Half { layout, seen }));
    }
    every_view(pieces, &mut |view| {
        let sides = sides(&view);
        if sides.0.pieces() == 0 || sides.1.pieces() == 0 {
            return;
        }
        let (_, half) = halves.iter_mut().find(|(known, _)| *known == sides).unwrap();
        let entry = half.layout.entry(Portable, &view);
        let seen = &mut half.seen[entry as usize];
        assert!(!*seen, "{sides:?}: two positions have the number {entry}");
        *seen = true;
        assert_eq!(half.layout.view(Portable, entry), view, "{sides:?} {entry}");
    });
    for (sides, half) in halves {
        assert!(half.seen.iter().all(|&seen| seen), "{sides:?}: every number has a position");
    }
}

#[test]
fn every_position_of_few_pieces() {
    (2..=4).for_each(check_all_of_8x8);
}

/// Numbers and positions of one half, there and back.
struct ThereAndBack<'a, B: Board> {
    layout: &'a Layout<B>,
    numbers: &'a [u64],
}

impl<B: Board> Task for ThereAndBack<'_, B> {
    type Output = Vec<View<B::Bits>>;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Vec<View<B::Bits>> {
        let there_and_back = |&entry: &u64| {
            let view = self.layout.view(cpu, entry);
            assert_eq!(self.layout.entry(cpu, &view), entry);
            view
        };
        self.numbers.iter().map(there_and_back).collect()
    }
}

/// Whether every piece stands alone on a square where it may stand.
fn is_valid<B: Board>(view: &View<B::Bits>) -> bool {
    let sets = [view.mover_men, view.mover_kings, view.other_men, view.other_kings];
    let pieces: u32 = sets.iter().map(|set| set.count()).sum();
    let outside = view.mover_men & !B::MEN_UP | view.other_men & !B::MEN_DOWN | view.occupied() & !B::PLAYING;
    pieces == view.occupied().count() && outside.is_empty()
}

fn check_random<B: Board>(seed: u64) {
    const HALVES: usize = 400;
    const NUMBERS: usize = 500;
    let mut random = Random(seed);
    let materials: Vec<Vec<Material>> = (5..=8).map(Material::all).collect();
    for half in 0..HALVES {
        let materials = &materials[half % materials.len()];
        let material = materials[random.below(materials.len() as u64) as usize];
        let (mover, other) =
            material.halves().nth(random.below(2) as usize).unwrap_or((material.first(), material.second()));
        let layout = Layout::<B>::new(mover, other).unwrap();
        let mut numbers: Vec<u64> = (2..NUMBERS).map(|_| random.below(layout.entries())).collect();
        numbers.extend([0, layout.entries() - 1]);
        let views = ThereAndBack { layout: &layout, numbers: &numbers }.run(Portable);
        assert_eq!(dispatch(ThereAndBack { layout: &layout, numbers: &numbers }), views, "{material}");
        for view in &views {
            assert!(is_valid::<B>(view) && Material::of(view) == Ok(material), "{material} {view:?}");
        }
    }
}

#[test]
fn random_positions_of_many_pieces() {
    check_random::<Board8x8>(1);
    check_random::<Board10x8>(2);
    check_random::<Board10x10>(3);
    check_random::<Board12x12>(4);
}

/// Positions of all materials of this many pieces, no side with more than `side_max`.
fn total<B: Board>(pieces: u32, side_max: u32) -> u64 {
    let materials = Material::all(pieces).into_iter().filter(|material| material.first().pieces() <= side_max);
    materials.map(|material| entries::<B>(material).unwrap()).sum()
}

#[test]
fn known_totals() {
    let small: Vec<u64> = (2..=8).map(|pieces| total::<Board8x8>(pieces, 8)).collect();
    let expected = [3_488, 196_032, 6_209_316, 139_450_808, 2_426_085_676, 34_243_113_624, 403_190_250_561];
    assert_eq!(small, expected);
    // Published: the number of positions of English draughts with up to 4 pieces.
    assert_eq!(small[..3].iter().sum::<u64>(), 6_408_836);
    let large: Vec<u64> = (2..=6).map(|pieces| total::<Board10x10>(pieces, 8)).collect();
    assert_eq!(large, [8_845, 806_300, 41_971_200, 1_570_600_750, 46_198_758_750]);
}

#[test]
fn known_totals_with_few_pieces_on_a_side() {
    let up_to = |pieces, side_max| (2..=pieces).map(|pieces| total::<Board8x8>(pieces, side_max)).sum::<u64>();
    assert_eq!(up_to(8, 4), 132_537_738_625);
    assert_eq!(up_to(10, 5), 10_906_624_518_065);
    assert_eq!(up_to(12, 6), 528_192_915_748_705);
}
