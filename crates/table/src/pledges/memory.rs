//! Words of the sides for the dice, as the table remembers them while they are given.

use std::collections::{BTreeMap, BTreeSet};

use ::dice::{Contribution, Digest};
use kernel::Seat;
use serde::{Deserialize, Serialize};

use super::entry::{Pledge, Pledged, Revealed, Unopened, Words};
use crate::entry::Head;

/// How far the words of the sides are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Round {
    /// How often the sides have begun anew.
    pub n: u32,
    pub pledged: BTreeMap<u8, Pledge>,
    pub revealed: BTreeMap<u8, Words>,
    /// The sides for which the table gave a digest, at the umpire's word.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub by_table: BTreeSet<u8>,
    /// When the last digest was given, in milliseconds since 1970, UTC.
    pub since: i64,
    /// The hash of the public link with the last digest, which devices sign with the digests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<Digest>,
    /// Who did not open the last time.
    pub missing: Vec<Seat>,
}

impl Round {
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    pub fn pledged(&mut self, head: &Head, pledged: &Pledged) {
        if let Seat::Side(side) = head.seat {
            self.pledged.insert(side, pledged.pledge.clone());
            // For a side the umpire can give the table's words alone.
            match head.by {
                Seat::Umpire => self.by_table.insert(side),
                _ => self.by_table.remove(&side),
            };
            self.since = head.at;
        }
    }

    pub fn revealed(&mut self, head: &Head, revealed: &Revealed) {
        if let Seat::Side(side) = head.seat {
            self.revealed.insert(side, revealed.words.clone());
        }
    }

    pub fn renewed(&mut self, renewed: &Unopened) {
        let missing = renewed.missing.clone();
        *self = Self { n: self.n + 1, missing, ..Self::default() };
    }

    /// What was opened, in the order of the seats.
    pub fn contributions(&self) -> impl Iterator<Item = Contribution> {
        let of = |(side, words): (&u8, &Words)| Contribution {
            seat: Seat::Side(*side).name(),
            text: words.bytes.to_string(),
        };
        self.revealed.iter().map(of)
    }
}
