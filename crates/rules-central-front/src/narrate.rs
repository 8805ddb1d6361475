//! Events as prose. Sees the event and the scenario only. Strong words carry an act that is told in many sentences: of a
//! fight who attacked, the result, who lost and who fell back, and not what it cost and who fired.

use kernel::grammar::counted;
use kernel::view::Text;
use kernel::{ChartResult, RuleId};

use crate::event::{Event, Fire, Loss, Order, Strain};
use crate::setup::Scenario;
use crate::setup::sky::Sky;
use crate::words::{Place, UnitId};

/// An event in the past tense.
pub fn narrate(scenario: &Scenario, event: &Event) -> Text {
    let name = |unit: &UnitId| scenario.name(*unit);
    let hex = |place: &Place| scenario.board.called(*place);
    let by = |side: &crate::words::Side| Text::empty().side(side.number());
    match event {
        Event::SkyRolled { sky: Sky::Fog } => {
            Text::new("Fog or overcast: no strikes, no helicopters.").rule(RuleId("CF-AIR-2"))
        }
        Event::SkyRolled { sky: Sky::Clear } => Text::new("The sky was clear."),
        Event::AirWon { side, strikes } => {
            by(side).say(format!(" won the air: {}.", counted(*strikes, "strike"))).rule(RuleId("CF-AIR-1"))
        }
        Event::Arrived { unit, at } => Text::new(format!("{} entered at {}.", name(unit), hex(at))),
        Event::Recovered { units } => {
            let who = match units.len() {
                0 => "No unit".to_owned(),
                n => counted(u8::try_from(n).unwrap_or(u8::MAX), "unit"),
            };
            Text::new(format!("{who} recovered.")).rule(RuleId("CF-REC-1"))
        }
        Event::PhaseBegan { turn, phase, unsupplied } => {
            let text = Text::new(format!("Turn {turn}: ")).strong(phase.prose()).say(".");
            match unsupplied.as_deref() {
                None | Some([]) => text,
                Some(units) => text.say(format!(" Out of supply: {}.", listed(scenario, units))),
            }
        }
        Event::Activated { units } => {
            let told: Vec<String> =
                units.iter().map(|level| format!("{} (AP {})", name(&level.unit), level.ap)).collect();
            Text::new(format!("{} activated.", told.join(", ")))
        }
        Event::Moved { unit, path, left } => {
            let end = path.last().map_or_else(String::new, hex);
            Text::new(format!("{} moved to {end}; {} left.", name(unit), points(*left)))
        }
        Event::Dropped { units } => Text::new(format!("{} stayed behind.", listed(scenario, units))),
        Event::Left { unit } => {
            Text::new(format!("{} left over the west edge.", name(unit))).rule(RuleId("CF-VIC-4"))
        }
        Event::Controlled { hex: place, side } => by(side).say(format!(" took {}.", hex(place))),
        Event::Designated { target, attack, bombard, units } => {
            let what = if *bombard { "bombardment of" } else { "attack on" };
            Text::new(format!("{} {what} {} by {}.", attack.prose(), hex(target), listed(scenario, units)))
        }
        Event::CalledOff { target } => {
            Text::new(format!("The attack on {} was called off.", hex(target))).rule(RuleId("CF-ATK-16"))
        }
        Event::Voided { target } => {
            Text::new(format!("The attack on {} had become void.", hex(target))).rule(RuleId("CF-ATK-7"))
        }
        Event::AttackBegan { battle } => {
            let who = listed(scenario, &battle.units);
            let text = match (battle.bombard, battle.units.is_empty()) {
                (true, true) => Text::new("An air strike ").strong("bombarded"),
                (true, false) => Text::new(format!("{who} ")).strong("bombarded"),
                (false, _) => Text::empty()
                    .strong(format!("{} attack", battle.attack.prose()))
                    .say(format!(" by {who} on")),
            };
            let mut text = text.say(format!(" {}", hex(&battle.target)));
            if let Some(chosen) = &battle.chosen {
                text = text.say(format!(", aimed at {}", name(chosen)));
            }
            if !battle.support.is_empty() {
                text = text.say(format!(", supported by {}", listed(scenario, &battle.support)));
            }
            if battle.strike && !battle.bombard {
                text = text.say(", with an air strike");
            }
            if battle.chemical {
                text = text.say(", with chemicals");
            }
            text.say(".")
        }
        Event::Paid { unit, left } => {
            Text::new(format!("{} paid for the attack; {} left.", name(unit), points(*left)))
        }
        Event::Fired { unit, fire, ap } => {
            let what = match fire {
                Fire::Support => "fired in support",
                Fire::Smoke => "fired smoke",
                Fire::Bombardment => "bombarded",
            };
            Text::new(format!("{} {what} (AP {ap}).", name(unit)))
        }
        Event::StrikeFlown { side } => by(side).say(" flew an air strike."),
        Event::Covered { side, support, strike } => {
            let mut with: Vec<String> = support.iter().map(name).collect();
            if *strike {
                with.push("an air strike".into());
            }
            match with[..] {
                [] => by(side).say(" let the defense be."),
                _ => by(side).say(format!(" supported the defense with {}.", with.join(", "))),
            }
        }
        Event::ChemicalsReleased { .. } => {
            Text::new("Chemicals were used for the first time.").rule(RuleId("CF-CHM-3"))
        }
        Event::SmokeRolled { unit, hides } => {
            let what = if *hides { "hid the attack" } else { "blew away" };
            Text::new(format!("The smoke of {} {what}.", name(unit))).rule(RuleId("CF-SMK-2"))
        }
        Event::Fought { attack, defense, cover, column, attacker, defender, shifts, modifier, .. } => {
            let cover = if *cover > 0 { format!("+{cover}") } else { String::new() };
            let left = if shifts.cover < 0 { ", support one left" } else { "" };
            let terrain = if shifts.terrain < 0 {
                format!(", terrain {} left", shifts.terrain.unsigned_abs())
            } else {
                String::new()
            };
            let hexes = if shifts.hexes > 0 { ", three hexes one right" } else { "" };
            let gas = match shifts.chemical {
                0 => String::new(),
                n if n < 0 => format!(", chemicals {} left", n.unsigned_abs()),
                n => format!(", chemicals {n} right"),
            };
            let dice = if *modifier == 0 { String::new() } else { format!(", dice {modifier:+}") };
            Text::new(format!(
                "{attack} to {defense}{cover}{left}{terrain}{hexes}{gas}: column {column}{dice}. Result "
            ))
            .strong(Event::cell(*attacker, *defender).words())
            .say(".")
        }
        Event::StepLost { unit, left } => {
            Text::new(format!("{} ", name(unit))).strong("lost a step").say(format!("; {left} left."))
        }
        Event::Eliminated { unit, loss } => {
            let (why, rule) = match loss {
                Loss::Steps => ("with its last step", "CF-SUP-13"),
                Loss::NoWay => ("with nowhere to retreat", "CF-RET-8"),
                Loss::Zones => ("retreating through enemy zones", "CF-RET-5"),
                Loss::Stacking => ("for want of room", "CF-RET-9"),
                Loss::Garrison => ("having to retreat", "CF-RET-10"),
            };
            Text::new(format!("{} ", name(unit)))
                .strong("was eliminated")
                .say(format!(" {why}."))
                .rule(RuleId(rule))
        }
        Event::StepsWaived { side } => by(side).say(" had no more steps to lose."),
        Event::Strained { unit, strain, ap } => {
            let why = match strain {
                Strain::Friction => "from the fight",
                Strain::Soft => "as a soft unit in retreat",
                Strain::Zone => "retreating past an enemy zone",
            };
            Text::new(format!("{} took an action point {why} (AP {ap}).", name(unit)))
        }
        Event::LossesDone => Text::new("Losses were taken."),
        Event::RetreatsOwed { side, units } => {
            by(side).say(" ").strong("had to retreat").say(format!(" {}.", listed(scenario, units)))
        }
        Event::Retreated { unit, path } => {
            let end = path.last().map_or_else(String::new, hex);
            Text::new(format!("{} ", name(unit))).strong("retreated").say(format!(" to {end}."))
        }
        Event::ExcessOwed { hex: place } => {
            Text::new(format!("{} held too many units.", hex(place))).rule(RuleId("CF-RET-9"))
        }
        Event::ExcessDone => Text::new("There was room again."),
        Event::AdvanceOpened => Text::new("The attackers could advance."),
        Event::Advanced { unit, path } => {
            let end = path.last().map_or_else(String::new, hex);
            Text::new(format!("{} advanced to {end}.", name(unit)))
        }
        Event::Entered { unit, at, left } => {
            Text::new(format!("{} went into {}; {} left.", name(unit), hex(at), points(*left)))
        }
        Event::Held { units, .. } => {
            Text::new(format!("The hex was not cleared: {} stayed.", listed(scenario, units)))
        }
        Event::Halted { unit } => Text::new(format!("{} was done for the phase.", name(unit))),
        Event::BattleEnded => Text::new("The fight was over."),
        Event::Withdrew { unit, path } => {
            let end = path.last().map_or_else(String::new, hex);
            Text::new(format!("{} withdrew to {end}.", name(unit)))
        }
        Event::Instructed { side, .. } => by(side).say(" left standing orders."),
        Event::ByOrder { side, order, retreat_odds, steps_odds } => {
            let what = match order {
                Order::Cover => "support of the defense",
                Order::Losses => "a step",
                Order::Retreats => "a retreat",
                Order::Excess => "who is given up where too many stand",
            };
            let text = by(side).say(format!(" answered by standing order: {what}."));
            match (retreat_odds, steps_odds) {
                (Some(retreat), Some(steps)) if retreat == "0" => text.say(format!(
                    " Before the dice the defender cannot be made to retreat and loses {steps} steps on average."
                )),
                (Some(retreat), Some(steps)) => text.say(format!(
                    " Before the dice the defender has to retreat with a chance of {retreat} and loses {steps} steps on average."
                )),
                _ => text,
            }
        }
        Event::Ended { wp, nato, fractions, result } => {
            let told = Text::new("Play ended: ")
                .strong(result.clone())
                .say(format!(", {wp} points of the Warsaw Pact to {nato} of NATO."));
            let told = match fractions {
                0 => told,
                _ => told.say(format!(
                    " With the fractions of both as one sum the margin is {}.",
                    wp - nato + fractions
                )),
            };
            told.rule(RuleId("CF-VIC-2"))
        }
    }
}

fn listed(scenario: &Scenario, units: &[UnitId]) -> String {
    units.iter().map(|unit| scenario.name(*unit)).collect::<Vec<_>>().join(", ")
}

fn points(n: u8) -> String {
    counted(n, "movement point")
}
