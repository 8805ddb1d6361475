//! The activation card: steps a to j as players know them, the present one open with what it offers, done ones with their
//! result, closed ones with the rule that closes them; and the odds of the next throw. [BCS-ACT-1]

use kernel::grammar::holds;
use kernel::view::{Block, Form, ItemState, Page, PageHead, Panel, StepRow, Text};
use kernel::{RuleId, Seat, Side};

use super::board::ACTIVATION;
use super::{forms, odds, outcome, owed, plan, planner};
use crate::charts::Fatigue;
use crate::charts::s3_second_activation;
use crate::charts::s8_snafu::Level;
use crate::command::{Choice, Command};
use crate::ground::Ground;
use crate::offers;
use crate::prospect::Prospect;
use crate::rules::{self, s3_activation, s6_hq, s7_breaks, s8_mixed, s8_snafu, s12_combat};
use crate::sight::Sight;
use crate::state::{Activation, Body, Stage, State, Step};
use forms::{Group, Made};

/// The page.
pub fn activation(state: &State, seat: Seat, head: PageHead) -> Page {
    let mut commands: Vec<Command> = Vec::new();
    offers::every(&Sight::of(state), seat, |command| commands.push(command));
    let over = outcome::outcome(state);
    let lede = match &over {
        Some(_) => "What came of the game, and what happened last.",
        None => asked(state).unwrap_or("The formation that is activated, step by step."),
    };
    let mut main = vec![over.unwrap_or_else(|| Block::Owed(owed(state, seat)))];
    main.extend(beside(state, seat, &commands, true));
    let mut aside = vec![steps(state)];
    aside.extend(throw(state, seat));
    aside.push(Block::SinceLastHere);
    Page::new(head, "Activation", lede, main).aside(aside)
}

/// What can be done now, by what it is about; beside the map as well. `owed` says whether play waits for what stands here
/// alone.
pub(super) fn beside(state: &State, seat: Seat, commands: &[Command], owed: bool) -> Vec<Block> {
    let mut all = forms::of(state, commands);
    let closed = shut(state, seat).into_iter();
    all.extend(closed.map(|form| Made { group: Group::Now, panel: None, form }));
    let panel = |group: Group, id: &str, heading: &str| {
        let own = all.iter().filter(|made| made.group == group);
        // What is weighed before it is given stands below the rest, each form with what it comes to.
        let (weighed, plain): (Vec<&Made>, Vec<&Made>) = own.partition(|made| made.form.planned);
        let mut body = Vec::new();
        if !plain.is_empty() {
            body.push(Block::Can(plain.into_iter().map(|made| made.form.clone()).collect()));
        }
        let several = weighed.len() > 1;
        for made in weighed {
            // Which of them it is would else stand on its button alone.
            body.extend(several.then(|| Block::Prose(Text::empty().strong(made.form.verb.clone()))));
            body.extend([
                Block::Form(made.form.clone()),
                Block::Plan(plan::of_form(state, seat, &made.form)),
            ]);
        }
        let panel = (!body.is_empty()).then(|| Panel::new(id, heading, body).rule(ACTIVATION))?;
        Some(match group {
            Group::Now if owed => panel.yours().block(),
            Group::Now => panel.block(),
            _ => panel.folded().block(),
        })
    };
    let mut blocks: Vec<Block> = panel(Group::Now, "now", "What is to be done").into_iter().collect();
    blocks.extend(planner::panels(state, seat, &all));
    blocks.extend(panel(Group::Units, "deeds", "Units"));
    blocks.extend(panel(Group::Supply, "supply", "HQ, trains and supply route"));
    blocks
}

