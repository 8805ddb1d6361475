//! The aftermath, catalogue section 4: one side reports the facts of both, the other confirms or differs, each side
//! decides for its own men, a third person settles a disagreement.

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Adjudged, Audience, Checked, Id, Reasons, RuleId, Seat};
use serde::{Deserialize, Serialize};

use super::s42_43_tally::as_noted;
use super::{Cx, by, s3_order_of_settlement as settlement, s4_decisions, s42_43_deeds};
use crate::command::{Fallback, Telling};
use crate::event::roster_audience;
use crate::imagine::hidden_from;
use crate::phase::Phase;
use crate::report::lenient::Unread;
use crate::report::{AuxLoss, Decisions, Deed, Kept, ManReport, Report, Wreck};
use crate::setup::Campaign;
use crate::setup::rulings::Rosters;
use crate::setup::scenario::ForceName;
use crate::state::{State, Umpired, Version};
use crate::words::{AuxKind, ManId, Out, Side, VehicleId};

const OWNER: RuleId = RuleId("UF-42.1-3");
const DUE: RuleId = RuleId("UF-E35");
const SENSE: RuleId = RuleId("UF-E34");

/// The most characters of an umpire's reason.
pub const LONGEST_REASON: usize = 400;

/// Reports the facts of both sides, or tells one's own version anew. The umpire's report is agreed at once.
pub fn report(cx: &mut Cx<'_>, telling: &Telling) -> Adjudged {
    let (teller, report) = cx.check_all(|why| {
        let teller = owes_report(cx.state(), cx.seat(), why)?;
        may_tell(cx.state(), telling, teller, why)
    })?;
    tell(cx, telling, teller, report)
}

/// Tells another version than the other side's; where both stand, one's own anew.
pub fn differ(cx: &mut Cx<'_>, telling: &Telling) -> Adjudged {
    let (teller, report) = cx.check_all(|why| {
        let side = may_differ(cx.state(), cx.seat(), why)?;
        may_tell(cx.state(), telling, Some(side), why)
    })?;
    tell(cx, telling, teller, report)
}

/// Confirms the other side's version; it is agreed.
pub fn confirm(cx: &mut Cx<'_>, decide: Option<&Decisions>) -> Adjudged {
    let (side, report) = cx.check_all(|why| may_confirm(cx.state(), cx.seat(), decide, why))?;
    agree(cx, report, decide.map(|decisions| (side, decisions)))
}

/// Upholds one side's version; the umpire's.
pub fn uphold(cx: &mut Cx<'_>, side: Id, reason: Option<&str>) -> Adjudged {
    let (side, report) = cx.check(|why| {
        let told = may_uphold(cx.state(), cx.seat(), side, why)?;
        fits(reason, why)?;
        Ok(told)
    })?;
    settle(cx, report, Some(side), reason)
}

/// Decides for the own men on the agreed facts. [UF-42.1-3]
pub fn decide(cx: &mut Cx<'_>, decisions: &Decisions) -> Adjudged {
    let side = cx.check_all(|why| may_decide(cx.state(), cx.seat(), decisions, why))?;
    record_decisions(cx, side, decisions)?;
    settlement::settle_when_due(cx)
}

/// Whether a side's confirmation is awaited, and of what.
pub fn awaits_word<'s>(state: &'s State, seat: Seat, why: &mut Reasons) -> Checked<(Side, &'s Kept)> {
    let side = super::own_side(seat, OWNER, why)?;
    let version = state.facts.versions.iter().find(|version| version.id != side);
    let report = version.map(|version| (side, &version.report));
    why.need(report, DUE, "E35", || "No report of the other side waits for you.".into())
}

/// Whether a side may confirm with these decisions, and what is agreed then.
pub fn may_confirm(
    state: &State,
    seat: Seat,
    decide: Option<&Decisions>,
    why: &mut Reasons,
) -> Checked<(Side, Kept)> {
    let (side, report) = awaits_word(state, seat, why)?;
    if let Some(decisions) = decide {
        s4_decisions::decision_faults(state, side, report, decisions, why);
    }
    why.in_order();
    Ok((side, report.clone()))
}

