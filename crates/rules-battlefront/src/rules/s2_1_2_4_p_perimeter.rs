//! [BF-2.1.2.4.P] Perimeter determination: the engine proposes, the umpire overrules with a reason.

use kernel::{Acting, Adjudged, Checked, Id, Reasons, RuleId, Seat};

use super::s2_1_scenarios::advance;
use super::{Cx, at_step, stands_at};
use crate::event::Event;
use crate::geometry::crosses_itself;
use crate::measure::Point;
use crate::perimeter::{Unit, on_the_map};
use crate::phase::Step;
use crate::state::State;
use crate::words::{Side, Status};

const RULE: RuleId = RuleId("BF-2.1.2.4.P-2");

/// The shortest and the longest reason.
pub(crate) const REASON: std::ops::RangeInclusive<usize> = 3..=400;

/// The most points of a line.
pub const MOST_POINTS: usize = 1000;

/// The steps that the umpire closes, for both sides at once.
pub const REFEREED: [Step; 2] = [Step::Disengage, Step::Perimeter];

/// [BF-2.1.2.4.P-2] The umpire puts units elsewhere before the lines are drawn.
pub(crate) fn move_units(cx: &mut Cx<'_>, ids: &[Id], side: Option<Id>, to: Point, reason: &str) -> Adjudged {
    let units = cx.check(|why| may_move(cx.state(), cx.acting(), ids, side, to, reason, why))?;
    let moved = |unit| Event::UnitMoved { unit, to, reason: reason.trim().into() };
    units.into_iter().try_for_each(|unit| cx.record(moved(unit)))
}

/// Whether the umpire may put these there, and which units are meant.
fn may_move(
    state: &State,
    acting: Acting,
    ids: &[Id],
    side: Option<Id>,
    to: Point,
    reason: &str,
    why: &mut Reasons,
) -> Checked<Vec<Unit>> {
    overrules(state, acting, Step::Disengage, reason, why)?;
    let units = known(state, ids, side, why)?;
    on_the_board(state, &[to], why)?;
    Ok(units)
}

/// [BF-2.1.2.4.P-2] The umpire overrules how units stand. Of several those that stand so already are left as they are.
pub(crate) fn set_status(
    cx: &mut Cx<'_>,
    ids: &[Id],
    side: Option<Id>,
    status: Status,
    reason: &str,
) -> Adjudged {
    let others = cx.check(|why| may_set_status(cx.state(), cx.acting(), ids, side, status, reason, why))?;
    let set = |unit| Event::StatusSet { unit, status, reason: reason.trim().into() };
    others.into_iter().try_for_each(|unit| cx.record(set(unit)))
}

/// Whether the umpire may rule so, and on which units that changes something.
fn may_set_status(
    state: &State,
    acting: Acting,
    ids: &[Id],
    side: Option<Id>,
    status: Status,
    reason: &str,
    why: &mut Reasons,
) -> Checked<Vec<Unit>> {
    overrules(state, acting, Step::Perimeter, reason, why)?;
    let now = |unit: &Unit| state.side(unit.side).stand(unit.id).map(|(_, stand)| stand.status);
    let (same, others): (Vec<Unit>, Vec<Unit>) =
        known(state, ids, side, why)?.into_iter().partition(|unit| now(unit) == Some(status));
    why.unless(!others.is_empty(), RULE, "dup", || {
        let verb = if same.len() == 1 { "is" } else { "are" };
        let names: Vec<String> = same.iter().map(Unit::to_string).collect();
        format!("{} {verb} {} already.", names.join(", "), status.prose())
    })?;
    Ok(others)
}

/// [BF-2.1.2.4.P-2] The umpire draws a side's line otherwise.
pub(crate) fn edit_line(cx: &mut Cx<'_>, side: Id, points: &[Point], reason: &str) -> Adjudged {
    let side = cx.check(|why| may_edit_line(cx.state(), cx.acting(), side, points, reason, why))?;
    cx.record(Event::LineEdited { side, points: points.to_vec(), reason: reason.trim().into() })
}

/// Whether the umpire may draw this line, and whose it is.
fn may_edit_line(
    state: &State,
    acting: Acting,
    side: Id,
    points: &[Point],
    reason: &str,
    why: &mut Reasons,
) -> Checked<Side> {
    overrules(state, acting, Step::Perimeter, reason, why)?;
    let side = why.need(state.campaign().side_of(side), RULE, "unknown", || {
        format!("There is no side {:?}.", side.as_str())
    })?;
    let fault = undrawable(points);
    if let Some(("dup", sentence)) = fault {
        return why.refuse(RULE, "dup", || sentence);
    }
    on_the_board(state, points, why)?;
    if let Some((code, sentence)) = fault {
        return why.refuse(RULE, code, || sentence);
    }
    Ok(side)
}

