//! What fire and attacks come to before they are ordered, in words: large figures, each modifier with its rule, and exactly
//! what can come of the throw. The figures are those of [`prospect`] and of the charts.

use kernel::foretold::percent;
use kernel::view::{Block, Form, Headline, OddsTable, Plan, Text};
use kernel::{Acting, Refusals, RuleId, Seat, Side, prove};
use serde_json::Value;

use super::falls::{Counted, Fall, changes, falls, force, group, mean, of, results, share, signed, weigh};
use crate::BattalionCombat;
use crate::charts::s18_retreat::voluntary;
use crate::command::Command;
use crate::prospect::{self, Prospect, Supposed};
use crate::rules::{s11_stopping, s13_engagement, s14_barrage};
use crate::sheet::{self, Field, Resolved, Whose};
use crate::sight::Sight;
use crate::state::State;
use crate::words::{Place, UnitId};

/// What a command of a seat would come to.
pub fn plan(state: &State, seat: Seat, command: &Command, supposed: &Value) -> Vec<Block> {
    let Some(side) = Side::of(seat) else { return Vec::new() };
    weighed(state, side, command, supposed).unwrap_or_else(|refusals| {
        let no = refusals.first();
        vec![Block::Prose(Text::empty().strong("Not so: ").say(no.sentence.clone()).rule(no.rule))]
    })
}

/// A plan of a form with what its answers come to that are picked beforehand.
pub(super) fn of_form(state: &State, seat: Seat, form: &Form) -> Plan {
    let picked = form.beforehand();
    let command =
        picked.and_then(|(command, supposed)| Some((serde_json::from_value(command).ok()?, supposed)));
    let body = command.map(|(command, supposed)| plan(state, seat, &command, &supposed));
    Plan { form: form.id.clone(), body: body.unwrap_or_default() }
}

fn weighed(state: &State, side: Side, command: &Command, supposed: &Value) -> Result<Vec<Block>, Refusals> {
    let lawful = || prove::<BattalionCombat>(state, Acting::own(side.seat()), command);
    match *command {
        Command::Barrage { target, .. } => {
            lawful()?;
            Ok(under_fire(state, target, false))
        }
        Command::AttackByFire { target, .. } => {
            lawful()?;
            Ok(under_fire(state, target, true))
        }
        Command::Engage { unit, target } => {
            lawful()?;
            Ok(engagement(state, side.seat(), unit, target))
        }
        _ => {
            let supposed: Supposed = serde_json::from_value(supposed.clone()).unwrap_or_default();
            let prospect = prospect::of(state, side, command, &supposed)?;
            Ok(prospect.map(|prospect| attack(&prospect)).unwrap_or_default())
        }
    }
}

/// An attack at its roll. [BCS-CT-18]
pub(super) fn attack(prospect: &Prospect) -> Vec<Block> {
    let Prospect { state, battle, resolved } = prospect;
    let (Some(attacker), Some(defender)) = (battle.attacker, battle.defender) else { return Vec::new() };
    let falls = falls(resolved);
    let (target, name) = (state.scenario.board.called(battle.target), |unit| state.scenario.name(unit));
    let kind = if battle.shock { "Shock Attack" } else { "Regular Attack" };
    let costs = |fall: &Fall| fall.ended.outcome.get(Field::AttackerSteps) > 0;
    let clears = |fall: &Fall| prospect.clears(&fall.ended.outcome);
    let share = |is: &dyn Fn(&Fall) -> bool, words: &str| share(&falls, is, words);
    let headline = vec![
        Headline::new(signed(resolved.net), Text::new(format!("on 2d6, {kind}")).rule(RuleId("BCS-CT-18"))),
        share(&clears, &format!("{target} is cleared")),
        share(&costs, &format!("{} loses a step or more", name(attacker))),
    ];
    let assisted = battle.assist.map_or_else(String::new, |unit| format!(", assisted by {},", name(unit)));
    let forces = vec![
        force(resolved, Whose::Roller, format!("{}{assisted} attacks", name(attacker))),
        force(resolved, Whose::Other, format!("{} defends in {target}", name(defender))),
    ];
    let groups = vec![
        group(format!("{target} holds"), true, falls.iter().filter(|fall| !clears(fall))),
        group(format!("{target} is cleared"), false, falls.iter().filter(|fall| clears(fall))),
    ];
    let losses = |fall: &Fall| prospect.losses(&fall.ended.outcome);
    let means: [Counted<'_>; 2] = [
        ("Steps for the attacker to lose, before any retreat, on average", &|fall| losses(fall).0),
        ("Steps for the defender to lose, before any retreat, on average", &|fall| losses(fall).1),
    ];
    let mut blocks = vec![Block::Headline(headline), Block::Note(assumed(prospect)), Block::Forces(forces)];
    blocks.extend(results(resolved, groups, &falls, &means));
    blocks.extend(changes(&falls));
    blocks
}

