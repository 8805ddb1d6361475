//! Words of the sides for the dice, in the log: on which terms they are given, their digests, and what was opened.

use ::dice::{Digest, Signature};
use kernel::Seat;
use serde::{Deserialize, Serialize};

use crate::throws::entry::Typing;

/// What a device gives of its side's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordsStep {
    /// The digest of its bytes.
    Pledge(Digest),
    /// The bytes themselves.
    Open(Opening),
}

/// Bytes as they are opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opening {
    /// The bytes.
    pub bytes: Digest,
    /// The signature over the digests of all sides; none where the digest is one of an earlier build.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signature: Option<Box<Signature>>,
}

/// What a campaign's first entry says of its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// Whose words make the dice.
    pub words: WordsBy,
    /// Whether dice thrown at a table may be typed in.
    pub table: Typing,
}

/// Whose words make the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WordsBy {
    /// The devices of all sides.
    Devices,
    /// Nobody: the dice are open from the beginning.
    Nobody,
}

/// By whose hand words are given, as the server knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hand {
    /// A browser that holds the side's seat.
    Device,
    /// A program with a token that a browser with the side's seat made.
    Program,
    /// A browser that holds the umpire's seat too, or a program with a token that such a browser made; or a browser that has
    /// given another side's words, at the press of whoever sits there.
    Umpire,
    /// The host's machine: its command line, a program with a token made there, or the table itself at the umpire's word.
    Host,
}

/// The digest of a side's words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pledge {
    /// SHA-256 in hex, see [`::dice::WordsSeed::digest`].
    pub digest: Digest,
    /// By whose hand.
    pub hand: Hand,
}

/// A side's words, opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    /// The 32 bytes in hex.
    pub bytes: Digest,
    /// By whose hand.
    pub hand: Hand,
    /// The signature over the digests of all sides, in hex; none where the digest is one of an earlier build.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<Box<Signature>>,
}

impl Words {
    /// What was opened, by whomever.
    pub(crate) fn opening(&self) -> Opening {
        Opening { bytes: self.bytes, signature: self.signature.clone() }
    }
}

/// The digest of a side's words was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pledged {
    /// The digest.
    pub pledge: Pledge,
}

/// A side's words were opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revealed {
    /// The words.
    pub words: Words,
}

/// The dice were opened without words of some sides, or all sides begin anew because of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unopened {
    /// The sides that did not open their words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<Seat>,
}
