//! A report that is kept in several places at once.

use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Report;

/// A report as it stands in its teller's version, in the agreement and in the record: one copy for all. In files it is the
/// report itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept(Arc<Report>);

impl Deref for Kept {
    type Target = Report;
    fn deref(&self) -> &Report {
        &self.0
    }
}

impl From<Report> for Kept {
    fn from(report: Report) -> Self {
        Self(Arc::new(report))
    }
}

impl Serialize for Kept {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Kept {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Report::deserialize(deserializer).map(Self::from)
    }
}
