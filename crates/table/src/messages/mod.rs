//! Messages between the umpire and the sides. They stand in the log of those who may read them and change nothing.

use std::collections::BTreeSet;

use entry::Wrote;
use kernel::{Audience, Seat};
use memory::Message;

use crate::acted::acted;
use crate::answer::{Answer, Cursor, Token};
use crate::asked::Asked;
use crate::desk::Desk;
use crate::entry::act::Act;
use crate::fault::Fault;
use crate::host::Host;
use crate::house;
use crate::streams::stream_of;
use crate::text::some_lines;

pub mod entry;
pub(crate) mod memory;
pub(crate) mod refusals;
pub(crate) mod words;

pub use memory::REMEMBERED;

/// The most characters of a message.
pub const MOST_CHARS: usize = 1000;
/// How many messages a seat writes within a minute at the most: more bury what else has happened.
pub const MOST_A_MINUTE: usize = 10;
impl Desk {
    /// The messages that a seat may read, newest first.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn messages(&self, campaign: &str, seat: Seat) -> Result<Vec<Message>, Fault> {
        let host = self.host_for(campaign, seat).await?;
        if host.has_seat(seat) { Ok(host.memory.messages.read_by(seat)) } else { Err(Fault::NoCampaign) }
    }

    /// Whose messages are news to a seat: of the umpire's those that it has not answered; of a side's and a spectator's
    /// those that came after `last`, when somebody sat here last.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn news(&self, campaign: &str, seat: Seat, last: Option<i64>) -> Result<BTreeSet<Seat>, Fault> {
        let known = self.messages(campaign, seat).await?;
        let answered = |circle: Audience| {
            let answers =
                |one: &&Message| one.by == Seat::Umpire && [circle, Audience::Public].contains(&one.audience);
            known.iter().filter(answers).map(|one| one.at).max()
        };
        let is_news = |one: &&Message| match seat {
            Seat::Umpire => answered(one.audience).is_none_or(|answer| one.at > answer),
            _ => last.is_none_or(|last| one.at > last),
        };
        Ok(known.iter().filter(|one| one.by != seat).filter(is_news).map(|one| one.by).collect())
    }

    /// The umpire writes to a side or to everyone, a side to the umpire.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn write_to(
        &self,
        campaign: &str,
        seat: Seat,
        audience: Audience,
        words: &str,
        token: Token,
    ) -> Result<Answer, Fault> {
        acted!(self, campaign, seat, host => self.write_at(&mut host, seat, audience, words, token))
    }

    async fn write_at(
        &self,
        host: &mut Host,
        seat: Seat,
        audience: Audience,
        words: &str,
        token: Token,
    ) -> Result<Answer, Fault> {
        let is_own = match (seat, audience) {
            (Seat::Umpire, Audience::Public) => true,
            (Seat::Umpire, Audience::Side(side)) => host.has_seat(Seat::Side(side)),
            (Seat::Side(own), Audience::Side(side)) => own == side,
            _ => false,
        };
        if !is_own {
            return Ok(match seat {
                Seat::Spectator => house::only_looks(seat).into(),
                _ => house::not_to_write_to().into(),
            });
        }
        let words = some_lines(words);
        let asked = Asked::message(stream_of(audience), &words);
        // A message rests on nothing that its writer saw.
        if let Some(answer) = host.already(seat, seat, token, None::<&Cursor>, &asked) {
            return Ok(answer);
        }
        if host.memory.dice.shown {
            return Ok(house::dice_shown().into());
        }
        let now = self.clock().now();
        if host.memory.messages.n_since(seat, now - 60_000) >= MOST_A_MINUTE {
            return Ok(house::messages_too_many(MOST_A_MINUTE).into());
        }
        if !is_fit(&words) {
            return Ok(house::message_unfit().into());
        }
        let body = self.head(host, seat, seat).says(Act::Wrote(Wrote { message: words }));
        self.append(host, token, vec![(stream_of(audience), body)]).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }
}

/// Whether somebody reads something in a message, and it is none too long.
pub(crate) fn is_fit(words: &str) -> bool {
    !some_lines(words).is_empty() && words.chars().count() <= MOST_CHARS
}
