//! The two ways to gather and scatter bits: portable code and the BMI2 instructions, chosen once per task.
//!
//! A hot loop implements [`Task`] with `#[inline(always)]` and is started by [`dispatch`]; the whole loop is then
//! compiled twice, once for any processor and once with the bit instructions of the last decade switched on.
//! This is the one place of the core with unsafe code.

/// A set of bit instructions. A value of such a type is the proof that the processor has them.
pub trait Cpu: Copy + Send + Sync + 'static {
    /// The members of `mask` in order become bits 0, 1, 2, ...; returns those that `value` holds.
    fn extract(self, value: u64, mask: u64) -> u64;
    /// Bit n of `value` becomes the n-th member of `mask`; bits beyond are dropped.
    fn deposit(self, value: u64, mask: u64) -> u64;
}

/// Plain code for any processor.
#[derive(Clone, Copy, Debug, Default)]
pub struct Portable;

impl Cpu for Portable {
    #[inline(always)]
    fn extract(self, value: u64, mask: u64) -> u64 {
        // One step per member of the value: the sets that are ranked here have at most eight pieces.
        let mut left = value & mask;
        let mut result = 0;
        while left != 0 {
            let lowest = left & left.wrapping_neg();
            result |= 1 << (mask & (lowest - 1)).count_ones();
            left ^= lowest;
        }
        result
    }

    #[inline(always)]
    fn deposit(self, value: u64, mask: u64) -> u64 {
        let mut places = mask;
        let mut rest = value;
        let mut result = 0;
        while places != 0 && rest != 0 {
            if rest & 1 != 0 {
                result |= places & places.wrapping_neg();
            }
            places &= places - 1;
            rest >>= 1;
        }
        result
    }
}

/// The BMI2 instructions `pext` and `pdep`. There is no public constructor: [`dispatch`] hands one out.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct Bmi2(());

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86 {
    use super::{Bmi2, Cpu, Task};
    use std::arch::x86_64::{_pdep_u64, _pext_u64};

    impl Cpu for Bmi2 {
        #[inline(always)]
        fn extract(self, value: u64, mask: u64) -> u64 {
            // SAFETY: a `Bmi2` exists only after `detect` has seen the feature.
            unsafe { _pext_u64(value, mask) }
        }
        #[inline(always)]
        fn deposit(self, value: u64, mask: u64) -> u64 {
            // SAFETY: as above.
            unsafe { _pdep_u64(value, mask) }
        }
    }

    /// The proof of the instructions, if this processor has them.
    #[inline]
    pub(super) fn detect() -> Option<Bmi2> {
        let found = is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt");
        found.then_some(Bmi2(()))
    }

    /// Runs the task in a function that is compiled with the instructions switched on.
    pub(super) fn run<T: Task>(proof: Bmi2, task: T) -> T::Output {
        #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
        fn compiled<T: Task>(proof: Bmi2, task: T) -> T::Output {
            task.run(proof)
        }
        // SAFETY: `proof` exists only after `detect` has seen all four features.
        unsafe { compiled(proof, task) }
    }
}

/// A piece of work that runs with either set of instructions.
pub trait Task {
    /// What the work returns.
    type Output;
    /// Does the work. Mark the implementation `#[inline(always)]`, or the instructions stay unused inside.
    fn run<C: Cpu>(self, cpu: C) -> Self::Output;
}

/// Runs the task with the best instructions that this processor has.
#[inline]
pub fn dispatch<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(proof) = x86::detect() {
        return x86::run(proof, task);
    }
    task.run(Portable)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both ways of `extract` and `deposit` on one input.
    struct Compare(u64, u64);

    impl Task for Compare {
        type Output = ();
        fn run<C: Cpu>(self, cpu: C) {
            let Compare(value, mask) = self;
            assert_eq!(cpu.extract(value, mask), Portable.extract(value, mask), "{value:x} {mask:x}");
            assert_eq!(cpu.deposit(value, mask), Portable.deposit(value, mask), "{value:x} {mask:x}");
            let gathered = Portable.extract(value, mask);
            assert_eq!(Portable.deposit(gathered, mask), value & mask);
        }
    }

    #[test]
    fn portable_and_processor_agree() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        for _ in 0..10_000 {
            dispatch(Compare(next(), next()));
            dispatch(Compare(next() & next() & next(), next() | next()));
        }
        for edge in [0, 1, 1 << 63, u64::MAX] {
            dispatch(Compare(edge, u64::MAX));
            dispatch(Compare(u64::MAX, edge));
        }
    }
}
