//! Exact plane geometry in whole hundredths of an inch: sides of a line, distances, polygons.

use crate::measure::{Inches, Point};
use crate::setup::Map;
use crate::words::Edge;

/// A front line drawn on to the map's sides: the first and last points are continued straight along the front.
pub fn drawn_to_the_sides(line: &[Point], map: &Map, home: Edge) -> Vec<Point> {
    let along_x = matches!(home, Edge::North | Edge::South);
    let along = |point: &Point| if along_x { point.x } else { point.y };
    let end = if along_x { map.width } else { map.height };
    let mut points = line.to_vec();
    if points.len() > 1 && along(&points[0]) > along(&points[points.len() - 1]) {
        points.reverse();
    }
    let moved =
        |point: Point, to: Inches| if along_x { Point { x: to, ..point } } else { Point { y: to, ..point } };
    if let Some(first) = points.first().copied()
        && along(&first) > Inches(0)
    {
        points.insert(0, moved(first, Inches(0)));
    }
    if let Some(last) = points.last().copied()
        && along(&last) < end
    {
        points.push(moved(last, end));
    }
    points
}

/// How far from its home edge a side without a line holds the ground.
const WITHOUT_A_LINE: Inches = Inches::whole(5);

/// What lies on the own side of a front line, as a polygon. [5.3.8 of the catalogue]
pub fn area_behind(line: &[Point], map: &Map, home: Edge) -> Vec<Point> {
    let (width, height) = (map.width, map.height);
    let corner = |x: Inches, y: Inches| Point { x, y };
    let zero = Inches(0);
    let mut area = drawn_to_the_sides(line, map, home);
    if area.is_empty() {
        let depth = WITHOUT_A_LINE;
        area = match home {
            Edge::South => vec![corner(zero, depth), corner(width, depth)],
            Edge::North => [zero, width].map(|x| corner(x, Inches(height.0 - depth.0))).to_vec(),
            Edge::West => vec![corner(depth, zero), corner(depth, height)],
            Edge::East => [zero, height].map(|y| corner(Inches(width.0 - depth.0), y)).to_vec(),
        };
    }
    area.extend(match home {
        Edge::South => [corner(width, zero), corner(zero, zero)],
        Edge::North => [corner(width, height), corner(zero, height)],
        Edge::West => [corner(zero, height), corner(zero, zero)],
        Edge::East => [corner(width, height), corner(width, zero)],
    });
    area
}

/// Whether a point lies on the own side of a front line, the line itself included. [5.3.8 of the catalogue]
/// A side without a line holds what lies within 5 inches of its home edge.
pub fn is_behind(line: &[Point], map: &Map, home: Edge, point: Point) -> bool {
    if line.is_empty() {
        let depth = match home {
            Edge::South => point.y,
            Edge::North => Inches(map.height.0 - point.y.0),
            Edge::West => point.x,
            Edge::East => Inches(map.width.0 - point.x.0),
        };
        return depth <= WITHOUT_A_LINE;
    }
    is_in(&area_behind(line, map, home), point)
}

/// Whether a point lies in a polygon, its outline included.
pub fn is_in(polygon: &[Point], point: Point) -> bool {
    let mut inside = false;
    for (a, b) in edges(polygon) {
        if on_segment(a, b, point) {
            return true;
        }
        let (px, py) = (i64::from(point.x.0), i64::from(point.y.0));
        let (ax, ay, bx, by) = (i64::from(a.x.0), i64::from(a.y.0), i64::from(b.x.0), i64::from(b.y.0));
        if (ay > py) != (by > py) {
            // The edge crosses the point's height at x = ax + (py - ay)(bx - ax)/(by - ay); compare without dividing.
            let (left, right) = ((px - ax) * (by - ay), (py - ay) * (bx - ax));
            if (by > ay && left < right) || (by < ay && left > right) {
                inside = !inside;
            }
        }
    }
    inside
}

/// Whether a point lies in a polygon and not on its outline.
pub fn is_strictly_in(polygon: &[Point], point: Point) -> bool {
    is_in(polygon, point) && !edges(polygon).any(|(a, b)| on_segment(a, b, point))
}

/// Whether a point lies within a distance of a polyline, the distance itself included.
pub fn is_within(line: &[Point], point: Point, distance: Inches) -> bool {
    compare(line, point, distance).is_some_and(|order| order.is_le())
}

/// Whether a point lies nearer to a polyline than a distance.
pub fn is_nearer(line: &[Point], point: Point, distance: Inches) -> bool {
    compare(line, point, distance).is_some_and(|order| order.is_lt())
}

/// Whether a point lies within a distance of a segment.
pub fn is_within_segment(a: Point, b: Point, point: Point, distance: Inches) -> bool {
    compare(&[a, b], point, distance).is_some_and(|order| order.is_le())
}

