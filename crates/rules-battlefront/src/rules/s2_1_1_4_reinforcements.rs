//! [BF-2.1.1.4] Purchasing reinforcement groups (RG).

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Acting, Adjudged, Audience, Checked, Id, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::s2_1_1_1_purchase_points::can_pay;
use super::s2_1_1_4_1_base_force::{campaign_limit, refit_limit};
use super::s2_1_1_4_2_aircraft::{can_fly, flies_on, not_at_night};
use super::s2_1_1_4_3_off_board_artillery::only_in_the_morning;
use super::s2_1_1_5_2_fortifications::WorkTakenBack;
use super::{Cx, by, in_step};
use crate::facts::{Purchase, SideFacts, add, count};
use crate::ids::{GroupId, PurchaseId, WorkTypeId};
use crate::phase::Step;
use crate::setup::forces::stand_id;
use crate::setup::{Campaign, Date, Group, Note};
use crate::state::{State, join, next_purchase};
use crate::view::prose::{called, cpp_words, day_words, group_name, group_words, unit_name};
use crate::words::{Class, Origin, Side};

const RULE: RuleId = RuleId("BF-2.1.1.4-5");
const TAKE_BACK: RuleId = RuleId("HOUSE-TAKE-BACK");

/// [BF-2.1.1.4, BF-2.1.1.4.1-2] A side secretly buys groups of its chart, above its base force, within the campaign maximum, the chart's notes and its
/// purse. What is bought is on the roster at once. [BF-R26] A group may also bring fortification points. [BF-2.1.1.5-2]
pub(crate) fn buy(cx: &mut Cx<'_>, group: GroupId, n: i32) -> Adjudged {
    let (side, class, cpp) = cx.check(|why| may_buy(cx.state(), cx.acting(), group, n, why))?;
    let flies_on = if class == Class::Air { flies_on(cx.state()) } else { 0 };
    for _ in 0..n {
        let purchase = next_purchase(cx.state().setup_of(side), cx.state().side(side), group);
        cx.record(GroupBought { side, group, purchase, cpp, flies_on })?;
    }
    Ok(())
}

/// Whether a side may buy so many of this group, with its class and the price of one.
fn may_buy(
    state: &State,
    acting: Acting,
    group: GroupId,
    n: i32,
    why: &mut Reasons,
) -> Checked<(Side, Class, i32)> {
    let side = in_step(state, acting, RULE, &[Step::Purchases], why)?;
    let campaign = state.shared_campaign();
    let Some(group) = campaign.side(side).group(group) else {
        let rule = RuleId("BF-2.1.1.1-5");
        return why.refuse(rule, "unknown", || format!("Your chart has no group {group}."));
    };
    if group.class == Class::OffBoard {
        only_in_the_morning(state, why)?;
    }
    if group.class == Class::Air {
        not_at_night(state, why)?;
        can_fly(state, why)?;
    }
    why.unless(n >= 1, RULE, "range", || "Buy one group or more.".into())?;
    notes_allow(state, side, group, n, why)?;
    campaign_limit(state, side, group, n, why)?;
    refit_limit(state, side, group, n, why)?;
    can_pay(state, RULE, side, group.cost.saturating_mul(n), why)?;
    Ok((side, group.class, group.cost))
}

/// [BF-2.1.1.4-5] The chart's notes.
fn notes_allow(state: &State, side: Side, group: &Group, n: i32, why: &mut Reasons) -> Checked {
    for note in &group.notes {
        let name = || group_words(state.campaign(), side, group.id);
        let reason = match note {
            Note::From(first) if !is_sold_on(note, state.date()) => {
                Some(format!("{} is sold from {} on.", name(), first.day_and_month()))
            }
            Note::Until(last) if !is_sold_on(note, state.date()) => {
                Some(format!("{} was sold until {}.", name(), last.day_and_month()))
            }
            Note::Needs(other) if !has_had(state, side, *other) => Some(format!(
                "{} needs one of another group on the roster first: {}.",
                name(),
                group_words(state.campaign(), side, *other)
            )),
            Note::OncePerRefit if n_bought_now(state, side, group.id).saturating_add(n) > 1 => {
                Some(format!("{} is sold once in a refit.", name()))
            }
            _ => None,
        };
        if let Some(reason) = reason {
            return why.refuse(RULE, "note", || reason);
        }
    }
    Ok(())
}

/// Whether a note lets its group be sold on a date. Both dates are included.
pub(crate) fn is_sold_on(note: &Note, date: Date) -> bool {
    match note {
        Note::From(first) => date >= *first,
        Note::Until(last) => date <= *last,
        _ => true,
    }
}

/// Whether one of a group has been on the roster: bought, or there without a purchase.
fn has_had(state: &State, side: Side, group: GroupId) -> bool {
    let facts = state.side(side);
    count(&facts.bought, group) > 0 || roster_ids(facts, group).next().is_some()
}

