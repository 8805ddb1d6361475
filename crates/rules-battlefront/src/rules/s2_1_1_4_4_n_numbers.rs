//! [BF-2.1.1.4.4.N] Number of smoke missions and aircraft.

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Acting, Adjudged, Ask, Audience, Checked, Id, Modifiers, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::s2_1_1_1_purchase_points::can_pay;
use super::{Cx, by, in_step, spent};
use crate::ids::GroupId;
use crate::phase::Step;
use crate::setup::Campaign;
use crate::setup::charts::Number;
use crate::state::State;
use crate::view::prose::{called, counted, group_of, unit_name};
use crate::words::{Class, Side};

const RULE: RuleId = RuleId("BF-2.1.1.4.4.N-1");
const MODIFIERS: RuleId = RuleId("BF-2.1.1.4.4.N-2");

/// [BF-2.1.1.4.4.N] After buying a module or air support, d10 on BF-T6: one to three smoke missions for each module,
/// aircraft for each purchase. A purchase point spent beforehand adds one. [BF-R31]
pub(crate) fn number_roll(cx: &mut Cx<'_>, item: Id, extra_cpp: i32) -> Adjudged {
    let side = cx.check(|why| may_roll(cx.state(), cx.acting(), item, extra_cpp, why))?;
    roll(cx, side, item, extra_cpp)
}

/// What says how many points a roll takes.
pub(crate) const POINTS: RuleId = MODIFIERS;

/// Whether a side may roll for this with so many points.
fn may_roll(state: &State, acting: Acting, item: Id, extra_cpp: i32, why: &mut Reasons) -> Checked<Side> {
    let side = in_step(state, acting, RULE, &[Step::Purchases], why)?;
    let rolled = why.need(rolled(state, side, item), RULE, "unknown", || {
        format!("Your roster has no module or flight {item}.")
    })?;
    why.unless(!rolled, RULE, "dup", || {
        format!("The number of {item} has been rolled.", item = called(state, side, item))
    })?;
    let most = state.options().number_roll_max_cpp;
    why.unless((0..=most).contains(&extra_cpp), MODIFIERS, "range", || {
        format!("A number roll takes 0 to {most} purchase points.")
    })?;
    can_pay(state, MODIFIERS, side, extra_cpp, why)?;
    Ok(side)
}

pub(crate) fn roll(cx: &mut Cx<'_>, side: Side, item: Id, cpp: i32) -> Adjudged {
    let is_flight = cx.state().side(side).flights.iter().any(|flight| flight.id == item.into());
    let modifiers = modifiers(cx.state(), side, item, cpp);
    let text = if is_flight { "Number of aircraft" } else { "Number of smoke missions" };
    let ask = Ask::new(RULE, text).of(side.number()).about(item).seen_by(side.only());
    let ask = match bought(cx.state(), side, item) {
        Some((group, nth)) => ask.known_as(group).nth(nth),
        None => ask,
    };
    let number = cx.draw(ask, |campaign| &campaign.charts.numbers.chart, &modifiers)?;
    cx.record(NumberRolled { side, purchase: item, cpp, number })
}

/// The group of what was bought in this slot, and the how-manieth roll for that group it is: the number in an id tells how
/// often its buyer changed his mind.
fn bought(state: &State, side: Side, item: Id) -> Option<(GroupId, usize)> {
    let purchases = &state.side(side).purchases;
    let group = purchases.iter().find(|purchase| purchase.id == item.into())?.group?;
    let rolled = purchases.iter().filter(|purchase| purchase.group == Some(group) && purchase.rolled);
    Some((group, rolled.count() + 1))
}

/// The modifiers of the roll, in printed order; those of aircraft stand only in a flight's list, by its date.
/// [BF-R32]
pub fn modifiers(state: &State, side: Side, item: Id, cpp: i32) -> Modifiers {
    const LABELS: [&str; 3] = [
        "American or British aircraft after June 1944",
        "German aircraft before 1942",
        "German aircraft in 1945",
    ];
    let chart = &state.campaign().charts.numbers;
    let with_points =
        Modifiers::none().plus(chart.point * cpp, "Additional purchase points spent", MODIFIERS);
    let Some(flight) = state.side(side).flights.iter().find(|flight| flight.id == item.into()) else {
        return with_points;
    };
    let nation = state.setup_of(side).nation;
    let flies = state.campaign().days.get(usize::from(flight.day) - 1).map_or(state.date(), |day| day.date);
    chart.aircraft.iter().zip(LABELS).fold(with_points, |modifiers, (row, label)| {
        modifiers.when(row.holds(nation, flies), row.amount, label, MODIFIERS)
    })
}

/// Whether a module's or flight's number is known; absent when there is no such thing on the side's roster.
fn rolled(state: &State, side: Side, item: Id) -> Option<bool> {
    let facts = state.side(side);
    let module =
        facts.modules.iter().find(|module| module.id == item.into()).map(|module| module.smoke.is_some());
    let flight = || {
        facts.flights.iter().find(|flight| flight.id == item.into()).map(|flight| flight.aircraft.is_some())
    };
    module.or_else(flight)
}

/// The modules and flights whose number is still to be rolled, in the roster's order.
pub fn owed(state: &State, side: Side) -> impl Iterator<Item = Id> + '_ {
    let facts = state.side(side);
    let modules =
        facts.modules.iter().filter(|module| module.smoke.is_none()).map(|module| Id::from(module.id));
    let flights =
        facts.flights.iter().filter(|flight| flight.aircraft.is_none()).map(|flight| flight.id.into());
    modules.chain(flights)
}

/// The number of smoke missions or aircraft was rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NumberRolled {
    /// The side.
    pub side: Side,
    /// The module or flight.
    pub purchase: Id,
    /// Purchase points spent on the roll.
    pub cpp: i32,
    /// The number.
    pub number: Number,
}

impl SectionEvent<State, Campaign> for NumberRolled {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { cpp, number: Number(number), .. } = self;
        let facts = state.facts.side_mut(self.side);
        facts.cpp -= cpp;
        if let Some(module) = facts.modules.iter_mut().find(|module| module.id == self.purchase.into()) {
            module.smoke = Some(*number);
        }
        if let Some(flight) = facts.flights.iter_mut().find(|flight| flight.id == self.purchase.into()) {
            flight.aircraft = Some(*number);
        }
        if let Some(at) = facts.purchases.iter().position(|known| known.id == self.purchase.into()) {
            (facts.purchases[at].rolled, facts.purchases[at].extra) = (true, *cpp);
            facts.purchases[at..].iter_mut().for_each(|later| later.left -= cpp);
        }
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { number: Number(n), .. } = self;
        let (name, number) = (
            unit_name(campaign, self.side, self.purchase),
            number_words(campaign, self.side, self.purchase, *n),
        );
        by(self.side)
            .say(format!(" rolled for {name}{}: {number}.", spent(self.cpp)))
            .rule(RuleId("BF-2.1.1.4.4.N-1"))
    }
}

/// "2 smoke missions" or "2 aircraft".
fn number_words(campaign: &Campaign, side: Side, item: Id, n: u8) -> String {
    let flies = group_of(campaign, side, item).is_some_and(|group| group.class == Class::Air);
    if flies { format!("{n} aircraft") } else { counted(n.into(), "smoke mission", "smoke missions") }
}
