//! Which goals each unit of a side could reach by a lane, for all units at once.
//!
//! The table is cut into slabs at every height at which a disc begins or ends and at which a unit or a goal stands.
//! Within a slab the same discs lie abreast all the way, so a lane through it passes between two neighbours of their
//! order from left to right: a *cut* of that order, open or shut. On the height between two slabs a lane may go
//! sideways past the discs that begin or end there, and past no other: cuts of the slabs above and below meet exactly
//! when they have as many of those other discs to their west. Going up from the home edge, each cut knows every goal
//! that can be reached from it.

use std::rc::Rc;

use crate::place::Point;
use crate::witness::{Ground, Stretch};

/// A set of goals: the home edge, then the goals in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Goals(Vec<u64>);

impl Goals {
    /// The number of the home edge.
    pub(crate) const HOME: usize = 0;

    /// The number of a goal.
    pub(crate) const fn goal(nth: usize) -> usize {
        nth + 1
    }

    pub(crate) fn with(n: usize) -> Self {
        let mut goals = Self::default();
        goals.insert(n);
        goals
    }

    pub(crate) fn insert(&mut self, n: usize) {
        let word = n / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (n % 64);
    }

    fn extend(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word |= more);
    }

    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(word, other)| word & other != 0)
    }

    pub(crate) fn holds(&self, n: usize) -> bool {
        self.0.get(n / 64).is_some_and(|word| word & (1 << (n % 64)) != 0)
    }
}

/// What can be reached from one cut on one height.
#[derive(Clone, Debug)]
struct Cut {
    /// How many discs that lie on both sides of the height are west of it.
    west: usize,
    goals: Rc<Goals>,
}

/// For each place: the goals that a lane from it can reach, or none where an enemy is too near for any lane. Places
/// are goals for each other; the numbers of goals are those of the places.
pub(crate) fn reachable(ground: &Ground<'_>, places: &[Point]) -> Vec<Option<Rc<Goals>>> {
    let mut reached: Vec<Option<Rc<Goals>>> = vec![None; places.len()];
    let Some(top) = places.iter().map(|place| place.y).max() else { return reached };
    let heights = heights(ground, places, top);
    let mut standing: Vec<usize> = (0..places.len()).collect();
    standing.sort_unstable_by_key(|nth| places[*nth].y);
    let mut standing = standing.into_iter().peekable();
    let mut sweep = Sweep::new(ground);
    let mut below: Vec<Cut> = Vec::new();
    for (n, height) in heights.iter().copied().enumerate() {
        let crossing = sweep.crossing(height);
        let mut here = match n.checked_sub(1) {
            None => home_edge(ground, &crossing, height),
            Some(before) => {
                let slab = Stretch { low: heights[before], high: height };
                sweep.through(slab, &below)
            }
        };
        let mut at_height = Vec::new();
        while let Some(nth) = standing.next_if(|nth| places[*nth].y == height) {
            at_height.push(nth);
        }
        stand(ground, places, &at_height, &crossing, &mut here, &mut reached);
        sweep.rise(height);
        below = here;
    }
    reached
}

/// Every height at which something changes, from the home edge up to the highest place.
fn heights(ground: &Ground<'_>, places: &[Point], top: i32) -> Vec<i32> {
    let ends = ground.discs.iter().flat_map(|disc| {
        let y = i64::from(disc.centre.y);
        [y - i64::from(ground.radius), y + i64::from(ground.radius)]
    });
    let ends = ends.filter_map(|y| i32::try_from(y).ok());
    let mut heights: Vec<i32> = ends.chain(places.iter().map(|place| place.y)).chain([0]).collect();
    heights.retain(|y| (0..=top).contains(y));
    heights.sort_unstable();
    heights.dedup();
    heights
}

/// The cuts of height 0 that are open there: all of them have reached the home edge.
fn home_edge(ground: &Ground<'_>, crossing: &[Point], height: i32) -> Vec<Cut> {
    let home = Rc::new(Goals::with(Goals::HOME));
    let here = Stretch { low: height, high: height };
    let open = open_cuts(ground, crossing, here);
    open.map(|west| Cut { west, goals: Rc::clone(&home) }).collect()
}

/// Places on a height are goals for everything in their cut, themselves included.
fn stand(
    ground: &Ground<'_>,
    places: &[Point],
    at_height: &[usize],
    crossing: &[Point],
    cuts: &mut Vec<Cut>,
    reached: &mut [Option<Rc<Goals>>],
) {
    let clear = |place: Point| {
        let square = i64::from(ground.radius) * i64::from(ground.radius);
        let from = crossing
            .partition_point(|disc| i64::from(disc.x) <= i64::from(place.x) - i64::from(ground.radius));
        let near = crossing[from..]
            .iter()
            .take_while(|disc| i64::from(disc.x) < i64::from(place.x) + i64::from(ground.radius));
        near.into_iter().all(|disc| disc.distance_squared(place) >= square)
    };
    let here: Vec<(usize, usize)> = at_height
        .iter()
        .filter(|nth| clear(places[**nth]))
        .map(|nth| (*nth, crossing.partition_point(|disc| disc.x < places[*nth].x)))
        .collect();
    for (nth, west) in &here {
        let n = match cuts.binary_search_by_key(west, |cut| cut.west) {
            Ok(n) => n,
            Err(n) => {
                cuts.insert(n, Cut { west: *west, goals: Rc::default() });
                n
            }
        };
        Rc::make_mut(&mut cuts[n].goals).insert(Goals::goal(*nth));
    }
    for (nth, west) in here {
        if let Ok(n) = cuts.binary_search_by_key(&west, |cut| cut.west) {
            reached[nth] = Some(Rc::clone(&cuts[n].goals));
        }
    }
}

