//! [BF-2.1.1.5.2] Purchasing fortifications.

use kernel::grammar::{SectionEvent, counted_of};
use kernel::view::Text;
use kernel::{Acting, Adjudged, Audience, Checked, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::s2_1_1_5_fortification_points::can_pay;
use super::s2_1_1_8_deploy::in_own_turn;
use super::{Cx, acts_itself, by, in_step};
use crate::facts::{Work, add, count};
use crate::ground::ground;
use crate::ids::{WorkId, WorkTypeId};
use crate::measure::Point;
use crate::phase::Step;
use crate::setup::Campaign;
use crate::state::State;
use crate::view::prose::{fpp_words, work_name};
use crate::words::Side;

const RULE: RuleId = RuleId("BF-2.1.1.5.2-1");

/// The most fortifications of one type that a side buys over a campaign, where its chart sets no lower limit.
pub const MOST: u16 = 9999;

/// [BF-2.1.1.5.2-1] Types are bought from the side's chart and put on a secret record; they get their places when the
/// side next sets up.
pub(crate) fn buy(cx: &mut Cx<'_>, kind: WorkTypeId, n: i32) -> Adjudged {
    let (side, fpp) = cx.check(|why| may_buy(cx.state(), cx.acting(), kind, n, why))?;
    cx.record(WorksBought { side, kind, count: n as u16, fpp })
}

/// Whether a side may buy so many of this kind, and at what price.
fn may_buy(
    state: &State,
    acting: Acting,
    kind: WorkTypeId,
    n: i32,
    why: &mut Reasons,
) -> Checked<(Side, i32)> {
    let side = in_step(state, acting, RULE, &[Step::Fortification], why)?;
    let work = why.need(state.setup_of(side).work(kind), RULE, "unknown", || {
        format!("Your chart has no fortification {kind}.")
    })?;
    why.unless((1..=1000).contains(&n), RULE, "range", || "Buy 1 to 1000 fortifications.".into())?;
    let bought = count(&state.side(side).works_bought, kind);
    let most = work.max_campaign.unwrap_or(MOST);
    why.unless(i32::from(bought) + n <= i32::from(most), RULE, "cap", || {
        let kind = work_name(state.campaign(), side, kind);
        format!("The campaign allows {most} of {kind}; {bought} are bought.")
    })?;
    let fpp = work.cost.saturating_mul(n);
    can_pay(state, RULE, side, fpp, why)?;
    Ok((side, fpp))
}

pub(crate) const PLACING: RuleId = RuleId("BF-2.1.1.5.2-2");

/// [BF-2.1.1.5.2-2] What was bought is placed in the next set-up, in the area that the side controls, and stays hidden
/// until it is known. [BF-2.1.1.8-2]
pub(crate) fn place(cx: &mut Cx<'_>, kind: WorkTypeId, at: Point) -> Adjudged {
    let side = cx.check(|why| may_place(cx.state(), cx.acting(), kind, at, why))?;
    let item = next_id(cx.state(), side);
    cx.record(WorkPlaced { side, item, kind, at })
}

/// Whether a fortification of this kind may be there.
fn may_place(state: &State, acting: Acting, kind: WorkTypeId, at: Point, why: &mut Reasons) -> Checked<Side> {
    let side = in_own_turn(state, acting, PLACING, why)?;
    why.unless(count(&state.side(side).works_in_hand, kind) != 0, PLACING, "unknown", || {
        format!("You have no {} in hand.", work_name(state.campaign(), side, kind))
    })?;
    lies_well(state, side, at, why)?;
    Ok(side)
}

/// Whether a fortification of a side may lie there.
pub(crate) fn lies_well(state: &State, side: Side, at: Point, why: &mut Reasons) -> Checked {
    why.unless(state.campaign().map.holds(at), RuleId("BF-0-5"), "range", || {
        format!("{at} is off the map.")
    })?;
    why.unless(ground(state, side, at).is_controlled(), PLACING, "zone", || {
        format!("{at} does not lie in the area you control.")
    })
}

/// What was placed in this set-up may be placed anew until the side closes the step.
pub(crate) fn lift(cx: &mut Cx<'_>, item: WorkId) -> Adjudged {
    let side = cx.check(|why| may_lift(cx.state(), cx.acting(), item, why))?;
    cx.record(WorkLifted { side, item })
}

/// Whether this was placed in the present set-up.
fn may_lift(state: &State, acting: Acting, item: WorkId, why: &mut Reasons) -> Checked<Side> {
    let side = in_own_turn(state, acting, PLACING, why)?;
    why.unless(state.side(side).placed.contains(&item), PLACING, "unknown", || {
        format!("You have placed no {item} in this set-up.")
    })?;
    Ok(side)
}

/// How many fortifications a side has still to place.
pub fn n_unplaced(state: &State, side: Side) -> u16 {
    state.side(side).works_in_hand.iter().map(|tally| tally.count).sum()
}

/// [BF-2.1.1.5.2-2] A set-up is not closed while a fortification is unplaced, by nobody.
pub(crate) fn all_placed(state: &State, acting: Acting, side: Side, why: &mut Reasons) -> Checked {
    let n = n_unplaced(state, side);
    why.unless(!state.step().is_set_up() || n == 0, PLACING, "incomplete", || {
        let works = counted_of(n, "fortification is", "fortifications are");
        match acts_itself(acting) {
            true => format!("{works} still to be placed."),
            false => format!("{works} still to be placed; the umpire can place them for the side."),
        }
    })
}

/// Hidden fortifications are numbered in a row of their own for each side, so that no number tells of one.
pub(crate) fn next_id(state: &State, side: Side) -> WorkId {
    let row = |work: &Work| work.id.as_str().trim_end_matches(|sign: char| sign.is_ascii_digit()).to_owned();
    let own = state.setup_of(side).id;
    let hidden = |work: &&Work| work.side == own && !work.known;
    let letter = if side == Side::FIRST { "a" } else { "b" };
    let name = state.facts.works.iter().rev().find(hidden).map_or_else(|| format!("hidden-{letter}"), row);
    let of_row = state.facts.works.iter().filter(|work| row(work) == name);
    let number = |work: &Work| work.id.as_str()[name.len()..].parse::<u32>().unwrap_or(0);
    let last = of_row.map(number).max().unwrap_or(0);
    format!("{name}{}", last + 1).parse().unwrap_or_default()
}

/// Fortifications were bought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorksBought {
    /// The side.
    pub side: Side,
    /// The type.
    #[serde(rename = "type")]
    pub kind: WorkTypeId,
    /// How many.
    pub count: u16,
    /// The price.
    pub fpp: i32,
}

