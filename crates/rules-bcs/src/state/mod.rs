//! What is remembered: the facts of the position, and the scenario they are of.

mod activation;
mod battle;
mod formation;
mod hqs;
mod orders;
mod piece;

use std::sync::Arc;

use kernel::grammar::is_default;
use kernel::{PerSide, Side};
use serde::{Deserialize, Serialize};

use crate::rules::{s7_msr, s20_victory};
use crate::setup::formation::Hq;
use crate::setup::scenario::Trafficability;
use crate::setup::sky::Weather;
use crate::setup::unit::Begins;
use crate::setup::{Board, Card, Formation, Scenario};
use crate::words::{FormationId, Place, UnitId};

pub use activation::{Activation, Jumped, Obj, Owed, Step};
pub use battle::{Battle, Leaves, Stage};
pub use formation::{Command, HqState, Route, Train, Trains};
pub use hqs::{HqSet, Hqs};
pub use orders::{
    DefenseOrder, FirstOrder, HqOrder, LossOrder, Order, Past, RetreatOrder, Standing, StoppingOrder,
};
pub use piece::{Fate, Halt, Piece};

/// The version of this schema.
pub const SCHEMA: u32 = 1;

kernel::words! {
    /// Place in the turn. [BCS-TURN-1] [BCS-TURN-2]
    pub enum Phase {
        /// The engine rolls for Air Points and Replacements.
        Sky = "sky" => "Air Points and Replacements",
        /// Both sides apply Replacements.
        Replacements = "replacements" => "Replacements",
        /// Both sides move units in and out of Support.
        Assignment = "assignment" => "Assignment",
        /// Both sides record orders. [BCS-TURN-10]
        Orders = "orders" => "Orders",
        /// The engine rolls for the first player.
        FirstRoll = "first-roll" => "Roll for the first player",
        /// Whoever threw higher chooses the first player.
        First = "first" => "Choice of the first player",
        /// Formation after formation.
        Activations = "activations" => "All Activations",
        /// Play is over.
        Over = "over" => "Play is over",
    }
}

/// Replacements that a side has left in this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Pool {
    /// Air Points. [BCS-BAR-5]
    #[serde(skip_serializing_if = "is_default")]
    pub air: u8,
    /// Steps for units with AV.
    #[serde(skip_serializing_if = "is_default")]
    pub av: u8,
    /// Steps for other units.
    #[serde(skip_serializing_if = "is_default")]
    pub others: u8,
    /// Arty Points that were unassigned in this turn. [BCS-TURN-4]
    #[serde(skip_serializing_if = "is_default")]
    pub released: u8,
    /// The side has closed the present step of the Pre-Turn Phase.
    #[serde(skip_serializing_if = "is_default")]
    pub closed: bool,
}

/// Who controls a hex. [BCS-URB-1] [BCS-VIC-2]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// The hex.
    pub hex: Place,
    /// By whom.
    pub side: Side,
}

/// What the umpire ruled of two formations in this turn. [BCS-SNAFU-7]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuledMixed {
    /// One of them.
    pub one: FormationId,
    /// The other.
    pub other: FormationId,
    /// Whether they are mixed.
    pub mixed: bool,
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
    /// Whose go it is in All Activations, or who chooses the first player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub go: Option<Side>,
    /// The formation that is activated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub activation: Option<Activation>,
    /// The weather of the turn, where the scenario has any. [BCS-TURN-11]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weather: Option<Weather>,
    /// What each side has left in this turn.
    pub pool: PerSide<Pool>,
    /// How each side answers while it does not act. Its secret.
    #[serde(default, skip_serializing_if = "is_default")]
    pub standing: PerSide<Standing>,
    /// Orders of turns that are over. Each side's secret until the game ends. [BCS-TURN-10]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub past: Vec<Past>,
    /// Arty Points of each side that are assigned to no formation. [BCS-GEN-6]
    #[serde(default, skip_serializing_if = "is_default")]
    pub arty: PerSide<u8>,
    /// HQs of the enemy that each side has jumped. [BCS-VIC-1]
    #[serde(default, skip_serializing_if = "is_default")]
    pub jumps: PerSide<u8>,
    /// Formations that the umpire ruled mixed or not in this turn. [BCS-SNAFU-7]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ruled_mixed: Vec<RuledMixed>,
    /// Traffic markers. [BCS-STOP-8]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traffic: Vec<Place>,
    /// Who controls urban hexes and those that count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub control: Vec<Held>,
    /// Every formation in the order of the scenario.
    pub formation: Vec<Command>,
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

