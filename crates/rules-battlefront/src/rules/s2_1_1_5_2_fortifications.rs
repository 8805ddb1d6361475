//! [BF-2.1.1.5.2] Purchasing fortifications.

use kernel::{Adjudged, Id, RuleId};

use super::s2_1_1_5_fortification_points::can_pay;
use super::{Cx, acting_side, in_step};
use crate::event::Event;
use crate::facts::count;
use crate::phase::Step;

const RULE: RuleId = RuleId("BF-2.1.1.5.2-1");

/// The most fortifications of one type that a side buys over a campaign, where its chart sets no lower limit.
pub const MOST: u16 = 9999;

/// [BF-2.1.1.5.2-1] Types are bought from the side's chart and put on a secret record; they get their places when the
/// side next sets up.
pub(crate) fn buy(cx: &mut Cx<'_>, kind: Id, n: i32) -> Adjudged {
    let side = acting_side(cx, RULE)?;
    in_step(cx, side, RULE, Step::Fortification)?;
    let state = cx.state();
    let Some(work) = state.setup_of(side).work(kind) else {
        return cx.refuse(RULE, "unknown", || format!("Your chart has no fortification {kind}."));
    };
    if !(1..=1000).contains(&n) {
        return cx.refuse(RULE, "range", || "Buy 1 to 1000 fortifications.".into());
    }
    let bought = count(&state.side(side).works_bought, kind);
    let most = work.max_campaign.unwrap_or(MOST);
    if i32::from(bought) + n > i32::from(most) {
        return cx
            .refuse(RULE, "cap", || format!("The campaign allows {most} of {kind}; {bought} are bought."));
    }
    let fpp = work.cost.saturating_mul(n);
    can_pay(cx, RULE, side, fpp)?;
    cx.record(Event::WorksBought { side, kind, count: n as u16, fpp })
}
