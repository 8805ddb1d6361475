//! Taking in what came of a table below.

use kernel::{Acting, Refusals, Seat};

use super::closing::not_before;
use super::correcting::taking_in;
use super::entry::{Anchor, HandedUp};
use super::memory::Word;
use crate::acted::acted;
use crate::answer::{Answer, Cursor, Token};
use crate::asked::Asked;
use crate::desk::Desk;
use crate::fault::Fault;
use crate::host::Host;
use crate::house;
use crate::judge::{Answering, Attempt, Judged};

impl Desk {
    /// The umpire takes in what came of a table below. From then on nothing is done there. Where no person is the umpire a side
    /// says that it is taken in, and with the last side's word it is.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn take_in(
        &self,
        campaign: &str,
        seat: Seat,
        slot: &str,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        acted!(self, campaign, seat, host => self.take_in_at(&mut host, seat, slot, cursor.clone(), token))
    }

    async fn take_in_at(
        &self,
        host: &mut Host,
        seat: Seat,
        slot: &str,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        if let Some(answer) = host.closes(seat, token, cursor.as_ref(), &Asked::closing(slot, None)) {
            return Ok(answer);
        }
        let Some(known) = host.memory.levels.open(slot).cloned() else {
            return Ok(house::no_table_below(slot).into());
        };
        if host.waiting_of(Seat::Umpire).is_some() {
            return Ok(house::waiting().into());
        }
        self.go_over(host).await?;
        let Some(mut below) = self.below(host, slot, &known).await? else {
            return Ok(house::table_below_is_away(slot).into());
        };
        not_before(host, Some(&below))?;
        let closer = host.closer();
        if !below.hands_up(&HandedUp { broken_off: false }, false, closer) {
            return Ok(house::table_below_goes_on(slot).into());
        }
        let Some(handed) = below.game.hands_up() else {
            return Ok(house::not_from_below(slot).into());
        };
        let word = host.closed_by_sides().then(|| Word::take_in(&below));
        if let Some(word) = &word {
            if let Some(refusal) = host.refuses_word(seat, slot, Some(word)) {
                return Ok(refusal.into());
            }
            if !host.is_last_word(seat, slot, word) {
                return self.keep_word(host, seat, slot, Some(word), token).await;
            }
        }
        // What the rules say against it may be of what a side does not know.
        let against = |refusals: Refusals| match closer {
            Seat::Clock => house::not_from_below(slot).into(),
            _ => Answer::Refused(refusals),
        };
        let command = match taking_in(host.game.as_ref(), slot, &handed) {
            Ok(command) => command,
            Err(refusals) => return Ok(against(refusals)),
        };
        let acting = Acting { seat: Seat::Umpire, by: closer };
        let act = Attempt { acting, ..Attempt::own(Seat::Umpire, command, self.fresh_token()?) };
        let (taken, answer) = match self.judged(host, &act, Answering::First(Vec::new()))? {
            Judged::Refused(refusals) => return Ok(against(refusals)),
            Judged::Done(parts, rolls) => (parts, Some(rolls)),
            Judged::Waits(parts) => (parts, None),
        };
        let handed = self.handing_up(&below, None, closer)?;
        let mut heads = host.heads.clone();
        let (mut entries, mut name) = (Vec::new(), token);
        if let Some(word) = &word {
            entries.push(self.last_word(host, &mut heads, (seat, slot), word, token)?);
            name = self.fresh_token()?;
        }
        let closed = self.closing(host, slot, Anchor::of(&handed), None);
        entries.push(self.chained(host, &mut heads, name, closed)?);
        entries.push(self.chained(host, &mut heads, act.entry, taken)?);
        self.write_all(host, vec![(&mut *below, handed)], entries).await?;
        let cursor = host.cursor(seat);
        Ok(match answer {
            Some(rolls) => Answer::Done { cursor, rolls },
            // Whoever waits for it is not the side that said the last word.
            None if closer == Seat::Clock => Answer::Done { cursor, rolls: Vec::new() },
            None => Answer::Waits { cursor },
        })
    }
}
