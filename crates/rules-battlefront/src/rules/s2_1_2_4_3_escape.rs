//! [BF-2.1.2.4.3] Remaining in or escaping from isolation.

pub mod tried;

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Acting, Adjudged, Ask, Audience, Chart, Checked, Modifiers, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use self::tried::{EscapeModifier, EscapeTried};
use super::s2_1_scenarios::advance;
use super::{Cx, at_step, by, in_step};
use crate::facts::{Pocket, Stand};
use crate::geometry::{distance_squared, drawn_to_the_sides, is_nearer, is_within};
use crate::ground::line;
use crate::ids::{StandId, WreckId};
use crate::perimeter::{Standing, Unit, on_the_map};
use crate::phase::Step;
use crate::setup::charts::{Escape, EscapeRow};
use crate::setup::{Campaign, Tracks, UnitType};
use crate::state::State;
use crate::view::prose::{called, listed, stand_name};
use crate::words::{Class, Side, SlotKind, Status};

const CHOICE: RuleId = RuleId("BF-2.1.2.4.3-1");
const ROLLS: RuleId = RuleId("BF-2.1.2.4.3-2");
const MODIFIERS: RuleId = RuleId("BF-2.1.2.4.3-4");
const TABLE: RuleId = RuleId("BF-T8");

/// A side's stands that are isolated or cut off.
pub fn behind(state: &State, side: Side) -> impl Iterator<Item = Standing<'_>> {
    let of_side = move |standing: &Standing<'_>| standing.unit.side == side;
    on_the_map(state).filter(of_side).filter(|standing| standing.stand.status != Status::Normal)
}

/// The pocket of a stand that is isolated or cut off.
pub fn pocket_of(state: &State, unit: Unit) -> Option<&Pocket> {
    let at = state.side(unit.side).stand(unit.id)?.1.place()?;
    let side = state.setup_of(unit.side).id;
    state.facts.pockets.iter().find(|pocket| pocket.side == side && pocket.units.contains(&at))
}

/// Whether a stand has been chosen to try to escape.
pub fn escapes(state: &State, side: Side, stand: StandId) -> bool {
    state.side(side).escapes.iter().any(|together| together.contains(&stand))
}

/// [BF-2.1.2.4.3-1] A stand remains after all. Without any choice it remains. [BF-2.1.2.4.3-7]
pub(crate) fn remain(cx: &mut Cx<'_>, stand: StandId) -> Adjudged {
    let side = cx.check(|why| may_remain(cx.state(), cx.acting(), stand, why))?;
    cx.record(RemainChosen { side, stand })
}

/// Whether a stand that was to escape may remain.
fn may_remain(state: &State, acting: Acting, stand: StandId, why: &mut Reasons) -> Checked<Side> {
    let side = may_choose_for(state, acting, stand, why)?;
    why.unless(escapes(state, side, stand), CHOICE, "dup", || {
        format!("{stand:#} remains in place already.", stand = called(state, side, stand))
    })?;
    Ok(side)
}

/// [BF-2.1.2.4.3-1] A stand tries to escape with a die of its own.
pub(crate) fn escape(cx: &mut Cx<'_>, stand: StandId) -> Adjudged {
    let side = cx.check(|why| may_escape(cx.state(), cx.acting(), stand, why))?;
    cx.record(EscapeChosen { side, stands: vec![stand] })
}

/// Whether a stand may try with a die of its own.
fn may_escape(state: &State, acting: Acting, stand: StandId, why: &mut Reasons) -> Checked<Side> {
    let side = may_choose_for(state, acting, stand, why)?;
    is_new(state, side, &[stand], why)?;
    Ok(side)
}

/// Whether a side may choose for a stand at all: it is its own, and isolated or cut off.
fn may_choose_for(state: &State, acting: Acting, stand: StandId, why: &mut Reasons) -> Checked<Side> {
    let side = in_step(state, acting, CHOICE, &[Step::Escape], why)?;
    own(state, side, &[stand], why)?;
    is_behind(state, side, stand, why)?;
    Ok(side)
}

/// [BF-2.1.2.4.3-2] Transport of one pocket tries to escape with one die for all.
pub(crate) fn escape_group(cx: &mut Cx<'_>, stands: &[StandId]) -> Adjudged {
    let (side, stands) = cx.check(|why| may_escape_together(cx.state(), cx.acting(), stands, why))?;
    cx.record(EscapeChosen { side, stands })
}

