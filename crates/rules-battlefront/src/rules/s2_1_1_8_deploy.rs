//! [BF-2.1.1.8] Deploy forces: the defender first, what is hidden on record.

use kernel::{Adjudged, RuleId};

use super::{Cx, at_step, still_open};
use crate::phase::Step;
use crate::state::State;
use crate::words::Side;

/// [BF-2.1.P-4] The side that sets up in a step; absent in every other step.
pub fn sets_up(state: &State, step: Step) -> Option<Side> {
    let attacker = state.facts.attacker.and_then(|id| state.campaign().side_of(id))?;
    match step {
        Step::DefenderSetsUp => Some(attacker.other()),
        Step::AttackerSetsUp => Some(attacker),
        _ => None,
    }
}

/// A side sets up in its own turn, the defender first. [BF-2.1.P-4]
pub(crate) fn in_own_turn(cx: &Cx<'_>, side: Side, rule: RuleId) -> Adjudged {
    at_step(cx, rule, &[Step::DefenderSetsUp, Step::AttackerSetsUp])?;
    if sets_up(cx.state(), cx.state().step()) != Some(side) {
        return cx.refuse(RuleId("BF-2.1.P-4"), "step", || {
            format!("{} sets up now.", cx.state().setup_of(side.other()).name)
        });
    }
    still_open(cx, side, rule)
}
