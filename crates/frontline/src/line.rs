//! The line proposed for a side.

use crate::front::Front;
use crate::place::Point;
use crate::position::Position;
use crate::roots::root_up;

/// A line proposed for a side: its runs, drawn on to the sides of the table and kept away from enemies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The course of each run, from left to right.
    pub runs: Vec<Vec<Point>>,
    /// Points of it that are nearer to an enemy than the spacing and cannot be pulled back, each with the enemy.
    pub near: Vec<(Point, usize)>,
}

impl Line {
    /// The runs as one line: across a gap it goes straight from run to run, and where two runs reach past each other
    /// it leaves their overhangs out.
    pub fn joined(&self) -> Vec<Point> {
        let mut line: Vec<Point> = Vec::new();
        for run in &self.runs {
            let mut run = run.as_slice();
            while let [_, rest @ ..] = run
                && !rest.is_empty()
                && line.last().is_some_and(|last| last.x >= run[0].x)
            {
                if line.len() > 1 && line[line.len() - 1].x > rest[0].x {
                    line.pop();
                } else {
                    run = rest;
                }
            }
            line.extend(run);
        }
        line.dedup();
        line
    }
}

pub(crate) fn of<I>(position: &Position<I>, front: &Front) -> Line {
    let frame = position.frame(front.side());
    let enemies: Vec<(Point, usize)> =
        position.of(front.side().enemy()).map(|unit| (frame.turn(position.at(unit)), unit)).collect();
    let spacing = position.measures().spacing;
    let mut near = Vec::new();
    let n = front.runs().len();
    let runs = front.runs().iter().enumerate().map(|(nth, run)| {
        let mut course = run.course.clone();
        if nth == 0 {
            course.insert(0, Point { x: 0, y: course[0].y });
        }
        if nth + 1 == n {
            course.push(Point { x: position.table().width, y: course[course.len() - 1].y });
        }
        course.dedup();
        let course = abreast(&course, &enemies, spacing);
        let pulled = course.into_iter().map(|point| match pulled_back(point, &enemies, spacing) {
            Ok(point) => point,
            Err(enemy) => {
                near.push((frame.turn(point), enemy));
                point
            }
        });
        let mut pulled: Vec<Point> = pulled.map(|point| frame.turn(point)).collect();
        pulled.dedup();
        pulled
    });
    let runs = runs.collect();
    Line { runs, near }
}

/// A course with a further point abreast of every enemy that is nearer to it than the spacing between two points.
fn abreast(course: &[Point], enemies: &[(Point, usize)], spacing: i32) -> Vec<Point> {
    let mut points = course.to_vec();
    for leg in course.windows(2) {
        let (a, b) = (leg[0], leg[1]);
        let between = enemies.iter().filter(|(enemy, _)| a.x < enemy.x && enemy.x < b.x);
        for (enemy, _) in between {
            let wide = i64::from(b.x) - i64::from(a.x);
            let rise = (i64::from(b.y) - i64::from(a.y)) * (i64::from(enemy.x) - i64::from(a.x));
            let point = Point { x: enemy.x, y: a.y + rise.div_euclid(wide) as i32 };
            if point.distance_squared(*enemy) < i64::from(spacing) * i64::from(spacing) {
                points.push(point);
            }
        }
    }
    points.sort_by_key(|point| point.x);
    points.dedup();
    points
}

/// A point moved straight home until no enemy is nearer than the spacing; the enemy that is, where there is no room.
fn pulled_back(mut point: Point, enemies: &[(Point, usize)], spacing: i32) -> Result<Point, usize> {
    let square = i64::from(spacing) * i64::from(spacing);
    while let Some((enemy, unit)) = enemies.iter().find(|(enemy, _)| enemy.distance_squared(point) < square) {
        let aside = i64::from(enemy.x) - i64::from(point.x);
        let y = i64::from(enemy.y) - root_up(square - aside * aside);
        match i32::try_from(y) {
            Ok(y) if y >= 0 => point.y = y,
            _ => return Err(*unit),
        }
    }
    Ok(point)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overhangs_that_reach_past_each_other_are_left_out_of_the_whole_line() {
        let at = |x, y| Point::new(x, y);
        let runs = vec![vec![at(0, 10), at(5, 10), at(10, 10)], vec![at(7, 40), at(12, 40), at(17, 40)]];
        let joined = Line { runs, near: Vec::new() }.joined();
        assert!(joined.windows(2).all(|pair| pair[0].x <= pair[1].x), "{joined:?}");
        assert!(joined.contains(&at(5, 10)) && joined.contains(&at(12, 40)));
    }

    #[test]
    fn a_point_is_pulled_back_past_every_enemy_or_left() {
        let enemies = [(Point::new(0, 100), 1), (Point::new(0, 60), 2)];
        assert_eq!(pulled_back(Point::new(30, 90), &enemies, 50), Ok(Point::new(30, 20)));
        assert_eq!(pulled_back(Point::new(0, 20), &[(Point::new(0, 30), 7)], 50), Err(7));
    }
}
