//! The rules, one file for each section.

pub mod s1_men;
pub mod s2_skirmishes;
pub mod s3_turns;

use kernel::grammar::counted;
use kernel::view::Text;
use kernel::{Acting, Adjudged, Adjudication, Ask, Checked, Die, PerSide, Reasons, RuleId, Seat, Side};

use crate::Line;
use crate::command::MOST_COINS;
use crate::setup::{PostId, Setup};
use crate::state::{State, fight_at, of_both};

/// A rule's view of the table.
pub type Cx<'a> = Adjudication<'a, Line>;

/// What the umpire does. Where no person is that either side does it, and the engine takes in what comes of a skirmish.
fn umpires(cx: &Cx<'_>, rule: RuleId, why: &mut Reasons) -> Checked {
    let Acting { seat, by } = cx.acting();
    match (cx.setup().without_umpire, seat, by) {
        (false, ..) => why.umpire(seat, rule),
        (true, Seat::Side(_), _) | (true, Seat::Umpire, Seat::Clock) => Ok(()),
        (true, ..) => why.side(seat, rule).map(drop),
    }
}

/// Nothing is done after the last turn.
fn goes_on(cx: &Cx<'_>, rule: RuleId, why: &mut Reasons) -> Checked {
    why.unless(!cx.state().over, rule, "over", || "The last turn is over.".into())
}
