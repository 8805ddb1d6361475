//! What a seat can print now.

use kernel::Seat;
use kernel::view::{Paper, Text};

use crate::desk::Desk;
use crate::fault::Fault;
use crate::host::Host;
use crate::look::{Look, look};

/// The sheets of a seat, with what stands on all of them.
#[derive(Clone, Debug)]
pub struct Papers {
    /// What the seat sees at the same moment.
    pub look: Look,
    /// The sheets.
    pub papers: Vec<Paper>,
    /// How many lines the log has for each seat whose sheets are among them. A sheet of a side that the umpire prints
    /// bears the side's own number: the umpire's would tell what others have done. What is open to all bears the public one.
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
        // Any page may turn out to be open to all when it is printed.
        for of in papers.iter().map(|paper| paper.seat).chain([Seat::Spectator]) {
            if lines.iter().all(|(known, _)| *known != of) {
                lines.push((of, self.count_lines(host, of).await?));
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
        let mut began: Option<(u64, Text)> = None;
        // A campaign may begin within a stretch, as one does that is brought in during its course: then no event of its log
        // begins it.
        let mut within = false;
        for line in self.lines_back(&host, seat, n_lines, n_lines + 1, usize::MAX, &|_| true).await? {
            for (_, event, words) in line.events {
                let begins = host.game.begins_stretch(&event);
                if host.game.ends_stretch(&event) {
                    let before = within.then(|| (0, Text::new("The beginning")));
                    if let Some((first, began)) = began.take().or(before)
                        && first < line.number
                    {
                        stretches.push(Stretch { began, last: line.number - 1 });
                    }
                    within = false;
                }
                if begins {
                    began = Some((line.number, words));
                }
                within |= !begins && began.is_none() && stretches.is_empty();
            }
        }
        stretches.reverse();
        Ok(stretches)
    }
}