/// Whether these may try with one die, in the roster's order.
fn may_escape_together(
    state: &State,
    acting: Acting,
    stands: &[StandId],
    why: &mut Reasons,
) -> Checked<(Side, Vec<StandId>)> {
    let side = in_step(state, acting, ROLLS, &[Step::Escape], why)?;
    own(state, side, stands, why)?;
    if let Some(other) = stands.iter().find(|stand| !is_transport(state, side, **stand)) {
        return why.refuse(ROLLS, "class", || {
            format!(
                "{other:#} is not of class T; it throws a die of its own.",
                other = called(state, side, *other)
            )
        });
    }
    stands.iter().try_for_each(|stand| is_behind(state, side, *stand, why))?;
    let pocket = |stand: &StandId| pocket_of(state, Unit { id: *stand, side }).map(|pocket| pocket.id);
    if let Some(other) = stands.iter().find(|stand| pocket(stand) != pocket(&stands[0])) {
        return why.refuse(ROLLS, "not-eligible", || {
            format!(
                "{other:#} does not stand in the pocket of {}; they throw apart.",
                stands[0],
                other = called(state, side, *other)
            )
        });
    }
    if let Some(n) = (1..stands.len()).find(|n| stands[..*n].contains(&stands[*n])) {
        return why.refuse(ROLLS, "dup", || format!("{} is named twice.", stands[n]));
    }
    why.unless(stands.len() >= 2, ROLLS, "range", || "One die for all is for two vehicles or more.".into())?;
    let known = state.side(side).elements.iter().flat_map(|element| &element.stands);
    let in_order: Vec<StandId> = known.map(|stand| stand.id).filter(|id| stands.contains(id)).collect();
    is_new(state, side, &in_order, why)?;
    Ok((side, in_order))
}

fn is_new(state: &State, side: Side, stands: &[StandId], why: &mut Reasons) -> Checked {
    let chosen = state.side(side).escapes.iter().any(|together| together == stands);
    why.unless(!chosen, CHOICE, "dup", || "That has been chosen already.".into())
}

/// Stands of the side. After C5 every stand on the map is known to both.
fn own(state: &State, side: Side, stands: &[StandId], why: &mut Reasons) -> Checked {
    let has = |stand: &&StandId| state.side(side).stand(**stand).is_some();
    let is_enemy = |stand: &&StandId| {
        let enemy = Unit { id: **stand, side: side.enemy() };
        on_the_map(state).any(|standing| standing.unit == enemy)
    };
    let others = || stands.iter().filter(|stand| !has(stand));
    if let Some(stand) = others().find(|stand| !is_enemy(stand)) {
        return why.refuse(CHOICE, "unknown", || format!("You have no stand {stand}."));
    }
    match others().next() {
        Some(stand) => why.refuse(CHOICE, "owner", || {
            format!("{stand:#} is the enemy's.", stand = called(state, side, *stand))
        }),
        None => Ok(()),
    }
}

fn is_behind(state: &State, side: Side, stand: StandId, why: &mut Reasons) -> Checked {
    why.unless(behind(state, side).any(|standing| standing.unit.id == stand), CHOICE, "not-eligible", || {
        format!("{stand:#} is neither isolated nor cut off.", stand = called(state, side, stand))
    })
}

/// [BF-2.1.2.4.3-2] When both sides have sealed their choices, dice are thrown for all that try. [BF-R40]
pub(crate) fn throw(cx: &mut Cx<'_>) -> Adjudged {
    cx.check(|why| may_throw(cx.state(), cx.acting(), why))?;
    let of_side = |side: Side| {
        let state = cx.state();
        let chosen = state.side(side).escapes.iter();
        chosen.map(move |stands| Trying {
            side,
            stands: stands.clone(),
            die: name_of_die(state, side, stands),
        })
    };
    let trying: Vec<Trying> = Side::BOTH.into_iter().flat_map(of_side).collect();
    let alike = |state: &State, one: &Trying| circumstances_of_all(state, one.side, &one.stands);
    cx.for_each_subject(&trying, alike, |cx, one| try_together(cx, one.side, &one.stands, one.die))?;
    advance(cx)
}

