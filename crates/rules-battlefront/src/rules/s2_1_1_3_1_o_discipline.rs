//! [BF-2.1.1.3.1.O] Optional rule: discipline rating changes.

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Acting, Adjudged, Ask, Audience, Checked, Modifiers, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::s2_1_1_3_2_b_breakpoints::{formation_status, quarters_lost};
use super::s2_1_1_3_campaign_roster::unavailable;
use super::s2_1_scenarios::OpenRoll;
use super::{Cx, by, in_step};
use crate::command::DisciplineSubject;
use crate::facts::{CombatRecord, Element, Stand, Starts};
use crate::ids::{FormationId, LevelId, StandId};
use crate::phase::Step;
use crate::setup::Campaign;
use crate::setup::charts::DisciplineChange;
use crate::setup::options::Scope;
use crate::state::State;
use crate::view::prose::{called, stand_name, unit_name};
use crate::words::{Side, StandState, Status};

const RULE: RuleId = RuleId("BF-2.1.1.3.1.O-6");

/// [BF-2.1.1.3.1.O] At the start of each morning slot but the first, every formation that was in combat in the
/// previous scenario rolls d100 on BF-T5, and so does every stand that begins the scenario cut off.
pub(crate) fn discipline_roll(cx: &mut Cx<'_>, subject: DisciplineSubject) -> Adjudged {
    let side = cx.check(|why| may_roll(cx.state(), cx.acting(), subject, why))?;
    match subject {
        DisciplineSubject::Me(me) => roll(cx, side, me),
        DisciplineSubject::Stand(stand) => roll_stand(cx, side, stand),
    }
}

/// Whether a formation or a stand rolls now, and whose it is.
fn may_roll(state: &State, acting: Acting, subject: DisciplineSubject, why: &mut Reasons) -> Checked<Side> {
    let rule = RuleId("BF-2.1.1.3.1.O-2");
    let side = in_step(state, acting, rule, &[Step::Roster], why)?;
    why.unless(is_due(state), rule, "step", || {
        "Discipline changes at the start of a morning, the first excepted.".into()
    })?;
    why.unless(state.options().discipline_changes, RuleId("BF-2.1.1.3.1.O-1"), "option-off", || {
        "This campaign is played without discipline changes.".into()
    })?;
    match subject {
        DisciplineSubject::Me(me) => formation_rolls(state, side, me, why)?,
        DisciplineSubject::Stand(id) => stand_rolls(state, side, id, why)?,
    }
    Ok(side)
}

/// [BF-2.1.1.3.1.O-3] A formation that was in combat rolls once for it, while it is in play.
fn formation_rolls(state: &State, side: Side, me: FormationId, why: &mut Reasons) -> Checked {
    let rule = RuleId("BF-2.1.1.3.1.O-3");
    let element = why.need(state.side(side).element(me), rule, "unknown", || {
        format!("Your roster has no formation {me}.")
    })?;
    let fought = previous(state, element).filter(|record| record.fought);
    let record = why.need(fought, rule, "not-eligible", || {
        let when = match state.options().discipline_scope {
            Scope::Scenario => "in the previous scenario",
            Scope::Day => "on the last day of fighting",
        };
        format!("{me:#} was not in combat {when}.", me = called(state, side, me))
    })?;
    why.unless(element.in_play(), rule, "not-eligible", || out_of_play(state, element))?;
    why.unless(!record.discipline_rolled, rule, "dup", || {
        format!("{me:#} has rolled for its last combat.", me = called(state, side, me))
    })
}

/// [BF-2.1.1.3.1.O-4] A stand that begins the scenario cut off rolls once for it.
fn stand_rolls(state: &State, side: Side, id: StandId, why: &mut Reasons) -> Checked {
    let rule = RuleId("BF-2.1.1.3.1.O-4");
    let (element, stand) =
        why.need(state.side(side).stand(id), rule, "unknown", || format!("Your roster has no stand {id}."))?;
    why.unless(starts_cut_off(element, stand), rule, "not-eligible", || {
        format!("{id:#} does not begin the scenario cut off.", id = called(state, side, id))
    })?;
    why.unless(!stand.start_rolled, rule, "dup", || {
        format!("{id:#} has rolled for this start.", id = called(state, side, id))
    })
}

/// Why a formation that fought is not in play any more.
fn out_of_play(state: &State, element: &Element) -> String {
    let none_left = || format!("{} has no stand left in play.", element.id);
    unavailable(state, element).unwrap_or_else(none_left)
}

