//! What an attack comes to, with what the defender may answer; and what may be asked of an outcome.

use kernel::chance::{Chance, JUDGED, Work};
use kernel::foretold::{not_understood, too_much};
use kernel::{
    Assumption, ChanceTable, Figure, Foretold, Given, Measure, PlanHead, PlanQuestion, Refusals, Seat,
    planned,
};
use serde_json::Value;

use crate::CentralFront;
use crate::chain;
use crate::command::Command;
use crate::event::Event;
use crate::phase::Stage;
use crate::prospect::{self, Answer, Prospect, Supposed};
use crate::rules::s8_support;
use crate::rules::s9_results::{Circumstances, Fought, Told};
use crate::state::{CoverOrder, State};
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
        of_fight(event, |fought| fought.attacker.steps.saturating_sub(fought.attacker_waived))
    }),
    measure("attacker-retreat", "Hexes that the attacker retreats", |_, event| {
        of_fight(event, |fought| fought.attacker.retreat)
    }),
    measure("defender-steps", "Steps that the defender loses", |_, event| {
        of_fight(event, |fought| fought.defender.steps.saturating_sub(fought.defender_waived))
    }),
    measure("defender-retreat", "Hexes that the defender retreats", |_, event| {
        of_fight(event, |fought| fought.defender.retreat)
    }),
];

/// Those that say nothing added up over many attacks.
pub(crate) const RETREATS: [&str; 2] = ["attacker-retreat", "defender-retreat"];

const ATTACK: &str = "attack";
const ANSWER: &str = "answer";
const NOTHING: &str = "nothing";
const HELPS: &str = "what-helps";
const BOTH: &str = "both";

/// The plans that a seat can ask about now: an attack of the side that moves and fights, and an answer to an attack while one
/// is owed. All that they tell is open, so whoever looks on can ask too.
pub(crate) fn plans(state: &State, seat: Seat) -> Vec<PlanHead> {
    if seat == Seat::Clock {
        return Vec::new();
    }
    if let Some(side) = owes_an_answer(state) {
        let title = match Side::of(seat) {
            Some(own) if own == side => "Your answer to an attack".into(),
            Some(own) if own != side => return Vec::new(),
            _ => format!("The answer of {} to an attack", side.word()),
        };
        return vec![PlanHead {
            id: ANSWER,
            title,
            about:
                "Steps lost by both sides and whether the hex is cleared, with the support that is declared."
                    .into(),
            questions: vec![PlanQuestion::command("command", "The support")],
        }];
    }
    let Some(side) = attacker(state) else { return Vec::new() };
    let answers = [
        (BOTH, "Each of the two, told apart"),
        (NOTHING, "With nothing"),
        (HELPS, "With the support that moves the column, for the fewest action points"),
    ];
    let questions = vec![
        PlanQuestion::command("command", "The attack"),
        PlanQuestion::commands("before", "Bombardments, strikes or other attacks before it; may be empty"),
        PlanQuestion::choice("answer", "How the defender answers", &answers, BOTH),
    ];
    vec![PlanHead {
        id: ATTACK,
        title: if Side::of(seat) == Some(side) { "An attack".into() } else { format!("An attack of {}", side.word()) },
        about: "Steps lost by both sides and whether the hex is cleared, with smoke and chemicals and what the defender may answer; also after a bombardment or another attack. In a movement phase the units that attack are activated on the map first.".into(),
        questions,
    }]
}

/// The side that owes an answer to an attack.
fn owes_an_answer(state: &State) -> Option<Side> {
    let battle = state.facts.battle.as_ref()?;
    s8_support::cover_is_owed(state, battle).then(|| battle.side.enemy())
}

/// The side in whose turn it is to attack.
fn attacker(state: &State) -> Option<Side> {
    let fights = matches!(state.facts.phase.stage(), Stage::Move | Stage::Combat);
    state.facts.phase.side().filter(|_| fights)
}

