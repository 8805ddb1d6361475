//! [BF-2.1.1.4.4] OBA preregistered points.

use kernel::grammar::counted_of;
use kernel::{Acting, Adjudged, Checked, Id, Reasons, RuleId};

use super::s2_1_1_1_purchase_points::can_pay;
use super::s2_1_1_4_3_off_board_artillery::only_in_the_morning;
use super::s2_1_1_8_deploy::in_own_turn;
use super::{Cx, in_step};
use crate::event::Event;
use crate::measure::Point;
use crate::phase::Step;
use crate::setup::forces::numbered;
use crate::state::State;
use crate::words::Side;

const RULE: RuleId = RuleId("BF-2.1.1.4.4-2");

/// The most preregistered points of one module.
pub const MOST: u8 = 2;
/// The price of one in campaign purchase points.
pub const PRICE: i32 = 1;

/// What the id of a purchase of points begins with, where that of other goods has their group.
const PURCHASE: &str = "prereg";

/// Whether a purchase is one of preregistered points.
pub fn is_purchase(id: Id) -> bool {
    id.as_str().strip_prefix(PURCHASE).is_some_and(|rest| rest.starts_with('.'))
}

/// [BF-2.1.1.4.4-2] One purchase point each, at most two for a module on the roster, in a refit in which modules may
/// be bought. [BF-R30]
pub(crate) fn buy(cx: &mut Cx<'_>, module: Id, n: i32) -> Adjudged {
    let (side, cpp) = cx.check(|why| may_buy(cx.state(), cx.acting(), module, n, why))?;
    let purchase = numbered(Id::new(PURCHASE).unwrap_or_default(), cx.state().side(side).serial + 1);
    cx.record(Event::PreregBought { side, module, purchase, n: n as u8, cpp })
}

/// Whether a side may buy so many points for this module, and at what price.
fn may_buy(state: &State, acting: Acting, module: Id, n: i32, why: &mut Reasons) -> Checked<(Side, i32)> {
    let side = in_step(state, acting, RULE, &[Step::Purchases], why)?;
    only_in_the_morning(state, why)?;
    let facts = state.side(side);
    let known = why.need(facts.modules.iter().find(|known| known.id == module), RULE, "unknown", || {
        format!("Your roster has no module {module}.")
    })?;
    why.unless(n >= 1, RULE, "range", || "Buy one preregistered point or more.".into())?;
    let has = i32::from(known.prereg);
    why.unless(has.saturating_add(n) <= i32::from(MOST), RULE, "cap", || {
        let points = counted_of(has, "preregistered point", "preregistered points");
        format!("A module takes {MOST} preregistered points at most; {module} has {points}.")
    })?;
    let cpp = n * PRICE;
    can_pay(state, RULE, side, cpp, why)?;
    Ok((side, cpp))
}

/// [BF-2.1.1.4.4-3] The place of a point is named at the set-up, anywhere on the map, and recorded in secret.
pub(crate) fn place(cx: &mut Cx<'_>, module: Id, at: Point) -> Adjudged {
    let side = cx.check(|why| may_place(cx.state(), cx.acting(), module, at, why))?;
    cx.record(Event::PreregPlaced { side, module, at })
}

/// Whether a point of this module may be there.
fn may_place(state: &State, acting: Acting, module: Id, at: Point, why: &mut Reasons) -> Checked<Side> {
    let rule = RuleId("BF-2.1.1.4.4-3");
    let side = in_own_turn(state, acting, rule, why)?;
    let known =
        why.need(state.side(side).modules.iter().find(|known| known.id == module), rule, "unknown", || {
            format!("Your roster has no module {module}.")
        })?;
    why.unless(state.campaign().map.holds(at), RuleId("BF-0-5"), "range", || {
        format!("{at} is off the map.")
    })?;
    why.unless(known.points.len() < usize::from(known.prereg), rule, "cap", || match known.prereg {
        0 => format!("{module} has no preregistered points."),
        _ => format!("All preregistered points of {module} are placed."),
    })?;
    Ok(side)
}

/// [BF-2.1.1.4.4-4] Points last for a single day.
pub(crate) fn lapse(cx: &mut Cx<'_>, side: Side) -> Adjudged {
    let any = cx.state().side(side).modules.iter().any(|module| module.prereg > 0);
    if any { cx.record(Event::PreregLapsed { side }) } else { Ok(()) }
}
