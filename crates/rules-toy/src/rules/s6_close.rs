//! TOY-6 Closing.

use kernel::{Adjudged, Checked, Reasons, RuleId, Seat, Side};

use super::{Cx, own_turn};
use crate::event::Event;
use crate::state::{Phase, State};

const RULE: RuleId = RuleId("TOY-6");

/// [TOY-6] Closing: the dusk when pay is rolled, the night when a stance is sealed, whose digest is published.
pub fn close(cx: &mut Cx<'_>) -> Adjudged {
    let side = cx.check(|why| may_close(cx.state(), cx.seat(), why))?;
    let (round, phase, stance) = (cx.state().round, cx.state().phase, cx.state().sides[side].stance);
    cx.record(Event::Closed { side, round, phase, digest: stance.and_then(|sealed| sealed.digest) })
}

fn may_close(state: &State, seat: Seat, why: &mut Reasons) -> Checked<Side> {
    let side = own_turn(state, seat, &[Phase::Dusk, Phase::Night], why)?;
    let force = &state.sides[side];
    why.unless(force.paid, RULE, "incomplete", || "Your pay is not rolled.".into())?;
    let sealed = state.phase == Phase::Dusk || force.stance.is_some();
    why.unless(sealed, RULE, "incomplete", || "Your stance is not sealed.".into())?;
    Ok(side)
}
