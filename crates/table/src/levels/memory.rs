//! Tables above and below as the table remembers them.

use std::collections::BTreeMap;

use kernel::Seat;
use ledger::{CampaignId, Digest, Entry};
use serde::{Deserialize, Serialize};

use super::entry::{Above, Anchor, Closes, ClosingSaid, HandedUp, TableClosed, TableOpened};
use crate::entry::Head;
use crate::entry::act::Kind;

/// A table below.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Known {
    pub campaign: CampaignId,
    /// The entry that opened it, by its hash in the public stream.
    pub opened: Digest,
    /// The same entry in the master order.
    pub entry: u64,
    /// Whether it was broken off, once it is closed.
    pub closed: Option<bool>,
    /// The entry that closed it, in the master order; 0 while it is open. The command that takes it in comes next.
    pub ended: u64,
}

/// What a side has said of closing a table below, as long as it has not said otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Word {
    /// Whether it is broken off, with the reason; otherwise what came of it is taken in.
    pub broken_off: Option<String>,
    /// The last act there by then that everybody reads, where it is taken in.
    pub at: Option<Digest>,
}

/// What is remembered of tables above and below.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Joined {
    /// The table above.
    pub above: Option<Above>,
    /// Whether this table was broken off, once what came of it has gone up.
    pub handed_up: Option<bool>,
    /// The tables below, by what the rules call them.
    pub below: BTreeMap<String, Known>,
    /// The last entry by which a table below was opened or closed.
    pub last: u64,
    /// The table below that was closed by the last entry, so that the command which takes it in comes next.
    pub taking_in: Option<String>,
    /// What each side has said of closing tables below, by slot.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<String, BTreeMap<u8, Word>>,
    /// At a table below another: the last act that everybody reads, by its hash in the public stream.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acted: Option<Digest>,
}

impl Joined {
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Whether nothing is done here any more.
    pub const fn is_handed_up(&self) -> bool {
        self.handed_up.is_some()
    }

    /// The table below of this name, while it is open.
    pub fn open(&self, slot: &str) -> Option<&Known> {
        self.below.get(slot).filter(|known| known.closed.is_none())
    }

    /// Whether the table below of this name was broken off: what comes of it is entered by hand, so nothing here rests on how
    /// it began.
    pub fn is_broken_off(&self, slot: &str) -> bool {
        self.below.get(slot).is_some_and(|known| known.closed == Some(true))
    }

    /// The tables below of which something was taken in.
    pub fn taken_in(&self) -> impl Iterator<Item = (&String, &Known)> {
        self.below.iter().filter(|(_, known)| known.closed == Some(false))
    }

    /// Whether all sides but those that `without` names have said the same of closing a table below.
    pub fn said_by_all(&self, slot: &str, word: &Word, n_sides: usize, without: Option<u8>) -> bool {
        let said = self.words.get(slot);
        let mut sides = (0..n_sides).filter_map(|side| u8::try_from(side).ok());
        sides.all(|side| Some(side) == without || said.and_then(|said| said.get(&side)) == Some(word))
    }

    /// Any entry has come: what was to come next has.
    pub fn came(&mut self, kind: Kind, entry: &Entry) {
        let acts = matches!(kind, Kind::Command | Kind::Answered | Kind::Undone | Kind::Corrected);
        if self.above.is_some()
            && acts
            && let Some(public) = Anchor::of(entry)
        {
            self.acted = Some(public.public);
        }
        if kind != Kind::TableClosed {
            self.taking_in = None;
        }
    }

    pub fn laid(&mut self, above: Option<&Above>) {
        self.above = above.cloned();
    }

    pub fn opened(&mut self, entry: &Entry, TableOpened { below }: &TableOpened) {
        let Some(opened) = Anchor::of(entry) else { return };
        let known = Known {
            campaign: below.campaign.clone(),
            opened: opened.public,
            entry: entry.master,
            closed: None,
            ended: 0,
        };
        self.below.insert(below.slot.clone(), known);
        self.last = entry.master;
    }

    pub fn said(&mut self, head: &Head, ClosingSaid { said }: &ClosingSaid) {
        let Seat::Side(side) = head.seat else { return };
        let word = match said.word {
            Closes::TakeIn => Word { broken_off: None, at: said.at },
            Closes::BreakOff => Word { broken_off: Some(head.reason.clone().unwrap_or_default()), at: None },
            Closes::No => {
                self.words.remove(&said.slot);
                return;
            }
        };
        self.words.entry(said.slot.clone()).or_default().insert(side, word);
    }

    pub fn closed(&mut self, entry: u64, TableClosed { closed }: &TableClosed) {
        if let Some(known) = self.below.get_mut(&closed.slot) {
            known.closed = Some(closed.broken_off);
            known.ended = entry;
        }
        self.words.remove(&closed.slot);
        self.taking_in = (!closed.broken_off).then(|| closed.slot.clone());
        // The command that takes it in is the next entry.
        self.last = entry + u64::from(!closed.broken_off);
    }

    pub fn handed_up(&mut self, handed: &HandedUp) {
        self.handed_up = Some(handed.broken_off);
    }
}
