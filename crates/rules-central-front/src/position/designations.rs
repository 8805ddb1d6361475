//! Attacks of a position that are paid for.

use kernel::Faults;
use kernel::reader::HOUSE_FILE;

use super::{on_map, repeated};
use crate::phase::Stage;
use crate::rules::{s6_supply, s7_attacks, s8_bombardment};
use crate::state::{Designation, State, Unit};
use crate::words::{Attack, Kind, Side, UnitId};

pub(super) fn check(state: &State, faults: &mut Faults) {
    let facts = &state.facts;
    let open = matches!(facts.phase.stage(), Stage::Move | Stage::Combat);
    faults.unless(open || facts.designation.is_empty(), "designation", "CF-SEQ-2", || {
        "Attacks are designated in movement and fought in combat phases.".into()
    });
    let Some(side) = facts.phase.side().filter(|_| open) else { return };
    for (at, designation) in facts.designation.iter().enumerate() {
        let (path, target) = (format!("designation.{at}"), designation.target);
        let own = |id: &UnitId| state.unit(*id).is_some_and(|unit| unit.card.side == side);
        let ours = !designation.units.is_empty() && designation.units.iter().all(own);
        faults.unless(ours, &path, "CF-SEQ-2", || {
            format!("The attack on {target} is made by units of the side whose phase it is.")
        });
        let lawful = on_map(state, target) && designation.attack != Attack::March;
        faults.unless(lawful, &path, "CF-SEQ-2", || {
            format!("The attack on {target} is Hasty or Prepared, on a hex of the map.")
        });
        let before = &facts.designation[..at];
        faults.unless(before.iter().all(|other| other.target != target), &path, "CF-SEQ-5", || {
            format!("The hex {target} stands twice.")
        });
        let twice = designation.units.iter().find(|id| before.iter().any(|other| other.units.contains(id)));
        let twice = twice.copied().or(repeated(&designation.units));
        faults.unless(twice.is_none(), &path, "CF-MOV-4", || {
            let name = twice.map(|id| state.scenario.name(id)).unwrap_or_default();
            format!("{name} has paid for one attack and stands twice.")
        });
        if ours && lawful {
            made(state, side, designation, &path, faults);
        }
    }
}

/// By whom the attack is made, and from where. Who was lost, dropped out or had to move since is left alone.
fn made(state: &State, side: Side, designation: &Designation, path: &str, faults: &mut Faults) {
    let target = designation.target;
    let units: Vec<Unit<'_>> = designation.units.iter().filter_map(|id| state.unit(*id)).collect();
    if designation.bombard {
        let guns = units.iter().all(|unit| unit.card.kind.is_support());
        faults.unless(guns, path, "CF-BOM-1", || format!("Only support units bombard {target}."));
        faults.check(path, |why| {
            s8_bombardment::can_combine(state, side, &designation.units, designation.attack, why)
        });
        let flies = units.iter().any(|unit| unit.card.kind == Kind::Helicopter);
        faults.unless(!(flies && state.facts.fog), path, "CF-AIR-2", || {
            "Helicopters do not fight in fog.".into()
        });
    } else {
        let maneuver = units.iter().all(|unit| unit.card.kind.is_maneuver());
        faults.unless(maneuver, path, "CF-BOM-1", || {
            format!("Maneuver units attack {target}; support units bombard.")
        });
        let there: Vec<_> = units.iter().filter_map(|unit| unit.piece.at).collect();
        let near = there.iter().all(|at| s7_attacks::adjoins(state, *at, target));
        faults.unless(near, path, "CF-MOV-6", || format!("{target} is attacked from adjacent hexes."));
        let one = designation.attack == Attack::Prepared || there.windows(2).all(|two| two[0] == two[1]);
        faults.unless(one, path, "CF-ATK-5", || {
            format!("The Hasty attack on {target} comes from one hex; from several it is Prepared.")
        });
    }
    for unit in units {
        let needs = designation.bombard || designation.attack == Attack::Prepared;
        if needs {
            faults.check(path, |why| {
                s6_supply::in_supply(unit, "Out of supply it has not paid for this.", why)
            });
        }
        let left = u32::from(unit.piece.mp) + u32::from(designation.attack.cost());
        let paid = unit.piece.mp == 0 || left <= u32::from(unit.card.allowance);
        faults.unless(paid, path, "CF-MOV-3", || {
            format!("{} has movement points that the attack on {target} cost.", unit.card.name)
        });
        let moves = state.facts.phase.stage() == Stage::Move;
        faults.unless(!moves || unit.piece.activated || unit.piece.at.is_none(), path, "CF-AP-12", || {
            format!("{} pays for an attack and is not activated.", unit.card.name)
        });
        faults.unless(unit.card.kind != Kind::Garrison, path, HOUSE_FILE, || {
            "A garrison never attacks.".into()
        });
    }
}
