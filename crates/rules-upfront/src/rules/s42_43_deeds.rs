//! 42.43, what cannot have happened: deeds beyond what both sides brought.

use kernel::{Id, RuleId};

use crate::muster::Faults;
use crate::offers::enemy_vehicles;
use crate::report::Deed;
use crate::setup::scenario::ForceName;
use crate::state::State;
use crate::words::{AuxKind, ManId, Side};

const SENSE: RuleId = RuleId("UF-E34");

/// The most Hero cards one man uses in one scenario: as many as a tally holds notes about him.
pub const MOST_HEROES: u8 = 20;

/// [UF-E34] Deeds of one man that contradict themselves or what the other side brought with its `n_enemies` men.
pub fn faults(state: &State, side: Side, man: ManId, deeds: &[Deed], n_enemies: usize, faults: &mut Faults) {
    let name = || super::name(state, side, man);
    let enemy = &state.campaign.sides[side.other().index()].name;
    let (mut heroes, mut guns) = (0u8, 0u8);
    for deed in deeds {
        match *deed {
            Deed::Hero { hero } => heroes = heroes.saturating_add(hero),
            Deed::GunInCc { ig_cc } => guns = guns.saturating_add(ig_cc),
            Deed::DemoCharge { demo_charge_men } if usize::from(demo_charge_men) > n_enemies => {
                faults.note(SENSE, "E34", || {
                    format!("{}: a demo charge on {demo_charge_men} men; {enemy} had {n_enemies}.", name())
                });
            }
            Deed::Infiltration { infiltration: fire } => {
                // More may be hit than were unpinned: a pinned man can be removed.
                let told = [(fire.unpinned_before, "unpinned"), (fire.removed_or_pinned, "hit")];
                for (n, what) in told.iter().filter(|(n, _)| usize::from(*n) > n_enemies) {
                    faults.note(RuleId("UF-42.43-12"), "E34", || {
                        format!("{}: infiltration fire with {n} men {what}; {enemy} had {n_enemies}.", name())
                    });
                }
            }
            Deed::CcKill { .. } | Deed::DemoCharge { .. } | Deed::Vehicle { .. } => {}
        }
    }
    if heroes > MOST_HEROES {
        faults.note(RuleId("UF-42.43-5"), "E34", || {
            format!("{} used {heroes} Hero cards; {MOST_HEROES} at most are noted of a man.", name())
        });
    }
    let n_guns = brought(state, side.other(), AuxKind::Gun);
    if n_guns.is_some_and(|n| usize::from(guns) > n) {
        faults.note(RuleId("UF-42.43-7"), "E34", || {
            let n = n_guns.unwrap_or(0);
            format!("{} killed {guns} infantry guns in close combat; {enemy} brought {n}.", name())
        });
    }
}

/// [UF-E34, UF-R24] Deeds of a whole side: no more enemies killed in close combat, and no more vehicles dealt with, than
/// the other side had.
pub fn faults_of_all(state: &State, side: Side, deeds: &[&Deed], n_enemies: usize, faults: &mut Faults) {
    let [own, enemy] = [side, side.other()].map(|side| &state.campaign.sides[side.index()].name);
    let kills = deeds.iter().map(|deed| if let Deed::CcKill { cc_kill } = deed { *cc_kill } else { 0 });
    let kills: usize = kills.map(usize::from).sum();
    if kills > n_enemies {
        faults.note(RuleId("UF-R24"), "E34", || {
            format!("{own} killed {kills} men in close combat; {enemy} had {n_enemies}.")
        });
    }
    let Some(n_vehicles) = brought(state, side.other(), AuxKind::Vehicle) else { return };
    let mut named: Vec<Id> = Vec::new();
    for deed in deeds {
        let Deed::Vehicle { afv, .. } = deed else { continue };
        if !named.contains(afv) {
            named.push(*afv);
        }
    }
    let known = enemy_vehicles(state, side);
    let is_strange = |afv: &Id| afv.as_str().starts_with("afv-") && !known.contains(afv);
    let strange = named.iter().find(|afv| named.len() > n_vehicles || is_strange(afv));
    if let Some(afv) = strange {
        faults.note(RuleId("UF-42.8-6"), "E34", || match n_vehicles {
            0 => format!("{own} dealt with {afv}; {enemy} brought no vehicle."),
            n => {
                let named = named.iter().map(Id::as_str).collect::<Vec<_>>().join(", ");
                format!("{own} dealt with {named}; {enemy} brought {n}.")
            }
        });
    }
}

/// How many guns or vehicles a side brought; unknown where it buys its force itself.
fn brought(state: &State, side: Side, kind: AuxKind) -> Option<usize> {
    let scenario = state.scenario()?;
    let part = state.part(side);
    let printed = !matches!(scenario.forces[part], ForceName::Own(_));
    printed.then(|| scenario.aux[part].iter().filter(|aux| aux.kind == kind).count())
}
