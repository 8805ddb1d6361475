//! Which units stand behind the enemy's line, when both sides may have units behind the other's: pockets are taken
//! out of the fronts one by one, the deepest in the enemy first.

use std::cmp::Reverse;
use std::rc::Rc;

use crate::front::Front;
use crate::lanes::{Goals, reachable};
use crate::links::{Groups, Near};
use crate::outcome::Standing;
use crate::place::{Point, Side};
use crate::position::Position;
use crate::witness::{Disc, Ground};

/// What pockets are taken out by, the least first.
type Order = (Reverse<Option<u32>>, bool, Reverse<Option<i64>>, usize, u32);

/// The ground of a side: its enemies as discs in its own frame.
pub(crate) fn discs<I>(position: &Position<I>, side: Side) -> Vec<Disc> {
    let frame = position.frame(side);
    position.of(side.enemy()).map(|unit| Disc { centre: frame.turn(position.at(unit)), unit }).collect()
}

pub(crate) fn ground<'a, I>(position: &Position<I>, discs: &'a [Disc]) -> Ground<'a> {
    Ground { discs, radius: position.measures().spacing, width: position.table().width }
}

/// Links, lanes and counts that depend on where all units stand and not on the fronts.
pub(crate) struct Peeling<'a, I> {
    position: &'a Position<I>,
    pub near: Near,
    pub groups: Groups,
    /// What each unit can reach by a lane: the home edge, its side's entry points, its side's units.
    pub lanes: Vec<Option<Rc<Goals>>>,
    /// The number of each unit among the goals of its side.
    pub goal_of: Vec<usize>,
    /// Whether a unit is so near to the home edge or an entry point that it anchors its group.
    pub is_at_home: Vec<bool>,
    pub at_entry: Vec<Option<usize>>,
    active: Vec<bool>,
    /// Active enemies within the window to the side and nearer to the unit's own home edge.
    overlap: Vec<u32>,
    pub fronts: [Front; 2],
    behind: Vec<bool>,
}

impl<'a, I> Peeling<'a, I> {
    pub(crate) fn new(position: &'a Position<I>) -> Self {
        let n = position.len();
        let near = Near::new(position);
        let groups = Groups::new(position, &near);
        let (mut lanes, mut goal_of) = (vec![None; n], vec![0; n]);
        let (mut is_at_home, mut at_entry) = (vec![false; n], vec![None; n]);
        let spacing = position.measures().spacing;
        for side in Side::BOTH {
            let frame = position.frame(side);
            let entries = &position.table().entries[side.index()];
            let units: Vec<usize> = position.of(side).collect();
            let places: Vec<Point> = entries
                .iter()
                .copied()
                .chain(units.iter().map(|unit| position.at(*unit)))
                .map(|place| frame.turn(place))
                .collect();
            let discs = discs(position, side);
            let reached = reachable(&ground(position, &discs), &places);
            for (nth, unit) in units.iter().copied().enumerate() {
                lanes[unit].clone_from(&reached[entries.len() + nth]);
                goal_of[unit] = Goals::goal(entries.len() + nth);
                is_at_home[unit] = frame.turn(position.at(unit)).y <= spacing;
                at_entry[unit] = entries.iter().position(|entry| {
                    entry.distance_squared(position.at(unit)) <= i64::from(spacing) * i64::from(spacing)
                });
            }
        }
        let overlap =
            (0..n).map(|unit| overlapping(position, &near, unit, position.side(unit).enemy()).count() as u32);
        let overlap = overlap.collect();
        let fronts = Side::BOTH.map(|side| Front::of(position, side, near.all(side)));
        let mut peeling = Self {
            position,
            near,
            groups,
            lanes,
            goal_of,
            is_at_home,
            at_entry,
            active: vec![true; n],
            overlap,
            fronts,
            behind: vec![false; n],
        };
        Side::BOTH.into_iter().for_each(|side| peeling.look_behind(side));
        peeling
    }

    /// Which units of a side stand behind the enemy's present front.
    fn look_behind(&mut self, side: Side) {
        let front = &self.fronts[side.enemy().index()];
        for unit in self.near.all(side) {
            self.behind[*unit] = front.has_behind(self.position.at(*unit));
        }
    }

    pub(crate) fn is_behind(&self, unit: usize) -> bool {
        self.behind[unit]
    }

