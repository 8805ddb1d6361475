//! The tables above and below one, and how things stand between them.

use kernel::Seat;
use ledger::{CampaignId, Stream};
use tokio::sync::OwnedMutexGuard;

use super::entry::{Above, HandedUp};
use super::memory::{Known, Word};
use crate::desk::Desk;
use crate::entry::Body;
use crate::entry::act::Act;
use crate::fault::Fault;
use crate::host::Host;

/// A table above or below, as everyone may know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// What the rules above call the lower one.
    pub slot: String,
    /// The campaign of the other table.
    pub campaign: CampaignId,
    /// What it is called; nothing where it is not here, or is not the one that the table above opened.
    pub title: Option<String>,
    /// How things stand between them.
    pub stands: Stands,
    /// Whether the sides of the upper table close the lower one together, for no person is the umpire there.
    pub by_sides: bool,
    /// What sides have said of closing it; nothing of a table above, and nothing for spectators.
    pub said: Vec<Said>,
}

impl Level {
    /// What somebody has said that this seat has not: its word is waited for.
    pub fn asks(&self, seat: Seat) -> impl Iterator<Item = &Said> {
        let own = move |said: &Said| self.said.iter().any(|one| one.side == seat && one.is_same(said));
        self.said.iter().filter(move |said| {
            matches!(seat, Seat::Side(_)) && said.side != seat && !said.lapsed && !own(said)
        })
    }

    /// What this seat has said.
    pub fn own(&self, seat: Seat) -> Option<&Said> {
        self.said.iter().find(|said| said.side == seat)
    }
}

/// What a side has said of closing a table below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Whose word it is.
    pub side: Seat,
    /// That it is broken off, and why; otherwise that what came of it is taken in.
    pub broken_off: Option<String>,
    /// Whether something was done there since, so that it counts no more.
    pub lapsed: bool,
}

impl Said {
    fn is_same(&self, other: &Self) -> bool {
        !self.lapsed && self.broken_off == other.broken_off
    }
}

/// How things stand between a table and one below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// It is played.
    Open,
    /// Play there is over, and what came of it waits to be taken in. Above, only those are told so who take it in: the umpire, or
    /// where no person is that the sides, to whom a command that still waits there is not told.
    Over,
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
    /// Whether there is a table above or below. That is public.
    pub(crate) fn is_joined(&self) -> bool {
        self.memory.levels.above.is_some() || !self.memory.levels.below.is_empty()
    }
}

impl Desk {
    /// The tables above and below, as a seat may know them: spectators behind time those of then.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn neighbours(&self, campaign: &str, seat: Seat) -> Result<Neighbours, Fault> {
        let (above, mut below) = self.known_neighbours(campaign, seat).await?;
        let told = |level: &&mut Level| match seat {
            Seat::Umpire => true,
            Seat::Side(_) => level.by_sides,
            Seat::Spectator | Seat::Clock => false,
        };
        let open = |level: &&mut Level| level.title.is_some() && level.stands == Stands::Open;
        for level in below.iter_mut().filter(|level| told(level) && open(level)) {
            let by = if level.by_sides { Seat::Clock } else { Seat::Umpire };
            let Ok(lower) = self.host(level.campaign.as_str()).await else { continue };
            if lower.hands_up(&HandedUp { broken_off: false }, false, by) {
                level.stands = Stands::Over;
            }
        }
        let Some(mut above) = above else { return Ok(Neighbours { above: None, below }) };
        if self.campaigns_above(campaign).await?.first().is_some_and(|id| *id == *above.campaign.as_str()) {
            above.title = self.title(&above.campaign).await;
            above.by_sides =
                self.host(above.campaign.as_str()).await.is_ok_and(|host| host.closed_by_sides());
        }
        Ok(Neighbours { above: Some(above), below })
    }

    /// The same, as far as this table's own log and the store tell it.
    async fn known_neighbours(
        &self,
        campaign: &str,
        seat: Seat,
    ) -> Result<(Option<Level>, Vec<Level>), Fault> {
        let host = self.host_for(campaign, seat).await?;
        if !host.has_seat(seat) {
            return Err(Fault::NoCampaign);
        }
        let levels = &host.memory.levels;
        let above = levels.above.as_ref().map(|above| Level {
            slot: above.slot.clone(),
            campaign: above.campaign.clone(),
            title: None,
            stands: Stands::of(levels.handed_up),
            by_sides: false,
            said: Vec::new(),
        });
        let mut below = Vec::with_capacity(levels.below.len());
        for (slot, known) in &levels.below {
            let is_here = self.is_opened_by(&host, slot, known).await?;
            let title = if is_here { self.title(&known.campaign).await } else { None };
            let (campaign, stands) = (known.campaign.clone(), Stands::of(known.closed));
            let words = levels.words.get(slot).filter(|_| seat != Seat::Spectator);
            let now = match words.filter(|_| is_here) {
                Some(_) => Some(self.host(campaign.as_str()).await?.memory.levels.acted),
                None => None,
            };
            let said = |(side, word): (&u8, &Word)| Said {
                side: Seat::Side(*side),
                broken_off: word.broken_off.clone(),
                lapsed: word.broken_off.is_none() && now != Some(word.at),
            };
            let said = words.into_iter().flatten().map(said).collect();
            let by_sides = host.closed_by_sides();
            below.push(Level { slot: slot.clone(), campaign, title, stands, by_sides, said });
        }
        Ok((above, below))
    }

    /// What a campaign is called, if it is here and can be read.
    async fn title(&self, campaign: &CampaignId) -> Option<String> {
        self.store().campaign(campaign).await.ok().map(|campaign| campaign.manifest.title)
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
}
