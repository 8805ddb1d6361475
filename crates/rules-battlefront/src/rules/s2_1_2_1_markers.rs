//! [BF-2.1.2.1] Marker removal.

use kernel::Adjudged;

use super::Cx;
use crate::event::Event;

/// [BF-2.1.2.1-1] Artillery templates, smoke, improved positions and hull-down markers come off the map. Who ended in an
/// improved position stays on record until C5 is closed. [BF-2.1.2.1-2, BF-R37]
pub(crate) fn remove(cx: &mut Cx<'_>) -> Adjudged {
    cx.record(Event::MarkersRemoved)
}