/// Stands of a side that try together, and what names the die where one is for all of them.
struct Trying {
    side: Side,
    stands: Vec<StandId>,
    die: Option<(StandId, usize)>,
}

/// Whether both sides have sealed their choices.
fn may_throw(state: &State, acting: Acting, why: &mut Reasons) -> Checked {
    why.engine(acting.seat, ROLLS)?;
    at_step(state, ROLLS, &[Step::Escape], why)?;
    let sealed = Side::BOTH.iter().all(|side| state.side(*side).closed);
    why.unless(sealed, ROLLS, "step", || "Both sides have still to seal their choices.".into())
}

/// What names one die for all: the first of all transport of the pocket, whether it tries or not, and the number of the
/// die there. Were it named after those that try, leaving one of them out would be another throw. First is who comes first
/// by name; the order of the roster follows the order of purchases. [BF-R39]
fn name_of_die(state: &State, side: Side, stands: &[StandId]) -> Option<(StandId, usize)> {
    let [one, _, ..] = stands else { return None };
    let pocket = |stand: StandId| pocket_of(state, Unit { id: stand, side }).map(|pocket| pocket.id);
    let here = pocket(*one);
    let first = |stands: &[StandId]| {
        stands.iter().map(|stand| crate::identity::stand(state, side, *stand)).min().unwrap_or_default()
    };
    let in_pocket =
        behind(state, side).map(|standing| standing.unit.id).filter(|stand| pocket(*stand) == here);
    let could: Vec<StandId> = in_pocket.filter(|stand| is_transport(state, side, *stand)).collect();
    let others = state.side(side).escapes.iter().filter(|other| other.len() >= 2 && pocket(other[0]) == here);
    Some((first(&could), 1 + others.filter(|other| first(other) < first(stands)).count()))
}

/// Whether a stand is of the class that may throw one die for several.
fn is_transport(state: &State, side: Side, stand: StandId) -> bool {
    let kind = state.side(side).stand(stand).and_then(|(_, stand)| state.campaign().unit_type(stand.kind));
    kind.is_some_and(|kind| kind.class == Class::Transport)
}

/// One die for the stands that try together, each with its own modifiers.
fn try_together(cx: &mut Cx<'_>, side: Side, stands: &[StandId], name: Option<(StandId, usize)>) -> Adjudged {
    let mut figure = None;
    if let Some((name, nth)) = name {
        let ask = Ask::new(ROLLS, "Escape, one die for all").about(stands[0]).seen_by(Audience::Public);
        let ask = ask.of(side.number()).known_as(name).nth(nth);
        let die = cx.setup().charts.escape.chart.die();
        figure = Some(cx.roll(ask, die)?);
    }
    for stand in stands {
        let unit = Unit { id: *stand, side };
        let listed = modifiers_of(cx.state(), unit);
        let row = match figure {
            Some(figure) => {
                let chart = &cx.setup().charts.escape.chart;
                let total: i32 = listed.iter().map(|(_, amount)| amount).sum();
                chart.rows()[chart.row_of(figure + total)].result
            }
            None => {
                let ask = Ask::new(TABLE, "Escape").about(*stand).seen_by(Audience::Public);
                let ask = ask.of(side.number()).known_as(crate::identity::stand(cx.state(), side, *stand));
                let modifiers = modifiers(cx.state(), unit);
                cx.draw(ask, |campaign| &campaign.charts.escape.chart, &modifiers)?
            }
        };
        let outcome = in_column(cx.state(), unit, row);
        let stays = outcome == Escape::Abandons && is_left(cx.state(), unit);
        let wreck = stays.then(|| next_wreck(cx.state()));
        cx.record(EscapeTried { unit, modifiers: listed, outcome, wreck })?;
    }
    Ok(())
}

/// Wrecks of a cleanup are numbered within their slot, so that no number comes twice.
fn next_wreck(state: &State) -> WreckId {
    let name = |n: usize| format!("V{}.{n}", state.slot_name());
    let is_free = |n: &usize| state.facts.wrecks.iter().all(|wreck| wreck.id.as_str() != name(*n));
    let n = (1..).find(is_free).unwrap_or_default();
    name(n).parse().unwrap_or_default()
}

