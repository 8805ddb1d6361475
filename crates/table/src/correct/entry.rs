//! Corrections in the log: what is put to the sides and what they say; for each stream what stands in the place of what,
//! and for the umpire the corrected course as it is folded.

use std::collections::BTreeMap;

use kernel::{Acting, Seat};
use ledger::{Digest, Lineage, Stream};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::dice::Source;
use crate::entry::lines::{OpeningLine, Published, RollLine, SealLine};
use crate::entry::misread::Misread;

/// The umpire put a correction to the sides; why stands in the head.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, try_from = "ProposedFields")]
pub enum Proposed {
    /// The correction, in the umpire's stream.
    Put {
        /// What is put right.
        proposal: Correcting,
    },
    /// A side is asked that the correction has come to concern since it was put.
    AsksToo {
        /// The proposal, by its name.
        act: Lineage,
    },
    /// A side is asked.
    Asks {},
}

#[derive(Deserialize)]
struct ProposedFields {
    #[serde(default)]
    act: Option<Lineage>,
    #[serde(default)]
    proposal: Option<Correcting>,
}

impl TryFrom<ProposedFields> for Proposed {
    type Error = Misread;

    fn try_from(fields: ProposedFields) -> Result<Self, Misread> {
        match (fields.proposal, fields.act) {
            (Some(proposal), None) => Ok(Self::Put { proposal }),
            (None, Some(act)) => Ok(Self::AsksToo { act }),
            (None, None) => Ok(Self::Asks {}),
            (Some(_), Some(_)) => Err(Misread::has_none("act")),
        }
    }
}

/// A side agreed to a correction, or declined it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consented {
    /// The proposal, by its name.
    pub act: Lineage,
    /// The digest of what the side agrees to; absent when it declines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<String>,
}

/// The umpire put earlier acts right; why stands in the head.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "CorrectedFields")]
pub struct Corrected {
    /// The rolls that it brought, as far as this stream may know them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<RollLine>,
    /// What becomes known of sealed choices.
    #[serde(flatten)]
    pub published: Published,
    /// What changes in this stream.
    pub correction: Correction,
    /// What it does to the whole course. For the umpire's stream.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course: Option<Course>,
}

#[derive(Deserialize)]
struct CorrectedFields {
    #[serde(default)]
    rolls: Vec<RollLine>,
    #[serde(default)]
    seals: Vec<SealLine>,
    #[serde(default)]
    openings: Vec<OpeningLine>,
    correction: Correction,
    #[serde(default)]
    course: Option<Course>,
}

impl From<CorrectedFields> for Corrected {
    fn from(fields: CorrectedFields) -> Self {
        let CorrectedFields { rolls, seals, openings, correction, course } = fields;
        Self { rolls, published: Published { seals, openings }, correction, course }
    }
}

/// What is put right. Entries are named by their number in the master order, which is the umpire's.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Correcting {
    /// Acts that are given otherwise, or not at all.
    #[serde(default)]
    pub changes: BTreeMap<u64, Change>,
    /// Throws at the table that were typed wrongly, and answers to questions that the correction raises, by the
    /// question's name in the log.
    #[serde(default)]
    pub answers: BTreeMap<String, Vec<u16>>,
}

/// What happens to one act.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// The seat had given this command.
    Replace(Value),
    /// The seat had not acted.
    Remove,
}

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
    /// The tables below that are corrected together with this one, by what the rules call them: each names its entry there by
    /// the hash in the master chain.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub below: BTreeMap<String, Digest>,
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
