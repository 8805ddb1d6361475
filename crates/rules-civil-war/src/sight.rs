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

/// Whether two lines cross or touch. Lines along each other do not count: nobody sees through the length of an edge anyway.
fn cross(one: (Point, Point), other: (Point, Point)) -> bool {
    let apart = |line: (Point, Point), of: (Point, Point)| {
        let (a, b) = (turn(line.0, line.1, of.0), turn(line.0, line.1, of.1));
        (a > 0 && b > 0) || (a < 0 && b < 0) || (a == 0 && b == 0)
    };
    !apart(one, other) && !apart(other, one)
}

/// Whether a point lies within an outline: a line from it to the right crosses that an odd number of times.
fn is_within(outline: &[Point], at: Point) -> bool {
    let next = outline.iter().cycle().skip(1);
    let crossed = outline.iter().zip(next).filter(|(one, other)| {
        let (low, high) = if one.1 <= other.1 { (**one, **other) } else { (**other, **one) };
        low.1 <= at.1 && at.1 < high.1 && turn(low, high, at) > 0
    });
    crossed.count() % 2 == 1
}

/// Whether something stands between two points: the line goes into it, or runs within it all along. [CWFF-R11]
fn is_blocked(features: &[Feature], line: (Point, Point)) -> bool {
    features.iter().filter(|feature| feature.blocks_sight).any(|feature| {
        let next = feature.points.iter().cycle().skip(1);
        feature.points.iter().zip(next).any(|(one, other)| cross(line, (*one, *other)))
            || (line.0 != line.1 && is_within(&feature.points, line.1))
    })
}

/// [CWFF-7-1] [CWFF-R11] Whether a unit could be seen from the edge of the enemy's deployment zone: along a straight line from
/// any point of it, taken at each inch, that nothing blocks.
pub fn could_be_seen(field: &Field, zone: &Zone, unit: Point) -> bool {
    zone.rim(field.size).into_iter().any(|from| !is_blocked(&field.features, (from, unit)))
}
