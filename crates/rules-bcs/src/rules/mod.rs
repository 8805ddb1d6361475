//! The rules, one file per section of the catalogue, in its order; and what they share.
//!
//! A check is a function of the state that tells [`Reasons`] what stands against a command: commands, offers and pages
//! ask the same one.

pub mod s10_movement;
pub mod s11_stopping;
pub mod s12_attack;
pub mod s12_combat;
pub mod s13_engagement;
pub mod s14_barrage;
pub mod s15_support;
pub mod s16_fatigue;
pub mod s17_isolation;
pub mod s18_retreat;
pub mod s18_voluntary;
pub mod s1_units;
pub mod s20_victory;
pub mod s21_standing;
pub mod s2_assignment;
pub mod s2_orders;
pub mod s2_reinforcements;
pub mod s2_turn;
pub mod s3_activation;
pub mod s4_recovery;
pub mod s6_hq;
pub mod s6_jumps;
pub mod s6_safe_path;
pub mod s7_breaks;
pub mod s7_msr;
pub mod s8_mixed;
pub mod s8_snafu;
pub mod s9_objectives;

use kernel::view::Text;
use kernel::{Adjudged, Adjudication, Ask, Checked, Reasons, Seat, Side};

use crate::BattalionCombat;
use crate::charts::data::drawn;
use crate::setup::Scenario;
use crate::sheet::{Found, Outcome, Resolved};
use crate::state::{Activation, Body, Phase, Stage, State, Step, Unit};
use crate::words::{FormationId, Place, UnitId};

/// A rule's view of the table.
pub type Cx<'a> = Adjudication<'a, BattalionCombat>;

/// What a chart comes to: one draw over the rows of its table, or the row that is sure. Where no roll can be made nothing
/// comes of it.
pub(crate) fn throw(cx: &mut Cx<'_>, ask: Ask, resolved: &Resolved) -> Adjudged<Outcome> {
    match resolved.table.and_then(drawn) {
        Some(chart) => {
            let Found(row) = cx.draw(ask, |_| chart, &resolved.modifiers())?;
            Ok(resolved.of_row(row).outcome)
        }
        None => Ok(resolved.at(0).map(|ended| ended.outcome).unwrap_or_default()),
    }
}

/// A sentence that begins with a side.
pub(crate) fn by(side: Side) -> Text {
    Text::empty().side(side.number())
}

/// A sentence that begins with a formation.
pub(crate) fn of_formation(setup: &Scenario, formation: FormationId, words: &str) -> Text {
    Text::new(format!("{}{words}", setup.formation_name(formation)))
}

/// An HQ of a formation by its number, within a sentence: "the HQ" where the formation has but one.
pub(crate) fn the_hq(setup: &Scenario, formation: FormationId, hq: Option<u8>) -> String {
    let card = setup.formation(formation).map(|at| &setup.formations[at]);
    match card.filter(|card| card.hqs.len() > 1) {
        Some(card) => card.hq_name(crate::words::hq_at(hq)),
        None => "the HQ".into(),
    }
}

/// A sentence that begins with a unit.
pub(crate) fn of_unit(setup: &Scenario, unit: UnitId, words: &str) -> Text {
    Text::new(format!("{}{words}", setup.name(unit)))
}

/// A reason about a unit: its name before it.
pub(crate) fn about(state: &State, unit: UnitId, words: &str) -> String {
    format!("{}: {words}", state.scenario.name(unit))
}

/// Why a formation is none of a side's.
pub(crate) fn not_yours(state: &State, formation: FormationId) -> String {
    match state.formation(formation) {
        Some(_) => format!("{} is not of your side.", state.scenario.formation_name(formation)),
        None => format!("There is no formation {formation}."),
    }
}

