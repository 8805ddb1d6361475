//! A course kept away from enemies over its whole length.
//!
//! An enemy that the course comes too near to is passed on the home side: where he stands abreast, the course runs no
//! farther forward than the lower half of his circle, and where it was before the circle it steps down to that beside it.
//! So what is clear of every enemy stays where it is, but for what would lie before a step. A forward unit that is clear
//! itself is not left outside even then: the course is pulled back up to where it stands, and what then remains too near is
//! named. `arc` goes round a circle closely.
//!
//! The wider way runs no farther forward than the lower half of an eight-sided figure around the circle, whose corners
//! also move what is clear. Its slants rise by one for one, so that it is whole at every whole `x`; what is rounded, is
//! rounded toward home.

use crate::arc::Arc;
use crate::line::PullBack;
use crate::place::Point;
use crate::roots::root_up;

/// The course, pulled back, and the enemies that it is still too near to, each with the nearest point. All in the frame
/// of the side whose course it is; `enemies` are sorted.
pub(crate) fn kept_clear(
    course: &[Point],
    forward: &[Point],
    enemies: &[(Point, usize)],
    spacing: i32,
    pull_back: PullBack,
) -> (Vec<Point>, Vec<(Point, usize)>) {
    let kept: Vec<Point> = forward.iter().copied().filter(|unit| is_clear(*unit, enemies, spacing)).collect();
    let mut passed: Vec<Passed> = vec![Passed::Not; enemies.len()];
    let line = loop {
        let giving_way = enemies.iter().zip(&passed).filter(|(_, passed)| **passed != Passed::Not);
        let bays = giving_way.filter_map(|((enemy, _), passed)| Bay::of(*enemy, spacing, &kept, *passed));
        let line = bays.fold(course.to_vec(), |line, bay| match pull_back {
            PullBack::NearPoints => Arc::of(bay.enemy, spacing).under(&line, bay.from, bay.to, &kept),
            PullBack::Wider => bay.under(&line),
        });
        let mut changed = false;
        for ((enemy, _), passed) in enemies.iter().zip(&mut passed) {
            let further = match (*passed, pull_back) {
                (Passed::Not, PullBack::Wider) => Passed::Beside,
                // What stands beside a circle and is clear of it, is home of its lower half.
                (Passed::Not, PullBack::NearPoints) | (Passed::Beside, _) => Passed::Below,
                (Passed::Below, _) => continue,
            };
            if enemy.y >= spacing && is_met(&line, *enemy, spacing) {
                *passed = further;
                changed = true;
            }
        }
        if !changed {
            break spires(line, enemies, spacing);
        }
    };
    let near = enemies.iter().filter(|(enemy, _)| is_met(&line, *enemy, spacing));
    let near = near.map(|(enemy, unit)| (nearest(&line, *enemy), *unit)).collect();
    (line, near)
}

/// How far a course gives way to an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passed {
    /// It need not.
    Not,
    /// Up to the forward units that stand beside him.
    Beside,
    /// Also where forward units stand beside the circle, but within the figure around it.
    Below,
}

/// Whether no enemy from whom a course can be pulled back is nearer to a unit than the spacing.
fn is_clear(unit: Point, enemies: &[(Point, usize)], spacing: i32) -> bool {
    let square = square(spacing);
    abreast(enemies, unit.x, spacing)
        .iter()
        .all(|(enemy, _)| enemy.y < spacing || enemy.distance_squared(unit) >= square)
}

/// Those of sorted enemies that are no farther to the side than the spacing.
fn abreast(enemies: &[(Point, usize)], x: i32, spacing: i32) -> &[(Point, usize)] {
    let from = enemies.partition_point(|(enemy, _)| enemy.x < x.saturating_sub(spacing));
    let to = enemies.partition_point(|(enemy, _)| enemy.x <= x.saturating_add(spacing));
    &enemies[from..to]
}

pub(crate) fn square(spacing: i32) -> i64 {
    i64::from(spacing) * i64::from(spacing)
}

/// Where a course passes below an enemy.
struct Bay<'a> {
    kept: &'a [Point],
    enemy: Point,
    spacing: i32,
    /// Half the length of the figure's lowest edge.
    flat: i32,
    from: i32,
    to: i32,
}

