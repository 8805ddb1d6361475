//! TOY-6 Closing.

use kernel::{Adjudged, RuleId};

use super::{Cx, force, own_dusk_or_night};
use crate::event::Event;
use crate::state::Phase;

const RULE: RuleId = RuleId("TOY-6");

/// [TOY-6] Closing: the dusk when pay is rolled, the night when a stance is sealed, whose digest is published.
pub fn close(cx: &mut Cx<'_>) -> Adjudged {
    let side = own_dusk_or_night(cx)?;
    if !force(cx, side).paid {
        return cx.refuse(RULE, "incomplete", || "Your pay is not rolled.".into());
    }
    let (round, phase, stance) = (cx.state().round, cx.state().phase, force(cx, side).stance);
    if phase == Phase::Night && stance.is_none() {
        return cx.refuse(RULE, "incomplete", || "Your stance is not sealed.".into());
    }
    cx.record(Event::Closed { side, round, phase, digest: stance.and_then(|sealed| sealed.digest) })
}
