//! The order in which the configurations of the men are solved: levels of groups.
//!
//! A move of a man that changes its row leads to a more advanced configuration, and one of a king leaves the men where
//! they are. So the *level* of a configuration, the sum of the rows that the men of both sides have advanced, says what
//! comes first, and configurations of one level do not depend on each other. Where men also step sideways, those that
//! differ only in where the men stand in their rows do: they make a *group*, which must be solved as one. Elsewhere every
//! configuration is a group of its own.

use crate::board::cpu::{Cpu, Task, dispatch};
use crate::board::{Bits, Board};
use crate::index::Layout;

/// The configurations of a half by level and group.
#[derive(Clone, Debug)]
pub struct Levels {
    /// All configurations, the most advanced first; those of one group in ascending order.
    order: Vec<u32>,
    /// Where each level begins in the order, and its end.
    levels: Vec<usize>,
    /// Where each group begins, and the end of the last one; empty if every configuration is a group.
    groups: Vec<usize>,
}

impl Levels {
    /// The levels of a half with at most 2^32 configurations; `sideways` if men step sideways too.
    pub fn new<B: Board>(layout: &Layout<B>, sideways: bool) -> Levels {
        let configurations = 0..layout.configurations() as u32;
        let highest = B::GEOMETRY.rows * (layout.mover().men + layout.other().men);
        // Counted and not sorted, as there may be very many of them.
        let level = |configuration| (highest - advancement(layout, configuration)) as usize;
        let mut levels = vec![0; highest as usize + 2];
        for configuration in configurations.clone() {
            levels[level(configuration) + 1] += 1;
        }
        for level in 1..levels.len() {
            levels[level] += levels[level - 1];
        }
        let mut order = vec![0; layout.configurations() as usize];
        let mut next = levels.clone();
        for configuration in configurations {
            let place = &mut next[level(configuration)];
            order[*place] = configuration;
            *place += 1;
        }
        let mut all = Levels { order, levels, groups: Vec::new() };
        if sideways {
            all.group(layout);
        }
        all
    }

    /// Puts configurations with the same number of men of each side in each row together.
    fn group<B: Board>(&mut self, layout: &Layout<B>) {
        for level in self.levels.windows(2) {
            let mut keyed: Vec<(u64, u32)> = self.order[level[0]..level[1]]
                .iter()
                .map(|&configuration| (rows(layout, configuration), configuration))
                .collect();
            keyed.sort_unstable();
            for (place, (number, &(key, configuration))) in (level[0]..).zip(keyed.iter().enumerate()) {
                self.order[place] = configuration;
                if number == 0 || keyed[number - 1].0 != key {
                    self.groups.push(place);
                }
            }
        }
        self.groups.push(self.order.len());
    }

    /// The levels, the most advanced first. Each is not empty.
    pub fn iter(&self) -> impl Iterator<Item = Level<'_>> {
        let all = self.levels.windows(2).filter(|level| level[0] < level[1]);
        all.map(|level| match &self.groups[..] {
            [] => Level { order: &self.order[level[0]..level[1]], base: level[0], groups: &[] },
            groups => {
                let first = groups.partition_point(|&start| start < level[0]);
                let end = groups.partition_point(|&start| start < level[1]);
                Level { order: &self.order[level[0]..level[1]], base: level[0], groups: &groups[first..=end] }
            }
        })
    }

    /// The most configurations of a group.
    pub fn largest_group(&self) -> usize {
        self.groups.windows(2).map(|group| group[1] - group[0]).max().unwrap_or(1)
    }
}

/// The groups of one level.
#[derive(Clone, Copy, Debug)]
pub struct Level<'a> {
    order: &'a [u32],
    /// Where the level begins in the order of all.
    base: usize,
    groups: &'a [usize],
}

impl<'a> Level<'a> {
    /// How many groups.
    pub fn groups(&self) -> usize {
        if self.groups.is_empty() { self.order.len() } else { self.groups.len() - 1 }
    }

    /// All configurations of the level.
    pub fn configurations(&self) -> &'a [u32] {
        self.order
    }

    /// The configurations of a group, in ascending order.
    pub fn group(&self, number: usize) -> &'a [u32] {
        if self.groups.is_empty() {
            return &self.order[number..=number];
        }
        &self.order[self.groups[number] - self.base..self.groups[number + 1] - self.base]
    }
}

/// The sum of the rows that the men of both sides have advanced.
fn advancement<B: Board>(layout: &Layout<B>, configuration: u32) -> u32 {
    let (mover, other) = dispatch(Men { layout, configuration });
    let up: u32 = mover.iter().map(B::row_of).sum();
    let down: u32 = other.iter().map(|bit| B::GEOMETRY.rows - 1 - B::row_of(bit)).sum();
    up + down
}

/// How many men of each side stand in each row, in four bits each.
fn rows<B: Board>(layout: &Layout<B>, configuration: u32) -> u64 {
    const { assert!(B::GEOMETRY.rows <= 8 || !B::GEOMETRY.full, "a row of each side takes four bits") };
    let (mover, other) = dispatch(Men { layout, configuration });
    let count = |men: B::Bits| men.iter().fold(0_u64, |rows, bit| rows + (1 << (4 * B::row_of(bit))));
    count(mover) << 32 | count(other)
}

/// The men of a configuration: the mover's and the other side's.
struct Men<'a, B: Board> {
    layout: &'a Layout<B>,
    configuration: u32,
}

impl<B: Board> Task for Men<'_, B> {
    type Output = (B::Bits, B::Bits);

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Self::Output {
        self.layout.men(cpu, self.configuration.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board8x8, Board8x8Full, Side};

    fn check<B: Board>(sideways: bool, mover: Side, other: Side) -> usize {
        let layout = Layout::<B>::new(mover, other).unwrap();
        let levels = Levels::new(&layout, sideways);
        let mut seen = vec![false; layout.configurations() as usize];
        let (mut last, mut largest) = (u32::MAX, 0);
        for level in levels.iter() {
            assert!(level.groups() > 0);
            let height = advancement(&layout, level.group(0)[0]);
            assert!(height < last);
            last = height;
            for group in (0..level.groups()).map(|number| level.group(number)) {
                assert!(group.is_sorted() && !group.is_empty());
                largest = group.len().max(largest);
                for &configuration in group {
                    assert!(!std::mem::replace(&mut seen[configuration as usize], true));
                    assert_eq!(advancement(&layout, configuration), height);
                    assert!(!sideways || rows(&layout, configuration) == rows(&layout, group[0]));
                }
            }
        }
        assert!(seen.into_iter().all(|seen| seen), "every configuration is in a level");
        assert_eq!(largest, levels.largest_group());
        largest
    }

    #[test]
    fn every_configuration_once() {
        let side = |kings, men| Side { kings, men };
        assert_eq!(check::<Board8x8>(false, side(1, 2), side(0, 1)), 1);
        assert_eq!(check::<Board8x8>(false, side(1, 0), side(1, 0)), 1);
        assert_eq!(check::<Board8x8Full>(true, side(1, 0), side(0, 1)), 8);
        assert_eq!(check::<Board8x8Full>(true, side(0, 2), side(1, 1)), 8 * 8 * 8);
        assert_eq!(check::<Board8x8Full>(true, side(1, 0), side(2, 0)), 1);
    }
}
