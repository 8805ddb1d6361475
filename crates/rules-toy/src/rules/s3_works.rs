//! TOY-3 Works.

use super::*;

const RULE: RuleId = RuleId("TOY-3");
const DICE: Die = Die::Hits { n: 2, sides: 6, from: 5 };

/// The most levels of works.
pub const MOST: u8 = 3;

/// [TOY-3] Works: for a coin two dice, each 5 or 6 adds a level, at most 3 in all.
pub fn dig(cx: &mut Cx<'_>, post: PostId) -> Adjudged {
    let (side, at, works) = cx.check(|why| {
        let (side, at) = (own_turn(cx, &[Phase::Dusk], why)?, at(cx, RULE, post, why)?);
        let works = why.need(cx.state().sides[side].posts[at].picket, RULE, "location", || {
            format!("You have no picket at {}.", cx.setup().posts[at].name)
        })?;
        why.unless(works < MOST, RULE, "cap", || format!("Works have at most {MOST} levels."))?;
        can_spend(cx, RULE, side, why)?;
        Ok((side, at, works))
    })?;
    cx.record(s1_pay::Spent { side, coins: 1 })?;
    let nth = cx.state().sides[side].posts[at].digs + 1;
    let ask = Ask::new(RULE, "Digging").of(side.number()).about(post).nth(nth.into());
    let hits = cx.roll(ask, DICE)?;
    let works = works.saturating_add(u8::try_from(hits).unwrap_or(0)).min(MOST);
    cx.record(Dug { side, post, works })
}

kernel::section! { for State, Setup;
    /// A picket dug: the levels of its works after it.
    secret Dug { side: Side, post: PostId, works: u8 }
    does |state| {
        let ground = state.ground(side, post);
        (ground.picket, ground.digs) = (Some(works), ground.digs.saturating_add(1));
    },
    told |setup| side.says(format!(" dug at {}: works level {works}.", setup.called(post)), "TOY-3");
}
