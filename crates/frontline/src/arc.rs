//! A course pulled back around an enemy's circle, where it is nearer to him than the spacing or passes before him, and
//! nowhere else.
//!
//! What is moved goes to tangents of the lower half of the circle: one from where the course meets the circle, one to
//! where it leaves it, and between them a sixteen-sided figure. Where they meet lies at most a fiftieth of the spacing
//! farther off than the circle. What is rounded, is rounded toward home.

use crate::clear::{Leg, is_nearer, square, steps};
use crate::place::Point;
use crate::roots::root_up;

/// The lower half of the circle around an enemy.
pub(crate) struct Arc {
    enemy: Point,
    spacing: i32,
    /// The corners of the figure on the right, as far aside and as far home as they lie, from the lowest on.
    corners: [(i32, i32); 4],
}

impl Arc {
    pub(crate) fn of(enemy: Point, spacing: i32) -> Self {
        // A sixteenth of a turn, halved: its tangent, and the sides of the next corner; all a little too large.
        let part = |millionth: i64| -> i32 {
            let whole = (i64::from(spacing) * millionth + 999_999) / 1_000_000;
            i32::try_from(whole).unwrap_or(spacing)
        };
        let (a, b, c) = (part(198_913), part(566_455), part(847_760));
        Self { enemy, spacing, corners: [(a, spacing), (b, c), (c, b), (spacing, a)] }
    }

    /// A course with what lies between two places pulled back to the home side of the circle.
    pub(crate) fn under(&self, course: &[Point], from: i32, to: i32, kept: &[Point]) -> Vec<Point> {
        let before = course.partition_point(|point| point.x <= from);
        let end = course.partition_point(|point| point.x < to);
        let (Some(first), Some(last)) = (course.first(), course.last()) else { return Vec::new() };
        if from >= to || before == course.len() || end == 0 {
            return course.to_vec();
        }
        let mut bent = Bent { arc: self, line: course[..before].to_vec(), open: None };
        if before == 0 {
            bent.begin(*first);
        }
        for leg in course[before.saturating_sub(1)..(end + 1).min(course.len())].windows(2) {
            let leg = Leg { a: leg[0], b: leg[1] };
            if leg.a.x == leg.b.x { bent.step(leg) } else { bent.leg(leg, from, to) }
        }
        if bent.open.is_some() {
            bent.close(self.lowered(*last));
        }
        bent.line.extend(course.iter().skip(end + 1));
        steps(bent.line, kept)
    }

    /// The most forward place at an `x` on the home side of the circle.
    fn down(&self, x: i32) -> i32 {
        let aside = i64::from(x) - i64::from(self.enemy.x);
        let up = root_up(square(self.spacing) - aside * aside);
        self.enemy.y - i32::try_from(up).unwrap_or(self.spacing)
    }

    fn lowered(&self, point: Point) -> Point {
        Point { y: point.y.min(self.down(point.x)), ..point }
    }

    /// How far forward the figure runs at an `x` abreast of the circle.
    fn floor(&self, x: i32) -> Point {
        let aside = (x - self.enemy.x).abs();
        let edge = self.corners.windows(2).find(|edge| edge[0].0 < aside && aside <= edge[1].0);
        let home = edge.map_or(self.spacing, |edge| {
            let ((x0, home0), (x1, home1)) = (edge[0], edge[1]);
            let up = i64::from(home0 - home1) * i64::from(aside - x0) / i64::from(x1 - x0);
            home0 - i32::try_from(up).unwrap_or(0)
        });
        Point { x, y: self.enemy.y - home }
    }

    /// The most forward place at the next `x` beside a point to which a line can go from there. A steep leg that meets the
    /// circle between the two goes far in one hundredth.
    fn beside(&self, point: Point, x: i32) -> Option<Point> {
        let fits = |y: i32| {
            let place = Point { x, y };
            if x < point.x { self.is_below(place, point) } else { self.is_below(point, place) }
        };
        let y = last(self.floor(x).y, self.down(x), fits);
        fits(y).then_some(Point { x, y })
    }

    /// Whether a leg is beyond the lower half of the circle at an `x` abreast of it.
    fn is_passed(&self, leg: Leg, x: i32) -> bool {
        let (over, wide) = (i128::from(leg.over(x, self.enemy.y)), i128::from(leg.b.x) - i128::from(leg.a.x));
        let aside = i64::from(x) - i64::from(self.enemy.x);
        over > 0 || over * over < i128::from(square(self.spacing) - aside * aside) * wide * wide
    }

