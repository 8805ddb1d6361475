//! A campaign's beginning, its dice opened, and its end, in the log.

use ::dice::{Contribution, Digest};
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
    /// For the umpire's stream, where the campaign was brought in during its course or has a table above.
    Closed {
        /// The position that it began from, where it was brought in.
        #[serde(skip_serializing_if = "Option::is_none")]
        position: Option<Value>,
        /// As [`Laid::Openly::above`].
        #[serde(skip_serializing_if = "Option::is_none")]
        above: Option<Above>,
        /// Chance, so that nobody finds by trying what [`Laid::Openly::umpires`] is the digest of. Tables below another
        /// and campaigns of earlier builds have none.
        #[serde(skip_serializing_if = "Option::is_none")]
        salt: Option<Digest>,
    },
    /// For everyone; in earlier builds also for the umpire's stream where there was a table above and no position.
    Openly {
        /// How its dice come to be and who throws. Campaigns begun before there was a choice have none.
        #[serde(skip_serializing_if = "Option::is_none")]
        terms: Option<Terms>,
        /// The table above, where another opened this one.
        #[serde(skip_serializing_if = "Option::is_none")]
        above: Option<Above>,
        /// The digest of what the umpire alone reads of it, see [`ledger::beginning_digest`]: so the words of the sides,
        /// which are signed for everything public before them, hold at this position alone.
        #[serde(skip_serializing_if = "Option::is_none")]
        umpires: Option<Digest>,
    },
}

impl Laid {
    /// The table above, where another opened this one.
    pub(crate) const fn above(&self) -> Option<&Above> {
        match self {
            Self::Openly { above, .. } | Self::Closed { above, .. } => above.as_ref(),
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
    #[serde(default)]
    salt: Option<Digest>,
    #[serde(default)]
    umpires: Option<Digest>,
}

impl TryFrom<Fields> for Laid {
    type Error = Misread;

    fn try_from(Fields { position, terms, above, salt, umpires }: Fields) -> Result<Self, Misread> {
        if position.is_none() && salt.is_none() {
            return Ok(Self::Openly { terms, above, umpires });
        }
        match (terms, umpires) {
            (None, None) => Ok(Self::Closed { position, above, salt }),
            (Some(_), _) => Err(Misread::has_none("terms")),
            (None, Some(_)) => Err(Misread::has_none("umpires")),
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
