//! A step taken back, in the log.

use ledger::Lineage;
use serde::{Deserialize, Serialize};

/// An earlier act of the same seat was taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undone {
    /// The act, by its name.
    pub act: Lineage,
}