/// Whether this slot is one in which discipline changes. [BF-2.1.1.3.1.O-2]
fn is_due(state: &State) -> bool {
    state.slot_kind().is_morning() && !state.is_first_slot()
}

/// The rolls that a side still owes, in the roster's order.
pub fn owed(state: &State, side: Side) -> Vec<OpenRoll> {
    let mut open = Vec::new();
    if !is_due(state) || !state.options().discipline_changes {
        return open;
    }
    for element in &state.side(side).elements {
        if previous(state, element).is_some_and(|record| record.fought && !record.discipline_rolled)
            && element.in_play()
        {
            open.push(OpenRoll::Discipline(element.id));
        }
        let stands =
            element.stands.iter().filter(|stand| starts_cut_off(element, stand) && !stand.start_rolled);
        open.extend(stands.map(|stand| OpenRoll::StandDiscipline(stand.id)));
    }
    open
}

/// Everybody of a side who rolls in this step or has rolled, in the roster's order.
pub fn rows(state: &State, side: Side) -> Vec<DisciplineSubject> {
    let mut rows = Vec::new();
    if state.step() != Step::Roster || !is_due(state) || !state.options().discipline_changes {
        return rows;
    }
    for element in state.side(side).elements.iter().filter(|element| element.in_play()) {
        if previous(state, element).is_some_and(|record| record.fought) {
            rows.push(DisciplineSubject::Me(element.id));
        }
        let stands = element.stands.iter().filter(|stand| starts_cut_off(element, stand));
        rows.extend(stands.map(|stand| DisciplineSubject::Stand(stand.id)));
    }
    rows
}

/// The record that a formation's roll is about.
pub fn record<'e>(state: &State, element: &'e Element) -> Option<&'e CombatRecord> {
    previous(state, element)
}

fn starts_cut_off(element: &Element, stand: &Stand) -> bool {
    element.in_play() && stand.state == StandState::Here && stand.status == Status::CutOff
}

/// The levels that a roll can lead to, the worst first, each with the number of dice that do.
pub fn levels(state: &State, before: LevelId, modifiers: &Modifiers, of_stand: bool) -> Vec<(LevelId, u64)> {
    let charts = &state.campaign().charts;
    let chart = &charts.discipline.chart;
    let mut levels: Vec<(LevelId, u64)> = Vec::new();
    for (row, weight) in chart.rows().iter().zip(chart.weights(modifiers.total())).filter(|(_, n)| *n > 0) {
        let level = after(state, before, row.result, of_stand);
        match levels.iter_mut().find(|(known, _)| *known == level) {
            Some((_, so_far)) => *so_far += weight,
            None => levels.push((level, weight)),
        }
    }
    levels.sort_by_key(|(level, _)| charts.rung(*level));
    levels
}

/// The level that a change leads to; of a stand's roll only a decline counts. [BF-R21d]
fn after(state: &State, before: LevelId, change: DisciplineChange, of_stand: bool) -> LevelId {
    let charts = &state.campaign().charts;
    match change {
        DisciplineChange::Improves if of_stand => before,
        DisciplineChange::Improves => charts.better(before),
        DisciplineChange::Unchanged => before,
        DisciplineChange::Worsens => charts.worse(before),
    }
}

/// What a roll leads to where no die can change it.
fn certain(state: &State, side: Side, roll: OpenRoll) -> Option<(DisciplineSubject, LevelId)> {
    let facts = state.side(side);
    let (subject, levels) = match roll {
        OpenRoll::Discipline(me) => {
            let element = facts.element(me)?;
            let levels = levels(state, element.discipline, &modifiers(state, element), false);
            (DisciplineSubject::Me(me), levels)
        }
        OpenRoll::StandDiscipline(id) => {
            let (element, stand) = facts.stand(id)?;
            let before = stand.discipline.unwrap_or(element.discipline);
            (DisciplineSubject::Stand(id), levels(state, before, &stand_modifiers(state, stand), true))
        }
        _ => return None,
    };
    match levels[..] {
        [(level, _)] => Some((subject, level)),
        _ => None,
    }
}

/// When the step opens, what no die can change is settled without one.
pub(crate) fn settle(cx: &mut Cx<'_>) -> Adjudged {
    for side in Side::BOTH {
        let state = cx.state();
        let settled: Vec<_> =
            owed(state, side).into_iter().filter_map(|roll| certain(state, side, roll)).collect();
        for (subject, discipline) in settled {
            cx.record(DisciplineSettled { side, subject, discipline })?;
        }
    }
    Ok(())
}

