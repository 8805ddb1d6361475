//! What is remembered: the facts of the position, and the scenario they are of.

use std::sync::Arc;

use kernel::Id;
use serde::{Deserialize, Serialize};

use crate::phase::Phase;
use crate::setup::{Begins, Card, Scenario};
use crate::words::{Attack, Place, Side, is_default};

/// The version of this schema.
pub const SCHEMA: u32 = 1;

/// Where a unit is in its life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// On the map.
    #[default]
    OnMap,
    /// Enters later.
    Due,
    /// Eliminated.
    Lost,
    /// Left over the west edge. [CF-VIC-4]
    Exited,
}

/// What a unit of the activated stack may still do. [CF-MOV-10]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Going {
    /// Not in the activated stack.
    #[default]
    Not,
    /// Moves with the stack.
    Moving,
    /// Was left on the way: may pay for an attack, not move.
    Dropped,
}

/// One unit. [CF-GEN-3]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Its id.
    pub id: Id,
    /// Its hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Place>,
    /// Where it is in its life.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fate: Fate,
    /// Steps lost, for ever. [CF-STEP-5]
    #[serde(default, skip_serializing_if = "is_default")]
    pub lost: u8,
    /// Action points, 0 to 6. [CF-AP-4]
    #[serde(default, skip_serializing_if = "is_default")]
    pub ap: u8,
    /// Out of supply at the last check. [CF-SPL-1]
    #[serde(default, skip_serializing_if = "is_default")]
    pub unsupplied: bool,
    /// Activated, attacked or supported in this turn. [CF-RTM-2]
    #[serde(default, skip_serializing_if = "is_default")]
    pub acted: bool,
    /// Supported or bombarded in this phase. [CF-SUP-2]
    #[serde(default, skip_serializing_if = "is_default")]
    pub fired: bool,
    /// Activated in this movement phase. [CF-AP-8]
    #[serde(default, skip_serializing_if = "is_default")]
    pub activated: bool,
    /// Its part in the activated stack.
    #[serde(default, skip_serializing_if = "is_default")]
    pub going: Going,
    /// Movement points left. [CF-MOV-9]
    #[serde(default, skip_serializing_if = "is_default")]
    pub mp: u8,
    /// Has left the hex in which it was activated.
    #[serde(default, skip_serializing_if = "is_default")]
    pub moved: bool,
    /// Enemies it attacked by March in this activation without clearing their hex. [CF-ZOC-6]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub engaged: Vec<Id>,
    /// Has made its Retreat Movement.
    #[serde(default, skip_serializing_if = "is_default")]
    pub withdrawn: bool,
}

impl Piece {
    /// Whether its action points make it Ineffective. [CF-AP-5]
    pub fn is_effective(&self) -> bool {
        self.ap < 5
    }

    /// Forgets what belongs to one phase.
    pub fn new_phase(&mut self) {
        (self.fired, self.activated, self.moved, self.withdrawn) = (false, false, false, false);
        (self.going, self.mp) = (Going::Not, 0);
        self.engaged.clear();
    }
}

/// An attack that is paid for and waits for the combat phase. [CF-SEQ-2]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Designation {
    /// The hex attacked.
    pub target: Place,
    /// Hasty or Prepared.
    pub attack: Attack,
    /// Bombarded, not assaulted.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bombard: bool,
    /// Who takes part.
    pub units: Vec<Id>,
}

/// How far a fight is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// The defender declares support. [CF-SUP-1]
    Cover,
    /// Steps are lost.
    Losses,
    /// The defender retreats.
    DefenderRetreats,
    /// The attacker retreats.
    AttackerRetreats,
    /// The attacker advances. [CF-ADV-1]
    Advance,
}

/// What one side still has to bear of a result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Burden {
    /// Units that take results. [CF-SUP-12]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Id>,
    /// Steps still to lose.
    #[serde(default, skip_serializing_if = "is_default")]
    pub steps: u8,
    /// An action point for each, after the steps.
    #[serde(default, skip_serializing_if = "is_default")]
    pub friction: bool,
    /// Hexes to retreat.
    #[serde(default, skip_serializing_if = "is_default")]
    pub retreat: u8,
    /// Units that have not retreated yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owed: Vec<Id>,
}

