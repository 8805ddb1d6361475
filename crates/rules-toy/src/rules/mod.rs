//! The rules, one file per section of the source, in its order; and what they share: names and checks.

pub mod s1_pay;
pub mod s2_pickets;
pub mod s3_works;
pub mod s4_scouts;
pub mod s5_stance;
pub mod s6_close;
pub mod s7_dawn;

use kernel::grammar::{counted, listed};
use kernel::{Adjudged, Adjudication, Ask, Checked, Die, Modifiers, PerSide, Reasons, RuleId, Seat, Side};
use kernel::{Winner, view::Text};

use crate::Pickets;
use crate::setup::{Look, PostId, Setup};
use crate::state::{Force, Hex, Phase, Sight, Stance, State};

/// A rule's view of the table.
pub type Cx<'a> = Adjudication<'a, Pickets>;

const TURNS: RuleId = RuleId("TOY-0");

/// [TOY-0] A side acts at dusk or at night, as the rule has it, while it has not closed. Gives the side.
fn own_turn(cx: &Cx<'_>, phases: &[Phase], why: &mut Reasons) -> Checked<Side> {
    let (state, side) = (cx.state(), why.side(cx.seat(), TURNS)?);
    why.unless(phases.contains(&state.phase), TURNS, "step", || {
        format!("This is done {}.", listed(phases.iter().map(|phase| format!("at {phase}"))))
    })?;
    why.unless(!state.sides[side].closed, TURNS, "closed", || {
        "You have closed and wait for the other side.".into()
    })?;
    Ok(side)
}

/// The place of a post in the set-up.
fn at(cx: &Cx<'_>, rule: RuleId, post: PostId, why: &mut Reasons) -> Checked<usize> {
    why.need(cx.setup().post(post), rule, "unknown", || format!("There is no post {post}."))
}

/// Whether a side can pay a coin.
fn can_spend(cx: &Cx<'_>, rule: RuleId, side: Side, why: &mut Reasons) -> Checked {
    why.unless(cx.state().sides[side].coins > 0, rule, "funds", || {
        "Your purse is empty; pay comes once each night.".into()
    })
}
