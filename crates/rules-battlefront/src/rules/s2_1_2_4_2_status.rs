//! [BF-2.1.2.4.2] Draw the perimeter and give every unit its status.

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Adjudged, Audience, PerSide, RuleId};
use serde::{Deserialize, Serialize};

use super::Cx;
use crate::facts::{Pocket, Stand, Starts};
use crate::ids::PocketId;
use crate::measure::Point;
use crate::perimeter::{Field, Unit};
use crate::setup::Campaign;
use crate::setup::options::{LineEnemies, LinePullBack};
use crate::state::State;
use crate::view::prose::{counted, listed};
use crate::words::{Side, Status};

/// [BF-2.1.2.4.2-1] As C6 opens: each side's own line through its forward units [BF-R38], pockets, and how every unit
/// stands. [BF-2.1.2.4.2-2, BF-2.1.2.4.2-3, BF-2.1.2.4.2-4]
pub(crate) fn draw(cx: &mut Cx<'_>) -> Adjudged {
    let event = proposal(cx.state());
    cx.record(event)
}

/// A side's line as it is proposed from where everybody stands now.
pub fn proposed_line(state: &State, side: Side) -> Vec<Point> {
    proposal(state).lines[side].clone()
}

/// The lines, the pockets and the units that are not normal. Where the sides' edges do not face each other, lines stay
/// as they are, everybody is normal, and the umpire draws.
fn proposal(state: &State) -> PerimeterDrawn {
    let Some(field) = Field::of(state) else {
        let lines = PerSide::each(|side| crate::ground::line(state, side).to_vec());
        return PerimeterDrawn { lines, behind: Vec::new(), pockets: Vec::new(), near: Vec::new() };
    };
    let position = &field.position;
    let outcome = position.outcome();
    // An enemy behind the line may be left out of what it keeps clear of: he is shut in, and it is not his front. [BF-R38]
    let every = state.options().line_enemies == LineEnemies::Every;
    let counts = |unit: usize| every || outcome.standing(unit) == frontline::Standing::Normal;
    let pull_back = match state.options().line_pull_back {
        LinePullBack::NearPoints => frontline::PullBack::NearPoints,
        LinePullBack::Wider => frontline::PullBack::Wider,
    };
    let drawn = PerSide::each(|side| outcome.line_by(field.seen(side), pull_back, &counts));
    let back = |point: &frontline::Point| field.back(*point);
    let lines = drawn.map(|line| line.points.iter().map(back).collect::<Vec<_>>());
    let too_near = |side: Side| {
        let points = drawn[side].near.iter();
        points.map(|(point, _)| (side, field.back(*point))).collect::<Vec<_>>()
    };
    let near = Side::BOTH.into_iter().flat_map(too_near).collect();
    let mut behind: Vec<(Unit, Status)> = Vec::new();
    let mut pockets = Vec::new();
    for side in Side::BOTH {
        for members in outcome.pockets(field.seen(side)) {
            let status = status(outcome.standing(members[0]));
            behind.extend(members.iter().map(|unit| (*position.id(*unit), status)));
            let units = members.iter().map(|unit| field.back(position.at(*unit))).collect();
            let id = pocket_id(pockets.len() + 1);
            pockets.push(Pocket { id, side: state.setup_of(side).id, units });
        }
    }
    PerimeterDrawn { lines, behind, pockets, near }
}

/// Pockets are numbered over both sides.
pub(crate) fn pocket_id(n: usize) -> PocketId {
    format!("P{n}").parse().unwrap_or_default()
}

/// The rules' word for how a unit stands.
pub const fn status(standing: frontline::Standing) -> Status {
    match standing {
        frontline::Standing::Normal => Status::Normal,
        frontline::Standing::Isolated => Status::Isolated,
        frontline::Standing::CutOff => Status::CutOff,
    }
}

/// Both lines were drawn and every unit got its status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PerimeterDrawn {
    /// The lines in the order of the sides.
    pub lines: PerSide<Vec<Point>>,
    /// Units that are not normal.
    pub behind: Vec<(Unit, Status)>,
    /// The pockets that they make.
    pub pockets: Vec<Pocket>,
    /// Points of a line that are too near to an enemy and cannot be pulled back.
    pub near: Vec<(Side, Point)>,
}

