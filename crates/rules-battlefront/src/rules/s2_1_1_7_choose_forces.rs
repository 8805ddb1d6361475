//! [BF-2.1.1.7] Choose forces.

use std::collections::BTreeMap;

use kernel::grammar::{SectionEvent, holds};
use kernel::view::Text;
use kernel::{Adjudged, Audience, Checked, Id, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::s2_1_1_1_1_night_attacks::is_night;
use super::s2_1_1_3_campaign_roster::{unavailable, unit_type};
use super::s2_1_1_4_2_aircraft::grounded;
use super::{Cx, by, in_step};
use crate::facts::{Element, Flight};
use crate::phase::Step;
use crate::setup::options::ArtilleryLimit;
use crate::setup::{Campaign, Group};
use crate::state::State;
use crate::view::prose::{called, group_words, listed, unit_name};
use crate::words::{Class, Side, Status};

const RULE: RuleId = RuleId("BF-2.1.1.7-1");
const MAXIMUM: RuleId = RuleId("BF-2.1.1.7-2");

/// [BF-2.1.1.7-1] Each side secretly picks formations, modules and flights from its roster, and may pick anew until it
/// closes the step. Nothing has to be picked. [BF-2.1.1.7-3]
pub(crate) fn choose(cx: &mut Cx<'_>, forces: &[Id]) -> Adjudged {
    let side = cx.check(|why| {
        let side = in_step(cx.state(), cx.acting(), RULE, &[Step::ChooseForces], why)?;
        may_choose(cx.state(), side, forces, why)?;
        Ok(side)
    })?;
    let forces = roster(cx.state(), side).filter(|id| forces.contains(id)).collect();
    cx.record(ForcesChosen { side, forces })
}

/// Everything on a side's roster that has an id to choose it by.
pub fn roster(state: &State, side: Side) -> impl Iterator<Item = Id> + '_ {
    let facts = state.side(side);
    let formations = facts.elements.iter().map(|element| Id::from(element.id));
    let modules = facts.modules.iter().map(|module| module.id.into());
    formations.chain(modules).chain(facts.flights.iter().map(|flight| flight.id.into()))
}

/// Whether a side may choose exactly these, in the order of the codes.
pub fn may_choose(state: &State, side: Side, forces: &[Id], why: &mut Reasons) -> Checked {
    if let Some(stranger) = forces.iter().find(|id| roster(state, side).all(|known| known != **id)) {
        return why.refuse(RULE, "unknown", || {
            format!("Your roster has no formation, module or flight {stranger}.")
        });
    }
    // That nothing flies at night is told before what keeps one unit away.
    forces.iter().filter_map(|id| flight(state, side, *id)).try_for_each(|_| flies_now(state, why))?;
    forces.iter().try_for_each(|id| is_available(state, side, *id, why))?;
    if let Some((_, twice)) = forces.iter().enumerate().find(|(n, id)| forces[..*n].contains(id)) {
        return why.refuse(RULE, "dup", || format!("{twice} stands twice in the choice."));
    }
    within_the_limits(state, side, forces, why)
}

/// Whether something on the roster can be chosen in this slot, whatever else is. [BF-2.1.1.4.2-3, BF-2.S-8]
pub fn is_available(state: &State, side: Side, id: Id, why: &mut Reasons) -> Checked {
    if let Some(element) = state.side(side).element(id.into()) {
        if let Some(reason) = unavailable(state, element) {
            return why.refuse(RULE, "unavailable", || reason);
        }
        let all_behind = element.living().all(|stand| stand.status != Status::Normal);
        return why.unless(!all_behind, RULE, "unavailable", || {
            format!(
                "All of {id} stands in a pocket on the map; it takes part without being chosen.",
                id = called(state, side, id)
            )
        });
    }
    let Some(flight) = flight(state, side, id) else { return Ok(()) };
    flies_now(state, why)?;
    let today = flight.day == state.facts.day;
    why.unless(today, RuleId("BF-2.1.1.4.2-1"), "unavailable", || {
        format!("{id:#} flies on another day.", id = called(state, side, id))
    })?;
    match grounded(state) {
        Some(reason) => why.refuse(RuleId("BF-2.S-8"), "unavailable", || reason),
        None => Ok(()),
    }
}

fn flight(state: &State, side: Side, id: Id) -> Option<&Flight> {
    state.side(side).flights.iter().find(|flight| flight.id == id.into())
}

fn flies_now(state: &State, why: &mut Reasons) -> Checked {
    let rule = RuleId("BF-2.1.1.4.2-3");
    why.unless(!is_night(state), rule, "night", || "Aircraft do not fly at night.".into())
}

/// How many of a kind take part in a scenario, and how many may. [BF-2.1.1.4.1-4]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// On the map already, in pockets.
    pub in_pockets: u16,
    /// Chosen and not on the map already.
    pub chosen: u16,
    /// The most; absent without a limit.
    pub most: Option<u16>,
}

impl Share {
    /// Everything that counts.
    pub const fn counted(self) -> u16 {
        self.in_pockets + self.chosen
    }

