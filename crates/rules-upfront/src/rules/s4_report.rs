//! The aftermath, catalogue section 4: one side reports the facts of both, the other confirms or differs, each side
//! decides for its own men, a third person settles a disagreement.

use kernel::{Adjudged, Audience, Id, RuleId, Seat};

use super::{Cx, s3_order_of_settlement as settlement, s4_decisions, s42_43_deeds};
use crate::command::{Fallback, Telling};
use crate::event::{Event, roster_audience};
use crate::imagine::hidden_from;
use crate::muster::Faults;
use crate::phase::Phase;
use crate::report::lenient::Unread;
use crate::report::{AuxLoss, Decisions, Deed, ManReport, Noted, Report, Wreck, counted};
use crate::setup::rulings::Rosters;
use crate::setup::scenario::ForceName;
use crate::state::{Group, State};
use crate::words::{AuxKind, ManId, Out, Side};

const OWNER: RuleId = RuleId("UF-42.1-3");
const DUE: RuleId = RuleId("UF-E35");
const SENSE: RuleId = RuleId("UF-E34");

/// The most characters of an umpire's reason.
pub const LONGEST_REASON: usize = 400;

/// Reports the facts of both sides, or tells one's own version anew. The umpire's report is agreed at once.
pub fn report(cx: &mut Cx<'_>, telling: &Telling) -> Adjudged {
    let phase = Phase::of(cx.state());
    let teller = teller(cx)?;
    let due = match (phase, teller) {
        (Phase::Battle, _) | (Phase::Confirm | Phase::Dispute, None) => true,
        (Phase::Confirm | Phase::Dispute, Some(side)) => has_version(cx.state(), side),
        _ => false,
    };
    tell(cx, telling, teller, due)
}

/// Tells another version than the other side's; where both stand, one's own anew.
pub fn differ(cx: &mut Cx<'_>, telling: &Telling) -> Adjudged {
    let side = super::own_side(cx, OWNER)?;
    let due = matches!(Phase::of(cx.state()), Phase::Confirm | Phase::Dispute)
        && has_version(cx.state(), side.other());
    tell(cx, telling, Some(side), due)
}

/// Confirms the other side's version; it is agreed.
pub fn confirm(cx: &mut Cx<'_>, decide: Option<&Decisions>) -> Adjudged {
    let side = super::own_side(cx, OWNER)?;
    let version = cx.state().facts.versions.iter().find(|version| version.id != side);
    let Some(report) = version.map(|version| version.report.clone()) else {
        return cx.refuse(DUE, "E35", || "No report of the other side waits for you.".into());
    };
    let mut faults = Faults::told();
    if let Some(decisions) = decide {
        s4_decisions::decision_faults(cx.state(), side, &report, decisions, &mut faults);
    }
    cx.refuse_all(faults.in_order())?;
    agree(cx, report, decide.map(|decisions| (side, decisions)))
}

/// Upholds one side's version; the umpire's.
pub fn uphold(cx: &mut Cx<'_>, side: Id, reason: Option<&str>) -> Adjudged {
    if cx.seat() != Seat::Umpire {
        return cx.refuse(OWNER, "actor", || "A third person, the umpire, settles a disagreement.".into());
    }
    let side = cx.setup().side(side);
    let version = cx.state().facts.versions.iter().find(|version| Some(version.id) == side);
    match version.map(|version| version.report.clone()) {
        Some(report) => settle(cx, report, side, reason),
        None => cx.refuse(DUE, "E35", || "That side has told no version.".into()),
    }
}

