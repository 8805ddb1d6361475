//! A side's part of the confirmed result form, entered on its roster.

use kernel::grammar::{SectionEvent, is_default};
use kernel::view::Text;
use kernel::{Audience, RuleId};
use serde::{Deserialize, Serialize};

use super::super::by;
use super::super::s2_1_1_4_4_n_smoke::uses_smoke;
use crate::facts::{CombatRecord, Element, Stand, Starts, Wreck};
use crate::ids::{FormationId, StandId, WorkId, WreckId};
use crate::measure::Point;
use crate::report::Report;
use crate::setup::Campaign;
use crate::state::State;
use crate::view::prose::{counted, stands_words};
use crate::words::{Ammunition, Edge, Side, StandState, Status};

/// What became of a stand in a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandEnd {
    /// The stand.
    pub stand: StandId,
    /// What has become of it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub state: StandState,
    /// The edge it left by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<Edge>,
    /// The wreck that it leaves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wreck: Option<WreckId>,
    /// Whether it was abandoned.
    #[serde(default, skip_serializing_if = "is_default")]
    pub abandoned: bool,
    /// Where it stands or lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
    /// Where it faces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<u16>,
    /// Whether it ended in an improved position.
    #[serde(default, skip_serializing_if = "is_default")]
    pub improved: bool,
    /// Whether it never left its first position.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unmoved: bool,
    /// Whether it is bogged.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bogged: bool,
    /// Whether it is an immobile vehicle.
    #[serde(default, skip_serializing_if = "is_default")]
    pub immobile: bool,
    /// The minefield in which it stands or lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minefield: Option<WorkId>,
    /// Its ammunition.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ammunition: Ammunition,
}

/// A side's part of the confirmed result form was entered on its roster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultEntered {
    /// The side.
    pub side: Side,
    /// Formations that took part.
    pub elements: Vec<FormationId>,
    /// What became of stands that it is told of, or that were on the map.
    pub ends: Vec<StandEnd>,
    /// Own hidden fortifications that have become known, with their names from now on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub revealed: Vec<(WorkId, WorkId)>,
    /// Own hidden fortifications that are gone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<WorkId>,
}

impl SectionEvent<State, Campaign> for ResultEntered {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { elements, ends, revealed, gone, .. } = self;
        entered(state, self.side, elements, ends);
        becomes_known(state, revealed);
        state.facts.works.retain(|work| !gone.contains(&work.id));
        let facts = state.facts.side_mut(self.side);
        facts.placed.retain(|id| !gone.contains(id) && revealed.iter().all(|(old, _)| old != id));
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        by(self.side)
            .say(format!(": {}.", ends_words(campaign, self.side, &self.ends)))
            .rule(RuleId("BF-2.1.1.3.1-1"))
    }
}

fn becomes_known(state: &mut State, revealed: &[(WorkId, WorkId)]) {
    for work in &mut state.facts.works {
        if let Some((_, item)) = revealed.iter().find(|(old, _)| *old == work.id) {
            (work.id, work.known) = (*item, true);
        }
    }
}

/// Enters a side's confirmed part on its roster: ends of stands, then the record of every formation that took part.
/// [BF-2.1.1.3.1-1, BF-2.1.1.3.1-2, BF-2.1.1.3.1.O-7]
fn entered(state: &mut State, side: Side, elements: &[FormationId], ends: &[StandEnd]) {
    let campaign = state.shared_campaign();
    let is_afv = |stand: &Stand| campaign.unit_type(stand.kind).is_some_and(|unit| unit.afv);
    let (scenario, day) = (state.facts.scenarios + 1, state.facts.day);
    let report = state.facts.side(side).report.as_deref().cloned().unwrap_or_default();
    let own = state.facts.side(side).id;
    let mut wrecks = Vec::new();
    let facts = state.facts.side_mut(side);
    for element in facts.elements.iter_mut().filter(|element| elements.contains(&element.id)) {
        let mut fresh = CombatRecord::default();
        let id = element.id;
        for stand in &mut element.stands {
            let Some(end) = ends.iter().find(|end| end.stand == stand.id) else { continue };
            stand_ends(stand, end);
            match end.state {
                StandState::Lost | StandState::Wreck => {
                    fresh.losses += 1;
                    fresh.afv_lost = fresh.afv_lost.saturating_add(u8::from(is_afv(stand)));
                }
                StandState::Panicked => fresh.panicked = fresh.panicked.saturating_add(1),
                StandState::Here | StandState::Exited => {}
            }
            if let Some(wreck) = end.wreck {
                wrecks.push(Wreck {
                    id: wreck,
                    side: own,
                    element: id,
                    stand: stand.id,
                    kind: stand.kind,
                    at: end.at.unwrap_or_default(),
                    abandoned: end.abandoned,
                    in_minefield: end.minefield.is_some(),
                });
            }
        }
        told_of(&mut fresh, id, &report);
        records(element, fresh, scenario, day);
    }
    for smoke in report.smoke.iter() {
        uses_smoke(facts, smoke.module, u8::try_from(smoke.missions).unwrap_or(u8::MAX));
    }
    facts.modules.iter_mut().for_each(|module| module.fired |= report.fired.contains(&module.id));
    facts.flights.iter_mut().for_each(|flight| flight.used |= report.flew.contains(&flight.id));
    // In the order of their names, which tells nothing of the roster.
    let name = |wreck: &Wreck| (wreck.id.as_str().len(), wreck.id);
    wrecks.sort_unstable_by_key(name);
    state.facts.wrecks.extend(wrecks);
}

