//! CF-ATK, CF-MOV and CF-BOM: attacks that are paid for in movement and fought in the combat phase. (A4)

use kernel::{Adjudged, Id};

use super::{
    Checked, Cx, No, deny, distinct, own_phase, own_unit, s5_action_points, s6_supply, s7_attacks, s7_march,
    s8_bombardment, unless,
};
use crate::event::Event;
use crate::phase::Stage;
use crate::state::{Designation, Going, State, Unit};
use crate::words::{Attack, Place, Side};

/// [CF-SEQ-2] [CF-MOV-6] Pays for an attack at the place from which it is made.
pub fn designate(cx: &mut Cx<'_>, units: &[Id], target: Place, attack: Attack, bombard: bool) -> Adjudged {
    let side = own_phase(cx, Stage::Move)?;
    deny(cx, can_designate(cx.state(), side, units, target, attack, bombard))?;
    let units = units.to_vec();
    cx.record(Event::Designated { target, attack, bombard, units })
}

/// Whether these units can pay for this attack.
pub fn can_designate(
    state: &State,
    side: Side,
    units: &[Id],
    target: Place,
    attack: Attack,
    bombard: bool,
) -> Checked {
    distinct(units)?;
    let march = No::new(
        "CF-SEQ-2",
        "kind",
        "A March attack is made at once; Hasty and Prepared ones are designated.",
    );
    unless(attack != Attack::March, march)?;
    for id in units {
        pays(state, own_unit(state, side, *id)?, target, attack, bombard)?;
    }
    let empty = No::new("CF-ATK-7", "target", "No enemy stands there.").at(target);
    unless(state.of_side_in(side.enemy(), target).next().is_some(), empty)?;
    let before = state.designation(target);
    if let Some(before) = before {
        let other =
            No::new("CF-SEQ-5", "target", "A hex is attacked once in a combat phase, in one way.").at(target);
        unless((before.attack, before.bombard) == (attack, bombard), other)?;
    }
    let joined: Vec<Id> = before.iter().flat_map(|before| &before.units).chain(units).copied().collect();
    if bombard {
        s8_bombardment::can_combine(state, side, &joined, attack)
    } else {
        assaults(state, &joined, target, attack)
    }
}

/// What each unit needs to pay. [CF-MOV-4] [CF-MOV-7] [CF-AP-12]
fn pays(state: &State, unit: Unit<'_>, target: Place, attack: Attack, bombard: bool) -> Checked {
    let id = unit.id();
    s7_march::goes_on(unit)?;
    let inactive =
        No::new("CF-AP-12", "inactive", "An attack is paid from an activation, and it is not activated.");
    unless(unit.piece.going != Going::Not, inactive.of(id))?;
    s5_action_points::may_attack(unit)?;
    let paid = No::new("CF-MOV-4", "paid", "It has paid for an attack in this phase.");
    unless(state.designation_of(id).is_none(), paid.of(id))?;
    let short = No::new("CF-MOV-3", "points", "It has not the movement points for this attack.");
    unless(unit.piece.mp >= attack.cost(), short.of(id))?;
    if attack == Attack::Prepared {
        s6_supply::in_supply(unit, "Out of supply it may not designate a Prepared attack.")?;
    }
    if bombard {
        return s8_bombardment::can_reach(state, unit, target);
    }
    let kind = No::new("CF-BOM-1", "kind", "Support units attack on their own by bombardment.");
    unless(unit.card.kind.is_maneuver(), kind.of(id))?;
    let far =
        No::new("CF-MOV-6", "adjacent", "It is not adjacent to the target, or nothing gets through between.");
    unless(unit.piece.at.is_some_and(|at| s7_attacks::adjoins(state, at, target)), far.of(id))
}

/// [CF-MOV-5] [CF-ATK-5] [CF-ATK-9] What an assault as a whole needs.
fn assaults(state: &State, units: &[Id], target: Place, attack: Attack) -> Checked {
    let mut hexes = units.iter().filter_map(|id| state.unit(*id)?.piece.at);
    let first = hexes.next();
    let apart = No::new("CF-ATK-5", "hex", "A Hasty attack comes from one hex; from several it is Prepared.");
    unless(attack == Attack::Prepared || hexes.all(|hex| Some(hex) == first), apart.at(target))?;
    let nothing = No::new("CF-ATK-9", "strength", "The attack has no strength.").at(target);
    unless(s7_attacks::strength(state, units, target, attack) > 0, nothing)
}

/// [CF-ATK-7] Who of a designation still takes part: Effective, there, adjacent or in range.
pub fn taking_part(state: &State, side: Side, designation: &Designation) -> Vec<Id> {
    let takes_part = |id: &&Id| {
        let Ok(unit) = own_unit(state, side, **id) else { return false };
        let Some(at) = unit.piece.at else { return false };
        unit.is_effective()
            && match designation.bombard {
                true => {
                    s8_bombardment::can_reach(state, unit, designation.target).is_ok() && !unit.piece.fired
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
    let none = No::new("CF-ATK-16", "target", "No attack on this hex is designated.").at(target);
    deny(cx, unless(cx.state().designation(target).is_some(), none))?;
    cx.record(Event::CalledOff { target })
}
