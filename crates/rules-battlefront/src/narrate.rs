//! Events as prose in the past tense, and what a command can amount to. Sees the event and the set-up only, so it
//! cannot tell what the event does not.

pub(crate) mod battle;
mod cleanup;
mod front;
mod goods;
mod roster;
pub(crate) mod sequence;

pub(crate) use front::contact;

use kernel::view::Text;
use kernel::view::block::figure_words;
use kernel::{Id, RuleId, Seat};

use crate::event::{Event, audience};
use crate::setup::charts::{DisciplineChange, Removal, Repair, Withdrawal};
use crate::setup::{Campaign, VictoryRow};
use crate::view::natural::by_name;
use crate::view::prose::{cpp_words, listed, option_title, value_words};
use crate::words::{Ammunition, Side};

/// An event as a sentence or two.
pub(crate) fn narrate(campaign: &Campaign, event: &Event) -> Text {
    sequence::sequence(campaign, event)
        .or_else(|| cleanup::cleanup(campaign, event))
        .or_else(|| roster::roster(campaign, event))
        .or_else(|| goods::purchase(campaign, event))
        .or_else(|| roster::ground(event))
        .or_else(|| front::front(event))
        .or_else(|| battle::battle(campaign, event))
        .or_else(|| battle::result(campaign, event))
        .unwrap_or_else(|| settings(campaign, event))
}

fn by(side: Side) -> Text {
    Text::empty().side(side.number())
}

/// Names in the order in which people count.
fn ids(ids: &[Id]) -> String {
    let mut ids = ids.to_vec();
    ids.sort_by(by_name);
    listed(ids.iter().map(Id::to_string).collect::<Vec<_>>())
}

/// ", 1 purchase point spent" where one was.
fn spent(cpp: i32) -> String {
    if cpp > 0 { format!(", {} spent", cpp_words(cpp)) } else { String::new() }
}

/// Options and the result.
fn settings(campaign: &Campaign, event: &Event) -> Text {
    let consent = RuleId("BF-R45");
    match event {
        Event::SettingProposed { key, value } => {
            let (title, words) = (option_title(key.as_str()), value_words(key.as_str(), *value));
            Text::new(format!("The umpire proposed: {title}, {words}.")).rule(consent)
        }
        Event::ConsentGiven { side, key, value } => {
            let (title, words) = (option_title(key.as_str()), value_words(key.as_str(), *value));
            by(*side).say(format!(" agreed: {title}, {words}.")).rule(consent)
        }
        Event::SettingChanged { key, from, to } => {
            let (before, now) = (value_words(key.as_str(), *from), value_words(key.as_str(), *to));
            let title = option_title(key.as_str());
            Text::new(format!("With the consent of both sides: {title}, {now} instead of {before}."))
                .rule(consent)
        }
        Event::VictoryDeclared { winner, scores } => {
            let told = match winner {
                Some(side) => by(*side).say(" won the campaign"),
                None => Text::new("The campaign ended in a draw"),
            };
            let [first, second] = scores.as_array().map(|score| figure_words(score.into()));
            let told = told.say(": ").side(0).say(format!(" {first}, ")).side(1);
            let victory = &campaign.victory;
            let band = victory.row(scores[victory.read_for]).map(band_words).unwrap_or_default();
            told.say(format!(" {second} points. The score of "))
                .side(victory.read_for.number())
                .say(format!(" decides{band}."))
                .rule(RuleId("BF-2-4"))
        }
        other => {
            debug_assert!(false, "an event without words: {other:?}");
            Text::empty()
        }
    }
}

/// The scores of a result: ": it is 5 or less".
fn band_words(row: &VictoryRow) -> String {
    let figure = |figure: i32| figure_words(figure.into());
    match (row.min, row.max) {
        (Some(min), Some(max)) if min == max => format!(": it is {}", figure(min)),
        (Some(min), Some(max)) => format!(": it is {} to {}", figure(min), figure(max)),
        (Some(min), None) => format!(": it is {} or more", figure(min)),
        (None, Some(max)) => format!(": it is {} or less", figure(max)),
        (None, None) => String::new(),
    }
}

fn weather_words(campaign: &Campaign, row: u8) -> String {
    let chart = campaign.charts.weather.as_ref();
    let found = chart.and_then(|chart| chart.rows().iter().find(|line| line.result.row == row));
    found.map_or_else(|| format!("row {row}"), |line| line.result.text.to_string())
}

/// What a command amounts to, for odds: the result in a word or two, and its number where players care for one.
pub(crate) fn outcome(campaign: &Campaign, seat: Seat, events: &[Event]) -> (String, Option<i64>) {
    let mut labels: Vec<String> = Vec::new();
    let mut value = None;
    for event in events.iter().filter(|event| seat.sees(audience(event))) {
        let (label, number) = match event {
            Event::PointsRolled { gain, .. } => (format!("Gain {gain}"), Some(i64::from(*gain))),
            Event::RepairTried { outcome: Repair::Repaired, .. } => ("Repaired".into(), None),
            Event::RepairTried { outcome: Repair::NoEffect, .. } => ("No effect".into(), None),
            Event::WithdrawalRolled { outcome: Withdrawal::Withdraws, .. } => ("Withdraws".into(), None),
            Event::WithdrawalRolled { outcome: Withdrawal::Retained, .. } => ("Retained".into(), None),
            Event::DisciplineRolled { change, .. } => (kernel::ChartResult::words(change), None),
            Event::StandDisciplineRolled { change: DisciplineChange::Worsens, .. } => {
                ("Worsens by one level".into(), None)
            }
            Event::StandDisciplineRolled { .. } => ("Unchanged".into(), None),
            Event::NumberRolled { number, .. } => (number.0.to_string(), Some(i64::from(number.0))),
            Event::RemovalTried { outcome, .. } | Event::DestructionTried { outcome, .. } => {
                (kernel::ChartResult::words(outcome), None)
            }
            // The chart says "eliminated"; a wreck in a defile is only moved out of it. [BF-R42]
            Event::ClearingTried { outcome: Removal::Eliminated, .. } => ("Moved out".into(), None),
            Event::ClearingTried { outcome: Removal::NoEffect, .. } => ("Stays".into(), None),
            Event::EscapeTried { unit, outcome, .. } => {
                (format!("{unit}: {}", kernel::ChartResult::words(outcome)), None)
            }
            Event::WeatherRolled { row } => (weather_words(campaign, *row), None),
            Event::BattleEnded { turn, .. } => (format!("The battle ends after turn {turn}"), None),
            Event::TurnBegan { turn } => (format!("Turn {turn} is played"), None),
            Event::ShotFired { ammunition: Ammunition::Full, .. } => ("Ammunition lasts".into(), None),
            Event::ShotFired { ammunition: Ammunition::Short, .. } => ("Short of ammunition".into(), None),
            Event::ShotFired { ammunition: Ammunition::Out, .. } => ("Out of ammunition".into(), None),
            Event::RollOff { attacker, .. } => (format!("{} attacks", campaign.side(*attacker).name), None),
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
                .map(|side| kernel::SideInfo { id: side.id, name: side.name.clone() })
                .collect();
            let seen = events.iter().filter(|event| seat.sees(audience(event)));
            (list_words(seen.map(|event| narrate(campaign, event).plain(&sides))), None)
        }
        1 => (labels.remove(0), value),
        _ => (labels.join("; "), None),
    }
}

fn list_words(sentences: impl Iterator<Item = String>) -> String {
    sentences.collect::<Vec<_>>().join(" ")
}
