//! [BF-2.1.1.4.4] OBA preregistered points.

use kernel::grammar::{SectionEvent, counted_of};
use kernel::view::Text;
use kernel::{Acting, Adjudged, Audience, Checked, Id, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::s2_1_1_1_purchase_points::can_pay;
use super::s2_1_1_4_3_off_board_artillery::only_in_the_morning;
use super::s2_1_1_8_deploy::in_own_turn;
use super::{Cx, by, in_step};
use crate::facts::Purchase;
use crate::ids::{ModuleId, PurchaseId};
use crate::measure::Point;
use crate::phase::Step;
use crate::setup::Campaign;
use crate::setup::forces::numbered;
use crate::state::State;
use crate::view::prose::{called, counted, cpp_words, unit_name};
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
pub(crate) fn buy(cx: &mut Cx<'_>, module: ModuleId, n: i32) -> Adjudged {
    let (side, cpp) = cx.check(|why| may_buy(cx.state(), cx.acting(), module, n, why))?;
    let base = Id::new(PURCHASE).unwrap_or_default();
    let purchase = numbered(base, cx.state().side(side).serial + 1).into();
    cx.record(PreregBought { side, module, purchase, n: n as u8, cpp })
}

/// Whether a side may buy so many points for this module, and at what price.
fn may_buy(
    state: &State,
    acting: Acting,
    module: ModuleId,
    n: i32,
    why: &mut Reasons,
) -> Checked<(Side, i32)> {
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
        format!(
            "A module takes {MOST} preregistered points at most; {module} has {points}.",
            module = called(state, side, module)
        )
    })?;
    let cpp = n * PRICE;
    can_pay(state, RULE, side, cpp, why)?;
    Ok((side, cpp))
}

/// [BF-2.1.1.4.4-3] The place of a point is named at the set-up, anywhere on the map, and recorded in secret.
pub(crate) fn place(cx: &mut Cx<'_>, module: ModuleId, at: Point) -> Adjudged {
    let side = cx.check(|why| may_place(cx.state(), cx.acting(), module, at, why))?;
    cx.record(PreregPlaced { side, module, at })
}

/// Whether a point of this module may be there.
fn may_place(state: &State, acting: Acting, module: ModuleId, at: Point, why: &mut Reasons) -> Checked<Side> {
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
        0 => format!("{module:#} has no preregistered points.", module = called(state, side, module)),
        _ => {
            format!("All preregistered points of {module} are placed.", module = called(state, side, module))
        }
    })?;
    Ok(side)
}

/// [BF-2.1.1.4.4-4] Points last for a single day.
pub(crate) fn lapse(cx: &mut Cx<'_>, side: Side) -> Adjudged {
    let any = cx.state().side(side).modules.iter().any(|module| module.prereg > 0);
    if any { cx.record(PreregLapsed { side }) } else { Ok(()) }
}

/// Preregistered points were bought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreregBought {
    /// The side.
    pub side: Side,
    /// The module.
    pub module: ModuleId,
    /// The id of the purchase.
    pub purchase: PurchaseId,
    /// How many points.
    pub n: u8,
    /// The price.
    pub cpp: i32,
}

impl SectionEvent<State, Campaign> for PreregBought {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { module, n, cpp, .. } = self;
        let facts = state.facts.side_mut(self.side);
        facts.cpp -= cpp;
        facts.serial += 1;
        let (module, points, left) = (Some(*module), *n, facts.cpp);
        facts.purchases.push(Purchase {
            id: self.purchase,
            module,
            points,
            cpp: *cpp,
            left,
            ..Purchase::default()
        });
        if let Some(bought_for) = facts.modules.iter_mut().find(|known| Some(known.id) == module) {
            bought_for.prereg += n;
        }
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { module, .. } = self;
        let points = counted((self.n).into(), "preregistered point", "preregistered points");
        let module = unit_name(campaign, self.side, *module);
        by(self.side)
            .say(format!(" bought {points} for {module}: {}.", cpp_words(self.cpp)))
            .rule(RuleId("BF-2.1.1.4.4-2"))
    }
}

/// A preregistered point got its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreregPlaced {
    /// The side.
    pub side: Side,
    /// The module.
    pub module: ModuleId,
    /// Where it is.
    pub at: Point,
}

impl SectionEvent<State, Campaign> for PreregPlaced {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { module, .. } = self;
        let modules = &mut state.facts.side_mut(self.side).modules;
        if let Some(module) = modules.iter_mut().find(|known| known.id == *module) {
            module.points.push(self.at);
        }
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { at, .. } = self;
        let name = unit_name(campaign, self.side, self.module);
        by(self.side).say(format!(" preregistered {at} for {name}.")).rule(RuleId("BF-2.1.1.4.4-3"))
    }
}

/// Preregistered points lapsed with their day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreregLapsed {
    /// The side.
    pub side: Side,
}

impl SectionEvent<State, Campaign> for PreregLapsed {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        state.facts.side_mut(self.side).modules.iter_mut().for_each(|module| {
            (module.prereg, module.points) = (0, Vec::new());
        });
    }
    fn narrate(&self, _: &Campaign) -> Text {
        by(self.side).say(": the preregistered points lapsed with the day.").rule(RuleId("BF-2.1.1.4.4-4"))
    }
}
