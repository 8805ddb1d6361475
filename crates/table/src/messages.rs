//! Messages between the umpire and the sides. They stand in the log of those who may read them and change nothing.

use std::collections::BTreeSet;

use kernel::view::Text;
use kernel::{Audience, Seat};
use ledger::Stream;
use serde::{Deserialize, Serialize};

use crate::body::{Body, Kind, audience_of, stream_of};
use crate::desk::{Desk, one_line, some_lines};
use crate::fault::Fault;
use crate::host::{Cursor, Host};
use crate::house;
use crate::read::Read;
use crate::submit::{Answer, Token, acted};

/// The most characters of a message.
pub const MOST_CHARS: usize = 1000;
/// How many messages a seat writes within a minute at the most: more bury what else has happened.
pub const MOST_A_MINUTE: usize = 10;
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

impl Desk {
    /// The messages that a seat may read, newest first.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn messages(&self, campaign: &str, seat: Seat) -> Result<Vec<Message>, Fault> {
        let host = self.host_for(campaign, seat).await?;
        if host.has_seat(seat) { Ok(host.messages_for(seat)) } else { Err(Fault::NoCampaign) }
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
        // A message rests on nothing that its writer saw.
        if let Some(answer) = host.already(seat, seat, token, None::<&Cursor>, None) {
            return Ok(answer);
        }
        if host.memory.dice.shown {
            return Ok(house::dice_shown().into());
        }
        let now = self.clock().now();
        let is_fresh = |one: &&Message| one.by == seat && one.at > now - 60_000;
        if host.memory.messages.iter().filter(is_fresh).count() >= MOST_A_MINUTE {
            return Ok(house::messages_too_many(MOST_A_MINUTE).into());
        }
        let words = some_lines(words);
        if !(1..=MOST_CHARS).contains(&words.chars().count()) {
            return Ok(house::message_unfit().into());
        }
        let mut body = Body::new(now, Kind::Wrote, seat, seat, &host.rules);
        body.message = Some(words);
        self.append(host, token, vec![(stream_of(audience), body)]).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }
}

/// What an entry says to somebody.
pub(crate) fn message(read: &Read) -> Option<Message> {
    read.bodies.iter().find_map(|(stream, body)| {
        let words = body.message.clone()?;
        Some(Message { at: body.at, by: body.by, audience: audience_of(*stream), words })
    })
}

/// Takes a message in. Each circle's are counted for themselves: how much others write shows nowhere.
pub(crate) fn remember(known: &mut Vec<Message>, message: Message) {
    let of_circle = |one: &Message| one.audience == message.audience;
    if known.iter().filter(|one| of_circle(one)).count() >= REMEMBERED
        && let Some(oldest) = known.iter().position(of_circle)
    {
        known.remove(oldest);
    }
    known.push(message);
}

/// A message as the log tells it.
pub(crate) fn words(body: &Body, stream: Stream) -> Text {
    let said = one_line(body.message.as_deref().unwrap_or(""));
    let text = match (body.by, stream) {
        (Seat::Side(side), _) => Text::empty().side(side).say(" wrote to the umpire: "),
        (_, Stream::Side(side)) => Text::new("The umpire wrote to ").side(side).say(": "),
        _ => Text::new("The umpire wrote to everyone: "),
    };
    text.say(format!("“{said}”"))
}

impl Host {
    /// The messages that a seat may read, newest first.
    pub(crate) fn messages_for(&self, seat: Seat) -> Vec<Message> {
        self.memory.messages.iter().rev().filter(|message| seat.sees(message.audience)).cloned().collect()
    }
}