/// A unit as printed with its present facts.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'s> {
    /// As printed.
    pub card: &'s Card,
    /// As it is.
    pub piece: &'s Piece,
}

/// A formation as printed with its present facts.
#[derive(Clone, Copy, Debug)]
pub struct Body<'s> {
    /// As printed.
    pub card: &'s Formation,
    /// As it is.
    pub facts: &'s Command,
}

impl State {
    /// The state before the first command. Each formation holds its best supply route, in the order of the scenario.
    pub fn open(scenario: Arc<Scenario>) -> Self {
        let unit = scenario.units.iter().map(|card| match card.begins {
            Begins::At(at, face) => Piece { id: card.id, at: Some(at), face, ..Piece::default() },
            Begins::Support => Piece { id: card.id, fate: Fate::Support, ..Piece::default() },
            Begins::Pool => Piece { id: card.id, fate: Fate::Pool, ..Piece::default() },
            Begins::Enters(_, _, face) => Piece { id: card.id, fate: Fate::Due, face, ..Piece::default() },
        });
        let formation = scenario.formations.iter().map(|card| Command {
            id: card.id,
            hq: card.hqs.iter().map(|hq| Some(hq.at)).collect(),
            trains: if card.trains.ghost {
                Trains::Ghost(card.trains.at)
            } else {
                Trains::Normal(card.trains.at)
            },
            fatigue: card.fatigue,
            arty_points: card.arty_points,
            ..Command::default()
        });
        let facts = Facts {
            schema: SCHEMA,
            turn: 1,
            phase: Phase::Sky,
            go: None,
            activation: None,
            weather: None,
            pool: PerSide::default(),
            standing: PerSide::default(),
            past: Vec::new(),
            arty: scenario.arty,
            jumps: PerSide::default(),
            ruled_mixed: Vec::new(),
            traffic: Vec::new(),
            control: scenario
                .victory
                .objectives
                .iter()
                .filter_map(|hex| Some(Held { hex: hex.at, side: hex.held? }))
                .collect(),
            formation: formation.collect(),
            unit: unit.collect(),
        };
        let mut state = Self { facts, scenario };
        // Who stands in urban hexes as play begins controls them. [BCS-URB-2]
        let stands: Vec<Held> =
            state.on_map().map(|(unit, hex)| Held { hex, side: unit.card.side }).collect();
        for held in stands {
            if s20_victory::changes_hands(&state, held.side, held.hex) {
                state.facts.control.retain(|known| known.hex != held.hex);
                state.facts.control.push(held);
            }
        }
        for at in 0..state.facts.formation.len() {
            state.facts.formation[at].route = s7_msr::best(&state, at);
        }
        state
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

    /// Every unit in the order of the scenario.
    pub fn units(&self) -> impl Iterator<Item = Unit<'_>> {
        self.scenario.units.iter().zip(&self.facts.unit).map(|(card, piece)| Unit { card, piece })
    }

    /// Every unit on the map, with its hex.
    pub fn on_map(&self) -> impl Iterator<Item = (Unit<'_>, Place)> {
        self.units().filter_map(|unit| Some((unit, unit.piece.on_map()?)))
    }

