//! What a seat saw at a moment of the past.

use std::sync::Arc;

use kernel::{Rulebook, Seat};
use ledger::CampaignId;

use crate::desk::Desk;
use crate::fault::Fault;
use crate::load::stood;
use crate::log::{LogLine, shown};
use crate::moments::Moment;
use crate::papers::Papers;

/// How many lines before a moment an earlier one is kept, so that the steps back from it are short.
const STRETCH: u64 = 32;

/// A moment of the past, as a seat saw it then: what was taken back or corrected later stands in it.
#[derive(Clone, Debug)]
pub struct Then {
    /// The last line it could read then.
    pub line: LogLine,
    /// The sheets that the seat could print then.
    pub papers: Papers,
}

impl Desk {
    /// What `seat` saw when line `number` of its log was the last it could read; `None` when it has no such line.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn look_then(&self, campaign: &str, seat: Seat, number: u64) -> Result<Option<Then>, Fault> {
        let (id, rulebook, keyed, delay) = {
            let host = self.host_for(campaign, seat).await?;
            if !host.has_seat(seat) {
                return Err(Fault::NoCampaign);
            }
            // Spectators behind time have no later line than the ones they have come to.
            if number == 0 || number > self.count_lines(&host, seat).await? {
                return Ok(None);
            }
            (host.id.clone(), host.rulebook, host.secret.is_some(), host.memory.delay)
        };
        // Nobody waits for the past: what is read here does not change any more.
        // Whoever steps back from a moment finds an earlier one that is not far.
        let near = self.moments().up_to(&id, seat, number).map_or(0, |moment| moment.number);
        if number.saturating_sub(near) > STRETCH {
            self.moment(&id, rulebook, (seat, number - STRETCH)).await?;
        }
        let Some(moment) = self.moment(&id, rulebook, (seat, number)).await? else { return Ok(None) };
        let line = shown(&moment.host, seat, &moment.entry, number)?;
        let mut papers = self.papers_of(&moment.host, seat).await?;
        papers.look.dice.keyed = keyed;
        papers.look.delay = delay;
        Ok(line.map(|line| Then { line, papers }))
    }

    /// A moment, kept or folded on from one that is kept.
    async fn moment(
        &self,
        id: &CampaignId,
        rulebook: &'static dyn Rulebook,
        (seat, number): (Seat, u64),
    ) -> Result<Option<Arc<Moment>>, Fault> {
        let mut from = self.moments().up_to(id, seat, number);
        if let Some(moment) = from.clone() {
            // What is kept is used as long as the log still holds the entry that it ends with.
            let stands = self.store().entries(id, moment.entry.master, 1).await?;
            match stands.first() == Some(&moment.entry) {
                true if moment.number == number => return Ok(Some(moment)),
                true => {}
                false => {
                    self.moments().forget(&moment);
                    from = None;
                }
            }
        }
        let stood = stood(self.store(), id, rulebook, (seat, number), from.as_deref()).await?;
        Ok(stood.map(|moment| self.moments().keep(moment)))
    }
}
