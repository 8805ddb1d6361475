//! Where the parts of both sides differ, and how that is settled: a side gives way, or the umpire says whose figures stand.
//! What is compared is what everyone saw on the table: losses and panics by type, of those types that the other side names,
//! and the last turn, where both tell one and the turn record does not say it.
//! What both tell of close combats is laid side by side once the form is entered. [`super::combats`]

use kernel::grammar::{SectionEvent, all_against, allowed};
use kernel::view::Text;
use kernel::{Acting, Adjudged, Audience, Checked, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::super::s2_1_2_4_p_perimeter::REASON;
use super::super::s2_1_scenarios::advance;
use super::super::{Cx, by, stands_at};
use super::counts::amend;
use super::{End, RULE, Reported, ends_of, fell, taking_part, told_last};
use crate::facts::{Compared, Difference, Element};
use crate::ids::{DifferenceId, SideId, StandId, UnitTypeId};
use crate::phase::Step;
use crate::report::{Count, Counts, Report, Seen, What};
use crate::setup::Campaign;
use crate::state::State;
use crate::view::prose::{called, counted, type_name};
use crate::words::Side;

/// Both sides have confirmed: whether their parts differ. Then nothing is entered yet.
pub(crate) fn compare(cx: &mut Cx<'_>) -> Adjudged<bool> {
    let differences = differences(cx.state());
    if differences.is_empty() {
        return Ok(false);
    }
    cx.record(ResultsDiffer { differences })?;
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
    (what, kind): (Compared, Option<UnitTypeId>),
    [told, seen]: [[u16; 2]; 2],
) {
    if told != seen {
        let id = format!("d{}", found.len() + 1).parse().unwrap_or_default();
        let side = state.side(side).id;
        found.push(Difference { id, side, what, kind, told, seen, ..Difference::default() });
    }
}

/// A side says that its own figures stand. If the other side says the same, the umpire settles it.
pub(crate) fn mine_stands(cx: &mut Cx<'_>, field: DifferenceId) -> Adjudged {
    let side = cx.check(|why| may_stand_by(cx.state(), cx.acting(), field, why))?;
    cx.record(FiguresStand { side, field })
}

/// Whether a side may say so of this difference.
fn may_stand_by(state: &State, acting: Acting, field: DifferenceId, why: &mut Reasons) -> Checked<Side> {
    let side = why.side(acting.seat, RULE)?;
    let difference = open(state, field, why)?;
    why.unless(!difference.stand_by.contains(&state.side(side).id), RULE, "dup", || {
        "You have said so already.".into()
    })?;
    Ok(side)
}

/// A side takes the other side's figures. Which of its stands fell by them it names, or has proposed.
pub(crate) fn theirs_is_right(cx: &mut Cx<'_>, field: DifferenceId, fallen: &[StandId]) -> Adjudged {
    let (winner, report) = cx.check(|why| {
        let winner = why.side(cx.seat(), RULE)?.enemy();
        let difference = open(cx.state(), field, why)?;
        let report = may_stand(cx.state(), &difference, winner, fallen, why)?;
        named_fell(cx.state(), winner.enemy(), &report, fallen, why)?;
        Ok((winner, report))
    })?;
    stands(cx, field, winner, report, None)
}

/// The umpire says whose figures stand, with a reason that both sides read.
pub(crate) fn settle(cx: &mut Cx<'_>, field: DifferenceId, side: SideId, reason: &str) -> Adjudged {
    let (winner, report) = cx.check(|why| may_settle(cx.state(), cx.acting(), (field, side), reason, why))?;
    stands(cx, field, winner, report, Some(reason.trim().into()))
}

/// Whether the umpire may settle a difference so, with whose figures stand and the other side's part with them.
fn may_settle(
    state: &State,
    acting: Acting,
    (field, side): (DifferenceId, SideId),
    reason: &str,
    why: &mut Reasons,
) -> Checked<(Side, Report)> {
    why.umpire(acting.seat, RULE)?;
    differ(state, why)?;
    why.unless(REASON.contains(&reason.trim().chars().count()), RULE, "data", || {
        format!("Settling needs a reason of {} to {} characters.", REASON.start(), REASON.end())
    })?;
    let winner = why.need(state.campaign().side_of(side), RULE, "unknown", || {
        format!("There is no side {:?}.", side.as_str())
    })?;
    let difference = open(state, field, why)?;
    let report = may_stand(state, &difference, winner, &[], why)?;
    Ok((winner, report))
}

/// Whether everybody who is named falls by the figures that stand.
fn named_fell(state: &State, side: Side, report: &Report, fallen: &[StandId], why: &mut Reasons) -> Checked {
    let (before, after) = (ends_of(state, side, &told(state, side)), ends_of(state, side, report));
    for stand in fallen {
        let known = state.side(side).stand(*stand).is_some();
        why.unless(known, RULE, "unknown", || format!("Your roster has no stand {stand}."))?;
        let falls = after.contains_key(stand) && before.get(stand) != after.get(stand);
        why.unless(falls, RULE, "not-eligible", || {
            format!("{stand:#} does not fall by these figures.", stand = called(state, side, *stand))
        })?;
    }
    Ok(())
}

/// Who of a side is told to have fallen, by the proposal, if the other side's figures stand.
pub(crate) fn proposed(state: &State, difference: &Difference, side: Side) -> Vec<StandId> {
    let Ok(report) = retold(state, difference, side.enemy(), &[]) else { return Vec::new() };
    let before = ends_of(state, side, &told(state, side));
    let after = ends_of(state, side, &report);
    after.into_iter().filter(|(stand, end)| before.get(stand) != Some(end)).map(|(stand, _)| stand).collect()
}

/// Who of a side could have fallen by figures of one kind that are higher than its own: where nothing else changes, it can
/// name them.
pub(crate) fn nameable(state: &State, difference: &Difference, side: Side) -> Vec<StandId> {
    let is_own = state.campaign().side_of(difference.side) == Some(side);
    let [told_of, seen] = [difference.told, difference.seen];
    let rises = told_of.iter().zip(seen).filter(|(told, seen)| seen != *told).count() == 1;
    if !is_own || !rises || told_of.iter().zip(seen).any(|(told, seen)| seen < *told) {
        return Vec::new();
    }
    let fallen = ends_of(state, side, &told(state, side));
    let stands = taking_part(state, side).flat_map(Element::living);
    let could = stands.filter(|stand| {
        difference.kind == Some(stand.kind) && stand.at.is_some() && !fallen.contains_key(&stand.id)
    });
    could.map(|stand| stand.id).collect()
}

/// There is something to settle.
fn differ(state: &State, why: &mut Reasons) -> Checked {
    why.unless(!state.facts.battle.differences.is_empty(), RULE, "step", || {
        format!("There are no two reports that differ. Play stands at {}.", stands_at(state.step()))
    })?;
    Ok(())
}

/// A difference that is not settled yet.
fn open(state: &State, field: DifferenceId, why: &mut Reasons) -> Checked<Difference> {
    differ(state, why)?;
    match state.facts.battle.differences.iter().find(|known| known.id == field) {
        Some(known) if known.settled.is_none() => Ok(known.clone()),
        Some(_) => why.refuse(RULE, "dup", || "This is settled already.".into()),
        None => why.refuse(RULE, "unknown", || format!("There is no difference {field}.")),
    }
}

/// Whether a side's figures can stand: the part of the other side with them.
fn may_stand(
    state: &State,
    difference: &Difference,
    winner: Side,
    fallen: &[StandId],
    why: &mut Reasons,
) -> Checked<Report> {
    match retold(state, difference, winner, fallen) {
        Ok(report) => Ok(report),
        Err(sentence) => why.refuse(RULE, "range", || sentence),
    }
}

/// A side's figures stand: the other's part is told anew with them. After the last difference the form is entered.
fn stands(
    cx: &mut Cx<'_>,
    field: DifferenceId,
    winner: Side,
    report: Report,
    reason: Option<String>,
) -> Adjudged {
    cx.record(DifferenceSettled { side: winner, field, reason })?;
    cx.record(Reported { side: winner.enemy(), report: Box::new(report) })?;
    match cx.state().facts.battle.differences.iter().all(|known| known.settled.is_some()) {
        true => advance(cx),
        false => Ok(()),
    }
}

/// The part of the side whose figures do not stand, with those that do; of those who fell by them these first.
fn retold(
    state: &State,
    difference: &Difference,
    winner: Side,
    fallen: &[StandId],
) -> Result<Report, String> {
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
    let amended = |why: &mut Reasons| {
        let report = amend(state, loser, report.clone(), (&counts, fallen), why)?;
        super::stands(state, loser, &report, why).map(|()| report)
    };
    allowed(amended).ok_or_else(|| {
        let against = all_against(amended);
        let reasons = against.iter().flat_map(|found| found.all()).map(|one| one.sentence.as_str());
        reasons.collect::<Vec<_>>().join(" ")
    })
}

/// Whether the parts of both sides wait to be made one.
pub fn is_open(state: &State) -> bool {
    state.step() == Step::Battle && !state.facts.battle.differences.is_empty()
}

/// Both sides have confirmed their parts, and they differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultsDiffer {
    /// Where.
    pub differences: Vec<Difference>,
}

