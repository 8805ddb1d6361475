//! [BF-2.1.1.5] Fortification purchase points (FPP).

use kernel::grammar::{SectionEvent, counted_of};
use kernel::view::Text;
use kernel::{Adjudged, Audience, Checked, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::{Cx, by};
use crate::setup::Campaign;
use crate::state::State;
use crate::view::prose::fpp_words;
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
            cx.record(PointsGranted { side, fpp })?;
        }
    }
    Ok(())
}

/// A side was granted fortification purchase points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PointsGranted {
    /// The side.
    pub side: Side,
    /// How many.
    pub fpp: i32,
}

impl SectionEvent<State, Campaign> for PointsGranted {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { fpp, .. } = self;
        state.facts.side_mut(self.side).fpp += fpp
    }
    fn narrate(&self, _: &Campaign) -> Text {
        by(self.side).say(format!(" was granted {}.", fpp_words(self.fpp))).rule(RuleId("BF-2.1.1.5-2"))
    }
}
