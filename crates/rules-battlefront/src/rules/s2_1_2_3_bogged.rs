//! [BF-2.1.2.3] Bogged units.

use kernel::{Adjudged, Id, RuleId};

use super::{Cx, acting_side, in_step};
use crate::event::Event;
use crate::facts::Stand;
use crate::phase::Step;
use crate::state::State;
use crate::words::{BogOutcome, Side};

const RULE: RuleId = RuleId("BF-2.1.2.3-1");

/// How many bog checks a unit makes at most.
pub const MOST_CHECKS: u8 = 2;

/// The living stands of a side that are bogged and still have a check to make.
pub fn owed(state: &State, side: Side) -> impl Iterator<Item = &Stand> {
    state.side(side).elements.iter().flat_map(|element| element.living()).filter(|stand| owes(stand))
}

/// Whether a stand is bogged and still has a check to make.
pub fn owes(stand: &Stand) -> bool {
    stand.bogged && !stand.immobile && stand.bog_checks < MOST_CHECKS
}

/// How many units of a side are bogged and unresolved. Everyone sees them so.
pub fn n_owed(state: &State, side: Side) -> usize {
    owed(state, side).count()
}

/// [BF-2.1.2.3-1] A bogged unit makes its bog check by the rules of the table; a vehicle that is still bogged after the
/// second becomes immobile.
pub(crate) fn bog_result(cx: &mut Cx<'_>, unit: Id, outcome: BogOutcome) -> Adjudged {
    let side = acting_side(cx, RULE)?;
    in_step(cx, side, RULE, Step::Bogged)?;
    let Some((_, stand)) = cx.state().side(side).stand(unit) else {
        return cx.refuse(RULE, "unknown", || format!("Your roster has no stand {unit}."));
    };
    let living = cx.state().side(side).elements.iter().flat_map(|element| element.living());
    if !stand.bogged || living.into_iter().all(|other| other.id != unit) {
        return cx.refuse(RULE, "not-eligible", || format!("{unit} is not bogged."));
    }
    if stand.bog_checks >= MOST_CHECKS {
        return cx.refuse(RULE, "dup", || format!("{unit} has made its two bog checks."));
    }
    if stand.immobile {
        return cx.refuse(RULE, "not-eligible", || format!("{unit} is immobile and makes no bog check."));
    }
    let (kind, last) = (stand.kind, stand.bog_checks + 1 >= MOST_CHECKS);
    cx.record(Event::BogChecked { side, unit, outcome })?;
    if last || outcome == BogOutcome::Free {
        return cx.record(Event::BogResolved { side, kind, outcome });
    }
    Ok(())
}

/// Nobody closes the step while a unit of the side owes a check.
pub(crate) fn all_resolved(cx: &Cx<'_>, side: Side) -> Adjudged {
    let first = match cx.state().step() {
        Step::Bogged => owed(cx.state(), side).next().map(|stand| stand.id),
        _ => None,
    };
    match first {
        Some(unit) => {
            cx.refuse(RULE, "incomplete", || format!("The bog check of {unit} is still to be entered."))
        }
        None => Ok(()),
    }
}
