//! The line proposed for a side.

use crate::clear::{Leg, kept_clear};
use crate::front::Front;
use crate::place::Point;
use crate::position::Position;

/// How much of a line is pulled back from an enemy that it comes too near to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PullBack {
    /// What is nearer to him than the spacing: what is clear of every enemy stays, but for what would lie before a step
    /// that takes the line past him.
    #[default]
    NearPoints,
    /// What is nearer to him than an eight-sided figure around his circle.
    Wider,
}

/// A line proposed for a side: its runs, joined across gaps, drawn on to the sides of the table and kept away from
/// enemies over its whole length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its points from left to right; two at one `x` are a step. None where the side has no forward units.
    pub points: Vec<Point>,
    /// The enemies that it is nearer to than the spacing because it cannot be pulled back from them, each with the
    /// point of the line that is nearest, rounded.
    pub near: Vec<(Point, usize)>,
}

pub(crate) fn of<I>(
    position: &Position<I>,
    front: &Front,
    pull_back: PullBack,
    counts: &dyn Fn(usize) -> bool,
) -> Line {
    let frame = position.frame(front.side());
    let Some(course) = course(front, position.table().width) else {
        return Line { points: Vec::new(), near: Vec::new() };
    };
    let at = |unit: usize| frame.turn(position.at(unit));
    let forward: Vec<Point> = front.units().flatten().map(|unit| at(*unit)).collect();
    let mut enemies: Vec<(Point, usize)> =
        position.of(front.side().enemy()).filter(|unit| counts(*unit)).map(|unit| (at(unit), unit)).collect();
    enemies.sort_unstable();
    let (points, near) = kept_clear(&course, &forward, &enemies, position.measures().spacing, pull_back);
    Line {
        points: points.into_iter().map(|point| frame.turn(point)).collect(),
        near: near.into_iter().map(|(point, unit)| (frame.turn(point), unit)).collect(),
    }
}

/// The runs of a front as one course from side to side, in the side's own frame.
fn course(front: &Front, width: i32) -> Option<Vec<Point>> {
    let mut runs: Vec<Vec<Point>> = front.runs().iter().map(|run| run.course.clone()).collect();
    let first = *runs.first()?.first()?;
    runs.first_mut()?.insert(0, Point { x: 0, ..first });
    let last = *runs.last()?.last()?;
    runs.last_mut()?.push(Point { x: width, ..last });
    Some(joined(&runs))
}

/// Runs as one line: across a gap it goes straight from run to run, and where two runs reach past each other it is the
/// more advanced of the two.
fn joined(runs: &[Vec<Point>]) -> Vec<Point> {
    let mut line: Vec<Point> = Vec::new();
    for run in runs {
        let (Some(start), Some(end)) = (run.first(), line.last().copied()) else {
            line.extend(run);
            continue;
        };
        if end.x <= start.x {
            line.extend(run);
        } else if end.y >= start.y {
            let rest = run.partition_point(|point| point.x <= end.x);
            if rest < run.len() {
                line.extend(at(run, end.x));
                line.extend(&run[rest..]);
            }
        } else {
            let cut = at(&line, start.x);
            line.truncate(line.partition_point(|point| point.x < start.x));
            line.extend(cut.filter(|_| !line.is_empty()));
            line.extend(run);
        }
    }
    line.dedup();
    line
}

/// Where a course is at an `x`, rounded toward home.
fn at(course: &[Point], x: i32) -> Option<Point> {
    let next = course.partition_point(|point| point.x < x);
    let b = *course.get(next)?;
    let Some(a) = next.checked_sub(1).map(|last| course[last]).filter(|_| b.x > x) else { return Some(b) };
    Some(Point { x, y: Leg { a, b }.down(x) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_runs_reach_past_each_other_the_line_is_the_more_advanced() {
        let at = |x, y| Point::new(x, y);
        let (low, high) = ([at(0, 10), at(5, 10), at(10, 10)], [at(7, 40), at(12, 40), at(17, 40)]);
        let both = joined(&[low.to_vec(), high.to_vec()]);
        assert_eq!(both, [&low[..2], &[at(7, 10)], &high[..]].concat());
        let turned = |run: &[Point]| -> Vec<Point> { run.iter().rev().map(|p| at(20 - p.x, p.y)).collect() };
        assert_eq!(joined(&[turned(&high), turned(&low)]), turned(&both));
        let apart = [low.to_vec(), vec![at(12, 40), at(17, 40)]];
        assert_eq!(joined(&apart), apart.concat());
    }
}
