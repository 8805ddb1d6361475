//! What several kinds of entries hold: rolls, seals and their openings, and what a stream learns of an act.

use kernel::{RollRecord, Sealed};
use ledger::Stream;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A roll as it stands in a stream. `number`, `question`, `dice`, `opposed`, `faces` and `origin` are what anyone
/// needs to check it; `record` explains it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RollLine {
    /// Gapless within the stream over rolls of the campaign's dice; absent for dice thrown at a table and rulings.
    pub number: Option<u64>,
    /// [`kernel::Question::key`]; up to the entry at which an old campaign goes over, `lineage/rule/subject/nth`.
    pub question: String,
    /// Sides of each die.
    pub dice: Vec<u16>,
    /// Whether two parties threw against each other and ties were thrown again.
    pub opposed: bool,
    /// All faces in the order thrown, ties included.
    pub faces: Vec<u16>,
    /// `server`, `table`, or `ruling`.
    pub origin: String,
    /// Chart, modifiers, total, row.
    pub record: RollRecord,
}

/// A digest of a sealed choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealLine {
    /// What is sealed.
    pub slot: String,
    /// The side's id.
    pub side: String,
    /// SHA-256 in hex.
    pub digest: String,
}

/// A sealed choice opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningLine {
    /// What was sealed.
    pub slot: String,
    /// The side's id.
    pub side: String,
    /// The choice.
    pub payload: String,
    /// The nonce in hex.
    pub nonce: String,
}

/// What is published of sealed choices.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Published {
    /// Digests of sealed choices.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seals: Vec<SealLine>,
    /// Sealed choices opened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<OpeningLine>,
}

impl Published {
    /// Notes what an event publishes.
    pub(crate) fn note(&mut self, sealed: Vec<Sealed>) {
        for seal in sealed {
            match seal {
                Sealed::Closed { slot, side, digest } => {
                    self.seals.push(SealLine { slot, side: side.to_string(), digest });
                }
                Sealed::Opened { slot, side, payload, nonce } => {
                    self.openings.push(OpeningLine { slot, side: side.to_string(), payload, nonce });
                }
            }
        }
    }
}

/// What a stream learns of an act that the rules judged.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Told {
    /// What happened, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Value>,
    /// When the entry's events lie in several streams: the stream of each event in the order in which they
    /// happened. Stands in the umpire's stream alone, for elsewhere it would tell how much others did.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<Stream>,
    /// The rolls that this stream may know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<RollLine>,
    /// What becomes known of sealed choices.
    #[serde(flatten)]
    pub published: Published,
}
