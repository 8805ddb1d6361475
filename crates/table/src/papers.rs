//! What a seat can print now.

use kernel::Seat;
use kernel::view::{Paper, Text};

use crate::campaign::entry::Laid;
use crate::desk::Desk;
use crate::entry::act::Act;
use crate::fault::Fault;
use crate::host::Host;
use crate::look::{Look, look};
use crate::read::Read;

/// Among so many first entries stands what a campaign is begun from.
const LAID: u32 = 4;

fn is_position(act: &Act) -> bool {
    matches!(act, Act::Began(Laid::Position { .. }) | Act::LaidOut(Laid::Position { .. }))
}

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

/// A stretch of play that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Stretch {
    /// How it began.
    pub began: Text,
    /// The last line of the seat's log in it.
    pub last: u64,
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
        self.papers_of(&host, seat).await
    }

    /// The sheets that `seat` can print of a campaign as it stands.
    pub(crate) async fn papers_of(&self, host: &Host, seat: Seat) -> Result<Papers, Fault> {
        let (look, papers) = (look(host, seat), host.game.papers(seat));
        let mut lines = vec![(seat, self.count_lines(host, seat).await?)];
        for paper in &papers {
            if lines.iter().all(|(known, _)| *known != paper.seat) {
                lines.push((paper.seat, self.count_lines(host, paper.seat).await?));
            }
        }
        Ok(Papers { look, papers, lines })
    }

    /// The stretches of play that are over, such as days, as far as `seat` can read of them, the latest first.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn stretches(&self, campaign: &str, seat: Seat) -> Result<Vec<Stretch>, Fault> {
        let host = self.host_for(campaign, seat).await?;
        if !host.has_seat(seat) {
            return Err(Fault::NoCampaign);
        }
        let n_lines = self.count_lines(&host, seat).await?;
        let mut stretches = Vec::new();
        // A campaign that is begun from a position begins within a stretch.
        let first = self.store().entries(&host.id, 1, LAID).await?;
        let mut laid = first.iter().map(Read::of).collect::<Result<Vec<_>, _>>()?.into_iter();
        let within = laid.any(|read| read.bodies.iter().any(|(_, body)| is_position(&body.act)));
        let mut began: Option<(u64, Text)> = within.then(|| (1, Text::new("As the campaign began.")));
        for line in self.lines_back(&host, seat, n_lines, n_lines + 1, usize::MAX, &|_| true).await? {
            for (_, event, words) in line.events {
                if host.game.ends_stretch(&event)
                    && let Some((first, began)) = began.take()
                    && first < line.number
                {
                    stretches.push(Stretch { began, last: line.number - 1 });
                }
                if host.game.begins_stretch(&event) {
                    began = Some((line.number, words));
                }
            }
        }
        stretches.reverse();
        Ok(stretches)
    }
}
