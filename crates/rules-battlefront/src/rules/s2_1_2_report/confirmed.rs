//! [BF-2.1.2-5] Both sides have confirmed the result form: everyone learns what was seen on the table.

use std::collections::BTreeMap;

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Adjudged, Audience, Id, PerSide, RuleId};
use serde::{Deserialize, Serialize};

use super::super::s2_1_2_resolution::BattleEnded;
use super::entered::{ResultEntered, StandEnd};
use super::{Cx, ends, firing, last_turn, taking_part};
use crate::facts::{Ending, SideFacts, Tally, Work, add};
use crate::geometry::distance_squared;
use crate::ids::{SideId, StandId, UnitTypeId, WorkId, WorkTypeId, WreckId};
use crate::measure::Point;
use crate::phase::Step;
use crate::report::Report;
use crate::setup::{Campaign, WorkKind};
use crate::state::State;
use crate::view::prose::{counted, listed, type_name, work_name};
use crate::words::{Side, StandState};

/// [BF-2.1.2-5] Both sides have confirmed: the form is entered on both rosters, and everyone learns what was seen on the
/// table.
pub(crate) fn confirm(cx: &mut Cx<'_>) -> Adjudged {
    let turn = last_turn(cx.state());
    if turn != cx.state().facts.battle.last {
        cx.record(BattleEnded { turn, why: Ending::Told })?;
    }
    let state = cx.state();
    let reports = PerSide::each(|side| state.side(side).report.as_deref().cloned().unwrap_or_default());
    let revealed = newly_known(state, &reports);
    let mut ends = PerSide::each(|side| ends::of_side(state, side, &reports[side]));
    let wrecks = name_wrecks(state, &mut ends);
    for side in Side::BOTH {
        let fields = minefields(state, side, &revealed);
        for end in &mut ends[side] {
            link_minefield(end, &fields, &revealed);
        }
    }
    let lost = PerSide::each(|side| lost_by_type(state.side(side), &ends[side]));
    let fired = reports.map(|report| firing(report).len() as u8);
    let flew = reports.map(|report| report.flew.len() as u8);
    let gone: Vec<WorkId> = reports.iter().flat_map(|(_, report)| report.destroyed.iter().copied()).collect();
    let (destroyed, secret): (Vec<&Work>, Vec<&Work>) =
        state.facts.works.iter().filter(|work| gone.contains(&work.id)).partition(|work| work.known);
    let destroyed: Vec<WorkId> = destroyed.iter().map(|work| work.id).collect();
    let secret: Vec<(SideId, WorkId)> = secret.iter().map(|work| (work.side, work.id)).collect();
    let elements =
        PerSide::each(|side| taking_part(state, side).map(|element| element.id).collect::<Vec<_>>());
    let turn = state.facts.battle.last;
    let shown: Vec<Revealed> = revealed.iter().map(|(_, shown)| *shown).collect();
    for (side, elements) in elements.iter() {
        let own = cx.state().side(side).id;
        let of_side = revealed.iter().filter(|(_, shown)| shown.side == side);
        let revealed = of_side.map(|(old, shown)| (*old, shown.item)).collect();
        let gone = secret.iter().filter(|(of, _)| *of == own).map(|(_, id)| *id);
        let gone =
            gone.filter(|id| !reports.iter().any(|(_, report)| report.revealed.contains(id))).collect();
        let (elements, ends) = (elements.clone(), std::mem::take(&mut ends[side]));
        cx.record(ResultEntered { side, elements, ends, revealed, gone })?;
    }
    cx.record(ResultConfirmed { turn, lost, wrecks, fired, flew, revealed: shown, destroyed })
}

