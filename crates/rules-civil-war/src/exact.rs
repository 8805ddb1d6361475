//! Exact parts of a strength point: losses and remainders are never rounded. [CWFF-9A-3]

use std::fmt;
use std::ops::{Add, Sub};
use std::str::FromStr;

use kernel::fraction::lowest_terms;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number of strength points that need not be whole, in lowest terms; written `3/20`, or `2` where it is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exact {
    over: u64,
    under: u64,
}

impl Exact {
    /// Nothing.
    pub const NONE: Self = Self { over: 0, under: 1 };

    /// So many stands at so many stands to a strength point.
    pub fn stands(stands: u32, per_sp: u16) -> Self {
        Self::of(stands.into(), u128::from(per_sp).max(1))
    }

    fn of(over: u128, under: u128) -> Self {
        let (over, under) = lowest_terms(over, under);
        let fits = |n: u128| u64::try_from(n).expect("ratios are small, and so are sums of their parts");
        Self { over: fits(over), under: fits(under) }
    }

    /// The whole strength points in it.
    pub const fn whole(self) -> u64 {
        self.over / self.under
    }

    /// To the nearest whole, halves up.
    pub const fn nearest(self) -> u64 {
        (2 * self.over + self.under) / (2 * self.under)
    }

    /// What is left when the whole ones are taken.
    #[must_use]
    pub fn rest(self) -> Self {
        Self::of((self.over % self.under).into(), self.under.into())
    }

    /// How many whole stands it is at a ratio.
    pub fn in_stands(self, per_sp: u16) -> u32 {
        let stands = u128::from(self.over) * u128::from(per_sp) / u128::from(self.under);
        u32::try_from(stands).unwrap_or(u32::MAX)
    }
}

impl Default for Exact {
    fn default() -> Self {
        Self::NONE
    }
}

impl From<u64> for Exact {
    fn from(whole: u64) -> Self {
        Self { over: whole, under: 1 }
    }
}

impl Add for Exact {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let [a, b, c, d] = [self.over, self.under, other.over, other.under].map(u128::from);
        Self::of(a * d + c * b, b * d)
    }
}

impl Sub for Exact {
    type Output = Self;
    /// Nothing where more would be taken than there is.
    fn sub(self, other: Self) -> Self {
        let [a, b, c, d] = [self.over, self.under, other.over, other.under].map(u128::from);
        Self::of((a * d).saturating_sub(c * b), b * d)
    }
}

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&kernel::fraction::words(self.over.into(), self.under.into()))
    }
}

impl FromStr for Exact {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = "a part of a strength point is written 3/20, or 2";
        let (over, under) = text.split_once('/').unwrap_or((text, "1"));
        let over: u32 = over.parse().map_err(|_| bad)?;
        match under.parse::<u32>() {
            Ok(under @ 1..) => Ok(Self::of(over.into(), under.into())),
            _ => Err(bad),
        }
    }
}

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Exact {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}
