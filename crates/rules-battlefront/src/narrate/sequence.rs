//! Slots, steps, postures, told.

use kernel::view::Text;
use kernel::{Id, RuleId};

use super::{by, weather_words};
use crate::event::{Event, Seen};
use crate::phase::Step;
use crate::setup::Campaign;
use crate::view::natural::by_name;
use crate::view::prose::{content_words, day_words, listed, step_words, type_name, unit_name, work_name};
use crate::words::{Posture, Side};

fn verb(posture: Posture) -> &'static str {
    match posture {
        Posture::Attack => " attacks",
        Posture::Defend => " defends",
    }
}

/// Stands in sight, those of one formation at one place together: "R-101 (1 × command, 9 × rifle squad) at 33, 38". One
/// alone has its own name.
fn in_sight(campaign: &Campaign, stands: &[Seen]) -> Vec<String> {
    let mut stands: Vec<&Seen> = stands.iter().collect();
    stands.sort_by(|a, b| by_name(&a.id, &b.id));
    let formation = |seen: &Seen| seen.id.as_str().rsplit_once('-').map_or("", |(head, _)| head).to_owned();
    let mut told: Vec<Together<'_>> = Vec::new();
    for seen in stands {
        let formation = formation(seen);
        match told.iter_mut().find(|one| one.formation == formation && one.first.at == seen.at) {
            Some(known) => match known.kinds.iter_mut().find(|(kind, _)| *kind == seen.kind) {
                Some((_, count)) => *count += 1,
                None => known.kinds.push((seen.kind, 1)),
            },
            None => told.push(Together { formation, first: seen, kinds: vec![(seen.kind, 1)] }),
        }
    }
    let words = |Together { formation, first, kinds }: Together<'_>| match kinds[..] {
        [(kind, 1)] => format!("{} ({}) at {}", first.id, type_name(campaign, kind), first.at),
        _ => format!("{formation} ({}) at {}", content_words(campaign, &kinds), first.at),
    };
    told.into_iter().map(words).collect()
}

/// Stands of one formation at one place.
struct Together<'a> {
    formation: String,
    first: &'a Seen,
    kinds: Vec<(Id, u16)>,
}

/// Who threw what when both attack, and who is the attacker. [BF-2.1.P-5]
pub(crate) fn roll_off_words(attacker: Side, dice: Option<[u16; 2]>) -> Text {
    let told = match dice {
        Some([first, second]) => Text::new("Both attack. ")
            .side(0)
            .say(format!(" threw {first}, "))
            .side(1)
            .say(format!(" {second}: ")),
        None => Text::new("Both attack, and the higher die decided: "),
    };
    told.side(attacker.number()).say(" is the attacker.").rule(RuleId("BF-2.1.P-5"))
}

/// [BF-2.1.2.7-1] At C11 the smoke of wrecks is gone, whether or not one can be moved.
fn burnt_out(step: Step, told: Text) -> Text {
    match step {
        Step::Wrecks => {
            told.say(" Burning wrecks no longer block sight or fire.").rule(RuleId("BF-2.1.2.7-1"))
        }
        _ => told,
    }
}

