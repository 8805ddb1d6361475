//! A spectator's campaign is a table of its own, folded from the log as far as spectators have come, so that every
//! page, number, log and cursor of theirs is one of that moment and nothing has to be left out of a present one.

use std::sync::Arc;

use kernel::Seat;
use ledger::Stream;
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::delay::entry::Delay;
use crate::desk::Desk;
use crate::fault::Fault;
use crate::host::Host;
use crate::load::{as_of, go_on};
use crate::read::Read;

/// Entries read at once while looking for the last one that spectators see.
const PAGE: u64 = 200;

impl Desk {
    /// The campaign as `seat` may look at it: for spectators behind time the one of a while ago. Of a table below another they
    /// see nothing that came after what they see of that one.
    pub(crate) async fn host_for(&self, campaign: &str, seat: Seat) -> Result<OwnedMutexGuard<Host>, Fault> {
        if seat != Seat::Spectator {
            return self.host(campaign).await;
        }
        let until = self.hidden_from(campaign).await?;
        let host = self.host(campaign).await?;
        if until.is_some() || host.is_delayed() { self.behind_time(host, until).await } else { Ok(host) }
    }

    /// The moment of the first thing that spectators do not see yet of the tables above one; nothing where they see all.
    pub(crate) async fn hidden_from(&self, campaign: &str) -> Result<Option<i64>, Fault> {
        let mut first: Option<i64> = None;
        for above in self.campaigns_above(campaign).await? {
            let host = self.host(&above).await?;
            if host.is_delayed()
                && let Some(hidden) = self.first_hidden(&host).await?
            {
                first = Some(first.map_or(hidden, |known| known.min(hidden)));
            }
        }
        Ok(first)
    }

    async fn first_hidden(&self, host: &Host) -> Result<Option<i64>, Fault> {
        let mut from = self.last_shown(host, None).await? + 1;
        loop {
            let entries = self.store().entries(&host.id, from, 200).await?;
            let Some(last) = entries.last() else { return Ok(None) };
            from = last.master + 1;
            for entry in &entries {
                let read = Read::of(entry)?;
                if let Some((_, body)) = read.bodies.iter().find(|(stream, _)| *stream == Stream::Public) {
                    return Ok(Some(body.head.at));
                }
            }
        }
    }

    async fn behind_time(
        &self,
        mut host: OwnedMutexGuard<Host>,
        until: Option<i64>,
    ) -> Result<OwnedMutexGuard<Host>, Fault> {
        let end = self.last_shown(&host, until).await?;
        if end == 0 {
            return Err(Fault::NoCampaign);
        }
        let mut past = match &host.past {
            Some(past) => Some(Arc::clone(past).lock_owned().await),
            None => None,
        };
        if let Some(known) = &mut past
            && known.heads.master.number < end
            && !go_on(self.store(), known, end).await?
        {
            past = None;
        }
        // A longer delay leads back, and so does what a correction changed.
        past = past.filter(|past| past.heads.master.number == end);
        let mut past = match past {
            Some(past) => past,
            None => {
                let fresh = Arc::new(Mutex::new(as_of(self.store(), &host, end).await?));
                host.past = Some(Arc::clone(&fresh));
                fresh.lock_owned().await
            }
        };
        past.memory.delay = host.memory.delay;
        Ok(past)
    }

    /// The last public entry that spectators see, in the master order; the first entry at least, and 0 where not even that came
    /// before `until`. It depends on public entries alone.
    async fn last_shown(&self, host: &Host, until: Option<i64>) -> Result<u64, Fault> {
        let delay = if host.is_delayed() { host.memory.delay } else { Delay::default() };
        let latest = self.clock().now().saturating_sub(i64::from(delay.minutes) * 60_000);
        let is_before = |at: i64| until.is_none_or(|until| at < until);
        let (mut n_after, mut upper) = (0, host.heads.master.number);
        while upper >= 1 {
            let from = upper.saturating_sub(PAGE - 1).max(1);
            let limit = u32::try_from(upper - from + 1).unwrap_or(u32::MAX);
            for entry in self.store().entries(&host.id, from, limit).await?.iter().rev() {
                let read = Read::of(entry)?;
                let Some((_, body)) = read.bodies.iter().find(|(stream, _)| *stream == Stream::Public) else {
                    continue;
                };
                let is_old = n_after >= delay.entries && body.head.at <= latest;
                if is_before(body.head.at) && (is_old || entry.master == 1) {
                    return Ok(entry.master);
                }
                n_after += 1;
            }
            upper = from - 1;
        }
        Ok(0)
    }
}

impl Host {
    /// Whether spectators see this campaign behind time. After the end everything is shown.
    pub(crate) fn is_delayed(&self) -> bool {
        !self.memory.delay.is_none() && !self.memory.dice.shown
    }
}
