//! What an attack comes to, with what the defender may answer; and what may be asked of an outcome.

use kernel::chance::{Chance, JUDGED, Work};
use kernel::foretold::{not_understood, too_much};
use kernel::{
    Assumption, ChanceTable, Figure, Foretold, Given, Measure, PlanHead, PlanQuestion, Refusals, Seat,
};
use serde_json::Value;

use crate::CentralFront;
use crate::command::Command;
use crate::event::Event;
use crate::phase::Stage;
use crate::prospect::{self, Answer, Prospect, Supposed};
use crate::rules::s8_support;
use crate::rules::s9_results::{Circumstances, Fought, Told};
use crate::state::{Battle, State};
use crate::words::Side;

const fn measure(
    id: &'static str,
    name: &'static str,
    figure: fn(&crate::setup::Scenario, &Event) -> i64,
) -> Measure<CentralFront> {
    Measure { id, name, figure, about: |_| None }
}

fn of_fight(event: &Event, read: fn(&Fought) -> u8) -> i64 {
    match event {
        Event::Fought(fought) => read(fought).into(),
        _ => 0,
    }
}

/// Every measure.
pub(crate) const MEASURES: &[Measure<CentralFront>] = &[
    measure("attacker-steps", "Steps that the attacker loses", |_, event| {
        of_fight(event, |fought| fought.attacker.steps)
    }),
    measure("attacker-retreat", "Hexes that the attacker retreats", |_, event| {
        of_fight(event, |fought| fought.attacker.retreat)
    }),
    measure("defender-steps", "Steps that the defender loses", |_, event| {
        of_fight(event, |fought| fought.defender.steps)
    }),
    measure("defender-retreat", "Hexes that the defender retreats", |_, event| {
        of_fight(event, |fought| fought.defender.retreat)
    }),
];

const ATTACK: &str = "attack";
const ANSWER: &str = "answer";
const NOTHING: &str = "nothing";
const HELPS: &str = "what-helps";
const BOTH: &str = "both";

/// The plans that a seat can ask about now: its own attack, in the turn in which it moves and fights, and its answer to an
/// attack while it owes one.
pub(crate) fn plans(state: &State, seat: Seat) -> Vec<PlanHead> {
    let Some(side) = Side::of(seat) else { return Vec::new() };
    let owed = |battle: &Battle| battle.side == side.enemy() && s8_support::cover_is_owed(state, battle);
    if state.facts.battle.as_ref().is_some_and(owed) {
        return vec![PlanHead {
            id: ANSWER,
            title: "Your answer to an attack".into(),
            about:
                "Steps lost by both sides and whether the hex is cleared, with the support that you declare."
                    .into(),
            questions: vec![PlanQuestion::command("command", "The support")],
        }];
    }
    let fights = matches!(state.facts.phase.stage(), Stage::Move | Stage::Combat);
    if state.facts.phase.side() != Some(side) || !fights {
        return Vec::new();
    }
    let answers = [
        (BOTH, "Each of the two, told apart"),
        (NOTHING, "With nothing"),
        (HELPS, "With the support that moves the column, for the fewest action points"),
    ];
    let questions = vec![
        PlanQuestion::command("command", "The attack"),
        PlanQuestion::choice("answer", "How the defender answers", &answers, BOTH),
    ];
    vec![PlanHead {
        id: ATTACK,
        title: "An attack".into(),
        about: "Steps lost by both sides and whether the hex is cleared, with smoke and chemicals and what the defender may answer.".into(),
        questions,
    }]
}

/// What a plan comes to.
pub(crate) fn foretell(
    state: &State,
    seat: Seat,
    plan: &str,
    given: &Value,
    work: &Work<'_>,
) -> Result<Foretold, Refusals> {
    let heads = plans(state, seat);
    let (Some(head), Some(side)) = (heads.iter().find(|head| head.id == plan), Side::of(seat)) else {
        return Err(not_understood(format!("you have no plan {plan:?} now")));
    };
    let given = Given::read(head, given)?;
    let Some(command) = given.command("command") else {
        return Err(not_understood("the plan is about a fight, and no command is given".into()));
    };
    let command: Command = serde_json::from_value(command.clone())
        .map_err(|fault| not_understood(format!("the command is not read: {fault}")))?;
    let (mut assumptions, tables) = match head.id {
        ANSWER => answered(state, side, &command, work)?,
        _ => attacked(state, side, &command, given.choice("answer"), work)?,
    };
    let losses = "Each side loses the steps that the table says, whoever takes them.";
    assumptions.push(Assumption::fixed(losses));
    Ok(Foretold::new(head, assumptions, tables))
}

type Cases = (Vec<Assumption>, Vec<ChanceTable>);

/// A fight is worked out on a copy of the position: the commands up to its dice, then every throw of them.
fn weighs(work: &Work<'_>) -> Result<(), Refusals> {
    work.spend(JUDGED * 64).map_err(too_much)
}

/// The fight with the answer that its defender gives.
fn answered(state: &State, side: Side, command: &Command, work: &Work<'_>) -> Result<Cases, Refusals> {
    weighs(work)?;
    let Command::Cover { .. } = command else {
        return Err(not_understood("the command is no answer to an attack".into()));
    };
    let Some(prospect) = prospect::of(state, side, command, &Supposed::default())? else {
        return Err(not_understood("no fight waits for an answer".into()));
    };
    Ok((Vec::new(), tables_of(&prospect, "answered").into()))
}

/// An attack in each of the cases that are asked for.
fn attacked(
    state: &State,
    side: Side,
    command: &Command,
    wanted: &str,
    work: &Work<'_>,
) -> Result<Cases, Refusals> {
    let (mut assumptions, mut tables) = Cases::default();
    for (key, answer) in [(NOTHING, Answer::Nothing), (HELPS, Answer::WhatHelps)] {
        if wanted != key && wanted != BOTH {
            continue;
        }
        weighs(work)?;
        let supposed = Supposed { answer, ..Supposed::default() };
        let Some(prospect) = prospect::of(state, side, command, &supposed)? else {
            return Err(not_understood("the command is no attack".into()));
        };
        // Where nobody can answer there is only one case.
        if !prospect.answerable && !tables.is_empty() {
            continue;
        }
        assumptions.push(match prospect.answerable {
            false => Assumption::fixed("The defender has nothing to answer with."),
            true if answer == Answer::Nothing => {
                Assumption::set("answer", "Tables ending in \u{201c}nothing\u{201d}: the defender answers with nothing.")
            }
            true => Assumption::set(
                "answer",
                "Tables ending in \u{201c}what-helps\u{201d}: the defender answers with the support that moves the column.",
            ),
        });
        tables.extend(tables_of(&prospect, key));
    }
    Ok((assumptions, tables))
}

fn tables_of(prospect: &Prospect, key: &str) -> [ChanceTable; 2] {
    let (state, battle) = (&prospect.state, &prospect.battle);
    let fight: Chance<(Told, Told)> = Circumstances::of(state, battle).chance(&state.scenario.table);
    let cleared = fight.clone().map(|(_, defender)| i64::from(prospect.succeeds(defender)));
    let purpose = if battle.bombard { "The unit is destroyed" } else { "The hex is cleared" };
    let joint = fight.map(|(attacker, defender)| {
        vec![attacker.steps.into(), attacker.retreat.into(), defender.steps.into(), defender.retreat.into()]
    });
    let figures = MEASURES.iter().map(|measure| Figure::new(measure.name)).collect();
    [
        ChanceTable::of_one(format!("cleared-{key}"), Figure::whether(purpose), &cleared),
        ChanceTable::new(format!("losses-{key}"), figures, &joint),
    ]
}
