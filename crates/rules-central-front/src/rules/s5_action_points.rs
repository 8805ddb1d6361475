//! CF-AP and CF-REC: action points, activation, recovery.

use kernel::grammar::{SectionEvent, counted};
use kernel::view::Text;
use kernel::{Adjudged, Audience, Checked, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::{Cx, distinct, of_unit, own_phase, own_unit, s11_garrisons};
use crate::ground::Ground;
use crate::phase::Stage;
use crate::setup::Scenario;
use crate::state::{Going, State, Unit, is_effective_at};
use crate::words::{Kind, Side, UnitId};

/// The most action points of a unit. [CF-AP-4]
pub const MOST: u8 = 6;

/// Action points after so many more. [CF-AP-4]
pub fn after(ap: u8, more: u8) -> u8 {
    ap.saturating_add(more).min(MOST)
}

/// [CF-AP-2] What firing in support costs a unit.
pub fn of_fire(kind: Kind) -> u8 {
    if kind == Kind::Artillery { 1 } else { 2 }
}

/// [CF-AP-1] Activates units of one hex: an action point each, before they move or fight.
pub fn activate(cx: &mut Cx<'_>, units: &[UnitId]) -> Adjudged {
    let side = own_phase(cx, Stage::Move)?;
    cx.check(|why| can_activate_all(cx.state(), side, units, why))?;
    let level = |id: &UnitId| {
        let unit = cx.state().unit(*id)?;
        Some(Level { unit: *id, ap: after(unit.piece.ap, 1) })
    };
    let units = units.iter().filter_map(level).collect();
    cx.record(Activated { units })
}

fn can_activate_all(state: &State, side: Side, units: &[UnitId], why: &mut Reasons) -> Checked {
    distinct(state, units, why)?;
    let mut hex = None;
    for id in units {
        let unit = own_unit(state, side, *id, why)?;
        why.unless(hex.is_none_or(|hex| Some(hex) == unit.piece.at), "CF-MOV-10", "hex", || {
            of_unit(state, *id, "Units are activated together from one hex.")
        })?;
        hex = unit.piece.at;
        can_activate(unit, why)?;
    }
    Ok(())
}

/// Whether a unit can be activated: in either movement phase of its turn, and once in each. [CF-SEQ-4] [CF-AP-5] [CF-AP-8]
/// [CF-GAR-2]
pub fn can_activate(unit: Unit<'_>, why: &mut Reasons) -> Checked {
    s11_garrisons::may_act(unit, why)?;
    why.unless(unit.is_effective(), "CF-AP-5", "ineffective", || {
        unit.says("An Ineffective unit may not activate.")
    })?;
    why.unless(!unit.piece.activated, "CF-AP-8", "again", || {
        unit.says("A unit is activated once in a movement phase.")
    })
}

/// [CF-MOV-11] Whose activation the next one ends though they have movement points left: those of the activated stack who
/// have neither stayed behind nor paid for an attack.
pub fn cut_short(state: &State) -> impl Iterator<Item = Unit<'_>> {
    let goes_on = |unit: &Unit<'_>| unit.piece.going == Going::Moving && unit.piece.mp > 0;
    state.on_map().filter(move |unit| goes_on(unit) && state.designation_of(unit.id()).is_none())
}

/// [CF-AP-6] Whether the action point of an activation makes a unit Ineffective: it moves, and attacks nobody.
pub fn is_its_last(unit: Unit<'_>) -> bool {
    unit.is_effective() && !is_effective_at(after(unit.piece.ap, 1))
}

/// [CF-REC-1] [CF-REC-2] [CF-REC-3] What recovery leaves a unit with.
pub fn recovered(kind: Kind, ap: u8) -> u8 {
    match ap {
        MOST.. => 5,
        ap if kind.is_gun() => ap.saturating_sub(2),
        ap => ap.saturating_sub(1),
    }
}

/// Every unit that recovers, with what it is left with. [CF-REC-4]
pub fn recovery(state: &State) -> Vec<Level> {
    let ground = Ground::of(state);
    let needs = state.scenario.options.recovery_needs_supply;
    let may = |unit: &Unit<'_>| {
        let cell = unit.piece.at.and_then(|at| state.scenario.board.cell(at));
        let free = cell.is_some_and(|cell| !ground.threatened(unit.card.side, cell));
        !needs || (free && !unit.piece.unsupplied)
    };
    let tired = state.on_map().filter(|unit| unit.piece.ap > 0);
    tired
        .filter(may)
        .map(|unit| Level { unit: unit.id(), ap: recovered(unit.card.kind, unit.piece.ap) })
        .collect()
}

/// [CF-AP-6] [CF-AP-13] Whether a unit may attack or designate: it is Effective now.
pub fn may_attack(unit: Unit<'_>, why: &mut Reasons) -> Checked {
    why.unless(unit.is_effective(), "CF-AP-6", "ineffective", || {
        unit.says("An Ineffective unit may not attack.")
    })
}

kernel::words! {
    /// Why a unit took an action point.
    pub enum Strain {
        /// An F result. [CF-AP-3]
        Friction = "friction",
        /// A soft unit that had to retreat. [CF-RET-10]
        Soft = "soft",
        /// A retreat through a zone. [CF-RET-4]
        Zone = "zone",
    }
}

/// A unit and a figure of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The unit.
    pub unit: UnitId,
    /// Its action points from now on.
    pub ap: u8,
}

/// Units recovered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recovered {
    /// Who, and what is left.
    pub units: Vec<Level>,
}

impl SectionEvent<State, Scenario> for Recovered {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        self.units.iter().for_each(|level| state.piece_mut(level.unit).ap = level.ap);
    }
    fn narrate(&self, _: &Scenario) -> Text {
        let who = match self.units.len() {
            0 => "No unit".to_owned(),
            n => counted(u8::try_from(n).unwrap_or(u8::MAX), "unit"),
        };
        Text::new(format!("{who} recovered.")).rule(RuleId("CF-REC-1"))
    }
}

/// Units were activated. The next stack ends the activation of the one before. [CF-MOV-11]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Activated {
    /// Who, and the action points from now on.
    pub units: Vec<Level>,
}

impl SectionEvent<State, Scenario> for Activated {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        for piece in &mut state.facts.unit {
            (piece.going, piece.mp, piece.moved) = (Going::Not, 0, false);
            piece.engaged.clear();
        }
        if let Some(unit) = self.units.first().and_then(|level| state.unit(level.unit)) {
            state.acts(unit.card.side);
        }
        for level in &self.units {
            let allowance = state.unit(level.unit).map_or(0, |unit| unit.card.allowance);
            let piece = state.piece_mut(level.unit);
            (piece.ap, piece.activated, piece.acted) = (level.ap, true, true);
            (piece.going, piece.mp) = (Going::Moving, allowance);
        }
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        let with = |level: &Level| format!("{} (AP {})", setup.name(level.unit), level.ap);
        let told: Vec<String> = self.units.iter().map(with).collect();
        Text::new(format!("{} activated.", told.join(", ")))
    }
}

/// A unit took an action point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strained {
    /// Who.
    pub unit: UnitId,
    /// Why.
    pub strain: Strain,
    /// Its action points from now on.
    pub ap: u8,
}

impl SectionEvent<State, Scenario> for Strained {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.piece_mut(self.unit).ap = self.ap;
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        let why = match self.strain {
            Strain::Friction => "from the fight",
            Strain::Soft => "as a soft unit in retreat",
            Strain::Zone => "retreating past an enemy zone",
        };
        Text::new(format!("{} took an action point {why} (AP {}).", setup.name(self.unit), self.ap))
    }
}
