//! Entries and their parts, before and after they are chained.

use dice::Digest;

use crate::{Lineage, Stream};

/// What one command or decision adds to the log, before it is chained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEntry {
    /// The master number that this entry was judged for; it must be the next one.
    pub expected: u64,
    /// The hash of the entry that it was judged after, where somebody has looked: another one of the same number is another
    /// course, as after a log was put back and went on.
    pub after: Option<Digest>,
    /// Where the command comes from.
    pub lineage: Lineage,
    /// The branch of history, 0 until a correction begins another.
    pub branch: u32,
    /// At least one part, at most one for each stream.
    pub parts: Vec<NewPart>,
}

/// What one stream gets to hear of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPart {
    /// The stream.
    pub stream: Stream,
    /// Canonical JSON text; the ledger keeps it byte for byte and never reads it.
    pub body: String,
}

/// An entry as it stands in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number in the campaign's hidden master order, from 1.
    pub master: u64,
    /// Where the command comes from.
    pub lineage: Lineage,
    /// The branch of history.
    pub branch: u32,
    /// Its link in the master chain.
    pub hash: Digest,
    /// Its parts, in stream order.
    pub parts: Vec<Part>,
}

/// A part as it stands in its stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The stream.
    pub stream: Stream,
    /// Its number in the stream, from 1 without gaps.
    pub number: u64,
    /// Keeps others from guessing a withheld body from its commitment.
    pub nonce: [u8; 32],
    /// What was recorded.
    pub body: String,
    /// Fixes nonce and body.
    pub commitment: Digest,
    /// Its link in the stream's chain.
    pub hash: Digest,
}
