//! Whatever a seat is offered it can give from its page: each command that can be listed or drawn by chance is made by a
//! form, or by pointing at the board.

use std::ops::ControlFlow;
use std::sync::Arc;

use kernel::System;
use kernel::view::board::{Act, Board, Sends};
use kernel::view::{Choice, Field, FieldKind, Form, Page, View};
use rules_central_front::words::Side;
use rules_central_front::{CentralFront, Command, Scenario, State};
use serde_json::{Map, Value, json};

use crate::games::{play, source};
use crate::{LARGE, SMALL};

/// The most listed commands of a template that are tried in one position.
const MOST: usize = 300;

/// What a key that is left out means.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(yes) => !yes,
        Value::Array(list) => list.is_empty(),
        _ => false,
    }
}

fn same(one: &Value, other: &Value) -> bool {
    one == other || (is_nothing(one) && is_nothing(other))
}

fn answers(field: &Field, wanted: &Value) -> bool {
    let open = |choice: &&Choice| choice.closed.is_none();
    match &field.kind {
        FieldKind::One { choices, .. } => {
            choices.iter().filter(open).any(|choice| same(&choice.value, wanted))
        }
        FieldKind::Many { choices, least, most } => {
            let none = Vec::new();
            let picked = wanted.as_array().unwrap_or(&none);
            (*least..=*most).contains(&picked.len())
                && picked.iter().all(|one| choices.iter().filter(open).any(|choice| choice.value == *one))
        }
        _ => false,
    }
}

fn form_makes(form: &Form, command: &Map<String, Value>) -> bool {
    let questions = form.questions();
    let fixed = form.command.iter().all(|(key, value)| same(command.get(key).unwrap_or(&Value::Null), value));
    let asked = questions.iter().all(|field| answers(field, command.get(field.key).unwrap_or(&Value::Null)));
    let covered = command.iter().all(|(key, value)| {
        form.command.contains_key(key) || questions.iter().any(|field| field.key == key) || is_nothing(value)
    });
    form.closed.is_none() && fixed && asked && covered
}

/// A way of the reader's own can be typed hex by hex; anything else is one of the targets shown.
fn act_makes(board: &Board, act: &Act, command: &Map<String, Value>) -> bool {
    let rest = |key: &str| {
        let left = command.iter().filter(|(name, value)| *name != key && !is_nothing(value));
        left.map(|(name, value)| (name.clone(), value.clone())).collect::<Map<_, _>>()
    };
    match act.sends {
        Sends::Way(key) => {
            let fixed = act.command.iter().filter(|(_, value)| !is_nothing(value));
            rest(key) == fixed.map(|(name, value)| (name.clone(), value.clone())).collect()
        }
        _ => board.targets(act).iter().filter(|target| target.ends).any(|target| {
            let made = board.command(act, &board.way(act, target));
            made.as_ref().and_then(Value::as_object).is_some_and(|made| {
                let keys = made.keys().chain(command.keys());
                let value = |of: &Map<String, Value>, key| of.get(key).cloned().unwrap_or_default();
                keys.into_iter().all(|key| same(&value(made, key), &value(command, key)))
            })
        }),
    }
}

fn page_makes(view: &View, command: &Command) -> bool {
    let Ok(Value::Object(command)) = serde_json::to_value(command) else { return false };
    view.forms().into_iter().any(|form| form_makes(form, &command))
        || view
            .pages
            .iter()
            .flat_map(Page::boards)
            .any(|board| board.acts.iter().any(|act| act_makes(board, act, &command)))
}

/// Tries every position of a game that comes at a stride; gives how many commands were tried.
fn tries(scenario: &Arc<Scenario>, seed: u64, stride: u32) -> u32 {
    let (mut met, mut tried) = (0, 0);
    let ended = play(scenario, &mut *source(seed), &mut |state: &State, pick| {
        met += 1;
        if met % stride != 0 {
            return;
        }
        for seat in Side::BOTH.map(Side::seat) {
            let (view, mut templates) = (CentralFront::view(state, seat), Vec::new());
            CentralFront::offers(state, seat, &mut templates);
            for template in templates {
                let mut commands = Vec::new();
                CentralFront::each(state, seat, &template, &mut |command| {
                    commands.push(command);
                    if commands.len() < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                commands.extend((0..3).map(|_| CentralFront::sample(state, seat, &template, pick)));
                for command in commands {
                    assert!(page_makes(&view, &command), "{seat:?} cannot give {command:?} from its pages");
                    tried += 1;
                }
            }
        }
    });
    assert!(ended.is_ok(), "game {seed}: {ended:?}");
    tried
}

#[test]
fn every_offered_command_can_be_given_from_the_page_of_its_seat() {
    let tried: u32 = (0..12).map(|seed| tries(&SMALL, seed, 7)).sum();
    assert!(tried > 5000, "{tried} commands were tried");
}

#[test]
fn every_offered_command_of_the_sample_can_be_given_from_a_page() {
    let tried = tries(&LARGE, 7, 60);
    assert!(tried > 1000, "{tried} commands were tried");
}

#[test]
fn two_of_a_stack_of_three_can_move_together() {
    let mut table = crate::Table::small("nato-move-1", |facts| crate::put(facts, "us-ca", "0404"));
    let stack = json!(["us-t1", "us-m1", "us-ca"]);
    table.does(crate::NATO, json!({"do": "activate", "units": stack}), &[]);
    let view = CentralFront::view(&table.state, crate::NATO);
    for units in [stack, json!(["us-t1", "us-m1"]), json!(["us-m1", "us-ca"])] {
        let command = serde_json::from_value(json!({"do": "move", "units": units, "path": ["0304"]}));
        assert!(page_makes(&view, &command.expect("a command")), "{units}");
    }
}
