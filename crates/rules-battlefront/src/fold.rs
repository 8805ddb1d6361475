//! Applies events. Nothing here fails or chooses.

use crate::event::Event;
use crate::facts::{Attempt, CampaignResult, Proposal, Purchase, SealedPosture, Setting, Starts, add};
use crate::measure::Point;
use crate::phase::Step;
use crate::rules::s2_1_1_3_2_b_breakpoints::formation_status;
use crate::rules::{s2_1_1_3_2_combining, s2_1_1_4_reinforcements};
use crate::setup::charts::{Number, Removal, Repair, Withdrawal};
use crate::state::{State, join};
use crate::words::{Ammunition, Class, Origin, Side, StandState, Standing, Status};

/// Applies one event.
pub fn fold(state: &mut State, event: &Event) {
    match event {
        Event::SlotOpened { .. }
        | Event::WeatherRolled { .. }
        | Event::PointsGranted { .. }
        | Event::AttackerGiven { .. }
        | Event::StepOpened { .. }
        | Event::StepPassed { .. }
        | Event::StepClosed { .. }
        | Event::PostureSealed { .. }
        | Event::PosturesSealed { .. }
        | Event::PosturesRevealed { .. }
        | Event::RollOff { .. }
        | Event::ScenarioDeclared { .. }
        | Event::ScenarioSkipped
        | Event::SlotEnded
        | Event::SettingProposed { .. }
        | Event::ConsentGiven { .. }
        | Event::SettingChanged { .. }
        | Event::VictoryDeclared { .. } => sequence(state, event),
        Event::GroupBought { .. }
        | Event::PreregBought { .. }
        | Event::TakenBack { .. }
        | Event::NumberRolled { .. }
        | Event::WorksBought { .. }
        | Event::WorkTakenBack { .. }
        | Event::PointsRolled { .. } => purchases(state, event),
        Event::RemovalTried { side, item, fpp, outcome } => {
            tried(
                state,
                *side,
                *fpp,
                Attempt { id: *item, succeeded: *outcome == Removal::Eliminated, moved_to: None },
            );
            hidden_work_goes(state, *side);
        }
        Event::DestructionTried { side, vehicle, fpp, outcome } => {
            let succeeded = *outcome == Removal::Eliminated;
            tried(state, *side, *fpp, Attempt { id: *vehicle, succeeded, moved_to: None });
        }
        Event::ClearingTried { side, vehicle, fpp, outcome, to } => {
            let succeeded = *outcome == Removal::Eliminated;
            tried(state, *side, *fpp, Attempt { id: *vehicle, succeeded, moved_to: Some(*to) });
        }
        Event::RemovalsEnded { removed, destroyed, moved } => removals_end(state, removed, destroyed, moved),
        _ => roster(state, event),
    }
}

fn sequence(state: &mut State, event: &Event) {
    let facts = &mut state.facts;
    match event {
        Event::SlotOpened { .. } => facts.sides.iter_mut().for_each(|side| side.carried = side.cpp),
        Event::WeatherRolled { row } => facts.weather = Some(*row),
        Event::PointsGranted { side, fpp } => facts.side_mut(*side).fpp += fpp,
        Event::AttackerGiven { attacker } => {
            use crate::words::Posture::{Attack, Defend};
            for side in Side::BOTH {
                let choice = if side == *attacker { Attack } else { Defend };
                facts.side_mut(side).posture = Some(sealed(choice));
            }
            facts.attacker = Some(facts.side(*attacker).id);
        }
        Event::StepOpened { step } => {
            facts.step = *step;
            facts.sides.iter_mut().for_each(|side| side.closed = false);
            if *step != Step::Posture {
                facts.proposal = None;
            }
        }
        Event::StepClosed { side, .. } => facts.side_mut(*side).closed = true,
        Event::PostureSealed { side, posture, nonce, digest } => {
            let sealed = SealedPosture { choice: *posture, nonce: *nonce, digest: *digest };
            facts.side_mut(*side).posture = Some(sealed);
        }
        Event::ScenarioDeclared { attacker } => {
            facts.step = Step::ChooseForces;
            facts.attacker = Some(facts.side(*attacker).id);
            facts.sides.iter_mut().for_each(|side| side.closed = false);
            count_starts(state);
        }
        Event::SlotEnded => slot_ends(state),
        Event::SettingProposed { key, value } => {
            facts.proposal = Some(Proposal { key: *key, value: *value, agreed: Vec::new() });
        }
        Event::ConsentGiven { side, .. } => {
            let id = facts.side(*side).id;
            if let Some(proposal) = &mut facts.proposal {
                proposal.agreed.push(id);
                proposal.agreed.sort_unstable();
            }
        }
        Event::SettingChanged { key, to, .. } => {
            facts.proposal = None;
            facts.settings.retain(|setting| setting.id != *key);
            facts.settings.push(Setting { id: *key, value: *to });
            let _ = state.options_mut().set(key.as_str(), *to);
        }
        Event::VictoryDeclared { winner, scores } => {
            let winner = winner.map(|side| facts.side(side).id);
            facts.result = Some(CampaignResult { winner, scores: *scores });
            facts.step = Step::Over;
            facts.attacker = None;
            facts.proposal = None;
            for side in &mut facts.sides {
                (side.closed, side.posture) = (false, None);
            }
        }
        _ => {}
    }
}

