//! From positions to numbers and back, and the test for captures.

mod settings;

use std::hint::black_box;

use petrov::board::Board8x8;
use petrov::index::{Layout, Material};
use petrov::internals::board::View;
use petrov::internals::board::cpu::{Cpu, Portable, Task, dispatch};
use petrov::internals::index::{Sets, Visitor, walk};
use petrov::internals::rules::{can_capture, captures};
use petrov::rules::Russian;
use settings::random::Random;
use settings::{line, time};

const POSITIONS: usize = 1 << 14;

/// Numbers all positions, with the instructions that `dispatch` has found.
struct Entries<'a>(&'a Layout<Board8x8>, &'a [View<u64>]);

impl Task for Entries<'_> {
    type Output = u64;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> u64 {
        self.1.iter().map(|view| self.0.entry(cpu, view)).fold(0, u64::wrapping_add)
    }
}

/// Counts positions with a capture.
#[derive(Default)]
struct Captures(u64);

impl Visitor<u64> for Captures {
    #[inline(always)]
    fn visit<C: Cpu>(&mut self, _: C, _: u64, view: &View<u64>) {
        self.0 += u64::from(can_capture::<Russian>(view));
    }
}

fn main() {
    let material: Material = "KKMvKM".parse().unwrap();
    let (mover, other) = material.halves().next().unwrap();
    let layout = Layout::<Board8x8>::new(mover, other).unwrap();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let entries: Vec<u64> = (0..POSITIONS).map(|_| random.below(layout.entries())).collect();
    let views: Vec<View<u64>> = entries.iter().map(|&entry| layout.view(Portable, entry)).collect();
    let expected = entries.iter().fold(0, |sum: u64, &entry| sum.wrapping_add(entry));

    let rounds = 100;
    let per_position = |nanoseconds: f64| nanoseconds / POSITIONS as f64;
    let found = time(rounds, |_| assert_eq!(black_box(dispatch(Entries(&layout, &views))), expected));
    line("position to entry, KKMvKM", per_position(found), "ns/position");
    let portable = time(rounds, |_| assert_eq!(black_box(Entries(&layout, &views).run(Portable)), expected));
    line("position to entry, portable", per_position(portable), "ns/position");
    let back = time(rounds, |_| {
        let sum = entries.iter().map(|&entry| layout.view(Portable, entry).mover_kings).fold(0, u64::wrapping_add);
        assert_eq!(sum, views.iter().map(|view| view.mover_kings).fold(0, u64::wrapping_add));
    });
    line("entry to position, portable", per_position(back), "ns/position");

    let sets = Sets::new(&layout);
    let walked = time(1, |_| {
        let mut count = Captures::default();
        walk(&layout, &sets, 0..layout.entries(), &mut count);
        assert_eq!(count.0, CAPTURES, "positions of KKMvKM with a capture");
    });
    line("walk and test for a capture", walked / layout.entries() as f64, "ns/entry");
    let generated = time(rounds, |_| {
        let mut found = petrov::internals::rules::Captures::default();
        let mut count = 0;
        for view in &views {
            captures::<Russian>(view, &mut found);
            count += found.list.len();
        }
        black_box(count);
    });
    line("all captures of a position", per_position(generated), "ns/position");
}

/// Positions of KKMvKM, the first side to move, in which the mover has a capture.
const CAPTURES: u64 = 5_286_652;
