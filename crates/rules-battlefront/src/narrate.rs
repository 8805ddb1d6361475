//! Events as prose in the past tense, and what a command can amount to. Sees the event and the set-up only, so it
//! cannot tell what the event does not.

use kernel::view::Text;
use kernel::view::block::figure_words;
use kernel::{Id, RuleId, Seat};

use crate::event::{Event, audience};
use crate::setup::Campaign;
use crate::setup::charts::{DisciplineChange, Number, Removal, Repair, Withdrawal};
use crate::view::prose::{
    counted, cpp_words, day_words, fpp_words, group_name, group_of, listed, option_title, stand_name,
    step_words, unit_name, value_words, work_name,
};
use crate::words::{Class, Posture, Side};

/// An event as a sentence or two.
pub(crate) fn narrate(campaign: &Campaign, event: &Event) -> Text {
    sequence(campaign, event)
        .or_else(|| roster(campaign, event))
        .or_else(|| purchase(campaign, event))
        .or_else(|| ground(event))
        .unwrap_or_else(|| settings(event))
}

fn by(side: Side) -> Text {
    Text::empty().side(side.0)
}

fn ids(ids: &[Id]) -> String {
    listed(&ids.iter().map(Id::to_string).collect::<Vec<_>>())
}

/// ", 1 purchase point spent" where one was.
fn spent(cpp: i32) -> String {
    if cpp > 0 { format!(", {} spent", cpp_words(cpp)) } else { String::new() }
}

fn verb(posture: Posture) -> &'static str {
    match posture {
        Posture::Attack => " attacks",
        Posture::Defend => " defends",
    }
}

/// Slots, steps, postures.
fn sequence(campaign: &Campaign, event: &Event) -> Option<Text> {
    Some(match event {
        Event::SlotOpened { day, slot } => {
            let listed = usize::from(*day).checked_sub(1).and_then(|at| campaign.days.get(at));
            let slots = listed.and_then(|day| day.slots.get(usize::from(*slot).saturating_sub(1)));
            let part = slots.map_or_else(|| format!("slot {slot}"), |slot| slot.kind.prose().into());
            Text::new(format!("The slot was opened: {}, {part}.", day_words(campaign, *day)))
        }
        Event::WeatherRolled { row } => {
            Text::new(format!("The weather was rolled: {}.", weather_words(campaign, *row)))
                .rule(RuleId("BF-2.S-8"))
        }
        Event::AttackerGiven { attacker } => {
            by(*attacker).say(" attacks in the first slot, as the set-up says.").rule(RuleId("BF-2.1.P-1"))
        }
        Event::StepOpened { step } => Text::new(format!("Step {}, was opened.", step_words(*step))),
        Event::StepPassed { step } => {
            Text::new(format!("Step {}, does not occur in this slot.", step_words(*step)))
        }
        Event::StepClosed { side, step } => by(*side).say(format!(" closed step {}.", step_words(*step))),
        Event::PostureSealed { side, posture, .. } => {
            by(*side).say(format!(" sealed its posture: {posture}."))
        }
        Event::PosturesSealed { digests, .. } => {
            let told = Text::new("Both postures were sealed.");
            let first = |digest: &str| digest.chars().take(12).collect::<String>();
            if digests.iter().any(|digest| digest.is_empty()) {
                return Some(told);
            }
            told.quiet(format!(" The seals begin with {} and {}.", first(&digests[0]), first(&digests[1])))
        }
        Event::PosturesRevealed { postures, .. } => Text::new("The postures were opened: ")
            .side(0)
            .say(format!("{}, ", verb(postures[0])))
            .side(1)
            .say(format!("{}.", verb(postures[1])))
            .rule(RuleId("BF-2.1.1.6-1")),
        Event::RollOff { attacker } => Text::new("Both attack; the higher die made ")
            .side(attacker.0)
            .say(" the attacker.")
            .rule(RuleId("BF-2.1.P-5")),
        Event::ScenarioDeclared { attacker } => Text::new("A scenario is to be fought. ")
            .side(attacker.0)
            .say(" attacks; ")
            .side(attacker.other().0)
            .say(" sets up first.")
            .rule(RuleId("BF-2.1.P-4")),
        Event::ScenarioSkipped => {
            Text::new("Both sides defend: no scenario is fought in this slot.").rule(RuleId("BF-2.1.P-6"))
        }
        Event::SlotEnded => Text::new("The slot ended."),
        _ => return None,
    })
}

