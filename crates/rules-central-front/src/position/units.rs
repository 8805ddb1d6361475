//! Units of a position: where they are, what they have done, and what belongs to another phase.

use kernel::Faults;

use super::{on_map, path};
use crate::phase::Stage;
use crate::rules::{s3_stacking, s10_retreat_movement};
use crate::state::{Fate, Going, State, Unit};
use crate::words::{Kind, Place, Side, UnitId};

pub(super) fn check(state: &State, faults: &mut Faults) {
    for unit in state.units() {
        stands(state, unit, faults);
        lives(unit, faults);
        acts(state, unit, faults);
        held(state, unit, faults);
    }
    stacks(state, faults);
    moving_stack(state, faults);
}

fn stands(state: &State, unit: Unit<'_>, faults: &mut Faults) {
    let (card, piece, at) = (unit.card, unit.piece, path(unit.id()));
    let placed = piece.at.is_some_and(|at| on_map(state, at));
    let fits = (piece.fate == Fate::OnMap) == piece.at.is_some() && (piece.at.is_none() || placed);
    faults.unless(fits, &at, "CF-UNIT-1", || {
        "A unit on the map has a hex of the map, any other has none.".into()
    });
    let hex = piece.at.and_then(|at| state.scenario.board.terrain(at));
    let ground = card.kind == Kind::Helicopter || hex.is_none_or(|hex| hex.cost.is_some());
    faults.unless(ground, &at, "CF-MOV-1", || "No ground unit can stand in this hex.".into());
}

/// Steps, action points, and where a unit is in its life.
fn lives(unit: Unit<'_>, faults: &mut Faults) {
    let (card, piece, at) = (unit.card, unit.piece, path(unit.id()));
    let steps = match piece.fate {
        Fate::Lost => piece.lost == card.steps,
        _ => piece.lost < card.steps,
    };
    faults.unless(steps, &at, "CF-STEP-5", || {
        format!("It has {} steps, and all are lost when it is.", card.steps)
    });
    faults.unless(piece.ap <= 6, &at, "CF-AP-4", || "Action points are 0 to 6.".into());
    let leaves = card.side == Side::Wp && card.kind != Kind::Garrison;
    faults.unless(piece.fate != Fate::Exited || leaves, &at, "CF-VIC-4", || {
        "Only units of the Warsaw Pact that move leave over the west edge.".into()
    });
    let marks = (piece.lost, piece.ap, piece.unsupplied, piece.acted, piece.fired, piece.spent);
    let fresh = marks == (0, 0, false, false, false, false);
    faults.unless(piece.fate != Fate::Due || fresh, &at, "CF-SPL-4", || {
        "Nothing has happened yet to a unit that enters later.".into()
    });
    let away = piece.fate != Fate::OnMap && piece.going != Going::Not;
    faults.unless(!away, &at, "CF-MOV-10", || "Only units on the map are in the moving stack.".into());
}

/// What a unit did in this turn and phase.
fn acts(state: &State, unit: Unit<'_>, faults: &mut Faults) {
    let (card, piece, at) = (unit.card, unit.piece, path(unit.id()));
    let phase = state.facts.phase;
    let (stage, own) = (phase.stage(), phase.side() == Some(card.side));
    faults.unless(piece.mp <= card.allowance, &at, "CF-MOV-9", || {
        "It has more movement points than its allowance.".into()
    });
    let moves = piece.going != Going::Not || piece.mp > 0 || piece.moved || !piece.engaged.is_empty();
    faults.unless(!(moves || piece.activated) || (own && stage == Stage::Move), &at, "CF-AP-8", || {
        "Units are activated, move and have movement points in their own movement phase only.".into()
    });
    // Support may go with a March attack, and retreats with it.
    let halts = piece.activated && piece.going == Going::Not && card.kind != Kind::Garrison;
    faults.unless(!piece.halted || halts, &at, "CF-ATK-15", || {
        "Only who is activated in this phase, attacked by March and does not move any more is halted.".into()
    });
    faults.unless(!moves || piece.activated, &at, "CF-AP-12", || {
        "It moves, or has movement points, and is not activated in this phase.".into()
    });
    faults.unless(!piece.activated || (piece.ap > 0 && piece.acted), &at, "CF-AP-1", || {
        "It is activated: that cost an action point, and it acted in this turn.".into()
    });
    let (rests, garrison) = (!piece.acted && !piece.withdrawn, card.kind == Kind::Garrison);
    faults.unless(!garrison || rests, &at, "CF-GAR-2", || "A garrison never moves and never attacks.".into());
    let fires = matches!(stage, Stage::Move | Stage::Combat) && card.kind.is_support();
    faults.unless(!piece.fired || fires, &at, "CF-SUP-2", || {
        "Only support units fire, in movement and combat phases.".into()
    });
    faults.unless(!piece.fired || piece.acted, &at, "CF-RTM-7", || "It fired: it acted in this turn.".into());
    faults.unless(!piece.spent || (own && stage == Stage::Combat), &at, "CF-SUP-15", || {
        "A bombardment is called off in the own combat phase only.".into()
    });
    let before = Unit { card, piece: &crate::state::Piece { withdrawn: false, ..piece.clone() } };
    let withdraws = own && stage == Stage::Retreat && s10_retreat_movement::may(before);
    faults.unless(!piece.withdrawn || withdraws, &at, "CF-RTM-2", || {
        "A Retreat Movement is made in the own retreat phase, with 5 or 6 action points, or 4 and idle."
            .into()
    });
}

/// [CF-ZOC-6] Who attacked by March is held by enemies.
fn held(state: &State, unit: Unit<'_>, faults: &mut Faults) {
    let enemy = |id: &UnitId| state.unit(*id).is_some_and(|other| other.card.side != unit.card.side);
    let known = unit.piece.engaged.iter().all(enemy);
    faults.unless(known, path(unit.id()), "CF-ZOC-6", || "It can be held by enemies only.".into());
}

/// Both sides apart, and no more units in a hex than there is room for. A crowd is brought within its limit before
/// anything else of its fight goes on. [CF-RET-9]
fn stacks(state: &State, faults: &mut Faults) {
    let crowd = state.facts.battle.as_ref().and_then(|battle| battle.excess);
    for unit in state.on_map() {
        let Some(hex) = unit.piece.at else { continue };
        let side = unit.card.side;
        let first = state.of_side_in(side, hex).next().is_some_and(|first| first.id() == unit.id());
        let alone = state.of_side_in(side.enemy(), hex).next().is_none();
        faults
            .unless(alone || !first, path(unit.id()), "CF-STACK-6", || format!("Both sides stand in {hex}."));
        let over = crowd != Some(hex) && first && s3_stacking::is_over(state, side, hex);
        faults.unless(!over, path(unit.id()), "CF-STACK-8", || {
            format!("Too many units of {side} stand in {hex}.")
        });
    }
}

/// [CF-MOV-10] [CF-MOV-11] One stack moves: all of it in one hex, but for those who retreat from a March attack.
fn moving_stack(state: &State, faults: &mut Faults) {
    let retreated = state.facts.battle.as_ref().map_or(&[][..], |battle| &battle.retreated);
    let moving = state.on_map().filter(|unit| unit.piece.going == Going::Moving);
    let mut stack: Option<Place> = None;
    for unit in moving.filter(|unit| !retreated.contains(&unit.id())) {
        let together = stack.is_none() || stack == unit.piece.at;
        faults.unless(together, path(unit.id()), "CF-MOV-11", || "Another stack is moving already.".into());
        stack = stack.or(unit.piece.at);
    }
}
