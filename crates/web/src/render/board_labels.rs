//! Names on a map that do not run over each other: each tries a few places and takes the first that is free.

use super::board::WIDTH;
use super::board_ground::Middle;

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
    /// Where the line begins that leads to a name that stands off its mark.
    pub from: Option<(i32, i32)>,
}

/// Beside a mark, the best first: how far to the right and below, and the anchor.
const BESIDE: [(i32, i32, &str); 8] = [
    (16, 8, "start"),
    (-16, 8, "end"),
    (0, -16, "middle"),
    (0, 34, "middle"),
    (14, -10, "start"),
    (14, 28, "start"),
    (-14, -10, "end"),
    (-14, 28, "end"),
];

/// Farther off, with a line from the mark.
const OFF: [(i32, i32, &str); 12] = [
    (40, -30, "start"),
    (40, 48, "start"),
    (-40, -30, "end"),
    (-40, 48, "end"),
    (0, -48, "middle"),
    (0, 66, "middle"),
    (56, 8, "start"),
    (-56, 8, "end"),
    (72, -56, "start"),
    (72, 74, "start"),
    (-72, -56, "end"),
    (-72, 74, "end"),
];

/// What it costs a name to stand off: rather than over a name or a mark, not rather than over a line.
const OFF_COST: u32 = 15;

