//! TOY-1 Pay.

use super::*;

const RULE: RuleId = RuleId("TOY-1");

/// [TOY-1] Pay: once each round each side rolls on TOY-T1, in secret; the side that is behind adds 1.
pub fn pay(cx: &mut Cx<'_>) -> Adjudged {
    let side = cx.check(|why| {
        let side = own_turn(cx, &[Phase::Dusk], why)?;
        why.unless(!cx.state().sides[side].paid, RULE, "dup", || "You have been paid this round.".into())?;
        Ok(side)
    })?;
    let modifiers = modifiers(cx.state(), side);
    let pay = cx.draw(Ask::new(RULE, "Pay").of(side.number()), |setup| &setup.pay, &modifiers)?;
    cx.record(Paid { side, coins: pay.coins })
}

/// The modifiers of a side's pay roll, from what is public.
pub fn modifiers(state: &State, side: Side) -> Modifiers {
    let is_behind = state.sides[side].points < state.sides[side.enemy()].points;
    Modifiers::none().when(is_behind, 1, "Fewer points than the enemy", RULE)
}

kernel::section! { for State, Setup;
    /// A side was paid.
    secret Paid { side: Side, coins: u8 }
    does |state| {
        let force = &mut state.sides[side];
        (force.coins, force.paid) = (force.coins.saturating_add(coins), true);
    },
    told |_| side.says(format!(" was paid {}.", counted(coins, "coin")), "TOY-1");
    /// Coins were spent.
    secret Spent { side: Side, coins: u8 }
    does |state| state.sides[side].coins = state.sides[side].coins.saturating_sub(coins),
    told |_| side.says(format!(" spent {}.", counted(coins, "coin")), "");
}
