//! CF-ATK, CF-MOV and CF-BOM: attacks that are paid for in movement and fought in the combat phase. (A4)

use kernel::grammar::{SectionEvent, allowed, holds, is_default};
use kernel::view::Text;
use kernel::{Adjudged, Audience, Checked, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::{
    Cx, distinct, listed, of_hex, of_unit, on_board, own_phase, own_unit, s5_action_points, s6_supply,
    s7_attacks, s7_march, s8_bombardment,
};
use crate::phase::Stage;
use crate::setup::Scenario;
use crate::state::{Designation, Going, State, Unit};
use crate::words::{Attack, Place, Side, UnitId};

/// [CF-SEQ-2] [CF-MOV-6] Pays for an attack at the place from which it is made.
pub fn designate(
    cx: &mut Cx<'_>,
    units: &[UnitId],
    target: Place,
    attack: Attack,
    bombard: bool,
) -> Adjudged {
    let side = own_phase(cx, Stage::Move)?;
    cx.check(|why| can_designate(cx.state(), side, units, target, attack, bombard, why))?;
    let units = units.to_vec();
    cx.record(Designated { target, attack, bombard, units })
}

/// Whether these units can pay for this attack.
pub fn can_designate(
    state: &State,
    side: Side,
    units: &[UnitId],
    target: Place,
    attack: Attack,
    bombard: bool,
    why: &mut Reasons,
) -> Checked {
    distinct(state, units, why)?;
    why.unless(attack != Attack::March, "CF-SEQ-2", "kind", || {
        "A March attack is made at once; Hasty and Prepared ones are designated.".into()
    })?;
    on_board(state, &[target], why)?;
    for id in units {
        pays(state, own_unit(state, side, *id, why)?, target, attack, bombard, why)?;
    }
    why.unless(state.of_side_in(side.enemy(), target).next().is_some(), "CF-ATK-7", "target", || {
        of_hex(target, "No enemy stands there.")
    })?;
    let before = state.designation(target);
    if let Some(before) = before {
        why.unless((before.attack, before.bombard) == (attack, bombard), "CF-SEQ-5", "target", || {
            of_hex(target, "A hex is attacked once in a combat phase, in one way.")
        })?;
    }
    let joined: Vec<UnitId> = before.iter().flat_map(|before| &before.units).chain(units).copied().collect();
    if bombard {
        s8_bombardment::can_combine(state, side, &joined, attack, why)
    } else {
        assaults(state, &joined, target, attack, why)
    }
}

/// What each unit needs to pay. [CF-MOV-4] [CF-MOV-7] [CF-AP-12]
fn pays(
    state: &State,
    unit: Unit<'_>,
    target: Place,
    attack: Attack,
    bombard: bool,
    why: &mut Reasons,
) -> Checked {
    let id = unit.id();
    s7_march::goes_on(unit, why)?;
    why.unless(unit.piece.going != Going::Not, "CF-AP-12", "inactive", || {
        of_unit(state, id, "An attack is paid from an activation, and it is not activated.")
    })?;
    s5_action_points::may_attack(unit, why)?;
    why.unless(state.designation_of(id).is_none(), "CF-MOV-4", "paid", || {
        of_unit(state, id, "It has paid for an attack in this phase.")
    })?;
    why.unless(unit.piece.mp >= attack.cost(), "CF-MOV-3", "points", || {
        of_unit(state, id, "It has not the movement points for this attack.")
    })?;
    if attack == Attack::Prepared {
        s6_supply::in_supply(unit, "Out of supply it may not designate a Prepared attack.", why)?;
    }
    if bombard {
        return s8_bombardment::can_reach(state, unit, target, why);
    }
    why.unless(unit.card.kind.is_maneuver(), "CF-BOM-1", "kind", || {
        of_unit(state, id, "Support units attack on their own by bombardment.")
    })?;
    why.unless(
        unit.piece.at.is_some_and(|at| s7_attacks::adjoins(state, at, target)),
        "CF-MOV-6",
        "adjacent",
        || of_unit(state, id, "It is not adjacent to the target, or nothing gets through between."),
    )
}

/// [CF-MOV-5] [CF-ATK-5] [CF-ATK-9] What an assault as a whole needs.
fn assaults(state: &State, units: &[UnitId], target: Place, attack: Attack, why: &mut Reasons) -> Checked {
    let mut hexes = units.iter().filter_map(|id| state.unit(*id)?.piece.at);
    let first = hexes.next();
    why.unless(attack == Attack::Prepared || hexes.all(|hex| Some(hex) == first), "CF-ATK-5", "hex", || {
        of_hex(target, "A Hasty attack comes from one hex; from several it is Prepared.")
    })?;
    why.unless(s7_attacks::strength(state, units, target, attack) > 0, "CF-ATK-9", "strength", || {
        of_hex(target, "The attack has no strength.")
    })
}

/// [CF-ATK-7] Who of a designation still takes part: Effective, there, adjacent or in range.
pub fn taking_part(state: &State, side: Side, designation: &Designation) -> Vec<UnitId> {
    let takes_part = |id: &&UnitId| {
        let Some(unit) = allowed(|why| own_unit(state, side, **id, why)) else { return false };
        let Some(at) = unit.piece.at else { return false };
        unit.is_effective()
            && match designation.bombard {
                true => {
                    holds(|why| s8_bombardment::can_reach(state, unit, designation.target, why))
                        && !unit.piece.fired
                }
                false => s7_attacks::adjoins(state, at, designation.target),
            }
    };
    designation.units.iter().filter(takes_part).copied().collect()
}

/// [CF-ATK-7] Whether a designation can still be fought: somebody takes part with some strength, and an enemy is there.
pub fn is_live(state: &State, side: Side, designation: &Designation) -> bool {
    let units = taking_part(state, side, designation);
    let met = state.of_side_in(side.enemy(), designation.target).next().is_some();
    met && !units.is_empty()
        && (designation.bombard
            || s7_attacks::strength(state, &units, designation.target, designation.attack) > 0)
}

/// [CF-ATK-16] Calls a designated attack off: what it cost is lost, and the hex counts as not attacked.
pub fn call_off(cx: &mut Cx<'_>, target: Place) -> Adjudged {
    own_phase(cx, Stage::Combat)?;
    cx.check(|why| {
        on_board(cx.state(), &[target], why)?;
        why.unless(cx.state().designation(target).is_some(), "CF-ATK-16", "target", || {
            of_hex(target, "No attack on this hex is designated.")
        })
    })?;
    cx.record(CalledOff { target })
}

/// An attack was paid for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Designated {
    /// The hex attacked.
    pub target: Place,
    /// Hasty or Prepared.
    pub attack: Attack,
    /// Bombarded, not assaulted.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bombard: bool,
    /// Who joined it.
    pub units: Vec<UnitId>,
}

