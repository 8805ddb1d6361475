//! Where the parts of both sides differ, and how that is settled: a side gives way, or the umpire says whose figures stand.
//! What is compared is what everyone saw on the table: losses and panics by type, of those types that the other side names,
//! and the last turn, where both tell one and the turn record does not say it.
//! Close combats are not: one that two formations won together counts for both, and for the loser once.

use kernel::{Adjudged, Id};

use super::super::s2_1_2_4_p_perimeter::REASON;
use super::super::s2_1_scenarios::advance;
use super::super::{Cx, acting_side, acting_umpire, stands_at};
use super::counts::amend;
use super::{End, RULE, fell, told_last};
use crate::event::Event;
use crate::facts::{Compared, Difference};
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
    if let [Some(first), Some(second)] = Side::BOTH.map(|side| told_last(state, side)) {
        let turns = [first, second].map(|turn| [u16::from(turn), 0]);
        note(&mut found, state, Side::BOTH[0], (Compared::LastTurn, None), turns);
    }
    for side in Side::BOTH {
        let own = told(state, side);
        let mut seen = told(state, side.enemy()).enemy.0;
        seen.sort_unstable_by_key(|seen| seen.kind);
        for Seen { kind, lost, abandoned, panicked } in seen {
            let count = |end| fell(state, side, &own, (None, Some(kind)), end) as u16;
            let figure = |n| u16::try_from(n).unwrap_or(0);
            let mut compare = |what, told: [u16; 2], seen: [u16; 2]| {
                note(&mut found, state, side, (what, Some(kind)), [told, seen]);
            };
            let told = [count(End::KnockedOut), count(End::Abandoned)];
            compare(Compared::Losses, told, [lost, abandoned].map(figure));
            if let Some(panicked) = panicked {
                compare(Compared::Panics, [count(End::Panicked), 0], [figure(panicked), 0]);
            }
        }
    }
    found
}

/// Adds a difference, where the two tellings are not the same.
fn note(
    found: &mut Vec<Difference>,
    state: &State,
    side: Side,
    (what, kind): (Compared, Option<Id>),
    [told, seen]: [[u16; 2]; 2],
) {
    if told != seen {
        let id = Id::new(&format!("d{}", found.len() + 1)).unwrap_or_default();
        let side = state.side(side).id;
        found.push(Difference { id, side, what, kind, told, seen, ..Difference::default() });
    }
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
    stands(cx, &difference, side.enemy(), None)
}

/// The umpire says whose figures stand, with a reason that both sides read.
pub(crate) fn settle(cx: &mut Cx<'_>, field: Id, side: Id, reason: &str) -> Adjudged {
    acting_umpire(cx, RULE)?;
    differ(cx)?;
    if !REASON.contains(&reason.trim().chars().count()) {
        return cx.refuse(RULE, "data", || {
            format!("Settling needs a reason of {} to {} characters.", REASON.start(), REASON.end())
        });
    }
    let Some(side) = cx.setup().side_of(side) else {
        return cx.refuse(RULE, "unknown", || format!("There is no side {:?}.", side.as_str()));
    };
    let difference = open(cx, field)?;
    stands(cx, &difference, side, Some(reason.trim().into()))
}

/// There is something to settle.
fn differ(cx: &Cx<'_>) -> Adjudged {
    let state = cx.state();
    if state.facts.battle.differences.is_empty() {
        return cx.refuse(RULE, "step", || {
            format!("There are no two reports that differ. Play stands at {}.", stands_at(state.step()))
        });
    }
    Ok(())
}

/// A difference that is not settled yet.
fn open(cx: &Cx<'_>, field: Id) -> Adjudged<Difference> {
    differ(cx)?;
    let state = cx.state();
    match state.facts.battle.differences.iter().find(|known| known.id == field) {
        Some(known) if known.settled.is_none() => Ok(known.clone()),
        Some(_) => cx.refuse(RULE, "dup", || "This is settled already.".into()),
        None => cx.refuse(RULE, "unknown", || format!("There is no difference {field}.")),
    }
}

/// A side's figures stand: the other's part is told anew with them. After the last difference the form is entered.
fn stands(cx: &mut Cx<'_>, difference: &Difference, winner: Side, reason: Option<String>) -> Adjudged {
    let loser = winner.enemy();
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
    let Difference { what, kind, told: [first, second], .. } = *difference;
    let loser = winner.enemy();
    let mut report = told(state, loser);
    let of_winner = state.campaign().side_of(difference.side) == Some(winner);
    let Some(kind) = kind else {
        report.turns = Some(i32::from(if of_winner { first } else { difference.seen[0] }));
        return Ok(report);
    };
    if of_winner {
        for seen in report.enemy.0.iter_mut().filter(|seen| seen.kind == kind) {
            match what {
                Compared::Panics => seen.panicked = Some(first.into()),
                _ => (seen.lost, seen.abandoned) = (first.into(), second.into()),
            }
        }
        return Ok(report);
    }
    let [first, second] = difference.seen;
    let count = |what, n: u16| Count { unit: None, kind: Some(kind), what, n: Some(n.into()) };
    let counts = match what {
        Compared::Panics => vec![count(What::Panicked, first)],
        _ => vec![count(What::KnockedOut, first), count(What::Abandoned, second)],
    };
    let counts = Counts { counts, ..Counts::default() };
    let amended = amend(state, loser, report, &counts)
        .and_then(|report| super::stands(state, loser, &report).map(|()| report));
    amended.map_err(|barred| barred.into_iter().map(|one| one.sentence).collect::<Vec<_>>().join(" "))
}

/// Whether the parts of both sides wait to be made one.
pub fn is_open(state: &State) -> bool {
    state.step() == Step::Battle && !state.facts.battle.differences.is_empty()
}
