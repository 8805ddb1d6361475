//! One lane: the side on which it leaves each enemy, or the chain of enemies that allows none.

use std::collections::VecDeque;

use crate::place::Point;
use crate::roots::{exceed, root_up};

/// A disc that a lane keeps out of: an enemy with the spacing around it, in the frame of the side that seeks the lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disc {
    pub centre: Point,
    /// The unit.
    pub unit: usize,
}

/// The ground of one side: enemies in its frame, the distance to keep, the width of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground<'a> {
    pub discs: &'a [Disc],
    pub radius: i32,
    pub width: i32,
}

/// A stretch of heights, both ends included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch {
    pub low: i32,
    pub high: i32,
}

/// Where a lane ends.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// Anywhere at height 0.
    Home,
    /// At a place.
    At(Point),
}

/// What holds one end of a chain of enemies that closes every lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The left side of the table: there is no room between it and the enemy.
    LeftSide,
    /// The right side of the table.
    RightSide,
    /// The start of the lane: it lies abreast of the enemy.
    Start,
    /// The target: it lies abreast of the enemy.
    Target,
}

/// What came of the search for one lane.
#[derive(Clone, Debug)]
pub(crate) enum Found {
    /// A lane: the enemies that it leaves to its west and to its east, and a drawing of it.
    Lane { west: Vec<usize>, east: Vec<usize>, drawn: Vec<Point> },
    /// Enemies none of which can be left on the other side than the one before, and what holds them at both ends.
    Barrier { enemies: Vec<usize>, ends: [End; 2] },
}

