//! What a correction writes down: for each stream what stands in the place of what, and for the umpire the corrected
//! course as it is folded.

use std::collections::BTreeMap;

use kernel::{Acting, Seat};
use ledger::{Lineage, Stream};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::body::RollLine;
use crate::dice::Source;

/// What a correction changes in one stream, told in that stream's own numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Correction {
    /// The parts of this stream that no longer stand.
    pub replaced: Vec<u64>,
    /// What stands instead, in order.
    pub instead: Vec<Instead>,
    /// Rolls that nobody asks for any more. They stay in the log.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub void: Vec<String>,
    /// Rolls that an earlier correction had made void and that count again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub revived: Vec<String>,
}

/// One act on the corrected course, as far as a stream may know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Instead {
    /// The part of this stream in whose place it stands; absent for what was not there before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// Whose act it is.
    pub seat: Seat,
    /// Who gave it.
    pub by: Seat,
    /// The command, in the stream of the acting seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<Value>,
    /// What happened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Value>,
}

/// What a correction does to the course as a whole. Stands in the umpire's stream alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Course {
    /// The entries that changed, in order, and all that is folded in their place.
    pub steps: Vec<Step>,
    /// Entries by which commands had come to wait that wait no more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<u64>,
    /// Entries that the present version of the rules judges otherwise, whatever is corrected.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_version: Vec<u64>,
}

/// What is folded in the place of one entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The entry in the master order.
    pub entry: u64,
    /// Its own act first, then what the engine did after it.
    pub acts: Vec<Judged>,
}

/// One act as it was judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// Its name; its questions to chance carry it.
    pub act: Lineage,
    /// Whose act it is.
    pub seat: Seat,
    /// Who gave it.
    pub by: Seat,
    /// The command.
    pub command: Value,
    /// Who throws its dice.
    pub source: Source,
    /// Whether it was taken out of the course, or fell away. It is kept, for a later correction may want it back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dropped: bool,
    /// What happened, each with the stream that learns it.
    pub events: Vec<(Stream, Value)>,
    /// Its questions to chance and to the umpire, in order.
    pub asked: Vec<String>,
}

/// An act on the course, with every answer that was ever given to its questions.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Acted {
    pub judged: Judged,
    pub answers: BTreeMap<String, RollLine>,
}

impl Acted {
    pub fn acting(&self) -> Acting {
        Acting { seat: self.judged.seat, by: self.judged.by }
    }

    /// The same act outside of the course.
    pub fn dropped(&self) -> Self {
        let judged = Judged { dropped: true, events: Vec::new(), asked: Vec::new(), ..self.judged.clone() };
        Self { judged, answers: self.answers.clone() }
    }
}