    /// The whole places between which a leg is beyond the lower half of the circle, as near as may be, between two
    /// places abreast of it. A leg rises and falls evenly and the circle bends away from home, so there is one such stretch.
    fn stretch(&self, leg: Leg, low: i32, high: i32) -> Option<(i32, i32)> {
        let (wide, rise) =
            (i128::from(leg.b.x) - i128::from(leg.a.x), i128::from(leg.b.y) - i128::from(leg.a.y));
        let length = wide * wide + rise * rise;
        // The leg is farthest beyond it where the circle runs as the leg does.
        let aside = (i128::from(square(self.spacing)) * rise * rise / length).unsigned_abs().isqrt();
        let aside = i32::try_from(aside).unwrap_or(self.spacing);
        let left = if rise < 0 { self.enemy.x - aside - 1 } else { self.enemy.x + aside };
        let passed = |x: &i32| self.is_passed(leg, *x);
        let Some(peak) = [left, left + 1].map(|x| x.clamp(low, high)).into_iter().find(passed) else {
            let up = i128::from(leg.over(self.enemy.x, self.enemy.y));
            let between = low <= left && left < high;
            let beyond = up * up < i128::from(square(self.spacing)) * length;
            return (between && beyond).then_some((left, left + 1));
        };
        let start = last(low, peak, |x| !self.is_passed(leg, x));
        let end = -last(-high, -peak, |x| !self.is_passed(leg, -x));
        Some((start, end))
    }

    /// Whether a leg abreast of the circle stays clear of it on its home side. One that begins or ends beside it and farther
    /// forward must leave the enemy on its left; any other cannot come before him without entering the circle.
    fn is_below(&self, a: Point, b: Point) -> bool {
        let off = |p: i32, q: i32| i64::from(p) - i64::from(q);
        let left = off(b.x, a.x) * off(self.enemy.y, a.y) - off(b.y, a.y) * off(self.enemy.x, a.x);
        let home = |point: Point| point == self.lowered(point);
        (left >= 0 || (home(a) && home(b))) && !is_nearer(a, b, self.enemy, square(self.spacing))
    }

    /// The points at which a line turns on its way around the circle from one point to another.
    fn around(&self, p: Point, q: Point) -> Vec<Point> {
        if self.is_below(p, q) {
            return Vec::new();
        }
        let mut right = last(p.x, q.x, |x| self.is_below(p, self.floor(x)));
        let mut left = -last(-q.x, -p.x, |x| self.is_below(self.floor(-x), q));
        if left <= right {
            let x = (p.x + (q.x - p.x) / 2).clamp(left, right);
            let fits = |y: i32| {
                let turn = Point { x, y };
                self.is_below(p, turn) && self.is_below(turn, q)
            };
            let y = last(self.floor(x).y, self.down(x), fits);
            if fits(y) {
                return vec![Point { x, y }];
            }
            // The figure, rounded to hundredths, is seen from neither side there; straight down it always is.
            (right, left) = (p.x, q.x);
        }
        let aside = self.corners.iter().rev().map(|(aside, home)| (-aside, home));
        let corners = aside.chain(self.corners.iter().map(|(aside, home)| (*aside, home)));
        let corners = corners.map(|(aside, home)| Point { x: self.enemy.x + aside, y: self.enemy.y - home });
        let between = corners.filter(|corner| right < corner.x && corner.x < left);
        [self.floor(right)].into_iter().chain(between).chain([self.floor(left)]).collect()
    }
}

/// A course on its way around a circle.
struct Bent<'a> {
    arc: &'a Arc,
    line: Vec<Point>,
    /// Where the course came too far forward and has not come back yet.
    open: Option<Point>,
}

impl Bent<'_> {
    /// The course begins abreast of the circle, at the side of the table.
    fn begin(&mut self, first: Point) {
        let start = self.arc.lowered(first);
        self.line.push(start);
        self.open = (start != first).then_some(start);
    }

    fn step(&mut self, step: Leg) {
        let edge = self.arc.lowered(step.b);
        match (self.open.is_some(), edge == step.b) {
            (false, true) => self.line.push(step.b),
            (false, false) => self.open(edge),
            (true, true) => {
                self.close(self.arc.lowered(step.a));
                self.line.push(step.b);
            }
            (true, false) => {}
        }
    }

    fn leg(&mut self, leg: Leg, from: i32, to: i32) {
        let (low, high) = (leg.a.x.max(from), leg.b.x.min(to));
        let at = |x: i32| if x == leg.b.x { leg.b } else { Point { x, y: leg.down(x) } };
        if let Some((start, end)) = self.arc.stretch(leg, low, high) {
            let [begins, ends] = [start, end].map(|x| !self.arc.is_passed(leg, x));
            let steep = (leg.b.y - leg.a.y).abs() > 4 * (leg.b.x - leg.a.x);
            let steep = steep && (start + 1 < end || !begins || !ends);
            if self.open.is_none() {
                self.open(at(start));
                if let Some(beside) = self.arc.beside(at(start), start + 1).filter(|_| steep && begins) {
                    self.open(beside);
                }
            }
            if !ends && end == leg.b.x && end < to {
                return;
            }
            if let Some(beside) = self.arc.beside(at(end), end - 1).filter(|_| steep && ends) {
                self.close(beside);
            }
            self.close(at(end));
        }
        self.line.push(leg.b);
    }

    fn open(&mut self, at: Point) {
        self.line.push(at);
        self.open = Some(at);
    }

    fn close(&mut self, at: Point) {
        if let Some(open) = self.open.take() {
            self.line.extend(self.arc.around(open, at));
        }
        self.line.push(at);
    }
}

/// The last number up to `high` for which something holds that holds from `low` on up to some number; `low` where none.
fn last(low: i32, high: i32, holds: impl Fn(i32) -> bool) -> i32 {
    let (mut low, mut high) = (low, high + 1);
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { low = middle } else { high = middle }
    }
    low
}
