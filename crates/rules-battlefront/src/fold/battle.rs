//! The battle, its result, and the first steps of the cleanup.

use kernel::Id;

use crate::event::{Event, StandEnd};
use crate::facts::{CombatRecord, Difference, Element, LengthWish, SideFacts, Stand, Starts, Wreck};
use crate::report::Report;
use crate::state::State;
use crate::words::{BogOutcome, Side, StandState, Status};

pub(super) fn apply(state: &mut State, event: &Event) {
    match event {
        Event::LengthWanted { side, length } => {
            let id = state.facts.side(*side).id;
            let lengths = &mut state.facts.battle.lengths;
            lengths.retain(|wish| wish.id != id);
            lengths.extend(length.map(|length| LengthWish { id, length }));
            lengths.sort_unstable_by_key(|wish| wish.id);
        }
        Event::TurnBegan { turn } => {
            let battle = &mut state.facts.battle;
            battle.turn = *turn;
            battle.ends.clear();
        }
        Event::EndWanted { side } => {
            let id = state.facts.side(*side).id;
            let ends = &mut state.facts.battle.ends;
            ends.push(id);
            ends.sort_unstable();
        }
        Event::BattleEnded { turn, why } => {
            let battle = &mut state.facts.battle;
            (battle.last, battle.ended) = (*turn, Some(*why));
            battle.ends.clear();
        }
        Event::ShotFired { side, stand, ammunition } => {
            if let Some(stand) = state.facts.side_mut(*side).stand_mut(*stand) {
                stand.ammunition = *ammunition;
                stand.shots = stand.shots.saturating_add(1);
            }
        }
        Event::SmokeUsed { side, module } => uses_smoke(state.facts.side_mut(*side), *module, 1),
        Event::Reported { side, report } => {
            state.facts.side_mut(*side).report = Some(report.clone());
        }
        Event::ResultsDiffer { differences } => {
            state.facts.battle.differences.clone_from(differences);
        }
        Event::FiguresStand { side, field } => {
            let id = state.facts.side(*side).id;
            if let Some(difference) = difference(state, *field) {
                difference.stand_by.push(id);
                difference.stand_by.sort_unstable();
            }
        }
        Event::DifferenceSettled { side, field, .. } => {
            let id = state.facts.side(*side).id;
            if let Some(difference) = difference(state, *field) {
                difference.settled = Some(id);
            }
        }
        Event::ResultEntered { side, elements, ends, revealed, gone } => {
            entered(state, *side, elements, ends);
            becomes_known(state, revealed);
            state.facts.works.retain(|work| !gone.contains(&work.id));
            let facts = state.facts.side_mut(*side);
            facts.placed.retain(|id| !gone.contains(id) && revealed.iter().all(|(old, _)| old != id));
        }
        Event::ResultConfirmed { destroyed, .. } => {
            state.facts.works.retain(|work| !destroyed.contains(&work.id));
            state.facts.scenarios += 1;
            state.facts.last_day_fought = state.facts.day;
            state.facts.battle.differences.clear();
            state.facts.sides.iter_mut().for_each(|side| side.report = None);
        }
        Event::MinesSurvived { side, unit, at } => {
            if let Some(stand) = state.facts.side_mut(*side).stand_mut(*unit) {
                stand.unmoved &= stand.at == *at;
                (stand.minefield, stand.at) = (None, *at);
            }
        }
        Event::MinesDestroyed { side, unit, wreck } => mines_destroy(state, *side, *unit, *wreck),
        Event::BogChecked { side, unit, outcome } => {
            if let Some(stand) = state.facts.side_mut(*side).stand_mut(*unit) {
                stand.bog_checks += 1;
                match outcome {
                    BogOutcome::Free => stand.bogged = false,
                    BogOutcome::Stuck => {
                        stand.immobile |= stand.bog_checks >= crate::rules::s2_1_2_3_bogged::MOST_CHECKS;
                    }
                }
            }
        }
        _ => {}
    }
}

fn difference(state: &mut State, id: Id) -> Option<&mut Difference> {
    state.facts.battle.differences.iter_mut().find(|difference| difference.id == id)
}

fn uses_smoke(facts: &mut SideFacts, module: Id, missions: u8) {
    if let Some(module) = facts.modules.iter_mut().find(|known| known.id == module) {
        module.smoke = module.smoke.map(|left| left.saturating_sub(missions));
        module.fired = true;
    }
}

fn becomes_known(state: &mut State, revealed: &[(Id, Id)]) {
    for work in &mut state.facts.works {
        if let Some((_, item)) = revealed.iter().find(|(old, _)| *old == work.id) {
            (work.id, work.known) = (*item, true);
        }
    }
}

