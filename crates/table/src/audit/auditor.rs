//! What is at hand while a file is judged again: the campaign as it has come so far.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Game;
use ledger::{Campaign, Digest, Entry, Finding};
use serde_json::Value;

use crate::entry::Body;
use crate::fault::Fault;
use crate::host::Host;
use crate::load::Tail;
use crate::pledges::entry::Terms;
use crate::read::Read;
use crate::streams::own_stream;

/// What came of judging a file again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// Entries that are what the rules and the house give.
    pub n_proved: usize,
    /// Entries of which this build cannot tell.
    pub n_unproved: usize,
    /// Those of them that are right as they stand, and are proved only beside the file of a table above or below.
    pub n_apart: usize,
    /// What was judged, and why some of it was not.
    pub notes: Vec<String>,
    /// The first entry that differs; nothing after it is judged, for it would rest on what the rules do not give.
    pub faults: Vec<Finding>,
    /// The first entry, judged by other rules, that this build cannot take in or go on after: its own version would come
    /// after a newer one.
    pub closed: Option<Finding>,
    /// What it handed to the table above when it was taken in, where all of it was judged.
    pub handed: Option<Value>,
    /// The last act that everybody reads, by its hash in the public stream, when it handed that up.
    pub acted: Option<Digest>,
    /// Its corrections since then, in order.
    pub corrected: Vec<CorrectedBelow>,
}

/// A correction of a table whose result was taken in above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorrectedBelow {
    /// Its entry, by the hash in the master chain.
    pub entry: Digest,
    /// What the table hands up from then on.
    pub handed: Option<Value>,
}

impl Audit {
    pub(super) fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// What is printed, a line each.
    pub fn lines(&self) -> Vec<String> {
        let notes = self.notes.iter().map(|note| format!("judged again: {note}"));
        let lines = notes.chain(self.faults.iter().map(|fault| format!("fault: {fault}")));
        lines.map(|line| ledger::printable(&line)).collect()
    }
}

/// Judges entry by entry.
pub(super) struct Auditor {
    /// The rules of this build, as entries name them.
    pub rules: String,
    pub host: Host,
    pub campaign: Campaign,
    pub past: Tail,
    /// The last entry with a roll of the campaign's dice.
    pub last_keyed: u64,
    /// States remembered, each with the number of entries folded into it.
    pub marks: Vec<(usize, Box<dyn Game>)>,
    /// The rules of the entries that could not be proved, as they name them.
    pub unproved: BTreeSet<String>,
    /// What is proved only beside files of other tables, which are not at hand.
    pub unseen: BTreeSet<String>,
    /// Whether the file of the table above is at hand.
    pub has_above: bool,
    pub audit: Audit,
    /// The tables below that are judged with it, by campaign.
    pub below: BTreeMap<String, Lower>,
    /// The last correction of each table below that this one has named, by slot.
    pub named: BTreeMap<String, Digest>,
}

/// A table below, as its own file tells it.
pub(super) struct Lower {
    /// The campaign above.
    pub above: String,
    pub system: String,
    pub setup: String,
    /// How its dice come to be and who throws.
    pub terms: Option<Terms>,
    /// The position that it began from.
    pub position: Option<Value>,
    /// What it handed up when it was taken in.
    pub handed: Option<Value>,
    /// The last act there by then that everybody reads.
    pub acted: Option<Digest>,
    /// Its corrections since then.
    pub corrected: Vec<CorrectedBelow>,
}

/// The first thing of an entry that differs, as a sentence.
pub(super) type Difference = String;

/// What is known of an entry that does not differ.
pub(super) enum Judged {
    /// It is what the rules and the house give.
    Proved,
    /// This build would show something else; another one of the same rules may have shown what stands there.
    Unproved,
}

impl Auditor {
    /// Why entries are unproved, as it goes on in the sentence that counts them.
    pub(super) fn why_unproved(&self) -> String {
        let listed =
            |names: &BTreeSet<String>, between| names.iter().cloned().collect::<Vec<_>>().join(between);
        let (rules, slots) = (listed(&self.unproved, " and "), listed(&self.unseen, ", "));
        let mut why = String::new();
        if !rules.is_empty() {
            why += &format!(", of {rules}: this build ({}) cannot judge them the same", self.rules);
        }
        if !slots.is_empty() {
            why += &format!("; {slots} is proved by a file that holds those tables too");
        }
        why
    }

    /// Nothing is done after the end.
    pub(super) fn is_not_over(&self) -> Result<(), Difference> {
        if self.host.memory.dice.shown {
            Err("it comes after the end of the campaign".into())
        } else {
            Ok(())
        }
    }

    /// Whether the campaign's dice were there. Where throws are typed in by consent alone, the log says when they were no
    /// more. Elsewhere they were there if the secret is in the file, or they fell later.
    pub(super) fn has_dice(&self, entry: &Entry) -> bool {
        match self.host.types_by_consent() {
            true => !self.host.memory.dice.missing,
            false => self.host.secret.is_some() || entry.master <= self.last_keyed,
        }
    }

    /// Whether the campaign has dice of its own for sure.
    pub(super) fn keeps_dice(&self) -> bool {
        self.host.secret.is_some() || (self.host.types_by_consent() && !self.host.memory.dice.missing)
    }

    /// Whether the campaign's dice make a throw at once, so that none of theirs waits.
    pub(super) fn throws_itself(&self, entry: &Entry) -> bool {
        self.host.secret.is_some() || (self.host.types_by_consent() && self.has_dice(entry))
    }

    /// Whether a throw may be typed in as things stand, also where the campaign has dice of its own.
    pub(super) fn typing_agreed(&self) -> bool {
        !self.host.types_by_consent() || self.host.memory.dice.throws.stands
    }
}

/// What is wrong with an entry, where somebody judges a file and no program refuses to go on.
pub(super) fn said(fault: &Fault) -> String {
    match fault {
        Fault::Unreadable { what, .. } => format!("cannot be read: {what}"),
        Fault::File(faults) => faults.first().map(ToString::to_string).unwrap_or_default(),
        other => other.to_string(),
    }
}

/// The part that holds the command, or names the act that it belongs to.
pub(super) fn own(read: &Read, holds: fn(&Body) -> bool) -> Result<&Body, Difference> {
    let found =
        read.bodies.iter().find(|(stream, body)| *stream == own_stream(body.head.seat) && holds(body));
    found
        .map(|(_, body)| body)
        .ok_or_else(|| "no part of it stands in the stream of the seat that acted".into())
}