/// What it costs to run over another name: then neither can be read.
const NAME_COST: u32 = 250;

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

    /// Keeps names off a name that stands below a mark.
    pub(super) fn keep_clear_below(&mut self, (x, half): (i32, i32), (top, bottom): (i32, i32)) {
        self.taken.push(Boxed { left: x - half, top, right: x + half, bottom, weight: 20 });
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

    /// Beside a mark, or farther off where it would run over something there.
    pub(super) fn place_beside(&mut self, name: &str, (x, y): (i32, i32)) -> Spot {
        let at = |from: Option<(i32, i32)>| {
            move |(right, below, anchor): (i32, i32, &'static str)| Spot {
                x: x + right,
                y: y + below,
                anchor,
                from,
            }
        };
        let spots: Vec<Spot> =
            BESIDE.into_iter().map(at(None)).chain(OFF.into_iter().map(at(Some((x, y))))).collect();
        self.freest(name, &spots)
    }

    /// Within ground: in its middle, else wherever in it what stands there leaves most room. A name that has room in its ground
    /// never leaves it, for elsewhere it would name other ground; only what is smaller than its name has it below or above.
    pub(super) fn place_in(&mut self, name: &str, Middle { x, y, high, wide }: Middle) -> Spot {
        let width = name.chars().count() as i32 * LETTER / 2;
        let (left, right) = (x - wide + 6, x + wide - 6);
        let x = x.clamp((width + 4).min(WIDTH / 2), (WIDTH - width - 4).max(WIDTH / 2));
        let at = |x: i32, y: i32, anchor: &'static str| Spot { x, y, anchor, from: None };
        // Lines from the middle outwards, as far as the name stays between the upper and the lower edge.
        let line = ABOVE + BELOW;
        let lines = (1..).map(|n| n * line / 2).take_while(|off| *off <= high - line / 2 - 2);
        let lines: Vec<i32> = lines.flat_map(|off| [y + 8 - off, y + 8 + off]).collect();
        let mut spots = vec![at(x, y + 8, "middle")];
        if wide > width && high > ABOVE {
            let between = |n: i32| left + width + (right - left - 2 * width) * n / 4;
            for y in std::iter::once(y + 8).chain(lines) {
                let across = [1, 3].map(|n| at(between(n), y, "middle"));
                spots.extend([at(x, y, "middle"), at(left, y, "start"), at(right, y, "end")]);
                spots.extend(across);
            }
        } else if high > line {
            // A strip at an edge is named beside its middle.
            spots.extend(lines.into_iter().map(|y| at(x, y, "middle")));
        } else {
            spots.extend([y + high + 24, y - high - 8, y + high + 48].map(|y| at(x, y, "middle")));
        }
        self.freest(name, &spots)
    }

    fn freest(&mut self, name: &str, spots: &[Spot]) -> Spot {
        let width = name.chars().count() as i32 * LETTER;
        let boxed = |spot: &Spot| {
            let left = match spot.anchor {
                "start" => spot.x,
                "end" => spot.x - width,
                _ => spot.x - width / 2,
            };
            Boxed {
                left,
                top: spot.y - ABOVE,
                right: left + width,
                bottom: spot.y + BELOW,
                weight: NAME_COST,
            }
        };
        let within = |place: Boxed| {
            place.left >= 0 && place.right <= WIDTH && place.top >= 0 && place.bottom <= self.height
        };
        // The spot that runs over the least; of equals the first.
        let runs_over = |spot: &&Spot| {
            let place = boxed(spot);
            let met: u32 =
                self.taken.iter().filter(|taken| taken.meets(place)).map(|taken| taken.weight).sum();
            let off = if spot.from.is_some() { OFF_COST } else { 0 };
            if within(place) { met + off } else { met + off + 1000 }
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
    fn names_of_crowded_marks_run_over_nothing() {
        let mut labels = Labels::new(600);
        let marks: Vec<(i32, i32)> = (0..9).map(|n| (300 + 34 * (n % 3), 300 + 34 * (n / 3))).collect();
        marks.iter().for_each(|(x, y)| labels.keep_clear(*x, *y, 12));
        let n_marks = labels.taken.len();
        for at in &marks {
            labels.place_beside("R-12", *at);
        }
        let names = &labels.taken[n_marks..];
        for (n, one) in names.iter().enumerate() {
            assert!(names[n + 1..].iter().all(|other| !one.meets(*other)), "name {n}");
        }
    }

    #[test]
    fn a_name_runs_over_marks_rather_than_over_a_name() {
        let mut labels = Labels::new(600);
        labels.place_beside("A", (300, 300));
        for (right, below, _) in BESIDE.iter().skip(1).chain(&OFF) {
            for _ in 0..6 {
                labels.keep_clear(300 + right, 300 + below - 8, 4);
            }
        }
        labels.place_beside("B", (300, 300));
        let (first, second) = (labels.taken[0], labels.taken[labels.taken.len() - 1]);
        assert!(!first.meets(second));
    }

    #[test]
    fn the_name_of_ground_gives_way_to_what_stands_in_its_middle() {
        let ground = Middle { x: 360, y: 300, high: 60, wide: 300 };
        assert_eq!(Labels::new(600).place_in("Deployment, Union", ground).y, 308);
        let mut labels = Labels::new(600);
        for x in (80..640).step_by(40) {
            labels.keep_clear(x, 300, 14);
        }
        let spot = labels.place_in("Deployment, Union", ground);
        let met = labels.taken[..labels.taken.len() - 1]
            .iter()
            .any(|mark| mark.meets(labels.taken[labels.taken.len() - 1]));
        assert!(!met && (240..360).contains(&spot.y), "{spot:?} is within its ground and over nothing");
    }

    #[test]
    fn the_name_of_a_zone_stays_in_it_however_full_it_is() {
        let zone = Middle { x: 360, y: 410, high: 70, wide: 360 };
        let mut labels = Labels::new(480);
        for n in 0..39 {
            labels.keep_clear(30 + 50 * (n % 13), 360 + 40 * (n / 13), 14);
        }
        let spot = labels.place_in("Deployment, Confederate", zone);
        assert!((340 + ABOVE..=480 - BELOW).contains(&spot.y), "{spot:?}");
        // One that is tall and narrow is named beside its middle, not where it ends: that is ground of others.
        let strip = Middle { x: 10, y: 240, high: 140, wide: 10 };
        let mut labels = Labels::new(480);
        labels.keep_clear(60, 240, 14);
        let spot = labels.place_in("Entry, Union left", strip);
        assert!(spot.y != 248 && (100 + ABOVE..380 - BELOW).contains(&spot.y), "{spot:?}");
    }

    #[test]
    fn a_name_at_the_right_edge_goes_left() {
        let mut labels = Labels::new(600);
        assert_eq!(labels.place_beside("Railway station", (700, 300)).anchor, "end");
    }
}
