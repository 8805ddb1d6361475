//! CF-BOM: support units that attack on their own.

use kernel::grammar::holds;
use kernel::{Checked, Reasons};

use super::{of_hex, of_unit, s6_supply, s8_air, s8_support, s9_results, s11_chemical};
use crate::setup::Card;
use crate::state::{Battle, State, Unit};
use crate::words::{Attack, Kind, Place, Side, UnitId};

/// [CF-MOV-6] [CF-AIR-2] [CF-SPL-2] Whether a unit can pay for a bombardment of a hex from where it is.
pub fn can_reach(state: &State, unit: Unit<'_>, target: Place, why: &mut Reasons) -> Checked {
    let id = unit.id();
    why.unless(unit.card.kind.is_support(), "CF-BOM-1", "kind", || {
        of_unit(state, id, "Only support units bombard.")
    })?;
    let range = unit.piece.at.map(|at| state.scenario.board.distance(at, target));
    why.unless(range.is_some_and(|range| range <= u32::from(unit.card.range)), "CF-MOV-6", "range", || {
        of_unit(state, id, "The target hex is out of its range.")
    })?;
    why.unless(!(state.facts.fog && unit.card.kind == Kind::Helicopter), "CF-AIR-2", "fog", || {
        of_unit(state, id, "Helicopters do not fight in fog.")
    })?;
    s6_supply::in_supply(unit, "Out of supply it may not fire.", why)
}

/// [CF-BOM-1] [CF-BOM-6] [CF-BOM-7] [CF-AIR-3] Whether these units bombard together: a Hasty bombardment is one unit's,
/// a Prepared one of the Warsaw Pact one formation's; without the air one helicopter takes part.
pub fn can_combine(
    state: &State,
    side: Side,
    units: &[UnitId],
    attack: Attack,
    why: &mut Reasons,
) -> Checked {
    why.unless(attack == Attack::Prepared || units.len() == 1, "CF-BOM-1", "limit", || {
        "A Hasty bombardment is made by one unit; several combine as Prepared.".into()
    })?;
    let cards: Vec<&Card> = units.iter().filter_map(|id| state.unit(*id)).map(|unit| unit.card).collect();
    s8_air::helicopters(state, side, cards.iter().filter(|card| card.kind == Kind::Helicopter).count(), why)?;
    if side == Side::Nato {
        return Ok(());
    }
    s8_support::one_formation(&cards, "CF-BOM-7", why)
}

/// [CF-BOM-1] [CF-CHM-5] What a fight counts as where the kind of attack is asked: a bombardment by one unit or by a
/// strike is Hasty, also when it was paid for as Prepared and nobody joined it or its partner dropped out.
pub fn counts_as(battle: &Battle) -> Attack {
    match battle.bombard {
        true if battle.units.len() <= 1 => Attack::Hasty,
        _ => battle.attack,
    }
}

/// [CF-BOM-2] [CF-BOM-4] Whether a designated bombardment can be made as it is asked for.
pub fn can_bombard(state: &State, battle: &Battle, why: &mut Reasons) -> Checked {
    why.unless(battle.support.is_empty() && !battle.strike, "CF-BOM-1", "support", || {
        of_hex(battle.target, "A bombardment is not supported; strikes bombard alone.")
    })?;
    is_there(state, battle, why)?;
    s9_results::within_table(state, battle, why)
}

/// [CF-BOM-9] Whether the unit that is chosen is an enemy in the hex. Where none of those in it can be bombarded, the choice
/// is not what is wrong, and what forbids it is told.
pub fn is_there(state: &State, battle: &Battle, why: &mut Reasons) -> Checked {
    let enemies: Vec<Unit<'_>> = state.of_side_in(battle.side.enemy(), battle.target).collect();
    let aimed = battle.chosen.filter(|chosen| enemies.iter().any(|unit| unit.id() == *chosen));
    if aimed.is_some() {
        return Ok(());
    }
    let at = |unit: &Unit<'_>| Battle { chosen: Some(unit.id()), ..battle.clone() };
    let can = |battle: &Battle, why: &mut Reasons| {
        s9_results::within_table(state, battle, why)?;
        s11_chemical::can_use(state, battle, why)
    };
    let none = !enemies.iter().any(|unit| holds(|why| can(&at(unit), why)));
    if let Some(first) = enemies.first().filter(|_| none) {
        can(&at(first), why)?;
    }
    why.refuse("CF-BOM-2", "chosen", || {
        if enemies.is_empty() {
            return of_hex(battle.target, "No enemy unit stands there.");
        }
        let names: Vec<&str> = enemies.iter().map(|unit| unit.card.name.as_str()).collect();
        let open = format!("One enemy unit in the hex is chosen: {}.", names.join(" or "));
        match battle.chosen.and_then(|chosen| state.unit(chosen)) {
            None => of_hex(battle.target, &open),
            Some(other) => {
                of_unit(state, other.id(), &format!("It is no enemy in {}. {open}", battle.target))
            }
        }
    })
}
