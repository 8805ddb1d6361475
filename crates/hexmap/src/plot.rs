//! Where hexes lie on paper, in whole units.

use crate::{Grain, Hex};

/// A place on paper. On a flat-topped map `x` is in halves of a hexside and `y` in halves of the
/// height of a hex (√3/2 of a hexside); on a pointy-topped map the other way round. So corners and
/// centres are whole numbers and whoever draws multiplies once.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Downwards.
    pub y: i32,
}

/// The centre of a hex; the hex (0, 0) is at the origin.
#[must_use]
pub fn centre(grain: Grain, hex: Hex) -> Point {
    let (q, r) = (i32::from(hex.q), i32::from(hex.r));
    match grain {
        Grain::FlatTop => Point { x: 3 * q, y: 2 * r + q },
        Grain::PointyTop => Point { x: 2 * q + r, y: 3 * r },
    }
}

/// The six corners of a hex, clockwise. Side `Direction::ALL[n]` runs from corner `n` to corner
/// `(n + 1) % 6`.
#[must_use]
pub fn corners(grain: Grain, hex: Hex) -> [Point; 6] {
    let Point { x, y } = centre(grain, hex);
    let around = match grain {
        Grain::FlatTop => [(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)],
        Grain::PointyTop => [(-1, -1), (0, -2), (1, -1), (1, 1), (0, 2), (-1, 1)],
    };
    around.map(|(right, down)| Point { x: x + right, y: y + down })
}
