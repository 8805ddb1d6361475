//! What a side can do now, as forms. Their choices are the lawful commands themselves.

use std::ops::ControlFlow;

use kernel::view::{Block, Choice, Field, FieldKind, Form, Panel, Text};
use kernel::{Acting, RuleId, prove};
use serde_json::{Value, json};

use super::{activating, ending, orders, planner};
use crate::CentralFront;
use crate::command::Command;
use crate::offers::{self, Template};
use crate::state::{State, Unit};
use crate::words::{Attack, Place, Side, UnitId};

/// The most answers of one question.
const MOST: usize = 400;

/// The panels of a side: its turn, its answers in a fight, its standing orders.
pub fn panels(state: &State, side: Side) -> Vec<Block> {
    let mut templates = Vec::new();
    offers::offers(state, side.seat(), &mut templates);
    let instructs = templates.contains(&Template::Instruct);
    let can_end = templates.contains(&Template::EndPhase);
    let (mut forms, mut moves, mut closing) = (Vec::new(), Vec::new(), Vec::new());
    let mut awake = Vec::new();
    let (mut assaults, mut fire): (Vec<(Place, Vec<Form>)>, Vec<Form>) = Default::default();
    for template in templates {
        let weighed = || {
            let led = planner::leads_to(state, template).unwrap_or_default();
            form(state, side, template).map(|form| form.then(led))
        };
        match template {
            Template::March(target) | Template::Designate(target, _, false) => {
                match assaults.iter_mut().find(|(hex, _)| *hex == target) {
                    Some((_, forms)) => forms.extend(weighed()),
                    None => assaults.push((target, weighed().into_iter().collect())),
                }
            }
            Template::Designate(_, _, true) | Template::Strike(_) => fire.extend(weighed()),
            Template::Activate(hex) => awake.extend(activating::choices(state, side, hex)),
            Template::Move => moves.extend(form(state, side, template)),
            Template::CallOff(_) | Template::EndPhase | Template::EndAdvance => {
                closing.extend(form(state, side, template));
                closing.extend((template == Template::EndPhase).then(|| ending::passing(state, side)));
            }
            _ => forms.extend(weighed()),
        }
    }
    if !can_end {
        closing.extend(ending::held_open(state, side));
    }
    forms.extend(closing);
    let mut panels = Vec::new();
    if !forms.is_empty() {
        panels.push(Panel::new("do", "What you can do", vec![Block::Can(forms)]).yours().block());
    }
    // Long lists are folded: on the map the same is pointed at.
    for (target, forms) in assaults {
        let heading = format!("Attack {}", state.scenario.board.called(target));
        panels
            .push(Panel::new(format!("assault-{target}"), heading, vec![Block::Can(forms)]).folded().block());
    }
    if !fire.is_empty() {
        let heading = "Bombardments and air strikes";
        panels.push(Panel::new("fire", heading, vec![Block::Can(fire)]).folded().block());
    }
    if !moves.is_empty() {
        panels.push(Panel::new("moves", "Move hex by hex", vec![Block::Can(moves)]).folded().block());
    }
    if !awake.is_empty() {
        let form = Form::new("activate", json!({"do": "activate"}), "Activate").ask(one(
            "units",
            "Which units",
            awake,
        ));
        let form =
            form.then(activating::cut_short(state).map_or_else(String::new, |ends| format!("It {ends}.")));
        let panel = Panel::new("activate", "Activate units", vec![Block::Form(form)]);
        panels.push(panel.rule(RuleId("CF-AP-1")).folded().block());
    }
    if instructs {
        panels.push(orders::own(state, side));
    }
    panels
}

/// The answer that a fight asks of a side by name, not by a hex: who loses a step, who is given up.
pub fn answer(state: &State, side: Side, open: &[Template]) -> Option<Block> {
    let forms =
        forms(state, side, open, |template| matches!(template, Template::LoseStep | Template::Remove))?;
    Some(Panel::new("answer", "Your answer", vec![Block::Can(forms)]).yours().block())
}

