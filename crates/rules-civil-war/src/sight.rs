//! What could be seen at the start of a battle: a proposal for the neutral, who decides. [CWFF-R11]

use crate::setup::{Feature, Field, Zone};
use crate::words::Inches;

/// A point of a field.
type Point = (Inches, Inches);

/// On which side of the line from one point to another a third one lies: more than nothing to the left of it.
fn turn(from: Point, to: Point, at: Point) -> i64 {
    let [dx, dy] = [(from.0, to.0), (from.1, to.1)].map(|(one, other)| i64::from(other.0 - one.0));
    let [ax, ay] = [(from.0, at.0), (from.1, at.1)].map(|(one, other)| i64::from(other.0 - one.0));
    dx * ay - dy * ax
}

/// Whether two lines cross, each with its ends on both sides of the other; to touch is not enough.
fn cross(one: (Point, Point), other: (Point, Point)) -> bool {
    let parted = |line: (Point, Point), of: (Point, Point)| {
        let (a, b) = (turn(line.0, line.1, of.0), turn(line.0, line.1, of.1));
        a.signum() * b.signum() < 0
    };
    parted(one, other) && parted(other, one)
}

/// A place on a line from one point to another: so many parts of so many.
#[derive(Clone, Copy)]
struct Part(i64, i64);

/// A point that lies between whole ones: both numbers over a third.
struct Between {
    x: i128,
    y: i128,
    under: i128,
}

impl Between {
    /// Halfway between two places on a line.
    fn halfway(line: (Point, Point), one: Part, other: Part) -> Self {
        let [(a, b), (c, d)] = [one, other].map(|part| (i128::from(part.0), i128::from(part.1)));
        let (over, under) = (a * d + c * b, 2 * b * d);
        let at = |from: Inches, to: Inches| {
            i128::from(from.0) * under + (i128::from(to.0) - i128::from(from.0)) * over
        };
        Self { x: at(line.0.0, line.1.0), y: at(line.0.1, line.1.1), under }
    }

    /// On which side of the line from one point to another it lies.
    fn turn(&self, from: Point, to: Point) -> i128 {
        let [dx, dy] = [(from.0, to.0), (from.1, to.1)].map(|(one, other)| i128::from(other.0 - one.0));
        let (ax, ay) =
            (self.x - i128::from(from.0.0) * self.under, self.y - i128::from(from.1.0) * self.under);
        dx * ay - dy * ax
    }

    /// Whether it lies within an outline and on none of its edges: a line from it to the right crosses the outline an odd number
    /// of times.
    fn is_within(&self, outline: &[Point]) -> bool {
        let is_on = |one: Point, other: Point| {
            let between = |at: i128, one: Inches, other: Inches| {
                let [one, other] = [one, other].map(|end| i128::from(end.0) * self.under);
                (one.min(other)..=one.max(other)).contains(&at)
            };
            self.turn(one, other) == 0 && between(self.x, one.0, other.0) && between(self.y, one.1, other.1)
        };
        let crosses = |one: Point, other: Point| {
            let (low, high) = if one.1 <= other.1 { (one, other) } else { (other, one) };
            let [lower, upper] = [low, high].map(|end| i128::from(end.1.0) * self.under);
            lower <= self.y && self.y < upper && self.turn(low, high) > 0
        };
        !edges(outline).any(|(one, other)| is_on(one, other))
            && edges(outline).filter(|(one, other)| crosses(*one, *other)).count() % 2 == 1
    }
}

/// The edges of an outline.
fn edges(outline: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    outline.iter().copied().zip(outline.iter().copied().cycle().skip(1))
}

/// Twice what an outline holds: nothing for a wall or another line.
fn room(outline: &[Point]) -> i64 {
    let Some(first) = outline.first() else { return 0 };
    edges(outline).map(|(one, other)| turn(*first, one, other)).sum()
}

/// Where a line meets an edge: at one place, or where they lie along each other at both ends of the edge.
fn meets(line: (Point, Point), edge: (Point, Point), places: &mut Vec<Part>) {
    let (a, b) = (turn(edge.0, edge.1, line.0), turn(edge.0, edge.1, line.1));
    if a != b {
        let (over, under) = if a > b { (a, a - b) } else { (-a, b - a) };
        if (0..=under).contains(&over) {
            places.push(Part(over, under));
        }
    } else if a == 0 {
        let [dx, dy] = [(line.0.0, line.1.0), (line.0.1, line.1.1)].map(|(p, q)| i64::from(q.0 - p.0));
        for end in [edge.0, edge.1] {
            let along = dx * i64::from(end.0.0 - line.0.0.0) + dy * i64::from(end.1.0 - line.0.1.0);
            let whole = dx * dx + dy * dy;
            if (0..=whole).contains(&along) {
                places.push(Part(along, whole));
            }
        }
    }
}

/// Whether a line runs within an outline anywhere: a line that only touches its edge or a corner does not.
fn runs_within(outline: &[Point], line: (Point, Point)) -> bool {
    let mut places = vec![Part(0, 1), Part(1, 1)];
    edges(outline).for_each(|edge| meets(line, edge, &mut places));
    places.sort_by(|one, other| {
        (i128::from(one.0) * i128::from(other.1)).cmp(&(i128::from(other.0) * i128::from(one.1)))
    });
    places.windows(2).any(|pair| Between::halfway(line, pair[0], pair[1]).is_within(outline))
}

/// Whether something stands between two points: the line between them runs within it somewhere, or crosses it where it is a
/// line itself. Whoever stands at its edge is seen from before it. [CWFF-R11]
fn is_blocked(features: &[Feature], line: (Point, Point)) -> bool {
    let blocks = |outline: &[Point]| match room(outline) {
        0 => edges(outline).any(|edge| cross(line, edge)),
        _ => runs_within(outline, line),
    };
    line.0 != line.1 && features.iter().any(|feature| feature.blocks_sight && blocks(&feature.points))
}

/// [CWFF-7-1] [CWFF-R11] Whether a unit could be seen from the edge of the enemy's deployment zone: along a straight line from
/// any point of it, taken at each inch, that nothing blocks.
pub fn could_be_seen(field: &Field, zone: &Zone, unit: Point) -> bool {
    zone.rim(field.size).into_iter().any(|from| !is_blocked(&field.features, (from, unit)))
}