impl SectionEvent<State, Campaign> for ResultsDiffer {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let Self { differences } = self;
        state.facts.battle.differences.clone_from(differences);
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { differences } = self;
        let n = counted(differences.len() as i64, "place", "places");
        let mut told = Text::new(format!("The two reports differ in {n}."));
        for known in differences {
            let Some(side) = campaign.side_of(known.side) else { continue };
            let [own, seen] = [known.told, known.seen].map(|figures| figure_words(known.what, figures));
            let kind = known.kind.map(|kind| format!(" of {}: ", type_name(campaign, kind)));
            told = match (known.what, kind) {
                (Compared::Losses, Some(kind)) => told.say(" Losses of ").side(side.number()).say(kind),
                (Compared::Panics, Some(kind)) => told.say(" Panics of ").side(side.number()).say(kind),
                _ => told.say(" The last turn: "),
            };
            told = told.side(side.number());
            told = told.say(format!(" tells {own}, ")).side(side.enemy().number());
            told = told.say(format!(" saw {seen}."));
        }
        told.rule(RuleId("BF-2.1.2-5"))
    }
}

/// A side stands by its own figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FiguresStand {
    /// The side.
    pub side: Side,
    /// The difference.
    pub field: DifferenceId,
}

impl SectionEvent<State, Campaign> for FiguresStand {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let id = state.facts.side(self.side).id;
        if let Some(difference) = difference(state, self.field) {
            difference.stand_by.push(id);
            difference.stand_by.sort_unstable();
        }
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let words = " stands by its figures in one of the differences.";
        by(self.side).say(words).rule(RuleId("BF-2.1.2-5"))
    }
}