/// A fight that is not over. [CF-CRT-8]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    /// The attacker.
    pub side: Side,
    /// The kind of attack.
    pub attack: Attack,
    /// Bombardment, by units or by an air strike alone.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bombard: bool,
    /// The hex attacked.
    pub target: Place,
    /// Who attacks or bombards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Id>,
    /// The attacker's support.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub support: Vec<Id>,
    /// The attacker's air strike.
    #[serde(default, skip_serializing_if = "is_default")]
    pub strike: bool,
    /// Who fires smoke. [CF-SMK-1]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smoke: Option<Id>,
    /// Whether chemicals are used. [CF-CHM-1]
    #[serde(default, skip_serializing_if = "is_default")]
    pub chemical: bool,
    /// The unit bombarded. [CF-BOM-2]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<Id>,
    /// The defender's support.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cover: Vec<Id>,
    /// The defender's air strike.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cover_strike: bool,
    /// How far it is.
    pub step: Step,
    /// The hex of the attackers' fight from which they came: where participating maneuver units stood.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<Place>,
    /// What the attacker bears.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attacker: Burden,
    /// What the defender bears.
    #[serde(default, skip_serializing_if = "is_default")]
    pub defender: Burden,
    /// A hex over the stacking limit after a retreat. [CF-RET-9]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excess: Option<Place>,
    /// Units that have retreated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub retreated: Vec<Id>,
    /// Units that have advanced.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub advanced: Vec<Id>,
}

impl Battle {
    /// What a side bears.
    pub fn burden(&self, side: Side) -> &Burden {
        if side == self.side { &self.attacker } else { &self.defender }
    }

    /// As [`Battle::burden`], to be changed.
    pub fn burden_mut(&mut self, side: Side) -> &mut Burden {
        if side == self.side { &mut self.attacker } else { &mut self.defender }
    }
}

/// When a defender who is away lets support fire. [CF-SUP-1]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CoverOrder {
    /// Never.
    Never,
    /// When it moves the column, with the fewest action points.
    WhenItHelps,
}

/// Which unit loses steps first. (A9)
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LossOrder {
    /// The unit whose loss keeps the greatest defense.
    KeepDefense,
    /// The unit whose loss keeps the greatest attack.
    KeepAttack,
}

/// Where units retreat to, among equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RetreatOrder {
    /// To the hex nearest to a supply source.
    TowardSupply,
    /// To the hex with the most columns of terrain, then nearest to a supply source.
    ToCover,
}

/// What a side that is away has ordered for its answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// For defensive support.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover: Option<CoverOrder>,
    /// For steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub losses: Option<LossOrder>,
    /// For retreats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retreats: Option<RetreatOrder>,
}

/// The orders of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Orders {
    /// The Warsaw Pact's.
    #[serde(rename = "WP", default, skip_serializing_if = "is_default")]
    pub wp: Standing,
    /// NATO's.
    #[serde(rename = "NATO", default, skip_serializing_if = "is_default")]
    pub nato: Standing,
}

impl Orders {
    /// Those of a side.
    pub fn of(&self, side: Side) -> &Standing {
        match side {
            Side::Wp => &self.wp,
            Side::Nato => &self.nato,
        }
    }

    /// Those of a side, to be changed.
    pub fn of_mut(&mut self, side: Side) -> &mut Standing {
        match side {
            Side::Wp => &mut self.wp,
            Side::Nato => &mut self.nato,
        }
    }
}

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
    /// What sides that are away have ordered.
    #[serde(default, skip_serializing_if = "is_default")]
    pub orders: Orders,
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
            Piece {
                id: card.id,
                at,
                fate,
                lost: 0,
                ap: 0,
                unsupplied: false,
                acted: false,
                fired: false,
                activated: false,
                going: Going::Not,
                mp: 0,
                moved: false,
                engaged: Vec::new(),
                withdrawn: false,
            }
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
            orders: Orders::default(),
            battle: None,
            designation: Vec::new(),
            control: scenario.victory.objectives.iter().filter_map(|hex| held(hex.at)).collect(),
            unit: unit.collect(),
        };
        Self { facts, scenario }
    }

    /// A unit of the scenario.
    pub fn unit(&self, id: Id) -> Option<Unit<'_>> {
        let at = *self.scenario.index.get(&id)?;
        Some(Unit { card: &self.scenario.units[at], piece: &self.facts.unit[at] })
    }

    /// A unit's facts, to be changed.
    ///
    /// # Panics
    /// When the scenario has no such unit: events name units of the scenario.
    pub fn piece_mut(&mut self, id: Id) -> &mut Piece {
        let at = self.scenario.index[&id];
        &mut self.facts.unit[at]
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
    pub fn designation_of(&self, unit: Id) -> Option<&Designation> {
        self.facts.designation.iter().find(|designation| designation.units.contains(&unit))
    }

    /// Who controls a hex that counts.
    pub fn controls(&self, hex: Place) -> Option<Side> {
        self.facts.control.iter().find(|held| held.hex == hex).map(|held| held.side)
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

impl Unit<'_> {
    /// Its id.
    pub fn id(&self) -> Id {
        self.card.id
    }

    /// Steps left.
    pub fn steps(&self) -> u8 {
        self.card.steps.saturating_sub(self.piece.lost)
    }

    /// Whether it is Effective. [CF-AP-5]
    pub fn is_effective(&self) -> bool {
        self.piece.is_effective()
    }

    /// Whether it exerts a zone of control. [CF-ZOC-1] [CF-ZOC-2]
    pub fn has_zone(&self) -> bool {
        self.card.kind.is_maneuver() && !self.card.no_zone && self.is_effective()
    }
}
