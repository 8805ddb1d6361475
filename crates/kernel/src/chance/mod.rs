//! Chance as an algebra: distributions with whole-number weights over one denominator.
//!
//! A [`Chance`] holds anything that can be ordered. What is independent is combined ([`Chance::with`]), what hangs on what
//! came before follows it ([`Chance::then`]), and what comes to the same is merged at once. A [`Sums`] holds figures that
//! add up over many draws, several side by side: it is where the large numbers are. Both are exact. What would be too wide
//! or too much is told as [`TooMuch`], never wrapped and never rounded.

mod natural;
mod sums;
mod work;

use std::fmt;

pub use natural::{MOST_BITS, Natural};
pub use sums::{Draw, MOST_LIMBS, Sums};
pub use work::{JUDGED, Work};

/// Why a distribution cannot be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMuch {
    /// A weight has more than [`MOST_BITS`] binary digits.
    Wide,
    /// There are more outcomes than are reckoned with.
    Many,
    /// It takes more steps than one question may.
    Long,
    /// Whoever asked, or another question, has stopped it.
    Stopped,
}

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Wide => "the exact fractions are too wide",
            Self::Many => "there are too many outcomes",
            Self::Long => "they take too long to be worked out",
            Self::Stopped => "they were stopped before they were worked out",
        })
    }
}

impl std::error::Error for TooMuch {}

/// The most outcomes of one distribution.
pub const MOST_ROWS: usize = 1_000_000;

/// An exact distribution: outcomes in their order, each once, with weights that are not nothing and add up to
/// [`Chance::of`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance<K> {
    rows: Vec<(K, Natural)>,
    of: Natural,
}

impl<K: Ord> Chance<K> {
    /// What is sure.
    pub fn sure(outcome: K) -> Self {
        Self { rows: vec![(outcome, Natural::ONE)], of: Natural::ONE }
    }

    /// Outcomes with their weights, in any order; equal ones are merged. There has to be one whose weight is not nothing.
    pub fn weighed<W: Into<Natural>>(outcomes: impl IntoIterator<Item = (K, W)>) -> Self {
        let rows = outcomes.into_iter().map(|(outcome, weight)| (outcome, weight.into()));
        let rows = merged(rows.filter(|(_, weight)| !weight.is_zero()).collect());
        let of = rows.iter().fold(Natural::ZERO, |sum, (_, weight)| sum.plus(weight));
        debug_assert!(!of.is_zero(), "a distribution of nothing");
        Self { rows, of }
    }

    /// Outcomes of branches with the chance of each, over and under, which together are sure.
    ///
    /// # Errors
    /// [`TooMuch`].
    pub fn of_branches(branches: Vec<(K, (u128, u128))>) -> Result<Self, TooMuch> {
        let mut of = Natural::ONE;
        for (_, (_, under)) in &branches {
            of = of.lcm(&Natural::from(*under))?;
        }
        let mut rows = Vec::with_capacity(branches.len());
        for (outcome, (over, under)) in branches {
            rows.push((outcome, of.divided(&Natural::from(under)).0.times(&Natural::from(over))?));
        }
        rows.retain(|(_, weight)| !weight.is_zero());
        Ok(Self { rows: merged(rows), of })
    }

    /// Outcomes in their order with their weights.
    pub fn rows(&self) -> &[(K, Natural)] {
        &self.rows
    }

    /// The common denominator: what all weights add up to.
    pub fn of(&self) -> &Natural {
        &self.of
    }

    /// The weight of an outcome; nothing where it cannot come.
    pub fn weight(&self, outcome: &K) -> Natural {
        let at = self.rows.binary_search_by(|(known, _)| known.cmp(outcome));
        at.map_or(Natural::ZERO, |at| self.rows[at].1.clone())
    }

    /// The weight of everything that answers to `is`.
    pub fn weight_where(&self, is: impl Fn(&K) -> bool) -> Natural {
        self.rows
            .iter()
            .filter(|(known, _)| is(known))
            .fold(Natural::ZERO, |sum, (_, weight)| sum.plus(weight))
    }

    /// The weight of an outcome and all above it.
    pub fn at_least(&self, outcome: &K) -> Natural {
        self.weight_where(|known| known >= outcome)
    }

    /// Every outcome with the weight of itself and all above it, the lowest first.
    pub fn cumulative(&self) -> Vec<(&K, Natural)> {
        let mut sum = Natural::ZERO;
        let mut rows: Vec<_> = (self.rows.iter().rev())
            .map(|(outcome, weight)| {
                sum = sum.plus(weight);
                (outcome, sum.clone())
            })
            .collect();
        rows.reverse();
        rows
    }

    /// What is made of each outcome; what comes to the same is merged. Of a joint distribution this is a marginal.
    pub fn map<J: Ord>(self, make: impl FnMut(K) -> J) -> Chance<J> {
        let mut make = make;
        let rows = merged(self.rows.into_iter().map(|(outcome, weight)| (make(outcome), weight)).collect());
        Chance { rows, of: self.of }
    }

    /// Two that are independent, each pair made into one.
    ///
    /// # Errors
    /// [`TooMuch`].
    pub fn with<J: Ord, R: Ord>(
        &self,
        other: &Chance<J>,
        make: impl Fn(&K, &J) -> R,
    ) -> Result<Chance<R>, TooMuch> {
        let mut rows = room(self.rows.len(), other.rows.len())?;
        for (a, weight) in &self.rows {
            for (b, more) in &other.rows {
                rows.push((make(a, b), weight.times(more)?));
            }
        }
        Ok(Chance { rows: merged(rows), of: self.of.times(&other.of)? })
    }

