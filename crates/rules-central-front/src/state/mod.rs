//! What is remembered: the facts of the position, and the scenario they are of.

mod battle;
mod orders;
mod piece;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::phase::Phase;
use crate::setup::{Begins, Scenario};
use crate::words::{Place, Side, UnitId};
use kernel::grammar::is_default;

pub use battle::{Battle, Burden, Designation, Fought, Step};
pub use orders::{CoverOrder, LossOrder, Orders, RetreatOrder, Standing};
pub use piece::{Fate, Going, Piece, Unit, is_effective_at};

/// The version of this schema.
pub const SCHEMA: u32 = 1;

/// Who controls a hex. [CF-VIC-3]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// The hex.
    pub hex: Place,
    /// By whom.
    pub side: Side,
}

/// The phase in which chemicals were first declared. [CF-CHM-3]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstUse {
    /// The turn.
    pub turn: u8,
    /// The phase.
    pub phase: Phase,
}

/// The facts of a position: the documented, versioned form of a state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// The schema's version: 1.
    pub schema: u32,
    /// The turn, from 1.
    pub turn: u8,
    /// Place in the turn.
    pub phase: Phase,
    /// Fog or overcast in this turn. [CF-AIR-2]
    #[serde(default, skip_serializing_if = "is_default")]
    pub fog: bool,
    /// Who has air superiority in this turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superior: Option<Side>,
    /// Its air strikes left.
    #[serde(default, skip_serializing_if = "is_default")]
    pub strikes: u8,
    /// When chemicals were first declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_use: Option<FirstUse>,
    /// A Prepared attack of this combat phase has begun. [CF-SEQ-3]
    #[serde(default, skip_serializing_if = "is_default")]
    pub prepared_begun: bool,
    /// Hexes attacked in this combat phase. [CF-SEQ-5]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attacked: Vec<Place>,
    /// The sides that have passed the rest of this turn, and may, as the other has not acted since. [CF-SEQ-9]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed: Vec<Side>,
    /// What sides that are away have ordered.
    #[serde(default, skip_serializing_if = "is_default")]
    pub orders: Orders,
    /// How the fights of this phase came out, the latest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fought: Vec<Fought>,
    /// The fight that is not over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle: Option<Battle>,
    /// Attacks paid for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub designation: Vec<Designation>,
    /// Who controls the hexes that count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub control: Vec<Held>,
    /// Every unit in the order of the scenario.
    pub unit: Vec<Piece>,
}

/// What the rules remember.
#[derive(Clone)]
pub struct State {
    /// What the table started from.
    pub scenario: Arc<Scenario>,
    /// The facts.
    pub facts: Facts,
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.facts == other.facts && Arc::ptr_eq(&self.scenario, &other.scenario)
    }
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").field("scenario", &self.scenario.id).field("facts", &self.facts).finish()
    }
}

impl State {
    /// The state before the first command.
    pub fn open(scenario: Arc<Scenario>) -> Self {
        let unit = scenario.units.iter().map(|card| {
            let (at, fate) = match card.begins {
                Begins::At(place) => (Some(place), Fate::OnMap),
                Begins::Enters { .. } => (None, Fate::Due),
            };
            Piece::fresh(card.id, at, fate)
        });
        let held = |at| Some(Held { hex: at, side: scenario.zone_of(at)? });
        let facts = Facts {
            schema: SCHEMA,
            turn: 1,
            phase: Phase::Weather,
            fog: false,
            superior: None,
            strikes: 0,
            first_use: None,
            prepared_begun: false,
            attacked: Vec::new(),
            passed: Vec::new(),
            fought: Vec::new(),
            orders: Orders::default(),
            battle: None,
            designation: Vec::new(),
            control: scenario.victory.objectives.iter().filter_map(|hex| held(hex.at)).collect(),
            unit: unit.collect(),
        };
        Self { facts, scenario }
    }

    /// A unit of the scenario.
    pub fn unit(&self, id: UnitId) -> Option<Unit<'_>> {
        let at = *self.scenario.index.get(&id)?;
        Some(Unit { card: &self.scenario.units[at], piece: &self.facts.unit[at] })
    }

    /// A unit's facts, to be changed.
    ///
    /// # Panics
    /// When the scenario has no such unit: events name units of the scenario.
    pub fn piece_mut(&mut self, id: UnitId) -> &mut Piece {
        let at = self.scenario.index[&id];
        &mut self.facts.unit[at]
    }

    /// A side that acts gives the other back what it had passed. [CF-SEQ-9]
    pub fn acts(&mut self, side: Side) {
        self.facts.passed.retain(|passed| *passed == side);
    }

    /// Every unit in the order of the scenario.
    pub fn units(&self) -> impl Iterator<Item = Unit<'_>> {
        self.scenario.units.iter().zip(&self.facts.unit).map(|(card, piece)| Unit { card, piece })
    }

    /// Every unit on the map.
    pub fn on_map(&self) -> impl Iterator<Item = Unit<'_>> {
        self.units().filter(|unit| unit.piece.fate == Fate::OnMap)
    }

    /// The units in a hex.
    pub fn in_hex(&self, place: Place) -> impl Iterator<Item = Unit<'_>> {
        self.on_map().filter(move |unit| unit.piece.at == Some(place))
    }

    /// The units of a side in a hex.
    pub fn of_side_in(&self, side: Side, place: Place) -> impl Iterator<Item = Unit<'_>> {
        self.in_hex(place).filter(move |unit| unit.card.side == side)
    }

    /// The designation on a hex.
    pub fn designation(&self, target: Place) -> Option<&Designation> {
        self.facts.designation.iter().find(|designation| designation.target == target)
    }

    /// The designation that a unit takes part in.
    pub fn designation_of(&self, unit: UnitId) -> Option<&Designation> {
        self.facts.designation.iter().find(|designation| designation.units.contains(&unit))
    }

    /// Who controls a hex that counts.
    pub fn controls(&self, hex: Place) -> Option<Side> {
        self.facts.control.iter().find(|held| held.hex == hex).map(|held| held.side)
    }
}
