//! A message in the log.

use serde::{Deserialize, Serialize};

/// A message to those who read this stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wrote {
    /// What it says.
    pub message: String,
}
