//! TOY-4 Scouts.

use super::*;

const RULE: RuleId = RuleId("TOY-4");

/// [TOY-4] Scouts: for a coin a roll on TOY-T2; a clear look tells whether an enemy picket stands there.
///
/// The pickets are out since dusk and stay, so that scouting and what the enemy does meanwhile never cross. Neither
/// refusal nor modifier depends on the enemy: what is there comes out as an event, for this side alone.
pub fn scout(cx: &mut Cx<'_>, post: PostId) -> Adjudged {
    let (side, at) = cx.check(|why| {
        let (side, at) = (own_turn(cx, &[Phase::Night], why)?, at(cx, RULE, post, why)?);
        why.unless(cx.state().sides[side].posts[at].sight == Sight::Dark, RULE, "dup", || {
            format!("Your scouts have been at {} tonight.", cx.setup().posts[at].name)
        })?;
        can_spend(cx, RULE, side, why)?;
        Ok((side, at))
    })?;
    cx.record(s1_pay::Spent { side, coins: 1 })?;
    let modifiers = modifiers(cx.state(), side, at);
    let nth = cx.state().sides[side].posts[at].looks + 1;
    let ask = Ask::new(RULE, "Scouting").of(side.number()).about(post).nth(nth.into());
    let look = cx.draw(ask, |setup| &setup.scouting, &modifiers)?.look;
    cx.record(Scouted { side, post, look })?;
    if look == Look::Clear {
        let sight = cx.state().sides[side.enemy()].posts[at].picket.map_or(Sight::Bare, |_| Sight::Picket);
        cx.record(Saw { side, post, sight })?;
    }
    Ok(())
}

/// The modifiers of a side's scouting roll, from what that side knows.
pub fn modifiers(state: &State, side: Side, post: usize) -> Modifiers {
    let own = state.sides[side].posts[post].picket.is_some();
    let wooded = state.setup.posts[post].wooded;
    Modifiers::none().when(own, 1, "Own picket on the post", RULE).when(wooded, -1, "Wooded", RULE)
}

kernel::section! { for State, Setup;
    /// A scout went out: what he could see.
    secret Scouted { side: Side, post: PostId, look: Look }
    does |state| { let ground = state.ground(side, post); ground.looks = ground.looks.saturating_add(1); },
    told |setup| {
        let saw = if look == Look::Clear { "had a clear look" } else { "saw nothing" };
        side.says(format!("'s scout {saw} at {}.", setup.called(post)), "TOY-4")
    };
    /// A scout with a clear look saw the enemy's picket, or that there is none.
    secret Saw { side: Side, post: PostId, sight: Sight }
    does |state| state.ground(side, post).sight = sight,
    told |setup| {
        let what = if sight == Sight::Picket { "an" } else { "no" };
        Text::new(format!("There was {what} enemy picket at {}.", setup.called(post)))
    };
}
