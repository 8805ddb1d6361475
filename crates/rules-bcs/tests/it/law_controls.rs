//! Whatever a seat is offered it can give from its pages: each command that can be listed or drawn by chance is made by a
//! form, or by pointing at the board.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use kernel::view::board::{Act, Board, Sends};
use kernel::view::{Choice, Field, FieldKind, Form, Page, View};
use kernel::{Seat, System};
use rules_bcs::{BattalionCombat, Command, SARN, SARN_WEST, Scenario, State};
use serde_json::{Map, Value};

use crate::Dice;
use crate::games::play_seen;

/// The most listed commands of a template that are tried in one position.
const MOST: usize = 100;

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

/// Tries the positions of a game that come at a stride; gives how many commands were tried.
fn tries(file: &str, text: &str, seed: u64, stride: u32) -> u32 {
    let scenario = Scenario::load(file, text).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let (mut met, mut tried) = (0, 0);
    play_seen(&scenario, seed, &mut BTreeSet::new(), &mut |state: &State, dice: &mut Dice| {
        met += 1;
        if met % stride != 0 {
            return;
        }
        for seat in [Seat::Umpire, Seat::Side(0), Seat::Side(1)] {
            let (view, mut templates) = (BattalionCombat::view(state, seat), Vec::new());
            BattalionCombat::offers(state, seat, &mut templates);
            for template in templates {
                let mut commands = Vec::new();
                BattalionCombat::each(state, seat, &template, &mut |command| {
                    commands.push(command);
                    if commands.len() < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                let mut pick = |n| dice.below(n);
                commands.push(BattalionCombat::sample(state, seat, &template, &mut pick));
                for command in commands {
                    assert!(page_makes(&view, &command), "{seat:?} cannot give {command:?} from its pages");
                    tried += 1;
                }
            }
        }
    });
    tried
}

#[test]
fn every_offered_command_can_be_given_from_the_pages_of_its_seat() {
    let tried: u32 = (0..6).map(|seed| tries("sarn-west.toml", SARN_WEST, seed, 7)).sum();
    assert!(tried > 2000, "{tried} commands were tried");
}

#[test]
fn every_offered_command_with_orders_can_be_given_from_the_pages_of_its_seat() {
    let ordered = SARN_WEST.replace("orders = false", "orders = true");
    let tried = tries("ordered.toml", &ordered, 3, 11);
    assert!(tried > 300, "{tried} commands were tried");
}

#[test]
fn every_offered_command_of_the_sample_can_be_given_from_a_page() {
    let tried = tries("sarn.toml", SARN, 7, 60);
    assert!(tried > 500, "{tried} commands were tried");
}
