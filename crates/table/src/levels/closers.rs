//! Who closes a table below, and whether it can be done as things stand.

use std::collections::BTreeMap;

use kernel::{Refusal, Seat};

use super::memory::Word;
use crate::answer::{Answer, Cursor, Token};
use crate::asked::Asked;
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
        self.unjudged(seat, token, cursor, asked)
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
        let asks = |said: &BTreeMap<u8, Word>| {
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
