//! TOY-1 Pay.

use kernel::{Adjudged, Ask, Modifiers, RuleId};

use super::{Cx, force, own_dusk};
use crate::event::Event;
use crate::state::State;

const RULE: RuleId = RuleId("TOY-1");

/// [TOY-1] Pay: once each round each side rolls on TOY-T1, in secret; the side that is behind adds 1.
pub fn pay(cx: &mut Cx<'_>) -> Adjudged {
    let side = own_dusk(cx)?;
    if force(cx, side).paid {
        return cx.refuse(RULE, "dup", || "You have been paid this round.".into());
    }
    let modifiers = modifiers(cx.state(), side);
    let pay = cx.draw(Ask::new(RULE, "Pay").of(side), |setup| &setup.pay, &modifiers)?;
    cx.record(Event::Paid { side, coins: pay.coins })
}

/// The modifiers of a side's pay roll, from what is public.
pub fn modifiers(state: &State, side: u8) -> Modifiers {
    Modifiers::none().when(state.is_behind(side), 1, "Fewer points than the enemy", RULE)
}
