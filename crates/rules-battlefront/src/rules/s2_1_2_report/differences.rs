//! Where the parts of both sides differ, and how that is settled: a side gives way, or the umpire says whose figures stand.
//! What is compared is what everyone would learn with the result: losses by type, of those types that the other side names.

use kernel::{Adjudged, Id};

use super::super::s2_1_2_4_p_perimeter::REASON;
use super::super::s2_1_scenarios::advance;
use super::super::{Cx, acting_side, acting_umpire, stands_at};
use super::counts::amend;
use super::{End, RULE, fell, may_report};
use crate::event::Event;
use crate::facts::Difference;
use crate::phase::Step;
use crate::report::{Count, Counts, Report, Seen, What};
use crate::state::State;
use crate::words::Side;

/// Both sides have confirmed: whether their parts differ. Then nothing is entered yet.
pub(crate) fn compare(cx: &mut Cx<'_>) -> Adjudged<bool> {
    let differences = differences(cx.state());
    if differences.is_empty() {
        return Ok(false);
    }
    cx.record(Event::ResultsDiffer { differences })?;
    Ok(true)
}

fn told(state: &State, side: Side) -> Report {
    state.side(side).report.as_deref().cloned().unwrap_or_default()
}

fn differences(state: &State) -> Vec<Difference> {
    let mut found = Vec::new();
    for side in Side::BOTH {
        let own = told(state, side);
        let mut seen = told(state, side.other()).enemy.0;
        seen.sort_unstable_by_key(|seen| seen.kind);
        for Seen { kind, lost, abandoned } in seen {
            let count = |end| fell(state, side, &own, (None, Some(kind)), end) as u16;
            let told = [count(End::KnockedOut), count(End::Abandoned)];
            let seen = [lost, abandoned].map(|n| u16::try_from(n).unwrap_or(0));
            if told != seen {
                let id = Id::new(&format!("d{}", found.len() + 1)).unwrap_or_default();
                let side = state.side(side).id;
                found.push(Difference { id, side, kind, told, seen, ..Difference::default() });
            }
        }
    }
    found
}

/// A side says that its own figures stand. If the other side says the same, the umpire settles it.
pub(crate) fn mine_stands(cx: &mut Cx<'_>, field: Id) -> Adjudged {
    let side = acting_side(cx, RULE)?;
    let difference = open(cx, field)?;
    if difference.stand_by.contains(&cx.state().side(side).id) {
        return cx.refuse(RULE, "dup", || "You have said so already.".into());
    }
    cx.record(Event::FiguresStand { side, field })
}

/// A side takes the other side's figures.
pub(crate) fn theirs_is_right(cx: &mut Cx<'_>, field: Id) -> Adjudged {
    let side = acting_side(cx, RULE)?;
    let difference = open(cx, field)?;
    stands(cx, &difference, side.other(), None)
}

/// The umpire says whose figures stand, with a reason that both sides read.
pub(crate) fn settle(cx: &mut Cx<'_>, field: Id, side: Id, reason: &str) -> Adjudged {
    acting_umpire(cx, RULE)?;
    let difference = open(cx, field)?;
    if !REASON.contains(&reason.trim().chars().count()) {
        return cx.refuse(RULE, "data", || {
            format!("Settling needs a reason of {} to {} characters.", REASON.start(), REASON.end())
        });
    }
    let Some(side) = cx.setup().side_of(side) else {
        return cx.refuse(RULE, "unknown", || format!("There is no side {:?}.", side.as_str()));
    };
    stands(cx, &difference, side, Some(reason.trim().into()))
}

/// A difference that is not settled yet.
fn open(cx: &Cx<'_>, field: Id) -> Adjudged<Difference> {
    let state = cx.state();
    if state.facts.battle.differences.is_empty() {
        return cx.refuse(RULE, "step", || {
            format!("There are no two reports that differ. Play stands at {}.", stands_at(state.step()))
        });
    }
    match state.facts.battle.differences.iter().find(|known| known.id == field) {
        Some(known) if known.settled.is_none() => Ok(known.clone()),
        Some(_) => cx.refuse(RULE, "dup", || "This is settled already.".into()),
        None => cx.refuse(RULE, "unknown", || format!("There is no difference {field}.")),
    }
}

/// A side's figures stand: the other's part is told anew with them. After the last difference the form is entered.
fn stands(cx: &mut Cx<'_>, difference: &Difference, winner: Side, reason: Option<String>) -> Adjudged {
    let loser = winner.other();
    let report = match retold(cx.state(), difference, winner) {
        Ok(report) => report,
        Err(sentence) => return cx.refuse(RULE, "range", || sentence),
    };
    cx.record(Event::DifferenceSettled { side: winner, field: difference.id, reason })?;
    cx.record(Event::Reported { side: loser, report: Box::new(report) })?;
    match cx.state().facts.battle.differences.iter().all(|known| known.settled.is_some()) {
        true => advance(cx),
        false => Ok(()),
    }
}

/// The part of the side whose figures do not stand, with those that do.
fn retold(state: &State, difference: &Difference, winner: Side) -> Result<Report, String> {
    let Difference { kind, told: [out, abandoned], .. } = *difference;
    let mut report = told(state, winner.other());
    let owner = state.campaign().side_of(difference.side);
    if owner == Some(winner) {
        for seen in report.enemy.0.iter_mut().filter(|seen| seen.kind == kind) {
            (seen.lost, seen.abandoned) = (out.into(), abandoned.into());
        }
        return Ok(report);
    }
    let [out, abandoned] = difference.seen;
    let count = |what, n: u16| Count { unit: None, kind: Some(kind), what, n: Some(n.into()) };
    let counts = vec![count(What::KnockedOut, out), count(What::Abandoned, abandoned)];
    let counts = Counts { counts, ..Counts::default() };
    let loser = winner.other();
    let amended = amend(state, loser, report, &counts)
        .and_then(|report| may_report(state, loser, &report).map(|()| report));
    amended.map_err(|barred| barred.into_iter().map(|one| one.sentence).collect::<Vec<_>>().join(" "))
}

/// Whether the parts of both sides wait to be made one.
pub fn is_open(state: &State) -> bool {
    state.step() == Step::Battle && !state.facts.battle.differences.is_empty()
}
