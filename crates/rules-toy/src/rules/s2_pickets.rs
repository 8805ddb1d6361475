//! TOY-2 Pickets.

use kernel::{Adjudged, Id, RuleId};

use super::{Cx, force, own_dusk, own_post};
use crate::event::Event;

const RULE: RuleId = RuleId("TOY-2");

/// [TOY-2] Pickets: on a post where the side has none, up to the number in the set-up.
///
/// Looks at the side's own pickets only: an enemy picket there is found out by scouts or at dawn.
pub fn place(cx: &mut Cx<'_>, post: Id) -> Adjudged {
    let side = own_dusk(cx)?;
    let at = own_post(cx, RULE, post)?;
    if force(cx, side).posts[at].picket.is_some() {
        return cx
            .refuse(RULE, "dup", || format!("You have a picket at {} already.", cx.setup().posts[at].name));
    }
    if force(cx, side).n_pickets() >= cx.setup().pickets {
        return cx.refuse(RULE, "cap", || format!("All your {} pickets are out.", cx.setup().pickets));
    }
    cx.record(Event::Placed { side, post })
}
