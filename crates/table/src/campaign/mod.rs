//! A campaign's beginning and its end: it is laid out, its dice are opened, and at last their secret is shown.

use kernel::Seat;
use ledger::Stream;

use ::dice::Contribution;
use entry::{Contributed, Nothing};

use crate::acted::acted;
use crate::answer::{Answer, Token};
use crate::asked::Asked;
use crate::desk::Desk;
use crate::entry::act::Act;
use crate::fault::Fault;
use crate::host::Host;
use crate::house;
use crate::text::{is_reason, one_line};

pub(crate) mod begin;
pub mod entry;
pub(crate) mod laying;
pub(crate) mod memory;
pub(crate) mod opening;
pub(crate) mod refusals;
pub(crate) mod words;

/// The longest words a side can add to the dice, in characters.
const MOST_WORDS: usize = 200;

impl Desk {
    /// A side adds words of its own to the dice before the first roll, or passes with `None`.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn contribute(
        &self,
        campaign: &str,
        seat: Seat,
        words: Option<String>,
        token: Token,
    ) -> Result<Answer, Fault> {
        acted!(self, campaign, seat, host => self.contribute_at(&mut host, seat, words.clone(), token))
    }

    async fn contribute_at(
        &self,
        host: &mut Host,
        seat: Seat,
        words: Option<String>,
        token: Token,
    ) -> Result<Answer, Fault> {
        if !matches!(seat, Seat::Side(_)) || !host.has_seat(seat) {
            return Ok(house::only_looks(seat).into());
        }
        if host.memory.dice.shown {
            return Ok(house::dice_shown().into());
        }
        if host.memory.dice.open {
            return Ok(house::dice_open_already().into());
        }
        if host.memory.dice.terms.is_some() {
            return Ok(house::words_of_devices().into());
        }
        if host.memory.dice.answered.contains(&seat.name()) {
            return Ok(house::contributed_already().into());
        }
        let words = words.map(|words| one_line(&words).chars().take(MOST_WORDS).collect::<String>());
        let contribution =
            words.filter(|words| !words.is_empty()).map(|text| Contribution { seat: seat.name(), text });
        let asked = Asked::contributed(contribution.as_ref());
        if let Some(answer) = host.already(seat, seat, token, None, &asked) {
            return Ok(answer);
        }
        let body = self.head(host, seat, seat).says(Act::Contributed(Contributed { contribution }));
        self.append(host, token, vec![(Stream::Public, body)]).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }

    /// The umpire opens the dice without waiting for the rest of the sides. Where the sides' devices give words, that takes
    /// a reason, and the log names the sides without whose words the dice were opened.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn open_dice(&self, campaign: &str, seat: Seat, reason: Option<&str>) -> Result<Answer, Fault> {
        let reason = reason.map(one_line).filter(|reason| is_reason(reason));
        acted!(self, campaign, seat, host => self.open_dice_at(&mut host, seat, reason.clone()))
    }

    async fn open_dice_at(
        &self,
        host: &mut Host,
        seat: Seat,
        reason: Option<String>,
    ) -> Result<Answer, Fault> {
        if seat != Seat::Umpire {
            return Ok(house::only_umpire(seat).into());
        }
        if host.memory.dice.shown {
            return Ok(house::dice_shown().into());
        }
        if host.memory.dice.open {
            return Ok(house::dice_open_already().into());
        }
        if host.memory.dice.terms.is_some() && reason.is_none() {
            return Ok(house::reason_for_words().into());
        }
        self.open_at(host, seat, reason).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }

    /// The umpire ends the campaign, so that the secret of its dice may be shown. Nothing is done afterwards.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn end(&self, campaign: &str, seat: Seat, reason: &str) -> Result<Answer, Fault> {
        let reason = one_line(reason);
        acted!(to the end, self, campaign, seat, host => self.end_at(&mut host, seat, &reason))
    }

    async fn end_at(&self, host: &mut Host, seat: Seat, reason: &str) -> Result<Answer, Fault> {
        if seat != Seat::Umpire {
            return Ok(house::only_umpire(seat).into());
        }
        if host.memory.dice.shown {
            return Ok(house::dice_shown().into());
        }
        if !is_reason(reason) {
            return Ok(house::reason_needed().into());
        }
        let head = self.head(host, seat, seat).because(Some(reason.to_owned()));
        let body = head.says(Act::DiceShown(Nothing {}));
        self.append(host, self.fresh_token()?, vec![(Stream::Public, body)]).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }
}