fn kind_of(state: &State, unit: Unit) -> Option<&UnitType> {
    state.campaign().unit_type(state.side(unit.side).stand(unit.id)?.1.kind)
}

/// Whether a unit that is abandoned stays where it is as a wreck: of class A. Any other is lost. [BF-2.1.2.4.3-6]
pub fn is_left(state: &State, unit: Unit) -> bool {
    kind_of(state, unit).is_some_and(|kind| kind.class == Class::Armour)
}

/// Whether a unit type is a vehicle: what has tracks, armour of an AFV, or is tank or transport by its class.
pub fn is_vehicle(kind: &UnitType) -> bool {
    matches!(kind.class, Class::Armour | Class::Transport) || kind.afv || kind.tracks != Tracks::None
}

/// What a row of the chart says of a unit: vehicles have the AFV column, all else the infantry's. [BF-R39]
pub fn in_column(state: &State, unit: Unit, row: EscapeRow) -> Escape {
    if kind_of(state, unit).is_some_and(is_vehicle) { row.afv } else { row.infantry }
}

/// [BF-2.1.2.4.3-4] The modifiers of a unit's escape, in printed order.
pub fn modifiers(state: &State, unit: Unit) -> Modifiers {
    let list = |list: Modifiers, (kind, holds, amount): (EscapeModifier, bool, i32)| {
        list.when(holds, amount, kind.label(), MODIFIERS)
    };
    circumstances(state, unit).into_iter().fold(Modifiers::none(), list)
}

/// Those that apply.
fn modifiers_of(state: &State, unit: Unit) -> Vec<(EscapeModifier, i32)> {
    let all = circumstances(state, unit).into_iter();
    all.filter(|(_, holds, amount)| *holds && *amount != 0).map(|(kind, _, amount)| (kind, amount)).collect()
}

fn circumstances(state: &State, unit: Unit) -> [(EscapeModifier, bool, i32); 6] {
    let chart = &state.campaign().charts.escape;
    let stand = state.side(unit.side).stand(unit.id).map(|(_, stand)| stand);
    let kind = kind_of(state, unit);
    let is = |of: &dyn Fn(&UnitType) -> bool| kind.is_some_and(of);
    let unarmoured = is(&|kind| is_vehicle(kind) && !kind.armoured && !kind.afv);
    let fully_tracked = is(&|kind| kind.afv && kind.tracks == Tracks::Full);
    let cut_off = stand.is_some_and(|stand| stand.status == Status::CutOff);
    let near = stand.is_some_and(|stand| is_near_friends(state, unit.side, stand));
    let russian = chart.russian_nations.contains(&state.setup_of(unit.side).nation);
    [
        (EscapeModifier::Morning, state.slot_kind() == SlotKind::Morning, chart.morning),
        (EscapeModifier::CutOff, cut_off, chart.cut_off),
        (EscapeModifier::Unarmoured, unarmoured, chart.unarmoured),
        (EscapeModifier::NearLine, near, chart.near_line),
        (EscapeModifier::FullyTracked, fully_tracked, chart.fully_tracked),
        (EscapeModifier::Russian, russian, chart.russian),
    ]
}

/// Whether a stand is within 4 inches of the own line or of a Normal friend. [BF-R39]
fn is_near_friends(state: &State, side: Side, stand: &Stand) -> bool {
    let Some(at) = stand.place() else { return false };
    let within = state.campaign().charts.escape.within;
    let strict = state.options().near_line_strict;
    let own = drawn_to_the_sides(line(state, side), &state.campaign().map, state.setup_of(side).home_edge);
    if if strict { is_nearer(&own, at, within) } else { is_within(&own, at, within) } {
        return true;
    }
    let square = i64::from(within.0) * i64::from(within.0);
    let is_near = |friend: Standing<'_>| {
        let apart = distance_squared(friend.at, at);
        if strict { apart < square } else { apart <= square }
    };
    let friends = on_the_map(state).filter(|friend| friend.unit.side == side);
    friends.filter(|friend| friend.stand.status == Status::Normal).any(is_near)
}