/// Decides for the own men on the agreed facts. [UF-42.1-3]
pub fn decide(cx: &mut Cx<'_>, decisions: &Decisions) -> Adjudged {
    let side = super::own_side(cx, OWNER)?;
    let Some(report) = &cx.state().facts.agreed else {
        return cx.refuse(DUE, "E35", || no_facts_yet(cx.state()));
    };
    if !s4_decisions::owes_decisions(cx.state(), side) {
        return cx.refuse(OWNER, "decided", || "Nothing is left for you to decide.".into());
    }
    let mut faults = Faults::told();
    s4_decisions::decision_faults(cx.state(), side, report, decisions, &mut faults);
    cx.refuse_all(faults.in_order())?;
    record_decisions(cx, side, decisions)?;
    settlement::settle_when_due(cx)
}

/// Why nothing is to be decided: the facts are not agreed, or those of the last scenario are settled already.
fn no_facts_yet(state: &State) -> String {
    match (state.facts.played.last(), Phase::of(state)) {
        (Some(last), Phase::Over | Phase::Attacker | Phase::Select) => {
            format!("Scenario {} is settled: nothing is owed any more.", last.id)
        }
        _ => "The facts of the scenario are not agreed yet.".into(),
    }
}

/// Records a side's decisions for those who may know them, and that they are made for everyone.
fn record_decisions(cx: &mut Cx<'_>, side: Side, decisions: &Decisions) -> Adjudged {
    let seen = roster_audience(cx.state(), side);
    cx.record(Event::Decided { side, seen, decisions: decisions.clone().normal() })?;
    if seen == Audience::Public { Ok(()) } else { cx.record(Event::DecisionsMade { side }) }
}

fn teller(cx: &Cx<'_>) -> Adjudged<Option<Side>> {
    match cx.seat() {
        Seat::Umpire => Ok(None),
        Seat::Side(side @ 0..=1) => Ok(Some(Side(side))),
        _ => cx.refuse(OWNER, "actor", || "A side or the umpire reports.".into()),
    }
}

fn has_version(state: &State, side: Side) -> bool {
    state.facts.versions.iter().any(|version| version.id == side)
}

fn tell(cx: &mut Cx<'_>, telling: &Telling, teller: Option<Side>, due: bool) -> Adjudged {
    if !due {
        return cx.refuse(DUE, "E35", || match Phase::of(cx.state()) {
            Phase::Attacker | Phase::Select => "No report is due: the forces are not selected.".into(),
            Phase::Decide => "The facts of this scenario are agreed already.".into(),
            Phase::Over => "All scenarios are played.".into(),
            Phase::Battle => "No version of the other side's stands to differ from: report.".into(),
            Phase::Confirm if teller.is_some_and(|side| has_version(cx.state(), side)) => {
                "Your version waits for the other side; tell it anew with a report.".into()
            }
            _ => "The other side's version waits for you: confirm it, or differ.".into(),
        });
    }
    let mut faults = Faults::told();
    let report = written(cx.state(), telling, &mut faults);
    self::faults(cx.state(), &report, teller, &mut faults);
    if let Some(side) = teller {
        own_claims(cx.state(), side, &report, &mut faults);
    }
    match (&telling.decide, teller) {
        (Some(decisions), Some(side)) => {
            s4_decisions::decision_faults(cx.state(), side, &report, decisions, &mut faults);
        }
        (Some(_), None) => faults.note(OWNER, "owner", || "Each side decides for its own men.".into()),
        (None, _) => {}
    }
    if telling.reason.is_some() && teller.is_some() {
        faults.note(OWNER, "owner", || "Only the umpire settles, and gives a reason.".into());
    }
    cx.refuse_all(faults.in_order())?;
    let Some(side) = teller else { return settle(cx, report, None, telling.reason.as_deref()) };
    let decided = telling.decide.as_ref().map(|decisions| (side, decisions));
    let same = cx.state().facts.versions.iter().any(|version| version.id != side && version.report == report);
    if same {
        return agree(cx, report, decided);
    }
    cx.record(Event::Reported { side, report })?;
    match decided {
        Some((side, decisions)) => record_decisions(cx, side, decisions),
        None => Ok(()),
    }
}

