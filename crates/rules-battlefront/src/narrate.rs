//! Events as prose in the past tense, and what a command can amount to.

use kernel::Seat;
use kernel::view::Text;

use crate::event::{Event, audience};
use crate::phase::Step;
use crate::rules::counted;
use crate::setup::Campaign;
use crate::setup::charts::{DisciplineChange, Removal, Repair, Withdrawal};
use crate::words::{Posture, Side};

/// An event as a sentence or two.
pub(crate) fn narrate(campaign: &Campaign, event: &Event) -> Text {
    let side_and = |side: Side, words: String| Text::empty().side(side.0).say(words);
    match event {
        Event::SlotOpened { day, slot } => {
            Text::new(format!("{} was opened.", slot_words(campaign, *day, *slot)))
        }
        Event::WeatherRolled { row } => Text::new(format!("Weather: {}.", weather_words(campaign, *row))),
        Event::PointsGranted { side, fpp } => side_and(
            *side,
            format!(" was granted {}.", counted(*fpp, "fortification point", "fortification points")),
        ),
        Event::AttackerGiven { attacker } => {
            side_and(*attacker, " attacks in the first slot, as the set-up says.".into())
        }
        Event::StepOpened { step } => {
            Text::new(format!("{step}, {}, was opened.", step.title().to_lowercase()))
        }
        Event::StepPassed { step } => {
            Text::new(format!("{step}, {}, does not occur in this slot.", step.title().to_lowercase()))
        }
        Event::StepClosed { side, step: Step::Posture } => side_and(*side, " sealed its posture.".into()),
        Event::StepClosed { side, step } => {
            side_and(*side, format!(" closed {step}, {}.", step.title().to_lowercase()))
        }
        Event::PostureSealed { side, posture, .. } => {
            side_and(*side, format!(" chose to {posture} in the coming scenario."))
        }
        Event::PosturesSealed { .. } => Text::new("Both postures are sealed."),
        Event::PointsRolled { side, gain } => {
            side_and(*side, format!(" gained {}.", counted(*gain, "purchase point", "purchase points")))
        }
        Event::GroupBought { side, group, purchase, cpp, .. } => {
            let kind = campaign.side(*side).group(*group).map_or(group.as_str(), |group| &group.kind);
            side_and(*side, format!(" bought {kind} as {purchase} for {}.", points(*cpp)))
        }
        Event::PreregBought { side, module, n, cpp, .. } => {
            let n = counted((*n).into(), "preregistered point", "preregistered points");
            side_and(*side, format!(" bought {n} for {module} for {}.", points(*cpp)))
        }
        Event::TakenBack { side, purchase } => {
            side_and(*side, format!(" took back the purchase {purchase}."))
        }
        Event::WorksBought { side, kind, count, fpp } => {
            let name = campaign.side(*side).work(*kind).map_or(kind.as_str(), |work| &work.name);
            let price = counted(*fpp, "fortification point", "fortification points");
            side_and(*side, format!(" bought {count} × {name} for {price}."))
        }
        Event::WorkTakenBack { side, kind, .. } => side_and(*side, format!(" took back one {kind}.")),
        Event::SlotEnded => Text::new("The slot ended."),
        _ => outcomes(campaign, event),
    }
}