    /// Whether the choice goes beyond the most. What only stands in pockets never does.
    fn is_beyond(self) -> bool {
        self.chosen > 0 && self.most.is_some_and(|most| self.counted() > most)
    }
}

/// How many of a group one scenario allows. Where modules are limited by the day alone, the limit is on those that fire.
/// [BF-2.1.1.4.1-4, BF-R29]
pub fn most_of(state: &State, group: &Group) -> Option<u16> {
    let by_day = group.class == Class::OffBoard && state.options().oba_limit == ArtilleryLimit::Day;
    (!by_day).then_some(group.max_scenario)
}

/// What takes part of each kind when these are chosen: groups of the chart, and formations without one under their own
/// id. [BF-R48, BF-R53]
pub fn shares(state: &State, side: Side, forces: &[Id]) -> BTreeMap<Id, Share> {
    let (facts, setup) = (state.side(side), state.setup_of(side));
    let mut shares: BTreeMap<Id, Share> = BTreeMap::new();
    let mut count = |kind: Id, in_pocket: bool| {
        let share = shares.entry(kind).or_default();
        if in_pocket { share.in_pockets += 1 } else { share.chosen += 1 }
    };
    for element in &facts.elements {
        if is_on_map(element) || forces.contains(&element.id.into()) {
            count(unit_type(element), is_on_map(element));
        }
    }
    let modules = facts.modules.iter().map(|module| (Id::from(module.id), module.group));
    let flights = facts.flights.iter().map(|flight| (flight.id.into(), flight.group));
    modules
        .chain(flights)
        .filter(|(id, _)| forces.contains(id))
        .for_each(|(_, group)| count(group.into(), false));
    for (kind, share) in &mut shares {
        share.most = setup.group((*kind).into()).and_then(|group| most_of(state, group));
    }
    shares
}

/// How many kinds take part; one that has units in pockets is on the map already.
pub fn kinds(shares: &BTreeMap<Id, Share>, most: Option<u16>) -> Share {
    let mut kinds = Share { most, ..Share::default() };
    for share in shares.values() {
        if share.in_pockets > 0 { kinds.in_pockets += 1 } else { kinds.chosen += 1 }
    }
    kinds
}

/// How many take part in all.
pub fn total(shares: &BTreeMap<Id, Share>, most: Option<u16>) -> Share {
    let sum = |part: fn(&Share) -> u16| shares.values().map(part).sum();
    Share { in_pockets: sum(|share| share.in_pockets), chosen: sum(|share| share.chosen), most }
}

/// Whether a formation has living stands in a pocket. [BF-2.1.1.7-2]
pub fn is_on_map(element: &Element) -> bool {
    element.living().any(|stand| stand.status != Status::Normal)
}

/// [BF-2.1.1.7-2] The maxima of each group, and those over all groups where the chart has them; groups in pockets
/// count. [BF-2.1.1.4.1-4, BF-R48]
fn within_the_limits(state: &State, side: Side, forces: &[Id], why: &mut Reasons) -> Checked {
    let (setup, shares) = (state.setup_of(side), shares(state, side, forces));
    let mut within = |share: Share, what: &dyn Fn() -> String| {
        why.unless(!share.is_beyond(), MAXIMUM, "limit-scenario", || {
            let (most, counted) = (share.most.unwrap_or_default(), share.counted());
            let pockets = match share.in_pockets {
                0 => String::new(),
                n => format!(", {n} of them in pockets"),
            };
            format!("One scenario allows {most} {}; this makes {counted}{pockets}.", what())
        })
    };
    shares.iter().try_for_each(|(kind, share)| {
        within(*share, &|| format!("of {}", group_words(state.campaign(), side, (*kind).into())))
    })?;
    within(kinds(&shares, setup.max_kinds_scenario), &|| "kinds of units".into())?;
    within(total(&shares, setup.max_total_scenario), &|| "units in all".into())
}

/// Everything that may be chosen together, taken in the roster's order.
pub fn most(state: &State, side: Side) -> Vec<Id> {
    let mut forces = Vec::new();
    for id in roster(state, side) {
        forces.push(id);
        if !holds(|why| may_choose(state, side, &forces, why)) {
            forces.pop();
        }
    }
    forces
}

/// A side chose its forces, or chose anew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForcesChosen {
    /// The side.
    pub side: Side,
    /// Formations, modules and flights in the roster's order.
    pub forces: Vec<Id>,
}

impl SectionEvent<State, Campaign> for ForcesChosen {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { forces, .. } = self;
        state.facts.side_mut(self.side).chosen.clone_from(forces)
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { forces, .. } = self;
        let names: Vec<String> = forces.iter().map(|id| unit_name(campaign, self.side, *id)).collect();
        let told = if names.is_empty() { "nothing".into() } else { listed(&names) };
        by(self.side).say(format!(" chose for the scenario: {told}.")).rule(RuleId("BF-2.1.1.7-1"))
    }
}