impl<'a> Bay<'a> {
    /// None where a unit that is kept on the line stands straight before the enemy: the course cannot pass him.
    fn of(enemy: Point, spacing: i32, kept: &'a [Point], passed: Passed) -> Option<Self> {
        // A slant touches the circle where `flat + spacing` is its root of two.
        let flat = i32::try_from(root_up(2 * square(spacing))).unwrap_or(i32::MAX) - spacing;
        let (from, to) = (enemy.x - spacing, enemy.x + spacing);
        let mut bay = Self { kept, enemy, spacing, flat, from, to };
        let first = kept.partition_point(|unit| unit.x <= from);
        for unit in kept[first..].iter().take_while(|unit| unit.x < to) {
            let beyond = unit.y > enemy.y;
            if unit.y <= bay.floor(unit.x) || (passed == Passed::Below && !beyond) {
                continue;
            }
            if beyond && 2 * (unit.x - enemy.x).abs() < spacing {
                return None;
            }
            if unit.x < enemy.x {
                bay.from = bay.from.max(unit.x);
            } else {
                bay.to = bay.to.min(unit.x);
            }
        }
        Some(bay)
    }

    /// How far forward the course may run.
    fn floor(&self, x: i32) -> i32 {
        let aside = (x - self.enemy.x).abs();
        self.enemy.y - self.spacing + (aside - self.flat).max(0)
    }

    /// A course with this stretch of it pulled back.
    fn under(&self, course: &[Point]) -> Vec<Point> {
        let (Some(first), Some(last)) = (course.first(), course.last()) else { return Vec::new() };
        let (from, to) = (self.from.max(first.x), self.to.min(last.x));
        let Some((before, after)) = (from < to).then(|| outside(course, from, to)) else {
            return course.to_vec();
        };
        let mut line = course[..before].to_vec();
        if from > first.x {
            line.extend(course[before..].iter().take_while(|point| point.x == from));
        }
        for leg in course[before.saturating_sub(1)..(after + 1).min(course.len())].windows(2) {
            if leg[0].x < leg[1].x && leg[0].x < to && from < leg[1].x {
                self.bend(Leg { a: leg[0], b: leg[1] }, from, to, &mut line);
            }
        }
        if to < last.x {
            let there = course[..after].partition_point(|point| point.x < to);
            line.extend(&course[there..after]);
        }
        line.extend(&course[after..]);
        let mut line = steps(line, self.kept);
        // What the course turned about before says nothing on the edge of the figure.
        for n in (1..line.len().saturating_sub(1)).rev() {
            let (a, point, b) = (line[n - 1], line[n], line[n + 1]);
            let on_edge = from < point.x && point.x < to && point.y == self.floor(point.x);
            if on_edge && a.x < point.x && point.x < b.x && (Leg { a, b }).over(point.x, point.y) == 0 {
                line.remove(n);
            }
        }
        line
    }

    /// Adds the points of a leg between two places.
    fn bend(&self, leg: Leg, from: i32, to: i32, line: &mut Vec<Point>) {
        let (start, end) = (leg.a.x.max(from), leg.b.x.min(to));
        let turns = [self.enemy.x - self.flat, self.enemy.x + self.flat];
        let mut stops: Vec<i32> = turns.into_iter().filter(|x| start < *x && *x < end).collect();
        stops.insert(0, start);
        stops.push(end);
        let low = |x: i32| Point { x, y: leg.down(x).min(self.floor(x)) };
        if leg.over(start, self.floor(start)) > 0 && leg.a.x < start {
            line.push(Point { x: start, y: leg.down(start) });
        }
        for stretch in stops.windows(2) {
            let (s, e) = (stretch[0], stretch[1]);
            let (over_s, over_e) = (leg.over(s, self.floor(s)), leg.over(e, self.floor(e)));
            if over_s > 0 || s == leg.a.x {
                line.push(low(s));
            }
            if over_s.signum() * over_e.signum() < 0 {
                // The lower of two straight lines bends toward home where they cross.
                let part = i128::from(e - s) * i128::from(over_s.abs());
                let whole = part / i128::from(over_s.abs_diff(over_e));
                let cross = s + i32::try_from(whole).unwrap_or(0);
                line.push(low(cross));
                if leg.over(cross, self.floor(cross)) != 0 {
                    line.push(low(cross + 1));
                }
            }
            if over_e > 0 || e == leg.b.x {
                line.push(low(e));
            }
        }
        if leg.over(end, self.floor(end)) > 0 && end < leg.b.x {
            line.push(Point { x: end, y: leg.down(end) });
        }
    }
}

