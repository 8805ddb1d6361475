//! Spectators behind time: what they see of a running campaign is the campaign as it stood a while ago.
//!
//! A spectator's campaign is a table of its own, folded from the log as far as spectators have come, so that every
//! page, number, log and cursor of theirs is one of that moment and nothing has to be left out of a present one.

use std::sync::Arc;

use kernel::Seat;
use serde::{Deserialize, Serialize};
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::body::{Body, Kind};
use crate::desk::Desk;
use crate::fault::Fault;
use crate::host::{Cursor, Host};
use crate::house;
use crate::load::{as_of, go_on};
use crate::read::Read;
use crate::submit::{Answer, Token, acted};

/// The longest delay in minutes: thirty days.
pub const MOST_MINUTES: u32 = 30 * 24 * 60;
/// The longest delay in public entries.
pub const MOST_ENTRIES: u32 = 1000;
/// Entries read at once while looking for the last one that spectators see.
const PAGE: u64 = 200;

/// How far behind spectators see a campaign. Both count: a public entry is shown when it is old enough and enough others
/// have come after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delay {
    /// In minutes.
    pub minutes: u32,
    /// In public entries.
    pub entries: u32,
}

impl Delay {
    /// Whether there is one at all.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

impl std::fmt::Display for Delay {
    /// "30 minutes", "3 public entries", "30 minutes and 3 public entries".
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = |n: u32, one: &str, many: &str| match n {
            0 => None,
            1 => Some(format!("1 {one}")),
            n => Some(format!("{n} {many}")),
        };
        let minutes = count(self.minutes, "minute", "minutes");
        let entries = count(self.entries, "public entry", "public entries");
        let parts: Vec<String> = minutes.into_iter().chain(entries).collect();
        f.write_str(&parts.join(" and "))
    }
}

impl Desk {
    /// The umpire sets how far behind spectators see the campaign; everyone reads it in the log.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn delay_spectators(
        &self,
        campaign: &str,
        seat: Seat,
        delay: Delay,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        acted!(self, campaign, seat, host => self.delay_at(&mut host, seat, delay, cursor.clone(), token))
    }

    async fn delay_at(
        &self,
        host: &mut Host,
        seat: Seat,
        delay: Delay,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        if let Some(answer) = host.umpires(seat, token, cursor.as_ref()) {
            return Ok(answer);
        }
        if delay.minutes > MOST_MINUTES || delay.entries > MOST_ENTRIES {
            return Ok(house::no_such_delay().into());
        }
        if delay == host.memory.delay {
            return Ok(house::delay_as_it_is().into());
        }
        let mut body = Body::new(self.clock().now(), Kind::Delayed, seat, seat, &host.rules);
        body.delay = Some(delay);
        self.append(host, token, vec![(ledger::Stream::Public, body)]).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }

    /// The campaign as `seat` may look at it: for spectators behind time the one of a while ago.
    pub(crate) async fn host_for(&self, campaign: &str, seat: Seat) -> Result<OwnedMutexGuard<Host>, Fault> {
        let host = self.host(campaign).await?;
        if seat == Seat::Spectator && host.is_delayed() { self.behind_time(host).await } else { Ok(host) }
    }

    async fn behind_time(&self, mut host: OwnedMutexGuard<Host>) -> Result<OwnedMutexGuard<Host>, Fault> {
        let end = self.last_shown(&host).await?;
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

    /// The last public entry that spectators see, in the master order; the first entry at least. It depends on public
    /// entries alone.
    async fn last_shown(&self, host: &Host) -> Result<u64, Fault> {
        let delay = host.memory.delay;
        let latest = self.clock().now().saturating_sub(i64::from(delay.minutes) * 60_000);
        let (mut n_after, mut upper) = (0, host.heads.master.number);
        while upper > 1 {
            let from = upper.saturating_sub(PAGE - 1).max(1);
            let limit = u32::try_from(upper - from + 1).unwrap_or(u32::MAX);
            for entry in self.store().entries(&host.id, from, limit).await?.iter().rev() {
                let read = Read::of(entry)?;
                let Some((_, body)) =
                    read.bodies.iter().find(|(stream, _)| *stream == ledger::Stream::Public)
                else {
                    continue;
                };
                if n_after >= delay.entries && body.at <= latest {
                    return Ok(entry.master);
                }
                n_after += 1;
            }
            upper = from - 1;
        }
        Ok(1)
    }
}

impl Host {
    /// Whether spectators see this campaign behind time. After the end everything is shown.
    pub(crate) fn is_delayed(&self) -> bool {
        !self.memory.delay.is_none() && !self.memory.dice.shown
    }
}
