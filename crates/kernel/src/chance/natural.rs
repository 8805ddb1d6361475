//! Whole numbers from nothing on, as wide as they have to be.

use std::cmp::Ordering;
use std::fmt;

use serde::{Serialize, Serializer};

use super::TooMuch;

/// The widest number that is reckoned with, in bits. A thousand ten-sided dice need 3,322.
pub const MOST_BITS: usize = 8192;

/// A whole number from nothing on. Up to 128 bits it takes no memory of its own. Written as decimal text in files, since
/// it can exceed what other languages hold in a number.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Natural(Held);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Held {
    Small(u128),
    /// Least limb first, the last one not nothing, three or more.
    Large(Vec<u64>),
}

impl Natural {
    /// Nothing.
    pub const ZERO: Self = Self(Held::Small(0));
    /// One.
    pub const ONE: Self = Self(Held::Small(1));

    /// From limbs of 64 bits, the least first.
    pub(super) fn from_limbs(limbs: &[u64]) -> Self {
        let n = limbs.iter().rposition(|limb| *limb != 0).map_or(0, |last| last + 1);
        match limbs[..n] {
            [] => Self::ZERO,
            [low] => Self(Held::Small(low.into())),
            [low, high] => Self(Held::Small(u128::from(low) | u128::from(high) << 64)),
            _ => Self(Held::Large(limbs[..n].to_vec())),
        }
    }

    /// Its limbs, the least first; none at the end is nothing.
    fn limbs(&self) -> Vec<u64> {
        match &self.0 {
            Held::Large(limbs) => limbs.clone(),
            Held::Small(0) => Vec::new(),
            Held::Small(small) => match (*small as u64, (*small >> 64) as u64) {
                (low, 0) => vec![low],
                (low, high) => vec![low, high],
            },
        }
    }