impl SectionEvent<State, Campaign> for WorksBought {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { fpp, .. } = self;
        let facts = state.facts.side_mut(self.side);
        facts.fpp -= fpp;
        for tally in [&mut facts.works_bought, &mut facts.works_in_hand, &mut facts.works_fresh] {
            add(tally, self.kind, i32::from(self.count));
        }
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { count, .. } = self;
        let name = work_name(campaign, self.side, self.kind);
        by(self.side)
            .say(format!(" bought {count} × {name} for {}.", fpp_words(self.fpp)))
            .rule(RuleId("BF-2.1.1.5.2-1"))
    }
}

/// A fortification was taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkTakenBack {
    /// The side.
    pub side: Side,
    /// The type.
    #[serde(rename = "type")]
    pub kind: WorkTypeId,
    /// The price that came back.
    pub fpp: i32,
}

impl SectionEvent<State, Campaign> for WorkTakenBack {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { fpp, .. } = self;
        let facts = state.facts.side_mut(self.side);
        facts.fpp += fpp;
        for tally in [&mut facts.works_bought, &mut facts.works_in_hand, &mut facts.works_fresh] {
            add(tally, self.kind, -1);
        }
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let name = work_name(campaign, self.side, self.kind);
        by(self.side)
            .say(format!(" took back 1 × {name}: {} returned.", fpp_words(self.fpp)))
            .rule(RuleId("HOUSE-TAKE-BACK"))
    }
}

/// A fortification got its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkPlaced {
    /// The side.
    pub side: Side,
    /// Its id on the map from now on.
    pub item: WorkId,
    /// The type.
    #[serde(rename = "type")]
    pub kind: WorkTypeId,
    /// Where it lies.
    pub at: Point,
}

impl SectionEvent<State, Campaign> for WorkPlaced {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { side, .. } = self;
        let facts = state.facts.side_mut(*side);
        add(&mut facts.works_in_hand, self.kind, -1);
        facts.placed.push(self.item);
        let (id, side) = (self.item, facts.id);
        state.facts.works.push(Work { id, side, kind: self.kind, at: self.at, known: false });
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { item, at, .. } = self;
        let name = work_name(campaign, self.side, self.kind);
        by(self.side).say(format!(" placed {name} at {at}: {item}.")).rule(RuleId("BF-2.1.1.5.2-2"))
    }
}

/// A fortification placed in this set-up was taken back in hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkLifted {
    /// The side.
    pub side: Side,
    /// The fortification.
    pub item: WorkId,
}

impl SectionEvent<State, Campaign> for WorkLifted {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { item, .. } = self;
        let Some(n) = state.facts.works.iter().position(|work| work.id == *item) else { return };
        let work = state.facts.works.remove(n);
        let facts = state.facts.side_mut(self.side);
        facts.placed.retain(|placed| placed != item);
        add(&mut facts.works_in_hand, work.kind, 1);
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { item, .. } = self;
        by(self.side).say(format!(" took {item} back in hand.")).rule(RuleId("BF-2.1.1.5.2-2"))
    }
}