fn sealed(choice: crate::words::Posture) -> SealedPosture {
    SealedPosture { choice, nonce: Default::default(), digest: Default::default() }
}

/// A scenario is about to start: units behind the enemy's line have one start more. [BF-R21]
fn count_starts(state: &mut State) {
    let rule = state.options().isolated_me;
    let count = |starts: &mut Starts, status: Status| match status {
        Status::Normal => *starts = Starts::default(),
        Status::Isolated => starts.isolated = starts.isolated.saturating_add(1),
        Status::CutOff => starts.cut_off = starts.cut_off.saturating_add(1),
    };
    for element in state.facts.sides.iter_mut().flat_map(|side| &mut side.elements) {
        let status = formation_status(element, rule);
        count(&mut element.starts, status);
        for stand in element.stands.iter_mut().filter(|stand| stand.state == StandState::Here) {
            count(&mut stand.starts, stand.status);
            stand.start_rolled = false;
        }
    }
}

fn slot_ends(state: &mut State) {
    let over = state.is_last_slot();
    let last_of_day = state.is_last_slot_of_day();
    let facts = &mut state.facts;
    for side in &mut facts.sides {
        side.closed = false;
        side.income = None;
        side.posture = None;
        side.purchases.clear();
        side.works_fresh.clear();
        side.attempts.clear();
    }
    facts.attacker = None;
    if over {
        facts.step = Step::Victory;
        return;
    }
    facts.step = Step::Opening;
    (facts.day, facts.slot) = if last_of_day { (facts.day + 1, 1) } else { (facts.day, facts.slot + 1) };
}