/// The first two legs of a line, from 0, that meet although they do not follow each other, or that lie on each other.
pub fn crosses_itself(line: &[Point]) -> Option<(usize, usize)> {
    let n_legs = line.len().saturating_sub(1);
    let legs = (0..n_legs).flat_map(|first| (first + 1..n_legs).map(move |second| (first, second)));
    legs.into_iter().find(|(first, second)| {
        let (a, b, c, d) = (line[*first], line[first + 1], line[*second], line[second + 1]);
        match second - first {
            // Neighbours share a point; they meet elsewhere only where the line turns back on itself.
            1 => on_leg(a, b, d) || on_leg(b, d, a),
            _ => meet(a, b, c, d),
        }
    })
}

/// The ends of the first leg of `other` that has a point in common with a line.
pub fn meets(line: &[Point], other: &[Point]) -> Option<(Point, Point)> {
    let crossed = |leg: &&[Point]| line.windows(2).any(|own| meet(own[0], own[1], leg[0], leg[1]));
    other.windows(2).find(crossed).map(|leg| (leg[0], leg[1]))
}

/// Whether two legs have a point in common.
fn meet(a: Point, b: Point, c: Point, d: Point) -> bool {
    let (one, other) =
        (turn(a, b, c).signum() * turn(a, b, d).signum(), turn(c, d, a).signum() * turn(c, d, b).signum());
    (one < 0 && other < 0) || on_leg(a, b, c) || on_leg(a, b, d) || on_leg(c, d, a) || on_leg(c, d, b)
}

/// Above 0 where `c` lies to the left of the way from `a` to `b`, 0 where it lies on it.
fn turn(a: Point, b: Point, c: Point) -> i64 {
    let wide = |inches: Inches| i64::from(inches.0);
    (wide(b.x) - wide(a.x)) * (wide(c.y) - wide(a.y)) - (wide(b.y) - wide(a.y)) * (wide(c.x) - wide(a.x))
}

/// Whether a point lies on a leg.
fn on_leg(a: Point, b: Point, point: Point) -> bool {
    let within = |one: Inches, other: Inches, at: Inches| (one.min(other)..=one.max(other)).contains(&at);
    turn(a, b, point) == 0 && within(a.x, b.x, point.x) && within(a.y, b.y, point.y)
}

/// The square of the distance of two points, in hundredths of an inch squared.
pub fn distance_squared(a: Point, b: Point) -> i64 {
    let (dx, dy) = (i64::from(a.x.0) - i64::from(b.x.0), i64::from(a.y.0) - i64::from(b.y.0));
    dx * dx + dy * dy
}

/// The distance of a point from a polyline against a distance; absent for an empty line.
fn compare(line: &[Point], point: Point, distance: Inches) -> Option<std::cmp::Ordering> {
    let square = i64::from(distance.0) * i64::from(distance.0);
    if let [only] = line {
        return Some(distance_squared(*only, point).cmp(&square));
    }
    line.windows(2).map(|pair| segment_against(pair[0], pair[1], point, square)).min()
}

fn segment_against(a: Point, b: Point, point: Point, square: i64) -> std::cmp::Ordering {
    let v = |from: Point, to: Point| {
        (i128::from(to.x.0) - i128::from(from.x.0), i128::from(to.y.0) - i128::from(from.y.0))
    };
    let ((dx, dy), (px, py)) = (v(a, b), v(a, point));
    let length = dx * dx + dy * dy;
    let along = px * dx + py * dy;
    if along <= 0 || length == 0 {
        return distance_squared(a, point).cmp(&square);
    }
    if along >= length {
        return distance_squared(b, point).cmp(&square);
    }
    let cross = px * dy - py * dx;
    (cross * cross).cmp(&(i128::from(square) * length))
}

/// The nearest place outside a polygon for a point strictly within it, to the hundredth of an inch.
pub fn nearest_outside(polygon: &[Point], point: Point) -> Point {
    let mut best: Option<(i64, Point)> = None;
    for (a, b) in edges(polygon) {
        let foot = foot_on(a, b, point);
        for (dx, dy) in [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let near = Point::new(foot.x.0 + dx, foot.y.0 + dy);
            if is_strictly_in(polygon, near) {
                continue;
            }
            let key = (distance_squared(near, point), near);
            if best.is_none_or(|best| key < best) {
                best = Some(key);
            }
        }
    }
    best.map_or(point, |(_, near)| near)
}

/// The point of a segment nearest to a point, rounded to the hundredth.
fn foot_on(a: Point, b: Point, point: Point) -> Point {
    let (dx, dy) = (i64::from(b.x.0) - i64::from(a.x.0), i64::from(b.y.0) - i64::from(a.y.0));
    let (px, py) = (i64::from(point.x.0) - i64::from(a.x.0), i64::from(point.y.0) - i64::from(a.y.0));
    let length = (dx * dx + dy * dy).max(1);
    let along = (px * dx + py * dy).clamp(0, length);
    let part = |d: i64| {
        ((2 * i128::from(d) * i128::from(along) + i128::from(length)).div_euclid(2 * i128::from(length)))
            as i32
    };
    Point::new(a.x.0 + part(dx), a.y.0 + part(dy))
}