pub(crate) fn roll(cx: &mut Cx<'_>, side: Side, me: FormationId) -> Adjudged {
    let state = cx.state();
    let Some(element) = state.side(side).element(me) else { return Ok(()) };
    let (before, modifiers) = (element.discipline, modifiers(state, element));
    let ask = Ask::new(RuleId("BF-2.1.1.3.1.O-5"), "Discipline").about(me).seen_by(side.only());
    let ask = ask.of(side.number()).known_as(crate::identity::formation(cx.state(), side, me));
    let change = cx.draw(ask, |campaign| &campaign.charts.discipline.chart, &modifiers)?;
    let discipline = after(cx.state(), before, change, false);
    cx.record(DisciplineRolled { side, me, change, discipline })
}

/// Only a decrease counts, and only for the stand itself. [BF-R21d]
pub(crate) fn roll_stand(cx: &mut Cx<'_>, side: Side, id: StandId) -> Adjudged {
    let state = cx.state();
    let Some((element, stand)) = state.side(side).stand(id) else { return Ok(()) };
    let (before, modifiers) = (stand.discipline.unwrap_or(element.discipline), stand_modifiers(state, stand));
    let ask =
        Ask::new(RuleId("BF-2.1.1.3.1.O-4"), "Discipline of a stand cut off").about(id).seen_by(side.only());
    let ask = ask.of(side.number()).known_as(crate::identity::stand(cx.state(), side, id));
    let change = cx.draw(ask, |campaign| &campaign.charts.discipline.chart, &modifiers)?;
    let discipline = after(cx.state(), before, change, true);
    cx.record(StandDisciplineRolled { side, stand: id, change, discipline })
}

/// The modifiers of a formation's roll, in printed order.
pub fn modifiers(state: &State, element: &Element) -> Modifiers {
    let chart = &state.campaign().charts.discipline;
    let record = previous(state, element).copied().unwrap_or_default();
    let (casualties, label) = match quarters_lost(record.losses, record.baseline) {
        0 => (0, "Casualties below 25 %"),
        1 => (chart.casualties[0], "25 % casualties"),
        2 => (chart.casualties[1], "50 % casualties"),
        _ => (chart.casualties[2], "75 % casualties"),
    };
    let starts = with_the_coming_one(element.starts, formation_status(element, state.options().isolated_me));
    Modifiers::none()
        .plus(casualties, label, RULE)
        .plus(chart.panicked * i32::from(record.panicked), "Stands that panicked off the table", RULE)
        .plus(chart.kills * i32::from(record.kills), "Enemy stands knocked out by its fire", RULE)
        .plus(chart.won * i32::from(record.won), "Close combats won", RULE)
        .plus(chart.lost * i32::from(record.lost), "Close combats lost", RULE)
        .plus(chart.isolated * i32::from(starts.isolated), "Scenarios started isolated", RULE)
        .plus(chart.cut_off * i32::from(starts.cut_off), "Scenarios started cut off", RULE)
}

/// The modifiers of a cut-off stand's roll: only its starts behind the enemy's line. [BF-R21d]
pub fn stand_modifiers(state: &State, stand: &Stand) -> Modifiers {
    let chart = &state.campaign().charts.discipline;
    let starts = with_the_coming_one(stand.starts, stand.status);
    Modifiers::none()
        .plus(chart.isolated * i32::from(starts.isolated), "Scenarios started isolated", RULE)
        .plus(chart.cut_off * i32::from(starts.cut_off), "Scenarios started cut off", RULE)
}

/// [BF-R21b] "Each turn" is each scenario start without a break, the coming one included.
fn with_the_coming_one(starts: Starts, status: Status) -> Starts {
    match status {
        Status::Normal => Starts::default(),
        Status::Isolated => Starts { isolated: starts.isolated.saturating_add(1), ..starts },
        Status::CutOff => Starts { cut_off: starts.cut_off.saturating_add(1), ..starts },
    }
}

/// The record that "the previous scenario" means. [BF-R21a]
fn previous<'e>(state: &State, element: &'e Element) -> Option<&'e CombatRecord> {
    let (record, number) = match state.options().discipline_scope {
        Scope::Scenario => (&element.scenario, state.facts.scenarios),
        Scope::Day => (&element.day, state.facts.last_day_fought),
    };
    (number > 0 && record.number == number).then_some(record)
}

