//! CF-BOM: support units that attack on their own.

use kernel::Id;

use super::{Checked, No, s6_supply, s8_air, s8_support, s9_results, unless};
use crate::setup::Card;
use crate::state::{Battle, State, Unit};
use crate::words::{Attack, Kind, Place, Side};

/// [CF-MOV-6] [CF-AIR-2] [CF-SPL-2] Whether a unit can pay for a bombardment of a hex from where it is.
pub fn can_reach(state: &State, unit: Unit<'_>, target: Place) -> Checked {
    let id = unit.id();
    let kind = No::new("CF-BOM-1", "kind", "Only support units bombard.").of(id);
    unless(unit.card.kind.is_support(), kind)?;
    let far = No::new("CF-MOV-6", "range", "The target hex is out of its range.").of(id);
    let range = unit.piece.at.map(|at| state.scenario.board.distance(at, target));
    unless(range.is_some_and(|range| range <= u32::from(unit.card.range)), far)?;
    let fog = No::new("CF-AIR-2", "fog", "Helicopters do not fight in fog.").of(id);
    unless(!(state.facts.fog && unit.card.kind == Kind::Helicopter), fog)?;
    s6_supply::in_supply(unit, "Out of supply it may not fire.")
}

/// [CF-BOM-1] [CF-BOM-6] [CF-BOM-7] [CF-AIR-3] Whether these units bombard together: a Hasty bombardment is one unit's,
/// a Prepared one of the Warsaw Pact one formation's; without the air one helicopter takes part.
pub fn can_combine(state: &State, side: Side, units: &[Id], attack: Attack) -> Checked {
    let one =
        No::new("CF-BOM-1", "limit", "A Hasty bombardment is made by one unit; several combine as Prepared.");
    unless(attack == Attack::Prepared || units.len() == 1, one)?;
    let cards: Vec<&Card> = units.iter().filter_map(|id| state.unit(*id)).map(|unit| unit.card).collect();
    s8_air::helicopters(state, side, cards.iter().filter(|card| card.kind == Kind::Helicopter).count())?;
    if side == Side::Nato {
        return Ok(());
    }
    s8_support::one_formation(&cards, "CF-BOM-7")
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
pub fn can_bombard(state: &State, battle: &Battle) -> Checked {
    let alone = No::new("CF-BOM-1", "support", "A bombardment is not supported; strikes bombard alone.");
    unless(battle.support.is_empty() && !battle.strike, alone.at(battle.target))?;
    is_there(state, battle)?;
    s9_results::within_table(state, battle)
}

/// [CF-BOM-9] Whether the unit that is chosen is an enemy in the hex.
pub fn is_there(state: &State, battle: &Battle) -> Checked {
    let none = No::new("CF-BOM-2", "chosen", "One enemy unit in the hex is chosen.").at(battle.target);
    let chosen = battle.chosen.and_then(|chosen| state.unit(chosen)).ok_or(none)?;
    unless(chosen.card.side != battle.side && chosen.piece.at == Some(battle.target), none)
}
