//! Repair, withdrawal, discipline, combining, and what leaves the roster.

use crate::event::Event;
use crate::rules::s2_1_1_3_2_combining;
use crate::setup::charts::{Repair, Withdrawal};
use crate::state::{State, join};
use crate::words::{Ammunition, Class, Origin, StandState, Standing, Status};

pub(super) fn apply(state: &mut State, event: &Event) {
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
                // [BF-2.1.1.3.1-4]
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
        Event::FlightsSpent { side, flights } | Event::FlightsLapsed { side, flights } => {
            state.facts.side_mut(*side).flights.retain(|flight| !flights.contains(&flight.id));
        }
        Event::ModulesSpent { side, modules } => {
            state.facts.side_mut(*side).modules.retain(|module| !modules.contains(&module.id));
        }
        Event::PreregLapsed { side } => {
            state.facts.side_mut(*side).modules.iter_mut().for_each(|module| {
                (module.prereg, module.points) = (0, Vec::new());
            });
        }
        _ => {}
    }
}
