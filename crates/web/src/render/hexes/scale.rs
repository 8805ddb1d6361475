//! From hexes to drawing units. Corners and centres are whole numbers of halves, so that paths stay short.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};

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

    /// The border of an area of hexes, as closed contours: what lies between two of its hexes is left out.
    pub(super) fn contours(&self, hexes: &BTreeSet<Hex>) -> String {
        // Three hexes meet at a corner, so no more than one side of the border, walked clockwise, begins there.
        let mut next: BTreeMap<(i32, i32), (i32, i32)> = BTreeMap::new();
        for hex in hexes {
            for side in Direction::ALL.into_iter().filter(|side| !hexes.contains(&hex.neighbour(*side))) {
                let [from, to] = self.side(*hex, side);
                next.insert(from, to);
            }
        }
        let mut path = String::new();
        while let Some((first, second)) = next.pop_first() {
            let mut points = vec![first, second];
            while let Some(to) = points.last().and_then(|at| next.remove(at)) {
                points.push(to);
            }
            points.pop();
            line(&mut path, &points);
            path.push('z');
        }
        path
    }

    /// A line through the centres of hexes.
    pub(super) fn through(&self, path: &mut String, hexes: &[Hex]) {
        let points: Vec<(i32, i32)> = hexes.iter().map(|hex| self.at(*hex)).collect();
        line(path, &points);
    }

    /// A road from the centre of the first hex to that of the last. It passes the middle of each hexside that it crosses, and
    /// is bent where it turns, but not where other roads meet it.
    pub(super) fn road(&self, path: &mut String, hexes: &[Hex], meets: impl Fn(Hex) -> bool) {
        let points: Vec<(i32, i32)> = hexes.iter().map(|hex| self.at(*hex)).collect();
        bent(path, &points, |n| hexes.get(n).is_some_and(|hex| !meets(*hex)));
    }

    /// Hexsides as lines that are bent where two of them meet, each through the middle of its hexsides.
    pub(super) fn courses(&self, sides: impl IntoIterator<Item = (Hex, Direction)>) -> String {
        let mut meets: BTreeMap<(i32, i32), Vec<(i32, i32)>> = BTreeMap::new();
        for (hex, side) in sides {
            let [from, to] = self.side(hex, side);
            for (one, other) in [(from, to), (to, from)] {
                let known = meets.entry(one).or_default();
                if !known.contains(&other) {
                    known.push(other);
                }
            }
        }
        let mut path = String::new();
        // Ends and forks begin lines; what is left has neither and runs in a ring.
        let ends: Vec<(i32, i32)> =
            meets.iter().filter(|(_, others)| others.len() != 2).map(|(corner, _)| *corner).collect();
        let corners: Vec<(i32, i32)> = ends.into_iter().chain(meets.keys().copied()).collect();
        for first in corners {
            while meets.get(&first).is_some_and(|others| !others.is_empty()) {
                let mut points = vec![first];
                let mut at = first;
                while let Some(to) = meets.get_mut(&at).and_then(Vec::pop) {
                    let back = meets.entry(to).or_default();
                    back.retain(|other| *other != at);
                    points.push(to);
                    at = to;
                    // At a fork the line ends, and the others begin or end there as well.
                    if back.len() != 1 {
                        break;
                    }
                }
                bent(&mut path, &points, |_| true);
            }
        }
        path
    }
}

/// Adds a line to a path that is bent at its corners, from the middle before one to the middle after it, where `bends` says so.
fn bent(path: &mut String, points: &[(i32, i32)], bends: impl Fn(usize) -> bool) {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return };
    let _ = write!(path, "M{} {}", first.0, first.1);
    for (n, three) in points.windows(3).enumerate() {
        let [before, at, after] = [three[0], three[1], three[2]];
        if bends(n + 1) {
            let (from, to) = (Middle(before, at), Middle(at, after));
            let _ = write!(path, "L{from}Q{} {} {to}", at.0, at.1);
        } else {
            let _ = write!(path, "L{} {}", at.0, at.1);
        }
    }
    let _ = write!(path, "L{} {}", last.0, last.1);
}

/// The point between two others, to the half.
struct Middle((i32, i32), (i32, i32));

impl fmt::Display for Middle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = |sum: i32| (sum / 2, if sum % 2 == 0 { "" } else { ".5" });
        let ((x, x_rest), (y, y_rest)) = (half(self.0.0 + self.1.0), half(self.0.1 + self.1.1));
        write!(out, "{x}{x_rest} {y}{y_rest}")
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
    fn an_area_has_one_border_and_a_hole_its_own() {
        let scale = Scale { grain: Grain::FlatTop, shift: (0, 0), size: (0, 0) };
        let middle = Hex::new(5, 5);
        let one = scale.contours(&BTreeSet::from([middle]));
        assert_eq!(
            one,
            format!("{}z", {
                let mut path = String::new();
                let mut corners = scale.corners(middle).to_vec();
                // Walked from its leftmost corner on.
                let first = (0..6).min_by_key(|n| corners[*n]).unwrap_or(0);
                corners.rotate_left(first);
                line(&mut path, &corners);
                path
            })
        );
        let ring: BTreeSet<Hex> = middle.neighbours().into_iter().collect();
        assert_eq!(scale.contours(&ring).matches('M').count(), 2, "outside and hole");
        let full: BTreeSet<Hex> = ring.iter().copied().chain([middle]).collect();
        assert_eq!(scale.contours(&full).matches('M').count(), 1);
    }

    #[test]
    fn a_river_bends_where_two_hexsides_meet_and_ends_at_a_fork() {
        let scale = Scale { grain: Grain::FlatTop, shift: (0, 0), size: (0, 0) };
        let hex = Hex::new(5, 5);
        let two = scale.courses([(hex, Direction::A), (hex, Direction::B)]);
        assert_eq!((two.matches('M').count(), two.matches('Q').count()), (1, 1), "{two}");
        let other = hex.neighbour(Direction::A);
        let fork = scale.courses([(hex, Direction::A), (hex, Direction::B), (other, Direction::C)]);
        assert_eq!((fork.matches('M').count(), fork.matches('Q').count()), (3, 0), "{fork}");
        let round = scale.courses(Direction::ALL.map(|side| (hex, side)));
        assert_eq!((round.matches('M').count(), round.matches('Q').count()), (1, 5), "{round}");
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
