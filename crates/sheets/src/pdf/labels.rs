//! Where words stand on a map: beside their place, on ground of their own, over no sign and no other words; and which
//! points are so near each other that they share one label.

use std::cmp::Ordering;
use std::f32::consts::PI;

use kernel::view::{MapPoint, Point};

use super::page::At;

/// How near points lie to each other whose signs cannot be told apart on paper, in points.
const NEAR: f32 = 6.0;
/// How far words stand off their place, nearest first.
const RINGS: [f32; 15] =
    [4.0, 7.0, 11.0, 16.0, 22.0, 29.0, 37.0, 46.0, 57.0, 70.0, 86.0, 106.0, 130.0, 160.0, 200.0];
/// From here on a line leads from the place to its words.
const LED: f32 = 11.0;
/// Directions in sixteenths of a turn from the right, the best first.
const DIRECTIONS: [u8; 16] = [0, 8, 12, 4, 14, 2, 10, 6, 15, 1, 9, 7, 13, 11, 3, 5];
/// The half edge of a sign.
pub(super) const SIGN: f32 = 3.0;

/// A box: left, top, right, bottom.
pub(super) type Boxed = [f32; 4];

/// What is taken on a map.
pub(super) struct Labels {
    area: Boxed,
    taken: Vec<Boxed>,
}

/// Where words stand, and the line that leads to them when they stand off.
pub(super) struct Placed {
    pub boxed: Boxed,
    pub lead: Option<[At; 2]>,
}

impl Labels {
    pub fn new(area: Boxed) -> Self {
        Self { area, taken: Vec::new() }
    }

    /// Keeps words off the sign at a place.
    pub fn keep_off(&mut self, (x, y): At) {
        self.taken.push([x - SIGN, y - SIGN, x + SIGN, y + SIGN]);
    }

    /// Takes the nearest free room for words that belong to a place, before all such that the line to it crosses
    /// nothing; nothing when there is none.
    pub fn place(&mut self, (wide, high): At, at: At) -> Option<Placed> {
        let places = || {
            let all =
                RINGS.iter().flat_map(|ring| DIRECTIONS.iter().map(move |direction| (*ring, *direction)));
            let boxed = all.map(|(ring, direction)| {
                let angle = f32::from(direction) * PI / 8.0;
                let x = at.0 + angle.cos() * (ring + wide / 2.0);
                let y = at.1 + angle.sin() * (ring + high / 2.0);
                (ring, [x - wide / 2.0, y - high / 2.0, x + wide / 2.0, y + high / 2.0])
            });
            boxed.filter(|(_, boxed)| self.is_free(boxed))
        };
        let clear = places().find(|(ring, boxed)| *ring < LED || self.is_led(at, boxed));
        let (ring, boxed) = clear.or_else(|| places().next())?;
        self.taken.push(boxed);
        let lead = (ring >= LED).then(|| lead(at, &boxed));
        // Later words keep off the line, too.
        self.taken.extend(lead.iter().flat_map(steps).map(|(x, y)| [x - 0.6, y - 0.6, x + 0.6, y + 0.6]));
        Some(Placed { boxed, lead })
    }

    fn is_free(&self, one: &Boxed) -> bool {
        let [left, top, right, bottom] = self.area;
        let is_in = one[0] >= left && one[1] >= top && one[2] <= right && one[3] <= bottom;
        is_in && !self.taken.iter().any(|other| overlap(one, other))
    }

    /// Whether the line to a box crosses nothing but the sign that it begins at.
    fn is_led(&self, at: At, boxed: &Boxed) -> bool {
        let holds = |other: &Boxed, (x, y): At| {
            (other[0]..=other[2]).contains(&x) && (other[1]..=other[3]).contains(&y)
        };
        let others = self.taken.iter().filter(|other| !holds(other, at));
        let steps: Vec<At> = steps(&lead(at, boxed)).collect();
        !others.into_iter().any(|other| steps.iter().any(|step| holds(other, *step)))
    }
}

/// Whether two boxes have room in common.
fn overlap(one: &Boxed, other: &Boxed) -> bool {
    one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
}

/// The line from the edge of the sign at a place to the nearest point of a box.
fn lead((x, y): At, boxed: &Boxed) -> [At; 2] {
    let to = (x.clamp(boxed[0], boxed[2]), y.clamp(boxed[1], boxed[3]));
    let long = (to.0 - x).hypot(to.1 - y).max(SIGN);
    let part = SIGN / long;
    [(x + (to.0 - x) * part, y + (to.1 - y) * part), to]
}