/// Whether the umpire may uphold this side's version, and what it says.
pub fn may_uphold(state: &State, seat: Seat, side: Id, why: &mut Reasons) -> Checked<(Side, Kept)> {
    let umpire = (seat == Seat::Umpire).then_some(());
    why.need(umpire, OWNER, "actor", || "A third person, the umpire, settles a disagreement.".into())?;
    let side = state.campaign.side(side);
    let version = state.facts.versions.iter().find(|version| Some(version.id) == side);
    let told = version.map(|version| (version.id, version.report.clone()));
    why.need(told, DUE, "E35", || "That side has told no version.".into())
}

/// Whether a side has decisions to make, and on which facts.
pub fn owes_decisions<'s>(state: &'s State, seat: Seat, why: &mut Reasons) -> Checked<(Side, &'s Report)> {
    let side = super::own_side(seat, OWNER, why)?;
    let report = why.need(state.facts.agreed.as_deref(), DUE, "E35", || no_facts_yet(state))?;
    let owed = s4_decisions::owes_decisions(state, side).then_some((side, report));
    why.need(owed, OWNER, "decided", || "Nothing is left for you to decide.".into())
}

/// Whether it may decide like this.
pub fn may_decide(state: &State, seat: Seat, decisions: &Decisions, why: &mut Reasons) -> Checked<Side> {
    let (side, report) = owes_decisions(state, seat, why)?;
    s4_decisions::decision_faults(state, side, report, decisions, why);
    why.in_order();
    Ok(side)
}

/// Why nothing is to be decided: the facts are not agreed, or those of the last scenario are settled already.
fn no_facts_yet(state: &State) -> String {
    match (state.facts.played.last(), Phase::of(state)) {
        (Some(last), Phase::Over | Phase::Attacker | Phase::Select) => {
            format!("Scenario {} is settled: nothing is left to do.", last.id)
        }
        _ => "The facts of the scenario are not agreed yet.".into(),
    }
}

/// Records a side's decisions for those who may know them, and that they are made for everyone.
fn record_decisions(cx: &mut Cx<'_>, side: Side, decisions: &Decisions) -> Adjudged {
    let seen = roster_audience(cx.state(), side);
    cx.record(s4_decisions::Decided { side, seen, decisions: decisions.clone().normal() })?;
    if seen == Audience::Public { Ok(()) } else { cx.record(s4_decisions::DecisionsMade { side }) }
}

fn has_version(state: &State, side: Side) -> bool {
    state.facts.versions.iter().any(|version| version.id == side)
}

/// Whether a report of this seat is due: the side that tells, or nobody for the umpire.
pub fn owes_report(state: &State, seat: Seat, why: &mut Reasons) -> Checked<Option<Side>> {
    let teller = match seat {
        Seat::Umpire => None,
        _ => Some(why.need(Side::of(seat), OWNER, "actor", || "A side or the umpire reports.".into())?),
    };
    let due = match (Phase::of(state), teller) {
        (Phase::Battle, _) | (Phase::Confirm | Phase::Dispute, None) => true,
        (Phase::Confirm | Phase::Dispute, Some(side)) => has_version(state, side),
        _ => false,
    };
    why.need(due.then_some(teller), DUE, "E35", || match Phase::of(state) {
        Phase::Attacker | Phase::Select => "No report is due: the forces are not selected.".into(),
        Phase::Decide => "The facts of this scenario are agreed already.".into(),
        Phase::Over => "All scenarios are played.".into(),
        _ => "The other side's version waits for you: confirm it, or differ.".into(),
    })
}

/// Whether a side may tell another version: one of the other side's stands.
pub fn may_differ(state: &State, seat: Seat, why: &mut Reasons) -> Checked<Side> {
    let side = super::own_side(seat, OWNER, why)?;
    let stands = has_version(state, side.enemy()).then_some(side);
    why.need(stands, DUE, "E35", || match Phase::of(state) {
        Phase::Decide => "The facts of this scenario are agreed already.".into(),
        Phase::Over => "All scenarios are played.".into(),
        Phase::Confirm => "Your version waits for the other side. To change it, report again.".into(),
        _ => "There is no version of the other side's to differ from.".into(),
    })
}

