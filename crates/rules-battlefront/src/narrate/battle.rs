//! The battle, its result, and the first steps of the cleanup, told.

use kernel::view::Text;
use kernel::{Id, RuleId};

use super::{by, ids};
use crate::event::{Event, StandEnd};
use crate::facts::{Compared, Ending, Length, Tally};
use crate::setup::Campaign;
use crate::view::prose::{counted, listed, stand_name, type_name, unit_name, work_name};
use crate::words::{Ammunition, BogOutcome, MineOutcome, Side, StandState};

/// "12 turns", or "the chart from turn 9 on".
pub(crate) fn length_words(length: Length) -> String {
    match length {
        Length { turns: Some(turns), .. } => counted(turns.into(), "turn", "turns"),
        Length { first_roll: Some(first), .. } => format!("a die from turn {first} on"),
        Length { .. } => "the printed chart".into(),
    }
}

/// Turns, shots, smoke.
pub(super) fn battle(campaign: &Campaign, event: &Event) -> Option<Text> {
    let other = RuleId("BF-2.1.2-4");
    Some(match event {
        Event::LengthWanted { side, length: Some(length) } => {
            by(*side).say(format!(" wants the battle to last {}.", length_words(*length))).rule(other)
        }
        Event::LengthWanted { side, length: None } => {
            by(*side).say(" wants the battle to last as the printed chart has it.").rule(other)
        }
        Event::LengthAgreed { length } => {
            Text::new(format!("Both sides agreed on the length of the battle: {}.", length_words(*length)))
                .rule(other)
        }
        Event::TurnBegan { turn } => Text::new(format!("Turn {turn} began.")).rule(RuleId("BF-2.1.2-1")),
        Event::EndWanted { side } => {
            by(*side).say(" wants to end the battle before the next turn.").rule(RuleId("BF-2.1.2-2"))
        }
        Event::BattleEnded { turn, why } => {
            let (how, rule) = match why {
                Ending::Die => ("by the die", "BF-2.1.2-3"),
                Ending::Agreed => ("as both sides agreed", "BF-2.1.2-2"),
                Ending::Told => ("as the result form tells", "BF-2.1.2-1"),
            };
            Text::new(format!("The battle ended after turn {turn}, {how}.")).rule(RuleId(rule))
        }
        Event::ShotFired { side, stand, ammunition } => {
            let came = match ammunition {
                Ammunition::Full => "its ammunition lasts",
                Ammunition::Short => "it is short of ammunition",
                Ammunition::Out => "it is out of ammunition",
            };
            by(*side)
                .say(format!(": {} fired; {came}.", stand_name(campaign, *side, *stand)))
                .rule(RuleId("BF-2.1.1.3.3.1-2"))
        }
        Event::SmokePlaced { side, templates } => {
            let n = counted((*templates).into(), "smoke template", "smoke templates");
            by(*side).say(format!(" placed {n}.")).rule(RuleId("BF-2.1.1.4.4.N-4"))
        }
        Event::SmokeUsed { side, module } => by(*side)
            .say(format!(": {} used up a smoke mission.", unit_name(campaign, *side, *module)))
            .rule(RuleId("BF-2.1.1.4.4.N-4")),
        _ => return None,
    })
}

/// The result form and what follows from it.
pub(super) fn result(campaign: &Campaign, event: &Event) -> Option<Text> {
    let form = RuleId("BF-2.1.2-5");
    Some(match event {
        Event::Reported { side, .. } => by(*side).say(" told its part of the result form.").rule(form),
        Event::ResultsDiffer { differences } => {
            let n = counted(differences.len() as i64, "place", "places");
            let mut told = Text::new(format!("The two reports differ in {n}."));
            for known in differences {
                let Some(side) = campaign.side_of(known.side) else { continue };
                let [own, seen] = [known.told, known.seen].map(|figures| figure_words(known.what, figures));
                let kind = known.kind.map(|kind| format!(" of {}: ", type_name(campaign, kind)));
                told = match (known.what, kind) {
                    (Compared::Losses, Some(kind)) => told.say(" Losses of ").side(side.number()).say(kind),
                    (Compared::Panics, Some(kind)) => told.say(" Panics of ").side(side.number()).say(kind),
                    _ => told.say(" The last turn: "),
                };
                told = told.side(side.number());
                told = told.say(format!(" tells {own}, ")).side(side.enemy().number());
                told = told.say(format!(" saw {seen}."));
            }
            told.rule(form)
        }
        Event::FiguresStand { side, field } => {
            by(*side).say(format!(" stands by its figures ({field}).")).rule(form)
        }
        Event::DifferenceSettled { side, field, reason } => {
            let told = match reason {
                None => by(side.enemy()).say(" took the figures of ").side(side.number()),
                Some(_) => {
                    Text::new("The umpire settled that the figures of ").side(side.number()).say(" stand")
                }
            };
            let why = reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
            told.say(format!(" ({field}){why}")).say(if why.ends_with('.') { "" } else { "." }).rule(form)
        }
        Event::ResultEntered { side, ends, .. } => {
            by(*side).say(format!(": {}.", ends_words(ends))).rule(RuleId("BF-2.1.1.3.1-1"))
        }
        Event::ResultConfirmed { turn, lost, wrecks, fired, flew, revealed, destroyed } => {
            let mut told = Text::new(format!("The result of the battle stands, after turn {turn}."));
            for side in Side::BOTH {
                let mut lost = vec![lost_words(campaign, &lost[side])];
                for (n, one, many) in [
                    (fired[side], "module of artillery fired", "modules of artillery fired"),
                    (flew[side], "flight attacked", "flights attacked"),
                ] {
                    if n > 0 {
                        lost.push(counted(n.into(), one, many));
                    }
                }
                told = told.say(" ").side(side.number()).say(format!(": {}.", lost.join("; ")));
            }
            let wrecks: Vec<String> = wrecks
                .iter()
                .map(|wreck| format!("{} ({}) at {}", wreck.id, type_name(campaign, wreck.kind), wreck.at))
                .collect();
            let shown: Vec<String> = revealed
                .iter()
                .map(|work| {
                    format!("{} ({}) at {}", work.item, work_name(campaign, work.side, work.kind), work.at)
                })
                .collect();
            let gone: Vec<String> = destroyed.iter().map(Id::to_string).collect();
            for (what, list) in
                [("New wrecks", wrecks), ("Fortifications now known", shown), ("Fortifications gone", gone)]
            {
                if !list.is_empty() {
                    told = told.say(format!(" {what}: {}.", listed(&list)));
                }
            }
            told.rule(form)
        }
        Event::MarkersRemoved => {
            Text::new("Templates, smoke and markers came off the map.").rule(RuleId("BF-2.1.2.1-1"))
        }
        Event::Rallied => Text::new("Suppressed and disordered units of both sides returned to good order.")
            .rule(RuleId("BF-2.1.2.4-1")),
        _ => return cleanup(campaign, event),
    })
}

