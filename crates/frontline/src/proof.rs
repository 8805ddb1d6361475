//! Why a unit stands as it does.

use crate::lanes::Goals;
use crate::links::{breaker, is_linked};
use crate::outcome::{Outcome, Standing};
use crate::peel::{discs, ground};
use crate::place::Point;
pub use crate::witness::End;
use crate::witness::{Found, Target};

/// Why a unit stands as it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Normal: it is linked, over the units of this chain from itself on, to one that anchors the group.
    Linked {
        /// The chain; the unit alone when it anchors the group itself.
        chain: Vec<usize>,
        /// What the last of the chain is.
        anchor: Anchor,
    },
    /// Isolated: the last of a chain of links has a lane.
    Open {
        /// The chain, from the unit on.
        chain: Vec<usize>,
        /// The lane of its last unit.
        lane: Lane,
        /// Why the group is not linked to others.
        broken: Option<Broken>,
    },
    /// Cut off.
    Closed {
        /// What closes the unit's own way to its home edge.
        by: Block,
        /// Why the group is not linked to others.
        broken: Option<Broken>,
    },
}

/// What makes a unit's whole group Normal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// It is not behind the enemy's line.
    Ahead,
    /// It stands within the spacing of its home edge.
    Home,
    /// It stands within the spacing of this entry point of its side.
    Entry(usize),
}

/// Where a lane leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To the home edge.
    Home,
    /// To this entry point of the side.
    Entry(usize),
    /// To this Normal friend.
    Unit(usize),
}

/// A lane: it exists because every enemy abreast of it can be left on the side that is said here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    /// Where it leads.
    pub goal: Goal,
    /// Enemies that it leaves to its west.
    pub west: Vec<usize>,
    /// Enemies that it leaves to its east.
    pub east: Vec<usize>,
    /// A drawing of it, from the unit to the goal.
    pub drawn: Vec<Point>,
}

/// What closes a unit's way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// This enemy is nearer than the spacing.
    TooNear(usize),
    /// A chain of enemies: none lets the lane pass on the other side than the one before.
    Barrier {
        /// The chain, from west to east.
        enemies: Vec<usize>,
        /// What it is held by at both ends.
        ends: [End; 2],
    },
}

/// The shortest link that is missing between a group and the Normal units of its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The member of the group.
    pub from: usize,
    /// The Normal friend.
    pub to: usize,
    /// The enemy in the way; none when they stand too far apart.
    pub by: Option<usize>,
}

pub(crate) fn of<I>(outcome: &Outcome<'_, I>, unit: usize) -> Proof {
    let (position, peeling) = (outcome.position(), &outcome.peeling);
    let chain_to = |is_end: &dyn Fn(usize) -> bool| {
        peeling.groups.chain(position, &peeling.near, unit, is_end).unwrap_or_else(|| vec![unit])
    };
    match outcome.standing(unit) {
        Standing::Normal => {
            let chain = chain_to(&|unit| peeling.is_anchor(unit));
            let last = chain[chain.len() - 1];
            let anchor = if !peeling.is_behind(last) {
                Anchor::Ahead
            } else {
                peeling.at_entry[last]
                    .filter(|_| !peeling.is_at_home[last])
                    .map_or(Anchor::Home, Anchor::Entry)
            };
            Proof::Linked { chain, anchor }
        }
        Standing::Isolated => {
            let chain = chain_to(&|unit| goal_of(outcome, unit).is_some());
            let last = chain[chain.len() - 1];
            let goal = goal_of(outcome, last).unwrap_or(Goal::Home);
            let (west, east, drawn) = match search(outcome, last, goal) {
                Found::Lane { west, east, drawn } => (west, east, drawn),
                Found::Barrier { .. } => {
                    debug_assert!(false, "the sweep and the search for one lane decide alike");
                    Default::default()
                }
            };
            let lane = Lane { goal, west, east, drawn };
            Proof::Open { chain, lane, broken: broken(outcome, unit) }
        }
        Standing::CutOff => {
            let own = discs(position, position.side(unit));
            let at = position.frame(position.side(unit)).turn(position.at(unit));
            let near = ground(position, &own).too_near(at);
            let by = match near {
                Some(enemy) => Block::TooNear(enemy),
                None => match search(outcome, unit, Goal::Home) {
                    Found::Barrier { enemies, ends } => Block::Barrier { enemies, ends },
                    Found::Lane { .. } => {
                        debug_assert!(false, "who has a lane home is not cut off");
                        Block::Barrier { enemies: Vec::new(), ends: [End::Start; 2] }
                    }
                },
            };
            Proof::Closed { by, broken: broken(outcome, unit) }
        }
    }
}

/// Where a unit's lanes lead: home if they do, else to an entry point, else to the nearest Normal friend.
fn goal_of<I>(outcome: &Outcome<'_, I>, unit: usize) -> Option<Goal> {
    let (position, peeling) = (outcome.position(), &outcome.peeling);
    let lanes = peeling.lanes[unit].as_ref()?;
    if lanes.holds(Goals::HOME) {
        return Some(Goal::Home);
    }
    let side = position.side(unit);
    let entries = 0..position.table().entries[side.index()].len();
    if let Some(entry) = entries.into_iter().find(|nth| lanes.holds(Goals::goal(*nth))) {
        return Some(Goal::Entry(entry));
    }
    let friends = position.of(side).filter(|friend| {
        outcome.standing(*friend) == Standing::Normal && lanes.holds(peeling.goal_of[*friend])
    });
    let nearest = friends.min_by_key(|friend| {
        (position.at(*friend).distance_squared(position.at(unit)), position.rank(*friend))
    });
    nearest.map(Goal::Unit)
}

fn search<I>(outcome: &Outcome<'_, I>, unit: usize, goal: Goal) -> Found {
    let position = outcome.position();
    let side = position.side(unit);
    let frame = position.frame(side);
    let discs = discs(position, side);
    let target = match goal {
        Goal::Home => Target::Home,
        Goal::Entry(nth) => Target::At(frame.turn(position.table().entries[side.index()][nth])),
        Goal::Unit(friend) => Target::At(frame.turn(position.at(friend))),
    };
    let mut found = ground(position, &discs).search(frame.turn(position.at(unit)), target);
    if let Found::Lane { drawn, .. } = &mut found {
        drawn.iter_mut().for_each(|point| *point = frame.turn(*point));
    }
    found
}

/// The nearest pair of a member of the unit's group and a Normal friend, and what keeps them from being linked.
fn broken<I>(outcome: &Outcome<'_, I>, unit: usize) -> Option<Broken> {
    let (position, near) = (outcome.position(), &outcome.peeling.near);
    let side = position.side(unit);
    let friends: Vec<usize> =
        position.of(side).filter(|friend| outcome.standing(*friend) == Standing::Normal).collect();
    let pairs = outcome.group(unit).iter().flat_map(|from| friends.iter().map(move |to| (*from, *to)));
    let (from, to) = pairs.min_by_key(|(from, to)| {
        let apart = position.at(*from).distance_squared(position.at(*to));
        (apart, position.rank(*from), position.rank(*to))
    })?;
    debug_assert!(!is_linked(position, near, from, to), "a group that is linked to a Normal unit is Normal");
    let spacing = i64::from(position.measures().spacing);
    let is_near = position.at(from).distance_squared(position.at(to)) <= spacing * spacing;
    Some(Broken { from, to, by: if is_near { breaker(position, near, from, to) } else { None } })
}