/// Where the orders of a plan are read beside the present position: in the phases of the attacker to come this turn, and for
/// everybody else in the present one, where the attacker has orders and they have none. An answer to an attack is read in the
/// position of the one who owes it. All of it is open.
pub(crate) fn ahead(state: &State, seat: Seat) -> Vec<(State, Seat)> {
    if let Some(side) = owes_an_answer(state) {
        let looks_on = Side::of(seat).is_none();
        return looks_on.then(|| (state.clone(), side.seat())).into_iter().collect();
    }
    let Some(side) = attacker(state) else { return Vec::new() };
    let present = (Side::of(seat) != Some(side)).then(|| state.clone());
    present.into_iter().chain(chain::ahead(state, side)).map(|state| (state, side.seat())).collect()
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
    let head = PlanHead::among(&heads, plan)?;
    let given = Given::read(head, given)?;
    let Some(command) = given.command("command") else {
        return Err(not_understood("the plan is about a fight, and no command is given".into()));
    };
    let command = planned(command)?;
    let (mut assumptions, tables) = match head.id {
        ANSWER => answered(state, &command, work)?,
        _ => match given.commands("before") {
            [] => attacked(state, &command, given.choice("answer"), work)?,
            before => {
                let mut orders = before.iter().map(planned).collect::<Result<Vec<_>, _>>()?;
                orders.push(command);
                after(state, &orders, given.choice("answer"), work)?
            }
        },
    };
    let losses = "Each side loses the steps that the table says, whoever takes them, but no more than it has in the fight. Units that are lost in a retreat are not counted.";
    assumptions.push(Assumption::fixed(losses));
    Ok(Foretold::new(head, assumptions, tables))
}

type Cases = (Vec<Assumption>, Vec<ChanceTable>);

/// A fight is worked out on a copy of the position: the commands up to its dice, then every throw of them.
fn weighs(work: &Work<'_>) -> Result<(), Refusals> {
    work.spend(JUDGED * 64).map_err(too_much)
}

/// The fight with the answer that its defender gives.
fn answered(state: &State, command: &Command, work: &Work<'_>) -> Result<Cases, Refusals> {
    weighs(work)?;
    let Some(side) = owes_an_answer(state).filter(|_| matches!(command, Command::Cover { .. })) else {
        return Err(not_understood("the command is no answer to an attack".into()));
    };
    let Some(prospect) = prospect::of(state, side, command, &Supposed::default())? else {
        return Err(not_understood("no fight waits for an answer".into()));
    };
    let purpose = purpose(prospect.battle.bombard);
    Ok((Vec::new(), tables_of(&chance_of(&prospect), "answered", "", (purpose, true))))
}

/// As many orders are played one after the other, the attack included.
const MOST_ORDERS: usize = 8;

/// The cases in which a defender answers, with how their tables are called.
const CASES: [(&str, Answer, &str); 2] =
    [(NOTHING, Answer::Nothing, " (no support)"), (HELPS, Answer::WhatHelps, " (with support)")];

/// An attack in each of the cases that are asked for.
fn attacked(state: &State, command: &Command, wanted: &str, work: &Work<'_>) -> Result<Cases, Refusals> {
    let Some(side) = attacker(state) else { return Err(not_understood("nobody attacks now".into())) };
    let (mut assumptions, mut tables) = Cases::default();
    for (key, answer, words) in CASES {
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
        let battle = &prospect.battle;
        let mut support: Vec<String> = battle.cover.iter().map(|unit| state.scenario.name(*unit)).collect();
        support.extend(battle.cover_strike.then(|| "an air strike".to_owned()));
        let (words, assumption) = match (prospect.answerable, answer) {
            (false, _) => ("", Assumption::fixed("The defender has nothing to answer with.")),
            (true, Answer::Nothing) => {
                (words, Assumption::set("answer", "No support: the defender answers with nothing."))
            }
            (true, Answer::WhatHelps) if support.is_empty() => {
                let none = "With support: nothing that the defender has would move the column, so he declares nothing.";
                (words, Assumption::set("answer", none))
            }
            (true, Answer::WhatHelps) => {
                let declared = support.join(" and ");
                let helps = "which moves the column for the fewest action points";
                (
                    words,
                    Assumption::set(
                        "answer",
                        format!("With support: the defender declares {declared}, {helps}."),
                    ),
                )
            }
        };
        assumptions.push(assumption);
        tables.extend(tables_of(&chance_of(&prospect), key, words, (purpose(battle.bombard), true)));
    }
    Ok((assumptions, tables))
}

