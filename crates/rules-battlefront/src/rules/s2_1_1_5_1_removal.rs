//! [BF-2.1.1.5.1] Fortification removal.

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Acting, Adjudged, Ask, Audience, Checked, Id, Modifiers, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::s2_1_1_5_fortification_points::can_pay;
use super::{Cx, by, ids, in_step};
use crate::facts::{Attempt, Element, Work};
use crate::geometry::{distance_squared, is_nearer, is_within};
use crate::ground::{ground, line};
use crate::ids::{UnitTypeId, WorkId, WreckId};
use crate::measure::Point;
use crate::phase::Step;
use crate::setup::charts::Removal;
use crate::setup::options::RemovalLine;
use crate::setup::{Campaign, WorkKind};
use crate::state::State;
use crate::view::prose::{called, fpp_words, listed};
use crate::words::{Side, StandState, Standing, Status};

const RULE: RuleId = RuleId("BF-2.1.1.5.1-1");
const MODIFIERS: RuleId = RuleId("BF-2.1.1.5.1-4");

/// [BF-2.1.1.5.1] Known wire, minefields and roadblocks in an area the side controls, own ones too, may be removed:
/// BF-T7, one attempt an item in a refit, one fortification purchase point whatever the result. [BF-R20, BF-R44]
pub(crate) fn remove(cx: &mut Cx<'_>, item: WorkId) -> Adjudged {
    let (side, work, fpp) = cx.check(|why| may_remove(cx.state(), cx.acting(), item, why))?;
    let modifiers = modifiers(cx.state(), side, &work);
    let ask = Ask::new(MODIFIERS, "Fortification removal").about(item).seen_by(side.only());
    let ask = attempt(cx.state(), side, ask, (MODIFIERS, work.kind.into()));
    let outcome = cx.draw(ask, |campaign| &campaign.charts.removal.chart, &modifiers)?;
    cx.record(RemovalTried { side, item, fpp, outcome })
}

/// Whether a side may try to remove this, and for how many points.
fn may_remove(state: &State, acting: Acting, item: WorkId, why: &mut Reasons) -> Checked<(Side, Work, i32)> {
    let side = in_step(state, acting, RULE, &[Step::Removal], why)?;
    // What the side does not know of and what does not exist read the same. An own hidden work that a success of this
    // step has removed is still told as tried.
    let known = known_works(state, side).find(|work| work.id == item).copied();
    let Some(work) = known else {
        not_tried_now(state, side, item.into(), why)?;
        return why.refuse(RULE, "unknown", || format!("No fortification is known as {item}."));
    };
    let kind = kind_of(state, &work);
    why.unless(kind != WorkKind::Other, RULE, "class", || {
        "Only wire, minefields and roadblocks are removed.".into()
    })?;
    why.unless(ground(state, side, work.at).is_controlled(), RULE, "location", || {
        format!("{item:#} does not lie in an area you control.", item = called(state, side, item))
    })?;
    not_tried(state, side, item, why)?;
    let fpp = state.campaign().charts.removal.cost;
    can_pay(state, RuleId("BF-2.1.1.5.1-3"), side, fpp, why)?;
    Ok((side, work, fpp))
}

/// The identity of an attempt: the how-manieth that its rule asks about something of this kind. What lies on the map is
/// numbered by purchase, by placing or by where it was reported, and whoever numbers or places would choose the face. Were
/// attempts of other rules counted, the order of two of them would choose it.
pub(crate) fn attempt(state: &State, side: Side, ask: Ask, (rule, kind): (RuleId, Id)) -> Ask {
    let is_such = |attempt: &&Attempt| {
        asked_by(state, attempt) == rule && attempt.kind.is_none_or(|tried| tried == kind)
    };
    let n_before = state.side(side).attempts.iter().filter(is_such).count();
    ask.of(side.number()).known_as(kind).nth(n_before + 1)
}

/// The rule that asked for an attempt. Wrecks stay on the map until the step closes, whatever came of it.
fn asked_by(state: &State, attempt: &Attempt) -> RuleId {
    let is_wreck = || state.facts.wrecks.iter().any(|wreck| Id::from(wreck.id) == attempt.id);
    match attempt.moved_to {
        Some(_) => super::s2_1_2_7_wrecks::RULE,
        None if is_wreck() => super::s2_1_1_3_1_casualties::RULE,
        None => MODIFIERS,
    }
}

/// The fortifications that a side knows of: its own, and the enemy's that have been seen.
pub fn known_works(state: &State, side: Side) -> impl Iterator<Item = &Work> {
    let own = state.setup_of(side).id;
    state.facts.works.iter().filter(move |work| work.known || work.side == own)
}

/// What a fortification is, by its buyer's chart.
pub fn kind_of(state: &State, work: &Work) -> WorkKind {
    let buyer = state.campaign().side_of(work.side);
    let row = buyer.and_then(|side| state.setup_of(side).work(work.kind));
    row.map_or(WorkKind::Other, |row| row.kind)
}

