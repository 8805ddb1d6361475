//! [BF-2.1.1.5.1] Fortification removal.

use kernel::{Acting, Adjudged, Ask, Checked, Id, Modifiers, Reasons, RuleId};

use super::s2_1_1_5_fortification_points::can_pay;
use super::{Cx, in_step};
use crate::event::Event;
use crate::facts::{Attempt, Element, Work};
use crate::geometry::{is_nearer, is_within};
use crate::ground::{ground, line};
use crate::phase::Step;
use crate::setup::WorkKind;
use crate::setup::options::RemovalLine;
use crate::state::State;
use crate::words::{Side, Standing, Status};

const RULE: RuleId = RuleId("BF-2.1.1.5.1-1");
const MODIFIERS: RuleId = RuleId("BF-2.1.1.5.1-4");

/// [BF-2.1.1.5.1] Known wire, minefields and roadblocks in an area the side controls, own ones too, may be removed:
/// BF-T7, one attempt an item in a refit, one fortification purchase point whatever the result. [BF-R20, BF-R44]
pub(crate) fn remove(cx: &mut Cx<'_>, item: Id) -> Adjudged {
    let (side, work, fpp) = cx.check(|why| may_remove(cx.state(), cx.acting(), item, why))?;
    let modifiers = modifiers(cx.state(), side, &work);
    let ask = Ask::new(MODIFIERS, "Fortification removal").about(item).seen_by(side.only());
    let ask = attempt(cx.state(), side, ask, work.kind);
    let outcome = cx.draw(ask, |campaign| &campaign.charts.removal.chart, &modifiers)?;
    cx.record(Event::RemovalTried { side, item, fpp, outcome })
}

/// Whether a side may try to remove this, and for how many points.
fn may_remove(state: &State, acting: Acting, item: Id, why: &mut Reasons) -> Checked<(Side, Work, i32)> {
    let side = in_step(state, acting, RULE, &[Step::Removal], why)?;
    // What the side does not know of and what does not exist read the same. An own hidden work that a success of this
    // step has removed is still told as tried.
    let known = known_works(state, side).find(|work| work.id == item).copied();
    let Some(work) = known else {
        not_tried_now(state, side, item, why)?;
        return why.refuse(RULE, "unknown", || format!("No fortification is known as {item}."));
    };
    let kind = kind_of(state, &work);
    why.unless(kind != WorkKind::Other, RULE, "class", || {
        "Only wire, minefields and roadblocks are removed.".into()
    })?;
    why.unless(ground(state, side, work.at).is_controlled(), RULE, "location", || {
        format!("{item} does not lie in an area you control.")
    })?;
    not_tried(state, side, item, why)?;
    let fpp = state.campaign().charts.removal.cost;
    can_pay(state, RuleId("BF-2.1.1.5.1-3"), side, fpp, why)?;
    Ok((side, work, fpp))
}

/// The identity of an attempt: the how-manieth at something of this kind. What lies on the map is numbered by purchase, by
/// placing or by where it was reported, and whoever numbers or places would choose the face.
pub(crate) fn attempt(state: &State, side: Side, ask: Ask, kind: Id) -> Ask {
    let attempts = &state.side(side).attempts;
    let n_before = attempts.iter().filter(|attempt| attempt.kind.is_none_or(|tried| tried == kind)).count();
    ask.of(side.number()).known_as(kind).nth(n_before + 1)
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
pub(crate) fn not_tried(state: &State, side: Side, item: Id, why: &mut Reasons) -> Checked {
    not_tried_now(state, side, item, why)?;
    why.unless(
        !state.options().removal_once || !state.side(side).tried.contains(&item),
        RuleId("BF-2.1.1.5.1-2"),
        "dup",
        || format!("{item} has been tried before; this campaign allows one try."),
    )?;
    Ok(())
}

fn not_tried_now(state: &State, side: Side, item: Id, why: &mut Reasons) -> Checked {
    why.unless(
        !state.side(side).attempts.iter().any(|attempt| attempt.id == item),
        RuleId("BF-2.1.1.5.1-2"),
        "dup",
        || format!("{item} has been tried in this refit."),
    )?;
    Ok(())
}

/// [BF-2.1.1.5.1-4] The modifiers of an attempt at a fortification, in printed order.
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
    let is_engineer = |kind: Id| state.campaign().unit_type(kind).is_some_and(|unit| unit.engineer);
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
    let is_work = |id: Id| state.facts.works.iter().any(|work| work.id == id && work.known);
    let is_wreck = |id: Id| state.facts.wrecks.iter().any(|wreck| wreck.id == id);
    let mut removed: Vec<Id> = successes().map(|attempt| attempt.id).filter(|id| is_work(*id)).collect();
    let destroys = |attempt: &&Attempt| attempt.moved_to.is_none() && is_wreck(attempt.id);
    let mut destroyed: Vec<Id> = successes().filter(destroys).map(|attempt| attempt.id).collect();
    let mut moved: Vec<_> = successes().filter_map(|attempt| Some((attempt.id, attempt.moved_to?))).collect();
    removed.sort_unstable();
    destroyed.sort_unstable();
    moved.sort_unstable();
    cx.record(Event::RemovalsEnded { removed, destroyed, moved })
}