/// An attack after other orders of the same side, played branch by branch.
fn after(state: &State, orders: &[Command], wanted: &str, work: &Work<'_>) -> Result<Cases, Refusals> {
    let Some(side) = attacker(state) else { return Err(not_understood("nobody attacks now".into())) };
    let is_attack = |order: &Command| {
        matches!(
            order,
            Command::March { .. }
                | Command::Designate { .. }
                | Command::Attack { .. }
                | Command::Strike { .. }
        )
    };
    if !orders.last().is_some_and(is_attack) {
        return Err(not_understood("the command is no attack".into()));
    }
    if orders.len() > MOST_ORDERS {
        return Err(not_understood(format!("at most {} orders stand before the attack", MOST_ORDERS - 1)));
    }
    let (mut assumptions, mut tables) = Cases::default();
    let (mut left_out, mut added_up) = (false, true);
    for (key, answer, words) in CASES {
        if wanted != key && wanted != BOTH {
            continue;
        }
        let (cover, says) = match answer {
            Answer::Nothing => {
                (CoverOrder::Never, "No support: the defender answers with nothing, each time.")
            }
            Answer::WhatHelps => (
                CoverOrder::WhenItHelps,
                "With support: the defender declares, each time, the support that moves the column for the fewest action points.",
            ),
        };
        let told = chain::chained(state, side, orders, cover, work)?;
        left_out |= told.left_out;
        added_up &= told.retreats;
        assumptions.push(Assumption::set("answer", says));
        tables.extend(tables_of(&told.chance, key, words, ("The hex is cleared at the end", told.retreats)));
    }
    let plan = "Who owes steps keeps the greatest defense, retreats go toward supply, and nobody advances. Phases in between are ended without another act.";
    assumptions.push(Assumption::fixed(plan));
    if !added_up {
        let words = "Over so many attacks hexes of retreat are not added up.";
        assumptions.push(Assumption::fixed(words));
    }
    if left_out {
        let words = "Where an order cannot be given any more, as nothing is left to attack or nobody to attack with, it is left out.";
        assumptions.push(Assumption::fixed(words));
    }
    Ok((assumptions, tables))
}

fn purpose(bombard: bool) -> &'static str {
    if bombard { "The unit is destroyed" } else { "The hex is cleared" }
}

/// The figures of [`MEASURES`] in their order, and whether the purpose is reached.
fn chance_of(prospect: &Prospect) -> Chance<Vec<i64>> {
    let (state, battle) = (&prospect.state, &prospect.battle);
    let fight: Chance<(Told, Told)> = Circumstances::of(state, battle).chance(&state.scenario.table);
    fight.map(|(attacker, defender)| {
        let cleared = i64::from(prospect.succeeds(defender));
        let figures = [attacker.steps, attacker.retreat, defender.steps, defender.retreat];
        figures.into_iter().map(i64::from).chain([cleared]).collect()
    })
}

/// The purpose, the steps of each side, and all figures jointly, hexes of retreat where they are told.
fn tables_of(
    chance: &Chance<Vec<i64>>,
    key: &str,
    words: &str,
    (purpose, retreats): (&str, bool),
) -> Vec<ChanceTable> {
    let one = |at: usize| chance.clone().map(|figures| figures[at]);
    let whether = Figure::whether(format!("{purpose}{words}"));
    let mut tables = vec![ChanceTable::of_one(format!("cleared-{key}"), whether, &one(MEASURES.len()))];
    // The defender's steps first: they are what an attack is for.
    for at in [2, 0] {
        let measure = &MEASURES[at];
        let figure = Figure::new(format!("{}{words}", measure.name));
        tables.push(ChanceTable::of_one(format!("{}-{key}", measure.id), figure, &one(at)));
    }
    let told: Vec<usize> =
        (0..MEASURES.len()).filter(|at| retreats || !RETREATS.contains(&MEASURES[*at].id)).collect();
    let joint = chance.clone().map(|figures| told.iter().map(|at| figures[*at]).collect::<Vec<_>>());
    let figures = told.iter().map(|at| Figure::new(format!("{}{words}", MEASURES[*at].name))).collect();
    tables.push(ChanceTable::new(format!("losses-{key}"), figures, &joint));
    tables
}
