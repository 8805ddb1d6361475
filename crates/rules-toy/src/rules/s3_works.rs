//! TOY-3 Works.

use kernel::{Adjudged, Ask, Checked, Die, Reasons, RuleId, Seat, Side};

use super::{Cx, at, can_spend, own_turn, spend};
use crate::event::Event;
use crate::setup::PostId;
use crate::state::{Phase, State};

const RULE: RuleId = RuleId("TOY-3");
const DICE: Die = Die::Hits { n: 2, sides: 6, from: 5 };

/// The most levels of works.
pub const MOST: u8 = 3;

/// [TOY-3] Works: for a coin two dice, each 5 or 6 adds a level, at most 3 in all.
pub fn dig(cx: &mut Cx<'_>, post: PostId) -> Adjudged {
    let (side, at, works) = cx.check(|why| may_dig(cx.state(), cx.seat(), post, why))?;
    spend(cx, side, 1)?;
    let nth = cx.state().sides[side].posts[at].digs + 1;
    let ask = Ask::new(RULE, "Digging").of(side.number()).about(post).nth(nth.into());
    let hits = cx.roll(ask, DICE)?;
    let works = works.saturating_add(u8::try_from(hits).unwrap_or(0)).min(MOST);
    cx.record(Event::Dug { side, post, works })
}

fn may_dig(state: &State, seat: Seat, post: PostId, why: &mut Reasons) -> Checked<(Side, usize, u8)> {
    let side = own_turn(state, seat, &[Phase::Dusk], why)?;
    let at = at(state, RULE, post, why)?;
    let works = why.need(state.sides[side].posts[at].picket, RULE, "location", || {
        format!("You have no picket at {}.", state.setup.posts[at].name)
    })?;
    why.unless(works < MOST, RULE, "cap", || format!("Works have at most {MOST} levels."))?;
    can_spend(state, RULE, side, 1, why)?;
    Ok((side, at, works))
}
