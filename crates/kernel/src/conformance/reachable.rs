//! Whether what a seat is offered can be given from its pages.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::view::board::{Act, Board, Sends};
use crate::view::{Choice, Field, FieldKind, Form, Page, View};

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
        FieldKind::Number { min, max, .. } => {
            wanted.as_i64().is_some_and(|number| (*min..=*max).contains(&number))
        }
        FieldKind::Words { most, .. } => {
            wanted.as_str().is_some_and(|words| words.trim() == words && words.chars().count() <= *most)
        }
        FieldKind::Keys { .. } | FieldKind::Group(_) => false,
    }
}

fn form_makes(form: &Form, command: &Map<String, Value>) -> bool {
    // What is asked for a plan alone is no part of the command.
    let mut questions = form.questions();
    questions.retain(|field| !form.is_supposed(field));
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

/// Whether some page of a view makes a command: by a form, or by pointing at a board. For the tests of a system, which know
/// what it offers.
pub fn makes(view: &View, command: &impl Serialize) -> bool {
    let Ok(Value::Object(command)) = serde_json::to_value(command) else { return false };
    view.forms().into_iter().any(|form| form_makes(form, &command))
        || view
            .pages
            .iter()
            .flat_map(Page::boards)
            .any(|board| board.acts.iter().any(|act| act_makes(board, act, &command)))
}