/// What the present step does not allow, with its reason, for the side whose activation it is.
fn shut(state: &State, seat: Seat) -> Vec<Form> {
    let Some(activation) = &state.facts.activation else { return Vec::new() };
    let own = state.formation(activation.formation).map(|body| body.card.side) == Side::of(seat);
    if !own || rules::answers(state).is_some() {
        return Vec::new();
    }
    let wanted: Vec<(&str, &str, Command)> = match activation.step {
        Step::Preparation => vec![
            ("shut-recover", "Recover", Command::Prepare { prepared: false, recovery: true }),
            ("shut-defense", "Prepared Defense", Command::Prepare { prepared: true, recovery: false }),
        ],
        Step::Activities => vec![
            ("shut-trains", "Flip the trains to normal", Command::FlipTrains),
            ("shut-leave", "Remove Prepared Defense", Command::LeaveDefense),
        ]
        .into_iter()
        .chain(returns(state, activation))
        .collect(),
        Step::Second => vec![
            ("shut-roll", "Roll to reactivate", Command::Second { choice: Choice::Roll }),
            ("shut-rest", "A Recovery as the Second Activation", Command::Second { choice: Choice::Rest }),
        ],
        Step::Failure | Step::Objectives => Vec::new(),
    };
    let closed = |(id, verb, command): (&str, &str, Command)| forms::closed(state, seat, id, verb, &command);
    wanted.into_iter().filter_map(closed).collect()
}

/// The return of trains that are Off-Map, closed as long as no hex is open to them. [BCS-ACT-10]
fn returns(state: &State, activation: &Activation) -> Option<(&'static str, &'static str, Command)> {
    let body = state.formation(activation.formation)?;
    let at = body.facts.hq.hexes().next().filter(|_| body.facts.trains.on_map().is_none())?;
    let open = !s6_hq::returns(state, &Ground::of(state), body.card.side.seat()).is_empty();
    (!open).then_some(("shut-return", "Return the trains", Command::ReturnTrains { at }))
}

/// What the rules ask of a side before the activation goes on.
pub(super) fn asked(state: &State) -> Option<&'static str> {
    let activation = state.facts.activation.as_ref()?;
    Some(match activation.battle.map(|battle| battle.stage) {
        _ if !activation.jumped.is_empty() => "An HQ was jumped: say where it retreats to.",
        _ if activation.owed.is_some() => "A unit must retreat: pick it, then the hex it goes to.",
        _ if activation.entered.is_some() => {
            "A unit has entered an Engagement Zone: say whether it must engage."
        }
        Some(Stage::Defense) => "An attack is declared: name the AR unit, with Prepared Defense or without.",
        Some(Stage::Units) => "Name the Attack unit, and an Assist unit or none.",
        Some(Stage::Fire) => "Fire barrages, suppress, or roll the attack.",
        Some(Stage::Losses) => "A step is to be lost: name the unit.",
        Some(Stage::Retreats) => "Units retreat from the hex.",
        Some(Stage::Advance) => "Advance with a unit, or with none.",
        None => return None,
    })
}

/// Steps a to j.
fn steps(state: &State) -> Block {
    let Some(activation) = &state.facts.activation else {
        let words = "No formation is activated now.";
        return Panel::new("card", "Activation", vec![Block::Empty(Text::new(words))])
            .rule(ACTIVATION)
            .block();
    };
    let Some(body) = state.formation(activation.formation) else { return Block::Note(Text::empty()) };
    let now = match activation.step {
        Step::Preparation => 1,
        Step::Failure => 2,
        Step::Objectives => 3,
        Step::Activities => 4,
        Step::Second => 8,
    };
    let titles = [
        ("a", "Activate the formation"),
        ("b", "Preparation"),
        ("c", "SNAFU"),
        ("d", "OBJ Placement"),
        ("e", "Activities"),
        ("f", "Clean Up"),
        ("g", "Fatigue"),
        ("h", "Isolation"),
        ("i", "The HQ is Done; Second Activation"),
        ("j", "The next formation"),
    ];
    let row = |(at, (key, title)): (usize, &(&str, &str))| {
        let skips = at == 8 && activation.second;
        StepRow {
            key: (*key).into(),
            title: (*title).into(),
            state: match at {
                _ if skips => ItemState::Closed,
                at if at < now => ItemState::Done,
                at if at == now => ItemState::Waiting,
                _ => ItemState::Later,
            },
            now: at == now,
            note: note(state, activation, body, at, at < now),
        }
    };
    let rows: Vec<StepRow> = titles.iter().enumerate().map(row).collect();
    let which = if activation.second { "Second Activation" } else { "Initial Activation" };
    Panel::new("card", &*body.card.name, vec![Block::Steps(rows)]).rule(ACTIVATION).remark(which).block()
}

