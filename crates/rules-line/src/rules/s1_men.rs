//! LINE-1 Men.

use super::*;

/// Hiring fills a purse up to so much; what comes home may bring it above.
const PURSE: u8 = 99;

const RULE: RuleId = RuleId("LINE-1");

/// [LINE-1] Men: once each turn a side throws a die in secret, and its purse grows by as many coins.
pub fn hire(cx: &mut Cx<'_>) -> Adjudged {
    let side = cx.check(|why| {
        goes_on(cx, RULE, why)?;
        let side = why.side(cx.seat(), RULE)?;
        why.unless(!cx.state().sides[side].hired, RULE, "dup", || "You have hired this turn.".into())?;
        Ok(side)
    })?;
    let coins = cx.roll(Ask::new(RULE, "Hiring").of(side.number()), Die::D(6))?;
    cx.record(Hired { side, coins: u8::try_from(coins).unwrap_or(0) })
}

kernel::section! { for State, Setup;
    /// A side hired.
    secret Hired { side: Side, coins: u8 }
    does |state| {
        let force = &mut state.sides[side];
        let filled = force.coins.saturating_add(coins).min(PURSE);
        (force.coins, force.hired) = (force.coins.max(filled), true);
    },
    told |_| side.says(format!(" hired men with {}.", counted(coins, "coin")), "LINE-1");
}
