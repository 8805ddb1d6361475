//! What differs between an entry as it stands and as it would be written, as a sentence about the first place.

use std::collections::{BTreeMap, BTreeSet};

use ledger::{Entry, Stream};
use serde_json::Value;

use super::auditor::Difference;
use crate::entry::Body;
use crate::read::Read;

/// The fields of a question that its identity has today and had not before.
const IDENTITY: [&str; 5] = ["occasion", "side", "known_as", "nth", "lots"];

/// The longest value that a sentence shows, in characters.
const MOST_SHOWN: usize = 60;

/// The parts that would be written, and those that were. `by_question`: whether questions have the identities of today;
/// before a campaign went over they were named after acts, and their records told neither occasion nor side.
pub(super) fn parts(expected: Vec<(Stream, Body)>, read: &Read, by_question: bool) -> Result<(), Difference> {
    let expected: BTreeMap<Stream, Body> = expected.into_iter().collect();
    let logged: BTreeMap<Stream, &Body> = read.bodies.iter().map(|(stream, body)| (*stream, body)).collect();
    let streams: BTreeSet<Stream> = expected.keys().chain(logged.keys()).copied().collect();
    for stream in streams {
        match (expected.get(&stream), logged.get(&stream)) {
            (Some(expected), Some(logged)) => {
                let plain = |body: &Body| {
                    let mut plain = plain(body);
                    if !by_question {
                        forget_identities(&mut plain);
                    }
                    plain
                };
                if let Some(found) = differs(&plain(logged), &plain(expected), String::new()) {
                    return Err(format!("{stream}: {found}"));
                }
            }
            (Some(_), None) => {
                return Err(format!("{stream} is told nothing, and the rules tell it something"));
            }
            (None, _) => return Err(format!("{stream} is told something, and the rules tell it nothing")),
        }
    }
    Ok(())
}

/// Nobody reads a field that is none: whoever wrote it there is not this program.
pub(super) fn known_fields(entry: &Entry, read: &Read) -> Result<(), Difference> {
    for (part, (stream, body)) in entry.parts.iter().zip(&read.bodies) {
        let raw: Value = serde_json::from_str(&part.body).unwrap_or_default();
        if let Some(path) = unread(&raw, &plain(body), String::new()) {
            return Err(format!("{stream}: {path} is no field that anybody reads"));
        }
    }
    Ok(())
}

/// Takes out what names a question today.
fn forget_identities(body: &mut Value) {
    let rolls = body.get_mut("rolls").and_then(Value::as_array_mut);
    for roll in rolls.into_iter().flatten() {
        if let Some(asked) = roll.pointer_mut("/record/asked").and_then(Value::as_object_mut) {
            asked.retain(|field, _| !IDENTITY.contains(&field.as_str()));
        }
    }
    if let Some(asked) = body.get_mut("question").and_then(Value::as_object_mut) {
        asked.retain(|field, _| !IDENTITY.contains(&field.as_str()));
    }
}

fn plain(body: &Body) -> Value {
    serde_json::to_value(body).unwrap_or_default()
}

/// The first field of `raw` that is lost when it is read.
fn unread(raw: &Value, read: &Value, path: String) -> Option<String> {
    match (raw, read) {
        (Value::Object(raw), Value::Object(read)) => raw.iter().find_map(|(key, value)| {
            let path = within(&path, key);
            match read.get(key) {
                Some(read) => unread(value, read, path),
                // What is left out when it says nothing was written by hand.
                None => Some(path),
            }
        }),
        (Value::Array(raw), Value::Array(read)) => raw
            .iter()
            .zip(read)
            .enumerate()
            .find_map(|(n, (raw, read))| unread(raw, read, format!("{path}[{n}]"))),
        _ => None,
    }
}

/// The first place where two values differ.
pub(super) fn differs(logged: &Value, expected: &Value, path: String) -> Option<Difference> {
    if logged == expected {
        return None;
    }
    match (logged, expected) {
        (Value::Object(these), Value::Object(those)) => {
            let mut keys: Vec<&String> = those.keys().collect();
            keys.extend(these.keys().filter(|key| !those.contains_key(*key)));
            keys.into_iter().find_map(|key| {
                let path = within(&path, key);
                match (these.get(key), those.get(key)) {
                    (Some(this), Some(that)) => differs(this, that, path),
                    (None, _) => Some(format!("{path} is missing")),
                    (_, None) => Some(format!("{path} stands there, and the rules give none")),
                }
            })
        }
        (Value::Array(these), Value::Array(those)) => {
            let pairs = these.iter().zip(those).enumerate();
            pairs
                .map(|(n, (this, that))| differs(this, that, format!("{path}[{n}]")))
                .find_map(|found| found)
                .or_else(|| Some(format!("{path} has {}, and the rules give {}", these.len(), those.len())))
        }
        _ => Some(format!("{path} is {}, and the rules give {}", shown(logged), shown(expected))),
    }
}

fn within(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(MOST_SHOWN) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}