/// How many points of a course lie before a stretch of it, and how many up to its end.
fn outside(course: &[Point], from: i32, to: i32) -> (usize, usize) {
    (course.partition_point(|point| point.x < from), course.partition_point(|point| point.x <= to))
}

/// A course without points that say nothing: of several at one `x` the first and the last are left, and a unit that is
/// kept and stands before both.
pub(crate) fn steps(line: Vec<Point>, kept: &[Point]) -> Vec<Point> {
    let mut left: Vec<Point> = Vec::new();
    for point in line {
        if let [.., a, b] = left[..]
            && a.x == b.x
            && b.x == point.x
            && !(b.y > a.y.max(point.y) && kept.contains(&b))
        {
            left.pop();
        }
        left.push(point);
        left.dedup();
    }
    left
}

/// A course that goes up to a unit and back again, a hundredth wide there, so that it does not run back on itself. Where
/// the unit stands between two circles that touch, it does.
fn spires(mut line: Vec<Point>, enemies: &[(Point, usize)], spacing: i32) -> Vec<Point> {
    for n in (2..line.len().saturating_sub(1)).rev() {
        let (last, a, b, c) = (line[n - 2], line[n - 1], line[n], line[n + 1]);
        let is_spire = a.x == b.x && b.x == c.x && b.y > a.y.max(c.y);
        if !is_spire || last.x + 1 >= a.x {
            continue;
        }
        let x = a.x - 1;
        let beside = Point { x, y: Leg { a: last, b: a }.down(x) };
        let near = |leg: [Point; 3], enemy: Point| is_met(&leg, enemy, spacing);
        let around = abreast(enemies, x, spacing + 1).iter();
        if around
            .into_iter()
            .all(|(enemy, _)| near([last, a, b], *enemy) || !near([beside, beside, b], *enemy))
        {
            line[n - 1] = beside;
        }
    }
    line
}

/// A leg that goes from left to right.
#[derive(Clone, Copy)]
pub(crate) struct Leg {
    pub a: Point,
    pub b: Point,
}

impl Leg {
    /// How far forward it is at an `x`, rounded toward home.
    pub(crate) fn down(self, x: i32) -> i32 {
        let (wide, rise) = (self.wide(self.b.x), i64::from(self.b.y) - i64::from(self.a.y));
        let up = (rise * self.wide(x)).div_euclid(wide);
        self.a.y + i32::try_from(up).unwrap_or(0)
    }

    /// How far it is beyond a height at an `x`, times its width.
    pub(crate) fn over(self, x: i32, y: i32) -> i64 {
        let rise = i64::from(self.b.y) - i64::from(self.a.y);
        (i64::from(self.a.y) - i64::from(y)) * self.wide(self.b.x) + rise * self.wide(x)
    }

    fn wide(self, x: i32) -> i64 {
        i64::from(x) - i64::from(self.a.x)
    }
}

/// The legs of a line that are no farther to the side of a place than the spacing.
fn legs_abreast(line: &[Point], x: i32, spacing: i32) -> impl Iterator<Item = (Point, Point)> + '_ {
    let (from, to) = outside(line, x.saturating_sub(spacing), x.saturating_add(spacing));
    let reach = &line[from.saturating_sub(1)..(to + 1).min(line.len())];
    reach.windows(2).map(|leg| (leg[0], leg[1]))
}

/// Whether a line is nearer to an enemy than the spacing anywhere.
fn is_met(line: &[Point], enemy: Point, spacing: i32) -> bool {
    legs_abreast(line, enemy.x, spacing).any(|(a, b)| is_nearer(a, b, enemy, square(spacing)))
}

/// Whether the distance of a place from a leg, squared, is less than a square.
pub(crate) fn is_nearer(a: Point, b: Point, place: Point, square: i64) -> bool {
    let (along, length) = along(a, b, place);
    if along <= 0 {
        return a.distance_squared(place) < square;
    }
    if along >= length {
        return b.distance_squared(place) < square;
    }
    let off = |p: i32, q: i32| i128::from(p) - i128::from(q);
    let cross = off(place.x, a.x) * off(b.y, a.y) - off(place.y, a.y) * off(b.x, a.x);
    cross * cross < i128::from(square) * i128::from(length)
}

/// How far along a leg a place lies, times its length, and the square of the length.
fn along(a: Point, b: Point, place: Point) -> (i64, i64) {
    let off = |p: i32, q: i32| i64::from(p) - i64::from(q);
    let along = off(b.x, a.x) * off(place.x, a.x) + off(b.y, a.y) * off(place.y, a.y);
    (along, a.distance_squared(b))
}

