//! What the log says of a step taken back.

use kernel::Seat;
use kernel::view::Text;

use crate::entry::Head;
use crate::log::said::who;

pub(crate) fn undone(head: &Head) -> Text {
    match (head.by, head.seat) {
        (Seat::Umpire, Seat::Side(side)) => {
            Text::new("The umpire sent the last step of ").side(side).say(" back.")
        }
        _ => who(head).say(" took the last step back."),
    }
}