/// Events that carry the result of a roll or of a step.
fn outcomes(campaign: &Campaign, event: &Event) -> Text {
    let side_and = |side: Side, words: String| Text::empty().side(side.0).say(words);
    match event {
        Event::RepairTried { side, vehicle, cpp, outcome } => {
            let with = if *cpp > 0 { " with a purchase point" } else { "" };
            let result = match outcome {
                Repair::Repaired => "it returned to the roster",
                Repair::NoEffect => "no effect",
            };
            side_and(*side, format!(" tried to repair {vehicle}{with}: {result}."))
        }
        Event::RepairsEnded { vanished } if vanished.is_empty() => {
            Text::new("The night's repairs ended; every wreck stayed.")
        }
        Event::RepairsEnded { vanished } => Text::new(format!(
            "The night's repairs ended; {} left the map.",
            list(vanished.iter().map(ToString::to_string))
        )),
        Event::WithdrawalRolled { side, me, outcome } => match outcome {
            Withdrawal::Retained => side_and(*side, format!(" rolled for the withdrawal of {me}: retained.")),
            Withdrawal::Withdraws => side_and(
                *side,
                format!(" rolled for the withdrawal of {me}: withdrawn for the rest of the campaign."),
            ),
        },
        Event::ReinforcementArrived { side, scheduled } => {
            let entry = campaign.side(*side).scheduled.iter().find(|entry| entry.id == *scheduled);
            let name = entry.map_or(scheduled.as_str(), |entry| &entry.name);
            side_and(*side, format!(": {name} ({scheduled}) joined the roster."))
        }
        Event::DisciplineRolled { side, me, change, discipline } => {
            side_and(*side, format!(": the discipline of {me} {}, {discipline}.", change_words(*change)))
        }
        Event::StandDisciplineRolled { side, stand, change: DisciplineChange::Worsens, discipline } => {
            side_and(*side, format!(": the discipline of {stand}, cut off, worsened, {discipline}."))
        }
        Event::StandDisciplineRolled { side, stand, .. } => {
            side_and(*side, format!(": the discipline of {stand}, cut off, stayed."))
        }
        Event::Combined { side, keep, strike, discipline, .. } => {
            side_and(*side, format!(" combined {strike} into {keep}, now {discipline}; {strike} was struck."))
        }
        Event::BreakpointsRecomputed { side, elements } => side_and(
            *side,
            format!(": breakpoints of {} were recomputed from present strength.", formations(elements.len())),
        ),
        Event::AmmunitionRecovered { side, stands } => side_and(
            *side,
            format!(": {} recovered full ammunition.", list(stands.iter().map(ToString::to_string))),
        ),
        Event::NumberRolled { side, purchase, cpp, number } => {
            let with = if *cpp > 0 { format!(" with {}", points(*cpp)) } else { String::new() };
            side_and(*side, format!(" rolled the number of {purchase}{with}: {}.", number.0))
        }
        Event::RemovalTried { side, item, outcome, .. } => {
            side_and(*side, format!(" tried to remove {item}: {}.", removal_words(*outcome)))
        }
        Event::DestructionTried { side, vehicle, outcome, .. } => {
            side_and(*side, format!(" tried to destroy the wreck {vehicle}: {}.", removal_words(*outcome)))
        }
        Event::ClearingTried { side, vehicle, outcome, .. } => {
            let result = match outcome {
                Removal::Eliminated => "it was moved",
                Removal::NoEffect => "no effect",
            };
            side_and(*side, format!(" tried to move {vehicle} out of its defile: {result}."))
        }
        Event::RemovalsEnded { removed, destroyed, moved } => removals(removed, destroyed, moved),
        Event::FlightsLapsed { side, flights } => {
            side_and(*side, format!(" lost the unused {}.", list(flights.iter().map(ToString::to_string))))
        }
        Event::ModulesSpent { side, modules } => {
            let modules = list(modules.iter().map(ToString::to_string));
            side_and(*side, format!(": {modules} fired today and left the roster."))
        }
        Event::PreregLapsed { side } => side_and(*side, ": the day's preregistered points lapsed.".into()),
        _ => campaign_words(campaign, event),
    }
}