/// The umpire settles the facts, with his reason.
fn settle(cx: &mut Cx<'_>, report: Report, upheld: Option<Side>, reason: Option<&str>) -> Adjudged {
    let reason = reason.map(str::trim).filter(|reason| !reason.is_empty()).map(str::to_owned);
    if reason.as_ref().is_some_and(|reason| reason.chars().count() > LONGEST_REASON) {
        return cx.refuse(OWNER, "reason", || format!("A reason holds at most {LONGEST_REASON} characters."));
    }
    cx.record(Event::SettledByUmpire { upheld, reason })?;
    agree(cx, report, None)
}

/// Agrees the facts. Decisions given beforehand stand only if they were made on just these facts.
fn agree(cx: &mut Cx<'_>, report: Report, decided: Option<(Side, &Decisions)>) -> Adjudged {
    cx.record(Event::Agreed { report })?;
    if let Some((side, decisions)) = decided {
        record_decisions(cx, side, decisions)?;
    }
    settlement::settle_when_due(cx)
}

/// The facts as they are told, with what is left out taken from the tally when the teller asks for it.
pub fn written(state: &State, telling: &Telling, faults: &mut Faults) -> Report {
    let leg = state.leg().map(|leg| leg.id);
    if telling.scenario.is_some() && telling.scenario != leg {
        faults.note(DUE, "E35", || match leg {
            Some(leg) => format!("The scenario to report is {leg}."),
            None => "All scenarios are played.".into(),
        });
    }
    let winner = state.campaign.side(telling.winner);
    if winner.is_none() && telling.winner.as_str() != "none" {
        faults.note(SENSE, "E34", || {
            format!("There is no side {}; the winner is a side or none.", telling.winner)
        });
    }
    for side in Side::BOTH {
        let part = if side.0 == 0 { &telling.side_1 } else { &telling.side_2 };
        for Unread { man, sentence } in &part.unread {
            faults.note(SENSE, "E34", || match man {
                Some(man) => format!("{}: {sentence}.", super::name(state, side, *man)),
                None => format!("{}: {sentence}.", state.campaign.sides[side.index()].name),
            });
        }
    }
    let mut report = Report { winner, side_1: telling.side_1.clone(), side_2: telling.side_2.clone() };
    if telling.fill == Some(Fallback::AsNoted) {
        for side in Side::BOTH {
            fill_from_notes(state, side, &mut report);
        }
    }
    report.normal()
}

fn fill_from_notes(state: &State, side: Side, report: &mut Report) {
    let Some(force) = &state.side(side).force else { return };
    for man in force.men() {
        let noted = as_noted(state, side, man);
        match report.side_mut(side).men.iter_mut().find(|told| told.id == man) {
            Some(told) if told.events.is_empty() && told.out != Out::NotEntered => told.events = noted.events,
            Some(_) => {}
            None => report.side_mut(side).men.push(noted),
        }
    }
}

/// A man as the running tally has him: there at the end, or away with a group that has left, unpinned and unhurt,
/// unless noted otherwise.
pub fn as_noted(state: &State, side: Side, man: ManId) -> ManReport {
    let mut told = ManReport::new(man);
    for note in state.side(side).note.iter().filter(|note| note.man == man) {
        match note.what {
            Noted::Out { out } => told.out = out,
            Noted::Wounded { wounded } => told.wounded = Some(wounded),
            Noted::Pinned { pinned } => told.pinned = Some(pinned),
            Noted::Deed(deed) => told.events.push(deed),
        }
    }
    let away = |group: &Group| group.gone && group.side == side && group.men.contains(&man);
    if told.out == Out::InPlay && state.facts.group.iter().any(away) {
        told.out = Out::Withdrawn;
    }
    if !matches!(told.out, Out::InPlay | Out::Withdrawn) {
        told.pinned = None;
    }
    if told.out.is_lost() || told.out == Out::NotEntered {
        told.wounded = None;
    }
    told.events = counted(told.events);
    told
}

