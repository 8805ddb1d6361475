//! The rules, one file for each section.

pub mod s1_men;
pub mod s2_skirmishes;
pub mod s3_turns;

use kernel::grammar::counted;
use kernel::view::Text;
use kernel::{Adjudged, Adjudication, Ask, Checked, Die, PerSide, Reasons, RuleId, Side};

use crate::Line;
use crate::command::MOST_COINS;
use crate::setup::{PostId, Setup};
use crate::state::{State, fight_at, of_both};

/// A rule's view of the table.
pub type Cx<'a> = Adjudication<'a, Line>;

/// Nothing is done after the last turn.
fn goes_on(cx: &Cx<'_>, rule: RuleId, why: &mut Reasons) -> Checked {
    why.unless(!cx.state().over, rule, "over", || "The last turn is over.".into())
}