impl SectionEvent<State, Scenario> for Designated {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let Self { target, attack, bombard, units } = self;
        for unit in units {
            let piece = state.piece_mut(*unit);
            (piece.mp, piece.acted) = (piece.mp.saturating_sub(attack.cost()), true);
        }
        let designations = &mut state.facts.designation;
        match designations.iter_mut().find(|designation| designation.target == *target) {
            Some(designation) => designation.units.extend(units),
            None => designations.push(Designation {
                target: *target,
                attack: *attack,
                bombard: *bombard,
                units: units.clone(),
            }),
        }
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        let what = if self.bombard { "bombardment of" } else { "attack on" };
        let (target, who) = (setup.board.called(self.target), listed(setup, &self.units));
        Text::new(format!("{} {what} {target} by {who}.", self.attack.prose()))
    }
}

/// A designated attack was called off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalledOff {
    /// The hex.
    pub target: Place,
}

impl SectionEvent<State, Scenario> for CalledOff {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        strike_out(state, self.target);
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        let target = setup.board.called(self.target);
        Text::new(format!("The attack on {target} was called off.")).rule(RuleId("CF-ATK-16"))
    }
}

/// A designated attack had nobody left to make it or nobody to meet it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Voided {
    /// The hex.
    pub target: Place,
}

impl SectionEvent<State, Scenario> for Voided {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        strike_out(state, self.target);
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        let target = setup.board.called(self.target);
        Text::new(format!("The attack on {target} had become void.")).rule(RuleId("CF-ATK-7"))
    }
}

/// [CF-SUP-15] An attack is not made, and its units are spent all the same.
fn strike_out(state: &mut State, target: Place) {
    let units: Vec<UnitId> = state.designation(target).map(|one| one.units.clone()).unwrap_or_default();
    units.iter().for_each(|unit| state.piece_mut(*unit).spent = true);
    state.facts.designation.retain(|designation| designation.target != target);
}
