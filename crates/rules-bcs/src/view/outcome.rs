//! How play came out.

use kernel::view::{Block, Headline, Panel, Text};
use kernel::{RuleId, Side};

use crate::rules::s20_victory;
use crate::state::{Phase, State};

/// The result with the points of both sides, once play is over. [BCS-VIC-1]
pub(super) fn outcome(state: &State) -> Option<Block> {
    let [one, other] = Side::BOTH.map(|side| s20_victory::points(state, side));
    let points =
        |side: u8, points: u16| Headline::new(points.to_string(), Text::new("points of ").side(side));
    let grade = s20_victory::grade(&state.scenario, one, other);
    let result = Headline::new(grade, Text::new("result").rule(RuleId("BCS-VIC-1")));
    let figures = vec![result, points(0, one), points(1, other)];
    let panel = || Panel::new("end", "How it came out", vec![Block::Headline(figures)]).block();
    (state.facts.phase == Phase::Over).then(panel)
}