/// Places along a line, two points apart.
fn steps([from, to]: &[At; 2]) -> impl Iterator<Item = At> + use<> {
    let (from, to) = (*from, *to);
    let n = ((to.0 - from.0).hypot(to.1 - from.1) / 2.0).ceil().max(1.0) as u16;
    (0..n).map(move |step| {
        let part = f32::from(step) / f32::from(n);
        (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
    })
}

/// Points in stacks: those together whose signs lie on each other at so many points to a hundredth of an inch. Within a
/// stack they stand in the order of their names, figures by their value.
pub(super) fn stacks<'p>(
    points: impl IntoIterator<Item = &'p MapPoint>,
    scale: f32,
) -> Vec<Vec<&'p MapPoint>> {
    let is_near = |one: Point, other: Point| {
        let apart = |one: i32, other: i32| (one - other) as f32 * scale;
        apart(one.x, other.x).hypot(apart(one.y, other.y)) < NEAR
    };
    let mut stacks: Vec<Vec<&MapPoint>> = Vec::new();
    for point in points {
        match stacks.iter_mut().find(|stack| is_near(stack[0].at, point.at)) {
            Some(stack) => stack.push(point),
            None => stacks.push(vec![point]),
        }
    }
    stacks.iter_mut().for_each(|stack| stack.sort_by(|one, other| by_name(&one.name, &other.name)));
    stacks
}

/// Names in the order in which people count: `R-101-2` before `R-101-10`.
fn by_name(one: &str, other: &str) -> Ordering {
    parts(one).cmp(&parts(other))
}

/// Runs of figures and of other letters; figures by their length first, without noughts before them.
fn parts(name: &str) -> Vec<(usize, &str)> {
    let is_figure = |letter: char| letter.is_ascii_digit();
    let mut parts = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|letter| is_figure(letter) != is_figure(first)).unwrap_or(rest.len());
        let (part, later) = rest.split_at(end);
        let part = if is_figure(first) { part.trim_start_matches('0') } else { part };
        parts.push((if is_figure(first) { part.len() } else { 0 }, part));
        rest = later;
    }
    parts
}

#[cfg(test)]
mod tests {
    use kernel::view::PointLook;

    use super::*;

    fn point(name: &str, x: i32) -> MapPoint {
        let at = Point { x, y: 100 };
        MapPoint {
            name: name.into(),
            kind: "unit".into(),
            look: PointLook::Unit,
            side: None,
            at,
            note: String::new(),
            piece: String::new(),
            stand: None,
        }
    }

    #[test]
    fn words_cover_no_sign_and_no_other_words() {
        let area = [0.0, 0.0, 500.0, 400.0];
        let mut labels = Labels::new(area);
        let places: Vec<At> =
            (0u8..60).map(|n| (40.0 + f32::from(n % 12) * 9.0, 60.0 + f32::from(n / 12) * 9.0)).collect();
        places.iter().for_each(|at| labels.keep_off(*at));
        let signs = labels.taken.clone();
        let placed: Vec<Placed> =
            places.iter().map(|at| labels.place((16.0, 7.0), *at).expect("there is room")).collect();
        for (n, one) in placed.iter().enumerate() {
            assert!(signs.iter().all(|sign| !overlap(&one.boxed, sign)), "{n} covers a sign");
            assert!(placed[..n].iter().all(|other| !overlap(&one.boxed, &other.boxed)), "{n} covers words");
        }
        assert!(placed.iter().any(|one| one.lead.is_some()), "who stands off is led to");
    }

    #[test]
    fn where_there_is_no_room_nothing_is_covered() {
        let mut labels = Labels::new([0.0, 0.0, 30.0, 12.0]);
        assert!(labels.place((20.0, 8.0), (2.0, 6.0)).is_some());
        assert!(labels.place((20.0, 8.0), (2.0, 6.0)).is_none());
    }

    #[test]
    fn what_lies_together_is_one_stack_in_the_order_of_names() {
        let points = [point("R-101-1", 0), point("R-101-10", 10), point("S", 4000), point("R-101-2", 20)];
        let stacks = stacks(&points, 0.08);
        let names: Vec<Vec<&str>> =
            stacks.iter().map(|stack| stack.iter().map(|point| point.name.as_str()).collect()).collect();
        assert_eq!(names, [vec!["R-101-1", "R-101-2", "R-101-10"], vec!["S"]]);
    }
}
