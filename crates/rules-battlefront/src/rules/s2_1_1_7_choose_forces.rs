//! [BF-2.1.1.7] Choose forces.

use std::collections::BTreeMap;

use kernel::{Adjudged, Id, RuleId};

use super::s2_1_1_1_1_night_attacks::is_night;
use super::s2_1_1_3_campaign_roster::{unavailable, unit_type};
use super::s2_1_1_4_2_aircraft::grounded;
use super::{Cx, acting_side, in_step};
use crate::event::Event;
use crate::facts::Element;
use crate::phase::Step;
use crate::setup::Group;
use crate::setup::options::ArtilleryLimit;
use crate::state::State;
use crate::words::{Class, Side, Status};

const RULE: RuleId = RuleId("BF-2.1.1.7-1");
const MAXIMUM: RuleId = RuleId("BF-2.1.1.7-2");

/// Why a choice is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Barred {
    /// The rule.
    pub rule: RuleId,
    /// The code.
    pub code: &'static str,
    /// The sentence.
    pub sentence: String,
}

impl Barred {
    fn new(rule: RuleId, code: &'static str, sentence: String) -> Self {
        Self { rule, code, sentence }
    }
}

/// [BF-2.1.1.7-1] Each side secretly picks formations, modules and flights from its roster, and may pick anew until it
/// closes the step. Nothing has to be picked. [BF-2.1.1.7-3]
pub(crate) fn choose(cx: &mut Cx<'_>, forces: &[Id]) -> Adjudged {
    let side = acting_side(cx, RULE)?;
    in_step(cx, side, RULE, Step::ChooseForces)?;
    if let Err(barred) = may_choose(cx.state(), side, forces) {
        return cx.refuse(barred.rule, barred.code, || barred.sentence);
    }
    let forces = roster(cx.state(), side).filter(|id| forces.contains(id)).collect();
    cx.record(Event::ForcesChosen { side, forces })
}

/// Everything on a side's roster that has an id to choose it by.
pub fn roster(state: &State, side: Side) -> impl Iterator<Item = Id> + '_ {
    let facts = state.side(side);
    let formations = facts.elements.iter().map(|element| element.id);
    let modules = facts.modules.iter().map(|module| module.id);
    formations.chain(modules).chain(facts.flights.iter().map(|flight| flight.id))
}

/// Whether a side may choose exactly these.
///
/// # Errors
/// The first reason against it, in the order of the codes.
pub fn may_choose(state: &State, side: Side, forces: &[Id]) -> Result<(), Barred> {
    if let Some(stranger) = forces.iter().find(|id| roster(state, side).all(|known| known != **id)) {
        let sentence = format!("Your roster has no formation, module or flight {stranger}.");
        return Err(Barred::new(RULE, "unknown", sentence));
    }
    let reasons = || forces.iter().filter_map(|id| barred(state, side, *id));
    if let Some(first) = reasons().find(|reason| reason.code == "night").or_else(|| reasons().next()) {
        return Err(first);
    }
    if let Some((_, twice)) = forces.iter().enumerate().find(|(n, id)| forces[..*n].contains(id)) {
        return Err(Barred::new(RULE, "dup", format!("{twice} stands twice in the choice.")));
    }
    within_the_limits(state, side, forces)
}

/// Why something on the roster cannot be chosen in this slot, whatever else is. [BF-2.1.1.4.2-3, BF-2.S-8]
pub fn barred(state: &State, side: Side, id: Id) -> Option<Barred> {
    let facts = state.side(side);
    if let Some(element) = facts.element(id) {
        let all_behind = || element.living().all(|stand| stand.status != Status::Normal);
        let pocket = || {
            all_behind().then(|| {
                format!("All of {id} stands in a pocket on the map; it takes part without being chosen.")
            })
        };
        let reason = unavailable(state, element).or_else(pocket)?;
        return Some(Barred::new(RULE, "unavailable", reason));
    }
    let flight = facts.flights.iter().find(|flight| flight.id == id)?;
    if is_night(state) {
        let rule = RuleId("BF-2.1.1.4.2-3");
        return Some(Barred::new(rule, "night", "Aircraft do not fly at night.".into()));
    }
    if flight.day != state.facts.day {
        let rule = RuleId("BF-2.1.1.4.2-1");
        return Some(Barred::new(rule, "unavailable", format!("{id} flies on another day.")));
    }
    Some(Barred::new(RuleId("BF-2.S-8"), "unavailable", grounded(state)?))
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
        if is_on_map(element) || forces.contains(&element.id) {
            count(unit_type(element), is_on_map(element));
        }
    }
    let modules = facts.modules.iter().map(|module| (module.id, module.group));
    let flights = facts.flights.iter().map(|flight| (flight.id, flight.group));
    modules.chain(flights).filter(|(id, _)| forces.contains(id)).for_each(|(_, group)| count(group, false));
    for (kind, share) in &mut shares {
        share.most = setup.group(*kind).and_then(|group| most_of(state, group));
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
fn within_the_limits(state: &State, side: Side, forces: &[Id]) -> Result<(), Barred> {
    let (setup, shares) = (state.setup_of(side), shares(state, side, forces));
    let refused = |sentence: String| Err(Barred::new(MAXIMUM, "limit-scenario", sentence));
    let pockets = |n: u16| if n > 0 { format!(", {n} of them in pockets") } else { String::new() };
    if let Some((kind, share)) = shares.iter().find(|(_, share)| share.is_beyond()) {
        let (most, counted) = (share.most.unwrap_or_default(), share.counted());
        let pockets = pockets(share.in_pockets);
        return refused(format!("One scenario allows {most} of {kind}; this makes {counted}{pockets}."));
    }
    let kinds = kinds(&shares, setup.max_kinds_scenario);
    if kinds.is_beyond() {
        let (most, counted) = (kinds.most.unwrap_or_default(), kinds.counted());
        let pockets = pockets(kinds.in_pockets);
        return refused(format!("One scenario allows {most} kinds of units; this makes {counted}{pockets}."));
    }
    let total = total(&shares, setup.max_total_scenario);
    if total.is_beyond() {
        let (most, counted) = (total.most.unwrap_or_default(), total.counted());
        let pockets = pockets(total.in_pockets);
        return refused(format!("One scenario allows {most} units in all; this makes {counted}{pockets}."));
    }
    Ok(())
}

/// Everything that may be chosen together, taken in the roster's order.
pub fn most(state: &State, side: Side) -> Vec<Id> {
    let mut forces = Vec::new();
    for id in roster(state, side) {
        forces.push(id);
        if may_choose(state, side, &forces).is_err() {
            forces.pop();
        }
    }
    forces
}