/// Wrecks, formations, stands.
fn roster(campaign: &Campaign, event: &Event) -> Option<Text> {
    Some(match event {
        Event::RepairTried { side, vehicle, cpp, outcome } => {
            let came = if *outcome == Repair::Repaired { "repaired" } else { "no effect" };
            by(*side)
                .say(format!(" tried to repair the wreck {vehicle}{}: {came}.", spent(*cpp)))
                .rule(RuleId("BF-2.1.1.2-6"))
        }
        Event::RepairsEnded { vanished } if vanished.is_empty() => {
            Text::new("The repairs ended. No wreck left the map.")
        }
        Event::RepairsEnded { vanished } => {
            let wrecks = if vanished.len() == 1 { "the wreck" } else { "the wrecks" };
            Text::new(format!("The repairs ended: {wrecks} {} left the map.", ids(vanished)))
                .rule(RuleId("BF-2.1.1.2-8"))
        }
        Event::WithdrawalRolled { side, me, outcome } => {
            let came = match outcome {
                Withdrawal::Retained => "stays in the campaign",
                Withdrawal::Withdraws => "was withdrawn for the rest of the campaign",
            };
            by(*side)
                .say(format!(": {} {came}.", unit_name(campaign, *side, *me)))
                .rule(RuleId("BF-2.1.1.2.W-3"))
        }
        Event::ReinforcementArrived { side, scheduled } => {
            let entry = campaign.side(*side).scheduled.iter().find(|entry| entry.id == *scheduled);
            let name = entry.map_or_else(|| scheduled.to_string(), |entry| entry.name.clone());
            by(*side).say(format!(": {name} joined the roster as scheduled.")).rule(RuleId("BF-2.1.1.4.1-1"))
        }
        Event::DisciplineRolled { side, me, change, discipline } => {
            let came = match change {
                DisciplineChange::Improves => "rolled an improvement: now",
                DisciplineChange::Unchanged => "rolled no change: still",
                DisciplineChange::Worsens => "rolled a decline: now",
            };
            by(*side)
                .say(format!(": {} {came} {discipline}.", unit_name(campaign, *side, *me)))
                .rule(RuleId("BF-2.1.1.3.1.O-5"))
        }
        Event::StandDisciplineRolled { side, stand, change, discipline } => {
            let came = match change {
                DisciplineChange::Worsens => "rolled a decline: now",
                DisciplineChange::Improves | DisciplineChange::Unchanged => "rolled no decline: still",
            };
            by(*side)
                .say(format!(": {}, cut off, {came} {discipline}.", stand_name(campaign, *side, *stand)))
                .rule(RuleId("BF-2.1.1.3.1.O-4"))
        }
        Event::Combined { side, keep, strike, command_stand, discipline } => {
            let (kept, struck) = (unit_name(campaign, *side, *keep), unit_name(campaign, *side, *strike));
            let command =
                command_stand.map(|stand| format!(" {stand} is its command stand.")).unwrap_or_default();
            by(*side)
                .say(format!(" combined {struck} into {kept}, {discipline}; {struck} was struck.{command}"))
                .rule(RuleId("BF-2.1.1.3.2-3"))
        }
        Event::BreakpointsRecomputed { side, elements } => {
            let n = counted(elements.len() as i64, "formation", "formations");
            by(*side)
                .say(format!(": the breakpoints of {n} were set from present strength."))
                .rule(RuleId("BF-2.1.1.3.2.B-1"))
        }
        Event::AmmunitionRecovered { side, stands } => {
            let n = counted(stands.len() as i64, "stand", "stands");
            by(*side).say(format!(": {n} recovered full ammunition.")).rule(RuleId("BF-2.1.1.3.3.3-1"))
        }
        _ => return None,
    })
}

/// "2 smoke missions" or "2 aircraft".
fn number_words(campaign: &Campaign, side: Side, item: Id, n: u8) -> String {
    let flies = group_of(campaign, side, item).is_some_and(|group| group.class == Class::Air);
    if flies { format!("{n} aircraft") } else { counted(n.into(), "smoke mission", "smoke missions") }
}

