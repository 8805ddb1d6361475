//! How every unit stands, and where the lines run.

use crate::front::Front;
use crate::line::{self, Line, PullBack};
use crate::peel::Peeling;
use crate::place::Side;
use crate::position::Position;
use crate::proof::{self, Proof};

/// How a unit stands to its own lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// Not behind the enemy's line, or behind it with protected links back.
    Normal,
    /// Behind the enemy's line; a lane leads back.
    Isolated,
    /// Behind the enemy's line; enemies close every lane.
    CutOff,
}

/// How every unit of a position stands, and why.
pub struct Outcome<'a, I> {
    position: &'a Position<I>,
    pub(crate) peeling: Peeling<'a, I>,
    /// How each group stands.
    groups: Vec<Standing>,
}

impl<'a, I> Outcome<'a, I> {
    pub(crate) fn of(position: &'a Position<I>) -> Self {
        let mut peeling = Peeling::new(position);
        let groups = peeling.run();
        Self { position, peeling, groups }
    }

    /// The position.
    pub fn position(&self) -> &'a Position<I> {
        self.position
    }

    /// How a unit stands.
    pub fn standing(&self, unit: usize) -> Standing {
        self.groups[self.peeling.groups.of[unit]]
    }

    /// Why it stands so.
    pub fn proof(&self, unit: usize) -> Proof {
        proof::of(self, unit)
    }

    /// The units that are linked with a unit, directly or over others, itself included; by their ids.
    pub fn group(&self, unit: usize) -> &[usize] {
        &self.peeling.groups.members[self.peeling.groups.of[unit]]
    }

    /// The groups of a side that stand behind the enemy's line without links back.
    pub fn pockets(&self, side: Side) -> impl Iterator<Item = &[usize]> {
        let groups = self.peeling.groups.members.iter().zip(&self.groups);
        let cut = groups.filter(|(_, standing)| **standing != Standing::Normal);
        cut.map(|(members, _)| members.as_slice())
            .filter(move |members| self.position.side(members[0]) == side)
    }

    /// A side's front without its pockets.
    pub fn front(&self, side: Side) -> &Front {
        &self.peeling.fronts[side.index()]
    }

    /// The line proposed for a side: clear of every enemy, with nothing moved that need not be.
    pub fn line(&self, side: Side) -> Line {
        self.line_by(side, PullBack::default(), &|_| true)
    }

    /// The line proposed for a side where it is pulled back in one of two ways, from some of the enemies.
    pub fn line_by(&self, side: Side, pull_back: PullBack, counts: &dyn Fn(usize) -> bool) -> Line {
        line::of(self.position, self.front(side), pull_back, counts)
    }
}
