//! The straight line from the centre of one hex to the centre of another.

use std::cmp::Ordering;

use crate::Hex;

/// What a straight line does for a stretch of its way.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Crossing {
    /// It runs through the inside of a hex.
    Through(Hex),
    /// It runs along the hexside between two hexes, the lower hex named first.
    Along(Hex, Hex),
}

/// Everything a straight line from centre to centre runs through or along, in order, both ends
/// included. A hex touched only at a corner is not named.
///
/// The reckoning is in whole numbers, so a line along a hexside is known as such and the line back
/// is the same in reverse.
#[must_use]
pub fn line(from: Hex, to: Hex) -> Vec<Crossing> {
    let mut spans: Vec<(Hex, Span)> =
        candidates(from, to).into_iter().filter_map(|hex| Some((hex, span(from, to, hex)?))).collect();
    spans.sort_by(|(hex, one), (other_hex, other)| one.enters.order(other.enters).then(hex.cmp(other_hex)));
    let mut crossings = Vec::with_capacity(spans.len());
    let mut rest = spans.into_iter();
    while let Some((hex, span)) = rest.next() {
        // The two hexes of a hexside share one stretch, so they are neighbours in the order.
        let beside = if span.on_side { rest.next() } else { None };
        crossings.push(beside.map_or(Crossing::Through(hex), |(other, _)| Crossing::Along(hex, other)));
    }
    crossings
}

/// The hexes the line can touch: those nearest to points one hex apart on it, and their neighbours.
/// No point of the line is farther than half a step from such a point, and no point of a hex farther
/// than two thirds from its centre, so the centres are less than two steps apart.
fn candidates(from: Hex, to: Hex) -> Vec<Hex> {
    let length = from.distance(to);
    let mut hexes: Vec<Hex> =
        (0..=length).flat_map(|done| nearest(from, to, done, length.max(1)).range(1)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// A hex nearest to the point `done / length` of the way.
fn nearest(from: Hex, to: Hex, done: u32, length: u32) -> Hex {
    let (done, length) = (i64::from(done), i64::from(length));
    let along = |a: i16, b: i16| i64::from(a) * length + (i64::from(b) - i64::from(a)) * done;
    let (q, r) = (along(from.q, to.q), along(from.r, to.r));
    let round = |value: i64| (2 * value + length).div_euclid(2 * length);
    let (mut near_q, mut near_r, near_s) = (round(q), round(r), round(-q - r));
    let off = |near: i64, value: i64| (near * length - value).abs();
    let (off_q, off_r, off_s) = (off(near_q, q), off(near_r, r), off(near_s, -q - r));
    if off_q > off_r && off_q > off_s {
        near_q = -near_r - near_s;
    } else if off_r > off_s {
        near_r = -near_q - near_s;
    }
    // Both lie between coordinates of the two ends.
    Hex::new(near_q as i16, near_r as i16)
}

/// Where the line enters a hex, as a part of its whole length, and whether it only runs along a side.
struct Span {
    enters: Part,
    on_side: bool,
}

/// A fraction; the lower number is positive.
#[derive(Copy, Clone)]
struct Part {
    upper: i64,
    lower: i64,
}

impl Part {
    fn order(self, other: Self) -> Ordering {
        (self.upper * other.lower).cmp(&(other.upper * self.lower))
    }
}

/// The stretch of the line within a hex, or nothing when they share no more than a point.
///
/// A hex is the set of points where none of the differences of two cube coordinates is farther than
/// 1 from that of its centre: three strips, and in each of them the line has a first and a last part.
fn span(from: Hex, to: Hex, hex: Hex) -> Option<Span> {
    let (start, end) = (differences(from, hex), differences(to, hex));
    let mut enters = Part { upper: 0, lower: 1 };
    let mut leaves = Part { upper: 1, lower: 1 };
    let mut on_side = false;
    for (start, end) in start.into_iter().zip(end) {
        let run = end - start;
        if run == 0 {
            if start.abs() > 1 {
                return None;
            }
            on_side |= start.abs() == 1;
            continue;
        }
        let near = if run > 0 { -1 } else { 1 };
        let first = Part { upper: (near - start) * run.signum(), lower: run.abs() };
        let last = Part { upper: (-near - start) * run.signum(), lower: run.abs() };
        if first.order(enters) == Ordering::Greater {
            enters = first;
        }
        if last.order(leaves) == Ordering::Less {
            leaves = last;
        }
    }
    (enters.order(leaves) == Ordering::Less).then_some(Span { enters, on_side })
}

fn differences(point: Hex, centre: Hex) -> [i64; 3] {
    let q = i64::from(point.q) - i64::from(centre.q);
    let r = i64::from(point.r) - i64::from(centre.r);
    [2 * q + r, -q - 2 * r, r - q]
}