    /// What follows each outcome, by a distribution that may hang on it.
    ///
    /// # Errors
    /// [`TooMuch`].
    pub fn then<R: Ord>(&self, mut next: impl FnMut(&K) -> Chance<R>) -> Result<Chance<R>, TooMuch> {
        Self::mixed(self.rows.iter().map(|(outcome, weight)| (next(outcome), weight.clone())), &self.of)
    }

    /// Several distributions, each with its weight of `of`.
    ///
    /// # Errors
    /// [`TooMuch`].
    pub fn mixed<R: Ord>(
        parts: impl IntoIterator<Item = (Chance<R>, Natural)>,
        of: &Natural,
    ) -> Result<Chance<R>, TooMuch> {
        let parts: Vec<(Chance<R>, Natural)> = parts.into_iter().collect();
        let mut under = Natural::ONE;
        for (part, _) in &parts {
            if part.of != under {
                under = under.lcm(&part.of)?;
            }
        }
        let n_rows: usize = parts.iter().map(|(part, _)| part.rows.len()).sum();
        let mut rows = room(n_rows, 1)?;
        for (part, weight) in parts {
            let (by, _) = under.divided(&part.of);
            let by = by.times(&weight)?;
            for (outcome, weight) in part.rows {
                rows.push((outcome, weight.times(&by)?));
            }
        }
        Ok(Chance { rows: merged(rows), of: under.times(of)? })
    }

    /// The same chances over the smallest denominator.
    #[must_use]
    pub fn in_lowest_terms(mut self) -> Self {
        let mut shared = Natural::ZERO;
        for (_, weight) in &self.rows {
            shared = shared.gcd(weight);
            if shared == Natural::ONE {
                return self;
            }
        }
        for (_, weight) in &mut self.rows {
            *weight = weight.divided(&shared).0;
        }
        self.of = self.of.divided(&shared).0;
        self
    }
}

impl<K: Ord + Clone> Chance<K> {
    /// So many equal ones that are independent, made into one pair by pair: by squares, so that the order must not
    /// matter.
    ///
    /// # Errors
    /// [`TooMuch`].
    pub fn power(&self, n: u32, none: K, make: impl Fn(&K, &K) -> K) -> Result<Self, TooMuch> {
        let mut power = Self::sure(none);
        for bit in (0..32 - n.leading_zeros()).rev() {
            power = power.with(&power, &make)?;
            if n >> bit & 1 == 1 {
                power = power.with(self, &make)?;
            }
        }
        Ok(power)
    }
}

impl<K: Ord + Copy + Into<i64>> Chance<K> {
    /// The mean as an exact fraction in lowest terms: whether it is below nothing, over, under.
    ///
    /// # Errors
    /// [`TooMuch`].
    pub fn mean(&self) -> Result<Mean, TooMuch> {
        Mean::of(self.rows.iter().map(|(outcome, weight)| ((*outcome).into(), weight.clone())), &self.of)
    }
}

/// A mean as an exact fraction in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mean {
    /// Whether it is below nothing.
    pub negative: bool,
    /// Numerator.
    pub over: Natural,
    /// Denominator.
    pub under: Natural,
}

impl Mean {
    /// Of figures with weights that add up to `of`.
    ///
    /// # Errors
    /// [`TooMuch`].
    pub fn of(figures: impl IntoIterator<Item = (i64, Natural)>, of: &Natural) -> Result<Self, TooMuch> {
        let mut sums = [Natural::ZERO, Natural::ZERO];
        for (figure, weight) in figures {
            let sum = &mut sums[usize::from(figure < 0)];
            *sum = sum.plus(&weight.times(&Natural::from(figure.unsigned_abs()))?);
        }
        let [above, below] = sums;
        let negative = below > above;
        let (high, low) = if negative { (below, above) } else { (above, below) };
        let (over, under) = high.minus(&low).unwrap_or(Natural::ZERO).over(of);
        Ok(Self { negative, over, under })
    }

    /// With so many digits, rounded.
    pub fn decimal(&self, digits: u32) -> String {
        format!("{}{}", if self.negative { "−" } else { "" }, self.over.decimal(&self.under, digits))
    }
}

impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minus = if self.negative { "-" } else { "" };
        if self.under == Natural::ONE {
            return write!(f, "{minus}{}", self.over);
        }
        write!(f, "{minus}{}/{}", self.over, self.under)
    }
}

/// An empty list with room for a product of rows.
fn room<T>(n: usize, m: usize) -> Result<Vec<T>, TooMuch> {
    let n = n.checked_mul(m).filter(|n| *n <= MOST_ROWS).ok_or(TooMuch::Many)?;
    Ok(Vec::with_capacity(n))
}

/// In order, equal outcomes in one.
fn merged<K: Ord>(mut rows: Vec<(K, Natural)>) -> Vec<(K, Natural)> {
    if rows.is_sorted_by(|a, b| a.0 < b.0) {
        return rows;
    }
    rows.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    rows.dedup_by(|later, first| {
        let same = later.0 == first.0;
        if same {
            first.1 = first.1.plus(&later.1);
        }
        same
    });
    rows
}
