//! Reports: one for every winner, and random ones.

use kernel::grammar::holds;
use kernel::system::Pick;
use kernel::{Id, Reasons, Seat};

use super::one_of;
use crate::command::{Fallback, Telling};
use crate::report::{AuxLoss, Decisions, Deed, Infiltration, ManReport, Means, Report, SideReport, Wreck};
use crate::rules::s4_report;
use crate::rules::s42_43_deeds::vehicles;
use crate::state::State;
use crate::words::{AuxKind, ManId, Out, Side, VehicleId};

/// Whom a seat can report as the winner: anybody, but for what it has itself announced.
pub fn possible_winners(state: &State, seat: Seat) -> Vec<Option<Side>> {
    let all = vec![Some(Side::FIRST), Some(Side::SECOND), None];
    let Some(side) = Side::of(seat) else { return all };
    if state.has_conceded(side) {
        return vec![Some(side.enemy())];
    }
    if state.pursuit_of(side).is_some() { vec![Some(side)] } else { all }
}

/// The facts of `report` as a command tells them.
pub(super) fn telling(state: &State, report: Report, decide: Option<Decisions>) -> Telling {
    let winner = match report.winner {
        Some(side) => state.campaign.sides[side].id,
        None => Id::new("none").unwrap_or_default(),
    };
    let Report { side_1, side_2, .. } = report;
    Telling { scenario: None, winner, side_1, side_2, fill: None, decide, reason: None }
}

/// One report per possible winner: everybody as noted, else everybody there at the end.
pub(super) fn plain_reports(state: &State, seat: Seat) -> Vec<Telling> {
    let mut tellings = Vec::new();
    for winner in possible_winners(state, seat) {
        let bare = Report { winner, ..Report::default() };
        let noted = Telling { fill: Some(Fallback::AsNoted), ..telling(state, bare, None) };
        let written = s4_report::written(state, &noted, &mut Reasons::whether());
        let makes_sense = holds(|why| {
            s4_report::faults(state, &written, None, why);
            Ok(())
        });
        if makes_sense {
            tellings.push(noted);
            continue;
        }
        let all = |side: Side| {
            let men = state.side(side).force.iter().flat_map(|force| force.men());
            SideReport { men: men.map(ManReport::new).collect(), ..SideReport::default() }
        };
        tellings.push(telling(
            state,
            Report { winner, side_1: all(Side::FIRST), side_2: all(Side::SECOND) },
            None,
        ));
    }
    tellings
}

/// A random report that makes sense: nobody withdraws from a scenario he wins.
pub fn random_report(state: &State, seat: Seat, pick: Pick<'_>) -> Report {
    let winner = one_of(&possible_winners(state, seat), pick);
    let mut report = Report { winner, ..Report::default() };
    for side in Side::BOTH {
        let may_withdraw = winner == Some(side.enemy());
        let men = state.side(side).force.iter().flat_map(|force| force.men());
        report.side_mut(side).men = men.map(|man| random_fate(man, may_withdraw, pick)).collect();
        let team = state.side(side).team.iter().copied();
        let free = |man: &ManId| report.side(side).man(*man).is_none() && state.is_fit(side, *man);
        let idle: Vec<ManId> = team.filter(free).collect();
        if !idle.is_empty() && pick(2) == 0 {
            let mut moved = random_fate(one_of(&idle, pick), may_withdraw, pick);
            moved.moved_in = true;
            report.side_mut(side).men.push(moved);
        }
        report.side_mut(side).aux = random_losses(state, side, pick);
    }
    // Deeds follow from what the other side lost.
    for side in Side::BOTH {
        let mut left = EnemiesLeft::of(state, side, report.side(side.enemy()));
        for told in report.side_mut(side).men.iter_mut().filter(|told| told.out != Out::NotEntered) {
            if pick(3) == 0 {
                told.events.push(random_deed(&mut left, pick));
            }
        }
    }
    report.normal()
}

fn random_losses(state: &State, side: Side, pick: Pick<'_>) -> Vec<AuxLoss> {
    let Some(scenario) = state.scenario() else { return Vec::new() };
    if matches!(scenario.forces[state.part(side)], crate::setup::scenario::ForceName::Own(_)) {
        return Vec::new();
    }
    let mut losses = Vec::new();
    for aux in &scenario.aux[state.part(side)] {
        match pick(4) {
            0 => losses.push(AuxLoss { kind: aux.kind, effect: aux.effect }),
            1 => losses.push(AuxLoss { kind: AuxKind::CommanderKilled, effect: 0 }),
            _ => {}
        }
    }
    losses
}

