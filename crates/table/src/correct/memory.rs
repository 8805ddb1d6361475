//! Corrections as the table remembers them: on which branch the course goes on, what they have replaced, and the one that
//! waits for consent.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Seat;
use ledger::{Lineage, Stream};
use serde::{Deserialize, Serialize};

use super::entry::{Consented, Corrected, Correcting, Proposed};
use crate::entry::Head;
use crate::entry::act::Act;
use crate::read::Read;

/// A correction that has been put to the sides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Proposal {
    pub act: Lineage,
    pub correcting: Correcting,
    pub reason: String,
    /// The sides that were asked, each with the digest of what it has agreed to.
    pub asked: BTreeMap<u8, Option<String>>,
}

impl Proposal {
    pub fn asks(&self, seat: Seat) -> bool {
        match seat {
            Seat::Umpire => true,
            Seat::Side(side) => self.asked.contains_key(&side),
            Seat::Spectator | Seat::Clock => false,
        }
    }
}

/// What is remembered of corrections.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Corrections {
    /// How many there have been: the branch of history that goes on.
    pub branch: u32,
    /// For each stream, its parts that a correction has replaced.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub replaced: BTreeMap<String, BTreeSet<u64>>,
    /// Rolls that corrections have made void, by question.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub void: BTreeSet<String>,
    /// The latest answers of corrections, by question, with the entry they stand at: what was answered before counts
    /// no more.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub anew: BTreeMap<String, u64>,
    /// A correction that waits for consent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Proposal>,
}

impl Corrections {
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Whether an answer that stands at `entry` counts no more: nobody asks for it, or it was given anew.
    pub fn is_void(&self, question: &str, entry: u64) -> bool {
        self.void.contains(question) || self.anew.get(question).is_some_and(|latest| *latest > entry)
    }

    /// Whether a correction has replaced a part of a stream.
    pub fn is_replaced(&self, stream: Stream, number: u64) -> bool {
        self.replaced.get(&stream.to_string()).is_some_and(|numbers| numbers.contains(&number))
    }

    /// Whether a correction waits for the word of this seat.
    pub fn asks(&self, seat: Seat) -> bool {
        self.proposal.as_ref().is_some_and(|proposal| proposal.asks(seat))
    }

    /// A correction was put to sides, or the one that waits asks more of them.
    pub fn proposed(&mut self, read: &Read) {
        let asked = read.bodies.iter().filter_map(|(stream, _)| match stream {
            Stream::Side(side) => Some((*side, None)),
            _ => None,
        });
        let (mut more, mut put) = (false, None);
        for (_, body) in &read.bodies {
            match &body.act {
                Act::Proposed(Proposed::AsksToo { .. }) => more = true,
                Act::Proposed(Proposed::Put { proposal }) => put = Some(proposal.clone()),
                _ => {}
            }
        }
        if let Some(proposal) = self.proposal.as_mut().filter(|_| more) {
            proposal.asked.extend(asked);
            return;
        }
        self.proposal = put.map(|correcting| Proposal {
            act: read.act,
            correcting,
            reason: read.reason().unwrap_or_default().to_owned(),
            asked: asked.collect(),
        });
    }

    /// A side that declines ends the proposal.
    pub fn consented(&mut self, head: &Head, consented: &Consented) {
        let Some(proposal) = &mut self.proposal else { return };
        match (&consented.consent, head.seat) {
            (Some(digest), Seat::Side(side)) => {
                proposal.asked.insert(side, Some(digest.clone()));
            }
            _ => self.proposal = None,
        }
    }

    /// A stream hears of a correction.
    pub fn corrected(&mut self, entry: u64, branch: u32, stream: Stream, corrected: &Corrected) {
        self.branch = branch;
        self.proposal = None;
        self.anew.extend(corrected.rolls.iter().map(|line| (line.question.clone(), entry)));
        let correction = &corrected.correction;
        self.replaced.entry(stream.to_string()).or_default().extend(&correction.replaced);
        self.void.extend(correction.void.iter().cloned());
        for question in &correction.revived {
            self.void.remove(question);
        }
    }

    /// An act was taken back: what would be put right in it is gone.
    pub fn taken_back(&mut self, entry: u64) {
        self.proposal.take_if(|proposal| proposal.correcting.changes.contains_key(&entry));
    }
}