    /// The units in a hex.
    pub fn in_hex(&self, place: Place) -> impl Iterator<Item = Unit<'_>> {
        self.on_map().filter(move |(_, at)| *at == place).map(|(unit, _)| unit)
    }

    /// Every formation in the order of the scenario.
    pub fn formations(&self) -> impl Iterator<Item = Body<'_>> {
        self.scenario.formations.iter().zip(&self.facts.formation).map(|(card, facts)| Body { card, facts })
    }

    /// A formation of the scenario.
    pub fn formation(&self, id: FormationId) -> Option<Body<'_>> {
        self.formations().find(|body| body.card.id == id)
    }

    /// A formation's facts, to be changed.
    ///
    /// # Panics
    /// When the scenario has no such formation: events name formations of the scenario.
    pub fn command_mut(&mut self, id: FormationId) -> &mut Command {
        let at = self.scenario.formation(id).expect("an event names a formation of the scenario");
        &mut self.facts.formation[at]
    }

    /// The units of a formation.
    pub fn of(&self, id: FormationId) -> impl Iterator<Item = Unit<'_>> {
        self.units().filter(move |unit| unit.formation() == Some(id))
    }

    /// How far a spotter sees in this turn, in hexes. [BCS-TURN-11]
    pub fn visibility(&self) -> u8 {
        self.facts.weather.map_or(self.scenario.visibility, |weather| weather.visibility)
    }

    /// How good tracks are in this turn. [BCS-MSR-12]
    pub fn trafficability(&self) -> Trafficability {
        match self.facts.weather {
            Some(weather) if weather.poor => Trafficability::Poor,
            Some(_) => Trafficability::Good,
            None => self.scenario.trafficability(self.facts.turn),
        }
    }

    /// Who controls a hex that is kept track of.
    pub fn controls(&self, hex: Place) -> Option<Side> {
        self.facts.control.iter().find(|held| held.hex == hex).map(|held| held.side)
    }
}

impl Unit<'_> {
    /// Steps that it has left.
    pub fn steps(&self) -> u8 {
        self.card.steps.saturating_sub(self.piece.lost)
    }

    /// The formation that it belongs to, or is assigned to. [BCS-GEN-6]
    pub fn formation(&self) -> Option<FormationId> {
        self.piece.assigned.or(self.card.formation)
    }

    /// How far it moves as it lies.
    pub fn allowance(&self) -> crate::setup::unit::Allowance {
        self.card.allowance(self.piece.face)
    }
}

/// An HQ on the map.
#[derive(Clone, Copy, Debug)]
pub struct Staff<'s> {
    /// Its place in the list of its formation.
    pub n: usize,
    /// As printed.
    pub card: &'s Hq,
    /// Its hex.
    pub at: Place,
}

impl<'s> Body<'s> {
    /// Its HQs that are on the map, in the order of the scenario. [BCS-GEN-2]
    pub fn hqs(self) -> impl Iterator<Item = Staff<'s>> {
        let printed = self.card.hqs.iter().enumerate();
        printed.filter_map(move |(n, card)| Some(Staff { n, card, at: self.facts.hq.get(n)? }))
    }

    /// One of its HQs, on the map.
    pub fn hq(self, n: usize) -> Option<Staff<'s>> {
        Some(Staff { n, card: self.card.hqs.get(n)?, at: self.facts.hq.get(n)? })
    }

    /// Whether a hex is in the Command Radius of one of its HQs, whatever lies between. [BCS-CR-1]
    pub fn commands(self, board: &Board, place: Place) -> bool {
        self.hqs().any(|hq| board.distance(hq.at, place) <= hq.card.radius.into())
    }

    /// How far the nearest of its HQs is from a hex; nothing while all are off the map.
    pub fn nearest_hq(self, board: &Board, place: Place) -> Option<u32> {
        self.hqs().map(|hq| board.distance(hq.at, place)).min()
    }

    /// How its HQs are spoken of where none of them is on the map.
    pub fn no_hq(self) -> String {
        format!("{} off the map.", self.card.hqs_are())
    }
}
