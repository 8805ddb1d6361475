//! What a command can amount to, in a word or two.

use kernel::Seat;

use crate::event::Event;
use crate::rules::s2_1_1_1_purchase_points::PointsRolled;
use crate::rules::s2_1_1_2_armour_repair::RepairTried;
use crate::rules::s2_1_1_2_w_armour_withdrawal::WithdrawalRolled;
use crate::rules::s2_1_1_3_1_casualties::DestructionTried;
use crate::rules::s2_1_1_3_1_o_discipline::{DisciplineRolled, StandDisciplineRolled};
use crate::rules::s2_1_1_3_3_1_shots::ShotFired;
use crate::rules::s2_1_1_4_4_n_numbers::NumberRolled;
use crate::rules::s2_1_1_5_1_removal::RemovalTried;
use crate::rules::s2_1_1_6_reveal::RollOff;
use crate::rules::s2_1_2_4_3_escape::tried::EscapeTried;
use crate::rules::s2_1_2_7_wrecks::ClearingTried;
use crate::rules::s2_1_2_resolution::{BattleEnded, TurnBegan};
use crate::rules::s2_s_setup::{WeatherRolled, weather_words};
use crate::setup::Campaign;
use crate::setup::charts::{DisciplineChange, Removal, Repair, Withdrawal};
use crate::words::Ammunition;

/// What a command amounts to, for odds: the result in a word or two, and its number where players care for one.
pub(crate) fn outcome(campaign: &Campaign, seat: Seat, events: &[Event]) -> (String, Option<i64>) {
    let mut labels: Vec<String> = Vec::new();
    let mut value = None;
    for event in events.iter().filter(|event| seat.sees(event.audience())) {
        let (label, number) = match event {
            Event::PointsRolled(PointsRolled { gain, .. }) => {
                (format!("Gain {gain}"), Some(i64::from(*gain)))
            }
            Event::RepairTried(RepairTried { outcome: Repair::Repaired, .. }) => ("Repaired".into(), None),
            Event::RepairTried(RepairTried { outcome: Repair::NoEffect, .. }) => ("No effect".into(), None),
            Event::WithdrawalRolled(WithdrawalRolled { outcome: Withdrawal::Withdraws, .. }) => {
                ("Withdraws".into(), None)
            }
            Event::WithdrawalRolled(WithdrawalRolled { outcome: Withdrawal::Retained, .. }) => {
                ("Retained".into(), None)
            }
            Event::DisciplineRolled(DisciplineRolled { change, .. }) => {
                (kernel::ChartResult::words(change), None)
            }
            Event::StandDisciplineRolled(StandDisciplineRolled {
                change: DisciplineChange::Worsens, ..
            }) => ("Worsens by one level".into(), None),
            Event::StandDisciplineRolled(_) => ("Unchanged".into(), None),
            Event::NumberRolled(NumberRolled { number, .. }) => {
                (number.0.to_string(), Some(i64::from(number.0)))
            }
            Event::RemovalTried(RemovalTried { outcome, .. })
            | Event::DestructionTried(DestructionTried { outcome, .. }) => {
                (kernel::ChartResult::words(outcome), None)
            }
            // The chart says "eliminated"; a wreck in a defile is only moved out of it. [BF-R42]
            Event::ClearingTried(ClearingTried { outcome: Removal::Eliminated, .. }) => {
                ("Moved out".into(), None)
            }
            Event::ClearingTried(ClearingTried { outcome: Removal::NoEffect, .. }) => ("Stays".into(), None),
            Event::EscapeTried(EscapeTried { unit, outcome, .. }) => {
                (format!("{unit}: {}", kernel::ChartResult::words(outcome)), None)
            }
            Event::WeatherRolled(WeatherRolled { row }) => (weather_words(campaign, *row), None),
            Event::BattleEnded(BattleEnded { turn, .. }) => {
                (format!("The battle ends after turn {turn}"), None)
            }
            Event::TurnBegan(TurnBegan { turn }) => (format!("Turn {turn} is played"), None),
            Event::ShotFired(ShotFired { ammunition: Ammunition::Full, .. }) => {
                ("Ammunition lasts".into(), None)
            }
            Event::ShotFired(ShotFired { ammunition: Ammunition::Short, .. }) => {
                ("Short of ammunition".into(), None)
            }
            Event::ShotFired(ShotFired { ammunition: Ammunition::Out, .. }) => {
                ("Out of ammunition".into(), None)
            }
            Event::RollOff(RollOff { attacker, .. }) => {
                (format!("{} attacks", campaign.side(*attacker).name), None)
            }
            _ => continue,
        };
        labels.push(label);
        value = value.or(number);
    }
    match labels.len() {
        0 => {
            let sides: Vec<_> = campaign
                .sides
                .as_array()
                .iter()
                .map(|side| kernel::SideInfo::new(side.id.into(), &*side.name))
                .collect();
            let seen = events.iter().filter(|event| seat.sees(event.audience()));
            (list_words(seen.map(|event| event.narrate(campaign).plain(&sides))), None)
        }
        1 => (labels.remove(0), value),
        _ => (labels.join("; "), None),
    }
}

fn list_words(sentences: impl Iterator<Item = String>) -> String {
    sentences.collect::<Vec<_>>().join(" ")
}