fn edges(polygon: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    (0..polygon.len()).map(|n| (polygon[n], polygon[(n + 1) % polygon.len()]))
}

fn on_segment(a: Point, b: Point, point: Point) -> bool {
    let side = |p: i32, q: i32, r: i32| (p.min(q)..=p.max(q)).contains(&r);
    let (ax, ay) = (i64::from(a.x.0), i64::from(a.y.0));
    let cross = (i64::from(b.x.0) - ax) * (i64::from(point.y.0) - ay)
        - (i64::from(b.y.0) - ay) * (i64::from(point.x.0) - ax);
    cross == 0 && side(a.x.0, b.x.0, point.x.0) && side(a.y.0, b.y.0, point.y.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_meets_itself_is_found_and_one_that_turns_is_not() {
        let line = |points: &[(i32, i32)]| -> Vec<Point> {
            points.iter().map(|(x, y)| Point { x: Inches::whole(*x), y: Inches::whole(*y) }).collect()
        };
        let meets = |points: &[(i32, i32)]| crosses_itself(&line(points));
        assert_eq!(meets(&[(0, 14), (30, 40), (60, 14)]), None);
        assert_eq!(meets(&[(0, 14), (20, 14), (20, 30), (40, 30), (40, 14), (60, 14)]), None);
        assert_eq!(meets(&[(60, 14), (30, 40), (0, 14), (40, 2)]), None, "it ends before it is reached");
        assert_eq!(meets(&[(60, 14), (30, 40), (0, 14), (40, 2), (40, 47)]), Some((0, 3)));
        assert_eq!(meets(&[(0, 10), (20, 10), (10, 20), (10, 10)]), Some((0, 2)), "a touch is a meeting");
        assert_eq!(meets(&[(0, 10), (20, 10), (10, 10)]), Some((0, 1)), "it turns back on itself");
        assert_eq!(meets(&[]), None);
    }

    fn map() -> Map {
        Map {
            width: Inches::whole(60),
            height: Inches::whole(48),
            start_lines: Default::default(),
            terrain: Vec::new(),
            locations: Vec::new(),
        }
    }

    fn at(x: i32, y: i32) -> Point {
        Point::new(x * 100, y * 100)
    }

    #[test]
    fn the_line_itself_is_one_s_own_side_for_both_edges() {
        let line = [at(10, 20), at(50, 24)];
        for (home, own, other) in [(Edge::South, at(30, 5), at(30, 40)), (Edge::North, at(30, 40), at(30, 5))]
        {
            assert!(is_behind(&line, &map(), home, at(10, 20)), "{home}");
            assert!(is_behind(&line, &map(), home, at(30, 22)), "{home}");
            assert!(is_behind(&line, &map(), home, own), "{home}");
            assert!(!is_behind(&line, &map(), home, other), "{home}");
        }
        assert!(!is_behind(&line, &map(), Edge::South, Point::new(3000, 2201)));
    }

    #[test]
    fn a_line_is_drawn_straight_on_to_the_sides() {
        let line = [at(50, 24), at(10, 20)];
        assert!(is_behind(&line, &map(), Edge::South, at(2, 20)));
        assert!(!is_behind(&line, &map(), Edge::South, at(2, 21)));
        assert!(is_behind(&line, &map(), Edge::South, at(60, 24)));
    }

    #[test]
    fn west_and_east_hold_the_other_way() {
        let line = [at(20, 0), at(20, 48)];
        assert!(is_behind(&line, &map(), Edge::West, at(5, 30)));
        assert!(!is_behind(&line, &map(), Edge::West, at(21, 30)));
        assert!(is_behind(&line, &map(), Edge::East, at(21, 30)));
    }

    #[test]
    fn without_a_line_a_side_holds_five_inches_of_its_edge() {
        assert!(is_behind(&[], &map(), Edge::North, at(30, 43)));
        assert!(!is_behind(&[], &map(), Edge::North, Point::new(3000, 4299)));
    }

    #[test]
    fn within_includes_the_distance_and_nearer_does_not() {
        let line = [at(0, 20), at(60, 20)];
        let (four, exactly) = (Inches::whole(4), at(30, 16));
        assert!(is_within(&line, exactly, four) && !is_nearer(&line, exactly, four));
        assert!(!is_within(&line, Point::new(3000, 1599), four));
        assert!(!is_within(&[], exactly, four));
    }

    #[test]
    fn the_nearest_place_outside_is_outside_and_near() {
        let gully = [at(10, 10), at(20, 10), at(20, 14), at(10, 14)];
        let out = nearest_outside(&gully, at(15, 11));
        assert_eq!(out, at(15, 10));
        assert!(!is_strictly_in(&gully, out));
        let slanted = [at(0, 0), at(30, 7), at(29, 12), at(1, 4)];
        let within = at(15, 6);
        assert!(is_strictly_in(&slanted, within));
        let out = nearest_outside(&slanted, within);
        assert!(!is_strictly_in(&slanted, out) && distance_squared(within, out) < 500 * 500);
    }
}