fn purchases(state: &mut State, event: &Event) {
    let campaign = state.shared_campaign();
    let day = state.facts.day;
    match event {
        Event::PointsRolled { side, gain } => {
            let facts = state.facts.side_mut(*side);
            facts.cpp += gain;
            facts.income = Some(*gain);
        }
        Event::GroupBought { side, group, purchase, cpp, flies_on } => {
            let facts = state.facts.side_mut(*side);
            facts.cpp -= cpp;
            facts.serial += 1;
            add(&mut facts.bought, *group, 1);
            let left = facts.cpp;
            facts.purchases.push(Purchase {
                id: *purchase,
                group: Some(*group),
                cpp: *cpp,
                left,
                ..Purchase::default()
            });
            let Some(group) = campaign.side(*side).group(*group) else { return };
            join(facts, group, *purchase, Origin::Bought, *flies_on);
            facts.fpp += group.fpp;
            if let (Some(days), Some(element)) =
                (s2_1_1_4_reinforcements::arrives_after(group), facts.elements.last_mut())
                && element.id == *purchase
            {
                element.available_from = day + days;
            }
        }
        Event::PreregBought { side, module, purchase, n, cpp } => {
            let facts = state.facts.side_mut(*side);
            facts.cpp -= cpp;
            facts.serial += 1;
            let (module, points, left) = (Some(*module), *n, facts.cpp);
            facts.purchases.push(Purchase {
                id: *purchase,
                module,
                points,
                cpp: *cpp,
                left,
                ..Purchase::default()
            });
            if let Some(bought_for) = facts.modules.iter_mut().find(|known| Some(known.id) == module) {
                bought_for.prereg += n;
            }
        }
        Event::TakenBack { side, purchase } => {
            let facts = state.facts.side_mut(*side);
            let Some(at) = facts.purchases.iter().position(|known| known.id == *purchase) else { return };
            let back = facts.purchases.remove(at);
            facts.cpp += back.cpp;
            facts.purchases[at..].iter_mut().for_each(|later| later.left += back.cpp);
            if let Some(module) = facts.modules.iter_mut().find(|module| Some(module.id) == back.module) {
                module.prereg = module.prereg.saturating_sub(back.points);
            }
            let Some(group) = back.group else { return };
            add(&mut facts.bought, group, -1);
            facts.elements.retain(|element| element.id != back.id);
            facts.modules.retain(|module| module.id != back.id);
            facts.flights.retain(|flight| flight.id != back.id);
            facts.fpp -= campaign.side(*side).group(group).map_or(0, |group| group.fpp);
        }
        Event::NumberRolled { side, purchase, cpp, number: Number(number) } => {
            let facts = state.facts.side_mut(*side);
            facts.cpp -= cpp;
            if let Some(module) = facts.modules.iter_mut().find(|module| module.id == *purchase) {
                module.smoke = Some(*number);
            }
            if let Some(flight) = facts.flights.iter_mut().find(|flight| flight.id == *purchase) {
                flight.aircraft = Some(*number);
            }
            if let Some(bought) = facts.purchases.iter_mut().find(|known| known.id == *purchase) {
                bought.rolled = true;
            }
        }
        Event::WorksBought { side, kind, count, fpp } => {
            let facts = state.facts.side_mut(*side);
            facts.fpp -= fpp;
            for tally in [&mut facts.works_bought, &mut facts.works_in_hand, &mut facts.works_fresh] {
                add(tally, *kind, i32::from(*count));
            }
        }
        Event::WorkTakenBack { side, kind, fpp } => {
            let facts = state.facts.side_mut(*side);
            facts.fpp += fpp;
            for tally in [&mut facts.works_bought, &mut facts.works_in_hand, &mut facts.works_fresh] {
                add(tally, *kind, -1);
            }
        }
        _ => {}
    }
}

fn tried(state: &mut State, side: Side, fpp: i32, attempt: Attempt) {
    let facts = state.facts.side_mut(side);
    facts.fpp -= fpp;
    facts.attempts.push(attempt);
    if !facts.tried.contains(&attempt.id) {
        facts.tried.push(attempt.id);
    }
}

/// An own fortification that the enemy does not know goes at once: nobody else sees it go.
fn hidden_work_goes(state: &mut State, side: Side) {
    let own = state.facts.side(side).id;
    let Some(last) = state.facts.side(side).attempts.last().copied() else { return };
    if last.succeeded {
        state.facts.works.retain(|work| work.id != last.id || work.known || work.side != own);
    }
}

fn removals_end(
    state: &mut State,
    removed: &[kernel::Id],
    destroyed: &[kernel::Id],
    moved: &[(kernel::Id, Point)],
) {
    state.facts.works.retain(|work| !removed.contains(&work.id));
    for (id, to) in moved {
        if let Some(wreck) = state.facts.wrecks.iter_mut().find(|wreck| wreck.id == *id) {
            wreck.at = *to;
        }
    }
    for id in destroyed {
        let Some(at) = state.facts.wrecks.iter().position(|wreck| wreck.id == *id) else { continue };
        let wreck = state.facts.wrecks.remove(at);
        for side in &mut state.facts.sides {
            if side.id == wreck.side
                && let Some(stand) = side.stand_mut(wreck.stand)
            {
                stand.state = StandState::Lost;
            }
        }
    }
    state.facts.sides.iter_mut().for_each(|side| side.attempts.clear());
}