/// What a formation did in combat, as its side tells it.
fn told_of(fresh: &mut CombatRecord, me: FormationId, report: &Report) {
    let count = |n: i32| u8::try_from(n).unwrap_or(u8::MAX);
    if let Some(combat) = report.combat.iter().find(|combat| combat.me == me) {
        (fresh.kills, fresh.won, fresh.lost) = (count(combat.kills), count(combat.won), count(combat.lost));
    }
    let anything =
        fresh.losses > 0 || fresh.panicked > 0 || fresh.kills > 0 || fresh.won > 0 || fresh.lost > 0;
    fresh.fought = anything || report.fought.contains(&me);
}

fn stand_ends(stand: &mut Stand, end: &StandEnd) {
    stand.state = end.state;
    (stand.exit, stand.ammunition) = (end.exit, end.ammunition);
    if end.state != StandState::Here {
        leaves_the_field(stand);
        return;
    }
    (stand.at, stand.facing) = (end.at, end.facing);
    (stand.improved, stand.unmoved) = (end.improved, end.unmoved);
    (stand.bogged, stand.immobile, stand.bog_checks) = (end.bogged, end.immobile, 0);
    stand.minefield = end.minefield;
}

/// What is known of a stand on the map ends with its being there.
pub(crate) fn leaves_the_field(stand: &mut Stand) {
    (stand.status, stand.starts) = (Status::Normal, Starts::default());
    (stand.start_rolled, stand.start_settled) = (false, false);
    (stand.at, stand.facing, stand.minefield) = (None, None, None);
    (stand.hidden, stand.improved, stand.unmoved) = (false, false, false);
    (stand.bogged, stand.immobile, stand.bog_checks) = (false, false, 0);
}

/// Adds a battle to a formation's losses and to its records of scenario and day.
fn records(element: &mut Element, fresh: CombatRecord, scenario: u16, day: u16) {
    element.losses = element.losses.saturating_add(fresh.losses);
    let record = CombatRecord { baseline: element.baseline, losses: element.losses, ..fresh };
    element.scenario = CombatRecord { number: scenario, ..record };
    let before = element.day;
    element.day = if before.number == day {
        CombatRecord {
            number: day,
            fought: before.fought || fresh.fought,
            baseline: before.baseline.max(1),
            losses: before.losses.saturating_add(fresh.losses),
            panicked: before.panicked.saturating_add(fresh.panicked),
            kills: before.kills.saturating_add(fresh.kills),
            won: before.won.saturating_add(fresh.won),
            lost: before.lost.saturating_add(fresh.lost),
            afv_lost: before.afv_lost.saturating_add(fresh.afv_lost),
            discipline_rolled: before.discipline_rolled && !fresh.fought,
            discipline_settled: before.discipline_settled && !fresh.fought,
            withdrawal_rolled: before.withdrawal_rolled && fresh.afv_lost == 0,
        }
    } else {
        CombatRecord { number: day, ..record }
    };
}

/// What became of a side's stands, those that stay on the map only by number.
fn ends_words(campaign: &Campaign, side: Side, ends: &[StandEnd]) -> String {
    let mut parts = Vec::new();
    for (state, words) in [
        (StandState::Lost, "knocked out"),
        (StandState::Wreck, "wrecked"),
        (StandState::Panicked, "panicked off the map"),
        (StandState::Exited, "left the map"),
    ] {
        let those: Vec<StandId> = ends.iter().filter(|end| end.state == state).map(|end| end.stand).collect();
        if !those.is_empty() {
            parts.push(format!("{words} {}", stands_words(campaign, side, &those)));
        }
    }
    let here = ends.iter().filter(|end| end.state == StandState::Here && end.at.is_some()).count();
    parts.push(format!("{} on the map", counted(here as i64, "stand", "stands")));
    parts.join("; ")
}
