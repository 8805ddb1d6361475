//! How play came out.

use kernel::view::{Block, Headline, Panel, Text};
use kernel::{RuleId, Side};

use crate::rules::s20_victory;
use crate::state::{Phase, State};

/// The result with the points of both sides, once play is over. [BCS-VIC-1]
pub(super) fn outcome(state: &State) -> Option<Block> {
    if state.facts.phase != Phase::Over {
        return None;
    }
    let [one, other] = Side::BOTH.map(|side| s20_victory::points(state, side));
    let points =
        |side: u8, points: u16| Headline::new(points.to_string(), Text::new("points of ").side(side));
    // A word of any length has room in the heading alone.
    let heading = match s20_victory::grade(&state.scenario, one, other) {
        "" => "How it came out".to_owned(),
        grade => format!("How it came out: {grade}"),
    };
    let figures = vec![points(0, one), points(1, other)];
    Some(Panel::new("end", heading, vec![Block::Headline(figures)]).rule(RuleId("BCS-VIC-1")).block())
}