/// Slots, steps, postures.
pub(super) fn sequence(campaign: &Campaign, event: &Event) -> Option<Text> {
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
        Event::StepOpened { step } => {
            burnt_out(*step, Text::new(format!("Step {}, was opened.", step_words(*step))))
        }
        Event::StepPassed { step } => {
            burnt_out(*step, Text::new(format!("Step {}, does not occur in this slot.", step_words(*step))))
        }
        Event::StepClosed { side, step } => by(*side).say(format!(" closed step {}.", step_words(*step))),
        Event::NoPart { side, step } => by(*side).say(format!(" has no part in step {}.", step_words(*step))),
        Event::ClosedForBoth { step } => {
            Text::new(format!("The umpire closed step {}, for both sides.", step_words(*step)))
                .rule(RuleId("BF-2.1.2.4.P-2"))
        }
        Event::PostureSealed { side, posture, .. } => {
            by(*side).say(format!(" sealed its posture: {posture}."))
        }
        Event::PosturesSealed { digests, .. } => {
            let told = Text::new("Both postures were sealed.");
            let first = |digest: &str| digest.chars().take(12).collect::<String>();
            if !digests.both(|digest| !digest.is_empty()) {
                return Some(told);
            }
            told.quiet(format!(
                " The seals begin with {} and {}.",
                first(&digests[Side::FIRST]),
                first(&digests[Side::SECOND])
            ))
        }
        Event::PosturesRevealed { postures, .. } => Text::new("The postures were opened: ")
            .side(0)
            .say(format!("{}, ", verb(postures[Side::FIRST])))
            .side(1)
            .say(format!("{}.", verb(postures[Side::SECOND])))
            .rule(RuleId("BF-2.1.1.6-1")),
        Event::RollOff { attacker, dice } => roll_off_words(*attacker, *dice),
        Event::ScenarioDeclared { attacker, first } => Text::new("A scenario is to be fought. ")
            .side(attacker.number())
            .say(" attacks; ")
            .side(attacker.enemy().number())
            .say(" sets up first, ")
            .side(first.unwrap_or_else(|| campaign.options.attacker_moves.first(*attacker)).number())
            .say(" moves first.")
            .rule(RuleId("BF-2.1.P-4")),
        Event::ForcesChosen { side, forces } => {
            let names: Vec<String> = forces.iter().map(|id| unit_name(campaign, *side, *id)).collect();
            let told = if names.is_empty() { "nothing".into() } else { listed(&names) };
            by(*side).say(format!(" chose for the scenario: {told}.")).rule(RuleId("BF-2.1.1.7-1"))
        }
        Event::Deployed { side, stands, at, facing, hidden } => {
            let sight = if *hidden { ", out of the enemy's sight" } else { "" };
            let told = format!(" deployed {} at {at}, facing {facing}°{sight}.", super::ids(stands));
            by(*side).say(told).rule(RuleId("BF-2.1.1.8-1"))
        }
        Event::Lifted { side, stands } => by(*side)
            .say(format!(" took {} off the map again.", super::ids(stands)))
            .rule(RuleId("BF-2.1.1.8-1")),
        Event::SetUpSeen { side, stands } => {
            let told = listed(in_sight(campaign, stands));
            by(*side).say(format!(" has set up. In sight: {told}.")).rule(RuleId("BF-2.1.1.8-1"))
        }
        Event::WorkPlaced { side, item, kind, at } => {
            let name = work_name(campaign, *side, *kind);
            by(*side).say(format!(" placed {name} at {at}: {item}.")).rule(RuleId("BF-2.1.1.5.2-2"))
        }
        Event::WorkLifted { side, item } => {
            by(*side).say(format!(" took {item} back in hand.")).rule(RuleId("BF-2.1.1.5.2-2"))
        }
        Event::PreregPlaced { side, module, at } => {
            let name = unit_name(campaign, *side, *module);
            by(*side).say(format!(" preregistered {at} for {name}.")).rule(RuleId("BF-2.1.1.4.4-3"))
        }
        Event::ScenarioSkipped => {
            Text::new("Both sides defend: no scenario is fought in this slot.").rule(RuleId("BF-2.1.P-6"))
        }
        Event::SlotEnded => Text::new("The slot ended."),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Point;

    #[test]
    fn stands_of_a_formation_at_one_place_are_told_together() {
        let campaign = crate::setup::load("rostov.toml", crate::SAMPLE).unwrap();
        let id = |text: &str| Id::new(text).unwrap();
        let seen = |name: &str, kind: &str, x: i32| Seen {
            id: id(name),
            kind: id(kind),
            at: Point::new(x, 3800),
            facing: 0,
        };
        let stands = [
            seen("R-101-10", "r-rifle", 3300),
            seen("R-101-2", "r-rifle", 3300),
            seen("R-101-1", "r-cmd", 3300),
            seen("R-101-3", "r-rifle", 3400),
            seen("R-102-1", "r-cmd", 3300),
            seen("R-201-1", "r-t34", 3000),
            seen("R-201-2", "r-t34", 3000),
        ];
        assert_eq!(
            in_sight(&campaign, &stands),
            [
                "R-101 (1 × Command, 2 × Rifle squad) at 33, 38",
                "R-101-3 (Rifle squad) at 34, 38",
                "R-102-1 (Command) at 33, 38",
                "R-201 (2 × T-34) at 30, 38",
            ]
        );
    }
}
