//! TOY-4 Scouts.

use kernel::{Adjudged, Ask, Id, Modifiers, RuleId};

use super::{Cx, can_spend, force, own_night, own_post, spend};
use crate::event::Event;
use crate::setup::Look;
use crate::state::{Sight, State};

const RULE: RuleId = RuleId("TOY-4");

/// [TOY-4] Scouts: for a coin a roll on TOY-T2; a clear look tells whether an enemy picket stands there.
///
/// The pickets are out since dusk and stay, so that scouting and what the enemy does meanwhile never cross. Neither
/// refusal nor modifier depends on the enemy: what is there comes out as an event, for this side alone.
pub fn scout(cx: &mut Cx<'_>, post: Id) -> Adjudged {
    let side = own_night(cx)?;
    let at = own_post(cx, RULE, post)?;
    if force(cx, side).posts[at].sight != Sight::Dark {
        return cx.refuse(RULE, "dup", || {
            format!("Your scouts have been at {} tonight.", cx.setup().posts[at].name)
        });
    }
    can_spend(cx, RULE, side, 1)?;
    spend(cx, side, 1)?;
    let modifiers = modifiers(cx.state(), side, at);
    let nth = force(cx, side).posts[at].looks + 1;
    let ask = Ask::new(RULE, "Scouting").of(side).about(post).nth(nth.into());
    let seen = cx.draw(ask, |setup| &setup.scouting, &modifiers)?;
    cx.record(Event::Scouted { side, post, look: seen.look })?;
    if seen.look == Look::Clear {
        let enemy = cx.state().force(1 - side).posts[at].picket;
        let sight = if enemy.is_some() { Sight::Picket } else { Sight::Bare };
        cx.record(Event::Saw { side, post, sight })?;
    }
    Ok(())
}

/// The modifiers of a side's scouting roll, from what that side knows.
pub fn modifiers(state: &State, side: u8, post: usize) -> Modifiers {
    let own = state.force(side).posts[post].picket.is_some();
    Modifiers::none().when(own, 1, "Own picket on the post", RULE).when(
        state.setup.posts[post].wooded,
        -1,
        "Wooded",
        RULE,
    )
}
