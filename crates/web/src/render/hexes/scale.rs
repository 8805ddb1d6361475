//! From hexes to drawing units. Corners and centres are whole numbers of halves, so that paths stay short.

use std::fmt::Write as _;

use hexmap::{Direction, Grain, Hex, centre, corners};
use kernel::view::Ground;

/// Half a hexside in drawing units.
const HALF_SIDE: i32 = 15;

/// Half the height of a hex: 15 times the root of 3, to 1 in 1000.
const HALF_HEIGHT: i32 = 26;

/// Room around the hexes for the rulers.
const MARGIN: i32 = 24;

/// Where the hexes of one board lie on its drawing.
pub(super) struct Scale {
    grain: Grain,
    /// What is added to a place to have the drawing begin at nought.
    pub shift: (i32, i32),
    /// Width and height of the drawing.
    pub size: (i32, i32),
}

impl Scale {
    pub(super) fn of(ground: &Ground) -> Self {
        let mut scale = Self { grain: ground.numbering.grain, shift: (0, 0), size: (0, 0) };
        let (mut low, mut high) = ((i32::MAX, i32::MAX), (i32::MIN, i32::MIN));
        for (x, y) in ground.hexes().flat_map(|(hex, _)| scale.corners(hex)) {
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x), high.1.max(y));
        }
        if low.0 > high.0 {
            (low, high) = ((0, 0), (0, 0));
        }
        scale.shift = (MARGIN - low.0, MARGIN - low.1);
        scale.size = (high.0 - low.0 + 2 * MARGIN, high.1 - low.1 + 2 * MARGIN);
        scale
    }

    fn units(&self) -> (i32, i32) {
        match self.grain {
            Grain::FlatTop => (HALF_SIDE, HALF_HEIGHT),
            Grain::PointyTop => (HALF_HEIGHT, HALF_SIDE),
        }
    }

    /// The centre of a hex.
    pub(super) fn at(&self, hex: Hex) -> (i32, i32) {
        let (point, (x, y)) = (centre(self.grain, hex), self.units());
        (x * point.x + self.shift.0, y * point.y + self.shift.1)
    }

    /// Its six corners, clockwise; side `Direction::ALL[n]` runs from corner `n` to the next.
    pub(super) fn corners(&self, hex: Hex) -> [(i32, i32); 6] {
        let (x, y) = self.units();
        corners(self.grain, hex).map(|point| (x * point.x + self.shift.0, y * point.y + self.shift.1))
    }

    /// Both ends of a hexside.
    pub(super) fn side(&self, hex: Hex, side: Direction) -> [(i32, i32); 2] {
        let corners = self.corners(hex);
        [corners[side.index()], corners[(side.index() + 1) % 6]]
    }

    /// The middle of a hexside and the angle in degrees at which it is crossed from the hex.
    pub(super) fn across(&self, hex: Hex, side: Direction) -> (i32, i32, i32) {
        let [(x1, y1), (x2, y2)] = self.side(hex, side);
        let turn = 60 * i32::try_from(side.index()).unwrap_or(0);
        let first = match self.grain {
            Grain::FlatTop => -90,
            Grain::PointyTop => -120,
        };
        ((x1 + x2) / 2, (y1 + y2) / 2, first + turn)
    }

    /// The outlines of hexes, one after the other.
    pub(super) fn outlines(&self, hexes: impl IntoIterator<Item = Hex>) -> String {
        let mut path = String::new();
        for hex in hexes {
            line(&mut path, &self.corners(hex));
            path.push('z');
        }
        path
    }

    /// A line through the centres of hexes.
    pub(super) fn through(&self, path: &mut String, hexes: &[Hex]) {
        let points: Vec<(i32, i32)> = hexes.iter().map(|hex| self.at(*hex)).collect();
        line(path, &points);
    }
}

/// Adds a line to a path: the first point as it is, the others as steps.
pub(super) fn line(path: &mut String, points: &[(i32, i32)]) {
    let Some(first) = points.first() else { return };
    let _ = write!(path, "M{} {}", first.0, first.1);
    for (n, pair) in points.windows(2).enumerate() {
        let (x, y) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
        let before = if n == 0 {
            "l"
        } else if x < 0 {
            ""
        } else {
            " "
        };
        let between = if y < 0 { "" } else { " " };
        let _ = write!(path, "{before}{x}{between}{y}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexes_are_as_wide_and_high_as_their_grain_has_them() {
        let of = |grain| Scale { grain, shift: (0, 0), size: (0, 0) };
        for (grain, wide, high) in [
            (Grain::FlatTop, 4 * HALF_SIDE, 2 * HALF_HEIGHT),
            (Grain::PointyTop, 2 * HALF_HEIGHT, 4 * HALF_SIDE),
        ] {
            let corners = of(grain).corners(Hex::new(3, 2));
            let span = |at: fn(&(i32, i32)) -> i32| {
                let all = corners.iter().map(at);
                all.clone().max().unwrap_or(0) - all.min().unwrap_or(0)
            };
            assert_eq!((span(|at| at.0), span(|at| at.1)), (wide, high), "{grain:?}");
        }
    }

    #[test]
    fn lines_are_written_as_short_as_they_can_be_read() {
        let mut path = String::new();
        line(&mut path, &[(10, 20), (15, 15), (10, 20), (13, 23), (-7, 3)]);
        assert_eq!(path, "M10 20l5-5-5 5 3 3-20-20");
        line(&mut path, &[]);
        assert_eq!(path, "M10 20l5-5-5 5 3 3-20-20");
    }
}
