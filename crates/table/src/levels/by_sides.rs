//! Where no person is the umpire: the sides close a table below together. One says it, the others say the same, and with the
//! last word it is done. Until then each of them may take it back.

use kernel::{Refusal, Seat};
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

impl Word {
    /// That it is broken off.
    pub fn break_off(reason: &str) -> Self {
        Self { broken_off: Some(reason.to_owned()), at: None }
    }

    /// That what came of it is taken in, as it is there now.
    pub fn take_in(below: &Host) -> Self {
        Self { broken_off: None, at: below.memory.levels.acted }
    }
}

impl Host {
    /// Whether the sides close tables below together, for no person is the umpire.
    pub(crate) fn closed_by_sides(&self) -> bool {
        self.game.without_umpire()
    }

    /// Who closes a table below in the log: the umpire, or at that seat the engine.
    pub(crate) fn closer(&self) -> Seat {
        if self.closed_by_sides() { Seat::Clock } else { Seat::Umpire }
    }

    /// The answer to an act that closes a table below, where nothing has to be judged: as [`Host::umpires`], and where no person
    /// is the umpire the same for a side.
    pub(crate) fn closes(
        &self,
        seat: Seat,
        token: Token,
        cursor: Option<&Cursor>,
        asked: &Asked,
    ) -> Option<Answer> {
        if !self.closed_by_sides() {
            return self.umpires(seat, token, cursor, asked);
        }
        if !matches!(seat, Seat::Side(_)) || !self.has_seat(seat) {
            return Some(house::sides_close().into());
        }
        let over = || self.memory.dice.shown.then(|| house::dice_shown().into());
        self.already(seat, seat, token, cursor, asked).or_else(over)
    }

    /// Why a side's word on closing a table below is not taken as things stand.
    pub(crate) fn refuses_word(&self, seat: Seat, slot: &str, word: Option<&Word>) -> Option<Refusal> {
        let levels = &self.memory.levels;
        let (Seat::Side(side), true) = (seat, self.closed_by_sides()) else {
            return Some(house::sides_close());
        };
        if levels.open(slot).is_none() {
            return Some(house::no_table_below(slot));
        }
        let said = levels.words.get(slot);
        match word {
            None => said.is_none().then(|| house::nothing_said(slot)),
            Some(word) => {
                let again = said.and_then(|said| said.get(&side)) == Some(word);
                again.then(|| house::said_already(slot))
            }
        }
    }

    /// The tables below on whose closing this seat's word is waited for.
    pub(crate) fn asked_to_close(&self, seat: Seat) -> Vec<String> {
        let Seat::Side(side) = seat else { return Vec::new() };
        let asks = |said: &std::collections::BTreeMap<u8, Word>| {
            said.iter().any(|(other, word)| *other != side && said.get(&side) != Some(word))
        };
        let words = &self.memory.levels.words;
        words.iter().filter(|(_, said)| asks(said)).map(|(slot, _)| slot.clone()).collect()
    }

    /// Whether the last word comes with this seat's: all others have said the same.
    pub(crate) fn is_last_word(&self, seat: Seat, slot: &str, word: &Word) -> bool {
        let Seat::Side(side) = seat else { return false };
        self.memory.levels.said_by_all(slot, word, self.sides.len(), Some(side))
    }
}

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