/// [BF-2.1.1.5.1-2] One attempt an item in a refit, or in the campaign.
pub(crate) fn not_tried(state: &State, side: Side, item: impl Into<Id>, why: &mut Reasons) -> Checked {
    let item = item.into();
    not_tried_now(state, side, item, why)?;
    why.unless(
        !state.options().removal_once || !state.side(side).tried.contains(&item),
        RuleId("BF-2.1.1.5.1-2"),
        "dup",
        || {
            format!(
                "{item:#} has been tried before; this campaign allows one try.",
                item = called(state, side, item)
            )
        },
    )?;
    Ok(())
}

fn not_tried_now(state: &State, side: Side, item: Id, why: &mut Reasons) -> Checked {
    why.unless(
        !state.side(side).attempts.iter().any(|attempt| attempt.id == item),
        RuleId("BF-2.1.1.5.1-2"),
        "dup",
        || format!("{item:#} has been tried in this refit.", item = called(state, side, item)),
    )?;
    Ok(())
}

/// [BF-2.1.1.5.1-4] The modifiers of an attempt at a fortification, in printed order: whose line is near, and what is along
/// it. [BF-R33, BF-R34]
pub fn modifiers(state: &State, side: Side, work: &Work) -> Modifiers {
    let chart = &state.campaign().charts.removal;
    let kind = kind_of(state, work);
    let sides: &[Side] = match state.options().removal_line {
        RemovalLine::Own => &[side],
        RemovalLine::Any => &[side, side.enemy()],
    };
    let strict = state.options().near_line_strict;
    let near = sides.iter().any(|of| {
        let line = drawn(state, *of);
        if strict { is_nearer(&line, work.at, chart.within) } else { is_within(&line, work.at, chart.within) }
    });
    let along =
        sides.iter().any(|of| is_within(&drawn(state, *of), work.at, state.options().along_mlr_inches));
    let dug = matches!(kind, WorkKind::Wire | WorkKind::Minefield);
    let list = Modifiers::none()
        .when(dug && near, chart.near_line, "Wire or minefield near the line", MODIFIERS)
        .when(kind == WorkKind::Roadblock && along, chart.roadblock, "Roadblock along the line", MODIFIERS);
    engineers(state, side, list)
}

/// The modifiers of an attempt at a wreck: engineers only.
pub fn modifiers_for_wreck(state: &State, side: Side) -> Modifiers {
    engineers(state, side, Modifiers::none())
}

fn engineers(state: &State, side: Side, list: Modifiers) -> Modifiers {
    let chart = &state.campaign().charts.removal;
    list.when(n_engineers(state, side) >= chart.n_engineers, chart.engineers, "Engineers at hand", MODIFIERS)
}

/// How many engineer squads of a side are alive, arrived and not isolated. [BF-R26]
pub fn n_engineers(state: &State, side: Side) -> u32 {
    let today = state.facts.day;
    let arrived =
        |element: &&Element| element.standing == Standing::InPlay && element.available_from <= today;
    let in_play = state.side(side).elements.iter().filter(arrived);
    let is_engineer = |kind: UnitTypeId| state.campaign().unit_type(kind).is_some_and(|unit| unit.engineer);
    let squads = in_play.flat_map(Element::living);
    squads.filter(|stand| stand.status == Status::Normal && is_engineer(stand.kind)).count() as u32
}

fn drawn(state: &State, side: Side) -> Vec<crate::measure::Point> {
    crate::geometry::drawn_to_the_sides(
        line(state, side),
        &state.campaign().map,
        state.setup_of(side).home_edge,
    )
}

/// Successes of both sides become public together when the step closes. A wreck that was destroyed leaves the map and its
/// owner's roster for good. [BF-2.1.1.5.1-5]
pub(crate) fn publish(cx: &mut Cx<'_>) -> Adjudged {
    let state = cx.state();
    let successes = || {
        let attempts = state.facts.sides.iter().flat_map(|side| &side.attempts);
        attempts.filter(|attempt| attempt.succeeded)
    };
    let is_work = |id: WorkId| state.facts.works.iter().any(|work| work.id == id && work.known);
    let is_wreck = |id: WreckId| state.facts.wrecks.iter().any(|wreck| wreck.id == id);
    let mut removed: Vec<WorkId> =
        successes().map(|attempt| attempt.id.into()).filter(|id| is_work(*id)).collect();
    let destroys = |attempt: &&Attempt| attempt.moved_to.is_none();
    let mut destroyed: Vec<WreckId> =
        successes().filter(destroys).map(|attempt| attempt.id.into()).filter(|id| is_wreck(*id)).collect();
    let mut moved: Vec<_> =
        successes().filter_map(|attempt| Some((attempt.id.into(), attempt.moved_to?))).collect();
    removed.sort_unstable();
    destroyed.sort_unstable();
    moved.sort_unstable();
    cx.record(RemovalsEnded { removed, destroyed, moved })
}

