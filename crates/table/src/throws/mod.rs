//! Who throws: the campaign's dice, unless the campaign was laid out for dice at a table or all sides have agreed to type
//! theirs in.

use kernel::{Refusal, Seat};
use ledger::Stream;

use entry::{TableDice, TableWord};
use memory::Throws;

use crate::acted::acted;
use crate::answer::{Answer, Cursor, Token};
use crate::asked::Asked;
use crate::desk::Desk;
use crate::entry::act::Act;
use crate::fault::Fault;
use crate::host::Host;
use crate::house;

pub mod entry;
mod hands;
pub(crate) mod memory;
pub(crate) mod refusals;
pub(crate) mod words;

impl Throws {
    /// Why a word is not taken as things stand.
    pub fn refuses(&self, word: TableWord, seat: Seat) -> Option<Refusal> {
        match (word, seat) {
            (TableWord::Ask, _) if self.asked.is_some() => Some(house::table_dice_asked()),
            (TableWord::Agree, Seat::Umpire) => Some(house::only_sides_agree()),
            (TableWord::Agree | TableWord::Withdraw, _) if self.asked.is_none() => {
                Some(house::table_dice_not_asked())
            }
            (TableWord::Agree, Seat::Side(side)) if self.agreed.contains(&side) => {
                Some(house::table_dice_agreed())
            }
            _ => None,
        }
    }
}

impl Desk {
    /// A side or the umpire asks whether dice thrown at a table may be typed in, a side agrees, or somebody withdraws.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn table_dice(
        &self,
        campaign: &str,
        seat: Seat,
        word: TableWord,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        acted!(self, campaign, seat, host => self.table_dice_at(&mut host, seat, word, cursor.as_ref(), token))
    }

    async fn table_dice_at(
        &self,
        host: &mut Host,
        seat: Seat,
        word: TableWord,
        cursor: Option<&Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        if !host.has_seat(seat) || !matches!(seat, Seat::Side(_) | Seat::Umpire) {
            return Ok(house::only_looks(seat).into());
        }
        if let Some(answer) = host.already(seat, seat, token, cursor, &Asked::table_dice(word)) {
            return Ok(answer);
        }
        if host.memory.dice.shown {
            return Ok(house::dice_shown().into());
        }
        if host.types_freely() {
            return Ok(house::typed_freely().into());
        }
        if let Some(refusal) = host.memory.dice.throws.refuses(word, seat) {
            return Ok(refusal.into());
        }
        let body = self.head(host, seat, seat).says(Act::TableDice(TableDice { table_dice: word }));
        self.append(host, token, vec![(Stream::Public, body)]).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }
}
