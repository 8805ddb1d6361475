//! What happened, who may know of it, and how it is applied.

use kernel::{Audience, Id};
use serde::{Deserialize, Serialize};

use crate::phase::Phase;
use crate::setup::Outcome;
use crate::setup::scenario::Sky;
use crate::setup::table::Part;
use crate::state::{Battle, Designation, Fate, FirstUse, Going, Held, Standing, State, Step};
use crate::words::{Attack, Place, Side, is_default};

/// A unit and a figure of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The unit.
    pub unit: Id,
    /// Its action points from now on.
    pub ap: u8,
}

/// What fire is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fire {
    /// Support of a fight.
    Support,
    /// Smoke.
    Smoke,
    /// Bombardment.
    Bombardment,
}

/// Why a unit took an action point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strain {
    /// An F result. [CF-AP-3]
    Friction,
    /// A soft unit that had to retreat. [CF-RET-10]
    Soft,
    /// A retreat through a zone. [CF-RET-4]
    Zone,
}

/// Why a unit was eliminated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// Its last step. [CF-STEP-5]
    Steps,
    /// No hex to retreat to. [CF-RET-8]
    NoWay,
    /// Too many zones on its way. [CF-RET-5]
    Zones,
    /// Too many units in a hex. [CF-RET-9]
    Stacking,
    /// A garrison that had to retreat. [CF-RET-10]
    Garrison,
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
        unit: Id,
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
        unsupplied: Option<Vec<Id>>,
    },
    /// Units were activated.
    Activated {
        /// Who, and the action points from now on.
        units: Vec<Level>,
    },
    /// A unit moved.
    Moved {
        /// Who.
        unit: Id,
        /// The hexes entered.
        path: Vec<Place>,
        /// Movement points left.
        left: u8,
    },
    /// Units of the stack stayed behind.
    Dropped {
        /// Who.
        units: Vec<Id>,
    },
    /// A unit left over the west edge.
    Left {
        /// Who.
        unit: Id,
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
        units: Vec<Id>,
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
        unit: Id,
        /// Movement points left.
        left: u8,
    },
    /// A support unit fired.
    Fired {
        /// Who.
        unit: Id,
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
        support: Vec<Id>,
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
        unit: Id,
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
        attackers: Vec<Id>,
        /// The defender's units that take results.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        defenders: Vec<Id>,
    },
    /// A unit lost a step and stays.
    StepLost {
        /// Who.
        unit: Id,
        /// Steps left.
        left: u8,
    },
    /// A unit is gone.
    Eliminated {
        /// Who.
        unit: Id,
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
        unit: Id,
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
        units: Vec<Id>,
    },
    /// A unit retreated.
    Retreated {
        /// Who.
        unit: Id,
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
        unit: Id,
        /// The hexes entered.
        path: Vec<Place>,
    },
    /// A March attack took its hex and the unit went in.
    Entered {
        /// Who.
        unit: Id,
        /// Where.
        at: Place,
        /// Movement points left.
        left: u8,
    },
    /// A March attack did not clear its hex: its zone holds the attackers.
    Held {
        /// Who attacked.
        units: Vec<Id>,
        /// Who stands in the hex.
        by: Vec<Id>,
    },
    /// A unit's activation is over.
    Halted {
        /// Who.
        unit: Id,
    },
    /// The fight is over.
    BattleEnded,
    /// A unit made its Retreat Movement.
    Withdrew {
        /// Who.
        unit: Id,
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
}

/// Who may know of an event. [CF-GEN-5]
pub fn audience(event: &Event) -> Audience {
    match event {
        Event::Instructed { side, .. } => Audience::Side(side.number()),
        _ => Audience::Public,
    }
}

