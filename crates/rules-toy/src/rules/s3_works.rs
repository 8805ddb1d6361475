//! TOY-3 Works.

use kernel::{Adjudged, Ask, Die, Id, RuleId};

use super::{Cx, can_spend, force, own_dusk, own_post, spend};
use crate::command::MOST_WORKS;
use crate::event::Event;

const RULE: RuleId = RuleId("TOY-3");
const DICE: Die = Die::Hits { n: 2, sides: 6, from: 5 };

/// [TOY-3] Works: for a coin two dice, each 5 or 6 adds a level, at most 3 in all.
pub fn dig(cx: &mut Cx<'_>, post: Id) -> Adjudged {
    let side = own_dusk(cx)?;
    let at = own_post(cx, RULE, post)?;
    let Some(works) = force(cx, side).posts[at].picket else {
        return cx
            .refuse(RULE, "location", || format!("You have no picket at {}.", cx.setup().posts[at].name));
    };
    if works >= MOST_WORKS {
        return cx.refuse(RULE, "cap", || format!("Works have at most {MOST_WORKS} levels."));
    }
    can_spend(cx, RULE, side, 1)?;
    spend(cx, side, 1)?;
    let nth = force(cx, side).posts[at].digs + 1;
    let hits = cx.roll(Ask::new(RULE, "Digging").of(side).about(post).nth(nth.into()), DICE)?;
    let works = works.saturating_add(u8::try_from(hits).unwrap_or(0)).min(MOST_WORKS);
    cx.record(Event::Dug { side, post, works })
}
