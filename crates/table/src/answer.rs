//! What a seat is answered.

use kernel::{Refusal, Refusals, RollRecord};
use ledger::Lineage;
use serde::{Deserialize, Serialize};

/// Names one act once and for all; a form carries a fresh one, so that sending it twice acts once.
pub type Token = Lineage;

/// How far a seat has seen: the last number of the public stream and of its own. The umpire's is the master number.
/// Two pages with the same cursor show the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor(pub String);

impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// What comes of a submission.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Done, now or by the same form a moment ago.
    Done {
        /// The seat's cursor afterwards.
        cursor: Cursor,
        /// What the sender may see of it: nothing when it had been done before.
        rolls: Vec<RollRecord>,
    },
    /// It waits for dice at the table or a ruling.
    Waits {
        /// The seat's cursor afterwards.
        cursor: Cursor,
    },
    /// Refused; nothing has changed.
    Refused(Refusals),
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal.into())
    }
}
