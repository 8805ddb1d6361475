//! Messages as the table remembers them: the newest of each circle of readers.

use kernel::{Audience, Seat};
use ledger::Stream;
use serde::{Deserialize, Serialize};

use super::entry::Wrote;
use crate::entry::Head;
use crate::streams::audience_of;

/// How many messages each circle of readers finds again on their page, the newest; the log has them all.
pub const REMEMBERED: usize = 100;

/// One message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// When, in milliseconds since 1970, UTC.
    pub at: i64,
    /// Who wrote it.
    pub by: Seat,
    /// Who reads it; a side's own circle is the side and the umpire.
    pub audience: Audience,
    /// What it says.
    pub words: String,
}

/// What the umpire and the sides wrote to each other last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Messages(Vec<Message>);

impl Messages {
    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes a message in. Each circle's are counted for themselves: how much others write shows nowhere.
    pub fn wrote(&mut self, head: &Head, stream: Stream, wrote: &Wrote) {
        let audience = audience_of(stream);
        let of_circle = |one: &Message| one.audience == audience;
        if self.0.iter().filter(|one| of_circle(one)).count() >= REMEMBERED
            && let Some(oldest) = self.0.iter().position(of_circle)
        {
            self.0.remove(oldest);
        }
        self.0.push(Message { at: head.at, by: head.by, audience, words: wrote.message.clone() });
    }

    /// Those that a seat may read, newest first.
    pub fn read_by(&self, seat: Seat) -> Vec<Message> {
        self.0.iter().rev().filter(|message| seat.sees(message.audience)).cloned().collect()
    }

    /// How many a seat has written since a moment.
    pub fn n_since(&self, seat: Seat, moment: i64) -> usize {
        self.0.iter().filter(|one| one.by == seat && one.at > moment).count()
    }
}
