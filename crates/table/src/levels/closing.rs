//! What closes a table below: the entries there and here, written together.

use kernel::Seat;
use ledger::{CampaignId, Digest, Entry, NewEntry, NewPart, Stream};

use super::entry::{Anchor, Closing, HandedUp, TableClosed};
use crate::answer::Token;
use crate::desk::Desk;
use crate::entry::act::Act;
use crate::entry::{Body, Head};
use crate::fault::Fault;
use crate::host::Host;

impl Desk {
    /// The entry below by which what came of a table goes up.
    pub(super) fn handing_up(
        &self,
        below: &Host,
        broken_off: Option<&str>,
        closer: Seat,
    ) -> Result<Entry, Fault> {
        let handed = HandedUp { broken_off: broken_off.is_some() };
        let body = self.because(below, broken_off, closer).says(Act::HandedUp(handed));
        self.chained(below, &mut below.heads.clone(), self.fresh_token()?, vec![(Stream::Public, body)])
    }

    /// The parts of the entry here by which a table below is closed.
    pub(super) fn closing(
        &self,
        host: &Host,
        slot: &str,
        handed: Option<Anchor>,
        broken_off: Option<&str>,
    ) -> Vec<(Stream, Body)> {
        let head = self.because(host, broken_off, host.closer());
        let part = |stream, handed: Option<Digest>| {
            let closed = Closing { slot: slot.into(), handed, broken_off: broken_off.is_some() };
            (stream, head.clone().says(Act::TableClosed(TableClosed { closed })))
        };
        let (public, master) = (handed.map(|one| one.public), handed.map(|one| one.master));
        vec![part(Stream::Public, public), part(Stream::Umpire, master)]
    }

    fn because(&self, host: &Host, reason: Option<&str>, closer: Seat) -> Head {
        self.head(host, Seat::Umpire, closer).because(reason.map(str::to_owned))
    }

    /// An entry as it is to be written after `heads`.
    pub(super) fn chained(
        &self,
        host: &Host,
        heads: &mut ledger::Heads,
        lineage: Token,
        parts: Vec<(Stream, Body)>,
    ) -> Result<Entry, Fault> {
        self.chained_on(host, heads, host.memory.corrections.branch, lineage, parts)
    }

    fn chained_on(
        &self,
        host: &Host,
        heads: &mut ledger::Heads,
        branch: u32,
        lineage: Token,
        parts: Vec<(Stream, Body)>,
    ) -> Result<Entry, Fault> {
        let parts = parts.into_iter().map(|(stream, body)| NewPart { stream, body: body.text() }).collect();
        let (expected, after) = (heads.master.number + 1, Some(heads.master.hash));
        let new = NewEntry { expected, after, lineage, branch, parts };
        Ok(heads.chain(&host.id, host.sides.len(), &new, self.chance())?)
    }

    /// An entry that begins a branch, as it is to be written.
    pub(super) fn on_a_branch(
        &self,
        host: &Host,
        lineage: Token,
        parts: Vec<(Stream, Body)>,
    ) -> Result<Entry, Fault> {
        let branch = host.memory.corrections.branch + 1;
        self.chained_on(host, &mut host.heads.clone(), branch, lineage, parts)
    }

    /// Writes entries of this table and of those below it: all of them or none.
    pub(super) async fn write_all(
        &self,
        host: &mut Host,
        mut below: Vec<(&mut Host, Entry)>,
        entries: Vec<Entry>,
    ) -> Result<(), Fault> {
        host.unsure = true;
        let mut written: Vec<(CampaignId, Entry)> = Vec::new();
        for (below, entry) in &mut below {
            below.unsure = true;
            written.push((below.id.clone(), entry.clone()));
        }
        written.extend(entries.iter().map(|entry| (host.id.clone(), entry.clone())));
        self.store().write_together(None, &written).await?;
        for entry in &entries {
            Self::takes(host, entry)?;
        }
        for (below, entry) in below {
            Self::takes(below, &entry)?;
            self.note_time(below);
            below.tell();
        }
        Ok(())
    }
}

/// Whether another program has closed the table below since this memory was brought up to date: then the act is judged
/// again.
pub(super) fn not_before(host: &Host, below: Option<&Host>) -> Result<(), Fault> {
    let number = host.heads.master.number + 1;
    let behind = ledger::Fault::Conflict { campaign: host.id.clone(), expected: number, next: number + 1 };
    if below.is_some_and(|below| below.memory.levels.is_handed_up()) { Err(behind.into()) } else { Ok(()) }
}