/// A side tried to remove a fortification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemovalTried {
    /// The side.
    pub side: Side,
    /// The fortification.
    pub item: WorkId,
    /// Points spent.
    pub fpp: i32,
    /// What came of it.
    pub outcome: Removal,
}

impl SectionEvent<State, Campaign> for RemovalTried {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        removals_of(state, self.side, self.fpp, self.outcome, self.item.into(), None);
        hidden_work_goes(state, self.side);
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let came = if self.outcome == Removal::Eliminated { "removed" } else { "no effect" };
        let (item, points) = (self.item, fpp_words(self.fpp));
        by(self.side)
            .say(format!(" tried to remove the fortification {item} for {points}: {came}."))
            .rule(RuleId("BF-2.1.1.5.1-4"))
    }
}

/// The removals of the refit ended; their successes became public.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemovalsEnded {
    /// Known fortifications that are gone.
    pub removed: Vec<WorkId>,
    /// Wrecks destroyed for good.
    pub destroyed: Vec<WreckId>,
    /// Wrecks moved out of a defile, with their new places.
    pub moved: Vec<(WreckId, Point)>,
}

impl SectionEvent<State, Campaign> for RemovalsEnded {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        out_of_minefields(state, &self.removed);
        state.facts.works.retain(|work| !self.removed.contains(&work.id));
        for (id, to) in &self.moved {
            if let Some(wreck) = state.facts.wrecks.iter_mut().find(|wreck| wreck.id == *id) {
                wreck.at = *to;
            }
        }
        for id in &self.destroyed {
            let Some(at) = state.facts.wrecks.iter().position(|wreck| wreck.id == *id) else { continue };
            let wreck = state.facts.wrecks.remove(at);
            for side in &mut state.facts.sides {
                if side.id == wreck.side
                    && let Some(stand) = side.stand_mut(wreck.stand)
                {
                    stand.state = StandState::Lost;
                }
            }
        }
        let refit = state.step() == Step::Removal;
        for side in &mut state.facts.sides {
            side.attempts.clear();
            if refit {
                side.not_moved.clear();
            }
        }
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { removed, destroyed, moved } = self;
        let mut parts = Vec::new();
        if !removed.is_empty() {
            let what = if removed.len() == 1 { "fortification" } else { "fortifications" };
            parts.push(format!("gone: the {what} {}", ids(removed)));
        }
        if !destroyed.is_empty() {
            let what = if destroyed.len() == 1 { "wreck" } else { "wrecks" };
            parts.push(format!("destroyed for good: the {what} {}", ids(destroyed)));
        }
        if !moved.is_empty() {
            let moved: Vec<_> = moved.iter().map(|(id, to)| format!("the wreck {id} to {to}")).collect();
            parts.push(format!("moved: {}", listed(&moved)));
        }
        if parts.is_empty() {
            return Text::new("The removals ended. Nothing changed on the map.");
        }
        Text::new(format!("The removals ended; {}.", parts.join("; "))).rule(RuleId("BF-2.1.1.5.1-1"))
    }
}

/// A wreck whose nearest minefield goes lies in none any more. Minefields that are known decide: where a wreck lies is
/// everybody's to know. [BF-2.1.1.2-6]
fn out_of_minefields(state: &mut State, removed: &[WorkId]) {
    let is_known = |work: &&Work| work.known && kind_of(state, work) == WorkKind::Minefield;
    let fields: Vec<(WorkId, Point)> =
        state.facts.works.iter().filter(is_known).map(|work| (work.id, work.at)).collect();
    for wreck in state.facts.wrecks.iter_mut().filter(|wreck| wreck.in_minefield) {
        let nearest = fields.iter().min_by_key(|(_, at)| distance_squared(*at, wreck.at));
        wreck.in_minefield = nearest.is_none_or(|(id, _)| !removed.contains(id));
    }
}

/// An attempt is paid for and remembered.
pub(super) fn removals_of(
    state: &mut State,
    side: Side,
    fpp: i32,
    outcome: Removal,
    id: Id,
    moved_to: Option<Point>,
) {
    let works = state.facts.works.iter().map(|work| (Id::from(work.id), Id::from(work.kind)));
    let wrecks = state.facts.wrecks.iter().map(|wreck| (wreck.id.into(), wreck.kind.into()));
    let kind = works.chain(wrecks).find(|(known, _)| *known == id).map(|(_, kind)| kind);
    let attempt = Attempt { id, kind, succeeded: outcome == Removal::Eliminated, moved_to };
    let facts = state.facts.side_mut(side);
    facts.fpp -= fpp;
    facts.removals_paid += fpp;
    facts.attempts.push(attempt);
    if !facts.tried.contains(&id) {
        facts.tried.push(id);
    }
}

/// An own fortification that the enemy does not know goes at once: nobody else sees it go.
fn hidden_work_goes(state: &mut State, side: Side) {
    let own = state.facts.side(side).id;
    let Some(last) = state.facts.side(side).attempts.last().copied() else { return };
    if last.succeeded {
        state.facts.works.retain(|work| work.id != last.id.into() || work.known || work.side != own);
    }
}