impl Ground<'_> {
    fn reach_squared(&self, disc: Point, height: i32) -> i64 {
        let (radius, off) = (i64::from(self.radius), i64::from(height) - i64::from(disc.y));
        radius * radius - off * off
    }

    /// Whether no lane through the stretch can leave `a` to its west and `b` to its east: somewhere in the stretch both
    /// lie abreast of it and there is no room between them in this order.
    pub(crate) fn is_shut(&self, a: Point, b: Point, stretch: Stretch) -> bool {
        let radius = i64::from(self.radius);
        let (low, high) = (i64::from(a.y.max(b.y)) - radius, i64::from(a.y.min(b.y)) + radius);
        if low >= high || low >= i64::from(stretch.high) || high <= i64::from(stretch.low) {
            return false;
        }
        let wide = i64::from(b.x) - i64::from(a.x);
        if wide <= 0 {
            return true;
        }
        if wide >= 2 * radius {
            return false;
        }
        // The half-widths add up to most half-way between the centres: there it is the distance that decides.
        let twice = i64::from(a.y) + i64::from(b.y);
        if twice > 2 * i64::from(stretch.low) && twice < 2 * i64::from(stretch.high) {
            return a.distance_squared(b) < 4 * radius * radius;
        }
        let height = if twice <= 2 * i64::from(stretch.low) { stretch.low } else { stretch.high };
        exceed(self.reach_squared(a, height).max(0), self.reach_squared(b, height).max(0), wide)
    }

    /// Whether there is no room, somewhere in the stretch, between a disc and a side of the table `wide` away.
    pub(crate) fn is_shut_by_side(&self, disc: Point, wide: i64, stretch: Stretch) -> bool {
        let radius = i64::from(self.radius);
        let (low, high) = (i64::from(disc.y) - radius, i64::from(disc.y) + radius);
        if low >= i64::from(stretch.high) || high <= i64::from(stretch.low) {
            return false;
        }
        let widest = self.reach_squared(disc, disc.y.clamp(stretch.low, stretch.high));
        widest > wide * wide
    }

    fn is_abreast(&self, disc: Point, height: i32) -> bool {
        (i64::from(disc.y) - i64::from(height)).abs() < i64::from(self.radius)
    }

    /// Looks for a lane from a place that is clear of every disc to a target that is and lies no higher.
    pub(crate) fn search(&self, start: Point, target: Target) -> Found {
        let stretch = Stretch {
            low: match target {
                Target::Home => 0,
                Target::At(point) => point.y,
            },
            high: start.y,
        };
        let radius = i64::from(self.radius);
        let met = |disc: &&Disc| {
            let y = i64::from(disc.centre.y);
            y - radius < i64::from(stretch.high) && y + radius > i64::from(stretch.low)
        };
        let mut discs: Vec<Disc> = self.discs.iter().filter(met).copied().collect();
        discs.sort_unstable_by_key(|disc| (-disc.centre.y, disc.centre.x, disc.unit));
        let held: Vec<[Option<End>; 2]> =
            discs.iter().map(|disc| self.held(disc.centre, start, target, stretch)).collect();
        if let Some(barrier) = self.barrier(&discs, &held, stretch) {
            return barrier;
        }
        let west = self.sides(&discs, &held, start, stretch);
        let of = |wanted: bool| {
            let chosen = discs.iter().zip(&west).filter(move |(_, west)| **west == wanted);
            chosen.map(|(disc, _)| disc.unit).collect()
        };
        let drawn = self.drawn(&discs, &west, start, target, stretch);
        Found::Lane { west: of(true), east: of(false), drawn }
    }

    /// What forces a disc to lie west, and what forces it to lie east of any lane.
    fn held(&self, disc: Point, start: Point, target: Target, stretch: Stretch) -> [Option<End>; 2] {
        let mut held = [None, None];
        if self.is_abreast(disc, start.y) {
            held[usize::from(disc.x > start.x)] = Some(End::Start);
        }
        if let Target::At(point) = target
            && self.is_abreast(disc, point.y)
        {
            held[usize::from(disc.x > point.x)].get_or_insert(End::Target);
        }
        if self.is_shut_by_side(disc, i64::from(disc.x), stretch) {
            held[0].get_or_insert(End::LeftSide);
        }
        if self.is_shut_by_side(disc, i64::from(self.width) - i64::from(disc.x), stretch) {
            held[1].get_or_insert(End::RightSide);
        }
        held
    }

    /// The shortest chain from a disc that must lie west to one that must lie east, each of which must lie west when
    /// the one before it does.
    fn barrier(&self, discs: &[Disc], held: &[[Option<End>; 2]], stretch: Stretch) -> Option<Found> {
        let mut before: Vec<Option<usize>> =
            held.iter().enumerate().map(|(n, [west, _])| west.map(|_| n)).collect();
        let mut queue: VecDeque<usize> = (0..discs.len()).filter(|n| before[*n].is_some()).collect();
        while let Some(n) = queue.pop_front() {
            if let Some(last) = held[n][1] {
                let mut chain = vec![n];
                while let Some(earlier) = before[chain[chain.len() - 1]]
                    && earlier != chain[chain.len() - 1]
                {
                    chain.push(earlier);
                }
                chain.reverse();
                let first = held[chain[0]][0].unwrap_or(End::LeftSide);
                let enemies = chain.into_iter().map(|n| discs[n].unit).collect();
                return Some(Found::Barrier { enemies, ends: [first, last] });
            }
            for next in 0..discs.len() {
                if before[next].is_none() && self.is_shut(discs[n].centre, discs[next].centre, stretch) {
                    before[next] = Some(n);
                    queue.push_back(next);
                }
            }
        }
        None
    }

    /// Which discs lie west of the lane: what is forced, and else whatever lets it go straight back.
    fn sides(&self, discs: &[Disc], held: &[[Option<End>; 2]], start: Point, stretch: Stretch) -> Vec<bool> {
        let mut west: Vec<Option<bool>> = vec![None; discs.len()];
        let spread = |west: &mut Vec<Option<bool>>, n: usize, is_west: bool| {
            let mut stack = vec![n];
            while let Some(n) = stack.pop() {
                if west[n].is_some() {
                    continue;
                }
                west[n] = Some(is_west);
                let here = discs[n].centre;
                stack.extend((0..discs.len()).filter(|next| {
                    let there = discs[*next].centre;
                    let follows = match is_west {
                        true => self.is_shut(here, there, stretch),
                        false => self.is_shut(there, here, stretch),
                    };
                    west[*next].is_none() && follows
                }));
            }
        };
        for (n, held) in held.iter().enumerate() {
            match held {
                [Some(_), _] => spread(&mut west, n, true),
                [_, Some(_)] => spread(&mut west, n, false),
                _ => {}
            }
        }
        for (n, disc) in discs.iter().enumerate() {
            spread(&mut west, n, disc.centre.x < start.x);
        }
        west.into_iter().map(|west| west == Some(true)).collect()
    }

    /// The lane as a line for the eye, to whole units of measure: straight back where there is room, else close along
    /// the discs. The sides on which it leaves them are the proof; where it curls round one the drawing may cut the
    /// corner by a twentieth of the radius at most.
    fn drawn(
        &self,
        discs: &[Disc],
        west: &[bool],
        start: Point,
        target: Target,
        stretch: Stretch,
    ) -> Vec<Point> {
        const PER_MILLE: [i64; 7] = [1000, 966, 866, 707, 500, 259, 0];
        let mut heights: Vec<i32> = vec![stretch.low, stretch.high];
        for disc in discs {
            for part in PER_MILLE.iter().flat_map(|part| [*part, -*part]) {
                let height = i64::from(disc.centre.y) + i64::from(self.radius) * part / 1000;
                heights
                    .extend(i32::try_from(height).ok().filter(|y| (stretch.low..=stretch.high).contains(y)));
            }
        }
        heights.sort_unstable_by(|a, b| b.cmp(a));
        heights.dedup();
        let mut x = i64::from(start.x);
        let mut drawn = vec![start];
        for height in heights {
            let (mut left, mut right) = (0, i64::from(self.width));
            for (disc, west) in discs.iter().zip(west) {
                let square = self.reach_squared(disc.centre, height);
                if square < 0 {
                    continue;
                }
                let centre = i64::from(disc.centre.x);
                match west {
                    true => left = left.max(centre + root_up(square)),
                    false => right = right.min(centre - root_up(square)),
                }
            }
            // A gap of no width may lie between two whole units of measure.
            x = if left <= right { x.clamp(left, right) } else { (left + right).div_euclid(2) };
            push(&mut drawn, Point::new(x as i32, height));
        }
        if let Target::At(point) = target {
            push(&mut drawn, point);
        }
        drawn
    }

    /// The enemy nearest to a place, if it is too near for any lane.
    pub(crate) fn too_near(&self, place: Point) -> Option<usize> {
        let square = i64::from(self.radius) * i64::from(self.radius);
        let apart = self.discs.iter().map(|disc| (disc.centre.distance_squared(place), disc.unit));
        apart.min().filter(|(apart, _)| *apart < square).map(|(_, unit)| unit)
    }
}

/// Appends a place, going on straight where the last leg went the same way.
fn push(drawn: &mut Vec<Point>, place: Point) {
    if drawn.last() == Some(&place) {
        return;
    }
    if let [.., a, b] = drawn.as_slice()
        && (a.x == b.x && b.x == place.x || a.y == b.y && b.y == place.y)
    {
        drawn.pop();
    }
    drawn.push(place);
}
