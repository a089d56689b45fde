//! Making a model from counts. All arithmetic is in whole numbers, so that the same counts give the same model everywhere.

use std::sync::LazyLock;

use super::contexts::{count, parts};
use super::model::{Leaf, MOST_FREQUENCY, MOST_LEAVES, MOST_SYMBOLS, Tree, UNFORESEEN, frequency};
use super::range::TOTAL;

/// How often each symbol was seen in each context.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    symbols: usize,
    counts: Vec<u32>,
}

impl Tally {
    pub(super) fn new(features: &[u8], symbols: usize) -> Tally {
        Tally { symbols, counts: vec![0; count(features) * symbols] }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, context: usize, symbol: u8) {
        self.counts[context * self.symbols + usize::from(symbol)] += 1;
    }

    /// Adds what another has counted.
    pub(super) fn merge(&mut self, other: &Tally) {
        self.counts.iter_mut().zip(&other.counts).for_each(|(mine, theirs)| *mine += theirs);
    }

    /// The tree with which all symbols, each counted `weight` times, and the tree itself take the fewest bytes, as far as
    /// going one step at a time finds it.
    pub(super) fn tree(&self, features: &[u8], weight: u64) -> Tree {
        let seen = |counts: &[u32]| -> Vec<(u8, u64)> {
            (0..).zip(counts).filter(|(_, count)| **count > 0).map(|(symbol, &count)| (symbol, count.into())).collect()
        };
        let contexts = self.counts.chunks(self.symbols).enumerate();
        let contexts: Vec<Context> = contexts
            .map(|(context, counts)| (context, seen(counts)))
            .filter(|(_, seen)| !seen.is_empty())
            .map(|(context, seen)| Context { parts: parts(features, context), seen })
            .collect();
        let growth = Growth { features, symbols: self.symbols, weight, contexts: &contexts };
        growth.tree()
    }
}

/// A context that was seen.
struct Context {
    parts: Vec<u8>,
    /// Symbols and how often.
    seen: Vec<(u8, u64)>,
}

type Counts = [u64; MOST_SYMBOLS];

/// A tree in the making.
struct Growth<'a> {
    features: &'a [u8],
    symbols: usize,
    weight: u64,
    contexts: &'a [Context],
}

/// A leaf that may become a fork.
struct Bud {
    /// Which contexts lead here.
    contexts: Vec<u32>,
    counts: Counts,
    /// The bits that the best fork saves, and that fork.
    best: Option<(u64, Fork)>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Fork {
    part: u8,
    from: u8,
}

/// What a fork takes in the file, in bits.
const FORK_BITS: u64 = 8;
/// What a leaf takes, and each of its symbols; compression included.
const LEAF_BITS: u64 = 6;
const SYMBOL_BITS: u64 = 9;

impl Growth<'_> {
    fn tree(&self) -> Tree {
        // Forks and buds by number; each is followed by two others or none.
        let mut nodes: Vec<Option<(Fork, [usize; 2])>> = vec![None];
        let mut buds = vec![(0, self.bud((0..self.contexts.len() as u32).collect()))];
        while buds.len() < MOST_LEAVES {
            let best = buds.iter().enumerate().filter_map(|(place, (_, bud))| Some((bud.best?, place)));
            // Of equal ones the first.
            let Some(((_, fork), place)) = best.max_by_key(|&((saved, _), place)| (saved, usize::MAX - place)) else {
                break;
            };
            let (node, bud) = buds.swap_remove(place);
            let part = |context: &u32| self.contexts[*context as usize].parts[usize::from(fork.part)];
            let (below, above) = bud.contexts.iter().partition(|context| part(context) < fork.from);
            nodes[node] = Some((fork, [nodes.len(), nodes.len() + 1]));
            for contexts in [below, above] {
                buds.push((nodes.len(), self.bud(contexts)));
                nodes.push(None);
            }
        }
        let mut leaves: Vec<Option<Leaf>> = nodes.iter().map(|_| None).collect();
        for (node, bud) in &buds {
            leaves[*node] = Some(self.leaf(&bud.counts));
        }
        assemble(&nodes, &mut leaves, 0)
    }

