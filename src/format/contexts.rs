//! What is known of a value before it is read: the values of its neighbours in the grid that came before. From that a number,
//! the context, and from the context how likely each value is.
//!
//! Encoding, decoding and counting are one walk with another function at each point, so that all three know the same.

use crate::index::{Neighbours, Rows};

/// How many values each part of the context of a value has: for each axis whether a neighbour is won, drawn, lost, then the
/// last value before, and the one that was there before it changed.
pub const OF_VALUES: &[u8] = &[2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3];
/// The same of a distance: whether it is a win, the mean of the neighbours that have the same value, how far the lowest and the
/// highest are from it, how many they are, how far the last distance of the same value is from it.
pub const OF_DISTANCES: &[u8] = &[2, 16, 6, 6, 5, 7];

/// The number of contexts.
pub fn count(features: &[u8]) -> usize {
    features.iter().map(|&values| usize::from(values)).product()
}

/// The parts of a context.
pub fn parts(features: &[u8], context: usize) -> Vec<u8> {
    let mut rest = context;
    let mut parts: Vec<u8> = features
        .iter()
        .rev()
        .map(|&values| {
            let part = rest % usize::from(values);
            rest /= usize::from(values);
            part as u8
        })
        .collect();
    parts.reverse();
    parts
}

/// Walks over the values of a range. `value` is called with the context and the number of each entry, and says its value.
#[inline(always)]
pub fn each_value(rows: &Rows, along: &Neighbours, mut value: impl FnMut(usize, u32) -> u8) {
    let mut seen = vec![0_u8; rows.span()];
    let mut nearby: Vec<u16> = Vec::new();
    let (mut last, mut before) = (1, 1);
    for row in rows.iter() {
        let (Some(first), Some(end)) = (row.points.first(), row.points.last()) else { continue };
        let (from, to) = (first.column as usize, end.column as usize + 1);
        nearby.clear();
        nearby.resize(to - from, 0);
        for offsets in row.neighbours {
            nearby.iter_mut().for_each(|nearby| *nearby <<= 3);
            for &offset in offsets {
                let back = &seen[row.position + from - offset as usize..][..to - from];
                nearby.iter_mut().zip(back).for_each(|(nearby, &back)| *nearby |= u16::from(back));
            }
        }
        for point in row.points {
            let column = point.column as usize;
            let at = row.position + column;
            let own = along.of(column).iter().fold(0, |own, &back| own | seen[at - back as usize]);
            let masks = usize::from(nearby[column - from]) << 3 | usize::from(own);
            let value = value((masks * 3 + usize::from(last)) * 3 + usize::from(before), point.entry);
            seen[at] = 1 << value;
            if value != last {
                (last, before) = (value, last);
            }
        }
    }
}

/// What is expected of a distance.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    /// The number of the context.
    pub context: usize,
    /// What is expected.
    pub distance: u16,
}

/// Distances are never larger, so that one and a bit fit in a place.
pub const MOST_DISTANCE: u16 = (1 << 15) - 2;

/// Walks over the distances of a range, of entries that are no draws by their `values`. `distance` is called with what is
/// expected and the number of each entry, and says its distance.
#[inline(always)]
pub fn each_distance(rows: &Rows, along: &Neighbours, values: &[u8], mut distance: impl FnMut(Expected, u32) -> u16) {
    // Twice the distance and two, and one more for a win.
    let mut seen = vec![0_u16; rows.span()];
    let mut last = [4_u16; 2];
    let mut of_row: Vec<u32> = Vec::new();
    for row in rows.iter() {
        of_row.clear();
        row.neighbours.iter().for_each(|offsets| of_row.extend_from_slice(offsets));
        for point in row.points {
            let value = values[point.entry as usize];
            if value == 1 {
                continue;
            }
            let win = value >> 1;
            let at = row.position + point.column as usize;
            let mut near = Near { win: win.into(), ..Near::NONE };
            of_row.iter().for_each(|&back| near.add(seen[at - back as usize]));
            along.of(point.column as usize).iter().for_each(|&back| near.add(seen[at - back as usize]));
            let last = &mut last[usize::from(win)];
            let expected = near.expected(*last);
            let distance = distance(expected, point.entry);
            seen[at] = (distance + 1) << 1 | u16::from(win);
            *last = distance;
        }
    }
}

/// The neighbours with the same value.
#[derive(Clone, Copy)]
struct Near {
    win: u16,
    count: u32,
    sum: u32,
    least: u16,
    most: u16,
}

impl Near {
    const NONE: Near = Near { win: 0, count: 0, sum: 0, least: u16::MAX, most: 0 };

    #[inline(always)]
    fn add(&mut self, seen: u16) {
        // Without a branch, as neighbours are of the same value or not as it comes.
        let counts = seen > 1 && seen & 1 == self.win;
        let distance = (seen >> 1).wrapping_sub(1);
        self.count += u32::from(counts);
        self.sum += if counts { u32::from(distance) } else { 0 };
        self.least = if counts { self.least.min(distance) } else { self.least };
        self.most = if counts { self.most.max(distance) } else { self.most };
    }

    #[inline(always)]
    fn expected(&self, last: u16) -> Expected {
        let (mean, below, above) = match self.count {
            0 => (last, 0, 0),
            count => {
                let mean = ((2 * self.sum + count) / (2 * count)) as u16;
                (mean, (mean - self.least).min(5), (self.most - mean).min(5))
            }
        };
        let beside = (last.saturating_add(3).saturating_sub(mean)).min(6);
        let context = usize::from(self.win) * 16 + usize::from(size(mean));
        let context = (context * 6 + usize::from(below)) * 6 + usize::from(above);
        let context = (context * 5 + self.count.min(4) as usize) * 7 + usize::from(beside);
        Expected { context, distance: mean }
    }
}

/// A distance on a coarse scale of 16.
#[inline(always)]
fn size(distance: u16) -> u8 {
    const SIZES: [u8; 36] = {
        let ends = [11, 14, 18, 24, 35];
        let mut sizes = [15; 36];
        let (mut distance, mut size) = (0, 0);
        while distance < 36 {
            if distance < 10 {
                size = distance;
            } else if distance == 10 || ends[size - 10] < distance {
                size = if distance == 10 { 10 } else { size + 1 };
            }
            sizes[distance] = size as u8;
            distance += 1;
        }
        sizes
    };
    SIZES.get(usize::from(distance)).copied().unwrap_or(15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_distances() {
        let sizes: Vec<u8> = (0..40).map(size).collect();
        let mut expected: Vec<u8> = (0..10).collect();
        for (size, last) in (10..).zip([11, 14, 18, 24, 35, 39]) {
            expected.resize(last + 1, size);
        }
        assert_eq!(sizes, expected);
        assert!(sizes.iter().all(|&size| size < OF_DISTANCES[1]));
    }

    #[test]
    fn contexts_are_numbers_below_their_count() {
        for win in 0..2 {
            for (count, sum, least, most) in [(0, 0, u16::MAX, 0), (1, 0, 0, 0), (9, 9 * 300, 0, 900), (3, 3, 0, 2)] {
                for last in [0, 4, 1000, MOST_DISTANCE] {
                    let near = Near { win, count, sum, least, most };
                    assert!(near.expected(last).context < super::count(OF_DISTANCES));
                }
            }
        }
    }
}
