//! Binomial coefficients, and the numbering of subsets that rests on them.

use crate::board::Bits;

/// Most members of a subset that is numbered: pieces of one kind on one side.
pub const MAX_MEMBERS: usize = 8;
/// Most squares that a subset is taken from.
const MAX_SQUARES: usize = 72;

/// `CHOOSE[k][n]`: the number of subsets of `k` out of `n`. By `k` first, as a loop over one set keeps to few rows.
pub static CHOOSE: [[u64; MAX_SQUARES + 1]; MAX_MEMBERS + 1] = {
    let mut table = [[0; MAX_SQUARES + 1]; MAX_MEMBERS + 1];
    let mut n = 0;
    while n <= MAX_SQUARES {
        table[0][n] = 1;
        let mut k = 1;
        while k <= MAX_MEMBERS {
            table[k][n] = if n == 0 { 0 } else { table[k - 1][n - 1] + table[k][n - 1] };
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of subsets of `k` out of `n`.
#[inline(always)]
pub fn choose(n: u32, k: u32) -> u64 {
    CHOOSE[k as usize][n as usize]
}

/// The rank of a subset among those of its size: the order of the words read as numbers (colexicographic).
#[inline(always)]
pub fn rank<B: Bits>(subset: B) -> u64 {
    if subset.is_empty() {
        return 0;
    }
    // There is one number for each place of a single member.
    let mut rank = u64::from(subset.lowest());
    let mut rest = subset.without_lowest();
    let mut k = 2;
    while rest.any() {
        rank += CHOOSE[k][rest.lowest() as usize];
        rest = rest.without_lowest();
        k += 1;
    }
    rank
}

/// Calls `found` with the rank of the set of `staying` and one more member, for each of `others`, lowest first; none of
/// them is in `staying`.
#[inline(always)]
pub fn each_rank_with<B: Bits>(staying: B, others: B, mut found: impl FnMut(u64)) {
    // With the new member between two, those below it keep their part of the rank and those above move up by one.
    let mut base = 0;
    for (member, k) in staying.iter().zip(2..) {
        base += CHOOSE[k][member as usize];
    }
    let mut above = staying;
    let mut rest = others;
    for k in 1.. {
        // Those below the next member; all that are left behind the last one.
        let below = if above.any() { !(!B::EMPTY << above.lowest()) } else { !B::EMPTY };
        for member in (rest & below).iter() {
            found(base + CHOOSE[k][member as usize]);
        }
        if above.is_empty() {
            return;
        }
        let member = above.lowest() as usize;
        base = base + CHOOSE[k][member] - CHOOSE[k + 1][member];
        rest &= !below;
        above = above.without_lowest();
    }
}

/// The subset of `k` members out of `n` with this rank, which must be below `choose(n, k)`.
pub fn unrank<B: Bits>(rank: u64, n: u32, k: u32) -> B {
    debug_assert!(rank < choose(n, k));
    let mut subset = B::EMPTY;
    let mut rest = rank;
    let mut top = n;
    for members in (1..=k).rev() {
        // The highest member is the last square that leaves room for the rest below it.
        top -= 1;
        while choose(top, members) > rest {
            top -= 1;
        }
        rest -= choose(top, members);
        subset |= B::bit(top);
    }
    subset
}

/// The subset that follows in the order of ranks; the last of its size has none within the same squares.
fn next_subset<B: Bits>(subset: B) -> B {
    // The lowest member that can move up by one does so, and those below it go back to the bottom.
    let mut rest = subset;
    let mut below = B::EMPTY;
    for bottom in 0.. {
        let lowest = rest.lowest();
        rest = rest.without_lowest();
        let up = B::bit(lowest) << 1;
        if (rest & up).is_empty() {
            return rest | up | below;
        }
        below |= B::bit(bottom);
    }
    unreachable!("the highest member can always move up")
}

/// All subsets of `k` out of `n` in the order of their rank.
pub fn subsets<B: Bits>(n: u32, k: u32) -> impl Iterator<Item = B> {
    let mut next = (0..k).fold(B::EMPTY, |set, member| set | B::bit(member));
    let count = choose(n, k);
    (0..count).map(move |rank| {
        let subset = next;
        if rank + 1 < count {
            next = next_subset(subset);
        }
        subset
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_up_in_the_order_of_the_subsets() {
        for n in 0..=16 {
            for k in 0..=n.min(MAX_MEMBERS as u32) {
                let all: Vec<u64> = subsets(n, k).collect();
                assert_eq!(all.len() as u64, choose(n, k));
                for (expected, &subset) in all.iter().enumerate() {
                    assert_eq!(subset.count(), k);
                    assert_eq!(rank(subset), expected as u64);
                    assert_eq!(unrank::<u64>(expected as u64, n, k), subset);
                }
            }
        }
    }

    #[test]
    fn one_more_member_has_the_rank_of_the_whole_set() {
        for (staying, others) in
            [(0_u64, 0b1101), (0b10100, 0b1101011), (0b1001001000, 0xf_ff00_0937), (0b111, 0b11000)]
        {
            let others: u64 = others & !staying;
            let mut found = Vec::new();
            each_rank_with(staying, others, |rank| found.push(rank));
            assert_eq!(found, others.iter().map(|member| rank(staying | 1 << member)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn largest_sets() {
        for (n, k) in [(72, 8), (72, 1), (50, 8), (64, 8)] {
            for at in [0, 1, choose(n, k) / 3, choose(n, k) - 1] {
                assert_eq!(rank(unrank::<u128>(at, n, k)), at);
            }
        }
        assert_eq!(choose(72, 8), 11_969_016_345);
        assert_eq!(subsets::<u64>(64, 1).last(), Some(1 << 63));
        assert_eq!(subsets::<u128>(72, 0).collect::<Vec<_>>(), [0]);
    }
}
