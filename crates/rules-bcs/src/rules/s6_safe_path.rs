//! BCS-SAFE: paths from units to their HQs.

use std::num::NonZeroU32;

use hexmap::{Field, Step};

use crate::ground::Ground;
use crate::setup::Board;
use crate::state::{Body, Staff};
use crate::words::{Class, Place};

/// How many hexes a Safe Path may be longer than the Command Radius. [BCS-SAFE-3]
pub const BEYOND: u32 = 5;

/// The Safe Paths of one formation by one class of movement, from every hex at once.
pub struct Paths<'s> {
    board: &'s Board,
    /// Those to each of its HQs on the map.
    all: Vec<To>,
}

/// The Safe Paths to one HQ.
struct To {
    /// The HQ's place in the list of its formation.
    n: usize,
    /// As far as a Safe Path may be long.
    field: Field,
}

impl To {
    fn of(ground: &Ground<'_>, body: Body<'_>, class: Class, hq: Staff<'_>) -> Self {
        let mut field = Field::new(ground.board.grid());
        // The field spreads from the HQ, so each step is asked as it is taken towards it. The unit's own hex is not tested.
        // [BCS-SAFE-7]
        let cell = ground.board.cell(hq.at);
        let most = u32::from(hq.card.radius) + BEYOND;
        let cost = |step: Step| opens(ground, body, class, step.reversed()).then_some(NonZeroU32::MIN);
        field.compute_within(cell, most, cost);
        Self { n: hq.n, field }
    }

    fn length(&self, board: &Board, from: Place) -> Option<u32> {
        self.field.cost(board.cell(from)?)
    }
}

/// Whether a path can go from one hex to the next: the hex entered holds no enemy unit and no EZOC that affects the class,
/// or a friendly unit negates it; the hexside and the ground let the class pass. [BCS-SAFE-1] [BCS-SAFE-2] [BCS-SAFE-4]
fn opens(ground: &Ground<'_>, body: Body<'_>, class: Class, step: Step) -> bool {
    let side = body.card.side;
    !ground.holds(side.enemy(), step.to)
        && (!ground.affects(side, class, step.to) || ground.holds(side, step.to))
        && ground.is_passable(step, class)
}

impl<'s> Paths<'s> {
    /// Of a formation; without an HQ on the map there are none. [BCS-HQ-6]
    pub fn of(ground: &Ground<'s>, body: Body<'_>, class: Class) -> Self {
        Self { board: ground.board, all: body.hqs().map(|hq| To::of(ground, body, class, hq)).collect() }
    }

    /// How long the Safe Path from a hex to the HQ is that it leads to soonest, in hexes entered; nothing where there is none.
    /// [BCS-SAFE-3] [BCS-SAFE-6]
    pub fn length(&self, from: Place) -> Option<u32> {
        self.all.iter().filter_map(|to| to.length(self.board, from)).min()
    }

    /// How long the Safe Path from a hex to one HQ is, by its place in the list of its formation.
    pub fn length_to(&self, n: usize, from: Place) -> Option<u32> {
        self.all.iter().find(|to| to.n == n)?.length(self.board, from)
    }

    /// The hexes of the shortest Safe Path from a hex, the HQ's last; nothing where there is none.
    pub fn way(&self, ground: &Ground<'_>, from: Place, body: Body<'_>, class: Class) -> Option<Vec<Place>> {
        let board = self.board;
        let lengths = self.all.iter().filter_map(|to| Some((to.length(board, from)?, to)));
        let (_, to) = lengths.min_by_key(|(length, _)| *length)?;
        let cost = |step: Step| opens(ground, body, class, step.reversed()).then_some(NonZeroU32::MIN);
        let legs = to.field.route(board.cell(from)?, cost)?;
        Some(legs.iter().map(|leg| board.place(leg.step.from)).collect())
    }
}
