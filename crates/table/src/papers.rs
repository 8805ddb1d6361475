//! What a seat can print now.

use kernel::Seat;
use kernel::view::Paper;

use crate::desk::Desk;
use crate::fault::Fault;
use crate::look::{Look, look};

/// The sheets of a seat, with what stands on all of them.
#[derive(Clone, Debug)]
pub struct Papers {
    /// What the seat sees at the same moment.
    pub look: Look,
    /// The sheets.
    pub papers: Vec<Paper>,
    /// How many lines the log has for each seat whose sheets are among them. A sheet of a side that the umpire prints
    /// bears the side's own number: the umpire's would tell what others have done.
    pub lines: Vec<(Seat, u64)>,
}

impl Desk {
    /// The sheets that `seat` can print now.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn papers(&self, campaign: &str, seat: Seat) -> Result<Papers, Fault> {
        let host = self.host_for(campaign, seat).await?;
        if !host.has_seat(seat) {
            return Err(Fault::NoCampaign);
        }
        let (look, papers) = (look(&host, seat), host.game.papers(seat));
        let mut lines = vec![(seat, self.count_lines(&host, seat).await?)];
        for paper in &papers {
            if lines.iter().all(|(known, _)| *known != paper.seat) {
                lines.push((paper.seat, self.count_lines(&host, paper.seat).await?));
            }
        }
        Ok(Papers { look, papers, lines })
    }
}
