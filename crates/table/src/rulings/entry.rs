//! A ruling in the log.

use serde::{Deserialize, Serialize};

/// The umpire ruled; why stands in the head.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruled {
    /// What the umpire ruled.
    pub ruling: RulingLine,
}

/// What the umpire ruled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulingLine {
    /// The rule it is about.
    pub rule: String,
    /// What was decided.
    pub decision: String,
}