/// Applies an event.
pub fn fold(state: &mut State, event: &Event) {
    let facts = &mut state.facts;
    match event {
        Event::SkyRolled { sky } => {
            facts.fog = *sky == Sky::Fog;
            (facts.superior, facts.strikes) = (None, 0);
        }
        Event::AirWon { side, strikes } => (facts.superior, facts.strikes) = (Some(*side), *strikes),
        Event::Arrived { unit, at } => {
            let piece = state.piece_mut(*unit);
            (piece.at, piece.fate) = (Some(*at), Fate::OnMap);
        }
        Event::Recovered { units } => {
            units.iter().for_each(|level| state.piece_mut(level.unit).ap = level.ap)
        }
        Event::PhaseBegan { turn, phase, unsupplied } => begin(state, *turn, *phase, unsupplied.as_deref()),
        Event::Activated { units } => activate(state, units),
        Event::Moved { unit, path, left } => {
            let piece = state.piece_mut(*unit);
            (piece.at, piece.mp, piece.moved) = (path.last().copied(), *left, true);
        }
        Event::Dropped { units } => {
            units.iter().for_each(|unit| state.piece_mut(*unit).going = Going::Dropped);
        }
        Event::Left { unit } => {
            let piece = state.piece_mut(*unit);
            (piece.at, piece.fate, piece.going) = (None, Fate::Exited, Going::Not);
        }
        Event::Controlled { hex, side } => match facts.control.iter_mut().find(|held| held.hex == *hex) {
            Some(held) => held.side = *side,
            None => facts.control.push(Held { hex: *hex, side: *side }),
        },
        Event::Designated { target, attack, bombard, units } => {
            for unit in units {
                let piece = state.piece_mut(*unit);
                (piece.mp, piece.acted) = (piece.mp.saturating_sub(attack.cost()), true);
            }
            designate(state, *target, *attack, *bombard, units);
        }
        Event::CalledOff { target } | Event::Voided { target } => {
            facts.designation.retain(|designation| designation.target != *target);
        }
        Event::AttackBegan { battle } => {
            if battle.attack != Attack::March {
                facts.designation.retain(|designation| designation.target != battle.target);
                facts.attacked.push(battle.target);
            }
            facts.prepared_begun |= battle.attack == Attack::Prepared;
            facts.battle = Some((**battle).clone());
        }
        Event::Paid { unit, left } => {
            let piece = state.piece_mut(*unit);
            (piece.mp, piece.acted) = (*left, true);
        }
        Event::Fired { unit, ap, .. } => {
            let piece = state.piece_mut(*unit);
            (piece.ap, piece.fired, piece.acted) = (*ap, true, true);
        }
        Event::StrikeFlown { .. } => facts.strikes = facts.strikes.saturating_sub(1),
        Event::ChemicalsReleased { turn, phase } => {
            facts.first_use = Some(FirstUse { turn: *turn, phase: *phase });
        }
        Event::StepLost { unit, .. } => {
            let (id, side) = (*unit, state.unit(*unit).map(|unit| unit.card.side));
            state.piece_mut(id).lost += 1;
            lose(state, side);
        }
        Event::Eliminated { unit, loss } => eliminate(state, *unit, *loss),
        Event::Strained { unit, ap, .. } => state.piece_mut(*unit).ap = *ap,
        Event::Entered { unit, at, left } => {
            let piece = state.piece_mut(*unit);
            (piece.at, piece.mp, piece.moved) = (Some(*at), *left, true);
            piece.engaged.clear();
        }
        Event::Held { units, by } => {
            for unit in units {
                state.piece_mut(*unit).engaged.extend(by.iter().copied());
            }
        }
        Event::Halted { unit } => state.piece_mut(*unit).going = Going::Not,
        Event::Withdrew { unit, path } => {
            let piece = state.piece_mut(*unit);
            (piece.at, piece.withdrawn) = (path.last().copied(), true);
        }
        Event::Instructed { side, standing } => *facts.orders.of_mut(*side) = *standing,
        Event::Ended { .. } => {
            facts.phase = Phase::Over;
            facts.designation.clear();
            facts.attacked.clear();
            facts.unit.iter_mut().for_each(crate::state::Piece::new_phase);
        }
        Event::SmokeRolled { .. } | Event::ByOrder { .. } => {}
        _ => fight(state, event),
    }
}

