//! Bitboards: machine words as sets of squares, and the processor instructions that gather and scatter them.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use super::cpu::Cpu;

/// A machine word used as a set of squares. Which bit is which square is the business of a [`Board`](super::Board).
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The empty set.
    const EMPTY: Self;
    /// The number of bits in the word.
    const WIDTH: u32;

    /// The set of one bit.
    fn bit(index: u32) -> Self;
    /// The number of members.
    fn count(self) -> u32;
    /// The index of the lowest member. The set must not be empty.
    fn lowest(self) -> u32;
    /// The set without its lowest member; empty stays empty.
    fn without_lowest(self) -> Self;
    /// The word with its bits in reverse order.
    fn reversed(self) -> Self;
    /// The lowest 64 bits.
    fn low(self) -> u64;
    /// A word from its lowest 64 bits.
    fn from_low(low: u64) -> Self;
    /// The word as 128 bits.
    fn wide(self) -> u128;
    /// The members of `mask` in order become bits 0, 1, 2, ...; returns those that `self` holds (`pext`).
    fn extract<C: Cpu>(self, cpu: C, mask: Self) -> Self;
    /// The inverse of [`extract`](Self::extract): bit n becomes the n-th member of `mask` (`pdep`).
    fn deposit<C: Cpu>(self, cpu: C, mask: Self) -> Self;

    /// Whether the set is empty.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the set has a member.
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::EMPTY
    }

    /// The indices of the members, lowest first.
    #[inline(always)]
    fn iter(self) -> Members<Self> {
        Members(self)
    }
}

/// Iterates over the bit indices of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Members<B>(B);

impl<B: Bits> Iterator for Members<B> {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let index = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(index)
    }
}

macro_rules! bits_basics {
    ($word:ty) => {
        const EMPTY: Self = 0;
        const WIDTH: u32 = <$word>::BITS;

        #[inline(always)]
        fn bit(index: u32) -> Self {
            1 << index
        }
        #[inline(always)]
        fn count(self) -> u32 {
            self.count_ones()
        }
        #[inline(always)]
        fn lowest(self) -> u32 {
            debug_assert!(self != 0);
            self.trailing_zeros()
        }
        #[inline(always)]
        fn without_lowest(self) -> Self {
            self & self.wrapping_sub(1)
        }
        #[inline(always)]
        fn reversed(self) -> Self {
            self.reverse_bits()
        }
        #[inline(always)]
        fn low(self) -> u64 {
            self as u64
        }
        #[inline(always)]
        fn from_low(low: u64) -> Self {
            low as Self
        }
        #[inline(always)]
        fn wide(self) -> u128 {
            self as u128
        }
    };
}

impl Bits for u64 {
    bits_basics!(u64);

    #[inline(always)]
    fn extract<C: Cpu>(self, cpu: C, mask: Self) -> Self {
        cpu.extract(self, mask)
    }
    #[inline(always)]
    fn deposit<C: Cpu>(self, cpu: C, mask: Self) -> Self {
        cpu.deposit(self, mask)
    }
}

impl Bits for u128 {
    bits_basics!(u128);

    #[inline(always)]
    fn extract<C: Cpu>(self, cpu: C, mask: Self) -> Self {
        let low_mask = mask as u64;
        let low = cpu.extract(self as u64, low_mask) as u128;
        let high = cpu.extract((self >> 64) as u64, (mask >> 64) as u64) as u128;
        // `low_mask` has 64 members only if the shift below would be 64, which is within the width.
        low | high << low_mask.count_ones()
    }
    #[inline(always)]
    fn deposit<C: Cpu>(self, cpu: C, mask: Self) -> Self {
        let low_mask = mask as u64;
        let low = cpu.deposit(self as u64, low_mask) as u128;
        let high = cpu.deposit((self >> low_mask.count_ones()) as u64, (mask >> 64) as u64) as u128;
        low | high << 64
    }
}
