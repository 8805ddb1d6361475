//! What players write freely, as one text that a form, a map or a hand can write: orders of battle, sketches, breastworks,
//! reports. Tables are written only where names hold the signs that part a text.

pub mod oob;
pub mod report;
pub mod spots;

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// Something that is written as a text.
pub trait Text: Sized + PartialEq {
    /// Its text; read back it is the same, as long as its names hold none of the signs that part them.
    fn write(&self) -> String;

    /// Reads a text.
    ///
    /// # Errors
    /// A sentence that says what is not understood, and where.
    fn read(text: &str) -> Result<Self, String>;
}

/// A part of a command that is written as a text, or as tables where no text says the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written<T>(pub T);

impl<T: Text> Written<T> {
    /// Its text, where that says the same.
    pub fn text(&self) -> Option<String> {
        let text = self.0.write();
        T::read(&text).is_ok_and(|read| read == self.0).then_some(text)
    }
}

impl<T: Text + Serialize> Serialize for Written<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.text() {
            Some(text) => serializer.serialize_str(&text),
            None => self.0.serialize(serializer),
        }
    }
}

impl<'de, T: Text + DeserializeOwned> Deserialize<'de> for Written<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            // Whoever hands the reason on ends it with a full stop.
            Value::String(text) => {
                T::read(&text).map(Self).map_err(|said| D::Error::custom(said.trim_end_matches('.')))
            }
            tables => T::deserialize(tables).map(Self).map_err(D::Error::custom),
        }
    }
}

/// The most of what is not understood that is named at once.
const MOST_NAMED: usize = 10;

/// Reads the lines of a text that say something, with their numbers, each parted at its first colon. What is not understood
/// is named line by line.
fn each_line(
    text: &str,
    mut read: impl FnMut(usize, &str, &str) -> Result<(), String>,
) -> Result<(), String> {
    let said = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    let unclear = said.filter(|(_, line)| !line.is_empty()).filter_map(|(at, line)| {
        let Some((head, rest)) = line.split_once(':') else {
            return Some(format!("Line {at}: a colon is missing in “{line}”."));
        };
        read(at, head.trim(), rest.trim()).err()
    });
    all_clear(unclear)
}

/// Nothing, or all that is not understood.
fn all_clear(unclear: impl Iterator<Item = String>) -> Result<(), String> {
    let unclear: Vec<String> = unclear.collect();
    if unclear.is_empty() {
        return Ok(());
    }
    let more = unclear.len().saturating_sub(MOST_NAMED);
    let more = (more > 0).then(|| format!("{} not understood either.", counted_more(more)));
    Err(unclear.into_iter().take(MOST_NAMED).chain(more).collect::<Vec<_>>().join(" "))
}

/// "1 more is", "2 more are".
fn counted_more(n: usize) -> String {
    if n == 1 { "1 more is".into() } else { format!("{n} more are") }
}

/// A line that stands once; the line on which it does is kept.
fn once(before: &mut Option<usize>, at: usize, head: &str) -> Result<(), String> {
    match before.replace(at) {
        Some(before) => Err(format!("Line {at}: {head} stands on line {before} already; one of them goes.")),
        None => Ok(()),
    }
}

/// A name in a text.
fn named<T: std::str::FromStr>(at: usize, text: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| format!("Line {at}: “{text}” is no name."))
}

/// A person in a text, by his id or his name: “hooker”, “Hooker”, “J. Hooker”.
fn person<T: std::str::FromStr>(text: &str) -> Option<T> {
    let text = text.trim();
    let words: Vec<String> = text.split_whitespace().map(|word| word.replace('.', "")).collect();
    text.parse().or_else(|_| words.join("-").parse()).ok()
}

/// A number in a text.
fn number(at: usize, text: &str) -> Result<u16, String> {
    text.trim().parse().map_err(|_| format!("Line {at}: “{text}” is no number."))
}
