//! Hexes at a distance.

use crate::{Direction, Hex};

/// The hexes at exactly one distance from a centre, clockwise. See [`Hex::ring`].
#[derive(Clone, Debug)]
pub struct Ring {
    at: Hex,
    radius: i16,
    side: usize,
    done: i16,
}

/// Which way each of the six straight stretches of a ring runs, clockwise from its `A` corner.
const STRETCHES: [Direction; 6] =
    [Direction::C, Direction::D, Direction::E, Direction::F, Direction::A, Direction::B];

impl Ring {
    pub(crate) fn new(centre: Hex, radius: i16) -> Self {
        let radius = radius.max(0);
        Self { at: centre + Direction::A.vector() * radius, radius, side: 0, done: 0 }
    }
}

impl Iterator for Ring {
    type Item = Hex;

    fn next(&mut self) -> Option<Hex> {
        let way = *STRETCHES.get(self.side)?;
        let here = self.at;
        if self.radius == 0 {
            self.side = STRETCHES.len();
            return Some(here);
        }
        self.at = here.neighbour(way);
        self.done += 1;
        if self.done == self.radius {
            self.done = 0;
            self.side += 1;
        }
        Some(here)
    }
}

/// The hexes up to one distance from a centre, ascending. See [`Hex::range`].
#[derive(Clone, Debug)]
pub struct Range {
    centre: Hex,
    radius: i16,
    q: i16,
    r: i16,
}

impl Range {
    pub(crate) fn new(centre: Hex, radius: i16) -> Self {
        let radius = radius.max(0);
        Self { centre, radius, q: -radius, r: 0 }
    }
}

impl Iterator for Range {
    type Item = Hex;

    fn next(&mut self) -> Option<Hex> {
        if self.q > self.radius {
            return None;
        }
        let here = self.centre + Hex::new(self.q, self.r);
        self.r += 1;
        if self.r > self.radius.min(self.radius - self.q) {
            self.q += 1;
            self.r = (-self.radius).max(-self.radius - self.q);
        }
        Some(here)
    }
}