/// What has come of a step, or why it is closed.
fn note(state: &State, activation: &Activation, body: Body<'_>, at: usize, done: bool) -> Text {
    let facts = body.facts;
    match at {
        0 if activation.complete => Text::new("MSR Complete").rule(RuleId("BCS-MSR-1")),
        0 => {
            let breaks = s7_breaks::breaks(state, &Ground::of(state), body);
            let cut = breaks.map(|breaks| format!(", now {}", s7_breaks::words(&state.scenario, &breaks)));
            Text::new(format!("MSR not Complete{}", cut.unwrap_or_default())).rule(RuleId("BCS-MSR-1"))
        }
        1 if done => Text::new(if facts.prepared { "Prepared Defense" } else { "no Prepared Defense" }),
        2 => match activation.level {
            Some(level) => Text::new(level.prose()).rule(RuleId("BCS-SNAFU-1")),
            None => Text::empty(),
        },
        3 if activation.level == Some(Level::Fail) => {
            Text::new("none after a FAIL").rule(RuleId("BCS-SNAFU-9"))
        }
        3 => {
            let obj = activation.obj.iter().map(|obj| {
                let kind = if obj.combat { "Combat" } else { "March" };
                format!("{kind} OBJ {}", state.scenario.board.called(obj.at))
            });
            Text::new(obj.collect::<Vec<_>>().join(", "))
        }
        4 if activation.attacks > 0 => Text::new(match activation.attacks {
            1 => "1 attack".to_owned(),
            more => format!("{more} attacks"),
        }),
        6 => Text::new(format!("now {}", facts.fatigue.prose())).rule(RuleId("BCS-FAT-1")),
        8 if activation.second => {
            Text::new("there is no third activation in a turn").rule(RuleId("BCS-ACT-13"))
        }
        8 if facts.fatigue == Fatigue::F4 => Text::new("none at fatigue 4").rule(RuleId("BCS-ACT-13")),
        _ => Text::empty(),
    }
}

/// The next throw, with every modifier by name; and for its side the same with what it can still choose before.
pub(super) fn throw(state: &State, seat: Seat) -> Vec<Block> {
    let activation = state.facts.activation.as_ref();
    let ahead = activation.and_then(|one| Some((one, state.formation(one.formation)?)));
    let Some((activation, body)) = ahead else { return Vec::new() };
    let defense = in_defense(state, activation, body, seat);
    next_throw(state, activation, body).into_iter().chain(defense).collect()
}

/// The SNAFU roll as it would be after Prepared Defense is created, for its own side: what it can choose hangs on its orders.
/// [BCS-PD-2] [BCS-SNAFU-2]
fn in_defense(state: &State, activation: &Activation, body: Body<'_>, seat: Seat) -> Option<Block> {
    let can = activation.step == Step::Preparation
        && !body.facts.prepared
        && Side::of(seat) == Some(body.card.side)
        && holds(|why| s3_activation::may_prepare(state, seat, true, false, why));
    can.then(|| {
        let mixed = !s8_mixed::mixed_with(state, body).is_empty();
        let resolved = s8_snafu::before_in_defense(state, body, mixed);
        odds::panel("throw-prepared", "SNAFU if it creates Prepared Defense", &resolved)
    })
}

fn next_throw(state: &State, activation: &Activation, body: Body<'_>) -> Option<Block> {
    if let Some(battle) = activation.battle {
        // Once it is rolled its throw is no longer ahead.
        let ahead = battle.stage == Stage::Fire;
        let resolved = ahead.then(|| s12_combat::before(state, activation, &battle)).flatten()?;
        let prospect = Prospect { state: state.clone(), battle, resolved };
        let panel = Panel::new("throw", "The attack before its dice", plan::attack(&prospect));
        return Some(panel.rule(RuleId("BCS-CT-18")).block());
    }
    match activation.step {
        Step::Preparation => {
            let mixed = !s8_mixed::mixed_with(state, body).is_empty();
            Some(odds::panel("throw", "SNAFU before its dice", &s8_snafu::before(state, body, mixed)))
        }
        Step::Second => {
            let again = s3_activation::again(state, activation, body, Choice::Roll);
            let resolved = s3_second_activation::resolve(&again);
            Some(odds::panel("throw", "Second Activation before its die", &resolved))
        }
        Step::Failure | Step::Objectives | Step::Activities => None,
    }
}
