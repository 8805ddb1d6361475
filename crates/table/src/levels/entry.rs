//! Tables above and below, in the log: where one is joined to the other.

use ledger::{CampaignId, Digest};
use serde::{Deserialize, Serialize};

/// Names an entry of another campaign that everyone reads, to the readers of a stream. What stands in public is the hash of
/// its public part, and what stands in the umpire's stream is its hash in the master chain: that hangs on what others did
/// in secret, and nobody else's stream does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Anchor {
    pub public: Digest,
    pub master: Digest,
}

impl Anchor {
    /// Names an entry that everyone reads.
    pub(crate) fn of(entry: &ledger::Entry) -> Option<Self> {
        let public = entry.parts.iter().find(|part| part.stream == ledger::Stream::Public)?;
        Some(Self { public: public.hash, master: entry.hash })
    }
}

/// What the first entry of a table below says of the one above.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Above {
    /// The campaign above.
    pub campaign: CampaignId,
    /// What its rules call this table.
    pub slot: String,
    /// The entry there that opened it: its hash in the public stream, and for the umpire that in the master chain.
    pub opened: Digest,
}

/// A table was opened below.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableOpened {
    /// Which.
    pub below: Opening,
}

/// A table below, as it is opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// What the rules here call it.
    pub slot: String,
    /// Its campaign.
    pub campaign: CampaignId,
    /// The digest of its manifest: what its chains begin from.
    pub manifest: Digest,
}

/// A table below was closed: what came of it is taken in, or it was broken off. Why stands in the head.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableClosed {
    /// Which, and how.
    pub closed: Closing,
}

/// A table below, as it is closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Closing {
    /// What the rules here call it.
    pub slot: String,
    /// The entry below that handed up what came of it: its hash in the public stream, and for the umpire that in the master
    /// chain. None of a table that is not here and was broken off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handed: Option<Digest>,
    /// Whether it was broken off, so that what comes of it is entered by hand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub broken_off: bool,
}

/// A side said something of closing a table below, where no person is the umpire. Why one is broken off stands in the head.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClosingSaid {
    /// What.
    pub said: ClosingWord,
}

/// What a side says of closing a table below.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClosingWord {
    /// Which, as the rules here call it.
    pub slot: String,
    /// What is to be done with it.
    pub word: Closes,
    /// Of one that is taken in: the last act there that everybody reads, by its hash in the public stream. A word counts as
    /// long as nothing was done since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Digest>,
}

/// What is to be done with a table below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Closes {
    /// What came of it is taken in.
    TakeIn,
    /// It is broken off.
    BreakOff,
    /// Nothing: whoever says it takes back what he said, or says no to what another said.
    No,
}

/// What came of this table went to the one above, or it was broken off there. Why stands in the head.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandedUp {
    /// Whether it was broken off.
    pub broken_off: bool,
}
