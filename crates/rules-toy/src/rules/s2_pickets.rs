//! TOY-2 Pickets.

use super::*;

const RULE: RuleId = RuleId("TOY-2");

/// [TOY-2] Pickets: on a post where the side has none, up to the number in the set-up.
///
/// Looks at the side's own pickets only: an enemy picket there is found out by scouts or at dawn.
pub fn place(cx: &mut Cx<'_>, post: PostId) -> Adjudged {
    let side = cx.check(|why| {
        let (side, at) = (own_turn(cx, &[Phase::Dusk], why)?, at(cx, RULE, post, why)?);
        let (force, setup) = (&cx.state().sides[side], cx.setup());
        why.unless(force.posts[at].picket.is_none(), RULE, "dup", || {
            format!("You have a picket at {} already.", setup.posts[at].name)
        })?;
        why.unless(force.n_pickets() < setup.pickets, RULE, "cap", || {
            format!("All your {} pickets are out.", setup.pickets)
        })?;
        Ok(side)
    })?;
    cx.record(Placed { side, post })
}

kernel::section! { for State, Setup;
    /// A picket went out.
    secret Placed { side: Side, post: PostId }
    does |state| state.ground(side, post).picket = Some(0),
    told |setup| side.says(format!(" put a picket at {}.", setup.called(post)), "");
}
