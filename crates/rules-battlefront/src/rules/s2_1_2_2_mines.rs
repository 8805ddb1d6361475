//! [BF-2.1.2.2] Minefield resolution.

use kernel::{Acting, Adjudged, Checked, Id, Reasons, RuleId};

use super::s2_1_2_report::names_of_battle;
use super::{Cx, in_step};
use crate::event::Event;
use crate::facts::Stand;
use crate::measure::{Inches, Point};
use crate::phase::Step;
use crate::state::State;
use crate::words::{Class, MineOutcome, Side};

const RULE: RuleId = RuleId("BF-2.1.2.2-1");

/// The living stands of a side that stand in a minefield.
pub fn in_minefields(state: &State, side: Side) -> impl Iterator<Item = &Stand> {
    state
        .side(side)
        .elements
        .iter()
        .flat_map(|element| element.living())
        .filter(|stand| stand.minefield.is_some())
}

/// How many units of a side stand in minefields. Everyone sees them there. [BF-2.1.2.2-1]
pub fn n_in_minefields(state: &State, side: Side) -> usize {
    in_minefields(state, side).count()
}

/// [BF-2.1.2.2-1] A unit in a minefield undergoes its mine attacks until it is destroyed or out of the field. The players
/// roll by the rules of the table and enter what came of it, and where the unit stands now if it has moved.
pub(crate) fn mine_result(
    cx: &mut Cx<'_>,
    unit: Id,
    outcome: MineOutcome,
    to: (Option<Inches>, Option<Inches>),
) -> Adjudged {
    let (side, kind, at) = cx.check(|why| may_resolve(cx.state(), cx.acting(), unit, to, why))?;
    let armour = cx.state().campaign().unit_type(kind).is_some_and(|kind| kind.class == Class::Armour);
    match outcome {
        MineOutcome::Out => cx.record(Event::MinesSurvived { side, unit, at })?,
        MineOutcome::Destroyed => {
            let taken: Vec<Id> = cx.state().facts.wrecks.iter().map(|wreck| wreck.id).collect();
            let wreck = armour.then(|| names_of_battle(cx.state(), 'w', &taken).next()).flatten();
            cx.record(Event::MinesDestroyed { side, unit, wreck })?;
        }
    }
    cx.record(Event::MinesResolved { side, kind, outcome })
}

/// Whether a unit stands in a minefield and may be told to have come to this, with its type and where it stands now.
fn may_resolve(
    state: &State,
    acting: Acting,
    unit: Id,
    to: (Option<Inches>, Option<Inches>),
    why: &mut Reasons,
) -> Checked<(Side, Id, Option<Point>)> {
    let side = in_step(state, acting, RULE, &[Step::Minefields], why)?;
    let Some((_, stand)) = state.side(side).stand(unit) else {
        return why.refuse(RULE, "unknown", || format!("Your roster has no stand {unit}."));
    };
    why.unless(in_minefields(state, side).any(|other| other.id == unit), RULE, "not-eligible", || {
        format!("{unit} stands in no minefield.")
    })?;
    let to = match to {
        (Some(x), Some(y)) => Some(Point { x, y }),
        (None, None) => None,
        _ => return why.refuse(RULE, "range", || "A place needs both x and y.".into()),
    };
    if let Some(at) = to
        && !state.campaign().map.holds(at)
    {
        return why.refuse(RuleId("BF-0-5"), "range", || format!("{at} is off the map."));
    }
    let (kind, at) = (stand.kind, to.or(stand.at));
    Ok((side, kind, at))
}

/// Nobody closes the step while a unit of the side is unresolved: the players' own rules decide it.
pub(crate) fn all_resolved(state: &State, side: Side, why: &mut Reasons) -> Checked {
    let first = match state.step() {
        Step::Minefields => in_minefields(state, side).next().map(|stand| stand.id),
        _ => None,
    };
    match first {
        Some(unit) => {
            why.refuse(RULE, "incomplete", || format!("What the mines did to {unit} is still to be entered."))
        }
        None => Ok(()),
    }
}
