//! 42.43, what cannot have happened: deeds beyond what both sides brought, and deeds that the losses of the other side
//! belie.

use kernel::{Reasons, RuleId};

use crate::offers::enemy_vehicles;
use crate::report::{Deed, Report, SideReport, Wreck};
use crate::setup::scenario::ForceName;
use crate::state::State;
use crate::words::{AuxKind, ManId, Out, Side, VehicleId};

const SENSE: RuleId = RuleId("UF-E34");

/// The most Hero cards one man uses in one scenario: as many as a tally holds notes about him.
pub const MOST_HEROES: u8 = 20;

/// How many men the enemies of a side were at most: its force and those moved in from another scenario of a Team Game
/// or, where more are told, as many as that.
pub fn enemies(state: &State, side: Side, n_told: usize) -> usize {
    let facts = state.side(side.enemy());
    let in_force = |man: ManId| facts.force.as_ref().is_some_and(|force| force.place_of(man).is_some());
    let moved_in = facts.team.iter().filter(|man| !in_force(**man)).count();
    n_told.max(facts.force.as_ref().map_or(0, |force| force.men().count()) + moved_in)
}

/// How many enemies could fall in close combat: `n_enemies` men, and the crews and commanders of what they brought, who
/// are on no roster. Nobody knows where the other side buys its force itself.
fn could_fall(state: &State, side: Side, n_enemies: usize) -> Option<usize> {
    let [guns, vehicles] = [AuxKind::Gun, AuxKind::Vehicle].map(|kind| brought(state, side.enemy(), kind));
    Some(n_enemies + 3 * guns? + vehicles?)
}

/// [UF-E34] Deeds of one man that contradict themselves or what the other side brought with its `n_enemies` men.
pub fn faults(state: &State, side: Side, man: ManId, deeds: &[Deed], n_enemies: usize, why: &mut Reasons) {
    let name = || super::name(state, side, man);
    let enemy = &state.campaign.sides[side.enemy()].name;
    let (mut heroes, mut guns) = (0u8, 0u8);
    for deed in deeds {
        match *deed {
            Deed::Hero { hero } => heroes = heroes.saturating_add(hero),
            Deed::GunInCc { ig_cc } => guns = guns.saturating_add(ig_cc),
            Deed::DemoCharge { demo_charge_men } if usize::from(demo_charge_men) > n_enemies => {
                why.note(SENSE, "E34", || {
                    format!("{}: a demo charge on {demo_charge_men} men; {enemy} had {n_enemies}.", name())
                });
            }
            Deed::Infiltration { infiltration: fire } => {
                // More may be hit than were unpinned: a pinned man can be removed.
                let told = [(fire.unpinned_before, "unpinned"), (fire.removed_or_pinned, "hit")];
                for (n, what) in told.iter().filter(|(n, _)| usize::from(*n) > n_enemies) {
                    why.note(RuleId("UF-42.43-12"), "E34", || {
                        format!("{}: infiltration fire with {n} men {what}; {enemy} had {n_enemies}.", name())
                    });
                }
            }
            Deed::CcKill { .. } | Deed::DemoCharge { .. } | Deed::Vehicle { .. } => {}
        }
    }
    if heroes > MOST_HEROES {
        why.note(RuleId("UF-42.43-5"), "E34", || {
            format!("{} used {heroes} Hero cards; {MOST_HEROES} at most are noted of a man.", name())
        });
    }
    let n_guns = brought(state, side.enemy(), AuxKind::Gun);
    if n_guns.is_some_and(|n| usize::from(guns) > n) {
        why.note(RuleId("UF-42.43-7"), "E34", || {
            let (n, guns) = (n_guns.unwrap_or(0), counted(guns.into(), "infantry gun"));
            format!("{} killed {guns} in close combat; {enemy} brought {n}.", name())
        });
    }
}

