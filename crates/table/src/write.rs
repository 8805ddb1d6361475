//! Writing an entry: the one way into the log.

use kernel::Seat;
use ledger::{Entry, Lineage, NewEntry, NewPart, Stream};

use crate::desk::Desk;
use crate::entry::{Body, Head};
use crate::fault::Fault;
use crate::host::Host;
use crate::read::Read;

impl Desk {
    /// The head of a part that is written now. Whose act it is, and who gives it.
    pub(crate) fn head(&self, host: &Host, seat: Seat, by: Seat) -> Head {
        Head::new(self.clock().now(), seat, by, &host.rules)
    }

    /// Writes one entry and takes it into the table's memory. Until that is done nobody may rely on the memory:
    /// the entry may be on the disk or not.
    pub(crate) async fn append(
        &self,
        host: &mut Host,
        lineage: Lineage,
        parts: Vec<(Stream, Body)>,
    ) -> Result<Entry, Fault> {
        self.append_on(host, host.memory.corrections.branch, lineage, parts).await
    }

    /// As [`Desk::append`], on a branch of history.
    pub(crate) async fn append_on(
        &self,
        host: &mut Host,
        branch: u32,
        lineage: Lineage,
        parts: Vec<(Stream, Body)>,
    ) -> Result<Entry, Fault> {
        let parts = parts.into_iter().map(|(stream, body)| NewPart { stream, body: body.text() }).collect();
        let ledger::Head { number, hash } = host.heads.master;
        let new = NewEntry { expected: number + 1, after: Some(hash), lineage, branch, parts };
        host.unsure = true;
        let entry = self.committer().append(host.id.clone(), new).await?;
        Self::takes(host, &entry)?;
        Ok(entry)
    }

    /// Takes an entry that is on the disk into the table's memory. The state of the rules is folded by the caller.
    pub(crate) fn takes(host: &mut Host, entry: &Entry) -> Result<(), Fault> {
        host.heads.follow(&host.id, entry)?;
        let read = Read::of(entry)?;
        host.remember(entry, &read);
        host.unsure = false;
        host.n_overtaken = 0;
        Ok(())
    }
}
