//! CF-SPL: supply lines, and where reinforcements enter.

use std::num::NonZeroU32;

use hexmap::{Cell, Field};
use kernel::{Adjudged, Id};

use super::{Checked, Cx, No, deny, own_side, s3_stacking, s4_sequence, unless};
use crate::event::Event;
use crate::ground::Ground;
use crate::phase::Phase;
use crate::setup::Begins;
use crate::state::{State, Unit};
use crate::words::{Place, Side};

/// [CF-SPL-1] The units of a side without a line of hexes to a source: no enemy in it, and no enemy zone unless a
/// friend stands there.
pub fn unsupplied(state: &State, side: Side) -> Vec<Id> {
    let board = &state.scenario.board;
    let ground = Ground::of(state);
    let open = |cell: Cell| !ground.hostile(side, cell) && !ground.contested(side, cell);
    let mut field = Field::new(board.map.grid());
    let sources = state.scenario.sources[side.index()].iter().filter_map(|place| board.cell(*place));
    field.compute(sources.filter(|cell| open(*cell)), |step| {
        (open(step.to) && ground.is_passable(step)).then_some(NonZeroU32::MIN)
    });
    let own = state.on_map().filter(|unit| unit.card.side == side);
    let cut = own.filter(|unit| {
        unit.piece.at.and_then(|at| board.cell(at)).is_none_or(|cell| field.cost(cell).is_none())
    });
    cut.map(|unit| unit.id()).collect()
}

/// [CF-SPL-4] Where a reinforcement can enter: at its own hex or any listed one that is free; if its own is not, at
/// the nearest listed hexes that are.
pub fn entries(state: &State, unit: Unit<'_>) -> Vec<Place> {
    let side = unit.card.side;
    let ground = Ground::of(state);
    let is_free = |place: Place| {
        let cell = state.scenario.board.cell(place);
        let clear = cell.is_some_and(|cell| !ground.hostile(side, cell));
        clear && s3_stacking::fits(state, side, place, &[unit.id()]).is_ok()
    };
    let listed = state.scenario.entries[side.index()].iter().copied();
    match unit.card.begins {
        Begins::Enters { at: Some(own), .. } if is_free(own) => vec![own],
        Begins::Enters { at: Some(own), .. } => {
            let free: Vec<Place> = listed.filter(|place| is_free(*place)).collect();
            let nearest = free.iter().map(|place| place.0.distance(own.0)).min();
            free.into_iter().filter(|place| Some(place.0.distance(own.0)) == nearest).collect()
        }
        _ => listed.filter(|place| is_free(*place)).collect(),
    }
}

/// [CF-SPL-4] Brings a reinforcement in, without an action point.
pub fn place(cx: &mut Cx<'_>, unit: Id, at: Place) -> Adjudged {
    let side = own_side(cx)?;
    deny(cx, can_place(cx.state(), side, unit, at))?;
    cx.record(Event::Arrived { unit, at })?;
    super::take(cx, unit, &[at])
}

fn can_place(state: &State, side: Side, unit: Id, at: Place) -> Checked {
    let phase = No::new("CF-SEQ-8", "phase", "Units enter in the Reinforcement phase.");
    unless(state.facts.phase == Phase::Reinforcement, phase)?;
    let due = s4_sequence::enters(state, side).find(|(due, _)| due.id() == unit);
    let (_, hexes) = due.ok_or(No::new("CF-SPL-4", "due", "It cannot enter now.").of(unit))?;
    let elsewhere = No::new("CF-SPL-4", "entry", "It enters at a listed hex that is free.").of(unit).at(at);
    unless(hexes.contains(&at), elsewhere)
}

/// [CF-SPL-2] Whether a unit is in supply.
pub fn in_supply(unit: Unit<'_>, words: &'static str) -> Checked {
    unless(!unit.piece.unsupplied, No::new("CF-SPL-2", "supply", words).of(unit.id()))
}
