//! What is written after an order: who supports it, smoke, chemicals.

use serde_json::{Map, Value};

use super::super::board::{Act, Add, Board, Counter, Takes};

/// An addition as it is typed.
pub(super) struct Added<'b> {
    pub add: &'b Add,
    pub counters: Vec<&'b Counter>,
}

impl Added<'_> {
    /// Whether another counter that follows belongs to it.
    pub(super) fn takes_more(&self) -> bool {
        match self.add.takes {
            Takes::Nothing => false,
            Takes::One(_) => self.counters.is_empty(),
            Takes::Several(_) => true,
        }
    }
}

/// The addition whose words stand at the head of what is left, and how many words that takes.
pub(super) fn at_head<'b>(board: &'b Board, rest: &[&str]) -> Option<(&'b Add, usize)> {
    let n = |add: &'b Add| {
        let words: Vec<&str> = add.words.split(' ').collect();
        rest.starts_with(&words).then_some((add, words.len()))
    };
    board.adds.iter().filter_map(n).max_by_key(|(_, n)| *n)
}

/// Puts additions into the command of an act; gives them back in words.
pub(super) fn put(
    board: &Board,
    act: &Act,
    added: &[Added<'_>],
    command: &mut Value,
) -> Result<String, String> {
    let mut words = String::new();
    let Some(fields) = command.as_object_mut() else { return Ok(words) };
    for one in added {
        let add = one.add;
        if !add.to.contains(&act.word) {
            return Err(not_open(board, act, add));
        }
        let names: Vec<&str> = one.counters.iter().map(|counter| counter.name.as_str()).collect();
        match &add.takes {
            Takes::Nothing => {
                fields.insert(add.key.to_owned(), true.into());
                words.push_str(&format!(", {}", add.words));
            }
            Takes::One(who) | Takes::Several(who) => {
                if names.is_empty() && add.words != act.word {
                    return Err(format!("Say who after “{}”.", add.words));
                }
                insert(fields, add, who, &one.counters)?;
                if !names.is_empty() {
                    words.push_str(&format!(", {}: {}", add.words, names.join(" and ")));
                }
            }
        }
    }
    Ok(words)
}

fn insert(
    fields: &mut Map<String, Value>,
    add: &Add,
    who: &[(String, Value)],
    counters: &[&Counter],
) -> Result<(), String> {
    for counter in counters {
        let known = who.iter().find(|(key, _)| *key == counter.key).map(|(_, value)| value.clone());
        let value =
            known.ok_or_else(|| format!("{} cannot be named after “{}”.", counter.name, add.words))?;
        match add.takes {
            Takes::Several(_) => match fields.get_mut(add.key) {
                Some(Value::Array(known)) => known.push(value),
                _ => _ = fields.insert(add.key.to_owned(), vec![value].into()),
            },
            _ => _ = fields.insert(add.key.to_owned(), value),
        }
    }
    Ok(())
}

fn not_open(board: &Board, act: &Act, add: &Add) -> String {
    let open = board.adds.iter().filter(|one| one.to.contains(&act.word) && one.words != act.word);
    let open: Vec<String> = open.map(|one| format!("“{}”", one.words)).collect();
    let open = match &open[..] {
        [] => "Nothing can be written after it.".to_owned(),
        several => format!("What can be written after it: {}.", several.join(", ")),
    };
    format!("“{}” is nothing that “{}” is ordered with. {open}", add.words, act.word)
}
