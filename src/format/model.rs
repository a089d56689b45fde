//! How likely each symbol is in each context: a tree that asks for parts of the context and ends in leaves with frequencies,
//! the same for a whole half. In memory it is a table from contexts to leaves.

use super::range::{Decoder, TOTAL};

/// Numbers of leaves fit in a byte.
pub const MOST_LEAVES: usize = 255;
/// Symbols are below this.
pub const MOST_SYMBOLS: usize = 64;

/// The symbols of one leaf, the likeliest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leaf {
    /// The symbols.
    pub symbols: Vec<u8>,
    /// For each symbol but the first its frequency, as a number of [`frequency`].
    pub frequencies: Vec<u8>,
}

/// A tree as it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// The end: what is foreseen here.
    Leaf(Leaf),
    /// The part of the context that is asked for, where its upper values begin, and what follows for those below and above.
    Fork(u8, u8, Box<[Tree; 2]>),
}

/// A frequency from its number: two to the power of a sixteenth of it.
pub fn frequency(number: u8) -> u32 {
    // 2^(n/16) in units of 2^-15.
    const SIXTEENTHS: [u32; 16] = [
        32_768, 34_219, 35_734, 37_316, 38_968, 40_693, 42_495, 44_376, 46_341, 48_393, 50_535, 52_773, 55_109, 57_549,
        60_097, 62_757,
    ];
    (SIXTEENTHS[usize::from(number & 15)] << (number >> 4)) >> 15
}

/// The greatest number of a frequency that another symbol can stand beside.
pub const MOST_FREQUENCY: u8 = 239;

impl Leaf {
    /// Where the share of each symbol but the last ends; `None` if the frequencies are more than there is.
    fn ends(&self) -> Option<Vec<u16>> {
        let rest: u32 = self.frequencies.iter().map(|&number| frequency(number)).sum();
        let mut end = TOTAL.checked_sub(rest).filter(|&first| first > 0)?;
        let mut ends = Vec::with_capacity(self.frequencies.len());
        for &number in &self.frequencies {
            ends.push(u16::try_from(end).ok()?);
            end += frequency(number);
        }
        Some(ends)
    }
}

impl Tree {
    /// The bytes in the file.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        match self {
            Tree::Leaf(leaf) => {
                bytes.extend([0, leaf.symbols.len() as u8]);
                bytes.extend(&leaf.symbols);
                bytes.extend(&leaf.frequencies);
            }
            Tree::Fork(part, from, next) => {
                bytes.extend([part + 1, *from]);
                next.iter().for_each(|tree| tree.write(bytes));
            }
        }
    }

    /// Reads a tree whose leaves have symbols below `symbols`; `None` if the bytes are none.
    pub fn read(bytes: &mut &[u8], features: &[u8], symbols: usize) -> Option<Tree> {
        let mut leaves = 0;
        Tree::read_below(bytes, features, symbols, &mut leaves, MOST_LEAVES)
    }

    /// The same below a fork, with so many forks one below the other at most: no tree with as few leaves has more.
    fn read_below(
        bytes: &mut &[u8],
        features: &[u8],
        symbols: usize,
        leaves: &mut usize,
        depth: usize,
    ) -> Option<Tree> {
        let (&[kind, number], rest) = bytes.split_first_chunk()?;
        *bytes = rest;
        let Some(part) = kind.checked_sub(1) else {
            *leaves += 1;
            let count = usize::from(number);
            let length = count + count.checked_sub(1)?;
            let (leaf, rest) = bytes.split_at_checked(length)?;
            *bytes = rest;
            let (known, frequencies) = leaf.split_at(count);
            let right = *leaves <= MOST_LEAVES
                && known.iter().all(|&symbol| usize::from(symbol) < symbols)
                && frequencies.iter().all(|&number| number <= MOST_FREQUENCY);
            return right.then(|| Tree::Leaf(Leaf { symbols: known.to_vec(), frequencies: frequencies.to_vec() }));
        };
        let depth = depth.checked_sub(1)?;
        // Asked of a part that has such values.
        let values = *features.get(usize::from(part))?;
        if number == 0 || number >= values || *leaves >= MOST_LEAVES {
            return None;
        }
        let below = Tree::read_below(bytes, features, symbols, leaves, depth)?;
        let above = Tree::read_below(bytes, features, symbols, leaves, depth)?;
        Some(Tree::Fork(part, number, Box::new([below, above])))
    }
}

/// A tree made ready for use.
#[derive(Clone, Debug)]
pub struct Model {
    /// By context.
    leaves: Vec<u8>,
    /// By leaf where its symbols begin; at the end where they end.
    starts: Vec<u32>,
    symbols: Vec<u8>,
    /// For each symbol where its share ends; that of the last symbol of a leaf is never looked at.
    ends: Vec<u16>,
}

impl Model {
    /// Makes a tree ready; `None` if its frequencies are none.
    pub fn new(tree: &Tree, features: &[u8]) -> Option<Model> {
        let leaves = vec![0; super::contexts::count(features)];
        let mut model = Model { leaves, starts: vec![0], symbols: Vec::new(), ends: Vec::new() };
        let mut limits: Vec<(u8, u8)> = features.iter().map(|&values| (0, values)).collect();
        model.add(tree, features, &mut limits)?;
        Some(model)
    }

