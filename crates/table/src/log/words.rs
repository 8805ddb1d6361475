//! What the log says of acts that belong to the table itself and not to the rules: each feature has its words.

use kernel::view::Text;
use ledger::Stream;

use crate::entry::Body;
use crate::entry::act::Act;

/// The words of a part; none for what the rules tell.
pub(super) fn words(body: &Body, stream: Stream) -> Option<Text> {
    let Body { head, act } = body;
    Some(match act {
        Act::Began(laid) | Act::LaidOut(laid) => crate::campaign::words::laid(laid),
        Act::DiceRenewed(_) => crate::campaign::words::renewed(),
        Act::Contributed(contributed) => crate::campaign::words::contributed(head, contributed),
        Act::DiceOpened(opened) => crate::campaign::words::opened(head, opened),
        Act::DiceShown(_) => crate::campaign::words::shown(),
        Act::DiceMissing(_) => crate::campaign::words::missing(),
        Act::Taken(_) => crate::campaign::words::taken(),
        Act::Pledged(pledged) => crate::pledges::words::pledged(head, pledged),
        Act::Revealed(revealed) => crate::pledges::words::revealed(head, revealed),
        Act::Renewed(renewed) => crate::pledges::words::renewed(head, renewed),
        Act::TableDice(said) => crate::throws::words::said(head, said),
        Act::Command(_) => return None,
        Act::Opened(opened) => crate::commands::words::opened(head, opened),
        Act::Answered(answered) => return crate::commands::words::answered(head, answered),
        Act::Undone(_) => crate::undo::words::undone(head),
        Act::Wrote(wrote) => crate::messages::words::wrote(head, stream, wrote),
        Act::Ruled(ruled) => crate::rulings::words::ruled(ruled),
        Act::Proposed(_) => crate::correct::words::proposed(),
        Act::Consented(consented) => crate::correct::words::consented(head, consented),
        Act::Corrected(_) => crate::correct::words::corrected(),
        Act::Delayed(delayed) => crate::delay::words::delayed(delayed),
        Act::Timed(timed) => crate::deadline::words::timed(head, timed),
        Act::Played(_) => crate::deadline::words::played(),
        Act::Kept(kept) => crate::deadline::words::kept(head, kept),
        Act::TableOpened(opened) => crate::levels::words::opened(opened),
        Act::ClosingSaid(said) => crate::levels::words::said(head, said),
        Act::TableClosed(closed) => crate::levels::words::closed(closed),
        Act::HandedUp(handed) => crate::levels::words::handed_up(handed),
        Act::Mapped(mapped) => crate::pictures::words::mapped(stream, mapped),
    })
}
