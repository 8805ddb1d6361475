//! TOY-1 Pay.

use kernel::{Adjudged, Ask, Checked, Modifiers, Reasons, RuleId, Seat, Side};

use super::{Cx, own_turn};
use crate::event::Event;
use crate::state::{Phase, State};

const RULE: RuleId = RuleId("TOY-1");

/// [TOY-1] Pay: once each round each side rolls on TOY-T1, in secret; the side that is behind adds 1.
pub fn pay(cx: &mut Cx<'_>) -> Adjudged {
    let side = cx.check(|why| may_be_paid(cx.state(), cx.seat(), why))?;
    let modifiers = modifiers(cx.state(), side);
    let pay = cx.draw(Ask::new(RULE, "Pay").of(side.number()), |setup| &setup.pay, &modifiers)?;
    cx.record(Event::Paid { side, coins: pay.coins })
}

fn may_be_paid(state: &State, seat: Seat, why: &mut Reasons) -> Checked<Side> {
    let side = own_turn(state, seat, &[Phase::Dusk], why)?;
    why.unless(!state.sides[side].paid, RULE, "dup", || "You have been paid this round.".into())?;
    Ok(side)
}

/// The modifiers of a side's pay roll, from what is public.
pub fn modifiers(state: &State, side: Side) -> Modifiers {
    Modifiers::none().when(state.is_behind(side), 1, "Fewer points than the enemy", RULE)
}
