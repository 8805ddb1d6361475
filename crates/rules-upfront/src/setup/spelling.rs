//! How files and commands may write a ruling and its choice: one reader for the set-up, positions and commands.

use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use toml::de::DeValue;

use super::rulings::{RULINGS, RulingText, Rulings};
use crate::words::{RulingId, RulingWord};

/// A choice as somebody writes it: its word, or a value that stands for the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "a word, true, false or a whole number")]
pub enum Spelling {
    /// Yes or no.
    Flag(bool),
    /// Points, or a change of a value.
    Number(i64),
    /// The word itself.
    Word(RulingWord),
}

impl Spelling {
    /// The spelling of a value of a set-up file, if it is one.
    pub(super) fn of(value: &DeValue<'_>) -> Option<Self> {
        match value {
            DeValue::String(word) => word.parse().ok().map(Self::Word),
            DeValue::Boolean(flag) => Some(Self::Flag(*flag)),
            DeValue::Integer(int) => int.as_str().parse().ok().map(Self::Number),
            _ => None,
        }
    }
}

impl RulingText {
    /// The word of this ruling that a spelling stands for.
    pub fn word_of(&self, spelling: &Spelling) -> Option<&'static str> {
        let known = |said: &str| self.words.iter().map(|(word, _)| *word).find(|word| *word == said);
        match *spelling {
            Spelling::Word(word) => known(word.as_str()),
            Spelling::Flag(true) => known("yes").or_else(|| known("lot")),
            Spelling::Flag(false) => known("no").or_else(|| known("agreement")),
            Spelling::Number(-1) => known("minus_1"),
            Spelling::Number(number) => known(&number.to_string()),
        }
    }
}

/// Rulings as a position tells them: key and word.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct RulingsTold(BTreeMap<&'static str, &'static str>);

impl RulingsTold {
    /// All of them.
    pub fn all(rulings: &Rulings) -> Self {
        Self(RULINGS.iter().filter_map(|ruling| Some((ruling.key, rulings.get(ruling.key)?))).collect())
    }

    /// With what they leave out as the set-up has it.
    pub fn over(&self, setup: &Rulings) -> Rulings {
        let mut rulings = setup.clone();
        for (key, word) in &self.0 {
            rulings.set(key, word);
        }
        rulings
    }
}

impl<'de> Deserialize<'de> for RulingsTold {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let told = BTreeMap::<String, Spelling>::deserialize(from)?;
        let mut words = BTreeMap::new();
        let mut faults = Vec::new();
        for (key, spelling) in told {
            match RulingText::named(&key) {
                None => faults.push(format!("there is no ruling {key} with options")),
                // One key for each, so that what is laid over a position replaces what it had.
                Some(ruling) if ruling.key != key => faults.push(format!("{key} is written {}", ruling.key)),
                Some(ruling) => match ruling.word_of(&spelling) {
                    None => faults.push(format!("{key}: the words are {}", ruling.all_words())),
                    Some(word) => drop(words.insert(ruling.key, word)),
                },
            }
        }
        if faults.is_empty() { Ok(Self(words)) } else { Err(D::Error::custom(faults.join("; "))) }
    }
}

/// Reads the name of a ruling in a command, short or in full.
///
/// # Errors
/// A name that cannot be one.
pub fn name<'de, D: Deserializer<'de>>(from: D) -> Result<RulingId, D::Error> {
    let said = String::deserialize(from)?;
    let known = RulingText::named(&said).map(RulingText::short);
    known
        .unwrap_or(&said)
        .parse()
        .map_err(|_| D::Error::custom(format!("there is no ruling {said} with options")))
}

/// The word that a command's spelling stands for; one that stands for none is left as it was written.
pub fn word(ruling: RulingId, spelling: Spelling) -> RulingWord {
    let meant = Rulings::text(ruling).and_then(|text| text.word_of(&spelling)).map(str::to_owned);
    let written = match spelling {
        Spelling::Word(word) => return meant.and_then(|word| word.parse().ok()).unwrap_or(word),
        Spelling::Flag(flag) => flag.to_string(),
        Spelling::Number(number) => number.to_string(),
    };
    meant.unwrap_or(written).parse().expect("a word, a flag or a number of 64 bits fits an id")
}
