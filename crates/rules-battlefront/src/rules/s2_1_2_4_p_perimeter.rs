//! [BF-2.1.2.4.P] Perimeter determination: the engine proposes, the umpire overrules with a reason.

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Acting, Adjudged, Audience, Checked, Id, Reasons, RuleId, Seat};
use serde::{Deserialize, Serialize};

use super::s2_1_2_4_1_disengage::put;
use super::s2_1_2_4_2_status::{change, leave_pocket, pocket_id, redraw, stands_as};
use super::s2_1_scenarios::advance;
use super::{Cx, at_step, stands_at};
use crate::facts::Pocket;
use crate::geometry::crosses_itself;
use crate::ids::{PocketId, SideId};
use crate::measure::Point;
use crate::perimeter::{Unit, on_the_map};
use crate::phase::Step;
use crate::setup::Campaign;
use crate::state::State;
use crate::view::prose::step_words;
use crate::words::{Side, Status};

const RULE: RuleId = RuleId("BF-2.1.2.4.P-2");

/// The shortest and the longest reason.
pub(crate) const REASON: std::ops::RangeInclusive<usize> = 3..=400;

/// The most points of a line.
pub const MOST_POINTS: usize = 1000;

/// The steps that the umpire closes, for both sides at once.
pub const REFEREED: [Step; 2] = [Step::Disengage, Step::Perimeter];

/// [BF-2.1.2.4.P-2] The umpire puts units elsewhere before the lines are drawn.
pub(crate) fn move_units(
    cx: &mut Cx<'_>,
    ids: &[Id],
    side: Option<SideId>,
    to: Point,
    reason: &str,
) -> Adjudged {
    let units = cx.check(|why| may_move(cx.state(), cx.acting(), ids, side, to, reason, why))?;
    let moved = |unit| UnitMoved { unit, to, reason: reason.trim().into() };
    units.into_iter().try_for_each(|unit| cx.record(moved(unit)))
}

/// Whether the umpire may put these there, and which units are meant.
fn may_move(
    state: &State,
    acting: Acting,
    ids: &[Id],
    side: Option<SideId>,
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
    side: Option<SideId>,
    status: Status,
    reason: &str,
) -> Adjudged {
    let others = cx.check(|why| may_set_status(cx.state(), cx.acting(), ids, side, status, reason, why))?;
    let set = |unit| StatusSet { unit, status, reason: reason.trim().into() };
    others.into_iter().try_for_each(|unit| cx.record(set(unit)))
}

/// Whether the umpire may rule so, and on which units that changes something.
fn may_set_status(
    state: &State,
    acting: Acting,
    ids: &[Id],
    side: Option<SideId>,
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
pub(crate) fn edit_line(cx: &mut Cx<'_>, side: SideId, points: &[Point], reason: &str) -> Adjudged {
    let side = cx.check(|why| may_edit_line(cx.state(), cx.acting(), side, points, reason, why))?;
    cx.record(LineEdited { side, points: points.to_vec(), reason: reason.trim().into() })
}

/// Whether the umpire may draw this line, and whose it is.
fn may_edit_line(
    state: &State,
    acting: Acting,
    side: SideId,
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
    cx.record(ClosedForBoth { step })?;
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
fn known(state: &State, ids: &[Id], side: Option<SideId>, why: &mut Reasons) -> Checked<Vec<Unit>> {
    why.unless(!ids.is_empty(), RULE, "unknown", || "Pick at least one stand.".into())?;
    let mut units: Vec<Unit> = Vec::new();
    for id in ids {
        let of_side = |unit: &Unit| side.is_none_or(|side| state.setup_of(unit.side).id == side);
        let called: Vec<Unit> = on_the_map(state)
            .filter(|one| one.unit.id == (*id).into() || one.element.id == (*id).into())
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

/// The umpire put a unit elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitMoved {
    /// The unit.
    pub unit: Unit,
    /// To where.
    pub to: Point,
    /// Why.
    pub reason: String,
}

impl SectionEvent<State, Campaign> for UnitMoved {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        put(state, self.unit, self.to)
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { unit, to, reason } = self;
        Text::new(format!("The umpire put the stand {unit} of "))
            .side(unit.side.number())
            .say(format!(" at {to}: {reason}"))
            .rule(RuleId("BF-2.1.2.4.P-2"))
    }
}

/// The umpire overruled how a unit stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusSet {
    /// The unit.
    pub unit: Unit,
    /// How it stands.
    pub status: Status,
    /// Why.
    pub reason: String,
}

impl SectionEvent<State, Campaign> for StatusSet {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        settle_status(state, self.unit, self.status);
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { unit, status, reason } = self;
        Text::new(format!("The umpire ruled the stand {unit} of "))
            .side(unit.side.number())
            .say(format!(" {}: {reason}", status.prose()))
            .rule(RuleId("BF-2.1.2.4.P-2"))
    }
}

/// The umpire drew a line otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineEdited {
    /// The side.
    pub side: Side,
    /// Its points.
    pub points: Vec<Point>,
    /// Why.
    pub reason: String,
}

impl SectionEvent<State, Campaign> for LineEdited {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        redraw(state, self.side, &self.points);
    }
    fn narrate(&self, _: &Campaign) -> Text {
        if self.points.is_empty() {
            return Text::new("The umpire took the line of ")
                .side(self.side.number())
                .say(format!(" away: {}", self.reason))
                .rule(RULE);
        }
        let points: Vec<String> = self.points.iter().map(ToString::to_string).collect();
        Text::new("The umpire drew the line of ")
            .side(self.side.number())
            .say(format!(" otherwise, so that it runs {}: {}", points.join("; "), self.reason))
            .rule(RULE)
    }
}

/// The umpire closed the step for both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClosedForBoth {
    /// The step.
    pub step: Step,
}

impl SectionEvent<State, Campaign> for ClosedForBoth {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.facts.sides.iter_mut().for_each(|side| side.closed = true)
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { step } = self;
        Text::new(format!("The umpire closed step {}, for both sides.", step_words(*step)))
            .rule(RuleId("BF-2.1.2.4.P-2"))
    }
}

/// A unit that becomes Normal leaves its pocket; one that no longer is has a pocket of its own.
fn settle_status(state: &mut State, unit: Unit, status: Status) {
    let Some(stand) = state.side(unit.side).stand(unit.id).map(|(_, stand)| stand) else { return };
    let (was, Some(at)) = (stand.status, stand.place()) else { return };
    change(state, unit, |stand| stands_as(stand, status));
    if status == Status::Normal {
        leave_pocket(state, unit.side, at);
    } else if was == Status::Normal {
        let side = state.setup_of(unit.side).id;
        let pockets = &mut state.facts.pockets;
        let is_free = |id: &PocketId| pockets.iter().all(|pocket| pocket.id != *id);
        let id = (1..).map(pocket_id).find(is_free).unwrap_or_default();
        pockets.push(Pocket { id, side, units: vec![at] });
    }
}
