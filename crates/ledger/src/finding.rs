//! What is wrong with a campaign file, and where.

use std::fmt;

/// One fault of a file. The sentence continues the place: `public 4: its body is not the one committed`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// A path into the file (`streams[0].parts[3].hash`) or a place of the log (`public 4`).
    pub place: String,
    /// What is wrong there.
    pub sentence: String,
}

impl Finding {
    /// Names a place and what is wrong there.
    pub fn new(place: impl Into<String>, sentence: impl Into<String>) -> Self {
        Self { place: place.into(), sentence: sentence.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.sentence)
    }
}
