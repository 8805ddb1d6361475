//! The rules, one file per section of the source, in its order; and the checks they share.

pub mod s1_pay;
pub mod s2_pickets;
pub mod s3_works;
pub mod s4_scouts;
pub mod s5_stance;
pub mod s6_close;
pub mod s7_dawn;

use std::sync::LazyLock;

use kernel::grammar::listed;
use kernel::{Adjudged, Adjudication, Checked, Reasons, RuleId, RuleText, Seat, Side};

use crate::Pickets;
use crate::event::Event;
use crate::setup::PostId;
use crate::state::{Phase, State};

/// A rule's view of the table.
pub type Cx<'a> = Adjudication<'a, Pickets>;

/// The rules with their ids, as `rules.toml` has them.
pub static RULES: LazyLock<Vec<RuleText>> = LazyLock::new(|| {
    RuleText::read(include_str!("../../rules.toml")).expect("the shipped inventory is read by a test")
});

const TURNS: RuleId = RuleId("TOY-0");

/// [TOY-0] A side acts at dusk or at night, as the rule has it, while it has not closed. Gives the side.
fn own_turn(state: &State, seat: Seat, phases: &[Phase], why: &mut Reasons) -> Checked<Side> {
    let side = why.side(seat, TURNS)?;
    let belongs = || phases.iter().map(|phase| format!("at {phase}"));
    why.unless(phases.contains(&state.phase), TURNS, "step", || {
        format!("This is done {}.", listed(belongs()))
    })?;
    why.unless(!state.sides[side].closed, TURNS, "closed", || {
        "You have closed and wait for the other side.".into()
    })?;
    Ok(side)
}

/// The place of a post in the set-up.
fn at(state: &State, rule: RuleId, post: PostId, why: &mut Reasons) -> Checked<usize> {
    why.need(state.setup.post(post), rule, "unknown", || format!("There is no post {post}."))
}

/// Whether a side can pay; the pair of [`spend`].
fn can_spend(state: &State, rule: RuleId, side: Side, coins: u8, why: &mut Reasons) -> Checked {
    why.unless(state.sides[side].coins >= coins, rule, "funds", || {
        "Your purse is empty; pay comes once each night.".into()
    })
}

fn spend(cx: &mut Cx<'_>, side: Side, coins: u8) -> Adjudged {
    cx.record(Event::Spent { side, coins })
}
