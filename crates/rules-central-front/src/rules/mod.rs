//! The rules, one file per section of the catalogue, in its order; and what they share.
//!
//! Most checks are pure functions of the state that give a plan or a [`No`]: commands refuse with it, offers and
//! pages ask the same function.

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

use kernel::{Adjudged, Adjudication, Id, RuleId, RuleText};

use crate::CentralFront;
use crate::event::Event;
use crate::phase::Stage;
use crate::setup::Scenario;
use crate::state::{Fate, State, Unit};
use crate::words::{Place, Side};

/// A rule's view of the table.
pub type Cx<'a> = Adjudication<'a, CentralFront>;

/// The rules with their ids, as `rules.toml` has them.
pub static RULES: LazyLock<Vec<RuleText>> = LazyLock::new(|| {
    RuleText::read(include_str!("../../rules.toml")).expect("the shipped inventory is read by a test")
});

/// Why a rule says no: cheap to make, put into words only when somebody reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct No {
    /// The rule.
    pub rule: RuleId,
    /// The code.
    pub code: &'static str,
    /// The unit it is about.
    pub unit: Option<Id>,
    /// The hex it is about.
    pub hex: Option<Place>,
    /// The reason as a sentence.
    pub words: &'static str,
}

impl No {
    /// A reason.
    pub const fn new(rule: &'static str, code: &'static str, words: &'static str) -> Self {
        Self { rule: RuleId(rule), code, unit: None, hex: None, words }
    }

    /// About a unit.
    #[must_use]
    pub const fn of(mut self, unit: Id) -> Self {
        self.unit = Some(unit);
        self
    }

    /// About a hex.
    #[must_use]
    pub const fn at(mut self, hex: Place) -> Self {
        self.hex = Some(hex);
        self
    }

    /// The sentence.
    pub fn sentence(&self, scenario: &Scenario) -> String {
        match (self.unit, self.hex) {
            (Some(unit), Some(hex)) => format!("{}, hex {hex}: {}", scenario.name(unit), self.words),
            (Some(unit), None) => format!("{}: {}", scenario.name(unit), self.words),
            (None, Some(hex)) => format!("Hex {hex}: {}", self.words),
            (None, None) => self.words.into(),
        }
    }
}

/// What a check gives.
pub type Checked<T = ()> = Result<T, No>;

/// Refuses with the reason of a check that failed.
///
/// # Errors
/// The refusal.
pub fn deny<T>(cx: &Cx<'_>, checked: Checked<T>) -> Adjudged<T> {
    checked.or_else(|no| cx.refuse(no.rule, no.code, || no.sentence(cx.setup())))
}

/// `Ok` when it holds.
pub(crate) fn unless(holds: bool, no: No) -> Checked {
    if holds { Ok(()) } else { Err(no) }
}

/// The side whose command it is.
///
/// # Errors
/// When no side gives it.
pub fn own_side(cx: &Cx<'_>) -> Adjudged<Side> {
    match Side::of(cx.seat()) {
        Some(side) => Ok(side),
        None => cx.refuse(RuleId("CF-SEQ-8"), "actor", || "Only a side does this.".into()),
    }
}

/// The side whose phase of this kind it is, with no fight in between. [CF-SEQ-8]
///
/// # Errors
/// When the phase is of another kind or side, or a fight waits for a choice.
pub fn own_phase(cx: &Cx<'_>, stage: Stage) -> Adjudged<Side> {
    let side = own_side(cx)?;
    let phase = cx.state().facts.phase;
    if phase.side() != Some(side) || phase.stage() != stage {
        return cx.refuse(RuleId("CF-SEQ-8"), "phase", || {
            let kind = match stage {
                Stage::Common => "a common phase",
                Stage::Move => "your movement phases",
                Stage::Combat => "your combat phases",
                Stage::Retreat => "your retreat phase",
            };
            format!("This is done in {kind}; it is {}.", phase.title())
        });
    }
    deny(cx, no_fight(cx.state()))?;
    Ok(side)
}

/// [CF-SEQ-9] Nothing else is done while a fight waits for a choice.
pub(crate) fn no_fight(state: &State) -> Checked {
    let no = No::new("CF-SEQ-9", "owed", "The fight here waits for a choice first.");
    state.facts.battle.as_ref().map_or(Ok(()), |battle| Err(no.at(battle.target)))
}

/// A unit on the map.
pub(crate) fn on_map(state: &State, id: Id) -> Checked<Unit<'_>> {
    let unit = state.unit(id).ok_or(No::new("CF-UNIT-1", "unknown", "There is no such unit.").of(id))?;
    let no = No::new("CF-SEQ-8", "gone", "The unit is not on the map.").of(id);
    if unit.piece.fate == Fate::OnMap && unit.piece.at.is_some() { Ok(unit) } else { Err(no) }
}

/// A unit of this side on the map.
pub(crate) fn own_unit(state: &State, side: Side, id: Id) -> Checked<Unit<'_>> {
    let unit = on_map(state, id)?;
    unless(unit.card.side == side, No::new("CF-SEQ-8", "actor", "The unit is not yours.").of(id))?;
    Ok(unit)
}

/// A list of units that names somebody, and nobody twice.
pub(crate) fn distinct(units: &[Id]) -> Checked {
    unless(!units.is_empty(), No::new("CF-SEQ-8", "empty", "No unit is named."))?;
    for (at, unit) in units.iter().enumerate() {
        unless(
            !units[..at].contains(unit),
            No::new("CF-SEQ-8", "twice", "The unit is named twice.").of(*unit),
        )?;
    }
    Ok(())
}

/// [CF-VIC-3] A maneuver unit takes the hexes that count on its way.
pub(crate) fn take(cx: &mut Cx<'_>, unit: Id, path: &[Place]) -> Adjudged {
    let Some((side, takes)) =
        cx.state().unit(unit).map(|unit| (unit.card.side, unit.card.kind.is_maneuver()))
    else {
        return Ok(());
    };
    for hex in path.iter().copied().filter(|_| takes) {
        let counts = cx.setup().victory.objectives.iter().any(|objective| objective.at == hex);
        if counts && cx.state().controls(hex) != Some(side) {
            cx.record(Event::Controlled { hex, side })?;
        }
    }
    Ok(())
}
