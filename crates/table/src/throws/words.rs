//! What the log says of dice thrown at a table.

use kernel::view::Text;

use super::entry::{TableDice, TableWord};
use crate::entry::Head;
use crate::log::said::who;

pub(crate) fn said(head: &Head, said: &TableDice) -> Text {
    who(head).say(match said.table_dice {
        TableWord::Ask => " asked the sides whether dice thrown at a table may be typed in.",
        TableWord::Agree => " agreed that dice thrown at a table may be typed in.",
        TableWord::Withdraw => " withdrew: dice thrown at a table may not be typed in from now on.",
    })
}
