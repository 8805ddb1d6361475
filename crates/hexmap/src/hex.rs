//! A hex on the endless plane.

use std::ops::{Add, Mul, Neg, Sub};

use serde::{Deserialize, Serialize};

use crate::{Direction, Range, Ring};

/// A hex in axial coordinates: `q` counts columns, `r` runs along the columns, and the third cube
/// coordinate is `-q - r`.
///
/// The order is by `q`, then `r`: on a flat-topped map column by column from the top, which is the
/// order of numbers printed column first.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Hex {
    /// The column.
    pub q: i16,
    /// The place along the column.
    pub r: i16,
}

impl Hex {
    /// The hex at these coordinates.
    #[must_use]
    pub const fn new(q: i16, r: i16) -> Self {
        Self { q, r }
    }

    /// The next hex in a direction.
    #[must_use]
    pub fn neighbour(self, direction: Direction) -> Self {
        self + direction.vector()
    }

    /// The six neighbours, clockwise from direction `A`.
    #[must_use]
    pub fn neighbours(self) -> [Self; 6] {
        Direction::ALL.map(|direction| self.neighbour(direction))
    }

    /// How many steps lie between two hexes; 0 to itself, 1 to a neighbour.
    #[must_use]
    pub fn distance(self, other: Self) -> u32 {
        let q = i32::from(self.q) - i32::from(other.q);
        let r = i32::from(self.r) - i32::from(other.r);
        q.unsigned_abs().max(r.unsigned_abs()).max((q + r).unsigned_abs())
    }

    /// The direction of an adjacent hex, or nothing when the other is not adjacent.
    #[must_use]
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.neighbour(direction) == other)
    }

    /// The hexes at exactly this distance, clockwise from the one straight in direction `A`.
    #[must_use]
    pub fn ring(self, radius: i16) -> Ring {
        Ring::new(self, radius)
    }

    /// The hexes at this distance or less, itself included, ascending.
    #[must_use]
    pub fn range(self, radius: i16) -> Range {
        Range::new(self, radius)
    }
}

impl Add for Hex {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.q + other.q, self.r + other.r)
    }
}

impl Sub for Hex {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.q - other.q, self.r - other.r)
    }
}

impl Neg for Hex {
    type Output = Self;

    fn neg(self) -> Self {
        Self::new(-self.q, -self.r)
    }
}

impl Mul<i16> for Hex {
    type Output = Self;

    fn mul(self, times: i16) -> Self {
        Self::new(self.q * times, self.r * times)
    }
}
