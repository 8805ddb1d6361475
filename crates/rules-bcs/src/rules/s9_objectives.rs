//! BCS-OBJ: objective markers.

use kernel::view::Text;
use kernel::{Adjudged, Checked, Reasons, RuleId, Seat};

use super::{Cx, about, at_step, own_unit, s2_orders};
use crate::charts::s8_snafu::{Action, Effect, Level, allows, effect};
use crate::setup::{Board, Scenario};
use crate::state::{Activation, Halt, Obj, State, Step};
use crate::words::{Place, UnitId};

/// How far an OBJ Zone reaches. [BCS-OBJ-2]
pub const ZONE: u32 = 2;

/// [BCS-OBJ-1] How many OBJ markers the HQ creates.
pub fn by_hq(level: Level) -> usize {
    match effect(level, Action::HqObj) {
        Effect::Two => 2,
        Effect::One => 1,
        _ => 0,
    }
}

/// In how many OBJ Zones of the activated formation a hex lies; of Combat OBJs alone, or of all. [BCS-OBJ-2] [BCS-OBJ-7]
pub fn zones(board: &Board, activation: &Activation, at: Place, combat: bool) -> usize {
    let counts = |obj: &&Obj| (obj.combat || !combat) && board.distance(obj.at, at) <= ZONE;
    activation.obj.iter().filter(counts).count()
}

/// [BCS-OBJ-3] Whether the HQ can create an OBJ in a hex.
pub fn may_place(state: &State, seat: Seat, at: Place, why: &mut Reasons) -> Checked {
    let (activation, body) = at_step(state, seat, Step::Objectives, why)?;
    why.need(state.scenario.board.cell(at), "BCS-OBJ-3", "hex", || {
        format!("There is no hex {at} on this map.")
    })?;
    let most = activation.level.map_or(0, by_hq);
    why.unless(activation.obj.len() < most, "BCS-OBJ-1", "number", || {
        format!("The HQ creates {most} OBJ with this SNAFU result, and has.")
    })?;
    why.unless(body.commands(&state.scenario.board, at), "BCS-OBJ-3", "radius", || {
        format!("Hex {at} is out of the Command Radius of {}.", body.card.name)
    })?;
    s2_orders::may_go(state, body, at, why)
}

/// [BCS-OBJ-1] [BCS-ACT-7] (d) Places an OBJ marker.
pub fn place(cx: &mut Cx<'_>, at: Place, combat: bool) -> Adjudged {
    cx.check(|why| may_place(cx.state(), cx.seat(), at, why))?;
    cx.record(ObjPlaced { at, combat, recon: None })
}

/// [BCS-OBJ-6] Whether a Recon unit can place a Combat OBJ in a hex.
pub fn may_recon(state: &State, seat: Seat, id: UnitId, at: Place, why: &mut Reasons) -> Checked {
    let (activation, body) = at_step(state, seat, Step::Activities, why)?;
    let (unit, from) = own_unit(state, body, id, why)?;
    let allowed =
        activation.level.is_some_and(|level| allows(level, Action::ReconObj, !activation.second, false));
    why.unless(allowed, "BCS-SNAFU-9", "snafu", || "After a FAIL no OBJ is created.".into())?;
    why.unless(unit.card.recon, "BCS-OBJ-6", "recon", || about(state, id, "it is no Recon unit."))?;
    why.unless(!unit.piece.reconned, "BCS-OBJ-6", "once", || about(state, id, "it has placed its OBJ."))?;
    why.unless(unit.piece.halt == Halt::Not, unit.piece.halt.rule(), "stopped", || {
        about(state, id, &format!("it is {}.", unit.piece.halt.prose()))
    })?;
    why.need(state.scenario.board.cell(at), "BCS-OBJ-6", "hex", || {
        format!("There is no hex {at} on this map.")
    })?;
    why.unless(state.scenario.board.distance(from, at) <= 1, "BCS-OBJ-6", "far", || {
        about(state, id, "the OBJ lies in its hex or beside it.")
    })?;
    s2_orders::may_go(state, body, at, why)
}

/// [BCS-OBJ-6] A Recon unit places a Combat OBJ.
pub fn recon(cx: &mut Cx<'_>, unit: UnitId, at: Place) -> Adjudged {
    cx.check(|why| may_recon(cx.state(), cx.seat(), unit, at, why))?;
    cx.record(ObjPlaced { at, combat: true, recon: Some(unit) })
}

kernel::section! { for State, Scenario;
    /// An OBJ marker was placed.
    public ObjPlaced { at: Place, combat: bool, recon: Option<UnitId> = None }
    does |state| {
        if let Some(unit) = recon {
            state.piece_mut(unit).reconned = true;
        }
        if let Some(activation) = &mut state.facts.activation {
            activation.obj.push(Obj { at, combat, recon: recon.is_some() });
        }
    },
    told |setup| {
        let kind = if combat { "Combat" } else { "March" };
        let by = recon.map_or(String::new(), |unit| format!(", by {}", setup.name(unit)));
        Text::new(format!("A {kind} OBJ was placed in hex {}{by}.", setup.board.called(at))).rule(RuleId("BCS-OBJ-1"))
    };
}
