//! The six ways out of a hex.

use serde::{Deserialize, Serialize};

use crate::Hex;

/// One of the six neighbours of a hex, or the hexside shared with it.
///
/// The letters run clockwise. `A` is the top side of a flat-topped hex and the upper left side of
/// a pointy-topped one; [`crate::Grain::name`] gives the compass name for each.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Direction {
    /// `(0, -1)`: N or NW.
    A,
    /// `(1, -1)`: NE.
    B,
    /// `(1, 0)`: SE or E.
    C,
    /// `(0, 1)`: S or SE.
    D,
    /// `(-1, 1)`: SW.
    E,
    /// `(-1, 0)`: NW or W.
    F,
}

impl Direction {
    /// All six, clockwise from `A`.
    pub const ALL: [Direction; 6] =
        [Direction::A, Direction::B, Direction::C, Direction::D, Direction::E, Direction::F];

    /// All six, so that the neighbours come in ascending order of [`Hex`].
    pub const ASCENDING: [Direction; 6] =
        [Direction::F, Direction::E, Direction::A, Direction::D, Direction::B, Direction::C];

    /// The place in [`Direction::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 3) % 6]
    }

    /// The next direction clockwise.
    #[must_use]
    pub const fn clockwise(self) -> Self {
        Self::ALL[(self as usize + 1) % 6]
    }

    /// The neighbour of the origin in this direction.
    #[must_use]
    pub const fn vector(self) -> Hex {
        match self {
            Direction::A => Hex::new(0, -1),
            Direction::B => Hex::new(1, -1),
            Direction::C => Hex::new(1, 0),
            Direction::D => Hex::new(0, 1),
            Direction::E => Hex::new(-1, 1),
            Direction::F => Hex::new(-1, 0),
        }
    }
}
