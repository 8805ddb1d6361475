//! Campaign files: one JSON object that holds a campaign or a seat's share of it.

mod export;
mod import;
mod read;
mod rechain;
mod shape;

use std::fmt;
use std::str::FromStr;

use dice::{Contribution, Digest, Secret};
use serde::{Serialize, Serializer};

pub use self::export::{Export, export};
pub use self::import::{entries, import, importable};
use crate::{BadName, Fault, Finding, Lineage, Manifest, Stream};

/// How campaign files are named.
pub const EXTENSION: &str = "adjutant.json";
/// The `format` of every campaign file.
const FORMAT_NAME: &str = "adjutant-bundle";
/// The `version` that is written, and the newest that is read.
const VERSION: u32 = 1;

/// Who a file is for, which decides what stands in it and what it can prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The public stream, and one side's own if it is a side's file.
    Seat,
    /// All streams and the master chain; the dice secret is withheld.
    Umpire,
    /// As for the umpire, with the dice secret: for everybody, when the campaign is over.
    Final,
    /// As final, but for a campaign that goes on elsewhere; private.
    Move,
}

/// A campaign file, well formed but not yet verified.
#[derive(Clone, Debug, Serialize)]
pub struct Bundle {
    format: &'static str,
    version: u32,
    /// Who it is for.
    pub kind: Kind,
    /// What it is, in a sentence for people; fixed for each kind.
    pub says: String,
    /// What the campaign is.
    pub manifest: Manifest,
    /// What every chain begins from.
    pub genesis: Digest,
    /// The set-up file; a seat's file does not hold it, for it tells every side's roster.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
    /// What the seats gave to the dice, in recorded order.
    pub contributions: Vec<Contribution>,
    /// The streams of this kind of file, in stream order, empty ones included.
    pub streams: Vec<BundleStream>,
    /// The master chain, where the kind has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub master: Option<Vec<MasterLink>>,
    /// The hash of the last entry, where the kind has it; the genesis if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub master_head: Option<Digest>,
    /// The dice secret, where the kind has it.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "secret_as_hex")]
    pub dice_secret: Option<Secret>,
}

/// One stream of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BundleStream {
    /// Which.
    pub name: Stream,
    /// The hash of its last part, or the genesis if it is empty.
    pub head: Digest,
    /// Its parts, numbered from 1.
    pub parts: Vec<BundlePart>,
}

/// One part of a stream. Nonce and body are withheld together or not at all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BundlePart {
    /// Its number in the stream.
    pub number: u64,
    /// The nonce of the commitment.
    pub nonce: Option<Digest>,
    /// What was recorded.
    pub body: Option<String>,
    /// Fixes nonce and body.
    pub commitment: Digest,
    /// Its link in the chain.
    pub hash: Digest,
}

/// One entry of the master chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MasterLink {
    /// Its number in the master order.
    pub number: u64,
    /// Where the command came from.
    pub lineage: Lineage,
    /// The branch of history.
    pub branch: u32,
    /// Its parts, in stream order.
    pub parts: Vec<PartName>,
    /// Its link in the chain.
    pub hash: Digest,
}

/// A part by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PartName {
    /// The stream.
    pub stream: Stream,
    /// The number in it.
    pub number: u64,
}

impl Kind {
    /// Whether the file holds all streams and the order between them.
    pub fn has_master(self) -> bool {
        self != Self::Seat
    }

    /// Whether the file holds the dice secret.
    pub fn has_secret(self) -> bool {
        matches!(self, Self::Final | Self::Move)
    }

    /// The sentence that stands in every file of this kind; `side` is the side whose file it is.
    pub fn says(self, side: Option<Stream>) -> String {
        let sentence = match (self, side) {
            (Self::Seat, None) => "The public stream: what everybody may see, and nothing else.",
            (Self::Seat, Some(side)) => {
                return format!("The public stream and {side}: what this seat may see, and nothing else.");
            }
            (Self::Umpire, _) => {
                "All streams and the master chain, without the dice secret: for the umpire while the campaign runs."
            }
            (Self::Final, _) => {
                "All streams, the master chain and the dice secret: for everybody, when the campaign is over."
            }
            (Self::Move, _) => {
                "PRIVATE: all streams, the master chain and the dice secret of a campaign that goes on elsewhere. \
                 Whoever reads this file knows every secret and every die to come."
            }
        };
        sentence.to_owned()
    }
}

impl Bundle {
    /// Reads a file's text.
    ///
    /// # Errors
    /// Everything that is wrong with its shape, with places.
    pub fn parse(text: &str) -> Result<Self, Vec<Finding>> {
        shape::bundle(text)
    }

    /// As [`Bundle::parse`], for a file within another.
    pub(crate) fn of_value(value: &serde_json::Value) -> Result<Self, Vec<Finding>> {
        shape::of_value(value)
    }

    /// The file's text: the same bundle always gives the same text.
    pub fn to_text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a bundle holds only texts and numbers");
        text.push('\n');
        text
    }

    /// Takes one body out of a file for a seat or the umpire; its place in the chain stays provable,
    /// and the body can be shown later.
    ///
    /// # Errors
    /// [`Fault::NotFound`] when the part is not in this file or its kind shows every body.
    pub fn withhold(&mut self, stream: Stream, number: u64) -> Result<(), Fault> {
        let complete = self.kind.has_secret();
        let found = self.streams.iter_mut().filter(|_| !complete).find(|one| one.name == stream);
        let part = found.and_then(|one| one.parts.iter_mut().find(|part| part.number == number));
        let part = part.ok_or_else(|| Fault::NotFound {
            what: format!("{stream} {number} that could be withheld from a {} file", self.kind),
        })?;
        part.nonce = None;
        part.body = None;
        Ok(())
    }

    /// The side whose file this is, if it is a side's file.
    pub(crate) fn side(&self) -> Option<Stream> {
        match (self.kind, self.streams.get(1)) {
            (Kind::Seat, Some(own)) => Some(own.name),
            _ => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Seat => "seat",
            Self::Umpire => "umpire",
            Self::Final => "final",
            Self::Move => "move",
        })
    }
}

impl FromStr for Kind {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Self, BadName> {
        let kinds = [Self::Seat, Self::Umpire, Self::Final, Self::Move];
        let found = kinds.into_iter().find(|kind| kind.to_string() == text);
        found.ok_or(BadName::new("a kind of file: seat, umpire, final or move"))
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

fn secret_as_hex<S: Serializer>(secret: &Option<Secret>, serializer: S) -> Result<S::Ok, S::Error> {
    secret.as_ref().map(|secret| Digest(*secret.reveal())).serialize(serializer)
}