/// "2 knocked out, 1 abandoned", or "none".
pub(crate) fn figure_words(what: Compared, [first, second]: [u16; 2]) -> String {
    let words = match what {
        Compared::Losses => [(first, "knocked out"), (second, "abandoned")],
        Compared::Panics => [(first, "panicked off"), (second, "")],
        Compared::LastTurn => return format!("turn {first}"),
    };
    let words: Vec<String> =
        words.iter().filter(|(n, _)| *n > 0).map(|(n, how)| format!("{n} {how}")).collect();
    if words.is_empty() { "none".into() } else { words.join(", ") }
}

/// Mines and bog checks.
fn cleanup(campaign: &Campaign, event: &Event) -> Option<Text> {
    let (mines, bog) = (RuleId("BF-2.1.2.2-1"), RuleId("BF-2.1.2.3-1"));
    Some(match event {
        Event::MinesSurvived { side, unit, at } => {
            let place = at.map(|at| format!(", at {at}")).unwrap_or_default();
            by(*side)
                .say(format!(": {} is out of the minefield{place}.", stand_name(campaign, *side, *unit)))
                .rule(mines)
        }
        Event::MinesDestroyed { side, unit, .. } => {
            by(*side).say(format!(": mines destroyed {}.", stand_name(campaign, *side, *unit))).rule(mines)
        }
        Event::MinesResolved { side, kind, outcome } => {
            let came = match outcome {
                MineOutcome::Destroyed => "was destroyed by mines",
                MineOutcome::Out => "came out of a minefield",
            };
            by(*side).say(format!(": {} {came}.", type_name(campaign, *kind))).rule(mines)
        }
        Event::BogChecked { side, unit, outcome } => {
            let came = match outcome {
                BogOutcome::Free => "moves freely again",
                BogOutcome::Stuck => "failed its bog check",
            };
            by(*side).say(format!(": {} {came}.", stand_name(campaign, *side, *unit))).rule(bog)
        }
        Event::BogResolved { side, kind, outcome } => {
            let came = match outcome {
                BogOutcome::Free => "is no longer bogged",
                BogOutcome::Stuck => "is immobile",
            };
            by(*side).say(format!(": {} {came}.", type_name(campaign, *kind))).rule(bog)
        }
        _ => return None,
    })
}

/// "2 × rifle squad lost", "nothing lost".
fn lost_words(campaign: &Campaign, lost: &[Tally]) -> String {
    let each = |tally: &Tally| format!("{} × {}", tally.count, type_name(campaign, tally.id));
    let words: Vec<String> = lost.iter().map(each).collect();
    if words.is_empty() { "nothing lost".into() } else { format!("{} lost", listed(&words)) }
}

/// What became of a side's stands, those that stay on the map only by number.
fn ends_words(ends: &[StandEnd]) -> String {
    let mut parts = Vec::new();
    for (state, words) in [
        (StandState::Lost, "knocked out"),
        (StandState::Wreck, "wrecked"),
        (StandState::Panicked, "panicked off the map"),
        (StandState::Exited, "left the map"),
    ] {
        let those: Vec<Id> = ends.iter().filter(|end| end.state == state).map(|end| end.stand).collect();
        if !those.is_empty() {
            parts.push(format!("{words} {}", ids(&those)));
        }
    }
    let here = ends.iter().filter(|end| end.state == StandState::Here && end.at.is_some()).count();
    parts.push(format!("{} on the map", counted(here as i64, "stand", "stands")));
    parts.join("; ")
}
