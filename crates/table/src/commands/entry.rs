//! Commands in the log. One is given and done at once, or it comes to wait and is answered until it is done. The seat's own
//! stream holds the command; any other stream that learns of it holds what it learns and no more.

use kernel::Question;
use ledger::{Lineage, Stream};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::dice::Source;
use crate::entry::lines::{OpeningLine, Published, RollLine, SealLine, Told};
use crate::entry::misread::Misread;

/// A part that says `command`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, try_from = "CommandFields")]
pub enum Commanded {
    /// A command that was done at once, in the stream of its seat.
    Done {
        /// The command.
        command: Value,
        /// What came of it.
        #[serde(flatten)]
        told: Told,
        /// In an order that the table gave as it was kept for it: its place among the kept ones, from 0.
        #[serde(skip_serializing_if = "Option::is_none")]
        kept_nth: Option<u32>,
    },
    /// What another stream learns of a command: of one done at once, and of one that comes to wait or was answered.
    Heard(Told),
}

/// A command that comes to wait for dice at the table or for a ruling, in the stream of its seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opened {
    /// The command.
    pub command: Value,
    /// What was rolled before it came to wait, as far as this stream may know it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<RollLine>,
    /// The question it has come to.
    pub question: Question,
    /// Who throws its dice.
    pub source: Source,
    /// As [`Commanded::Done::kept_nth`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept_nth: Option<u32>,
}

/// An answer to a command that waits, in the stream of the command's seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, try_from = "AnsweredFields")]
pub enum Answered {
    /// It goes on waiting, for its next question.
    Asks {
        /// What the answer is, and what was rolled after it, as far as this stream may know it.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        rolls: Vec<RollLine>,
        /// The question it has come to.
        question: Question,
        /// The command, by its name.
        act: Lineage,
    },
    /// It was the last answer, and the command is done.
    Done {
        /// The command.
        command: Value,
        /// What came of it.
        #[serde(flatten)]
        told: Told,
        /// The command, by its name.
        act: Lineage,
    },
}

impl Answered {
    /// The command that is answered, by its name.
    pub fn act(&self) -> Lineage {
        match self {
            Self::Asks { act, .. } | Self::Done { act, .. } => *act,
        }
    }
}

/// The fields of a part that says `command`, as they stand beside each other.
#[derive(Deserialize)]
struct CommandFields {
    #[serde(default)]
    command: Option<Value>,
    #[serde(default)]
    events: Vec<Value>,
    #[serde(default)]
    order: Vec<Stream>,
    #[serde(default)]
    rolls: Vec<RollLine>,
    #[serde(default)]
    seals: Vec<SealLine>,
    #[serde(default)]
    openings: Vec<OpeningLine>,
    #[serde(default)]
    kept_nth: Option<u32>,
}

impl TryFrom<CommandFields> for Commanded {
    type Error = Misread;

    fn try_from(fields: CommandFields) -> Result<Self, Misread> {
        let CommandFields { command, events, order, rolls, seals, openings, kept_nth } = fields;
        let told = Told { events, order, rolls, published: Published { seals, openings } };
        match (command, kept_nth) {
            (Some(command), kept_nth) => Ok(Self::Done { command, told, kept_nth }),
            (None, None) => Ok(Self::Heard(told)),
            (None, Some(_)) => Err(Misread::has_none("kept_nth")),
        }
    }
}

/// The fields of a part that says `answered`, as they stand beside each other.
#[derive(Deserialize)]
struct AnsweredFields {
    #[serde(default)]
    command: Option<Value>,
    #[serde(default)]
    events: Vec<Value>,
    #[serde(default)]
    order: Vec<Stream>,
    #[serde(default)]
    rolls: Vec<RollLine>,
    #[serde(default)]
    seals: Vec<SealLine>,
    #[serde(default)]
    openings: Vec<OpeningLine>,
    #[serde(default)]
    question: Option<Question>,
    act: Lineage,
}

impl TryFrom<AnsweredFields> for Answered {
    type Error = Misread;

    fn try_from(fields: AnsweredFields) -> Result<Self, Misread> {
        let AnsweredFields { command, events, order, rolls, seals, openings, question, act } = fields;
        match (command, question) {
            (Some(command), None) => {
                let told = Told { events, order, rolls, published: Published { seals, openings } };
                Ok(Self::Done { command, told, act })
            }
            (Some(_), Some(_)) => Err(Misread::has_none("question")),
            (None, None) => Err(Misread::lacks("question")),
            (None, Some(question)) => {
                let judged = [
                    ("events", events.is_empty()),
                    ("order", order.is_empty()),
                    ("seals", seals.is_empty()),
                    ("openings", openings.is_empty()),
                ];
                match judged.into_iter().find(|(_, is_empty)| !is_empty) {
                    Some((field, _)) => Err(Misread::has_none(field)),
                    None => Ok(Self::Asks { rolls, question, act }),
                }
            }
        }
    }
}
