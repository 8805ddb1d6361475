//! Names on a map that do not run over each other: each tries a few places and takes the first that is free.

use super::board::WIDTH;

/// Width of a letter, and how far it goes above and below its line, at the size names have on a phone, where room
/// is shortest.
const LETTER: i32 = 12;
const ABOVE: i32 = 24;
const BELOW: i32 = 9;

/// Where a name goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub x: i32,
    pub y: i32,
    pub anchor: &'static str,
}

#[derive(Clone, Copy)]
struct Boxed {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
    /// How bad it is to run over it.
    weight: u32,
}

impl Boxed {
    fn meets(self, other: Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

/// The names placed so far.
pub(super) struct Labels {
    height: i32,
    taken: Vec<Boxed>,
}

impl Labels {
    pub(super) fn new(height: i32) -> Self {
        Self { height, taken: Vec::new() }
    }

    /// Keeps names off a mark.
    pub(super) fn keep_clear(&mut self, x: i32, y: i32, reach: i32) {
        self.clear(x, y, reach, 20);
    }

    fn clear(&mut self, x: i32, y: i32, reach: i32, weight: u32) {
        let (left, top, right, bottom) = (x - reach, y - reach, x + reach, y + reach);
        self.taken.push(Boxed { left, top, right, bottom, weight });
    }

    /// Keeps names off a line, as far as there is room.
    pub(super) fn keep_clear_along(&mut self, points: &[(i32, i32)]) {
        for pair in points.windows(2) {
            let [(x0, y0), (x1, y1)] = [pair[0], pair[1]];
            let steps = ((x1 - x0).abs().max((y1 - y0).abs()) / 12).max(1);
            for n in 0..=steps {
                self.clear(x0 + (x1 - x0) * n / steps, y0 + (y1 - y0) * n / steps, 4, 1);
            }
        }
    }

    /// Beside a mark: right, left, above, below.
    pub(super) fn place_beside(&mut self, name: &str, (x, y): (i32, i32)) -> Spot {
        let spots = [
            Spot { x: x + 16, y: y + 8, anchor: "start" },
            Spot { x: x - 16, y: y + 8, anchor: "end" },
            Spot { x, y: y - 16, anchor: "middle" },
            Spot { x, y: y + 34, anchor: "middle" },
        ];
        self.freest(name, &spots)
    }

    /// Within ground, or just below or above it; `half` is half the ground's height.
    pub(super) fn place_in(&mut self, name: &str, (x, y, half): (i32, i32, i32)) -> Spot {
        let width = name.chars().count() as i32 * LETTER / 2;
        let x = x.clamp((width + 4).min(WIDTH / 2), (WIDTH - width - 4).max(WIDTH / 2));
        let at = |y: i32| Spot { x, y, anchor: "middle" };
        self.freest(name, &[at(y + 8), at(y + half + 24), at(y - half - 8), at(y + half + 48)])
    }

    fn freest(&mut self, name: &str, spots: &[Spot]) -> Spot {
        let width = name.chars().count() as i32 * LETTER;
        let boxed = |spot: &Spot| {
            let left = match spot.anchor {
                "start" => spot.x,
                "end" => spot.x - width,
                _ => spot.x - width / 2,
            };
            Boxed { left, top: spot.y - ABOVE, right: left + width, bottom: spot.y + BELOW, weight: 100 }
        };
        let within = |place: Boxed| {
            place.left >= 0 && place.right <= WIDTH && place.top >= 0 && place.bottom <= self.height
        };
        // The spot that runs over the least; of equals the first.
        let runs_over = |spot: &&Spot| {
            let place = boxed(spot);
            let met: u32 =
                self.taken.iter().filter(|taken| taken.meets(place)).map(|taken| taken.weight).sum();
            if within(place) { met } else { met + 1000 }
        };
        let spot = *spots.iter().min_by_key(runs_over).unwrap_or(&spots[0]);
        self.taken.push(boxed(&spot));
        spot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_of_two_names_gives_way() {
        let mut labels = Labels::new(600);
        let first = labels.place_beside("Hill 98", (300, 300));
        let second = labels.place_beside("Hill 99", (304, 302));
        assert_eq!(first.anchor, "start");
        assert_ne!((second.x, second.y), (320, 310));
    }

    #[test]
    fn a_name_at_the_right_edge_goes_left() {
        let mut labels = Labels::new(600);
        assert_eq!(labels.place_beside("Railway station", (700, 300)).anchor, "end");
    }
}
