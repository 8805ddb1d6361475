//! [BF-2.1.1.5] Fortification purchase points (FPP).

use kernel::grammar::counted_of;
use kernel::{Adjudged, Checked, Reasons, RuleId};

use super::Cx;
use crate::event::Event;
use crate::state::State;
use crate::words::Side;

/// [BF-2.1.1.5-1] Used like purchase points: none are spent that are not held.
pub(crate) fn can_pay(state: &State, rule: RuleId, side: Side, cost: i32, why: &mut Reasons) -> Checked {
    let held = state.side(side).fpp;
    why.unless(cost <= held, rule, "funds", || {
        format!("Needs {}, you hold {held}.", counted_of(cost, "fortification point", "fortification points"))
    })
}

/// [BF-2.1.1.5-2] The campaign file may grant points at a day's opening.
pub(crate) fn grant(cx: &mut Cx<'_>) -> Adjudged {
    if cx.state().facts.slot != 1 {
        return Ok(());
    }
    for side in Side::BOTH {
        let fpp = cx.state().day().grant[side];
        if fpp > 0 {
            cx.record(Event::PointsGranted { side, fpp })?;
        }
    }
    Ok(())
}
