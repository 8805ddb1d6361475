//! TOY-4 Scouts.

use kernel::{Adjudged, Ask, Checked, Modifiers, Reasons, RuleId, Seat, Side};

use super::{Cx, at, can_spend, own_turn, spend};
use crate::event::Event;
use crate::setup::{Look, PostId};
use crate::state::{Phase, Sight, State};

const RULE: RuleId = RuleId("TOY-4");

/// [TOY-4] Scouts: for a coin a roll on TOY-T2; a clear look tells whether an enemy picket stands there.
///
/// The pickets are out since dusk and stay, so that scouting and what the enemy does meanwhile never cross. Neither
/// refusal nor modifier depends on the enemy: what is there comes out as an event, for this side alone.
pub fn scout(cx: &mut Cx<'_>, post: PostId) -> Adjudged {
    let (side, at) = cx.check(|why| may_scout(cx.state(), cx.seat(), post, why))?;
    spend(cx, side, 1)?;
    let modifiers = modifiers(cx.state(), side, at);
    let nth = cx.state().sides[side].posts[at].looks + 1;
    let ask = Ask::new(RULE, "Scouting").of(side.number()).about(post).nth(nth.into());
    let seen = cx.draw(ask, |setup| &setup.scouting, &modifiers)?;
    cx.record(Event::Scouted { side, post, look: seen.look })?;
    if seen.look == Look::Clear {
        let enemy = cx.state().sides[side.enemy()].posts[at].picket;
        let sight = if enemy.is_some() { Sight::Picket } else { Sight::Bare };
        cx.record(Event::Saw { side, post, sight })?;
    }
    Ok(())
}

fn may_scout(state: &State, seat: Seat, post: PostId, why: &mut Reasons) -> Checked<(Side, usize)> {
    let side = own_turn(state, seat, &[Phase::Night], why)?;
    let at = at(state, RULE, post, why)?;
    why.unless(state.sides[side].posts[at].sight == Sight::Dark, RULE, "dup", || {
        format!("Your scouts have been at {} tonight.", state.setup.posts[at].name)
    })?;
    can_spend(state, RULE, side, 1, why)?;
    Ok((side, at))
}

/// The modifiers of a side's scouting roll, from what that side knows.
pub fn modifiers(state: &State, side: Side, post: usize) -> Modifiers {
    let own = state.sides[side].posts[post].picket.is_some();
    let wooded = state.setup.posts[post].wooded;
    Modifiers::none().when(own, 1, "Own picket on the post", RULE).when(wooded, -1, "Wooded", RULE)
}
