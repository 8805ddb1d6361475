//! Tables above and below: one opens another, and takes in what comes of it. See `docs/decisions/levels.md`.
//!
//! Locks go from above to below: whoever holds a table never asks for the one above it.

use kernel::Seat;
use ledger::{CampaignId, Digest, Entry, NewEntry, NewPart, Stream};
use serde_json::Value;
use tokio::sync::OwnedMutexGuard;

use entry::{Above, Anchor, Closing, HandedUp, TableClosed};
use memory::Known;

use crate::acted::acted;
use crate::answer::{Answer, Cursor, Token};
use crate::asked::Asked;
use crate::desk::Desk;
use crate::entry::act::Act;
use crate::entry::{Body, Head};
use crate::fault::Fault;
use crate::host::Host;
use crate::house;
use crate::judge::{Answering, Attempt, Judged};
use crate::text::{is_reason, one_line};

pub mod entry;
pub(crate) mod judged;
pub(crate) mod memory;
pub(crate) mod opening;
pub(crate) mod refusals;
pub(crate) mod words;

/// A table above or below, as everyone may know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// What the rules above call the lower one.
    pub slot: String,
    /// The campaign of the other table.
    pub campaign: CampaignId,
    /// How things stand between them.
    pub stands: Stands,
}

/// How things stand between a table and one below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// It is played.
    Open,
    /// What came of it was taken in.
    TakenIn,
    /// It was broken off.
    BrokenOff,
}

impl Stands {
    const fn of(closed: Option<bool>) -> Self {
        match closed {
            None => Self::Open,
            Some(false) => Self::TakenIn,
            Some(true) => Self::BrokenOff,
        }
    }
}

/// A table and its neighbours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Neighbours {
    /// The table above.
    pub above: Option<Level>,
    /// The tables below.
    pub below: Vec<Level>,
}

impl Host {
    /// The tables above and below. All of it is public.
    pub(crate) fn neighbours(&self) -> Neighbours {
        let levels = &self.memory.levels;
        let above = levels.above.as_ref().map(|above| Level {
            slot: above.slot.clone(),
            campaign: above.campaign.clone(),
            stands: Stands::of(levels.handed_up),
        });
        let below = levels.below.iter().map(|(slot, known)| Level {
            slot: slot.clone(),
            campaign: known.campaign.clone(),
            stands: Stands::of(known.closed),
        });
        Neighbours { above, below: below.collect() }
    }
}