    fn bud(&self, contexts: Vec<u32>) -> Bud {
        let mut by_value = [[0; MOST_SYMBOLS]; 16];
        let mut counts = [0; MOST_SYMBOLS];
        for &context in &contexts {
            for &(symbol, count) in &self.contexts[context as usize].seen {
                counts[usize::from(symbol)] += count;
            }
        }
        let whole = self.bits(&counts) + self.leaf_bits(&counts);
        let mut best = None;
        for (part, &values) in self.features.iter().enumerate() {
            by_value[..usize::from(values)].fill([0; MOST_SYMBOLS]);
            for context in contexts.iter().map(|&context| &self.contexts[context as usize]) {
                let counts = &mut by_value[usize::from(context.parts[part])];
                context.seen.iter().for_each(|&(symbol, count)| counts[usize::from(symbol)] += count);
            }
            let mut below = [0; MOST_SYMBOLS];
            for from in 1..values {
                for symbol in 0..self.symbols {
                    below[symbol] += by_value[usize::from(from) - 1][symbol];
                }
                let above: Counts = std::array::from_fn(|symbol| counts[symbol] - below[symbol]);
                if below == [0; MOST_SYMBOLS] || above == [0; MOST_SYMBOLS] {
                    continue;
                }
                let apart: u64 = [&below, &above].map(|counts| self.bits(counts) + self.leaf_bits(counts)).iter().sum();
                let Some(saved) = whole.checked_sub(apart + (FORK_BITS << FRACTION)).filter(|&saved| saved > 0) else {
                    continue;
                };
                // Of equal ones the first.
                if best.is_none_or(|(most, _)| saved > most) {
                    best = Some((saved, Fork { part: part as u8, from }));
                }
            }
        }
        Bud { contexts, counts, best }
    }

    /// What symbols take that are so frequent, in units of [`FRACTION`].
    fn bits(&self, counts: &Counts) -> u64 {
        let total: u64 = counts.iter().sum();
        let of = |count: u64| if count < 2 { 0 } else { count * logarithm(count) };
        (of(total) - counts.iter().map(|&count| of(count)).sum::<u64>().min(of(total))) * self.weight
    }

    fn leaf_bits(&self, counts: &Counts) -> u64 {
        let symbols = counts.iter().filter(|&&count| count > 0).count() as u64;
        (LEAF_BITS + SYMBOL_BITS * symbols) << FRACTION
    }

    /// A leaf for symbols that are so frequent. It has all of few symbols; of many those that were seen, and what stands for
    /// the others.
    fn leaf(&self, counts: &Counts) -> Leaf {
        let mut order: Vec<u8> = (0..self.symbols as u8)
            .filter(|&symbol| self.symbols < MOST_SYMBOLS || symbol == UNFORESEEN || counts[usize::from(symbol)] > 0)
            .collect();
        order.sort_by_key(|&symbol| (u64::MAX - counts[usize::from(symbol)], symbol));
        let total: u64 = counts.iter().sum::<u64>().max(1);
        let number = |&symbol: &u8| {
            let share = counts[usize::from(symbol)] * u64::from(TOTAL) / total;
            nearest(share as u32)
        };
        let mut frequencies: Vec<u8> = order[1..].iter().map(number).collect();
        // Rounded up, they may be more than there is.
        while frequencies.iter().map(|&number| frequency(number)).sum::<u32>() >= TOTAL {
            frequencies.iter_mut().for_each(|number| *number = number.saturating_sub(1));
        }
        Leaf { symbols: order, frequencies }
    }
}

/// The number of the frequency that is nearest.
fn nearest(wanted: u32) -> u8 {
    (0..=MOST_FREQUENCY).min_by_key(|&number| frequency(number).abs_diff(wanted)).unwrap_or(0)
}

fn assemble(nodes: &[Option<(Fork, [usize; 2])>], leaves: &mut [Option<Leaf>], node: usize) -> Tree {
    match nodes[node] {
        Some((fork, next)) => {
            let next = next.map(|node| assemble(nodes, leaves, node));
            Tree::Fork(fork.part, fork.from, Box::new(next))
        }
        None => Tree::Leaf(leaves[node].take().expect("what is no fork is a leaf")),
    }
}