impl SectionEvent<State, Campaign> for PerimeterDrawn {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        for side in Side::BOTH {
            redraw(state, side, &self.lines[side]);
            let stands = stands_of(state, side).filter(|stand| stand.place().is_some());
            stands.for_each(|stand| stands_as(stand, Status::Normal));
        }
        for (unit, status) in &self.behind {
            change(state, *unit, |stand| stands_as(stand, *status));
        }
        state.facts.pockets.clone_from(&self.pockets);
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { behind, near, .. } = self;
        let of = |wanted: Status| behind.iter().filter(|(_, status)| *status == wanted).count() as i64;
        let told = format!(
            "Both lines were drawn: {} isolated, {} cut off.",
            counted(of(Status::Isolated), "unit", "units"),
            counted(of(Status::CutOff), "unit", "units")
        );
        Side::BOTH
            .into_iter()
            .fold(Text::new(told), |told, side| too_near(told, side, near))
            .rule(RuleId("BF-2.1.2.4.2-1"))
    }
}

/// Where a side's line is too near to an enemy, each place once.
fn too_near(told: Text, side: Side, near: &[(Side, Point)]) -> Text {
    let mut points: Vec<String> = Vec::new();
    for (_, point) in near.iter().filter(|(of, _)| *of == side) {
        let point = format!("({point})");
        if !points.contains(&point) {
            points.push(point);
        }
    }
    if points.is_empty() {
        return told;
    }
    told.say(" The line of ")
        .side(side.number())
        .say(format!(" is too near to an enemy at {}.", listed(&points)))
}

/// A side's stands.
pub(super) fn stands_of(state: &mut State, side: Side) -> impl Iterator<Item = &mut Stand> {
    state.facts.side_mut(side).elements.iter_mut().flat_map(|element| &mut element.stands)
}

/// What becomes of a unit's stand.
pub(super) fn change(state: &mut State, unit: Unit, change: impl FnOnce(&mut Stand)) {
    if let Some(stand) = state.facts.side_mut(unit.side).stand_mut(unit.id) {
        change(stand);
    }
}

/// A side's line takes another course.
pub(super) fn redraw(state: &mut State, side: Side, points: &[Point]) {
    let id = state.setup_of(side).id;
    if let Some(line) = state.facts.lines.iter_mut().find(|line| line.id == id) {
        line.points = points.to_vec();
    }
}

/// A stand that is Normal again has no starts behind the enemy's line.
pub(super) fn stands_as(stand: &mut Stand, status: Status) {
    stand.status = status;
    if status == Status::Normal {
        stand.starts = Starts::default();
    }
}

/// A unit is in its pocket no more.
pub(super) fn leave_pocket(state: &mut State, side: Side, at: Point) {
    let side = state.setup_of(side).id;
    let pockets = &mut state.facts.pockets;
    let of_unit = |pocket: &&mut Pocket| pocket.side == side && pocket.units.contains(&at);
    if let Some(pocket) = pockets.iter_mut().find(of_unit)
        && let Some(nth) = pocket.units.iter().position(|place| *place == at)
    {
        pocket.units.remove(nth);
    }
    pockets.retain(|pocket| !pocket.units.is_empty());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_s_line_and_each_place_is_told_once() {
        let at = |x: i32| Point::new(x, 1800);
        let near = [(Side::SECOND, at(4500)), (Side::SECOND, at(4500)), (Side::FIRST, at(100))];
        let told = |side| too_near(Text::empty(), side, &near).plain(&[]);
        assert!(
            told(Side::SECOND).ends_with(" is too near to an enemy at (45, 18)."),
            "{}",
            told(Side::SECOND)
        );
        assert!(told(Side::FIRST).ends_with(" is too near to an enemy at (1, 18)."), "{}", told(Side::FIRST));
        assert_eq!(too_near(Text::empty(), Side::FIRST, &near[..2]), Text::empty());
    }
}
