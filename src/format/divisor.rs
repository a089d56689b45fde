//! Division by numbers that stay the same.

/// A number by which others are divided often: by a product with its inverse.
#[derive(Clone, Copy, Debug)]
pub(super) struct Divisor {
    number: u64,
    /// 2^64 divided by the number, rounded up; 0 for 1.
    inverse: u64,
}

impl Divisor {
    pub(super) fn new(number: u64) -> Divisor {
        Divisor { number, inverse: (u64::MAX / number).wrapping_add(1) }
    }

    /// Quotient and remainder.
    #[inline(always)]
    pub(super) fn divide(self, dividend: u64) -> (u64, u64) {
        // Rounding up adds less than dividend / 2^64 to the quotient, too little to reach the next whole number.
        let quotient = match self.inverse {
            _ if dividend >> 43 != 0 => dividend / self.number,
            0 => dividend,
            inverse => ((u128::from(dividend) * u128::from(inverse)) >> 64) as u64,
        };
        (quotient, dividend - quotient * self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_divide() {
        for number in [1, 2, 3, 5, 32, 255, 1280, 81_920, (1 << 20) - 1, 1 << 20] {
            let divisor = Divisor::new(number);
            let near = |multiple: u64| [multiple.saturating_sub(1), multiple, multiple + 1];
            let multiples = [0, 1, 2, 1000, (1 << 43) / number, (1 << 50) / number, (1 << 62) / number];
            for dividend in multiples.iter().flat_map(|&multiple| near(multiple * number)) {
                assert_eq!(divisor.divide(dividend), (dividend / number, dividend % number), "{dividend} / {number}");
            }
        }
    }
}