/// Every fault of a report. [UF-E31, UF-E34]
///
/// Behind closed rosters a teller learns nothing of men of the other side who are not on the table. [UF-R50]
pub fn faults(state: &State, report: &Report, teller: Option<Side>, faults: &mut Faults) {
    for side in Side::BOTH {
        members(state, side, report, teller, faults);
        for told in &report.side(side).men {
            contradictions(state, side, told, faults);
        }
        deeds(state, side, report, faults);
        wrecks(state, side, report, faults);
        auxiliaries(state, side, &report.side(side).aux, faults);
    }
    outcome(state, report, faults);
}

/// Every man of the selection exactly once, and nobody else.
fn members(state: &State, side: Side, report: &Report, teller: Option<Side>, faults: &mut Faults) {
    let is_hidden = teller.is_some_and(|teller| hidden_from(Seat::Side(teller.0), side))
        && state.facts.rulings.rosters == Rosters::OwnerAndUmpire;
    let men = &report.side(side).men;
    let name = |man: ManId| super::name(state, side, man);
    let force = state.side(side).force.as_ref();
    for (n, told) in men.iter().enumerate() {
        if men[..n].iter().any(|other| other.id == told.id) {
            faults.note(SENSE, "E34", || format!("{} is named twice.", name(told.id)));
        }
        let in_force = force.is_some_and(|force| force.place_of(told.id).is_some());
        let in_team = state.side(side).team.contains(&told.id);
        match (in_force, told.moved_in) {
            (true, false) => {}
            (true, true) => faults.note(SENSE, "E34", || format!("{} belongs to this force.", name(told.id))),
            (false, true) if in_team && state.is_fit(side, told.id) => {}
            (false, _) => faults.note(RuleId("UF-E31"), "E31", || match state.man(side, told.id) {
                None => format!("There is no man #{} on this roster.", told.id),
                Some(_) if is_hidden => format!("{} is not in the force.", name(told.id)),
                Some((now, _)) if now.dead => format!("{} is dead.", name(told.id)),
                Some(_) if !state.is_fit(side, told.id) => format!("{} is in hospital.", name(told.id)),
                Some(_) => format!("{} is not in the force.", name(told.id)),
            }),
        }
    }
    for man in force.into_iter().flat_map(crate::state::Fielding::men) {
        if !men.iter().any(|told| told.id == man) {
            faults.note(SENSE, "E34", || format!("{} is missing.", name(man)));
        }
    }
}

fn contradictions(state: &State, side: Side, told: &ManReport, faults: &mut Faults) {
    let name = || super::name(state, side, told.id);
    let (out, prose) = (told.out, told.out.prose());
    let on_table = matches!(out, Out::InPlay | Out::Withdrawn);
    if told.pinned.is_some() && !on_table {
        faults.note(SENSE, "E34", || {
            format!("{} {prose}: he is neither pinned nor unpinned at the end.", name())
        });
    }
    if told.wounded.is_some() && (out.is_lost() || out == Out::NotEntered) {
        faults.note(SENSE, "E34", || format!("{} {prose}: no wound is told of him.", name()));
    }
    if !told.events.is_empty() && out == Out::NotEntered {
        faults.note(RuleId("UF-R39"), "E34", || format!("{} {prose} and did nothing.", name()));
    }
}

/// No deed goes beyond what the other side had on the table, or is belied by what it lost. [UF-E34]
fn deeds(state: &State, side: Side, report: &Report, faults: &mut Faults) {
    let enemies = s42_43_deeds::enemies(state, side, report.side(side.other()).men.len());
    let men = &report.side(side).men;
    for told in men.iter().filter(|told| !told.events.is_empty()) {
        s42_43_deeds::faults(state, side, told.id, &told.events, enemies, faults);
    }
    let all: Vec<&Deed> = men.iter().flat_map(|told| &told.events).collect();
    s42_43_deeds::faults_of_all(state, side, &all, enemies, faults);
    s42_43_deeds::belied(state, side, report, enemies, faults);
}