/// Whether the facts can be told like this, and what they are.
fn may_tell(
    state: &State,
    telling: &Telling,
    teller: Option<Side>,
    why: &mut Reasons,
) -> Checked<(Option<Side>, Kept)> {
    let report = written(state, telling, why);
    faults(state, &report, teller, why);
    if let Some(side) = teller {
        own_claims(state, side, &report, why);
    }
    match (&telling.decide, teller) {
        (Some(decisions), Some(side)) => {
            s4_decisions::decision_faults(state, side, &report, decisions, why);
        }
        (Some(_), None) => why.note(OWNER, "owner", || "Each side decides for its own men.".into()),
        (None, _) => {}
    }
    if teller.is_some() {
        why.unless(telling.reason.is_none(), OWNER, "owner", || {
            "Only the umpire settles, and gives a reason.".into()
        })?;
    } else {
        fits(telling.reason.as_deref(), why)?;
    }
    why.in_order();
    Ok((teller, report.into()))
}

fn tell(cx: &mut Cx<'_>, telling: &Telling, teller: Option<Side>, report: Kept) -> Adjudged {
    let Some(side) = teller else { return settle(cx, report, None, telling.reason.as_deref()) };
    let decided = telling.decide.as_ref().map(|decisions| (side, decisions));
    let same = cx.state().facts.versions.iter().any(|version| version.id != side && version.report == report);
    if same {
        return agree(cx, report, decided);
    }
    cx.record(Reported { side, report })?;
    match decided {
        Some((side, decisions)) => record_decisions(cx, side, decisions),
        None => Ok(()),
    }
}

/// An umpire's reason as it is kept: none where nothing is said.
fn said(reason: Option<&str>) -> Option<&str> {
    reason.map(str::trim).filter(|reason| !reason.is_empty())
}

/// Whether an umpire's reason is short enough.
fn fits(reason: Option<&str>, why: &mut Reasons) -> Checked {
    let is_short = said(reason).is_none_or(|reason| reason.chars().count() <= LONGEST_REASON);
    why.unless(is_short, OWNER, "reason", || format!("A reason holds at most {LONGEST_REASON} characters."))
}

/// The umpire settles the facts, with his reason.
fn settle(cx: &mut Cx<'_>, report: Kept, upheld: Option<Side>, reason: Option<&str>) -> Adjudged {
    cx.record(SettledByUmpire { upheld, reason: said(reason).map(str::to_owned) })?;
    agree(cx, report, None)
}

/// Agrees the facts. Decisions given beforehand stand only if they were made on just these facts.
fn agree(cx: &mut Cx<'_>, report: Kept, decided: Option<(Side, &Decisions)>) -> Adjudged {
    cx.record(Agreed { report })?;
    if let Some((side, decisions)) = decided {
        record_decisions(cx, side, decisions)?;
    }
    settlement::settle_when_due(cx)
}