/// What stands on a roster of a group: formations, modules, flights.
fn roster_ids(facts: &SideFacts, group: GroupId) -> impl Iterator<Item = Id> + '_ {
    let formations = facts.elements.iter().filter(move |element| element.group == Some(group));
    let modules = facts.modules.iter().filter(move |module| module.group == group);
    let flights = facts.flights.iter().filter(move |flight| flight.group == group);
    let formations = formations.map(|element| Id::from(element.id));
    let modules = modules.map(|module| module.id.into());
    formations.chain(modules).chain(flights.map(|flight| flight.id.into()))
}

/// How many of a group have been bought in this refit.
pub fn n_bought_now(state: &State, side: Side, group: GroupId) -> i32 {
    state.side(side).purchases.iter().filter(|purchase| purchase.group == Some(group)).count() as i32
}

/// How many days after the purchase a group arrives, when its notes say so. [BF-R26]
pub(crate) fn arrives_after(group: &Group) -> Option<u16> {
    group.notes.iter().find_map(|note| match note {
        Note::Arrives(days) => Some(*days),
        _ => None,
    })
}

/// [HOUSE-TAKE-BACK] A purchase of this step is undone as long as no die has been thrown for it.
pub(crate) fn take_back(cx: &mut Cx<'_>, id: Id) -> Adjudged {
    let side = cx.check(|why| {
        let steps = [Step::Purchases, Step::Fortification];
        in_step(cx.state(), cx.acting(), TAKE_BACK, &steps, why)
    })?;
    if cx.state().step() == Step::Fortification {
        return take_back_work(cx, side, id.into());
    }
    let later = cx.check(|why| may_take_back(cx.state(), side, id.into(), why))?;
    cx.record(TakenBack { side, purchase: id.into(), later })
}

/// Whether a purchase of this step can be undone, with the later ones of its group, which close up.
fn may_take_back(state: &State, side: Side, id: PurchaseId, why: &mut Reasons) -> Checked<Vec<PurchaseId>> {
    let purchases = &state.side(side).purchases;
    let known = purchases.iter().find(|purchase| purchase.id == id);
    let purchase =
        why.need(known, TAKE_BACK, "unknown", || "No such purchase was made in this step.".into())?;
    why.unless(!purchase.rolled, TAKE_BACK, "not-eligible", || {
        format!("The number of {id} has been rolled; it stands.", id = called(state, side, id))
    })?;
    let has_points = purchases.iter().any(|other| other.module == Some(Id::from(id).into()));
    why.unless(!has_points, TAKE_BACK, "not-eligible", || {
        format!("{id:#} has preregistered points; take those back first.", id = called(state, side, id))
    })?;
    if let Some(other) = depends_on(state, side, purchase) {
        return why.refuse(TAKE_BACK, "not-eligible", || {
            format!(
                "{other:#} needs {id}; take it back first.",
                other = called(state, side, other),
                id = called(state, side, id)
            )
        });
    }
    Ok(later_of_group(purchases, purchase))
}

/// The purchases of the same group that came after one. They close up when it is taken back, so that no number which the
/// enemy meets later, on the map or in a question, tells that something was.
fn later_of_group(purchases: &[Purchase], back: &Purchase) -> Vec<PurchaseId> {
    let after = purchases.iter().skip_while(|purchase| purchase.id != back.id).skip(1);
    let of_group = after.filter(|purchase| back.group.is_some() && purchase.group == back.group);
    of_group.map(|purchase| purchase.id).collect()
}

/// A purchase of this step whose notes need the group of another that would be the last to go.
fn depends_on(state: &State, side: Side, purchase: &Purchase) -> Option<PurchaseId> {
    let group = purchase.group?;
    let facts = state.side(side);
    let others =
        count(&facts.bought, group) > 1 || roster_ids(facts, group).any(|id| id != purchase.id.into());
    let needs = |other: &&Purchase| {
        let chart = other.group.and_then(|group| state.setup_of(side).group(group));
        chart.is_some_and(|chart| chart.notes.contains(&Note::Needs(group)))
    };
    if others { None } else { facts.purchases.iter().find(needs).map(|other| other.id) }
}

fn take_back_work(cx: &mut Cx<'_>, side: Side, kind: WorkTypeId) -> Adjudged {
    cx.check(|why| {
        let bought = count(&cx.state().side(side).works_fresh, kind);
        why.unless(bought > 0, TAKE_BACK, "unknown", || {
            "Nothing of this kind was bought in this step.".into()
        })
    })?;
    let fpp = cx.state().setup_of(side).work(kind).map_or(0, |work| work.cost);
    cx.record(WorkTakenBack { side, kind, fpp })
}