impl Desk {
    /// The tables above and below, as a seat may know them: spectators behind time those of then.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn neighbours(&self, campaign: &str, seat: Seat) -> Result<Neighbours, Fault> {
        let host = self.host_for(campaign, seat).await?;
        if host.has_seat(seat) { Ok(host.neighbours()) } else { Err(Fault::NoCampaign) }
    }

    /// The umpire takes in what came of a table below. From then on nothing is done there.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn take_in(
        &self,
        campaign: &str,
        seat: Seat,
        slot: &str,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        acted!(self, campaign, seat, host => self.take_in_at(&mut host, seat, slot, cursor.clone(), token))
    }

    async fn take_in_at(
        &self,
        host: &mut Host,
        seat: Seat,
        slot: &str,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        if let Some(answer) = host.umpires(seat, token, cursor.as_ref(), &Asked::closing(slot, None)) {
            return Ok(answer);
        }
        let Some(known) = host.memory.levels.open(slot).cloned() else {
            return Ok(house::no_table_below(slot).into());
        };
        if host.waiting_of(seat).is_some() {
            return Ok(house::waiting().into());
        }
        self.go_over(host).await?;
        let Some(mut below) = self.below(host, slot, &known).await? else {
            return Ok(house::table_below_is_away(slot).into());
        };
        not_before(host, Some(&below))?;
        if !below.hands_up(&HandedUp { broken_off: false }, false) {
            return Ok(house::table_below_goes_on(slot).into());
        }
        let command = below.game.hands_up().and_then(|handed| host.game.takes_in(slot, &handed));
        let settles = |command: &Value| host.game.settles(command).is_some_and(|one| one.slot == slot);
        let Some(command) = command.filter(settles) else {
            return Ok(house::not_from_below(slot).into());
        };
        if let Some(refusal) = host.unbalanced(&command) {
            return Ok(refusal.into());
        }
        let act = Attempt::own(seat, command, self.fresh_token()?);
        let (taken, answer) = match self.judged(host, &act, Answering::First(Vec::new()))? {
            Judged::Refused(refusals) => return Ok(Answer::Refused(refusals)),
            Judged::Done(parts, rolls) => (parts, Some(rolls)),
            Judged::Waits(parts) => (parts, None),
        };
        let handed = self.handing_up(&below, None)?;
        let mut heads = host.heads.clone();
        let mut chain = |lineage, parts| self.chained(host, &mut heads, lineage, parts);
        let closed = chain(token, self.closing(host, slot, Anchor::of(&handed), None))?;
        let taken = chain(act.entry, taken)?;
        self.write_both(host, Some((&mut below, handed)), vec![closed, taken]).await?;
        let cursor = host.cursor(seat);
        Ok(answer.map_or(Answer::Waits { cursor: cursor.clone() }, |rolls| Answer::Done { cursor, rolls }))
    }

    /// The umpire breaks off a table below, with a reason. What comes of it is entered by the command of the rules here.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn break_off(
        &self,
        campaign: &str,
        seat: Seat,
        slot: &str,
        reason: &str,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        let reason = one_line(reason);
        acted!(self, campaign, seat, host => {
            self.break_off_at(&mut host, seat, slot, &reason, cursor.clone(), token)
        })
    }

    async fn break_off_at(
        &self,
        host: &mut Host,
        seat: Seat,
        slot: &str,
        reason: &str,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        let asked = Asked::closing(slot, Some(reason));
        if let Some(answer) = host.umpires(seat, token, cursor.as_ref(), &asked) {
            return Ok(answer);
        }
        let Some(known) = host.memory.levels.open(slot).cloned() else {
            return Ok(house::no_table_below(slot).into());
        };
        if !is_reason(reason) {
            return Ok(house::reason_for_all().into());
        }
        let mut below = self.below(host, slot, &known).await?;
        not_before(host, below.as_deref())?;
        let handed = below.as_ref().map(|below| self.handing_up(below, Some(reason))).transpose()?;
        let anchor = handed.as_ref().and_then(Anchor::of);
        let parts = self.closing(host, slot, anchor, Some(reason));
        let closed = self.chained(host, &mut host.heads.clone(), token, parts)?;
        let lower = below.as_mut().zip(handed).map(|(below, handed)| (&mut **below, handed));
        self.write_both(host, lower, vec![closed]).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }

    /// The table below, if it is here and is the one that was opened. Where hashes hang on each other there is no ring of
    /// tables, so nobody waits in one.
    pub(crate) async fn below(
        &self,
        host: &Host,
        slot: &str,
        known: &Known,
    ) -> Result<Option<OwnedMutexGuard<Host>>, Fault> {
        if !self.is_opened_by(host, slot, known).await? {
            return Ok(None);
        }
        Ok(Some(self.host(known.campaign.as_str()).await?))
    }

    async fn is_opened_by(&self, host: &Host, slot: &str, known: &Known) -> Result<bool, Fault> {
        let above = self.said_above(&known.campaign).await?;
        Ok(above.is_some_and(|above| {
            above.campaign == host.id && above.slot == slot && above.opened == known.opened
        }))
    }

    /// What a campaign says of a table above it; nothing where it is not here.
    async fn said_above(&self, campaign: &CampaignId) -> Result<Option<Above>, Fault> {
        let first = match self.store().stream_parts(campaign, Stream::Public, 1, 1).await {
            Err(ledger::Fault::NotFound { .. }) => return Ok(None),
            read => read?,
        };
        let body = first.first().and_then(|part| Body::read(&part.body).ok());
        Ok(body.and_then(|body| match body.act {
            Act::LaidOut(laid) => laid.above().cloned(),
            _ => None,
        }))
    }

    /// The campaigns above one, the next first, as far as they are here and opened what is below them: who sits there sits
    /// at the same seat here. None for a campaign that nobody knows.
    ///
    /// # Errors
    /// When a log cannot be read.
    pub async fn campaigns_above(&self, campaign: &str) -> Result<Vec<String>, Fault> {
        let mut above = Vec::new();
        let Ok(mut id) = CampaignId::new(campaign) else { return Ok(above) };
        while let Some(said) = self.said_above(&id).await? {
            let host = match self.host(said.campaign.as_str()).await {
                Err(Fault::NoCampaign) => break,
                host => host?,
            };
            let known = host.memory.levels.below.get(&said.slot);
            if known.is_none_or(|known| known.campaign != id || known.opened != said.opened) {
                break;
            }
            id = said.campaign;
            above.push(id.to_string());
        }
        Ok(above)
    }

    /// The entry below by which what came of a table goes up.
    fn handing_up(&self, below: &Host, broken_off: Option<&str>) -> Result<Entry, Fault> {
        let handed = HandedUp { broken_off: broken_off.is_some() };
        let body = self.because(below, broken_off).says(Act::HandedUp(handed));
        self.chained(below, &mut below.heads.clone(), self.fresh_token()?, vec![(Stream::Public, body)])
    }

    /// The parts of the entry here by which a table below is closed.
    fn closing(
        &self,
        host: &Host,
        slot: &str,
        handed: Option<Anchor>,
        broken_off: Option<&str>,
    ) -> Vec<(Stream, Body)> {
        let head = self.because(host, broken_off);
        let part = |stream, handed: Option<Digest>| {
            let closed = Closing { slot: slot.into(), handed, broken_off: broken_off.is_some() };
            (stream, head.clone().says(Act::TableClosed(TableClosed { closed })))
        };
        let (public, master) = (handed.map(|one| one.public), handed.map(|one| one.master));
        vec![part(Stream::Public, public), part(Stream::Umpire, master)]
    }

    fn because(&self, host: &Host, reason: Option<&str>) -> Head {
        self.head(host, Seat::Umpire, Seat::Umpire).because(reason.map(str::to_owned))
    }

    /// An entry as it is to be written after `heads`.
    fn chained(
        &self,
        host: &Host,
        heads: &mut ledger::Heads,
        lineage: Token,
        parts: Vec<(Stream, Body)>,
    ) -> Result<Entry, Fault> {
        let parts = parts.into_iter().map(|(stream, body)| NewPart { stream, body: body.text() }).collect();
        let expected = heads.master.number + 1;
        let new = NewEntry { expected, lineage, branch: host.memory.corrections.branch, parts };
        Ok(heads.chain(&host.id, host.sides.len(), &new, self.chance())?)
    }

    /// Writes what closes a table below, there and here: all of it or nothing.
    async fn write_both(
        &self,
        host: &mut Host,
        mut below: Option<(&mut Host, Entry)>,
        entries: Vec<Entry>,
    ) -> Result<(), Fault> {
        host.unsure = true;
        let mut written: Vec<(CampaignId, Entry)> = Vec::new();
        if let Some((below, handed)) = &mut below {
            below.unsure = true;
            written.push((below.id.clone(), handed.clone()));
        }
        written.extend(entries.iter().map(|entry| (host.id.clone(), entry.clone())));
        self.store().write_together(None, &written).await?;
        for entry in &entries {
            Self::takes(host, entry)?;
        }
        if let Some((below, handed)) = below {
            Self::takes(below, &handed)?;
            self.note_time(below);
            below.tell();
        }
        Ok(())
    }
}

/// Whether another program has closed the table below since this memory was brought up to date: then the act is judged
/// again.
fn not_before(host: &Host, below: Option<&Host>) -> Result<(), Fault> {
    let number = host.heads.master.number + 1;
    let behind = ledger::Fault::Conflict { campaign: host.id.clone(), expected: number, next: number + 1 };
    if below.is_some_and(|below| below.memory.levels.is_handed_up()) { Err(behind.into()) } else { Ok(()) }
}