/// Reveal, settings, victory.
fn campaign_words(campaign: &Campaign, event: &Event) -> Text {
    match event {
        Event::PosturesRevealed { postures, .. } => {
            let verb = |posture: Posture| match posture {
                Posture::Attack => " attacks",
                Posture::Defend => " defends",
            };
            Text::empty().side(0).say(verb(postures[0])).say("; ").side(1).say(verb(postures[1])).say(".")
        }
        Event::RollOff { attacker } => {
            Text::new("Both attack. ").side(attacker.0).say(" rolled higher and is the attacker.")
        }
        Event::ScenarioDeclared { attacker } => {
            Text::new("A scenario is to be fought. ").side(attacker.0).say(" sets up second.")
        }
        Event::ScenarioSkipped => Text::new("Both sides defend; no scenario is fought."),
        Event::SettingProposed { key, value } => Text::new(format!("The umpire proposed {key} = {value}.")),
        Event::ConsentGiven { side, key, value } => {
            Text::empty().side(side.0).say(format!(" agreed to {key} = {value}."))
        }
        Event::SettingChanged { key, from, to } => {
            Text::new(format!("With the consent of both sides {key} was changed from {from} to {to}."))
        }
        Event::VictoryDeclared { winner, scores } => {
            let [first, second] = scores;
            let score = format!("{} {first}, {} {second}.", campaign.sides[0].name, campaign.sides[1].name);
            match winner {
                Some(side) => Text::empty().side(side.0).say(format!(" won the campaign. {score}")),
                None => Text::new(format!("The campaign ended in a draw. {score}")),
            }
        }
        _ => Text::empty(),
    }
}

fn removals(
    removed: &[kernel::Id],
    destroyed: &[kernel::Id],
    moved: &[(kernel::Id, crate::measure::Point)],
) -> Text {
    if removed.is_empty() && destroyed.is_empty() && moved.is_empty() {
        return Text::new("The removals ended; nothing known is gone.");
    }
    let mut parts = Vec::new();
    if !removed.is_empty() {
        parts.push(format!("{} removed", list(removed.iter().map(ToString::to_string))));
    }
    if !destroyed.is_empty() {
        parts.push(format!("{} destroyed for good", list(destroyed.iter().map(ToString::to_string))));
    }
    if !moved.is_empty() {
        parts.push(format!("{} moved out of a defile", list(moved.iter().map(|(id, _)| id.to_string()))));
    }
    Text::new(format!("The removals ended: {}.", parts.join("; ")))
}

fn list(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}

fn points(cpp: i32) -> String {
    counted(cpp, "purchase point", "purchase points")
}

fn formations(n: usize) -> String {
    counted(n as i32, "formation", "formations")
}

fn change_words(change: DisciplineChange) -> &'static str {
    match change {
        DisciplineChange::Improves => "improved",
        DisciplineChange::Unchanged => "stayed",
        DisciplineChange::Worsens => "worsened",
    }
}

fn removal_words(outcome: Removal) -> &'static str {
    match outcome {
        Removal::Eliminated => "eliminated",
        Removal::NoEffect => "no effect",
    }
}

/// "24 December, full day".
pub(crate) fn slot_words(campaign: &Campaign, day: u16, slot: u8) -> String {
    let Some(of_day) = campaign.days.get(usize::from(day) - 1) else { return format!("Day {day}") };
    let kind = of_day.slots.get(usize::from(slot) - 1).map_or("", |slot| slot.kind.prose());
    format!("{}, {kind}", of_day.date.day_and_month())
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
            Event::RemovalTried { outcome, .. }
            | Event::DestructionTried { outcome, .. }
            | Event::ClearingTried { outcome, .. } => (kernel::ChartResult::words(outcome), None),
            Event::WeatherRolled { row } => (weather_words(campaign, *row), None),
            Event::RollOff { attacker } => (format!("{} attacks", campaign.side(*attacker).name), None),
            _ => continue,
        };
        labels.push(label);
        value = value.or(number);
    }
    match labels.len() {
        0 => {
            let seen = events.iter().filter(|event| seat.sees(audience(event)));
            let sides: Vec<_> = campaign
                .sides
                .iter()
                .map(|side| kernel::SideInfo { id: side.id, name: side.name.clone() })
                .collect();
            (list_words(seen.map(|event| narrate(campaign, event).plain(&sides))), None)
        }
        1 => (labels.remove(0), value),
        _ => (labels.join("; "), None),
    }
}

fn list_words(sentences: impl Iterator<Item = String>) -> String {
    sentences.collect::<Vec<_>>().join(" ")
}
