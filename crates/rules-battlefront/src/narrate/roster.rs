//! Wrecks, formations, stands and what is removed from the map, told.

use kernel::RuleId;
use kernel::view::Text;

use super::{by, ids, spent};
use crate::event::Event;
use crate::setup::Campaign;
use crate::setup::charts::{DisciplineChange, Removal, Repair, Withdrawal};
use crate::view::prose::{counted, fpp_words, listed, stand_name, unit_name};
use crate::words::Side;

/// Wrecks, formations, stands.
pub(super) fn roster(campaign: &Campaign, event: &Event) -> Option<Text> {
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

/// Removal from the map.
pub(super) fn ground(event: &Event) -> Option<Text> {
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
