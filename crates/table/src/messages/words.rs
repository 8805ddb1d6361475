//! What the log says of a message.

use kernel::Seat;
use kernel::view::Text;
use ledger::Stream;

use super::entry::Wrote;
use crate::entry::Head;
use crate::text::one_line;

pub(crate) fn wrote(head: &Head, stream: Stream, wrote: &Wrote) -> Text {
    let text = match (head.by, stream) {
        (Seat::Side(side), _) => Text::empty().side(side).say(" wrote to the umpire: "),
        (_, Stream::Side(side)) => Text::new("The umpire wrote to ").side(side).say(": "),
        _ => Text::new("The umpire wrote to everyone: "),
    };
    text.say(format!("“{}”", one_line(&wrote.message)))
}