/// Hidden fortifications that become known, with what everyone sees of each. One that is known is numbered in a row
/// that tells nothing of those still hidden.
fn newly_known(state: &State, reports: &PerSide<Report>) -> Vec<(WorkId, Revealed)> {
    let mut shown = Vec::new();
    for side in Side::BOTH {
        let own = state.setup_of(side).id;
        let told = &reports[side];
        let works = state.facts.works.iter().filter(|work| work.side == own && !work.known);
        let works =
            works.filter(|work| told.revealed.contains(&work.id) && !told.destroyed.contains(&work.id));
        shown.extend(works.map(|work| (work.id, side, work.kind, work.at)));
    }
    shown.sort_unstable_by_key(|(_, side, kind, at)| (*side, *kind, *at));
    let taken: Vec<WorkId> = state.facts.works.iter().map(|work| work.id).collect();
    let names = names_of_battle(state, 'f', &taken);
    let named = shown.into_iter().zip(names);
    named.map(|((old, side, kind, at), item)| (old, Revealed { item, side, kind, at })).collect()
}

/// Names for what this battle brings to the map: `w3.1` is the first wreck of the third battle.
pub(crate) fn names_of_battle<I: From<Id> + Into<Id> + Copy>(
    state: &State,
    letter: char,
    taken: &[I],
) -> impl Iterator<Item = I> + use<I> {
    // Before the form is confirmed the battle is not yet counted.
    let number = state.facts.scenarios + u16::from(state.step() == Step::Battle);
    let head = format!("{letter}{number}.");
    let n_of = |id: &I| Into::<Id>::into(*id).as_str().strip_prefix(&head)?.parse::<u32>().ok();
    let last = taken.iter().filter_map(n_of).max().unwrap_or(0);
    (last + 1..).map(move |n| Id::new(&format!("{head}{n}")).unwrap_or_default().into())
}

/// Gives each new wreck its name, in an order that tells nothing of the rosters.
fn name_wrecks(state: &State, ends: &mut PerSide<Vec<StandEnd>>) -> Vec<SeenWreck> {
    let mut fresh: Vec<(Side, UnitTypeId, Point, bool, StandId)> = Vec::new();
    for side in Side::BOTH {
        for end in ends[side].iter().filter(|end| end.state == StandState::Wreck) {
            let kind =
                state.side(side).stand(end.stand).map_or_else(UnitTypeId::default, |(_, stand)| stand.kind);
            fresh.push((side, kind, end.at.unwrap_or_default(), end.abandoned, end.stand));
        }
    }
    fresh.sort_unstable();
    let taken: Vec<WreckId> = state.facts.wrecks.iter().map(|wreck| wreck.id).collect();
    let mut wrecks = Vec::new();
    for ((side, kind, at, abandoned, stand), id) in fresh.into_iter().zip(names_of_battle(state, 'w', &taken))
    {
        if let Some(end) = ends[side].iter_mut().find(|end| end.stand == stand) {
            end.wreck = Some(id);
        }
        wrecks.push(SeenWreck { id, side, kind, at, abandoned });
    }
    wrecks
}

/// The minefields that a side knows of once the form is confirmed, under their names from then on.
fn minefields(state: &State, side: Side, revealed: &[(WorkId, Revealed)]) -> Vec<(WorkId, Point)> {
    let own = state.setup_of(side).id;
    let is_minefield = |work: &&Work| {
        let buyer = state.campaign().side_of(work.side);
        let kind = buyer.and_then(|buyer| state.setup_of(buyer).work(work.kind)).map(|kind| kind.kind);
        kind == Some(WorkKind::Minefield)
    };
    let named = |work: &Work| {
        let shown = revealed.iter().find(|(old, _)| *old == work.id).map(|(_, shown)| shown.item);
        let item = shown.or_else(|| (work.known || work.side == own).then_some(work.id))?;
        Some((item, work.at))
    };
    state.facts.works.iter().filter(is_minefield).filter_map(named).collect()
}

/// A unit in a minefield that is not named is in the nearest that its side knows of.
fn link_minefield(end: &mut StandEnd, fields: &[(WorkId, Point)], revealed: &[(WorkId, Revealed)]) {
    let (Some(named), Some(at)) = (end.minefield, end.at) else { return };
    let renamed = revealed.iter().find(|(old, _)| *old == named).map(|(_, shown)| shown.item);
    let nearest = || fields.iter().min_by_key(|(_, place)| distance_squared(*place, at)).map(|(id, _)| *id);
    end.minefield = match named == ends::unnamed_field() {
        true => nearest().or(end.minefield),
        false => renamed.or(end.minefield),
    };
}