/// No two men destroy the same vehicle. [UF-R24]
fn wrecks(state: &State, side: Side, report: &Report, faults: &mut Faults) {
    let mut destroyed: Vec<(Id, ManId)> = Vec::new();
    for told in &report.side(side).men {
        for deed in &told.events {
            let Deed::Vehicle { afv, result: Wreck::Destroyed, .. } = deed else { continue };
            if let Some((_, other)) = destroyed.iter().find(|(known, man)| known == afv && *man != told.id) {
                faults.note(RuleId("UF-R24"), "E34", || {
                    let (one, other) = (super::name(state, side, told.id), super::name(state, side, *other));
                    format!("{afv} is destroyed by {other} and by {one}; one man has the credit.")
                });
            }
            destroyed.push((*afv, told.id));
        }
    }
}

/// Guns and vehicles lost are those the scenario brings, each once. [UF-42.8-6]
fn auxiliaries(state: &State, side: Side, losses: &[AuxLoss], faults: &mut Faults) {
    let Some(scenario) = state.scenario() else { return };
    let part = state.part(side);
    if matches!(scenario.forces[part], ForceName::Own(_)) {
        return;
    }
    let mut left: Vec<(AuxKind, i32)> = scenario.aux[part].iter().map(|aux| (aux.kind, aux.effect)).collect();
    let mut crews = left.len();
    for loss in losses {
        let known = match loss.kind {
            AuxKind::CommanderKilled => {
                let any = crews > 0;
                crews = crews.saturating_sub(1);
                any
            }
            kind => match left.iter().position(|aux| *aux == (kind, loss.effect)) {
                Some(at) => {
                    left.remove(at);
                    true
                }
                None => false,
            },
        };
        if !known {
            faults.note(RuleId("UF-42.8-6"), "E34", || {
                let side = &state.campaign.sides[side.index()].name;
                match loss.kind {
                    AuxKind::Gun => {
                        format!("The {side} side has no infantry gun with number {}.", loss.effect)
                    }
                    AuxKind::Vehicle => {
                        format!("The {side} side has no vehicle with number {}.", loss.effect)
                    }
                    AuxKind::CommanderKilled => {
                        format!("The {side} side has no crew left to lose a commander.")
                    }
                }
            });
        }
    }
}

/// Who has men that withdrew has conceded. [UF-42.6-5, UF-R30]
fn outcome(state: &State, report: &Report, faults: &mut Faults) {
    let name = |side: Side| &state.campaign.sides[side.index()].name;
    for side in Side::BOTH {
        let withdrew = report.side(side).men.iter().any(|told| told.out == Out::Withdrawn);
        if withdrew && report.winner != Some(side.other()) {
            faults.note(RuleId("UF-42.6-5"), "E34", || {
                format!("{} withdrew and so conceded: {} has won.", name(side), name(side.other()))
            });
        }
    }
}

/// A side's own version agrees with what it has itself announced. Neither the other side nor the umpire is bound by an
/// announcement: they tell the facts as they see them. [UF-42.6-5, UF-42.74-1]
fn own_claims(state: &State, side: Side, report: &Report, faults: &mut Faults) {
    let name = |side: Side| &state.campaign.sides[side.index()].name;
    if state.has_conceded(side) && report.winner != Some(side.other()) {
        faults.note(RuleId("UF-42.6-5"), "E34", || {
            let (own, other) = (name(side), name(side.other()));
            format!(
                "{own} announced a withdrawal, so {other} has won; or the announcement is taken back first."
            )
        });
    }
    if state.pursuit_of(side).is_some() && report.winner != Some(side) {
        faults.note(RuleId("UF-42.74-1"), "E34", || {
            format!("{} had won before the pursuit; or the pursuit is taken back first.", name(side))
        });
    }
}