/// What ends something and is done nowhere on the map.
pub fn closing(state: &State, side: Side, open: &[Template]) -> Option<Block> {
    let wanted = |template: &Template| matches!(template, Template::EndPhase | Template::EndAdvance);
    let mut forms = forms(state, side, open, wanted).unwrap_or_default();
    match open.contains(&Template::EndPhase) {
        true => forms.push(ending::passing(state, side)),
        false => forms.extend(ending::held_open(state, side)),
    }
    if forms.is_empty() {
        return None;
    }
    Some(Panel::new("closing", "When you are done", vec![Block::Can(forms)]).block())
}

/// The forms of the offers that are wanted; nothing when there are none.
fn forms(state: &State, side: Side, open: &[Template], wanted: fn(&Template) -> bool) -> Option<Vec<Form>> {
    let wanted = open.iter().filter(|template| wanted(template));
    let forms = wanted.filter_map(|template| form(state, side, *template));
    Some(forms.collect::<Vec<_>>()).filter(|forms| !forms.is_empty())
}

pub(super) fn commands(state: &State, side: Side, template: Template) -> Vec<Command> {
    let mut all = Vec::new();
    offers::each(state, side.seat(), &template, &mut |command| {
        all.push(command);
        if all.len() < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    all
}

pub(super) fn names(state: &State, units: &[UnitId]) -> String {
    units.iter().map(|unit| state.scenario.name(*unit)).collect::<Vec<_>>().join(" + ")
}

fn way(state: &State, path: &[Place]) -> String {
    let end = path.last().map_or_else(String::new, |end| state.scenario.board.called(*end));
    match path.len() {
        0 => "no way out".into(),
        1 => end,
        _ => {
            let through: Vec<String> = path[..path.len() - 1].iter().map(ToString::to_string).collect();
            format!("{end} by {}", through.join(", "))
        }
    }
}

pub(super) fn one(key: &'static str, question: &str, choices: Vec<Choice>) -> Field {
    Field::new(key, question, FieldKind::One { chosen: (choices.len() == 1).then_some(0), choices })
}

pub(super) fn yes_or_no(key: &'static str, question: &str) -> Field {
    let choices = vec![Choice::new(false, "no"), Choice::new(true, "yes")];
    Field::new(key, question, FieldKind::One { choices, chosen: Some(0) })
}

pub(super) fn value(thing: &impl serde::Serialize) -> Value {
    serde_json::to_value(thing).unwrap_or_default()
}

/// The form of a template.
pub(super) fn form(state: &State, side: Side, template: Template) -> Option<Form> {
    let name = |unit: &UnitId| state.scenario.name(*unit);
    let called = |hex: &Place| state.scenario.board.called(*hex);
    let all = || commands(state, side, template);
    Some(match template {
        Template::Instruct | Template::Proceed | Template::Activate(_) => return None,
        Template::EndPhase => ending::open(state, side),
        Template::EndAdvance => Form::new("end-advance", json!({"do": "end-advance"}), "Advance no further"),
        Template::CallOff(target) => {
            let verb = format!("Call off the attack on {}", called(&target));
            Form::new(format!("call-off-{target}"), json!({"do": "call-off", "target": target}), verb)
        }
        Template::Place(unit) => {
            let choices = all().into_iter().filter_map(|command| match command {
                Command::Place { at, .. } => Some(Choice::new(value(&at), called(&at))),
                _ => None,
            });
            let fixed = json!({"do": "place", "unit": unit});
            Form::new(format!("place-{unit}"), fixed, format!("{} enters", name(&unit))).ask(one(
                "at",
                "Where",
                choices.collect(),
            ))
        }
        Template::Move => moving(state, side),
        Template::Exit => {
            let choices = all().into_iter().filter_map(|command| match command {
                Command::Exit { units } => Some(Choice::new(value(&units), names(state, &units))),
                _ => None,
            });
            Form::new("exit", json!({"do": "exit"}), "Leave over the west edge").ask(one(
                "units",
                "Which units",
                choices.collect(),
            ))
        }
        Template::Designate(target, attack, bombard) => {
            let choices = all().into_iter().filter_map(|command| match command {
                Command::Designate { units, .. } => Some(Choice::new(value(&units), names(state, &units))),
                _ => None,
            });
            let mut choices: Vec<Choice> = choices.collect();
            if (attack, bombard) == (Attack::Hasty, false) {
                choices.extend(not_hastily(state, side, target, &choices));
            }
            let none = choices.iter().all(|choice| choice.closed.is_some());
            let closed = if none { choices.first().and_then(|choice| choice.closed.clone()) } else { None };
            let what = if bombard { "bombardment of" } else { "attack on" };
            let fixed = json!({"do": "designate", "target": target, "attack": attack, "bombard": bombard});
            let id = format!("designate-{target}-{}{}", attack.prose(), if bombard { "-fire" } else { "" });
            let verb = format!("{} {what} {}", attack.prose(), called(&target));
            Form::new(id, fixed, verb).ask(one("units", "Which units", choices)).closed(closed)
        }
        Template::March(target) => march(state, target, all()),
        Template::Attack(target) => attack(state, target, all()),
        Template::Strike(target) => {
            let all = all();
            let form = Form::new(
                format!("strike-{target}"),
                json!({"do": "strike", "target": target}),
                format!("Air strike on {}", called(&target)),
            );
            let form = form.ask(one("chosen", "Aimed at", aims(state, &all))).rolling();
            with_chemicals(form, &all)
        }
        Template::Cover => {
            let mut units: Vec<UnitId> = Vec::new();
            let mut strike = false;
            for command in all() {
                if let Command::Cover { support, strike: flown } = command {
                    merge(&mut units, &support);
                    strike |= flown;
                }
            }
            let target = state.facts.battle.as_ref().map(|battle| called(&battle.target));
            let verb = format!("Declare support of the defense of {}", target.unwrap_or_default());
            let form = Form::new("cover", json!({"do": "cover"}), verb).rolling();
            // Where nobody can fire there is nobody to pick.
            let form = match units.is_empty() {
                true => form,
                false => form.ask(many(state, "support", "Who supports", &units, 2)),
            };
            if strike { form.ask(yes_or_no("strike", "An air strike")) } else { form }
        }
        Template::LoseStep => {
            let choices = all().into_iter().filter_map(|command| match command {
                Command::LoseStep { unit } => Some(told(state, &unit)),
                _ => None,
            });
            Form::new("lose-step", json!({"do": "lose-step"}), "Take a step").ask(one(
                "unit",
                "From",
                choices.collect(),
            ))
        }
        Template::Remove => {
            let choices = all().into_iter().filter_map(|command| match command {
                Command::Remove { unit } => Some(told(state, &unit)),
                _ => None,
            });
            Form::new("remove", json!({"do": "remove"}), "Give up a unit").ask(one(
                "unit",
                "Which",
                choices.collect(),
            ))
        }
        Template::Retreat(unit) | Template::Advance(unit) | Template::Withdraw(unit) => {
            let (word, verb) = match template {
                Template::Retreat(_) => ("retreat", "Retreat"),
                Template::Advance(_) => ("advance", "Advance"),
                _ => ("withdraw", "Withdraw"),
            };
            let choices = all().into_iter().filter_map(|command| match command {
                Command::Retreat { path, .. }
                | Command::Advance { path, .. }
                | Command::Withdraw { path, .. } => {
                    Some(Choice::new(value(&path), way(state, &path)).note(ground(state, &path)))
                }
                _ => None,
            });
            let fixed = json!({"do": word, "unit": unit});
            Form::new(format!("{word}-{unit}"), fixed, format!("{verb} {}", name(&unit))).ask(one(
                "path",
                "Where to",
                choices.collect(),
            ))
        }
    })
}

/// Who can attack a hex at once or Prepared and not Hasty, each with the reason that the rules give.
fn not_hastily(state: &State, side: Side, target: Place, open: &[Choice]) -> Vec<Choice> {
    let mut stacks: Vec<Vec<UnitId>> = Vec::new();
    for template in [Template::March(target), Template::Designate(target, Attack::Prepared, false)] {
        for command in commands(state, side, template) {
            if let Command::March { units, .. } | Command::Designate { units, .. } = command {
                merge(&mut stacks, &[units]);
            }
        }
    }
    // A part of a stack is told with the whole of it.
    let is_part = |units: &&Vec<UnitId>| {
        stacks.iter().any(|other| other.len() > units.len() && units.iter().all(|unit| other.contains(unit)))
    };
    let whole = stacks.iter().filter(|units| !is_part(units));
    let closed = |units: &Vec<UnitId>| {
        let choice = Choice::new(value(units), names(state, units));
        let hasty =
            Command::Designate { units: units.clone(), target, attack: Attack::Hasty, bombard: false };
        let refusals = prove::<CentralFront>(state, Acting::own(side.seat()), &hasty).err()?;
        (!open.iter().any(|known| known.value == choice.value))
            .then(|| choice.closed(Some((&refusals).into())))
    };
    whole.filter_map(closed).collect()
}

/// A unit to pick, with what tells which.
fn told(state: &State, id: &UnitId) -> Choice {
    let choice = Choice::new(value(id), state.scenario.name(*id));
    match state.unit(*id) {
        Some(unit) => choice.note(standing(unit)),
        None => choice,
    }
}

/// What tells whether a unit should fire or fall: its rating, its steps, its action points.
pub(super) fn standing(unit: Unit<'_>) -> String {
    let mut words = vec![unit.card.rating()];
    words.extend((unit.card.steps > 1).then(|| format!("{} of {} steps", unit.steps(), unit.card.steps)));
    words.push(match unit.piece.ap {
        1 => "1 action point".into(),
        more => format!("{more} action points"),
    });
    words.join(", ")
}

/// The ground a path ends on.
fn ground(state: &State, path: &[Place]) -> String {
    let board = &state.scenario.board;
    let end = path.last().and_then(|end| board.terrain(*end));
    end.map_or_else(String::new, |ground| board.terrain_words(ground))
}

fn many(state: &State, key: &'static str, question: &str, units: &[UnitId], most: usize) -> Field {
    let choices: Vec<Choice> = units.iter().map(|unit| told(state, unit)).collect();
    let most = most.min(choices.len());
    Field::new(key, question, FieldKind::Many { choices, least: 0, most })
}

/// Adds what is not there yet.
fn merge<T: PartialEq + Clone>(known: &mut Vec<T>, more: &[T]) {
    for one in more {
        if !known.contains(one) {
            known.push(one.clone());
        }
    }
}

fn aims(state: &State, commands: &[Command]) -> Vec<Choice> {
    let mut met: Vec<UnitId> = Vec::new();
    for command in commands {
        if let Command::Strike { chosen, .. } | Command::Attack { chosen: Some(chosen), .. } = command {
            merge(&mut met, &[*chosen]);
        }
    }
    met.into_iter().map(|unit| Choice::new(value(&unit), state.scenario.name(unit))).collect()
}

/// Asks for chemicals where one of these commands may use them, of whichever side. [CF-CHM-1] [CF-CHM-5]
fn with_chemicals(form: Form, commands: &[Command]) -> Form {
    let used = |command: &Command| match command {
        Command::March { chemical, .. }
        | Command::Attack { chemical, .. }
        | Command::Strike { chemical, .. } => *chemical,
        _ => false,
    };
    match commands.iter().any(used) {
        true => form.ask(yes_or_no("chemical", "Chemicals")),
        false => form,
    }
}

/// The moving stack or a part of it, and every hex that one of them can end in. Where the whole stack cannot end, the
/// choice says who can.
fn moving(state: &State, side: Side) -> Form {
    let mut movers: Vec<UnitId> = Vec::new();
    let mut paths: Vec<(Vec<Place>, Vec<UnitId>)> = Vec::new();
    offers::each(state, side.seat(), &Template::Move, &mut |command| {
        if let Command::Move { units, path } = command {
            merge(&mut movers, &units);
            if paths.iter().all(|(known, _)| *known != path) {
                paths.push((path, units));
            }
        }
        if paths.len() < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let choice = |unit: &UnitId| Choice::new(value(unit), state.scenario.name(*unit)).picked(true);
    let (choices, most) = (movers.iter().map(choice).collect(), movers.len());
    let ways = paths.iter().map(|(path, units)| {
        let choice = Choice::new(value(path), way(state, path));
        if units.len() == movers.len() {
            choice
        } else {
            choice.note(format!("only a part of the stack, such as {}", names(state, units)))
        }
    });
    Form::new("move", json!({"do": "move"}), "Move the stack")
        .ask(Field::new("units", "Who moves", FieldKind::Many { choices, least: 1, most }))
        .ask(one("path", "Where to", ways.collect()))
}

fn march(state: &State, target: Place, all: Vec<Command>) -> Form {
    let (mut stacks, mut support, mut smoke): (Vec<Vec<UnitId>>, Vec<UnitId>, Vec<UnitId>) =
        Default::default();
    // The first that there is; where none goes without support, its support is picked beforehand.
    let mut least: Option<Vec<UnitId>> = None;
    for command in &all {
        if let Command::March { units, support: with, smoke: by, .. } = command {
            if with.is_empty() || least.is_none() {
                least = Some(with.clone());
            }
            merge(&mut support, with);
            merge(&mut smoke, by.as_slice());
            merge(&mut stacks, std::slice::from_ref(units));
        }
    }
    let stacks = stacks.iter().map(|units| Choice::new(value(units), names(state, units))).collect();
    let verb = format!("March attack on {}", state.scenario.board.called(target));
    let mut form = Form::new(format!("march-{target}"), json!({"do": "march", "target": target}), verb)
        .ask(one("units", "Which units", stacks))
        .rolling();
    if !support.is_empty() {
        let needed = least.unwrap_or_default();
        let mut field = many(state, "support", "Support", &support, support.len());
        if let FieldKind::Many { choices, least, .. } = &mut field.kind {
            *least = needed.len().min(1);
            choices.iter_mut().zip(&support).for_each(|(choice, unit)| choice.picked = needed.contains(unit));
        }
        form = form.ask(field);
        if !needed.is_empty() {
            let words = "The table refuses its odds without support.";
            form = form.then(Text::new(words).rule(RuleId("CF-CRT-6")));
        }
    }
    if !smoke.is_empty() {
        let none = Choice::new(Value::Null, "none");
        let by = smoke.iter().map(|unit| Choice::new(value(unit), state.scenario.name(*unit)));
        let choices = std::iter::once(none).chain(by).collect();
        form = form.ask(Field::new("smoke", "Smoke", FieldKind::One { choices, chosen: Some(0) }));
    }
    with_chemicals(form, &all)
}

/// What fighting an attack that was paid for is called.
pub(super) fn fights(state: &State, target: Place) -> &'static str {
    let bombards = state.designation(target).is_some_and(|one| one.bombard);
    if bombards { "Fire the bombardment" } else { "Fight the attack" }
}

/// The same with its hex: "Fire the bombardment on 0703".
pub(super) fn fights_on(state: &State, target: Place) -> String {
    format!("{} on {}", fights(state, target), state.scenario.board.called(target))
}

fn attack(state: &State, target: Place, all: Vec<Command>) -> Form {
    let (mut support, mut strike): (Vec<UnitId>, bool) = Default::default();
    for command in &all {
        if let Command::Attack { support: with, strike: flown, .. } = command {
            merge(&mut support, with);
            strike |= flown;
        }
    }
    let aims = aims(state, &all);
    let mut form = Form::new(
        format!("attack-{target}"),
        json!({"do": "attack", "target": target}),
        fights_on(state, target),
    )
    .rolling();
    if !aims.is_empty() {
        form = form.ask(one("chosen", "Aimed at", aims));
    }
    if !support.is_empty() {
        form = form.ask(many(state, "support", "Support", &support, support.len()));
    }
    if strike {
        form = form.ask(yes_or_no("strike", "An air strike"));
    }
    with_chemicals(form, &all)
}