/// The side whose command it is, in a phase. [BCS-ACT-18]
pub(crate) fn in_phase(state: &State, seat: Seat, phase: Phase, why: &mut Reasons) -> Checked<Side> {
    let side = why.side(seat, "BCS-ACT-18")?;
    why.need((state.facts.phase == phase).then_some(()), "BCS-ACT-18", "phase", || {
        format!("This belongs to {}; it is {}.", phase.prose(), state.facts.phase.prose())
    })?;
    Ok(side)
}

/// The activation of the side whose command it is, at a step. [BCS-ACT-18]
pub(crate) fn at_step<'s>(
    state: &'s State,
    seat: Seat,
    step: Step,
    why: &mut Reasons,
) -> Checked<(&'s Activation, Body<'s>)> {
    let side = in_phase(state, seat, Phase::Activations, why)?;
    let activation = why.need(state.facts.activation.as_ref(), "BCS-ACT-18", "step", || {
        "No formation is activated now.".into()
    })?;
    let body = state.formation(activation.formation).filter(|body| body.card.side == side);
    let body = why.need(body, "BCS-ACT-18", "actor", || "A formation of the enemy is activated.".into())?;
    waits_for_nobody(activation, why)?;
    why.need((activation.step == step).then_some(()), "BCS-ACT-18", "step", || {
        format!("This belongs to {}; {} is at {}.", step.prose(), body.card.name, activation.step.prose())
    })?;
    Ok((activation, body))
}

/// Whether nothing must be answered before the activation goes on.
fn waits_for_nobody(activation: &Activation, why: &mut Reasons) -> Checked {
    why.need(activation.jumped.is_empty().then_some(()), "BCS-HQ-5", "jumped", || {
        "An HQ that was jumped must retreat before anything else is done.".into()
    })?;
    why.need(activation.owed.is_none().then_some(()), "BCS-RET-1", "owed", || {
        "A unit must retreat before anything else is done.".into()
    })?;
    why.need(activation.entered.is_none().then_some(()), "BCS-ZONE-5", "stopping", || {
        "A unit has entered an Engagement Zone: its owner says first whether it must engage.".into()
    })?;
    why.need(activation.battle.is_none().then_some(()), "BCS-ATT-1", "order", || {
        "An attack sequence is under way: it is fought to its end first.".into()
    })
}

/// The side that must answer something in an activation before it goes on, if any. [BCS-ATT-1] [BCS-RET-4]
pub fn answers(state: &State) -> Option<Side> {
    let activation = state.facts.activation.as_ref()?;
    let owner = |unit: UnitId| state.unit(unit).map(|unit| unit.card.side);
    if let Some(jumped) = activation.jumped.first() {
        return state.formation(jumped.formation).map(|body| body.card.side);
    }
    if let Some(owed) = activation.owed {
        return owner(owed.unit);
    }
    let active = state.formation(activation.formation)?.card.side;
    if activation.entered.is_some() {
        return Some(active.enemy());
    }
    let battle = activation.battle?;
    Some(if matches!(battle.stage, Stage::Defense | Stage::Losses) { active.enemy() } else { active })
}

/// Whose command is awaited now, where one side acts. [BCS-TURN-6]
pub fn to_act(state: &State) -> Option<Side> {
    answers(state).or(state.facts.go)
}

/// A unit of the activated formation on the map. [BCS-ACT-18]
pub(crate) fn own_unit<'s>(
    state: &'s State,
    body: Body<'_>,
    id: UnitId,
    why: &mut Reasons,
) -> Checked<(Unit<'s>, Place)> {
    let unit = why.need(state.unit(id), "BCS-ACT-18", "unknown", || format!("There is no unit {id}."))?;
    why.need((unit.formation() == Some(body.card.id)).then_some(()), "BCS-ACT-18", "formation", || {
        about(state, id, &format!("it does not belong to {}.", body.card.name))
    })?;
    let at =
        why.need(unit.piece.on_map(), "BCS-ACT-18", "gone", || about(state, id, "it is not on the map."))?;
    Ok((unit, at))
}
