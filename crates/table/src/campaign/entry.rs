//! A campaign's beginning, its dice opened, and its end, in the log.

use ::dice::Contribution;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::entry::misread::Misread;
use crate::levels::entry::Above;
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
        /// As [`Laid::Openly::above`].
        #[serde(skip_serializing_if = "Option::is_none")]
        above: Option<Above>,
    },
    /// For everyone; for the umpire's stream alone where there is a table above and no position.
    Openly {
        /// How its dice come to be and who throws. Campaigns begun before there was a choice have none.
        #[serde(skip_serializing_if = "Option::is_none")]
        terms: Option<Terms>,
        /// The table above, where another opened this one.
        #[serde(skip_serializing_if = "Option::is_none")]
        above: Option<Above>,
    },
}

impl Laid {
    /// The table above, where another opened this one.
    pub(crate) const fn above(&self) -> Option<&Above> {
        match self {
            Self::Openly { above, .. } | Self::Position { above, .. } => above.as_ref(),
        }
    }
}

#[derive(Deserialize)]
struct Fields {
    #[serde(default)]
    position: Option<Value>,
    #[serde(default)]
    terms: Option<Terms>,
    #[serde(default)]
    above: Option<Above>,
}

impl TryFrom<Fields> for Laid {
    type Error = Misread;

    fn try_from(Fields { position, terms, above }: Fields) -> Result<Self, Misread> {
        match (position, terms, above) {
            (Some(position), None, above) => Ok(Self::Position { position, above }),
            (None, terms, above) => Ok(Self::Openly { terms, above }),
            (Some(_), Some(_), _) => Err(Misread::has_none("terms")),
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