fn random_fate(man: ManId, may_withdraw: bool, pick: Pick<'_>) -> ManReport {
    let mut told = ManReport::new(man);
    told.out = match pick(20) {
        0 => Out::Killed,
        1 => Out::CcLost,
        2 => Out::Captured,
        3 => Out::PanicLost,
        4..=6 => Out::Routed,
        7 => Out::NotEntered,
        8 | 9 if may_withdraw => Out::Withdrawn,
        _ => Out::InPlay,
    };
    if matches!(told.out, Out::InPlay | Out::Withdrawn) {
        told.pinned = Some(pick(3) == 0);
    }
    if !told.out.is_lost() && told.out != Out::NotEntered {
        told.wounded = Some(pick(8) == 0);
    }
    told
}

/// What is left of the other side for deeds that are told once of each man and vehicle.
struct EnemiesLeft {
    /// How many there were.
    n_men: u8,
    /// How many fell who can still have been killed in close combat.
    fallen: u8,
    /// How many were killed or routed, whom demo charges can have removed.
    removed: u8,
    /// Lost guns that can still have been killed in close combat.
    guns: u8,
    /// Vehicles that are lost and can have been destroyed.
    wrecks: Vec<VehicleId>,
    /// Vehicles that are not.
    others: Vec<VehicleId>,
}

impl EnemiesLeft {
    fn of(state: &State, side: Side, losses: &SideReport) -> Self {
        let count = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        let men = state.side(side.enemy()).force.as_ref().map_or(0, |force| force.men().count());
        let fallen = losses.men.iter().filter(|man| matches!(man.out, Out::CcLost | Out::Killed)).count();
        let removed = losses.men.iter().filter(|man| matches!(man.out, Out::Killed | Out::Routed)).count();
        let lost = |kind: AuxKind| losses.aux.iter().filter(move |loss| loss.kind == kind);
        let mut effects: Vec<i32> = lost(AuxKind::Vehicle).map(|loss| loss.effect).collect();
        let (mut wrecks, mut others) = (Vec::new(), Vec::new());
        for (afv, effect) in vehicles(state, side) {
            match effects.iter().position(|lost| *lost == effect) {
                Some(at) => {
                    effects.swap_remove(at);
                    wrecks.push(afv);
                }
                None => others.push(afv),
            }
        }
        let guns = count(lost(AuxKind::Gun).count());
        Self { n_men: count(men), fallen: count(fallen), removed: count(removed), guns, wrecks, others }
    }
}

fn random_deed(left: &mut EnemiesLeft, pick: Pick<'_>) -> Deed {
    let count = |n: u64| u8::try_from(n).unwrap_or(1);
    match pick(7) {
        2 if left.fallen > 0 => {
            let cc_kill = 1 + count(pick(u64::from(left.fallen.min(2))));
            left.fallen -= cc_kill;
            left.removed = left.removed.saturating_sub(cc_kill);
            Deed::CcKill { cc_kill }
        }
        3 if left.removed > 0 => {
            let demo_charge_men = count(pick(6)).min(left.removed);
            left.removed -= demo_charge_men;
            left.fallen = left.fallen.saturating_sub(demo_charge_men);
            Deed::DemoCharge { demo_charge_men }
        }
        4 if !left.wrecks.is_empty() => {
            let afv = left.wrecks.swap_remove(pick(left.wrecks.len() as u64) as usize);
            let (means, result) = (one_of(Means::ALL, pick), one_of(Wreck::ALL, pick));
            Deed::Vehicle { afv, means, result, weapon: None }
        }
        4 if !left.others.is_empty() => {
            let afv = one_of(&left.others, pick);
            Deed::Vehicle { afv, means: one_of(Means::ALL, pick), result: Wreck::Immobilised, weapon: None }
        }
        5 => {
            let unpinned_before = count(pick(5)).min(left.n_men);
            let removed_or_pinned = count(pick(3)).min(left.n_men);
            Deed::Infiltration { infiltration: Infiltration { unpinned_before, removed_or_pinned } }
        }
        6 if left.guns > 0 => {
            left.guns -= 1;
            Deed::GunInCc { ig_cc: 1 }
        }
        _ => Deed::Hero { hero: 1 + count(pick(2)) },
    }
}