/// How many stands of each type a side has lost, as was seen on the table. [BF-2.1.1.3.1-1]
fn lost_by_type(facts: &SideFacts, ends: &[StandEnd]) -> Vec<Tally<UnitTypeId>> {
    let mut lost: BTreeMap<UnitTypeId, i32> = BTreeMap::new();
    for end in ends.iter().filter(|end| matches!(end.state, StandState::Lost | StandState::Wreck)) {
        let kind = facts.stand(end.stand).map_or_else(UnitTypeId::default, |(_, stand)| stand.kind);
        *lost.entry(kind).or_default() += 1;
    }
    let mut tallies = Vec::new();
    lost.into_iter().for_each(|(kind, n)| add(&mut tallies, kind, n));
    tallies
}

/// A new wreck as everyone sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenWreck {
    /// Its id.
    pub id: WreckId,
    /// Whose.
    pub side: Side,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: UnitTypeId,
    /// Where it lies.
    pub at: Point,
    /// Whether it was abandoned.
    pub abandoned: bool,
}

/// A fortification that has become known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revealed {
    /// Its id from now on.
    pub item: WorkId,
    /// Whose.
    pub side: Side,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: WorkTypeId,
    /// Where it lies.
    pub at: Point,
}

/// The result of the battle is confirmed: what both sides have seen on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultConfirmed {
    /// The last turn played.
    pub turn: u8,
    /// Stands and vehicles knocked out or abandoned, by type, of both sides.
    pub lost: PerSide<Vec<Tally<UnitTypeId>>>,
    /// New wrecks on the map.
    pub wrecks: Vec<SeenWreck>,
    /// Modules that fired, of both sides.
    pub fired: PerSide<u8>,
    /// Flights that attacked, of both sides.
    pub flew: PerSide<u8>,
    /// Fortifications that have become known, under their new names.
    pub revealed: Vec<Revealed>,
    /// Fortifications that are gone.
    pub destroyed: Vec<WorkId>,
}

impl SectionEvent<State, Campaign> for ResultConfirmed {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.facts.works.retain(|work| !self.destroyed.contains(&work.id));
        state.facts.scenarios += 1;
        state.facts.last_day_fought = state.facts.day;
        state.facts.battle.differences.clear();
        state.facts.sides.iter_mut().for_each(|side| side.report = None);
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { turn, lost, wrecks, fired, flew, revealed, destroyed } = self;
        let mut told = Text::new(format!("The result of the battle stands, after turn {turn}."));
        for side in Side::BOTH {
            let mut lost = vec![lost_words(campaign, &lost[side])];
            for (n, one, many) in [
                (fired[side], "module of artillery fired", "modules of artillery fired"),
                (flew[side], "flight attacked", "flights attacked"),
            ] {
                if n > 0 {
                    lost.push(counted(n.into(), one, many));
                }
            }
            told = told.say(" ").side(side.number()).say(format!(": {}.", lost.join("; ")));
        }
        let wrecks: Vec<String> = wrecks
            .iter()
            .map(|wreck| format!("{} ({}) at {}", wreck.id, type_name(campaign, wreck.kind), wreck.at))
            .collect();
        let shown: Vec<String> = revealed
            .iter()
            .map(|work| {
                format!("{} ({}) at {}", work.item, work_name(campaign, work.side, work.kind), work.at)
            })
            .collect();
        let gone: Vec<String> = destroyed.iter().map(WorkId::to_string).collect();
        for (what, list) in
            [("New wrecks", wrecks), ("Fortifications now known", shown), ("Fortifications gone", gone)]
        {
            if !list.is_empty() {
                told = told.say(format!(" {what}: {}.", listed(&list)));
            }
        }
        told.rule(RuleId("BF-2.1.2-5"))
    }
}

/// "2 × rifle squad lost", "nothing lost".
fn lost_words(campaign: &Campaign, lost: &[Tally<UnitTypeId>]) -> String {
    let each = |tally: &Tally<UnitTypeId>| format!("{} × {}", tally.count, type_name(campaign, tally.id));
    let words: Vec<String> = lost.iter().map(each).collect();
    if words.is_empty() { "nothing lost".into() } else { format!("{} lost", listed(&words)) }
}
