//! A campaign's beginning, its dice opened, and its end, in the log.

use ::dice::Contribution;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::entry::misread::Misread;
use crate::pledges::entry::Terms;

/// An act that says all by its kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nothing {}

/// The first entry of a campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, try_from = "Fields")]
pub enum Laid {
    /// For the umpire's stream, where the campaign was brought in during its course.
    Position {
        /// The position that it began from.
        position: Value,
    },
    /// For everyone.
    Openly {
        /// How its dice come to be and who throws. Campaigns begun before there was a choice have none.
        #[serde(skip_serializing_if = "Option::is_none")]
        terms: Option<Terms>,
    },
}

#[derive(Deserialize)]
struct Fields {
    #[serde(default)]
    position: Option<Value>,
    #[serde(default)]
    terms: Option<Terms>,
}

impl TryFrom<Fields> for Laid {
    type Error = Misread;

    fn try_from(Fields { position, terms }: Fields) -> Result<Self, Misread> {
        match (position, terms) {
            (Some(position), None) => Ok(Self::Position { position }),
            (None, terms) => Ok(Self::Openly { terms }),
            (Some(_), Some(_)) => Err(Misread::has_none("terms")),
        }
    }
}

/// A side added words to the dice, or passed: only in campaigns begun before devices gave them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contributed {
    /// Its words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contribution: Option<Contribution>,
}