/// All that a unit's escape hangs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Circumstances {
    /// The side whose unit it is.
    pub side: Side,
    /// What is added to the die.
    pub modifier: i32,
    /// Whether the vehicles' column is read.
    pub vehicle: bool,
    /// Whether it stays as a wreck when it is abandoned.
    pub left: bool,
}

impl Circumstances {
    /// Those of a unit.
    pub fn of(state: &State, unit: Unit) -> Self {
        Self {
            side: unit.side,
            modifier: modifiers_of(state, unit).iter().map(|(_, amount)| amount).sum(),
            vehicle: kind_of(state, unit).is_some_and(is_vehicle),
            left: is_left(state, unit),
        }
    }

    /// What a row of the chart says under them.
    pub fn read(self, row: EscapeRow) -> Escape {
        if self.vehicle { row.afv } else { row.infantry }
    }

    /// The chances out of the faces of the die, best first; what cannot come up is left out.
    pub fn chances(self, chart: &Chart<EscapeRow>) -> Vec<(Escape, u64)> {
        let mut all: Vec<(Escape, u64)> = Escape::ALL.iter().map(|outcome| (*outcome, 0)).collect();
        for (row, weight) in chart.rows().iter().zip(chart.weights(self.modifier)) {
            let outcome = self.read(row.result);
            all.iter_mut().filter(|(known, _)| *known == outcome).for_each(|(_, sum)| *sum += weight);
        }
        all.retain(|(_, weight)| *weight > 0);
        all
    }
}

/// Those of stands that try together, in any order.
fn circumstances_of_all(state: &State, side: Side, stands: &[StandId]) -> Vec<Circumstances> {
    let mut all: Vec<Circumstances> =
        stands.iter().map(|stand| Circumstances::of(state, Unit { id: *stand, side })).collect();
    all.sort_unstable();
    all
}

/// The chances of a unit's escape out of the faces of the die, best first; what cannot come up is left out.
pub fn chances(state: &State, unit: Unit) -> (Vec<(Escape, u64)>, u64) {
    let chances = Circumstances::of(state, unit).chances(&state.campaign().charts.escape.chart);
    let of = chances.iter().map(|(_, weight)| weight).sum();
    (chances, of)
}

/// A side chose that stands try to escape: one alone, or several with one die.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EscapeChosen {
    /// The side.
    pub side: Side,
    /// The stands.
    pub stands: Vec<StandId>,
}

impl SectionEvent<State, Campaign> for EscapeChosen {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { stands, .. } = self;
        chosen_no_more(state, self.side, stands);
        state.facts.side_mut(self.side).escapes.push(stands.clone());
        sort_escapes(state, self.side);
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { stands, .. } = self;
        by(self.side).say(escape_chosen(stands)).rule(RuleId("BF-2.1.2.4.3-1"))
    }
}

/// A side chose that a stand remains after all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemainChosen {
    /// The side.
    pub side: Side,
    /// The stand.
    pub stand: StandId,
}

impl SectionEvent<State, Campaign> for RemainChosen {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        chosen_no_more(state, self.side, &[self.stand]);
        sort_escapes(state, self.side);
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let stand = stand_name(campaign, self.side, self.stand);
        by(self.side).say(format!(": {stand} remains in place.")).rule(RuleId("BF-2.1.2.4.3-1"))
    }
}

fn escape_chosen(stands: &[StandId]) -> String {
    let names: Vec<String> = stands.iter().map(ToString::to_string).collect();
    match names.len() {
        1 => format!(": {} tries to escape.", names[0]),
        _ => format!(": {} try to escape with one die.", listed(&names)),
    }
}

fn chosen_no_more(state: &mut State, side: Side, stands: &[StandId]) {
    let escapes = &mut state.facts.side_mut(side).escapes;
    escapes.iter_mut().for_each(|together| together.retain(|stand| !stands.contains(stand)));
    escapes.retain(|together| !together.is_empty());
}

/// In the order of the roster, whatever the order of choosing.
fn sort_escapes(state: &mut State, side: Side) {
    let facts = state.facts.side_mut(side);
    let order: Vec<StandId> =
        facts.elements.iter().flat_map(|element| &element.stands).map(|stand| stand.id).collect();
    let rank = |together: &Vec<StandId>| order.iter().position(|id| together.first() == Some(id));
    facts.escapes.sort_by_key(rank);
}
