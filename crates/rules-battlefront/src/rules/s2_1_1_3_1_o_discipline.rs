//! [BF-2.1.1.3.1.O] Optional rule: discipline rating changes.

use kernel::{Adjudged, Ask, Id, Modifiers, RuleId};

use super::s2_1_1_3_2_b_breakpoints::{formation_status, quarters_lost};
use super::s2_1_1_3_campaign_roster::unavailable;
use super::s2_1_scenarios::OpenRoll;
use super::{Cx, acting_side, in_step};
use crate::command::DisciplineSubject;
use crate::event::Event;
use crate::facts::{CombatRecord, Element, Stand, Starts};
use crate::phase::Step;
use crate::setup::charts::DisciplineChange;
use crate::setup::options::Scope;
use crate::state::State;
use crate::words::{Side, StandState, Status};

const RULE: RuleId = RuleId("BF-2.1.1.3.1.O-6");

/// [BF-2.1.1.3.1.O] At the start of each morning slot but the first, every formation that was in combat in the
/// previous scenario rolls d100 on BF-T5, and so does every stand that begins the scenario cut off.
pub(crate) fn discipline_roll(cx: &mut Cx<'_>, subject: DisciplineSubject) -> Adjudged {
    let rule = RuleId("BF-2.1.1.3.1.O-2");
    let side = acting_side(cx, rule)?;
    in_step(cx, side, rule, Step::Roster)?;
    if !is_due(cx.state()) {
        return cx.refuse(rule, "step", || {
            "Discipline changes at the start of a morning, the first excepted.".into()
        });
    }
    if !cx.state().options().discipline_changes {
        let rule = RuleId("BF-2.1.1.3.1.O-1");
        return cx
            .refuse(rule, "option-off", || "This campaign is played without discipline changes.".into());
    }
    match subject {
        DisciplineSubject::Me(me) => {
            let rule = RuleId("BF-2.1.1.3.1.O-3");
            let Some(element) = cx.state().side(side).element(me) else {
                return cx.refuse(rule, "unknown", || format!("Your roster has no formation {me}."));
            };
            match previous(cx.state(), element) {
                Some(record) if record.fought && element.in_play() && record.discipline_rolled => {
                    cx.refuse(rule, "dup", || format!("{me} has rolled for its last combat."))
                }
                Some(record) if record.fought && element.in_play() => roll(cx, side, me),
                Some(record) if record.fought => {
                    cx.refuse(rule, "not-eligible", || out_of_play(cx.state(), element))
                }
                _ => cx.refuse(rule, "not-eligible", || {
                    let when = match cx.state().options().discipline_scope {
                        Scope::Scenario => "in the previous scenario",
                        Scope::Day => "on the last day of fighting",
                    };
                    format!("{me} was not in combat {when}.")
                }),
            }
        }
        DisciplineSubject::Stand(id) => {
            let rule = RuleId("BF-2.1.1.3.1.O-4");
            let Some((element, stand)) = cx.state().side(side).stand(id) else {
                return cx.refuse(rule, "unknown", || format!("Your roster has no stand {id}."));
            };
            if !starts_cut_off(element, stand) {
                return cx
                    .refuse(rule, "not-eligible", || format!("{id} does not begin the scenario cut off."));
            }
            if stand.start_rolled {
                return cx.refuse(rule, "dup", || format!("{id} has rolled for this start."));
            }
            roll_stand(cx, side, id)
        }
    }
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

fn starts_cut_off(element: &Element, stand: &Stand) -> bool {
    element.in_play() && stand.state == StandState::Here && stand.status == Status::CutOff
}

pub(crate) fn roll(cx: &mut Cx<'_>, side: Side, me: Id) -> Adjudged {
    let state = cx.state();
    let Some(element) = state.side(side).element(me) else { return Ok(()) };
    let (before, modifiers) = (element.discipline, modifiers(state, element));
    let ask = Ask::new(RuleId("BF-2.1.1.3.1.O-5"), "Discipline").about(me).seen_by(side.only());
    let ask = ask.of(side.number()).known_as(crate::identity::formation(cx.state(), side, me));
    let change = cx.draw(ask, |campaign| &campaign.charts.discipline.chart, &modifiers)?;
    let charts = &cx.setup().charts;
    let discipline = match change {
        DisciplineChange::Improves => charts.better(before),
        DisciplineChange::Unchanged => before,
        DisciplineChange::Worsens => charts.worse(before),
    };
    cx.record(Event::DisciplineRolled { side, me, change, discipline })
}

/// Only a decrease counts, and only for the stand itself. [BF-R21d]
pub(crate) fn roll_stand(cx: &mut Cx<'_>, side: Side, id: Id) -> Adjudged {
    let state = cx.state();
    let Some((element, stand)) = state.side(side).stand(id) else { return Ok(()) };
    let (before, modifiers) = (stand.discipline.unwrap_or(element.discipline), stand_modifiers(state, stand));
    let ask =
        Ask::new(RuleId("BF-2.1.1.3.1.O-4"), "Discipline of a stand cut off").about(id).seen_by(side.only());
    let ask = ask.of(side.number()).known_as(crate::identity::stand(cx.state(), side, id));
    let change = cx.draw(ask, |campaign| &campaign.charts.discipline.chart, &modifiers)?;
    let discipline = match change {
        DisciplineChange::Worsens => cx.setup().charts.worse(before),
        DisciplineChange::Improves | DisciplineChange::Unchanged => before,
    };
    cx.record(Event::StandDisciplineRolled { side, stand: id, change, discipline })
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
