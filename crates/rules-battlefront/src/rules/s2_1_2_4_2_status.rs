//! [BF-2.1.2.4.2] Draw the perimeter and give every unit its status.

use kernel::{Adjudged, Id, PerSide};

use super::Cx;
use crate::event::Event;
use crate::facts::Pocket;
use crate::perimeter::{Field, Unit};
use crate::setup::options::{LineEnemies, LinePullBack};
use crate::state::State;
use crate::words::{Side, Status};

/// [BF-2.1.2.4.2-1] As C6 opens: each side's own line through its forward units [BF-R38], pockets, and how every unit
/// stands. [BF-2.1.2.4.2-2, BF-2.1.2.4.2-3, BF-2.1.2.4.2-4]
pub(crate) fn draw(cx: &mut Cx<'_>) -> Adjudged {
    let event = proposal(cx.state());
    cx.record(event)
}

/// The lines, the pockets and the units that are not normal. Where the sides' edges do not face each other, lines stay
/// as they are, everybody is normal, and the umpire draws.
fn proposal(state: &State) -> Event {
    let Some(field) = Field::of(state) else {
        let lines = PerSide::each(|side| crate::ground::line(state, side).to_vec());
        return Event::PerimeterDrawn { lines, behind: Vec::new(), pockets: Vec::new(), near: Vec::new() };
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
    Event::PerimeterDrawn { lines, behind, pockets, near }
}

/// Pockets are numbered over both sides.
pub(crate) fn pocket_id(n: usize) -> Id {
    Id::new(&format!("P{n}")).unwrap_or_default()
}

/// The rules' word for how a unit stands.
pub const fn status(standing: frontline::Standing) -> Status {
    match standing {
        frontline::Standing::Normal => Status::Normal,
        frontline::Standing::Isolated => Status::Isolated,
        frontline::Standing::CutOff => Status::CutOff,
    }
}
