//! What is written down: one part of a log entry, as canonical JSON.
//!
//! One accepted act is one entry of the ledger. It has one part per stream that learns something of it; each part
//! holds only what its stream may know. A part says who and when (its [`Head`]) and what (its [`Act`]). On the disk and in
//! files both stand beside each other in one flat object, see `wire`.

pub mod act;
mod fields;
pub mod lines;
pub mod misread;
mod wire;

use kernel::Seat;
use serde::{Deserialize, Serialize};

use act::Act;

/// Who and when.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// When, in milliseconds since 1970, UTC.
    pub at: i64,
    /// Whose act it is.
    pub seat: Seat,
    /// Who really gave it.
    pub by: Seat,
    /// Why, when one seat acted for another.
    pub reason: Option<String>,
    /// The system and the version of its rules.
    pub rules: String,
}

impl Head {
    /// A seat acts, without a reason of its own.
    pub fn new(at: i64, seat: Seat, by: Seat, rules: &str) -> Self {
        Self { at, seat, by, reason: None, rules: rules.into() }
    }

    /// With a reason.
    #[must_use]
    pub fn because(self, reason: Option<String>) -> Self {
        Self { reason, ..self }
    }

    /// The part that says this act.
    pub fn says(self, act: Act) -> Body {
        Body { head: self, act }
    }
}

/// One part of an entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Who and when.
    pub head: Head,
    /// What.
    pub act: Act,
}
