//! What happened, and who may know of it; [`fold`](fold()) applies it.

mod fold;

use kernel::Audience;
use serde::{Deserialize, Serialize};

use crate::phase::Phase;
use crate::setup::Outcome;
use crate::setup::sky::Sky;
use crate::setup::table::Part;
use crate::state::{Battle, Standing};
use crate::words::{Attack, Place, Side, UnitId};
use kernel::grammar::is_default;

pub use fold::fold;

/// A unit and a figure of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The unit.
    pub unit: UnitId,
    /// Its action points from now on.
    pub ap: u8,
}

kernel::words! {
    /// What fire is for.
    pub enum Fire {
        /// Support of a fight.
        Support = "support",
        /// Smoke.
        Smoke = "smoke",
        /// Bombardment.
        Bombardment = "bombardment",
    }
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

kernel::words! {
    /// Why a unit was eliminated.
    pub enum Loss {
        /// Its last step. [CF-STEP-5]
        Steps = "steps",
        /// No hex to retreat to. [CF-RET-8]
        NoWay = "no-way",
        /// Too many zones on its way. [CF-RET-5]
        Zones = "zones",
        /// Too many units in a hex. [CF-RET-9]
        Stacking = "stacking",
        /// A garrison that had to retreat. [CF-RET-10]
        Garrison = "garrison",
    }
}

/// One column shift of a fight, whether it applied or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shifts {
    /// Columns to the left for terrain, as a negative number. [CF-CRT-7]
    pub terrain: i8,
    /// One to the right for a Prepared attack from three hexes. [CF-ATK-3]
    pub hexes: i8,
    /// For chemicals. [CF-CHM-2]
    pub chemical: i8,
    /// Columns the defender's support moved the odds, 0 or −1. [CF-SUP-6]
    pub cover: i8,
}

/// What a cell said of a side, as it is written down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Told {
    /// Steps lost.
    #[serde(default, skip_serializing_if = "is_default")]
    pub steps: u8,
    /// An action point for each unit.
    #[serde(default, skip_serializing_if = "is_default")]
    pub friction: bool,
    /// Hexes to retreat.
    #[serde(default, skip_serializing_if = "is_default")]
    pub retreat: u8,
}

impl From<Part> for Told {
    fn from(part: Part) -> Self {
        Self { steps: part.steps, friction: part.friction, retreat: part.retreat }
    }
}

