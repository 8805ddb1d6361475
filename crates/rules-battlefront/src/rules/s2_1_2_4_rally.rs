//! [BF-2.1.2.4] Rally.

use kernel::Adjudged;

use super::Cx;
use crate::event::Event;

/// [BF-2.1.2.4-1] All suppressed and disordered units of both sides return to good order.
pub(crate) fn rally(cx: &mut Cx<'_>) -> Adjudged {
    cx.record(Event::Rallied)
}