/// What the other side is supposed to declare.
fn assumed(prospect: &Prospect) -> Text {
    let Prospect { state, battle, .. } = prospect;
    let enemy = battle.attacker.and_then(|unit| state.unit(unit)).map(|unit| unit.card.side.enemy());
    let name = battle.defender.map_or("", |unit| state.scenario.name(unit));
    let prepared = if battle.prepared { "with Prepared Defense" } else { "without Prepared Defense" };
    let words = format!(" defends with {name}, {prepared}.");
    let text = Text::new("If ");
    enemy.map_or(text.clone(), |enemy| text.side(enemy.number())).say(words).rule(RuleId("BCS-ATT-4"))
}

/// An engagement before its throw. [BCS-ENG-1]
fn engagement(state: &State, seat: Seat, unit: UnitId, target: UnitId) -> Vec<Block> {
    let sight = Sight::of(state);
    let found = kernel::grammar::allowed(|why| s13_engagement::may_engage(&sight, seat, unit, target, why));
    found.map(|resolved| shot(state, unit, target, &resolved)).unwrap_or_default()
}

/// A shot of a unit at another.
pub(super) fn shot(state: &State, unit: UnitId, target: UnitId, resolved: &Resolved) -> Vec<Block> {
    let falls = falls(resolved);
    let (firer, foe) = (state.scenario.name(unit), state.scenario.name(target));
    let gives = |fall: &Fall, field| fall.ended.outcome.get(field) > 0;
    let hits = |fall: &Fall| {
        [Field::TargetSteps, Field::TargetRetreats, Field::Dropped]
            .into_iter()
            .any(|field| gives(fall, field))
    };
    let costs = |fall: &Fall| gives(fall, Field::FirerSteps);
    let headline = vec![
        Headline::new(signed(resolved.net), Text::new("on 2d6, Engagement").rule(RuleId("BCS-ENG-1"))),
        share(&falls, &hits, &format!("{foe} is hit")),
        share(&falls, &costs, &format!("{firer} loses a step")),
    ];
    let forces = vec![
        force(resolved, Whose::Roller, format!("{firer} fires")),
        force(resolved, Whose::Other, format!("{foe} is the target")),
    ];
    let groups = vec![
        group(format!("{foe} is not hit"), true, falls.iter().filter(|fall| !hits(fall))),
        group(format!("{foe} is hit"), false, falls.iter().filter(|fall| hits(fall))),
    ];
    let means: [Counted<'_>; 2] = [
        ("Steps for the Firer to lose, on average", &|fall| u32::from(gives(fall, Field::FirerSteps))),
        ("Steps for the target to lose, on average", &|fall| u32::from(gives(fall, Field::TargetSteps))),
    ];
    let mut blocks = vec![Block::Headline(headline), Block::Forces(forces)];
    blocks.extend(results(resolved, groups, &falls, &means));
    blocks.extend(changes(&falls));
    blocks
}

