//! Breaking a table below off.

use kernel::Seat;

use super::closing::not_before;
use super::entry::Anchor;
use super::memory::Word;
use crate::acted::acted;
use crate::answer::{Answer, Cursor, Token};
use crate::asked::Asked;
use crate::desk::Desk;
use crate::fault::Fault;
use crate::host::Host;
use crate::house;
use crate::text::{is_reason, one_line};

impl Desk {
    /// The umpire breaks off a table below, with a reason. What comes of it is entered by the command of the rules here. Where no
    /// person is the umpire a side says that it is broken off, and once all have said it for the same reason it is.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn break_off(
        &self,
        campaign: &str,
        seat: Seat,
        slot: &str,
        reason: &str,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        let reason = one_line(reason);
        acted!(self, campaign, seat, host => {
            self.break_off_at(&mut host, seat, slot, &reason, cursor.clone(), token)
        })
    }

    async fn break_off_at(
        &self,
        host: &mut Host,
        seat: Seat,
        slot: &str,
        reason: &str,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        let asked = Asked::closing(slot, Some(reason));
        if let Some(answer) = host.closes(seat, token, cursor.as_ref(), &asked) {
            return Ok(answer);
        }
        let Some(known) = host.memory.levels.open(slot).cloned() else {
            return Ok(house::no_table_below(slot).into());
        };
        if !is_reason(reason) {
            return Ok(house::reason_to_break_off().into());
        }
        let word = host.closed_by_sides().then(|| Word::break_off(reason));
        if let Some(word) = &word {
            if let Some(refusal) = host.refuses_word(seat, slot, Some(word)) {
                return Ok(refusal.into());
            }
            if !host.is_last_word(seat, slot, word) {
                return self.keep_word(host, seat, slot, Some(word), token).await;
            }
        }
        let mut below = self.below(host, slot, &known).await?;
        not_before(host, below.as_deref())?;
        let closer = host.closer();
        let handed = below.as_ref().map(|below| self.handing_up(below, Some(reason), closer)).transpose()?;
        let anchor = handed.as_ref().and_then(Anchor::of);
        let mut heads = host.heads.clone();
        let (mut entries, mut name) = (Vec::new(), token);
        if let Some(word) = &word {
            entries.push(self.last_word(host, &mut heads, (seat, slot), word, token)?);
            name = self.fresh_token()?;
        }
        let closed = self.closing(host, slot, anchor, Some(reason));
        entries.push(self.chained(host, &mut heads, name, closed)?);
        let lower = below.as_mut().zip(handed).map(|(below, handed)| (&mut **below, handed));
        self.write_all(host, lower.into_iter().collect(), entries).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }
}
