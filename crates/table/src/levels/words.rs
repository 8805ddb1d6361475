//! What the log says of tables above and below.

use kernel::view::Text;

use super::entry::{Closes, ClosingSaid, HandedUp, TableClosed, TableOpened};
use crate::entry::Head;
use crate::log::said::who;

pub(crate) fn opened(opened: &TableOpened) -> Text {
    Text::new(format!("A table was opened below this one: {}.", opened.below.slot))
}

pub(crate) fn said(head: &Head, ClosingSaid { said }: &ClosingSaid) -> Text {
    let slot = &said.slot;
    who(head).say(match said.word {
        Closes::TakeIn => format!(" says that what came of the table {slot} is taken in."),
        Closes::BreakOff => format!(" says that the table {slot} is broken off."),
        Closes::No => format!(" says that the table {slot} stays open."),
    })
}

pub(crate) fn closed(TableClosed { closed }: &TableClosed) -> Text {
    Text::new(match closed.broken_off {
        true => format!("The table {} was broken off. What comes of it is entered by hand.", closed.slot),
        false => format!("What came of the table {} was taken in.", closed.slot),
    })
}

pub(crate) fn handed_up(handed: &HandedUp) -> Text {
    Text::new(match handed.broken_off {
        true => "The table above broke this one off. Nothing is done here any more.",
        false => "What came of this table went to the one above. Nothing is done here any more.",
    })
}