impl From<Told> for Part {
    fn from(told: Told) -> Self {
        Self { steps: told.steps, friction: told.friction, retreat: told.retreat }
    }
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// The sky of a turn.
    SkyRolled {
        /// What it is like.
        sky: Sky,
    },
    /// A side won the air.
    AirWon {
        /// Which.
        side: Side,
        /// Its strikes in this turn.
        strikes: u8,
    },
    /// A reinforcement entered.
    Arrived {
        /// Who.
        unit: UnitId,
        /// Where.
        at: Place,
    },
    /// Units recovered.
    Recovered {
        /// Who, and what is left.
        units: Vec<Level>,
    },
    /// A phase began.
    PhaseBegan {
        /// The turn.
        turn: u8,
        /// The phase.
        phase: Phase,
        /// Units of its side that are out of supply, when it is a movement phase.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unsupplied: Option<Vec<UnitId>>,
    },
    /// Units were activated.
    Activated {
        /// Who, and the action points from now on.
        units: Vec<Level>,
    },
    /// A unit moved.
    Moved {
        /// Who.
        unit: UnitId,
        /// The hexes entered.
        path: Vec<Place>,
        /// Movement points left.
        left: u8,
    },
    /// Units of the stack stayed behind.
    Dropped {
        /// Who.
        units: Vec<UnitId>,
    },
    /// A unit left over the west edge.
    Left {
        /// Who.
        unit: UnitId,
    },
    /// A side took a hex that counts.
    Controlled {
        /// Where.
        hex: Place,
        /// Who.
        side: Side,
    },
    /// An attack was paid for.
    Designated {
        /// The hex attacked.
        target: Place,
        /// Hasty or Prepared.
        attack: Attack,
        /// Bombarded, not assaulted.
        #[serde(default, skip_serializing_if = "is_default")]
        bombard: bool,
        /// Who joined it.
        units: Vec<UnitId>,
    },
    /// A designated attack was called off.
    CalledOff {
        /// The hex.
        target: Place,
    },
    /// A designated attack had nobody left to make it or nobody to meet it.
    Voided {
        /// The hex.
        target: Place,
    },
    /// An attack began.
    AttackBegan {
        /// Everything about it.
        battle: Box<Battle>,
    },
    /// A unit paid for a March attack.
    Paid {
        /// Who.
        unit: UnitId,
        /// Movement points left.
        left: u8,
    },
    /// A support unit fired.
    Fired {
        /// Who.
        unit: UnitId,
        /// What for.
        fire: Fire,
        /// Its action points from now on.
        ap: u8,
    },
    /// An air strike was flown.
    StrikeFlown {
        /// Whose.
        side: Side,
    },
    /// The defender declared his support.
    Covered {
        /// Whose.
        side: Side,
        /// Who.
        support: Vec<UnitId>,
        /// Whether an air strike supports.
        strike: bool,
    },
    /// Chemicals were declared for the first time.
    ChemicalsReleased {
        /// The turn.
        turn: u8,
        /// The phase.
        phase: Phase,
    },
    /// The smoke of a March attack.
    SmokeRolled {
        /// Who fired it.
        unit: UnitId,
        /// Whether it takes the −1 away.
        hides: bool,
    },
    /// The dice of a fight fell.
    Fought {
        /// The attack strength.
        attack: u32,
        /// The defense strength without support.
        defense: u32,
        /// What support added to it.
        cover: u32,
        /// The column's head.
        column: String,
        /// Its shifts.
        shifts: Shifts,
        /// The die-roll modifier.
        modifier: i8,
        /// What the attacker bears.
        #[serde(default, skip_serializing_if = "is_default")]
        attacker: Told,
        /// What the defender bears.
        #[serde(default, skip_serializing_if = "is_default")]
        defender: Told,
        /// The attacker's units that take results.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        attackers: Vec<UnitId>,
        /// The defender's units that take results.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        defenders: Vec<UnitId>,
    },
    /// A unit lost a step and stays.
    StepLost {
        /// Who.
        unit: UnitId,
        /// Steps left.
        left: u8,
    },
    /// A unit is gone.
    Eliminated {
        /// Who.
        unit: UnitId,
        /// Why.
        loss: Loss,
    },
    /// Steps were left over that nobody has.
    StepsWaived {
        /// Whose.
        side: Side,
    },
    /// A unit took an action point.
    Strained {
        /// Who.
        unit: UnitId,
        /// Why.
        strain: Strain,
        /// Its action points from now on.
        ap: u8,
    },
    /// The steps and action points of a fight are done.
    LossesDone,
    /// A side has to retreat.
    RetreatsOwed {
        /// Which.
        side: Side,
        /// Who.
        units: Vec<UnitId>,
    },
    /// A unit retreated.
    Retreated {
        /// Who.
        unit: UnitId,
        /// The hexes entered.
        path: Vec<Place>,
    },
    /// A hex holds too many units after a retreat.
    ExcessOwed {
        /// Which.
        hex: Place,
    },
    /// A hex holds no more than it may.
    ExcessDone,
    /// The attacker may advance.
    AdvanceOpened,
    /// A unit advanced.
    Advanced {
        /// Who.
        unit: UnitId,
        /// The hexes entered.
        path: Vec<Place>,
    },
    /// A March attack took its hex and the unit went in.
    Entered {
        /// Who.
        unit: UnitId,
        /// Where.
        at: Place,
        /// Movement points left.
        left: u8,
    },
    /// A March attack did not clear its hex: its zone holds the attackers.
    Held {
        /// Who attacked.
        units: Vec<UnitId>,
        /// Who stands in the hex.
        by: Vec<UnitId>,
    },
    /// A unit's activation is over.
    Halted {
        /// Who.
        unit: UnitId,
    },
    /// The fight is over.
    BattleEnded,
    /// A unit made its Retreat Movement.
    Withdrew {
        /// Who.
        unit: UnitId,
        /// The hexes entered.
        path: Vec<Place>,
    },
    /// A side ordered how it answers while away.
    Instructed {
        /// Which.
        side: Side,
        /// The orders.
        standing: Standing,
    },
    /// An answer was given by order.
    ByOrder {
        /// Whose order.
        side: Side,
        /// Which.
        order: Order,
        /// The chance of that moment that the defender has to retreat, as `13/18`; before the dice only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retreat_odds: Option<String>,
        /// The steps he loses on average.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        steps_odds: Option<String>,
    },
    /// Play is over.
    Ended {
        /// Points of the Warsaw Pact.
        wp: i32,
        /// Points of NATO.
        nato: i32,
        /// What the sum of both takes off for the fractions that both leave out.
        #[serde(default, skip_serializing_if = "is_default")]
        fractions: i32,
        /// The level of victory.
        result: String,
    },
}

/// Which order answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// For defensive support.
    Cover,
    /// For steps.
    Losses,
    /// For retreats.
    Retreats,
    /// For a hex that holds too many after a retreat. [CF-RET-9]
    Excess,
}

/// Who may know of an event. [CF-GEN-5]
pub fn audience(event: &Event) -> Audience {
    match event {
        Event::Instructed { side, .. } => Audience::Side(side.number()),
        _ => Audience::Public,
    }
}

/// Whether an event lets its step be taken back: what a side does with its own counters before dice fall. The end of a
/// phase, and every answer within a fight, stand.
pub fn is_retractable(event: &Event) -> bool {
    matches!(
        event,
        Event::Arrived { .. }
            | Event::Activated { .. }
            | Event::Moved { .. }
            | Event::Dropped { .. }
            | Event::Halted { .. }
            | Event::Left { .. }
            | Event::Controlled { .. }
            | Event::Designated { .. }
            | Event::CalledOff { .. }
            | Event::Instructed { .. }
    )
}

impl Event {
    /// The result of a fight as a cell writes it.
    pub fn cell(attacker: Told, defender: Told) -> Outcome {
        Outcome { attacker: attacker.into(), defender: defender.into() }
    }
}
