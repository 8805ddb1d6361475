//! The front of a side: its forward units, the runs that they form, and what lies behind them.

use std::collections::VecDeque;

use crate::place::{Frame, Point, Side};
use crate::position::Position;

/// The front of one side. Inside, `y` is the distance from the side's own home edge.
#[derive(Clone, Debug)]
pub struct Front {
    side: Side,
    frame: Frame,
    runs: Vec<Run>,
}

/// Forward units without a gap between them.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// The units, from left to right.
    pub units: Vec<usize>,
    /// Its course in the side's own frame: an overhang, the units, an overhang.
    pub course: Vec<Point>,
}

impl Run {
    fn start(&self) -> i32 {
        self.course[0].x
    }

    fn end(&self) -> i32 {
        self.course[self.course.len() - 1].x
    }
}

/// How far a place lies behind a line: a fraction of one unit of measure.
#[derive(Clone, Copy, Debug)]
struct Depth {
    over: i64,
    by: i64,
}

impl Front {
    /// The front of those units of a side that are in `active`, which is sorted from left to right.
    pub(crate) fn of<I>(position: &Position<I>, side: Side, active: &[usize]) -> Self {
        let frame = position.frame(side);
        let at = |unit: usize| frame.turn(position.at(unit));
        let (gap, overhang) = (position.measures().line_gap, position.measures().line_overhang);
        let gap_squared = i64::from(gap) * i64::from(gap);
        let mut runs: Vec<Run> = Vec::new();
        for unit in forward(active, &at, position.measures().spacing) {
            match runs.last_mut() {
                Some(run) if at(run.units[run.units.len() - 1]).distance_squared(at(unit)) <= gap_squared => {
                    run.units.push(unit);
                }
                _ => runs.push(Run { units: vec![unit], course: Vec::new() }),
            }
        }
        for run in &mut runs {
            let (first, last) = (at(run.units[0]), at(run.units[run.units.len() - 1]));
            let end = |x: i32, y: i32| Point { x: x.clamp(0, position.table().width), y };
            run.course.push(end(first.x.saturating_sub(overhang), first.y));
            run.course.extend(run.units.iter().map(|unit| at(*unit)));
            run.course.push(end(last.x.saturating_add(overhang), last.y));
        }
        Self { side, frame, runs }
    }

    /// Whose front it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The forward units of each run, from left to right.
    pub fn units(&self) -> impl Iterator<Item = &[usize]> {
        self.runs.iter().map(|run| run.units.as_slice())
    }

    /// The course of each run on the table, overhangs included.
    pub fn courses(&self) -> impl Iterator<Item = Vec<Point>> + '_ {
        self.runs.iter().map(|run| run.course.iter().map(|point| self.frame.turn(*point)).collect())
    }

    pub(crate) fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Whether a place lies behind the front, seen from the enemy: strictly between it and the side's home edge.
    pub fn has_behind(&self, place: Point) -> bool {
        self.depth(place).is_some()
    }

    /// How far a place lies behind the front, rounded to whole units of measure, halves up.
    pub(crate) fn rounded_depth(&self, place: Point) -> Option<i64> {
        self.depth(place).map(|depth| (2 * depth.over + depth.by).div_euclid(2 * depth.by))
    }

    /// How far a place lies behind the front; none where it does not. Where runs overlap the more advanced counts.
    fn depth(&self, place: Point) -> Option<Depth> {
        let place = self.frame.turn(place);
        // Runs begin and end in the same order, so those abreast of the place stand together.
        let first = self.runs.partition_point(|run| run.end() < place.x);
        let abreast = self.runs[first..].iter().take_while(|run| run.start() <= place.x);
        let depths = abreast.filter_map(|run| run.depth(place)).filter(|depth| depth.over > 0);
        depths.reduce(|a, b| {
            let more = i128::from(b.over) * i128::from(a.by) > i128::from(a.over) * i128::from(b.by);
            if more { b } else { a }
        })
    }
}

impl Run {
    fn depth(&self, place: Point) -> Option<Depth> {
        let next = self.course.partition_point(|point| point.x < place.x);
        let b = *self.course.get(next)?;
        if b.x == place.x {
            // Several points of a course share an x only where units stand on one place or on the side of the table.
            return Some(Depth { over: i64::from(b.y) - i64::from(place.y), by: 1 });
        }
        let a = self.course[next.checked_sub(1)?];
        let wide = |p: Point, q: Point| i64::from(q.x) - i64::from(p.x);
        let rise = i64::from(b.y) - i64::from(a.y);
        let over = (i64::from(a.y) - i64::from(place.y)) * wide(a, b) + rise * wide(a, place);
        Some(Depth { over, by: wide(a, b) })
    }
}

/// Units that no friend stands in front of, from left to right. A friend does that who is within `window` to the
/// side and more forward than he is to the side: within the cone of 45 degrees to either hand.
fn forward(active: &[usize], at: &dyn Fn(usize) -> Point, window: i32) -> Vec<usize> {
    let points: Vec<Point> = active.iter().map(|unit| at(*unit)).collect();
    let n = points.len();
    let mut shadowed = vec![false; n];
    // To the left `y + x` of the friend must be greater, to the right `y - x`: the greatest of a sliding window.
    let mut sweep = |order: &mut dyn Iterator<Item = usize>, key: &dyn Fn(Point) -> i64| {
        let mut window_of: VecDeque<usize> = VecDeque::new();
        for i in order {
            let key_of = |j: usize| key(points[j]);
            while window_of.front().is_some_and(|j| (points[*j].x - points[i].x).abs() > window) {
                window_of.pop_front();
            }
            while window_of.back().is_some_and(|j| key_of(*j) <= key_of(i)) {
                window_of.pop_back();
            }
            window_of.push_back(i);
            shadowed[i] |= key_of(window_of[0]) > key_of(i);
        }
    };
    sweep(&mut (0..n), &|point| i64::from(point.y) + i64::from(point.x));
    sweep(&mut (0..n).rev(), &|point| i64::from(point.y) - i64::from(point.x));
    active.iter().zip(shadowed).filter(|(_, shadowed)| !shadowed).map(|(unit, _)| *unit).collect()
}