/// [UF-E34, UF-R24] Deeds of a whole side: no more enemies killed in close combat, and no more vehicles dealt with, than
/// the other side had.
pub fn faults_of_all(state: &State, side: Side, deeds: &[&Deed], n_enemies: usize, why: &mut Reasons) {
    let [own, enemy] = [side, side.enemy()].map(|side| &state.campaign.sides[side].name);
    let kills = deeds.iter().map(|deed| if let Deed::CcKill { cc_kill } = deed { *cc_kill } else { 0 });
    let kills: usize = kills.map(usize::from).sum();
    let most = could_fall(state, side, n_enemies);
    if let Some(most) = most.filter(|most| kills > *most) {
        why.note(RuleId("UF-R24"), "E34", || {
            format!("{own} killed {kills} men in close combat; {enemy} had {most}.")
        });
    }
    let Some(n_vehicles) = brought(state, side.enemy(), AuxKind::Vehicle) else { return };
    let mut named: Vec<VehicleId> = Vec::new();
    for deed in deeds {
        let Deed::Vehicle { afv, .. } = deed else { continue };
        if !named.contains(afv) {
            named.push(*afv);
        }
    }
    let known = enemy_vehicles(state, side);
    let is_strange = |afv: &VehicleId| numbered(afv) && !known.contains(afv);
    let strange = named.iter().find(|afv| named.len() > n_vehicles || is_strange(afv));
    if let Some(afv) = strange {
        why.note(RuleId("UF-42.8-6"), "E34", || match n_vehicles {
            0 => format!("{own} dealt with {afv}; {enemy} brought no vehicle."),
            n => {
                let named = named.iter().map(VehicleId::as_str).collect::<Vec<_>>().join(", ");
                format!("{own} dealt with {named}; {enemy} brought {n}.")
            }
        });
    }
}

/// [UF-E34] Deeds of a side that the losses of the other side in the same report belie: enemies killed in close combat
/// who are not lost, infantry guns and vehicles that are not. What goes beyond the whole enemy is told by [`faults`].
/// An immobilised vehicle need not be lost. [UF-42.43-13]
pub fn belied(state: &State, side: Side, report: &Report, n_enemies: usize, why: &mut Reasons) {
    let enemy = &state.campaign.sides[side.enemy()].name;
    let losses = report.side(side.enemy());
    let lost = |kind: AuxKind| losses.aux.iter().filter(|loss| loss.kind == kind).count();
    let guns =
        Claim::of(report.side(side), |deed| if let Deed::GunInCc { ig_cc } = deed { *ig_cc } else { 0 });
    let n_guns = lost(AuxKind::Gun);
    let within = brought(state, side.enemy(), AuxKind::Gun).is_none_or(|n| guns.most <= n);
    if guns.n > n_guns && within {
        why.note(RuleId("UF-42.43-7"), "E34", || {
            format!(
                "{} killed {} in close combat, but {enemy} lost {n_guns}: report the gun lost with its number, \
                 or no such deed.",
                guns.who(state, side),
                counted(guns.n, "infantry gun")
            )
        });
    }
    let kills =
        Claim::of(report.side(side), |deed| if let Deed::CcKill { cc_kill } = deed { *cc_kill } else { 0 });
    let fallen = losses.men.iter().filter(|man| matches!(man.out, Out::CcLost | Out::Killed)).count();
    // A gun that is not fully manned has fewer than three men, and a commander is one: neither is on the roster.
    let crews = 2 * n_guns.saturating_sub(guns.n) + lost(AuxKind::CommanderKilled);
    let within = could_fall(state, side, n_enemies).is_none_or(|most| kills.n <= most);
    if kills.n > fallen + crews && within {
        why.note(RuleId("UF-42.43-6"), "E34", || {
            format!(
                "{} killed {} in close combat, but {} of {enemy} fell: report which men were lost in close \
                 combat, or fewer killed.",
                kills.who(state, side),
                counted(kills.n, "enemy"),
                fallen + crews
            )
        });
    }
    let charges = Claim::of(report.side(side), |deed| {
        if let Deed::DemoCharge { demo_charge_men } = deed { *demo_charge_men } else { 0 }
    });
    let ended = |how: &[Out]| losses.men.iter().filter(|man| how.contains(&man.out)).count();
    let removed = ended(&[Out::Killed, Out::Routed]) + 3 * n_guns + lost(AuxKind::CommanderKilled);
    // Nobody falls twice: who was killed in close combat, no charge has killed.
    let left = (removed + ended(&[Out::CcLost])).saturating_sub(kills.n).min(removed);
    if charges.n > left {
        why.note(RuleId("UF-42.43-10"), "E34", || {
            format!(
                "{} killed or routed {} with demo charges, but of {enemy} {left} were killed or routed besides \
                 those who fell in close combat: report who they were, or fewer.",
                charges.who(state, side),
                counted(charges.n, "enemy")
            )
        });
    }
    vehicles_belied(state, side, report, why);
}