fn roster(state: &mut State, event: &Event) {
    match event {
        Event::RepairTried { side, vehicle, cpp, outcome } => {
            let Some(stand) =
                state.facts.wrecks.iter().find(|wreck| wreck.id == *vehicle).map(|wreck| wreck.stand)
            else {
                return;
            };
            let facts = state.facts.side_mut(*side);
            facts.cpp -= cpp;
            if let Some(stand) = facts.stand_mut(stand) {
                stand.repair_tries = stand.repair_tries.saturating_add(1);
                stand.tried_tonight = true;
                if *outcome == Repair::Repaired {
                    stand.state = StandState::Here;
                    stand.status = Status::Normal;
                }
            }
        }
        Event::RepairsEnded { vanished } => {
            state.facts.wrecks.retain(|wreck| !vanished.contains(&wreck.id));
            let stands = state.facts.sides.iter_mut().flat_map(|side| &mut side.elements);
            for stand in stands.flat_map(|element| &mut element.stands) {
                stand.tried_tonight = false;
                if stand.state == StandState::Here {
                    stand.repair_tries = 0;
                }
            }
        }
        Event::WithdrawalRolled { side, me, outcome } => {
            if let Some(element) = state.facts.side_mut(*side).element_mut(*me) {
                element.scenario.withdrawal_rolled = true;
                element.day.withdrawal_rolled = true;
                if *outcome == Withdrawal::Withdraws {
                    element.standing = Standing::Withdrawn;
                }
            }
        }
        Event::ReinforcementArrived { side, scheduled } => {
            let campaign = state.shared_campaign();
            let setup = campaign.side(*side);
            let day = state.facts.day;
            let Some(entry) = setup.scheduled.iter().find(|entry| entry.id == *scheduled) else { return };
            let Some(group) = setup.group(entry.group) else { return };
            let facts = state.facts.side_mut(*side);
            for id in entry.ids() {
                join(facts, group, id, Origin::Scheduled, day);
            }
            if group.class == Class::Points {
                facts.fpp += group.fpp * i32::from(entry.count);
            }
        }
        Event::DisciplineRolled { side, me, discipline, .. } => {
            let campaign = state.shared_campaign();
            let charts = &campaign.charts;
            if let Some(element) = state.facts.side_mut(*side).element_mut(*me) {
                element.scenario.discipline_rolled = true;
                element.day.discipline_rolled = true;
                element.discipline = *discipline;
                let rung = charts.rung(*discipline);
                for stand in &mut element.stands {
                    stand.discipline = stand.discipline.filter(|own| charts.rung(*own) < rung);
                }
            }
        }
        Event::StandDisciplineRolled { side, stand, discipline, .. } => {
            let facts = state.facts.side_mut(*side);
            let of_formation = facts.stand(*stand).map(|(element, _)| element.discipline);
            if let Some(stand) = facts.stand_mut(*stand) {
                stand.start_rolled = true;
                stand.discipline = (of_formation != Some(*discipline)).then_some(*discipline);
            }
        }
        Event::Combined { side, keep, strike, command_stand, discipline } => {
            s2_1_1_3_2_combining::apply(state, *side, *keep, *strike, *command_stand, *discipline);
        }
        Event::BreakpointsRecomputed { side, elements } => {
            let of_side = &mut state.facts.side_mut(*side).elements;
            for element in of_side.iter_mut().filter(|element| elements.contains(&element.id)) {
                element.baseline = element.strength();
                element.losses = 0;
            }
        }
        Event::AmmunitionRecovered { side, stands } => {
            let of_side = &mut state.facts.side_mut(*side).elements;
            for stand in of_side.iter_mut().flat_map(|element| &mut element.stands) {
                if stands.contains(&stand.id) {
                    stand.ammunition = Ammunition::Full;
                }
            }
        }
        Event::FlightsLapsed { side, flights } => {
            state.facts.side_mut(*side).flights.retain(|flight| !flights.contains(&flight.id));
        }
        Event::ModulesSpent { side, modules } => {
            state.facts.side_mut(*side).modules.retain(|module| !modules.contains(&module.id));
        }
        Event::PreregLapsed { side } => {
            state.facts.side_mut(*side).modules.iter_mut().for_each(|module| module.prereg = 0);
        }
        _ => {}
    }
}