    fn add(&mut self, tree: &Tree, features: &[u8], limits: &mut Vec<(u8, u8)>) -> Option<()> {
        match tree {
            Tree::Leaf(leaf) => {
                let number = (self.starts.len() - 1) as u8;
                self.symbols.extend(&leaf.symbols);
                self.ends.extend(leaf.ends()?);
                self.ends.push(u16::MAX);
                self.starts.push(self.symbols.len() as u32);
                fill(&mut self.leaves, features, limits, number);
            }
            Tree::Fork(part, from, next) => {
                let part = usize::from(*part);
                let (low, high) = limits[part];
                // A fork may ask what is known already.
                let middle = (*from).clamp(low, high);
                limits[part] = (low, middle);
                self.add(&next[0], features, limits)?;
                limits[part] = (middle, high);
                self.add(&next[1], features, limits)?;
                limits[part] = (low, high);
            }
        }
        Some(())
    }

    /// The symbols of a context and where the shares of all but the last end.
    #[inline(always)]
    fn leaf(&self, context: usize) -> (&[u8], &[u16]) {
        let leaf = usize::from(self.leaves[context]);
        let (start, end) = (self.starts[leaf] as usize, self.starts[leaf + 1] as usize);
        (&self.symbols[start..end], &self.ends[start..end - 1])
    }

    /// The next symbol in this context.
    #[inline(always)]
    pub fn decode(&self, context: usize, decoder: &mut Decoder<'_>) -> u8 {
        let (symbols, ends) = self.leaf(context);
        symbols[decoder.symbol(ends)]
    }

    /// The same where there are many symbols.
    #[inline(always)]
    pub fn decode_one_of_many(&self, context: usize, decoder: &mut Decoder<'_>) -> u8 {
        let (symbols, ends) = self.leaf(context);
        symbols[decoder.one_of_many(ends)]
    }

    /// Writes a symbol, or another one, the last of [`MOST_SYMBOLS`], where it was not foreseen; whether that was so.
    #[inline(always)]
    pub fn encode(&self, context: usize, symbol: u8, encoder: &mut super::range::Encoder) -> bool {
        let (symbols, ends) = self.leaf(context);
        let place = |wanted: u8| symbols.iter().position(|&symbol| symbol == wanted);
        let known = place(symbol);
        let place = known.or_else(|| place(UNFORESEEN)).expect("every leaf has what stands for the others");
        encoder.symbol(if place == 0 { 0 } else { ends[place - 1] }, ends.get(place).copied());
        known.is_none()
    }
}

/// The symbol that stands for those that a leaf does not have.
pub const UNFORESEEN: u8 = MOST_SYMBOLS as u8 - 1;

/// Enters a leaf for all contexts whose parts lie within the limits.
fn fill(leaves: &mut [u8], features: &[u8], limits: &[(u8, u8)], leaf: u8) {
    let (Some((&values, features)), Some((&(low, high), limits))) = (features.split_first(), limits.split_first())
    else {
        leaves.fill(leaf);
        return;
    };
    let size = leaves.len() / usize::from(values);
    for part in low..high {
        let start = usize::from(part) * size;
        fill(&mut leaves[start..start + size], features, limits, leaf);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(symbols: &[u8], frequencies: &[u8]) -> Tree {
        Tree::Leaf(Leaf { symbols: symbols.to_vec(), frequencies: frequencies.to_vec() })
    }

    #[test]
    fn frequencies_grow() {
        assert_eq!((frequency(0), frequency(16), frequency(239)), (1, 2, 31_378));
        assert!((0..MOST_FREQUENCY).all(|number| frequency(number) <= frequency(number + 1)));
    }

    #[test]
    fn a_tree_is_a_table() {
        let features = [2, 3, 2];
        let inner = Tree::Fork(1, 1, Box::new([leaf(&[1, 0], &[100]), leaf(&[2, 1], &[50])]));
        let tree = Tree::Fork(2, 1, Box::new([leaf(&[0, 2], &[0]), inner]));
        let model = Model::new(&tree, &features).unwrap();
        for context in 0..12 {
            let (middle, last) = (context / 2 % 3, context % 2);
            let expected = if last == 0 { 0 } else { 1 + u8::from(middle > 0) };
            assert_eq!(model.leaves[context], expected, "{context}");
        }
        assert_eq!(model.leaf(0), (&[0, 2][..], &[32_767][..]));
    }

    #[test]
    fn trees_are_written_and_read() {
        let features = [2, 3];
        let tree = Tree::Fork(1, 2, Box::new([leaf(&[1, 0, 2], &[3, 4]), leaf(&[2], &[])]));
        let mut bytes = Vec::new();
        tree.write(&mut bytes);
        assert_eq!(Tree::read(&mut &bytes[..], &features, 3), Some(tree));
        for length in 0..bytes.len() {
            assert_eq!(Tree::read(&mut &bytes[..length], &features, 3), None);
        }
        assert_eq!(Tree::read(&mut &bytes[..], &features, 2), None, "a symbol that there is not");
        assert_eq!(Tree::read(&mut &bytes[..], &[2, 2], 3), None, "a value that the part does not have");
        assert_eq!(Tree::read(&mut &[0, 0][..], &features, 3), None, "a leaf without symbols");
        assert_eq!(Tree::read(&mut &[1, 1].repeat(1 << 20)[..], &features, 3), None, "forks without an end");
        let greedy = leaf(&[0, 1, 2], &[239, 239]);
        assert!(Model::new(&greedy, &features).is_none(), "more than there is");
    }
}