    /// Whether it is nothing.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Held::Small(0))
    }

    /// How many binary digits it has.
    pub fn bits(&self) -> usize {
        match &self.0 {
            Held::Small(small) => 128 - small.leading_zeros() as usize,
            Held::Large(limbs) => {
                limbs.len() * 64 - limbs.last().map_or(0, |last| last.leading_zeros() as usize)
            }
        }
    }

    /// As a number of 128 bits, if it fits.
    pub fn to_u128(&self) -> Option<u128> {
        match self.0 {
            Held::Small(small) => Some(small),
            Held::Large(_) => None,
        }
    }

    /// As a number of 64 bits, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        self.to_u128().and_then(|small| small.try_into().ok())
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        if let (Held::Small(a), Held::Small(b)) = (&self.0, &other.0)
            && let Some(sum) = a.checked_add(*b)
        {
            return Self(Held::Small(sum));
        }
        let (mut sum, other) = (self.limbs(), other.limbs());
        sum.resize(sum.len().max(other.len()) + 1, 0);
        let mut carry = false;
        for (at, limb) in sum.iter_mut().enumerate() {
            let (once, over) = limb.overflowing_add(other.get(at).copied().unwrap_or(0));
            let (twice, more) = once.overflowing_add(carry.into());
            (*limb, carry) = (twice, over || more);
        }
        Self::from_limbs(&sum)
    }

    /// The difference; `None` where the other is greater.
    pub fn minus(&self, other: &Self) -> Option<Self> {
        if let (Held::Small(a), Held::Small(b)) = (&self.0, &other.0) {
            return a.checked_sub(*b).map(|rest| Self(Held::Small(rest)));
        }
        if *self < *other {
            return None;
        }
        let (mut rest, other) = (self.limbs(), other.limbs());
        take(&mut rest, &other);
        Some(Self::from_limbs(&rest))
    }

    /// The product.
    ///
    /// # Errors
    /// [`TooMuch::Wide`] beyond [`MOST_BITS`].
    pub fn times(&self, other: &Self) -> Result<Self, TooMuch> {
        if let (Held::Small(a), Held::Small(b)) = (&self.0, &other.0)
            && let Some(product) = a.checked_mul(*b)
        {
            return Ok(Self(Held::Small(product)));
        }
        if self.bits() + other.bits() > MOST_BITS + 1 {
            return Err(TooMuch::Wide);
        }
        Ok(self.product(other))
    }

    fn product(&self, other: &Self) -> Self {
        let (a, b) = (self.limbs(), other.limbs());
        let mut product = vec![0u64; a.len() + b.len()];
        for (i, x) in a.iter().enumerate() {
            let mut carry = 0u64;
            for (j, y) in b.iter().enumerate() {
                let sum = u128::from(*x) * u128::from(*y) + u128::from(product[i + j]) + u128::from(carry);
                (product[i + j], carry) = (sum as u64, (sum >> 64) as u64);
            }
            product[i + b.len()] = carry;
        }
        Self::from_limbs(&product)
    }

    /// The number `n` times as a factor.
    ///
    /// # Errors
    /// [`TooMuch::Wide`].
    pub fn power(&self, n: u32) -> Result<Self, TooMuch> {
        let mut power = Self::ONE;
        for bit in (0..32 - n.leading_zeros()).rev() {
            power = power.times(&power)?;
            if n >> bit & 1 == 1 {
                power = power.times(self)?;
            }
        }
        Ok(power)
    }

    /// How often another goes into it, and what is left. What is divided by nothing goes nowhere.
    pub fn divided(&self, by: &Self) -> (Self, Self) {
        match (&self.0, &by.0) {
            (_, Held::Small(0)) => (Self::ZERO, self.clone()),
            (Held::Small(a), Held::Small(b)) => (Self(Held::Small(a / b)), Self(Held::Small(a % b))),
            _ if self < by => (Self::ZERO, self.clone()),
            _ => self.divided_by_digits(by),
        }
    }

    /// Binary digit by digit, as on paper.
    fn divided_by_digits(&self, by: &Self) -> (Self, Self) {
        let (all, by) = (self.limbs(), by.limbs());
        let mut times = vec![0u64; all.len()];
        let mut rest = vec![0u64; by.len() + 1];
        for bit in (0..all.len() * 64).rev() {
            let mut carry = all[bit / 64] >> (bit % 64) & 1;
            for limb in &mut rest {
                (*limb, carry) = (*limb << 1 | carry, *limb >> 63);
            }
            if !is_less(&rest, &by) {
                take(&mut rest, &by);
                times[bit / 64] |= 1 << (bit % 64);
            }
        }
        (Self::from_limbs(&times), Self::from_limbs(&rest))
    }

    /// The greatest number that divides both; the other one where one of them is nothing.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.clone(), other.clone());
        while !b.is_zero() {
            if let (Held::Small(a), Held::Small(b)) = (&a.0, &b.0) {
                return Self(Held::Small(crate::fraction::gcd(*a, *b)));
            }
            let (_, rest) = a.divided(&b);
            (a, b) = (b, rest);
        }
        a
    }

    /// The least number that both divide.
    ///
    /// # Errors
    /// [`TooMuch::Wide`].
    pub fn lcm(&self, other: &Self) -> Result<Self, TooMuch> {
        let (times, _) = self.divided(&self.gcd(other));
        times.times(other)
    }

    /// This over another in lowest terms.
    pub fn over(&self, under: &Self) -> (Self, Self) {
        let shared = self.gcd(under);
        (self.divided(&shared).0, under.divided(&shared).0)
    }

    /// The nearest whole number to so many times this over another, halves up: `share(of, 1000)` is in thousandths.
    pub fn share(&self, of: &Self, parts: u64) -> u128 {
        let doubled = self.product(&Self::from(2 * parts)).plus(of);
        let of = of.plus(of);
        doubled.divided(&of).0.to_u128().unwrap_or(u128::MAX)
    }

    /// This over another as a decimal fraction with so many digits, rounded.
    pub fn decimal(&self, of: &Self, digits: u32) -> String {
        let parts = 10u64.pow(digits.min(18));
        let share = self.share(of, parts);
        let (whole, rest) = (share / u128::from(parts), share % u128::from(parts));
        format!("{whole}.{rest:0width$}", width = digits as usize)
    }
}

/// Whether limbs are a smaller number than others, which may be fewer.
fn is_less(a: &[u64], b: &[u64]) -> bool {
    let limb = |of: &[u64], at: usize| of.get(at).copied().unwrap_or(0);
    let differs = (0..a.len().max(b.len())).rev().find(|at| limb(a, *at) != limb(b, *at));
    differs.is_some_and(|at| limb(a, at) < limb(b, at))
}

/// Takes a number that is not greater away from limbs.
fn take(from: &mut [u64], other: &[u64]) {
    let mut borrow = false;
    for (at, limb) in from.iter_mut().enumerate() {
        let (once, under) = limb.overflowing_sub(other.get(at).copied().unwrap_or(0));
        let (twice, more) = once.overflowing_sub(borrow.into());
        (*limb, borrow) = (twice, under || more);
    }
}

impl From<u64> for Natural {
    fn from(small: u64) -> Self {
        Self(Held::Small(small.into()))
    }
}

impl From<u128> for Natural {
    fn from(small: u128) -> Self {
        Self(Held::Small(small))
    }
}

/// Reads decimal digits.
impl std::str::FromStr for Natural {
    type Err = TooMuch;