/// A difference is settled: by the side that gave way, or by the umpire with a reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DifferenceSettled {
    /// The side whose figures stand.
    pub side: Side,
    /// The difference.
    pub field: DifferenceId,
    /// The umpire's reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl SectionEvent<State, Campaign> for DifferenceSettled {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let id = state.facts.side(self.side).id;
        if let Some(difference) = difference(state, self.field) {
            difference.settled = Some(id);
        }
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { side, reason, .. } = self;
        let told = match reason {
            None => by(side.enemy()).say(" took the figures of ").side(side.number()),
            Some(_) => Text::new("The umpire settled that the figures of ").side(side.number()).say(" stand"),
        };
        let why = reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
        told.say(format!(" in one of the differences{why}"))
            .say(if why.ends_with('.') { "" } else { "." })
            .rule(RuleId("BF-2.1.2-5"))
    }
}

/// "2 knocked out, 1 abandoned", or "none".
pub(crate) fn figure_words(what: Compared, [first, second]: [u16; 2]) -> String {
    let words = match what {
        Compared::Losses => [(first, "knocked out"), (second, "abandoned")],
        Compared::Panics => [(first, "panicked off"), (second, "")],
        Compared::LastTurn => return format!("turn {first}"),
    };
    let words: Vec<String> =
        words.iter().filter(|(n, _)| *n > 0).map(|(n, how)| format!("{n} {how}")).collect();
    if words.is_empty() { "none".into() } else { words.join(", ") }
}

fn difference(state: &mut State, id: DifferenceId) -> Option<&mut Difference> {
    state.facts.battle.differences.iter_mut().find(|difference| difference.id == id)
}
