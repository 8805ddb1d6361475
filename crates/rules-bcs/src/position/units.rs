//! What a position may say of its units.

use kernel::Faults;
use kernel::reader::HOUSE_FILE;

use super::on_board;
use crate::rules::s1_units;
use crate::rules::s14_barrage::FIRE_EVENTS;
use crate::setup::Begins;
use crate::state::{Fate, Halt, State, Step, Unit};
use crate::words::Face;

pub(super) fn pieces(state: &State, faults: &mut Faults) {
    let active = state.facts.activation.as_ref().is_some_and(|one| one.step == Step::Activities);
    for unit in state.units() {
        let (card, piece) = (unit.card, unit.piece);
        let path = format!("unit.{}", card.id);
        let mut unless = |holds: bool, rule: &str, words: &str| {
            faults.unless(holds, &path, rule, || format!("{}: {words}", card.name));
        };
        unless(
            piece.at.is_some() == (piece.fate == Fate::OnMap),
            HOUSE_FILE,
            "what is on the map has a hex, and nothing else has.",
        );
        unless(piece.at.is_none_or(|at| on_board(state, at)), HOUSE_FILE, "its hex does not lie on the map.");
        unless(
            (piece.lost >= card.steps) == (piece.fate == Fate::Dead),
            "BCS-UNIT-8",
            "it is destroyed exactly when its steps are lost.",
        );
        unless(piece.lost <= card.steps, "BCS-UNIT-8", "it has not so many steps.");
        unless(
            piece.face == Face::Deployed || card.moving.is_some(),
            "BCS-UNIT-7",
            "a unit with one side only is always Deployed.",
        );
        unless(
            !piece.screens || (card.screen && piece.face == Face::Deployed && piece.fate == Fate::OnMap),
            "BCS-SCR-1",
            "it cannot screen.",
        );
        unless(
            piece.fate != Fate::Support || s1_units::can_enter_support(card),
            "BCS-UNIT-9",
            "it cannot enter Support.",
        );
        unless(
            !piece.dropped || (card.arrow && piece.fate == Fate::OnMap),
            "BCS-SUP-4",
            "only a host on the map has Dropped Support.",
        );
        unless(piece.dropped || !piece.temporary, "BCS-SUP-4", "without Dropped Support none is temporary.");
        belongs(state, unit, &mut unless);
        let acts = *piece != piece.at_rest();
        unless(
            active || !acts,
            "BCS-STOP-6",
            "what belongs to one activation is kept in the activities alone.",
        );
        unless(piece.fire_events <= FIRE_EVENTS, "BCS-STOP-5", "it has two Fire Events in an activation.");
        unless(
            piece.engagements <= piece.fire_events,
            "BCS-STOP-5",
            "each Engagement that it initiated was a Fire Event.",
        );
        unless(
            !piece.held || piece.halt == Halt::Stopped,
            "BCS-STOP-7",
            "only who is STOPPED is held by an EZOC.",
        );
    }
    for (unit, at) in state.on_map() {
        let foe = state.in_hex(at).find(|other| other.card.side != unit.card.side);
        if let Some(foe) = foe {
            faults.unless(false, format_args!("unit.{}", unit.card.id), "BCS-MOVE-7", || {
                format!("{} and {} stand in one hex.", unit.card.name, foe.card.name)
            });
        }
    }
}

/// Formations, the pool and reinforcements. [BCS-GEN-6] [BCS-TURN-13]
fn belongs(state: &State, unit: Unit<'_>, unless: &mut impl FnMut(bool, &str, &str)) {
    let (card, piece) = (unit.card, unit.piece);
    let independent = card.formation.is_none();
    let to = piece.assigned.and_then(|id| state.formation(id));
    let own = to.is_some_and(|body| independent && body.card.side == card.side);
    unless(
        piece.assigned.is_none() || own,
        "BCS-GEN-6",
        "only an Independent Unit is assigned, to a formation of its side.",
    );
    unless(
        piece.fate != Fate::Pool || (independent && piece.assigned.is_none()),
        "BCS-GEN-6",
        "only an Independent Unit that is assigned to nobody is in the pool.",
    );
    unless(
        !matches!(piece.fate, Fate::Support | Fate::Returns) || unit.formation().is_some(),
        "BCS-GEN-2",
        "it has no formation.",
    );
    unless(
        !piece.released || piece.fate == Fate::Pool,
        "BCS-TURN-4",
        "what was unassigned in this turn is in the pool.",
    );
    let enters = matches!(card.begins, Begins::Enters(..));
    unless(enters || (piece.fate != Fate::Due && !piece.entered), "BCS-TURN-13", "it is no reinforcement.");
}