/// The facts as they are told, with what is left out taken from the tally when the teller asks for it.
pub fn written(state: &State, telling: &Telling, why: &mut Reasons) -> Report {
    let leg = state.leg().map(|leg| leg.id);
    if telling.scenario.is_some() && telling.scenario != leg {
        why.note(DUE, "E35", || match leg {
            Some(leg) => format!("The scenario to report is {leg}."),
            None => "All scenarios are played.".into(),
        });
    }
    let winner = state.campaign.side(telling.winner);
    if winner.is_none() && telling.winner.as_str() != "none" {
        why.note(SENSE, "E34", || {
            format!("There is no side {}; the winner is a side or none.", telling.winner)
        });
    }
    for side in Side::BOTH {
        let part = if side.number() == 0 { &telling.side_1 } else { &telling.side_2 };
        for Unread { man, sentence } in &part.unread {
            why.note(SENSE, "E34", || match man {
                Some(man) => format!("{}: {sentence}.", super::name(state, side, *man)),
                None => format!("{}: {sentence}.", state.campaign.sides[side].name),
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

/// Every fault of a report. [UF-E31, UF-E34]
///
/// Behind closed rosters a teller learns nothing of men of the other side who are not on the table. [UF-R50]
pub fn faults(state: &State, report: &Report, teller: Option<Side>, why: &mut Reasons) {
    for side in Side::BOTH {
        members(state, side, report, teller, why);
        for told in &report.side(side).men {
            contradictions(state, side, told, why);
        }
        deeds(state, side, report, why);
        wrecks(state, side, report, why);
        auxiliaries(state, side, &report.side(side).aux, why);
    }
    outcome(state, report, why);
}

/// Every man of the selection exactly once, and nobody else.
fn members(state: &State, side: Side, report: &Report, teller: Option<Side>, why: &mut Reasons) {
    let is_hidden = teller.is_some_and(|teller| hidden_from(teller.seat(), side))
        && state.facts.rulings.rosters == Rosters::OwnerAndUmpire;
    let men = &report.side(side).men;
    let name = |man: ManId| super::name(state, side, man);
    let force = state.side(side).force.as_ref();
    for (n, told) in men.iter().enumerate() {
        if men[..n].iter().any(|other| other.id == told.id) {
            why.note(SENSE, "E34", || format!("{} is named twice.", name(told.id)));
        }
        let in_force = force.is_some_and(|force| force.place_of(told.id).is_some());
        let in_team = state.side(side).team.contains(&told.id);
        match (in_force, told.moved_in) {
            (true, false) => {}
            (true, true) => why.note(SENSE, "E34", || format!("{} belongs to this force.", name(told.id))),
            (false, true) if in_team && state.is_fit(side, told.id) => {}
            (false, _) => why.note(RuleId("UF-E31"), "E31", || match state.man(side, told.id) {
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
            why.note(SENSE, "E34", || format!("{} is missing.", name(man)));
        }
    }
}

fn contradictions(state: &State, side: Side, told: &ManReport, why: &mut Reasons) {
    let name = || super::name(state, side, told.id);
    let (out, prose) = (told.out, told.out.prose());
    let on_table = matches!(out, Out::InPlay | Out::Withdrawn);
    if told.pinned.is_some() && !on_table {
        why.note(SENSE, "E34", || {
            format!("{} {prose}: he is neither pinned nor unpinned at the end.", name())
        });
    }
    if told.wounded.is_some() && (out.is_lost() || out == Out::NotEntered) {
        why.note(SENSE, "E34", || format!("{} {prose}: no wound is reported of him.", name()));
    }
    if !told.events.is_empty() && out == Out::NotEntered {
        why.note(RuleId("UF-R39"), "E34", || format!("{} {prose} and did nothing.", name()));
    }
}

/// No deed goes beyond what the other side had on the table, or is belied by what it lost. [UF-E34]
fn deeds(state: &State, side: Side, report: &Report, why: &mut Reasons) {
    let enemies = s42_43_deeds::enemies(state, side, report.side(side.enemy()).men.len());
    let men = &report.side(side).men;
    for told in men.iter().filter(|told| !told.events.is_empty()) {
        s42_43_deeds::faults(state, side, told.id, &told.events, enemies, why);
    }
    let all: Vec<&Deed> = men.iter().flat_map(|told| &told.events).collect();
    s42_43_deeds::faults_of_all(state, side, &all, enemies, why);
    s42_43_deeds::belied(state, side, report, enemies, why);
}

/// No two men destroy the same vehicle. [UF-R24]
fn wrecks(state: &State, side: Side, report: &Report, why: &mut Reasons) {
    let mut destroyed: Vec<(VehicleId, ManId)> = Vec::new();
    for told in &report.side(side).men {
        for deed in &told.events {
            let Deed::Vehicle { afv, result: Wreck::Destroyed, .. } = deed else { continue };
            if let Some((_, other)) = destroyed.iter().find(|(known, man)| known == afv && *man != told.id) {
                why.note(RuleId("UF-R24"), "E34", || {
                    let (one, other) = (super::name(state, side, told.id), super::name(state, side, *other));
                    format!("{afv} is destroyed by {other} and by {one}; one man has the credit.")
                });
            }
            destroyed.push((*afv, told.id));
        }
    }
}

/// Guns and vehicles lost are those the scenario brings, each once. [UF-42.8-6]
fn auxiliaries(state: &State, side: Side, losses: &[AuxLoss], why: &mut Reasons) {
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
            why.note(RuleId("UF-42.8-6"), "E34", || {
                let side = &state.campaign.sides[side].name;
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
fn outcome(state: &State, report: &Report, why: &mut Reasons) {
    let name = |side: Side| &state.campaign.sides[side].name;
    for side in Side::BOTH {
        let withdrew = report.side(side).men.iter().any(|told| told.out == Out::Withdrawn);
        if withdrew && report.winner != Some(side.enemy()) {
            why.note(RuleId("UF-42.6-5"), "E34", || {
                format!("{} withdrew and so conceded: {} has won.", name(side), name(side.enemy()))
            });
        }
    }
}

/// A side's own version agrees with what it has itself announced. Neither the other side nor the umpire is bound by an
/// announcement: they tell the facts as they see them. [UF-42.6-5, UF-42.74-1]
fn own_claims(state: &State, side: Side, report: &Report, why: &mut Reasons) {
    let name = |side: Side| &state.campaign.sides[side].name;
    if state.has_conceded(side) && report.winner != Some(side.enemy()) {
        why.note(RuleId("UF-42.6-5"), "E34", || {
            let (own, other) = (name(side), name(side.enemy()));
            format!(
                "{own} announced a withdrawal, so {other} has won. Otherwise take the announcement back first."
            )
        });
    }
    if state.pursuit_of(side).is_some() && report.winner != Some(side) {
        why.note(RuleId("UF-42.74-1"), "E34", || {
            format!("{} had won before the pursuit. Otherwise take the pursuit back first.", name(side))
        });
    }
}

/// A side told the facts of the scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reported {
    /// Who.
    pub side: Side,
    /// The facts.
    pub report: Kept,
}

impl SectionEvent<State, Campaign> for Reported {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        // The first report locks the rulings: what was proposed until then is void. [UF-E36]
        state.facts.proposal.clear();
        state.facts.umpired = None;
        // Decisions were made on the facts told with them.
        state.side_mut(self.side).decided = None;
        match state.facts.versions.iter_mut().find(|version| version.id == self.side) {
            Some(version) => version.report = self.report.clone(),
            None => state.facts.versions.push(Version { id: self.side, report: self.report.clone() }),
        }
    }
    fn narrate(&self, setup: &Campaign) -> Text {
        by(self.side).say(format!(" reported the scenario: {}", told(setup, &self.report)))
    }
}

/// A third person, the umpire, settled the facts; they are agreed next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettledByUmpire {
    /// Whose version was upheld; nobody's when the umpire told the facts himself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upheld: Option<Side>,
    /// Why, in his words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl SectionEvent<State, Campaign> for SettledByUmpire {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.facts.umpired = Some(Umpired { upheld: self.upheld, reason: self.reason.clone() });
    }
    fn narrate(&self, _: &Campaign) -> Text {
        settled_by_umpire(self.upheld, self.reason.as_deref())
    }
}

/// The facts were agreed, or settled by a third person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agreed {
    /// The facts.
    pub report: Kept,
}

impl SectionEvent<State, Campaign> for Agreed {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        for side in Side::BOTH {
            let stands =
                state.facts.versions.iter().any(|told| told.id == side && told.report == self.report);
            if !stands {
                state.side_mut(side).decided = None;
            }
        }
        state.facts.proposal.clear();
        state.facts.versions.clear();
        state.facts.agreed = Some(self.report.clone());
    }
    fn narrate(&self, setup: &Campaign) -> Text {
        Text::new(format!("The facts are agreed: {}", told(setup, &self.report)))
    }
}

/// That the umpire settled the facts, how, and why.
pub fn settled_by_umpire(upheld: Option<Side>, reason: Option<&str>) -> Text {
    let text = Text::new("The umpire settled the facts");
    let text = match upheld {
        Some(side) => text.say(" and upheld the version of ").side(side.number()),
        None => text.say(" in a version of his own"),
    };
    because(text, reason).rule(OWNER)
}

/// A sentence with the umpire's reason at its end.
pub fn because(text: Text, reason: Option<&str>) -> Text {
    match reason {
        Some(reason) => text.say(format!(": “{}”.", reason.trim_end_matches('.'))),
        None => text.say("."),
    }
}

fn told(setup: &Campaign, report: &Report) -> String {
    let winner = match report.winner {
        Some(side) => format!("{} won.", setup.sides[side].name),
        None => "nobody won.".into(),
    };
    let count = |side: Side, holds: &dyn Fn(Out) -> bool| {
        report.side(side).men.iter().filter(|man| holds(man.out)).count()
    };
    let mut words = vec![winner];
    for side in Side::BOTH {
        let (lost, routed) = (count(side, &Out::is_lost), count(side, &|out| out == Out::Routed));
        let name = &setup.sides[side].name;
        words.push(format!("{name}: {lost} lost, {routed} routed of {}.", report.side(side).men.len()));
    }
    words.join(" ")
}