/// A barrage or an Attack by Fire on a hex: a die for each unit there. [BCS-BAR-1]
fn under_fire(state: &State, target: Place, by_fire: bool) -> Vec<Block> {
    let throws: Vec<(UnitId, Resolved)> = state
        .in_hex(target)
        .map(|unit| (unit.card.id, s14_barrage::under_fire(state, unit, by_fire)))
        .collect();
    let Ok(sum) = sheet::steps(throws.iter().map(|(_, resolved)| resolved), Field::Steps) else {
        return Vec::new();
    };
    let called = state.scenario.board.called(target);
    let loses = sum.weight_where(|steps| *steps > 0);
    let rule = RuleId(if by_fire { "BCS-BAR-8" } else { "BCS-BAR-1" });
    let mut blocks = vec![Block::Headline(vec![
        Headline::new(
            percent(&loses, sum.of()),
            of(&format!("{called} loses a step"), &loses, sum.of()).rule(rule),
        ),
        Headline::new(mean(&sum), "steps lost, on average"),
    ])];
    for (unit, resolved) in &throws {
        let falls = falls(resolved);
        let name = state.scenario.name(*unit);
        let loses = |fall: &Fall| fall.ended.outcome.get(Field::Steps) > 0;
        let groups = vec![
            group(format!("{name} loses nothing"), true, falls.iter().filter(|fall| !loses(fall))),
            group(format!("{name} loses a step"), false, falls.iter().filter(|fall| loses(fall))),
        ];
        blocks.extend(results(resolved, groups, &falls, &[]));
        blocks.extend(
            resolved
                .candidates
                .iter()
                .filter(|table| Some(table.id) != resolved.table.map(|one| one.id))
                .map(|table| {
                    Block::Note(
                        Text::new(format!("{} applies too; it costs no less.", table.words))
                            .rule(RuleId("BCS-BAR-3")),
                    )
                }),
        );
    }
    if throws.len() > 1 {
        let rows = sum.rows().iter().filter_map(|(steps, weight)| {
            let words = if *steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") };
            Some((words, weight.to_u64()?))
        });
        blocks.push(Block::Odds(OddsTable::of_rows("Lost in the hex", "Steps", rows)));
    }
    blocks
}

/// What can be said of a Stopping Engagement that is required: the chance that the mover fails. [BCS-ZONE-5]
pub(super) fn stopping(state: &State, firer: UnitId) -> Option<Text> {
    let (mover, resolved) = s11_stopping::required(state, firer)?;
    if s11_stopping::is_light(mover) {
        return Some(Text::new("It is FINISHED without a roll.").rule(RuleId("BCS-ZONE-5")));
    }
    let falls = falls(&resolved);
    let fails = |fall: &Fall| s11_stopping::fails(&fall.ended.outcome);
    let share = share(&falls, &fails, "it is STOPPED");
    Some(
        Text::new(format!("{} on 2d6, {}: ", signed(resolved.net), share.figure)).say(share.words.plain(&[])),
    )
}

/// What an answer of the defender comes to, for whoever has to give it. [BCS-ATT-4]
pub(super) fn defense(state: &State, unit: UnitId, prepared: bool) -> Option<String> {
    let prospect = prospect::of_defense(state, unit, prepared)?;
    let falls = falls(&prospect.resolved);
    let cleared = share(&falls, &|fall| prospect.clears(&fall.ended.outcome), "the hex is cleared");
    let steps = |fall: &Fall| fall.weight * u64::from(prospect.losses(&fall.ended.outcome).1);
    let lost: u64 = falls.iter().map(steps).sum();
    let all: u64 = falls.iter().map(|fall| fall.weight).sum();
    let lost = kernel::fraction::words(lost.into(), all.into());
    let leader = state.scenario.name(prospect.battle.attacker?);
    let net = signed(prospect.resolved.net);
    let (figure, words) = (cleared.figure, cleared.words.plain(&[]));
    Some(format!(
        "If {leader} attacks alone: {net} on 2d6, {figure}: {words}; steps lost before any retreat, on average: {lost}."
    ))
}

/// What a Voluntary Retreat costs. [BCS-RET-11]
pub(super) fn withdrawal() -> Text {
    let falls = falls(&voluntary(false));
    let share = share(&falls, &|fall| fall.ended.outcome.get(Field::Steps) > 0, "it loses a step");
    Text::new(format!("{}, {}; then it is FINISHED.", share.figure, share.words.plain(&[])))
        .rule(RuleId("BCS-RET-11"))
}

/// What Suppression or fire in support changes of the attack under way.
pub(super) fn improves(state: &State, side: Side, command: &Command) -> Option<Text> {
    let cleared = |command: &Command| {
        let prospect = prospect::of(state, side, command, &Supposed::default()).ok().flatten()?;
        let falls = falls(&prospect.resolved);
        let (good, of) = weigh(&falls, &|fall| prospect.clears(&fall.ended.outcome));
        Some((percent(&good, &of), prospect.resolved.net))
    };
    let ((then, net), (now, before)) = (cleared(command)?, cleared(&Command::Fight)?);
    let called = state.scenario.board.called(state.facts.activation.as_ref()?.battle?.target);
    let words = format!(
        "{} on 2d6 instead of {}: {called} is cleared with {then} instead of {now}.",
        signed(net),
        signed(before)
    );
    Some(Text::new(words).rule(RuleId("BCS-CT-18")))
}