/// The discs that lie abreast of the slab above the last height, from left to right.
struct Sweep<'a> {
    ground: &'a Ground<'a>,
    /// Discs still to come, the lowest last.
    coming: Vec<Point>,
    active: Vec<Point>,
}

impl<'a> Sweep<'a> {
    fn new(ground: &'a Ground<'a>) -> Self {
        let mut coming: Vec<Point> = ground.discs.iter().map(|disc| disc.centre).collect();
        coming.sort_unstable_by_key(|disc| -disc.y);
        let mut sweep = Self { ground, coming, active: Vec::new() };
        // Discs that begin below the table lie abreast of its edge.
        sweep.begin(-1);
        sweep
    }

    fn begin(&mut self, height: i32) {
        let radius = i64::from(self.ground.radius);
        while let Some(disc) = self.coming.last().copied()
            && i64::from(disc.y) - radius <= i64::from(height)
        {
            self.coming.pop();
            let n = self.active.partition_point(|other| *other < disc);
            self.active.insert(n, disc);
        }
    }

    /// The discs that lie on both sides of a height, from left to right.
    fn crossing(&self, height: i32) -> Vec<Point> {
        let radius = i64::from(self.ground.radius);
        let crosses = |disc: &&Point| i64::from(disc.y) + radius > i64::from(height);
        self.active.iter().filter(crosses).copied().collect()
    }

    /// Goes on above a height: discs that end there go, discs that begin there come.
    fn rise(&mut self, height: i32) {
        let radius = i64::from(self.ground.radius);
        self.active.retain(|disc| i64::from(disc.y) + radius > i64::from(height));
        self.begin(height);
    }

    /// The cuts at the upper end of a slab, with what can be reached from them through it.
    fn through(&self, slab: Stretch, below: &[Cut]) -> Vec<Cut> {
        let radius = i64::from(self.ground.radius);
        let from_below: Vec<bool> =
            self.active.iter().map(|disc| i64::from(disc.y) - radius < i64::from(slab.low)).collect();
        let goes_above: Vec<bool> =
            self.active.iter().map(|disc| i64::from(disc.y) + radius > i64::from(slab.high)).collect();
        let counted = |flags: &[bool]| {
            let mut west = vec![0; flags.len() + 1];
            for (n, flag) in flags.iter().enumerate() {
                west[n + 1] = west[n] + usize::from(*flag);
            }
            west
        };
        let (low, high) = (counted(&from_below), counted(&goes_above));
        let mut cuts: Vec<Cut> = Vec::new();
        for cut in open_cuts(self.ground, &self.active, slab) {
            let Ok(n) = below.binary_search_by_key(&low[cut], |cut| cut.west) else { continue };
            let goals = &below[n].goals;
            match cuts.last_mut() {
                Some(last) if last.west == high[cut] => {
                    if !Rc::ptr_eq(&last.goals, goals) {
                        Rc::make_mut(&mut last.goals).extend(goals);
                    }
                }
                _ => cuts.push(Cut { west: high[cut], goals: Rc::clone(goals) }),
            }
        }
        cuts
    }
}

/// The cuts of the discs abreast of a slab that are open all the way through it, by how many discs are west of them.
fn open_cuts<'a>(
    ground: &'a Ground<'a>,
    abreast: &'a [Point],
    slab: Stretch,
) -> impl Iterator<Item = usize> + 'a {
    let shut_west = |disc: &Point| ground.is_shut_by_side(*disc, i64::from(disc.x), slab);
    let shut_east =
        |disc: &Point| ground.is_shut_by_side(*disc, i64::from(ground.width) - i64::from(disc.x), slab);
    // A disc without room to its west lies west of every lane, one without room to its east lies east.
    let first = abreast.iter().rposition(shut_west).map_or(0, |n| n + 1);
    let last = abreast.iter().position(shut_east).unwrap_or(abreast.len());
    (first..=last).filter(move |cut| is_open(ground, abreast, *cut, slab))
}

/// Whether no disc west of a cut comes too near to one east of it. The nearest pairs are asked first.
fn is_open(ground: &Ground<'_>, abreast: &[Point], cut: usize, slab: Stretch) -> bool {
    let (west, east) = abreast.split_at(cut);
    let room = 2 * i64::from(ground.radius);
    let (Some(last), Some(first)) = (west.last(), east.first()) else { return true };
    let (edge_west, edge_east) = (i64::from(last.x), i64::from(first.x));
    let west = west.iter().rev().take_while(|disc| edge_east - i64::from(disc.x) < room);
    west.into_iter().all(|a| {
        let east = east.iter().take_while(|disc| i64::from(disc.x) - edge_west < room);
        east.into_iter().all(|b| !ground.is_shut(*a, *b, slab))
    })
}
