//! Where no person is the umpire: the sides close a table below together. One says it, the others say the same, and with the
//! last word it is done. Until then each of them may take it back.

use kernel::Seat;
use ledger::{Entry, Stream};

use super::entry::{Closes, ClosingSaid, ClosingWord};
use super::memory::Word;
use crate::acted::acted;
use crate::answer::{Answer, Cursor, Token};
use crate::asked::Asked;
use crate::desk::Desk;
use crate::entry::Body;
use crate::entry::act::Act;
use crate::fault::Fault;
use crate::host::Host;
use crate::house;

impl Desk {
    /// A side takes back what it has said of closing a table below, or says no to what another has.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn keep_open(
        &self,
        campaign: &str,
        seat: Seat,
        slot: &str,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        acted!(self, campaign, seat, host => self.keep_open_at(&mut host, seat, slot, cursor.as_ref(), token))
    }

    async fn keep_open_at(
        &self,
        host: &mut Host,
        seat: Seat,
        slot: &str,
        cursor: Option<&Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        if !host.closed_by_sides() {
            return Ok(house::nothing_said(slot).into());
        }
        if let Some(answer) = host.closes(seat, token, cursor, &Asked::keeping_open(slot)) {
            return Ok(answer);
        }
        if let Some(refusal) = host.refuses_word(seat, slot, None) {
            return Ok(refusal.into());
        }
        self.keep_word(host, seat, slot, None, token).await
    }

    /// Writes down a word of a side that is not the last one.
    pub(super) async fn keep_word(
        &self,
        host: &mut Host,
        seat: Seat,
        slot: &str,
        word: Option<&Word>,
        token: Token,
    ) -> Result<Answer, Fault> {
        self.append(host, token, self.said(host, seat, slot, word)).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }

    /// The last word, as it is to be written before what it does.
    pub(super) fn last_word(
        &self,
        host: &Host,
        heads: &mut ledger::Heads,
        (seat, slot): (Seat, &str),
        word: &Word,
        token: Token,
    ) -> Result<Entry, Fault> {
        self.chained(host, heads, token, self.said(host, seat, slot, Some(word)))
    }

    fn said(&self, host: &Host, seat: Seat, slot: &str, word: Option<&Word>) -> Vec<(Stream, Body)> {
        let says = match word {
            None => Closes::No,
            Some(Word { broken_off: None, .. }) => Closes::TakeIn,
            Some(_) => Closes::BreakOff,
        };
        let at = word.and_then(|word| word.at);
        let said = ClosingWord { slot: slot.into(), word: says, at };
        let head = self.head(host, seat, seat).because(word.and_then(|word| word.broken_off.clone()));
        vec![(Stream::Public, head.says(Act::ClosingSaid(ClosingSaid { said })))]
    }
}
