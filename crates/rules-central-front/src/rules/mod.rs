//! The rules, one file per section of the catalogue, in its order; and what they share.
//!
//! A check is a function of the state that tells [`Reasons`] what stands against a command: commands, offers and pages
//! ask the same one.

pub mod s10_advance;
pub mod s10_retreat;
pub mod s10_retreat_movement;
pub mod s11_chemical;
pub mod s11_garrisons;
pub mod s11_smoke;
pub mod s12_victory;
pub mod s13_standing_orders;
pub mod s2_units_and_steps;
pub mod s3_stacking;
pub mod s4_sequence;
pub mod s5_action_points;
pub mod s6_movement;
pub mod s6_supply;
pub mod s6_zones;
pub mod s7_attacks;
pub mod s7_designation;
pub mod s7_march;
pub mod s8_air;
pub mod s8_bombardment;
pub mod s8_support;
pub mod s9_application;
pub mod s9_results;

use std::sync::LazyLock;

use kernel::grammar::counted;
use kernel::view::Text;
use kernel::{Adjudged, Adjudication, Checked, Reasons, RuleText};

use crate::CentralFront;
use crate::phase::Stage;
use crate::setup::Scenario;
use crate::state::{Fate, State, Unit};
use crate::words::{Place, Side, UnitId};

/// A rule's view of the table.
pub type Cx<'a> = Adjudication<'a, CentralFront>;

/// The rules with their ids, as `rules.toml` has them.
pub static RULES: LazyLock<Vec<RuleText>> = LazyLock::new(|| {
    RuleText::read(include_str!("../../rules.toml")).expect("the shipped inventory is read by a test")
});

/// A reason about a unit: its name before it.
pub(crate) fn of_unit(state: &State, unit: UnitId, words: &str) -> String {
    format!("{}: {words}", state.scenario.name(unit))
}

/// A reason about a hex.
pub(crate) fn of_hex(hex: Place, words: &str) -> String {
    format!("Hex {hex}: {words}")
}

/// A reason about a unit and a hex.
pub(crate) fn of_both(state: &State, unit: UnitId, hex: Place, words: &str) -> String {
    format!("{}, hex {hex}: {words}", state.scenario.name(unit))
}

/// A sentence that begins with a side.
pub(crate) fn by(side: Side) -> Text {
    Text::empty().side(side.number())
}

/// Units by name.
pub(crate) fn listed(setup: &Scenario, units: &[UnitId]) -> String {
    units.iter().map(|unit| setup.name(*unit)).collect::<Vec<_>>().join(", ")
}

/// Where a way ends.
pub(crate) fn end_of(setup: &Scenario, path: &[Place]) -> String {
    path.last().map_or_else(String::new, |end| setup.board.called(*end))
}

/// Movement points, counted.
pub(crate) fn points(n: u8) -> String {
    counted(n, "movement point")
}

/// The side whose command it is. [CF-SEQ-8]
///
/// # Errors
/// When no side gives it.
pub fn own_side(cx: &Cx<'_>) -> Adjudged<Side> {
    let seat = cx.seat();
    cx.check(|why| why.need(Side::of(seat), "CF-SEQ-8", "actor", || "Only a side does this.".into()))
}

/// The side whose phase of this kind it is, with no fight in between. [CF-SEQ-8]
///
/// # Errors
/// When the phase is of another kind or side, or a fight waits for a choice.
pub fn own_phase(cx: &Cx<'_>, stage: Stage) -> Adjudged<Side> {
    let (side, phase) = (own_side(cx)?, cx.state().facts.phase);
    let kind = || match stage {
        Stage::Common => "a common phase",
        Stage::Move => "your movement phases",
        Stage::Combat => "your combat phases",
        Stage::Retreat => "your retreat phase",
    };
    cx.check(|why| {
        why.unless(phase.side() == Some(side) && phase.stage() == stage, "CF-SEQ-8", "phase", || {
            format!("This is done in {}; it is {}.", kind(), phase.prose())
        })?;
        no_fight(cx.state(), why)
    })?;
    Ok(side)
}

/// [CF-SEQ-9] Nothing else is done while a fight waits for a choice.
pub(crate) fn no_fight(state: &State, why: &mut Reasons) -> Checked {
    let Some(battle) = &state.facts.battle else { return Ok(()) };
    why.refuse("CF-SEQ-9", "owed", || of_hex(battle.target, "The fight here waits for a choice first."))
}

/// A unit on the map.
pub(crate) fn on_map<'s>(state: &'s State, id: UnitId, why: &mut Reasons) -> Checked<Unit<'s>> {
    let unit =
        why.need(state.unit(id), "CF-UNIT-1", "unknown", || of_unit(state, id, "There is no such unit."))?;
    let there = unit.piece.fate == Fate::OnMap && unit.piece.at.is_some();
    why.need(there.then_some(unit), "CF-SEQ-8", "gone", || of_unit(state, id, "The unit is not on the map."))
}

/// A unit of this side on the map.
pub(crate) fn own_unit<'s>(state: &'s State, side: Side, id: UnitId, why: &mut Reasons) -> Checked<Unit<'s>> {
    let unit = on_map(state, id, why)?;
    why.unless(unit.card.side == side, "CF-SEQ-8", "actor", || of_unit(state, id, "The unit is not yours."))?;
    Ok(unit)
}

/// Hexes that lie on the map: what is said of others would be said of nothing.
pub(crate) fn on_board(state: &State, hexes: &[Place], why: &mut Reasons) -> Checked {
    for hex in hexes {
        why.unless(state.scenario.board.cell(*hex).is_some(), "CF-GEN-1", "hex", || {
            format!("There is no hex {hex} on this map.")
        })?;
    }
    Ok(())
}

/// A list of units that names somebody, and nobody twice.
pub(crate) fn distinct(state: &State, units: &[UnitId], why: &mut Reasons) -> Checked {
    why.unless(!units.is_empty(), "CF-SEQ-8", "empty", || "No unit is named.".into())?;
    for (at, unit) in units.iter().enumerate() {
        why.unless(!units[..at].contains(unit), "CF-SEQ-8", "twice", || {
            of_unit(state, *unit, "The unit is named twice.")
        })?;
    }
    Ok(())
}

/// [CF-VIC-3] A maneuver unit takes the hexes that count on its way.
pub(crate) fn take(cx: &mut Cx<'_>, unit: UnitId, path: &[Place]) -> Adjudged {
    let Some((side, takes)) =
        cx.state().unit(unit).map(|unit| (unit.card.side, unit.card.kind.is_maneuver()))
    else {
        return Ok(());
    };
    for hex in path.iter().copied().filter(|_| takes) {
        let counts = cx.setup().victory.objectives.iter().any(|objective| objective.at == hex);
        if counts && cx.state().controls(hex) != Some(side) {
            cx.record(s12_victory::Controlled { hex, side })?;
        }
    }
    Ok(())
}
