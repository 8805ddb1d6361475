//! [BF-2.1.2.4.P] Perimeter determination: the engine proposes, the umpire overrules with a reason.

use kernel::{Adjudged, Id, RuleId, Seat};

use super::s2_1_scenarios::advance;
use super::{Cx, acting_umpire, at_step, stands_at};
use crate::event::Event;
use crate::geometry::crosses_itself;
use crate::measure::Point;
use crate::perimeter::{Unit, on_the_map};
use crate::phase::Step;
use crate::state::State;
use crate::words::Status;

const RULE: RuleId = RuleId("BF-2.1.2.4.P-2");

/// The shortest and the longest reason.
pub(crate) const REASON: std::ops::RangeInclusive<usize> = 3..=400;

/// The most points of a line.
pub const MOST_POINTS: usize = 1000;

/// The steps that the umpire closes, for both sides at once.
pub const REFEREED: [Step; 2] = [Step::Disengage, Step::Perimeter];

/// [BF-2.1.2.4.P-2] The umpire puts units elsewhere before the lines are drawn.
pub(crate) fn move_units(cx: &mut Cx<'_>, ids: &[Id], side: Option<Id>, to: Point, reason: &str) -> Adjudged {
    overrules(cx, Step::Disengage, reason)?;
    let units = known(cx, ids, side)?;
    on_the_board(cx, &[to])?;
    let moved = |unit| Event::UnitMoved { unit, to, reason: reason.trim().into() };
    units.into_iter().try_for_each(|unit| cx.record(moved(unit)))
}

/// [BF-2.1.2.4.P-2] The umpire overrules how units stand. Of several those that stand so already are left as they are.
pub(crate) fn set_status(
    cx: &mut Cx<'_>,
    ids: &[Id],
    side: Option<Id>,
    status: Status,
    reason: &str,
) -> Adjudged {
    overrules(cx, Step::Perimeter, reason)?;
    let now = |unit: &Unit| cx.state().side(unit.side).stand(unit.id).map(|(_, stand)| stand.status);
    let (same, others): (Vec<Unit>, Vec<Unit>) =
        known(cx, ids, side)?.into_iter().partition(|unit| now(unit) == Some(status));
    if others.is_empty() {
        return cx.refuse(RULE, "dup", || {
            let verb = if same.len() == 1 { "is" } else { "are" };
            let names: Vec<String> = same.iter().map(Unit::to_string).collect();
            format!("{} {verb} {} already.", names.join(", "), status.prose())
        });
    }
    let set = |unit| Event::StatusSet { unit, status, reason: reason.trim().into() };
    others.into_iter().try_for_each(|unit| cx.record(set(unit)))
}

/// [BF-2.1.2.4.P-2] The umpire draws a side's line otherwise.
pub(crate) fn edit_line(cx: &mut Cx<'_>, side: Id, points: &[Point], reason: &str) -> Adjudged {
    overrules(cx, Step::Perimeter, reason)?;
    let Some(side) = cx.setup().side_of(side) else {
        return cx.refuse(RULE, "unknown", || format!("There is no side {:?}.", side.as_str()));
    };
    let fault = undrawable(points);
    if let Some(("dup", sentence)) = fault {
        return cx.refuse(RULE, "dup", || sentence);
    }
    on_the_board(cx, points)?;
    if let Some((code, sentence)) = fault {
        return cx.refuse(RULE, code, || sentence);
    }
    cx.record(Event::LineEdited { side, points: points.to_vec(), reason: reason.trim().into() })
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
    at_step(cx, RULE, &REFEREED)?;
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
pub(crate) fn left_to_the_umpire(cx: &Cx<'_>) -> Adjudged {
    if !is_the_umpires(cx.state()) {
        return Ok(());
    }
    cx.refuse(RULE, "actor", || {
        let step = stands_at(cx.state().step());
        match cx.acting().by == Seat::Umpire {
            true => format!("You close {step}, for both sides at once and not for one of them."),
            false => format!(
                "The umpire closes {step}, for both sides. Write to the umpire before what you see otherwise."
            ),
        }
    })
}

/// Whether it is the umpire who closes a step.
pub(crate) fn is_closed_by_umpire(cx: &Cx<'_>) -> bool {
    cx.seat() == Seat::Umpire && REFEREED.contains(&cx.state().step())
}

fn overrules(cx: &Cx<'_>, step: Step, reason: &str) -> Adjudged {
    acting_umpire(cx, RULE)?;
    at_step(cx, RULE, &[step])?;
    if !REASON.contains(&reason.trim().chars().count()) {
        return cx.refuse(RULE, "data", || {
            format!("Overruling needs a reason of {} to {} characters.", REASON.start(), REASON.end())
        });
    }
    Ok(())
}

/// The units of these ids, a formation's for all of its stands; where both sides have one, the side says which.
fn known(cx: &Cx<'_>, ids: &[Id], side: Option<Id>) -> Adjudged<Vec<Unit>> {
    if ids.is_empty() {
        return cx.refuse(RULE, "unknown", || "Pick at least one stand.".into());
    }
    let state = cx.state();
    let mut units: Vec<Unit> = Vec::new();
    for id in ids {
        let of_side = |unit: &Unit| side.is_none_or(|side| state.setup_of(unit.side).id == side);
        let called: Vec<Unit> = on_the_map(state)
            .filter(|one| one.unit.id == *id || one.element.id == *id)
            .map(|one| one.unit)
            .filter(of_side)
            .collect();
        let Some(first) = called.first() else {
            return cx.refuse(RULE, "unknown", || format!("No unit {:?} stands on the map.", id.as_str()));
        };
        if called.iter().any(|unit| unit.side != first.side) {
            return cx.refuse(RULE, "unknown", || format!("Both sides have a unit {id}: say whose."));
        }
        for unit in called {
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
    }
    Ok(units)
}

/// [BF-0-5] Every point that is off the map is told.
fn on_the_board(cx: &Cx<'_>, points: &[Point]) -> Adjudged {
    let map = &cx.setup().map;
    let off: Vec<String> =
        points.iter().filter(|point| !map.holds(**point)).map(|point| format!("({point})")).collect();
    if off.is_empty() {
        return Ok(());
    }
    cx.refuse(RuleId("BF-0-5"), "range", || {
        let verb = if off.len() == 1 { "is" } else { "are" };
        format!("{} {verb} off the map of {} by {} inches.", off.join(", "), map.width, map.height)
    })
}