/// A formation rolled for discipline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DisciplineRolled {
    /// The side.
    pub side: Side,
    /// The formation.
    pub me: FormationId,
    /// What the chart says.
    pub change: DisciplineChange,
    /// Its discipline afterwards.
    pub discipline: LevelId,
}

impl SectionEvent<State, Campaign> for DisciplineRolled {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        is_now(state, self.side, self.me, self.discipline);
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { change, discipline, .. } = self;
        let came = match change {
            DisciplineChange::Improves => "rolled an improvement: now",
            DisciplineChange::Unchanged => "rolled no change: still",
            DisciplineChange::Worsens => "rolled a decline: now",
        };
        by(self.side)
            .say(format!(": {} {came} {discipline}.", unit_name(campaign, self.side, self.me)))
            .rule(RuleId("BF-2.1.1.3.1.O-5"))
    }
}

/// A cut-off stand rolled for discipline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandDisciplineRolled {
    /// The side.
    pub side: Side,
    /// The stand.
    pub stand: StandId,
    /// What the chart says.
    pub change: DisciplineChange,
    /// Its discipline afterwards.
    pub discipline: LevelId,
}

impl SectionEvent<State, Campaign> for StandDisciplineRolled {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        stand_is_now(state, self.side, self.stand, self.discipline);
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { change, discipline, .. } = self;
        let came = match change {
            DisciplineChange::Worsens => "rolled a decline: now",
            DisciplineChange::Improves | DisciplineChange::Unchanged => "rolled no decline: still",
        };
        by(self.side)
            .say(format!(": {}, cut off, {came} {discipline}.", stand_name(campaign, self.side, self.stand)))
            .rule(RuleId("BF-2.1.1.3.1.O-4"))
    }
}

/// No die could change the discipline of a formation or of a stand, so none was thrown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DisciplineSettled {
    /// The side.
    pub side: Side,
    /// Whose.
    pub subject: DisciplineSubject,
    /// Its discipline afterwards.
    pub discipline: LevelId,
}

impl SectionEvent<State, Campaign> for DisciplineSettled {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        match self.subject {
            DisciplineSubject::Me(me) => {
                is_now(state, self.side, me, self.discipline);
                if let Some(element) = state.facts.side_mut(self.side).element_mut(me) {
                    element.scenario.discipline_settled = true;
                    element.day.discipline_settled = true;
                }
            }
            DisciplineSubject::Stand(stand) => {
                stand_is_now(state, self.side, stand, self.discipline);
                if let Some(stand) = state.facts.side_mut(self.side).stand_mut(stand) {
                    stand.start_settled = true;
                }
            }
        }
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let (name, rule) = match self.subject {
            DisciplineSubject::Me(me) => (unit_name(campaign, self.side, me), RuleId("BF-2.1.1.3.1.O-5")),
            DisciplineSubject::Stand(stand) => {
                (format!("{}, cut off,", stand_name(campaign, self.side, stand)), RuleId("BF-2.1.1.3.1.O-4"))
            }
        };
        by(self.side)
            .say(format!(": {name} is {} whatever is rolled; no die is thrown.", self.discipline))
            .rule(rule)
    }
}

/// Notes a formation's level, and that it has rolled. No stand of it is better than it by a level of its own.
fn is_now(state: &mut State, side: Side, me: FormationId, discipline: LevelId) {
    let campaign = state.shared_campaign();
    let charts = &campaign.charts;
    if let Some(element) = state.facts.side_mut(side).element_mut(me) {
        element.scenario.discipline_rolled = true;
        element.day.discipline_rolled = true;
        element.discipline = discipline;
        let rung = charts.rung(discipline);
        for stand in &mut element.stands {
            stand.discipline = stand.discipline.filter(|own| charts.rung(*own) < rung);
        }
    }
}

/// Notes a stand's level, and that it has rolled.
fn stand_is_now(state: &mut State, side: Side, stand: StandId, discipline: LevelId) {
    let facts = state.facts.side_mut(side);
    let of_formation = facts.stand(stand).map(|(element, _)| element.discipline);
    if let Some(stand) = facts.stand_mut(stand) {
        stand.start_rolled = true;
        stand.discipline = (of_formation != Some(discipline)).then_some(discipline);
    }
}