/// A reinforcement group was bought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct GroupBought {
    /// The side.
    pub side: Side,
    /// The group.
    pub group: GroupId,
    /// The id of the purchase and of what was bought.
    pub purchase: PurchaseId,
    /// The price.
    pub cpp: i32,
    /// The day a flight is bought for, from 1; 0 for all else.
    #[serde(default)]
    pub flies_on: u16,
}

impl SectionEvent<State, Campaign> for GroupBought {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { group, cpp, .. } = self;
        let campaign = state.shared_campaign();
        let day = state.facts.day;
        let facts = state.facts.side_mut(self.side);
        facts.cpp -= cpp;
        add(&mut facts.bought, *group, 1);
        let left = facts.cpp;
        facts.purchases.push(Purchase {
            id: self.purchase,
            group: Some(*group),
            cpp: *cpp,
            left,
            ..Purchase::default()
        });
        let Some(group) = campaign.side(self.side).group(*group) else { return };
        join(facts, group, self.purchase.into(), Origin::Bought, self.flies_on);
        facts.fpp += group.fpp;
        if let (Some(days), Some(element)) = (arrives_after(group), facts.elements.last_mut())
            && Id::from(element.id) == self.purchase.into()
        {
            element.available_from = day.saturating_add(days);
        }
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { group, purchase, flies_on, .. } = self;
        let name = campaign.side(self.side).group(*group).map_or(group.as_str(), group_name);
        let flies = match flies_on {
            0 => String::new(),
            day => format!(" It flies on {}.", day_words(campaign, *day)),
        };
        by(self.side)
            .say(format!(" bought {name} ({purchase}) for {}.{flies}", cpp_words(self.cpp)))
            .rule(RuleId("BF-2.1.1.4-4"))
    }
}

/// A purchase was taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakenBack {
    /// The side.
    pub side: Side,
    /// The purchase.
    pub purchase: PurchaseId,
    /// The later ones of its group, each of which takes the number of the one before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub later: Vec<PurchaseId>,
}

impl SectionEvent<State, Campaign> for TakenBack {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { later, .. } = self;
        let campaign = state.shared_campaign();
        let facts = state.facts.side_mut(self.side);
        let Some(at) = facts.purchases.iter().position(|known| known.id == self.purchase) else { return };
        let back = facts.purchases.remove(at);
        facts.cpp += back.cpp;
        facts.purchases[at..].iter_mut().for_each(|later| later.left += back.cpp);
        if let Some(module) = facts.modules.iter_mut().find(|module| Some(module.id) == back.module) {
            module.prereg = module.prereg.saturating_sub(back.points);
        }
        let Some(group) = back.group else { return };
        add(&mut facts.bought, group, -1);
        let bought = Id::from(back.id);
        facts.elements.retain(|element| element.id != bought.into());
        facts.modules.retain(|module| module.id != bought.into());
        facts.flights.retain(|flight| flight.id != bought.into());
        facts.fpp -= campaign.side(self.side).group(group).map_or(0, |group| group.fpp);
        let mut free = self.purchase;
        for id in later {
            renumber(facts, *id, free);
            free = *id;
        }
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { purchase, later, .. } = self;
        let told = by(self.side)
            .say(format!(" took back a purchase: {}.", unit_name(campaign, self.side, *purchase)))
            .rule(RuleId("HOUSE-TAKE-BACK"));
        let before = std::iter::once(purchase).chain(later);
        let closes_up = |(old, new): (&PurchaseId, &PurchaseId)| format!("what was {old} is {new} now");
        let closed: Vec<String> = later.iter().zip(before).map(closes_up).collect();
        if closed.is_empty() {
            told
        } else {
            told.say(format!(" The numbers close up: {}.", closed.join(", ")))
        }
    }
}

/// Gives a purchase of this step, and what it brought, another id.
fn renumber(facts: &mut SideFacts, old: PurchaseId, new: PurchaseId) {
    facts.purchases.iter_mut().filter(|known| known.id == old).for_each(|known| known.id = new);
    let (old, new) = (Id::from(old), Id::from(new));
    for purchase in facts.purchases.iter_mut().filter(|known| known.module == Some(old.into())) {
        purchase.module = Some(new.into());
    }
    for element in facts.elements.iter_mut().filter(|element| element.id == old.into()) {
        element.id = new.into();
        for (stand, n) in element.stands.iter_mut().zip(1..) {
            stand.id = stand_id(element.id, n);
        }
    }
    facts
        .modules
        .iter_mut()
        .filter(|module| module.id == old.into())
        .for_each(|module| module.id = new.into());
    facts
        .flights
        .iter_mut()
        .filter(|flight| flight.id == old.into())
        .for_each(|flight| flight.id = new.into());
}