/// Each destroyed vehicle is among those the other side lost, with its own number where the scenario names it.
fn vehicles_belied(state: &State, side: Side, report: &Report, why: &mut Reasons) {
    let enemy = &state.campaign.sides[side.enemy()].name;
    let known: Vec<(VehicleId, i32)> = vehicles(state, side);
    let effect = |afv: VehicleId| known.iter().find(|(id, _)| *id == afv).map(|(_, effect)| *effect);
    let n_brought = brought(state, side.enemy(), AuxKind::Vehicle);
    // Where the scenario brings none of that name, that is told already.
    let is_strange = |afv: &VehicleId| n_brought.is_some() && numbered(afv) && effect(*afv).is_none();
    let mut destroyed: Vec<(Option<i32>, VehicleId, ManId)> = Vec::new();
    for told in &report.side(side).men {
        for deed in &told.events {
            if let Deed::Vehicle { afv, result: Wreck::Destroyed, .. } = deed
                && !destroyed.iter().any(|(_, known, _)| known == afv)
                && !is_strange(afv)
            {
                destroyed.push((effect(*afv), *afv, told.id));
            }
        }
    }
    if n_brought.is_some_and(|n| destroyed.len() > n) {
        return;
    }
    destroyed.sort_by_key(|(effect, ..)| effect.is_none());
    let losses = report.side(side.enemy()).aux.iter().filter(|loss| loss.kind == AuxKind::Vehicle);
    let mut lost: Vec<i32> = losses.map(|loss| loss.effect).collect();
    for (effect, afv, man) in destroyed {
        match lost.iter().position(|loss| effect.is_none_or(|effect| effect == *loss)) {
            Some(at) => drop(lost.swap_remove(at)),
            None => why.note(RuleId("UF-42.8-3"), "E34", || {
                let number = effect.map_or_else(String::new, |effect| format!(" with number {effect}"));
                let man = super::name(state, side, man);
                format!(
                    "{man} destroyed {afv}, but {enemy} lost no such vehicle: report a vehicle{number} lost, or \
                     no such deed."
                )
            }),
        }
    }
}

/// What the men of a side claim together.
struct Claim {
    n: usize,
    /// What one man claims at most.
    most: usize,
    men: Vec<ManId>,
}

impl Claim {
    fn of(report: &SideReport, count: impl Fn(&Deed) -> u8) -> Self {
        let mut claim = Self { n: 0, most: 0, men: Vec::new() };
        for told in &report.men {
            let n: usize = told.events.iter().map(|deed| usize::from(count(deed))).sum();
            if n > 0 {
                claim.n += n;
                claim.most = claim.most.max(n);
                claim.men.push(told.id);
            }
        }
        claim
    }

    fn who(&self, state: &State, side: Side) -> String {
        self.men.iter().map(|man| super::name(state, side, *man)).collect::<Vec<_>>().join(" and ")
    }
}

fn counted(n: usize, what: &str) -> String {
    match (n, what) {
        (1, _) => format!("1 {what}"),
        (_, "enemy") => format!("{n} enemies"),
        _ => format!("{n} {what}s"),
    }
}

/// Whether a vehicle is named by its place in the scenario, as pages name it.
fn numbered(afv: &VehicleId) -> bool {
    afv.as_str().starts_with("afv-")
}

/// The vehicles of the other side by the ids that deeds name, each with its number.
pub fn vehicles(state: &State, side: Side) -> Vec<(VehicleId, i32)> {
    let Some(scenario) = state.scenario() else { return Vec::new() };
    let brought = scenario.aux[state.part(side.enemy())].iter().filter(|aux| aux.kind == AuxKind::Vehicle);
    enemy_vehicles(state, side).into_iter().zip(brought.map(|aux| aux.effect)).collect()
}

/// How many guns or vehicles a side brought; unknown where it buys its force itself.
fn brought(state: &State, side: Side, kind: AuxKind) -> Option<usize> {
    let scenario = state.scenario()?;
    let part = state.part(side);
    let printed = !matches!(scenario.forces[part], ForceName::Own(_));
    printed.then(|| scenario.aux[part].iter().filter(|aux| aux.kind == kind).count())
}