    fn from_str(digits: &str) -> Result<Self, TooMuch> {
        let ten = Self::from(10u64);
        digits.bytes().try_fold(Self::ZERO, |so_far, digit| {
            let digit = u64::from(digit.checked_sub(b'0').filter(|digit| *digit < 10).ok_or(TooMuch::Wide)?);
            Ok(so_far.times(&ten)?.plus(&digit.into()))
        })
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Held::Small(a), Held::Small(b)) => a.cmp(b),
            (Held::Small(_), Held::Large(_)) => Ordering::Less,
            (Held::Large(_), Held::Small(_)) => Ordering::Greater,
            (Held::Large(a), Held::Large(b)) => {
                a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
            }
        }
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const CHUNK: u64 = 10_000_000_000_000_000_000;
        let mut limbs = match &self.0 {
            Held::Small(small) => return f.pad_integral(true, "", &small.to_string()),
            Held::Large(limbs) => limbs.clone(),
        };
        let mut chunks = Vec::new();
        while limbs.iter().any(|limb| *limb != 0) {
            let mut rest = 0u64;
            for limb in limbs.iter_mut().rev() {
                let with = u128::from(rest) << 64 | u128::from(*limb);
                (*limb, rest) = ((with / u128::from(CHUNK)) as u64, (with % u128::from(CHUNK)) as u64);
            }
            chunks.push(rest);
        }
        let mut digits = chunks.pop().unwrap_or(0).to_string();
        for chunk in chunks.iter().rev() {
            digits.push_str(&format!("{chunk:019}"));
        }
        f.pad_integral(true, "", &digits)
    }
}

impl fmt::Debug for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Natural {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn power(base: u64, n: u32) -> Natural {
        Natural::from(base).power(n).expect("it fits")
    }

    #[test]
    fn large_numbers_are_written_as_on_paper() {
        assert_eq!(power(10, 40).to_string(), format!("1{}", "0".repeat(40)));
        assert_eq!(
            power(2, 200).to_string(),
            "1606938044258990275541962092341162602522202993782792835301376"
        );
        assert_eq!(power(10, 40).minus(&Natural::ONE).unwrap().to_string(), "9".repeat(40));
        assert_eq!((Natural::ZERO.to_string(), power(7, 0).to_string()), ("0".into(), "1".into()));
    }

    #[test]
    fn what_is_written_is_read_again() {
        for number in [Natural::ZERO, power(7, 3), power(10, 60), power(3, 400)] {
            assert_eq!(number.to_string().parse(), Ok(number));
        }
        assert!("12a".parse::<Natural>().is_err());
    }

    #[test]
    fn what_is_multiplied_divides_again_with_its_rest() {
        let mut seed = 1u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed
        };
        for n in 0..200 {
            let wide = |n: u64, next: &mut dyn FnMut() -> u64| {
                (0..n).fold(Natural::ONE, |so_far, _| so_far.times(&Natural::from(next() | 1)).unwrap())
            };
            let (a, b) = (wide(n % 7, &mut next), wide(1 + n % 5, &mut next));
            let rest = b.minus(&Natural::ONE).unwrap();
            let all = a.times(&b).unwrap().plus(&rest);
            assert_eq!(all.divided(&b), (a.clone(), rest.clone()), "{a} by {b}");
            assert_eq!(all.minus(&rest).unwrap(), a.times(&b).unwrap());
            assert!(all >= a && rest < b);
            assert_eq!(a.times(&b).unwrap().gcd(&b), b);
        }
    }

    #[test]
    fn fractions_come_out_in_lowest_terms_and_as_decimals() {
        let (over, under) = power(6, 80).over(&power(10, 80));
        assert_eq!((over, under), (power(3, 80), power(5, 80)));
        assert_eq!(Natural::from(1u64).decimal(&Natural::from(3u64), 4), "0.3333");
        assert_eq!(Natural::from(2u64).decimal(&Natural::from(3u64), 4), "0.6667");
        let half = power(10, 80).times(&Natural::from(5u64)).unwrap();
        assert_eq!((half.decimal(&power(10, 81), 2), half.share(&power(10, 81), 1000)), ("0.50".into(), 500));
        assert_eq!(power(10, 81).decimal(&power(10, 81), 3), "1.000");
        assert_eq!(Natural::from(4u64).lcm(&Natural::from(6u64)), Ok(Natural::from(12u64)));
    }

    #[test]
    fn what_is_too_wide_is_told_and_never_wrapped() {
        assert_eq!(power(2, 4000).times(&power(2, 4500)), Err(TooMuch::Wide));
        assert_eq!(Natural::from(10u64).power(1_000_000), Err(TooMuch::Wide));
        assert_eq!(Natural::from(u128::MAX).plus(&Natural::ONE), power(2, 128));
        assert_eq!(Natural::ONE.minus(&power(2, 200)), None);
    }
}
