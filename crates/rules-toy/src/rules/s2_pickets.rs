//! TOY-2 Pickets.

use kernel::{Adjudged, Checked, Reasons, RuleId, Seat, Side};

use super::{Cx, at, own_turn};
use crate::event::Event;
use crate::setup::PostId;
use crate::state::{Phase, State};

const RULE: RuleId = RuleId("TOY-2");

/// [TOY-2] Pickets: on a post where the side has none, up to the number in the set-up.
pub fn place(cx: &mut Cx<'_>, post: PostId) -> Adjudged {
    let side = cx.check(|why| may_place(cx.state(), cx.seat(), post, why))?;
    cx.record(Event::Placed { side, post })
}

/// Looks at the side's own pickets only: an enemy picket there is found out by scouts or at dawn.
fn may_place(state: &State, seat: Seat, post: PostId, why: &mut Reasons) -> Checked<Side> {
    let side = own_turn(state, seat, &[Phase::Dusk], why)?;
    let at = at(state, RULE, post, why)?;
    let (force, setup) = (&state.sides[side], &state.setup);
    why.unless(force.posts[at].picket.is_none(), RULE, "dup", || {
        format!("You have a picket at {} already.", setup.posts[at].name)
    })?;
    why.unless(force.n_pickets() < setup.pickets, RULE, "cap", || {
        format!("All your {} pickets are out.", setup.pickets)
    })?;
    Ok(side)
}