/// Applies what happens to the fight itself.
fn fight(state: &mut State, event: &Event) {
    match event {
        Event::Retreated { unit, path } | Event::Advanced { unit, path } => {
            state.piece_mut(*unit).at = path.last().copied();
        }
        _ => {}
    }
    let facts = &mut state.facts;
    let Some(battle) = &mut facts.battle else { return };
    match event {
        Event::Covered { support, strike, .. } => {
            battle.cover.clone_from(support);
            battle.cover_strike = *strike;
        }
        Event::Fought { attacker, defender, attackers, defenders, .. } => {
            battle.step = Step::Losses;
            for (burden, told, units) in
                [(&mut battle.attacker, attacker, attackers), (&mut battle.defender, defender, defenders)]
            {
                (burden.steps, burden.friction, burden.retreat) = (told.steps, told.friction, told.retreat);
                burden.units.clone_from(units);
            }
        }
        Event::StepsWaived { side } => battle.burden_mut(*side).steps = 0,
        Event::LossesDone => {
            (battle.attacker.friction, battle.defender.friction) = (false, false);
        }
        Event::RetreatsOwed { side, units } => {
            battle.step = if *side == battle.side { Step::AttackerRetreats } else { Step::DefenderRetreats };
            battle.burden_mut(*side).owed.clone_from(units);
        }
        Event::Retreated { unit, .. } => {
            battle.retreated.push(*unit);
            battle.attacker.owed.retain(|owed| owed != unit);
            battle.defender.owed.retain(|owed| owed != unit);
        }
        Event::ExcessOwed { hex } => battle.excess = Some(*hex),
        Event::ExcessDone => battle.excess = None,
        Event::AdvanceOpened => battle.step = Step::Advance,
        Event::Advanced { unit, .. } => battle.advanced.push(*unit),
        Event::BattleEnded => facts.battle = None,
        _ => {}
    }
}

fn begin(state: &mut State, turn: u8, phase: Phase, unsupplied: Option<&[Id]>) {
    let new_turn = phase == Phase::Weather;
    let facts = &mut state.facts;
    (facts.turn, facts.phase, facts.prepared_begun) = (turn, phase, false);
    facts.attacked.clear();
    for piece in &mut facts.unit {
        piece.new_phase();
        piece.acted &= !new_turn;
    }
    if phase.stage() != crate::phase::Stage::Combat {
        facts.designation.clear();
    }
    if let (Some(side), Some(unsupplied)) = (phase.side(), unsupplied) {
        for (card, piece) in state.scenario.units.iter().zip(&mut facts.unit) {
            if card.side == side {
                piece.unsupplied = unsupplied.contains(&card.id);
            }
        }
    }
}

/// The next stack ends the activation of the one before. [CF-MOV-11]
fn activate(state: &mut State, units: &[Level]) {
    for piece in &mut state.facts.unit {
        (piece.going, piece.mp, piece.moved) = (Going::Not, 0, false);
        piece.engaged.clear();
    }
    for level in units {
        let allowance = state.unit(level.unit).map_or(0, |unit| unit.card.allowance);
        let piece = state.piece_mut(level.unit);
        (piece.ap, piece.activated, piece.acted) = (level.ap, true, true);
        (piece.going, piece.mp) = (Going::Moving, allowance);
    }
}

fn designate(state: &mut State, target: Place, attack: Attack, bombard: bool, units: &[Id]) {
    let designations = &mut state.facts.designation;
    match designations.iter_mut().find(|designation| designation.target == target) {
        Some(designation) => designation.units.extend(units),
        None => designations.push(Designation { target, attack, bombard, units: units.to_vec() }),
    }
}

/// One step less to lose for a side in the present fight.
fn lose(state: &mut State, side: Option<Side>) {
    if let (Some(battle), Some(side)) = (&mut state.facts.battle, side) {
        let burden = battle.burden_mut(side);
        burden.steps = burden.steps.saturating_sub(1);
    }
}

fn eliminate(state: &mut State, unit: Id, loss: Loss) {
    let Some((side, steps)) = state.unit(unit).map(|unit| (unit.card.side, unit.card.steps)) else { return };
    let piece = state.piece_mut(unit);
    (piece.at, piece.fate, piece.lost, piece.going) = (None, Fate::Lost, steps, Going::Not);
    if loss == Loss::Steps {
        lose(state, Some(side));
    }
    if let Some(battle) = &mut state.facts.battle {
        battle.burden_mut(side).owed.retain(|owed| *owed != unit);
    }
}

impl Event {
    /// The result of a fight as a cell writes it.
    pub fn cell(attacker: Told, defender: Told) -> Outcome {
        Outcome { attacker: attacker.into(), defender: defender.into() }
    }
}