/// Bits after the point in what [`logarithm`] returns.
const FRACTION: u32 = 12;

/// The logarithm of a number to the base 2 in units of 2^-12. Of a number with more than 13 bits the lower ones do not count.
fn logarithm(number: u64) -> u64 {
    static OF_SMALL: LazyLock<Vec<u64>> =
        LazyLock::new(|| (0..1 << 13).map(|number| if number == 0 { 0 } else { exact_logarithm(number) }).collect());
    let beyond = (u64::BITS - number.leading_zeros()).saturating_sub(13);
    OF_SMALL[(number >> beyond) as usize] + u64::from(beyond << FRACTION)
}

/// The logarithm of a number to the base 2, rounded down to a multiple of 2^-12.
fn exact_logarithm(number: u64) -> u64 {
    let whole = number.ilog2();
    // A number from 1 to 2 in units of 2^-62; squaring it gives one bit after the other.
    let mut rest = u128::from(number) << (62 - whole);
    let mut bits = u64::from(whole);
    for _ in 0..FRACTION {
        rest = (rest * rest) >> 62;
        bits <<= 1;
        if rest >> 63 != 0 {
            rest >>= 1;
            bits |= 1;
        }
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::model::Model;
    use crate::format::range::{Decoder, Encoder};

    #[test]
    fn logarithms() {
        for number in [1, 2, 3, 5, 1000, 1 << 20, 123_456_789, u64::from(u32::MAX)] {
            let exact = (number as f64).log2() * f64::from(1 << FRACTION);
            assert!((logarithm(number) as f64 - exact).abs() <= 2.0, "{number}");
        }
    }

    #[test]
    fn a_tree_asks_for_what_tells_most() {
        let features = [2, 3, 2];
        let mut tally = Tally::new(&features, 3);
        for context in 0..12 {
            let part = parts(&features, context)[1];
            for time in 0..1000 {
                tally.add(context, if time % 50 == 0 { 1 } else { part });
            }
        }
        let tree = tally.tree(&features, 1);
        let Tree::Fork(1, _, next) = &tree else { panic!("{tree:?}") };
        assert!(next.iter().any(|tree| matches!(tree, Tree::Fork(1, ..))));
        let model = Model::new(&tree, &features).unwrap();
        let symbols: Vec<(usize, u8)> =
            (0..12).flat_map(|context| [(context, (context / 2 % 3) as u8), (context, 0)]).collect();
        let mut encoder = Encoder::new();
        symbols.iter().for_each(|&(context, symbol)| assert!(!model.encode(context, symbol, &mut encoder)));
        let bytes = encoder.finish();
        let mut decoder = Decoder::new(&bytes);
        symbols.iter().for_each(|&(context, symbol)| assert_eq!(model.decode(context, &mut decoder), symbol));
    }

    #[test]
    fn what_was_never_seen_is_unforeseen() {
        let features = [2];
        let mut tally = Tally::new(&features, MOST_SYMBOLS);
        for symbol in [3, 3, 3, 7] {
            tally.add(0, symbol);
        }
        let model = Model::new(&tally.tree(&features, 1), &features).unwrap();
        let mut encoder = Encoder::new();
        assert!(!model.encode(0, 7, &mut encoder));
        assert!(model.encode(1, 9, &mut encoder));
        let bytes = encoder.finish();
        let mut decoder = Decoder::new(&bytes);
        assert_eq!([0, 1].map(|context| model.decode(context, &mut decoder)), [7, UNFORESEEN]);
    }

    #[test]
    fn frequencies_leave_room_for_the_first() {
        let features = [2];
        let mut tally = Tally::new(&features, MOST_SYMBOLS);
        (0..MOST_SYMBOLS as u8).for_each(|symbol| tally.add(0, symbol));
        assert!(Model::new(&tally.tree(&features, 1), &features).is_some());
        let mut nothing = Tally::new(&features, 3);
        nothing.merge(&Tally::new(&features, 3));
        assert!(Model::new(&nothing.tree(&features, 1), &features).is_some());
    }
}
