//! [BF-2] Campaign game: its length is fixed, and victory is the campaign's. [BF-2-4]

use kernel::{Acting, Adjudged, Checked, PerSide, Reasons, RuleId};

use super::{Cx, at_step};
use crate::event::Event;
use crate::ground::ground;
use crate::phase::Step;
use crate::setup::{Evaluate, Predicate, Winner};
use crate::state::State;
use crate::words::{Side, StandState};

const RULE: RuleId = RuleId("BF-2-4");

/// [BF-2-4] The umpire declares the result after the last slot, or after any slot where the file says so.
pub(crate) fn declare_victory(cx: &mut Cx<'_>) -> Adjudged {
    cx.check(|why| may_declare(cx.state(), cx.acting(), why))?;
    let scores = scores(cx.state());
    let victory = &cx.setup().victory;
    let winner = match victory.winner(scores[victory.read_for]) {
        Winner::Draw => None,
        Winner::Side(side) => Some(side),
    };
    cx.record(Event::VictoryDeclared { winner, scores })
}

/// Whether the umpire may declare it now.
fn may_declare(state: &State, acting: Acting, why: &mut Reasons) -> Checked {
    why.umpire(acting.seat, RULE)?;
    let steps: &[Step] = match state.campaign().victory.evaluate {
        Evaluate::End => &[Step::Victory],
        Evaluate::AnySlot if state.is_first_slot() => &[Step::Victory],
        Evaluate::AnySlot => &[Step::Victory, Step::Opening, Step::Posture],
    };
    at_step(state, RULE, steps, why)
}

/// [BF-2.S-2] The points of both sides as things stand.
pub fn scores(state: &State) -> PerSide<i32> {
    let mut scores = PerSide::default();
    for score in &state.campaign().victory.scores {
        scores[score.side] += points(state, score.side, &score.predicate);
    }
    scores
}

fn points(state: &State, side: Side, predicate: &Predicate) -> i32 {
    match predicate {
        Predicate::Points(points) => *points,
        Predicate::Control(places) => {
            let held = state.campaign().map.locations.iter().filter(|place| places.contains(&place.id));
            held.filter(|place| ground(state, side, place.at).is_controlled()).map(|place| place.value).sum()
        }
        Predicate::Exit { edge, class, per, points } => {
            let stands = state.side(side).elements.iter().flat_map(|element| &element.stands);
            let of_class = |kind| {
                let unit = state.campaign().unit_type(kind);
                class.is_none_or(|class| unit.is_some_and(|unit| unit.class == class))
            };
            let exited = stands.filter(|stand| {
                stand.state == StandState::Exited && stand.exit == Some(*edge) && of_class(stand.kind)
            });
            exited.count() as i32 / i32::from(*per).max(1) * points
        }
    }
}