    /// Whether a unit makes its whole group Normal.
    pub(crate) fn is_anchor(&self, unit: usize) -> bool {
        !self.behind[unit] || self.is_at_home[unit] || self.at_entry[unit].is_some()
    }

    /// How every group stands against the present fronts; groups that do not shape them only when asked for.
    fn raw(&self, all: bool) -> Vec<Option<Standing>> {
        let members = &self.groups.members;
        let asked = |group: usize| all || self.active[members[group][0]];
        let anchored: Vec<bool> = (0..members.len())
            .map(|group| asked(group) && members[group].iter().any(|unit| self.is_anchor(*unit)))
            .collect();
        let mut goals = [Goals::with(Goals::HOME), Goals::with(Goals::HOME)];
        for side in Side::BOTH {
            let entries = self.position.table().entries[side.index()].len();
            (0..entries).for_each(|nth| goals[side.index()].insert(Goals::goal(nth)));
        }
        for (group, _) in anchored.iter().enumerate().filter(|(_, anchored)| **anchored) {
            for unit in &members[group] {
                goals[self.position.side(*unit).index()].insert(self.goal_of[*unit]);
            }
        }
        let standing = |group: usize| {
            if anchored[group] {
                return Standing::Normal;
            }
            let goals = &goals[self.position.side(members[group][0]).index()];
            let leads = |unit: &usize| self.lanes[*unit].as_ref().is_some_and(|lanes| lanes.meets(goals));
            if members[group].iter().any(leads) { Standing::Isolated } else { Standing::CutOff }
        };
        (0..members.len()).map(|group| asked(group).then(|| standing(group))).collect()
    }

    /// Takes pockets out of the fronts until none is left, and says how every group stands then.
    pub(crate) fn run(&mut self) -> Vec<Standing> {
        loop {
            let raw = self.raw(false);
            let pockets = raw.iter().enumerate().filter_map(|(group, standing)| match standing {
                Some(Standing::Normal) | None => None,
                Some(standing) => Some((group, *standing)),
            });
            let Some((group, _)) = pockets.min_by_key(|(group, standing)| self.order(*group, *standing))
            else {
                break;
            };
            self.take_out(group);
        }
        self.raw(true).into_iter().map(|standing| standing.unwrap_or(Standing::Normal)).collect()
    }

    /// The order in which pockets are taken out: the most overlap, then Cut off, then the deepest, then the smallest,
    /// then the smallest id.
    fn order(&self, group: usize, standing: Standing) -> Order {
        let members = &self.groups.members[group];
        let front = &self.fronts[self.position.side(members[0]).enemy().index()];
        let behind = || members.iter().filter(|unit| self.behind[**unit]);
        let overlap = behind().map(|unit| self.overlap[*unit]).max();
        let depth = behind().filter_map(|unit| front.rounded_depth(self.position.at(*unit))).max();
        let isolated = standing != Standing::CutOff;
        (Reverse(overlap), isolated, Reverse(depth), members.len(), self.position.rank(members[0]))
    }

    fn take_out(&mut self, group: usize) {
        let members = self.groups.members[group].clone();
        let side = self.position.side(members[0]);
        for unit in members {
            self.active[unit] = false;
            for enemy in self.near.all(side.enemy()) {
                if overlaps(self.position, *enemy, unit) {
                    self.overlap[*enemy] -= 1;
                }
            }
        }
        let active: Vec<usize> =
            self.near.all(side).iter().copied().filter(|unit| self.active[*unit]).collect();
        self.fronts[side.index()] = Front::of(self.position, side, &active);
        self.look_behind(side.enemy());
    }
}

/// Whether an enemy stands within the window to the side of a unit and nearer to the unit's own home edge than it.
fn overlaps<I>(position: &Position<I>, unit: usize, enemy: usize) -> bool {
    let frame = position.frame(position.side(unit));
    let (own, other) = (frame.turn(position.at(unit)), frame.turn(position.at(enemy)));
    (own.x - other.x).abs() <= position.measures().lateral_window && other.y < own.y
}

fn overlapping<'a, I>(
    position: &'a Position<I>,
    near: &'a Near,
    unit: usize,
    side: Side,
) -> impl Iterator<Item = usize> + 'a {
    let (x, window) = (position.at(unit).x, position.measures().lateral_window);
    let enemies = near.of(side, x - window, x + window);
    enemies.iter().copied().filter(move |enemy| overlaps(position, unit, *enemy))
}
