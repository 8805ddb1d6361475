//! Protected links between friends, and the groups that they make.

use std::collections::VecDeque;

use crate::place::{Point, Side};
use crate::position::Position;

/// The groups of both sides. They depend on where all units stand and on nothing else.
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    /// The group of each unit.
    pub of: Vec<usize>,
    /// The members of each group, by id.
    pub members: Vec<Vec<usize>>,
}

/// Whether two friends protect each other.
pub(crate) fn is_linked<I>(position: &Position<I>, near: &Near, a: usize, b: usize) -> bool {
    let spacing = i64::from(position.measures().spacing);
    let (p, q) = (position.at(a), position.at(b));
    p.distance_squared(q) <= spacing * spacing && breaker(position, near, a, b).is_none()
}

/// The enemy that stands in a link's way: the one nearest to the first unit, then the smallest id.
pub(crate) fn breaker<I>(position: &Position<I>, near: &Near, a: usize, b: usize) -> Option<usize> {
    let half = position.measures().link_half_width;
    let (p, q) = (position.at(a), position.at(b));
    let enemies = near.of(position.side(a).enemy(), p.x.min(q.x) - half, p.x.max(q.x) + half);
    let breaking = enemies.iter().copied().filter(|enemy| is_within(position.at(*enemy), p, q, half));
    breaking.min_by_key(|enemy| (position.at(*enemy).distance_squared(p), position.rank(*enemy)))
}

/// Whether a place lies within a distance of a segment.
fn is_within(place: Point, p: Point, q: Point, distance: i32) -> bool {
    let vector = |from: Point, to: Point| {
        (i128::from(to.x) - i128::from(from.x), i128::from(to.y) - i128::from(from.y))
    };
    let ((dx, dy), (ex, ey)) = (vector(p, q), vector(p, place));
    let (length, along) = (dx * dx + dy * dy, ex * dx + ey * dy);
    let square = i128::from(distance) * i128::from(distance);
    if along <= 0 || length == 0 {
        return ex * ex + ey * ey <= square;
    }
    if along >= length {
        return i128::from(q.distance_squared(place)) <= square;
    }
    let cross = ex * dy - ey * dx;
    cross * cross <= square * length
}

/// The units of both sides from left to right.
#[derive(Clone, Debug)]
pub(crate) struct Near {
    sorted: [Vec<usize>; 2],
    xs: [Vec<i32>; 2],
}

impl Near {
    pub(crate) fn new<I>(position: &Position<I>) -> Self {
        let sorted = Side::BOTH.map(|side| {
            let mut units: Vec<usize> = position.of(side).collect();
            units.sort_unstable_by_key(|unit| (position.at(*unit), position.rank(*unit)));
            units
        });
        let xs = sorted.each_ref().map(|units| units.iter().map(|unit| position.at(*unit).x).collect());
        Self { sorted, xs }
    }

    /// All units of a side, from left to right.
    pub(crate) fn all(&self, side: Side) -> &[usize] {
        &self.sorted[side.index()]
    }

    /// The units of a side between two places across, both included.
    pub(crate) fn of(&self, side: Side, from: i32, to: i32) -> &[usize] {
        let xs = &self.xs[side.index()];
        &self.sorted[side.index()][xs.partition_point(|x| *x < from)..xs.partition_point(|x| *x <= to)]
    }
}

impl Groups {
    pub(crate) fn new<I>(position: &Position<I>, near: &Near) -> Self {
        let mut parent: Vec<usize> = (0..position.len()).collect();
        let spacing = position.measures().spacing;
        for side in Side::BOTH {
            let units = near.all(side);
            for (n, a) in units.iter().enumerate() {
                for b in &units[n + 1..] {
                    if position.at(*b).x - position.at(*a).x > spacing {
                        break;
                    }
                    let (root, other) = (root(&mut parent, *a), root(&mut parent, *b));
                    if root != other && is_linked(position, near, *a, *b) {
                        parent[other] = root;
                    }
                }
            }
        }
        let mut by_rank: Vec<usize> = (0..position.len()).collect();
        by_rank.sort_unstable_by_key(|unit| position.rank(*unit));
        let mut groups = Self { of: vec![usize::MAX; position.len()], members: Vec::new() };
        for unit in by_rank {
            let root = root(&mut parent, unit);
            if groups.of[root] == usize::MAX {
                groups.of[root] = groups.members.len();
                groups.members.push(Vec::new());
            }
            groups.of[unit] = groups.of[root];
            groups.members[groups.of[unit]].push(unit);
        }
        groups
    }

    /// The shortest chain of links from a unit to a member of its group for which `is_end` holds, both included.
    pub(crate) fn chain<I>(
        &self,
        position: &Position<I>,
        near: &Near,
        from: usize,
        is_end: &dyn Fn(usize) -> bool,
    ) -> Option<Vec<usize>> {
        let members = &self.members[self.of[from]];
        let mut before = vec![usize::MAX; position.len()];
        before[from] = from;
        let mut queue = VecDeque::from([from]);
        while let Some(unit) = queue.pop_front() {
            if is_end(unit) {
                let mut chain = vec![unit];
                while chain[chain.len() - 1] != from {
                    chain.push(before[chain[chain.len() - 1]]);
                }
                chain.reverse();
                return Some(chain);
            }
            for next in members {
                if before[*next] == usize::MAX && is_linked(position, near, unit, *next) {
                    before[*next] = unit;
                    queue.push_back(*next);
                }
            }
        }
        None
    }
}

fn root(parent: &mut [usize], mut unit: usize) -> usize {
    while parent[unit] != unit {
        parent[unit] = parent[parent[unit]];
        unit = parent[unit];
    }
    unit
}