/// Enters a side's confirmed part on its roster: ends of stands, then the record of every formation that took part.
/// [BF-2.1.1.3.1-1, BF-2.1.1.3.1-2, BF-2.1.1.3.1.O-7]
fn entered(state: &mut State, side: Side, elements: &[Id], ends: &[StandEnd]) {
    let campaign = state.shared_campaign();
    let is_afv = |stand: &Stand| campaign.unit_type(stand.kind).is_some_and(|unit| unit.afv);
    let (scenario, day) = (state.facts.scenarios + 1, state.facts.day);
    let report = state.facts.side(side).report.as_deref().cloned().unwrap_or_default();
    let own = state.facts.side(side).id;
    let mut wrecks = Vec::new();
    let facts = state.facts.side_mut(side);
    for element in facts.elements.iter_mut().filter(|element| elements.contains(&element.id)) {
        let mut fresh = CombatRecord::default();
        let id = element.id;
        for stand in &mut element.stands {
            let Some(end) = ends.iter().find(|end| end.stand == stand.id) else { continue };
            stand_ends(stand, end);
            match end.state {
                StandState::Lost | StandState::Wreck => {
                    fresh.losses += 1;
                    fresh.afv_lost = fresh.afv_lost.saturating_add(u8::from(is_afv(stand)));
                }
                StandState::Panicked => fresh.panicked = fresh.panicked.saturating_add(1),
                StandState::Here | StandState::Exited => {}
            }
            if let Some(wreck) = end.wreck {
                wrecks.push(Wreck {
                    id: wreck,
                    side: own,
                    element: id,
                    stand: stand.id,
                    kind: stand.kind,
                    at: end.at.unwrap_or_default(),
                    abandoned: end.abandoned,
                    in_minefield: end.minefield.is_some(),
                });
            }
        }
        told_of(&mut fresh, id, &report);
        records(element, fresh, scenario, day);
    }
    for smoke in report.smoke.iter() {
        uses_smoke(facts, smoke.module, u8::try_from(smoke.missions).unwrap_or(u8::MAX));
    }
    facts.modules.iter_mut().for_each(|module| module.fired |= report.fired.contains(&module.id));
    facts.flights.iter_mut().for_each(|flight| flight.used |= report.flew.contains(&flight.id));
    // In the order of their names, which tells nothing of the roster.
    let name = |wreck: &Wreck| (wreck.id.as_str().len(), wreck.id);
    wrecks.sort_unstable_by_key(name);
    state.facts.wrecks.extend(wrecks);
}

/// What a formation did in combat, as its side tells it.
fn told_of(fresh: &mut CombatRecord, id: Id, report: &Report) {
    let count = |n: i32| u8::try_from(n).unwrap_or(u8::MAX);
    if let Some(combat) = report.combat.iter().find(|combat| combat.me == id) {
        (fresh.kills, fresh.won, fresh.lost) = (count(combat.kills), count(combat.won), count(combat.lost));
    }
    let anything =
        fresh.losses > 0 || fresh.panicked > 0 || fresh.kills > 0 || fresh.won > 0 || fresh.lost > 0;
    fresh.fought = anything || report.fought.contains(&id);
}

fn stand_ends(stand: &mut Stand, end: &StandEnd) {
    stand.state = end.state;
    (stand.exit, stand.ammunition) = (end.exit, end.ammunition);
    if end.state != StandState::Here {
        leaves_the_field(stand);
        return;
    }
    (stand.at, stand.facing) = (end.at, end.facing);
    (stand.improved, stand.unmoved) = (end.improved, end.unmoved);
    (stand.bogged, stand.immobile, stand.bog_checks) = (end.bogged, end.immobile, 0);
    stand.minefield = end.minefield;
}

/// What is known of a stand on the map ends with its being there.
fn leaves_the_field(stand: &mut Stand) {
    (stand.status, stand.starts, stand.start_rolled) = (Status::Normal, Starts::default(), false);
    (stand.at, stand.facing, stand.minefield) = (None, None, None);
    (stand.hidden, stand.improved, stand.unmoved) = (false, false, false);
    (stand.bogged, stand.immobile, stand.bog_checks) = (false, false, 0);
}

/// Adds a battle to a formation's losses and to its records of scenario and day.
fn records(element: &mut Element, fresh: CombatRecord, scenario: u16, day: u16) {
    element.losses = element.losses.saturating_add(fresh.losses);
    let record = CombatRecord { baseline: element.baseline, losses: element.losses, ..fresh };
    element.scenario = CombatRecord { number: scenario, ..record };
    let before = element.day;
    element.day = if before.number == day {
        CombatRecord {
            number: day,
            fought: before.fought || fresh.fought,
            baseline: before.baseline.max(1),
            losses: before.losses.saturating_add(fresh.losses),
            panicked: before.panicked.saturating_add(fresh.panicked),
            kills: before.kills.saturating_add(fresh.kills),
            won: before.won.saturating_add(fresh.won),
            lost: before.lost.saturating_add(fresh.lost),
            afv_lost: before.afv_lost.saturating_add(fresh.afv_lost),
            discipline_rolled: before.discipline_rolled && !fresh.fought,
            withdrawal_rolled: before.withdrawal_rolled && fresh.afv_lost == 0,
        }
    } else {
        CombatRecord { number: day, ..record }
    };
}

/// A unit lost to mines in the cleanup counts as one lost in the battle.
fn mines_destroy(state: &mut State, side: Side, unit: Id, wreck: Option<Id>) {
    let campaign = state.shared_campaign();
    let facts = state.facts.side_mut(side);
    let own = facts.id;
    for element in &mut facts.elements {
        let Some(stand) = element.stands.iter_mut().find(|stand| stand.id == unit) else { continue };
        let afv = u8::from(campaign.unit_type(stand.kind).is_some_and(|unit| unit.afv));
        let (kind, at) = (stand.kind, stand.at.unwrap_or_default());
        stand.state = if wreck.is_some() { StandState::Wreck } else { StandState::Lost };
        leaves_the_field(stand);
        element.losses = element.losses.saturating_add(1);
        for record in [&mut element.scenario, &mut element.day] {
            record.losses = record.losses.saturating_add(1);
            record.afv_lost = record.afv_lost.saturating_add(afv);
        }
        if let Some(id) = wreck {
            let wreck = Wreck {
                id,
                side: own,
                element: element.id,
                stand: unit,
                kind,
                at,
                abandoned: false,
                in_minefield: true,
            };
            state.facts.wrecks.push(wreck);
        }
        return;
    }
}
