//! Commands as they are written in JSON: by forms, programs and hands.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::foretold;
use crate::misread::misread;
use crate::refusal::{Refusal, Refusals};
use crate::rulebook::HOUSE_COMMAND;
use crate::system::System;

/// The command that a plan is asked about.
///
/// # Errors
/// As that of a plan that is not understood.
pub fn planned<C: DeserializeOwned>(command: &Value) -> Result<C, Refusals> {
    C::deserialize(command).map_err(|fault| foretold::not_understood(misread(&fault)))
}

/// A command as somebody wrote it.
///
/// # Errors
/// What of it is not understood, in one sentence.
pub(crate) fn command<S: System>(asked: &Value) -> Result<S::Command, Refusals> {
    let not_understood = |why: String| {
        Refusals::from(Refusal::new(HOUSE_COMMAND, "command", format!("This is not understood: {why}.")))
    };
    if !asked.is_object() {
        return Err(not_understood("a command is an object with its fields by name".into()));
    }
    let command = S::Command::deserialize(asked).map_err(|fault| not_understood(misread(&fault)))?;
    if let Some(field) = unread::<S>(asked, &command) {
        return Err(not_understood(format!("the command has no field \"{field}\"")));
    }
    match misshapen("command", asked, &written(&command)) {
        Some(why) => Err(not_understood(why)),
        None => Ok(command),
    }
}

/// What is given in another shape than it is written in. Readers take a word for a map with that word as its key or for its
/// place in a list, and a list for fields in their order; one command would then have many spellings.
fn misshapen(name: &str, given: &Value, written: &Value) -> Option<String> {
    match (given, written) {
        (Value::Object(given), Value::Object(written)) => {
            given.iter().find_map(|(field, given)| misshapen(field, given, written.get(field)?))
        }
        (Value::Array(given), Value::Array(written)) => {
            given.iter().zip(written).find_map(|(given, written)| misshapen(name, given, written))
        }
        (Value::Null | Value::String(_), Value::String(_)) => None,
        (_, Value::String(_)) => Some(format!("{name:?} is a word, written as text")),
        (Value::Array(_), Value::Object(_)) => Some(format!("{name:?} is an object with its fields by name")),
        _ => None,
    }
}

/// A field of a command that nobody reads. Readers of commands without fields pass over every field, whatever else they
/// refuse. A field that the command has may be left out where it is written again, so what looks unknown is asked for
/// once more with a value that no field can have. Forms reach into tables with dots; the field is the table, and where
/// it stands with something else, nobody reads what reaches into it.
fn unread<'v, S: System>(asked: &'v Value, understood: &S::Command) -> Option<&'v str> {
    let written = written(understood);
    let (given, known) = (asked.as_object()?, written.as_object()?);
    let nowhere = |key: &&String| {
        let field = field_of(key);
        field != key.as_str() && given.get(field).is_some_and(|table| !table.is_object())
    };
    if let Some(key) = given.keys().find(nowhere) {
        return Some(key);
    }
    given.keys().map(|key| field_of(key)).filter(|field| !known.contains_key(*field)).find(|unknown| {
        let mut odd = given.clone();
        odd.retain(|key, _| field_of(key) != *unknown);
        odd.insert((*unknown).to_owned(), serde_json::json!([{ "": [] }, [[]], true]));
        S::Command::deserialize(&Value::Object(odd)).is_ok()
    })
}

/// The field that a key of a form belongs to.
fn field_of(key: &str) -> &str {
    key.split_once('.').map_or(key, |(field, _)| field)
}

fn written(command: &impl serde::Serialize) -> Value {
    serde_json::to_value(command).expect("commands are plain values with text keys")
}