/// The point of a line that is nearest to a place, rounded.
fn nearest(line: &[Point], place: Point) -> Point {
    let foot = |leg: &[Point]| {
        let (a, b) = (leg[0], leg[1]);
        let (along, length) = along(a, b, place);
        let part = |from: i32, to: i32| {
            let by = (i128::from(to) - i128::from(from)) * i128::from(along.clamp(0, length));
            let rounded = (2 * by + i128::from(length)).div_euclid(2 * i128::from(length.max(1)));
            from + i32::try_from(rounded).unwrap_or(0)
        };
        Point { x: part(a.x, b.x), y: part(a.y, b.y) }
    };
    let feet = line.windows(2).map(foot);
    feet.min_by_key(|point| (point.distance_squared(place), *point)).unwrap_or(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(x: i32, y: i32) -> Point {
        Point::new(x, y)
    }

    fn wider(
        course: &[Point],
        forward: &[Point],
        enemies: &[(Point, usize)],
    ) -> (Vec<Point>, Vec<(Point, usize)>) {
        kept_clear(course, forward, enemies, 500, PullBack::Wider)
    }

    #[test]
    fn a_slanted_leg_is_pulled_back_over_its_whole_length() {
        // The left side of a salient: the leg passes 2.77 inches from the enemy, and neither of its ends is near.
        let course = [at(0, 1200), at(1400, 1200), at(2400, 2700), at(6000, 2700)];
        let (line, near) = wider(&course, &[at(1400, 1200), at(2400, 2700)], &[(at(1800, 2300), 7)]);
        assert_eq!(near, []);
        let bent = [at(1800, 1800), at(2008, 1800), at(2300, 2092), at(2300, 2550)];
        assert_eq!(line, [&course[..2], &bent, &course[2..]].concat());
    }

    #[test]
    fn without_room_behind_it_a_line_is_left_and_the_enemy_named() {
        let course = [at(0, 100), at(6000, 100)];
        let (line, near) = wider(&course, &[at(1000, 100)], &[(at(1000, 150), 1)]);
        assert_eq!((line, near), (course.to_vec(), vec![(at(1000, 100), 1)]));
    }

    #[test]
    fn pulled_back_from_one_enemy_a_line_is_pulled_back_from_the_next() {
        let course = [at(0, 2000), at(6000, 2000)];
        let (line, near) = wider(&course, &[], &[(at(3000, 1300), 1), (at(3000, 2000), 2)]);
        assert_eq!(near, []);
        assert_eq!(line.iter().map(|point| point.y).min(), Some(800));
    }

    #[test]
    fn a_forward_unit_beside_an_enemy_stays_on_the_line() {
        // It stands 5 inches off exactly, where the figure around the circle would leave it outside.
        let course = [at(0, 2000), at(2700, 2100), at(6000, 2100)];
        let (line, near) = wider(&course, &[at(2700, 2100)], &[(at(3000, 2500), 1)]);
        assert_eq!(near, []);
        assert!(line.contains(&at(2700, 2100)) && line.contains(&at(2700, 2092)), "{line:?}");
    }

    #[test]
    fn a_tip_beyond_an_enemy_stays_on_the_line_and_the_enemy_is_named() {
        let course = [at(0, 1200), at(1400, 1200), at(2400, 2700), at(3400, 1200), at(6000, 1200)];
        let units = [at(1400, 1200), at(2400, 2700), at(3400, 1200)];
        let (line, near) = wider(&course, &units, &[(at(2000, 2000), 7)]);
        assert_eq!(near, [(at(2400, 2000), 7)], "{line:?}");
        assert!(line.contains(&at(2400, 2700)), "{line:?}");
        let (line, near) = wider(&course, &units, &[(at(2400, 2000), 7)]);
        assert_eq!((line, near.len()), (course.to_vec(), 1), "straight before him there is no way past");
    }

    #[test]
    fn a_place_is_measured_from_every_point_of_a_leg() {
        let (a, b) = (at(0, 0), at(1000, 1000));
        assert!(is_nearer(a, b, at(1000, 0), 500_001) && !is_nearer(a, b, at(1000, 0), 500_000));
        assert!(is_nearer(a, b, at(-3, -4), 26) && !is_nearer(a, b, at(-3, -4), 25));
        assert!(!is_nearer(a, a, at(3, 4), 25) && is_nearer(a, a, at(3, 4), 26));
    }
}