/// Why nobody may draw this line, with the code of the refusal.
pub fn undrawable(points: &[Point]) -> Option<(&'static str, String)> {
    if let Some(n) = points.windows(2).position(|pair| pair[0] == pair[1]) {
        let sentence =
            format!("Points {} and {} of the line are the same place, ({}).", n + 1, n + 2, points[n]);
        return Some(("dup", sentence));
    }
    if points.len() == 1 || points.len() > MOST_POINTS {
        let sentence = format!("A line has 2 to {MOST_POINTS} points, or none, not {}.", points.len());
        return Some(("range", sentence));
    }
    let (first, second) = crosses_itself(points)?;
    let sentence = format!("The line crosses itself: after its points {} and {}.", first + 1, second + 1);
    Some(("range", sentence))
}

/// The umpire closes C5 or C6 for both sides.
pub(crate) fn close(cx: &mut Cx<'_>) -> Adjudged {
    cx.check(|why| at_step(cx.state(), RULE, &REFEREED, why))?;
    let step = cx.state().step();
    cx.record(Event::ClosedForBoth { step })?;
    advance(cx)
}

/// Whether the present step is the umpire's alone to close. Rules know no seats that are filled or empty: where there is
/// no umpire, an option of the campaign says so.
pub fn is_the_umpires(state: &State) -> bool {
    state.options().umpire_closes && REFEREED.contains(&state.step())
}

/// A side does not close what is the umpire's to close, nor is it closed for one side alone.
pub(crate) fn left_to_the_umpire(state: &State, acting: Acting, why: &mut Reasons) -> Checked {
    why.unless(!is_the_umpires(state), RULE, "actor", || {
        let step = stands_at(state.step());
        match acting.by == Seat::Umpire {
            true => format!("You close {step}, for both sides at once and not for one of them."),
            false => format!(
                "The umpire closes {step}, for both sides. Write to the umpire before what you see otherwise."
            ),
        }
    })
}

/// Whether it is the umpire who closes a step.
pub(crate) fn is_closed_by_umpire(state: &State, acting: Acting) -> bool {
    acting.seat == Seat::Umpire && REFEREED.contains(&state.step())
}

fn overrules(state: &State, acting: Acting, step: Step, reason: &str, why: &mut Reasons) -> Checked {
    why.umpire(acting.seat, RULE)?;
    at_step(state, RULE, &[step], why)?;
    why.unless(REASON.contains(&reason.trim().chars().count()), RULE, "data", || {
        format!("Overruling needs a reason of {} to {} characters.", REASON.start(), REASON.end())
    })?;
    Ok(())
}

/// The units of these ids, a formation's for all of its stands; where both sides have one, the side says which.
fn known(state: &State, ids: &[Id], side: Option<Id>, why: &mut Reasons) -> Checked<Vec<Unit>> {
    why.unless(!ids.is_empty(), RULE, "unknown", || "Pick at least one stand.".into())?;
    let mut units: Vec<Unit> = Vec::new();
    for id in ids {
        let of_side = |unit: &Unit| side.is_none_or(|side| state.setup_of(unit.side).id == side);
        let called: Vec<Unit> = on_the_map(state)
            .filter(|one| one.unit.id == *id || one.element.id == *id)
            .map(|one| one.unit)
            .filter(of_side)
            .collect();
        let first = why.need(called.first(), RULE, "unknown", || {
            format!("No unit {:?} stands on the map.", id.as_str())
        })?;
        why.unless(!called.iter().any(|unit| unit.side != first.side), RULE, "unknown", || {
            format!("Both sides have a unit {id}: say whose.")
        })?;
        for unit in called {
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
    }
    Ok(units)
}

/// [BF-0-5] Every point that is off the map is told.
fn on_the_board(state: &State, points: &[Point], why: &mut Reasons) -> Checked {
    let map = &state.campaign().map;
    let off: Vec<String> =
        points.iter().filter(|point| !map.holds(**point)).map(|point| format!("({point})")).collect();
    why.unless(off.is_empty(), RuleId("BF-0-5"), "range", || {
        let verb = if off.len() == 1 { "is" } else { "are" };
        format!("{} {verb} off the map of {} by {} inches.", off.join(", "), map.width, map.height)
    })
}