/// Points, groups, artillery, aircraft, fortifications.
fn purchase(campaign: &Campaign, event: &Event) -> Option<Text> {
    let names = |side: Side, of: &[Id]| {
        listed(&of.iter().map(|id| unit_name(campaign, side, *id)).collect::<Vec<_>>())
    };
    Some(match event {
        Event::PointsGranted { side, fpp } => {
            by(*side).say(format!(" was granted {}.", fpp_words(*fpp))).rule(RuleId("BF-2.1.1.5-2"))
        }
        Event::PointsRolled { side, gain } => {
            by(*side).say(format!(" gained {}.", cpp_words(*gain))).rule(RuleId("BF-2.1.1.1-1"))
        }
        Event::GroupBought { side, group, purchase, cpp, flies_on } => {
            let name = campaign.side(*side).group(*group).map_or(group.as_str(), group_name);
            let flies = match flies_on {
                0 => String::new(),
                day => format!(" It flies on {}.", day_words(campaign, *day)),
            };
            by(*side).say(format!(" bought {name} ({purchase}) for {}.{flies}", cpp_words(*cpp)))
        }
        Event::PreregBought { side, module, n, cpp, .. } => {
            let points = counted((*n).into(), "preregistered point", "preregistered points");
            let module = unit_name(campaign, *side, *module);
            by(*side)
                .say(format!(" bought {points} for {module}: {}.", cpp_words(*cpp)))
                .rule(RuleId("BF-2.1.1.4.4-2"))
        }
        Event::TakenBack { side, purchase } => {
            by(*side).say(format!(" took back a purchase: {}.", unit_name(campaign, *side, *purchase)))
        }
        Event::NumberRolled { side, purchase, cpp, number: Number(n) } => {
            let (name, number) =
                (unit_name(campaign, *side, *purchase), number_words(campaign, *side, *purchase, *n));
            by(*side)
                .say(format!(" rolled for {name}{}: {number}.", spent(*cpp)))
                .rule(RuleId("BF-2.1.1.4.4.N-1"))
        }
        Event::WorksBought { side, kind, count, fpp } => {
            let name = work_name(campaign, *side, *kind);
            by(*side)
                .say(format!(" bought {count} × {name} for {}.", fpp_words(*fpp)))
                .rule(RuleId("BF-2.1.1.5.2-1"))
        }
        Event::WorkTakenBack { side, kind, fpp } => {
            let name = work_name(campaign, *side, *kind);
            by(*side).say(format!(" took back 1 × {name}: {} returned.", fpp_words(*fpp)))
        }
        Event::FlightsLapsed { side, flights } => by(*side)
            .say(format!(": unused by the end of the day and lost: {}.", names(*side, flights)))
            .rule(RuleId("BF-2.1.1.4.2-2")),
        Event::ModulesSpent { side, modules } => by(*side)
            .say(format!(": fired today and left the roster: {}.", names(*side, modules)))
            .rule(RuleId("BF-2.1.1.4.3-4")),
        Event::PreregLapsed { side } => {
            by(*side).say(": the preregistered points lapsed with the day.").rule(RuleId("BF-2.1.1.4.4-4"))
        }
        _ => return None,
    })
}

/// Removal from the map.
fn ground(event: &Event) -> Option<Text> {
    let tried = |side: Side, what: String, fpp: i32, came: &str, rule: &'static str| {
        by(side).say(format!(" tried to {what} for {}: {came}.", fpp_words(fpp))).rule(RuleId(rule))
    };
    Some(match event {
        Event::RemovalTried { side, item, fpp, outcome } => {
            let came = if *outcome == Removal::Eliminated { "removed" } else { "no effect" };
            tried(*side, format!("remove the fortification {item}"), *fpp, came, "BF-2.1.1.5.1-4")
        }
        Event::DestructionTried { side, vehicle, fpp, outcome } => {
            let came = if *outcome == Removal::Eliminated { "destroyed" } else { "no effect" };
            tried(*side, format!("destroy the wreck {vehicle}"), *fpp, came, "BF-2.1.1.3.1-3")
        }
        Event::ClearingTried { side, vehicle, fpp, outcome, to } => {
            let came = match outcome {
                Removal::Eliminated => format!("it goes to {to}"),
                Removal::NoEffect => "no effect".into(),
            };
            tried(*side, format!("move the wreck {vehicle} out of the defile"), *fpp, &came, "BF-2.1.2.7-3")
        }
        Event::RemovalsEnded { removed, destroyed, moved } => {
            let mut parts = Vec::new();
            if !removed.is_empty() {
                parts.push(format!("fortifications gone: {}", ids(removed)));
            }
            if !destroyed.is_empty() {
                parts.push(format!("wrecks destroyed for good: {}", ids(destroyed)));
            }
            if !moved.is_empty() {
                let moved: Vec<_> = moved.iter().map(|(id, to)| format!("{id} to {to}")).collect();
                parts.push(format!("wrecks moved: {}", listed(&moved)));
            }
            if parts.is_empty() {
                return Some(Text::new("The removals ended. Nothing changed on the map."));
            }
            Text::new(format!("The removals ended; {}.", parts.join("; "))).rule(RuleId("BF-2.1.1.5.1-1"))
        }
        _ => return None,
    })
}

/// Options and the result.
fn settings(event: &Event) -> Text {
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
            let [first, second] = scores.map(|score| figure_words(score.into()));
            told.say(": ")
                .side(0)
                .say(format!(" {first}, "))
                .side(1)
                .say(format!(" {second} points."))
                .rule(RuleId("BF-2-4"))
        }
        other => {
            debug_assert!(false, "an event without words: {other:?}");
            Text::empty()
        }
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
            let sides: Vec<_> = campaign
                .sides
                .iter()
                .map(|side| kernel::SideInfo { id: side.id, name: side.name.clone() })
                .collect();
            (list_words(own_part(seat, events).map(|event| narrate(campaign, event).plain(&sides))), None)
        }
        1 => (labels.remove(0), value),
        _ => (labels.join("; "), None),
    }
}

/// What a command itself does. What follows when it is the last to close a step stays out: it shows what the other
/// side has done.
fn own_part(seat: Seat, events: &[Event]) -> impl Iterator<Item = &Event> {
    let closing = events.iter().position(|event| matches!(event, Event::StepClosed { .. }));
    let own = &events[..closing.map_or(events.len(), |at| at + 1)];
    own.iter().filter(move |event| seat.sees(audience(event)))
}

fn list_words(sentences: impl Iterator<Item = String>) -> String {
    sentences.collect::<Vec<_>>().join(" ")
}
