//! The sequence of play: slots, steps, postures, settings, the result.

use crate::event::Event;
use crate::facts::{Battle, CampaignResult, Proposal, SealedPosture, Setting, SideFacts, Starts};
use crate::phase::Step;
use crate::rules::s2_1_1_3_2_b_breakpoints::formation_status;
use crate::state::State;
use crate::words::{Side, StandState, Status};

pub(super) fn apply(state: &mut State, event: &Event) {
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
            facts.sides.iter_mut().for_each(SideFacts::reopen);
            if *step != Step::Posture {
                facts.proposal = None;
                facts.skipped = false;
            }
            super::front::step_opens(state, *step);
        }
        Event::StepClosed { side, .. } => facts.side_mut(*side).closed = true,
        Event::NoPart { side, .. } => {
            let side = facts.side_mut(*side);
            (side.closed, side.no_part) = (true, true);
        }
        Event::ClosedForBoth { .. } => facts.sides.iter_mut().for_each(|side| side.closed = true),
        Event::PostureSealed { side, posture, nonce, digest } => {
            let sealed = SealedPosture { choice: *posture, nonce: *nonce, digest: *digest };
            facts.side_mut(*side).posture = Some(sealed);
        }
        Event::RollOff { dice, .. } => facts.roll_off = *dice,
        Event::ScenarioDeclared { attacker, .. } => {
            facts.step = Step::ChooseForces;
            facts.attacker = Some(facts.side(*attacker).id);
            facts.sides.iter_mut().for_each(SideFacts::reopen);
            count_starts(state);
        }
        Event::ForcesChosen { side, forces } => facts.side_mut(*side).chosen.clone_from(forces),
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
                side.reopen();
                side.posture = None;
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
    facts.battle = Battle::default();
    for side in &mut facts.sides {
        side.reopen();
        side.income = None;
        side.posture = None;
        side.purchases.clear();
        side.works_fresh.clear();
        side.attempts.clear();
        side.removals_paid = 0;
        side.chosen.clear();
        side.placed.clear();
        side.flights.iter_mut().for_each(|flight| flight.used = false);
    }
    facts.skipped = facts.attacker.is_none();
    (facts.attacker, facts.roll_off) = (None, None);
    if over {
        facts.step = Step::Victory;
        return;
    }
    facts.step = Step::Opening;
    (facts.day, facts.slot) = if last_of_day { (facts.day + 1, 1) } else { (facts.day, facts.slot + 1) };
}
