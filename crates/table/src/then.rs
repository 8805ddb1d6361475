//! What a seat saw at a moment of the past.

use kernel::Seat;

use crate::desk::Desk;
use crate::fault::Fault;
use crate::load::stood;
use crate::log::{LogLine, shown};
use crate::papers::Papers;

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
            if number > self.count_lines(&host, seat).await? {
                return Ok(None);
            }
            (host.id.clone(), host.rulebook, host.secret.is_some(), host.memory.delay)
        };
        // Nobody waits for the past: what is read here does not change any more.
        let Some((past, entry)) = stood(self.store(), &id, rulebook, seat, number).await? else {
            return Ok(None);
        };
        let line = shown(&past, seat, &entry, number)?;
        let mut papers = self.papers_of(&past, seat).await?;
        papers.look.dice.keyed = keyed;
        papers.look.delay = delay;
        Ok(line.map(|line| Then { line, papers }))
    }
}
