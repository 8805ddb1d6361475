//! What became of each stand, from what a report names and from where stands were deployed.

use std::collections::BTreeMap;

use kernel::{Id, Reasons, RuleId};

use super::super::s2_1_1_8_deploy::is_in_a_pocket;
use super::super::s2_1_2_4_3_escape::is_vehicle;
use super::RULE;
use super::entered::StandEnd;
use super::types::called_so;
use crate::facts::{Element, SideFacts, Stand};
use crate::ids::{FormationId, StandId, WorkId};
use crate::measure::Point;
use crate::report::Report;
use crate::setup::WorkKind;
use crate::state::State;
use crate::words::{Ammunition, Class, Edge, Side, StandState, Standing};

/// Immobile vehicles.
const IMMOBILE: RuleId = RuleId("BF-R51");

/// How a stand ended that is no longer in the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Knocked out. [BF-2.1.1.3.1-1]
    KnockedOut,
    /// A class-A vehicle abandoned.
    Abandoned,
    /// Panicked off the map. [BF-2.1.1.3.1-2]
    Panicked,
    /// Left by an edge. [BF-2.S-2]
    Exited(Edge),
}

/// The formations that take part in a battle: chosen ones, and those with stands on the map.
pub fn taking_part(state: &State, side: Side) -> impl Iterator<Item = &Element> {
    let facts = state.side(side);
    let on_map = |element: &Element| element.living().any(|stand| stand.at.is_some());
    let in_play = |element: &&Element| element.standing == Standing::InPlay;
    let there = move |element: &&Element| facts.chosen.contains(&element.id.into()) || on_map(element);
    facts.elements.iter().filter(in_play).filter(there)
}

/// The minefield of a unit that is told to be in one without its name.
pub(super) fn unnamed_field() -> WorkId {
    "minefield".parse().unwrap_or_default()
}

/// What is told of stands, by their own names or by their formation's.
struct Told<T> {
    own: BTreeMap<StandId, T>,
    formation: BTreeMap<FormationId, T>,
}

impl<T: Copy + PartialEq> Told<T> {
    fn of(&self, element: &Element, stand: &Stand) -> Option<T> {
        self.own.get(&stand.id).or_else(|| self.formation.get(&element.id)).copied()
    }
}

/// Reads lists of names; a stand or formation that is told two things of is a fault, said with these words.
fn told<'r, T: Copy + PartialEq>(
    facts: &SideFacts,
    entries: impl Iterator<Item = (&'r [Id], T)>,
    twice: &str,
    why: &mut Reasons,
) -> Told<T> {
    let mut told = Told { own: BTreeMap::new(), formation: BTreeMap::new() };
    for (names, what) in entries {
        for name in names {
            let is_formation = facts.element((*name).into()).is_some();
            let before = match is_formation {
                true => told.formation.insert((*name).into(), what),
                false => told.own.insert((*name).into(), what),
            };
            why.note_unless(before.is_none(), RULE, "dup", || format!("{name} {twice}."));
        }
    }
    told
}

/// What is told of those that are no longer in the field.
fn gone(facts: &SideFacts, report: &Report, why: &mut Reasons) -> Told<End> {
    let lists = [
        (&report.losses, End::KnockedOut),
        (&report.abandoned, End::Abandoned),
        (&report.panicked, End::Panicked),
    ];
    let fell = lists.iter().map(|(list, end)| (&list[..], *end));
    let exited = report.exited.iter().map(|exit| (&exit.units[..], End::Exited(exit.edge)));
    told(facts, fell.chain(exited), "is told to have ended in two ways", why)
}

/// How each stand ended that is told to be no longer in the field.
pub fn ends_of(state: &State, side: Side, report: &Report) -> BTreeMap<StandId, End> {
    let gone = gone(state.side(side), report, &mut Reasons::whether());
    let of_element = |element| Element::living(element).map(move |stand| (element, stand));
    let stands = taking_part(state, side).flat_map(of_element);
    stands.filter_map(|(element, stand)| Some((stand.id, gone.of(element, stand)?))).collect()
}

/// Stands in pockets that are told to have moved or left the field by the name of their formation alone.
pub fn told_out_of_pockets(state: &State, side: Side, report: &Report) -> Vec<StandId> {
    let left = [&report.losses, &report.abandoned, &report.panicked];
    let placed = report.places.iter().map(|place| &place.units);
    let exited = report.exited.iter().map(|exit| &exit.units);
    let told = || left.into_iter().chain(placed.clone()).chain(exited.clone());
    let names = |id: Id| told().any(|list| list.contains(&id));
    let by_name = taking_part(state, side).filter(|element| names(element.id.into()));
    let stands = by_name.flat_map(Element::living).filter(|stand| is_in_a_pocket(stand));
    stands.filter(|stand| !names(stand.id.into())).map(|stand| stand.id).collect()
}

/// Who is told of as one that is still in the field: with a place, a position, a minefield, ammunition.
pub(super) fn in_the_field(report: &Report) -> Vec<Id> {
    let gone = [&report.losses, &report.abandoned, &report.panicked];
    let gone = || {
        gone.into_iter()
            .flat_map(|list| list.iter())
            .chain(report.exited.iter().flat_map(|one| one.units.iter()))
    };
    names(report).filter(|name| !gone().any(|gone| gone == name)).collect()
}

/// Every list of names of a report.
fn names(report: &Report) -> impl Iterator<Item = Id> {
    let plain = [
        &report.losses,
        &report.abandoned,
        &report.panicked,
        &report.improved,
        &report.moved,
        &report.bogged,
        &report.immobile,
    ];
    let units = report.places.iter().map(|place| &place.units);
    let units = units.chain(report.exited.iter().map(|exit| &exit.units));
    let units = units.chain(report.mined.iter().map(|mined| &mined.units));
    let units = units.chain(report.ammunition.iter().map(|supply| &supply.units));
    plain.into_iter().chain(units).flat_map(|list| list.iter().copied())
}

/// What became of every stand of the side that is told of or was on the map.
pub(super) fn resolve(state: &State, side: Side, report: &Report, why: &mut Reasons) -> Vec<StandEnd> {
    named(state, side, report, why);
    let facts = state.side(side);
    let gone = gone(facts, report, why);
    let places = report.places.iter();
    let places = places.map(|place| (&place.units[..], (Point { x: place.x, y: place.y }, place.facing)));
    let places = told(facts, places, "is told to stand in two places", why);
    let fields = report.mined.iter();
    let fields = fields.map(|mined| (&mined.units[..], mined.field.unwrap_or_else(unnamed_field)));
    let fields = told(facts, fields, "is told twice to be in a minefield", why);
    let supplies = report.ammunition.iter().map(|supply| (&supply.units[..], supply.state));
    let supplies = told(facts, supplies, "is told twice with its ammunition", why);
    on_the_map(state, report, why);
    minefields(state, side, report, why);
    contradictions(state, side, report, &gone, why);
    let mut ends = Vec::new();
    for element in taking_part(state, side) {
        let is_in =
            |list: &[Id], stand: &Stand| list.contains(&stand.id.into()) || list.contains(&element.id.into());
        for stand in element.living() {
            let (gone, place) = (gone.of(element, stand), places.of(element, stand));
            let entry = One {
                stand,
                class: class(state, stand),
                gone,
                place,
                improved: is_in(&report.improved, stand),
                moved: is_in(&report.moved, stand),
                bogged: is_in(&report.bogged, stand),
                immobile: stand.immobile || (is_in(&report.immobile, stand) && is_a_vehicle(state, stand)),
                field: fields.of(element, stand),
                ammunition: supplies.of(element, stand),
            };
            ends.extend(entry.end(why));
        }
    }
    ends
}

/// The same of a report that has been taken.
pub(super) fn of_side(state: &State, side: Side, report: &Report) -> Vec<StandEnd> {
    resolve(state, side, report, &mut Reasons::whether())
}

/// What is told of one stand.
struct One<'s> {
    stand: &'s Stand,
    class: Class,
    gone: Option<End>,
    place: Option<(Point, Option<i32>)>,
    improved: bool,
    moved: bool,
    bogged: bool,
    immobile: bool,
    field: Option<WorkId>,
    ammunition: Option<Ammunition>,
}

impl One<'_> {
    /// What became of it; nothing where it stayed off the map.
    fn end(self, why: &mut Reasons) -> Option<StandEnd> {
        let stand = self.stand;
        let at = self.place.map(|(at, _)| at).or(stand.at);
        let facing = self.place.and_then(|(_, facing)| facing).and_then(|facing| u16::try_from(facing).ok());
        let plain = StandEnd {
            stand: stand.id,
            state: StandState::Here,
            exit: None,
            wreck: None,
            abandoned: false,
            at: None,
            facing: None,
            improved: false,
            unmoved: false,
            bogged: false,
            immobile: false,
            minefield: None,
            ammunition: self.ammunition.unwrap_or(stand.ammunition),
        };
        let unplaced = |why: &mut Reasons, how: &str| {
            why.note_unless(at.is_some(), RULE, "incomplete", || {
                format!("{} {how}; its place is not told.", stand.id)
            });
        };
        match self.gone {
            Some(End::Exited(edge)) => {
                Some(StandEnd { state: StandState::Exited, exit: Some(edge), ..plain })
            }
            Some(End::Panicked) => Some(StandEnd { state: StandState::Panicked, ..plain }),
            Some(End::KnockedOut) if self.class != Class::Armour => {
                Some(StandEnd { state: StandState::Lost, ..plain })
            }
            Some(end @ (End::KnockedOut | End::Abandoned)) => {
                let abandoned = end == End::Abandoned;
                let rule = RuleId("BF-2.1.2-5");
                let armour = self.class == Class::Armour;
                why.note_unless(armour, rule, "class", || {
                    format!("{} is of class {}; only class A is abandoned.", stand.id, self.class)
                });
                unplaced(why, if abandoned { "is abandoned" } else { "is knocked out" });
                let minefield = self.field;
                Some(StandEnd { state: StandState::Wreck, abandoned, at, minefield, ..plain })
            }
            None => {
                let told = self.improved || self.moved || self.bogged || self.field.is_some();
                if at.is_none() {
                    if told {
                        unplaced(why, "is on the map");
                    }
                    return self.ammunition.is_some().then_some(plain);
                }
                let unmoved = stand.at.is_some() && at == stand.at && !self.moved;
                Some(StandEnd {
                    at,
                    facing: facing.or(stand.facing),
                    improved: self.improved,
                    unmoved,
                    bogged: self.bogged,
                    immobile: self.immobile,
                    minefield: self.field,
                    ..plain
                })
            }
        }
    }
}

fn class(state: &State, stand: &Stand) -> Class {
    state.campaign().unit_type(stand.kind).map_or(Class::Infantry, |kind| kind.class)
}

/// Whether a stand is a vehicle.
pub fn is_a_vehicle(state: &State, stand: &Stand) -> bool {
    state.campaign().unit_type(stand.kind).is_some_and(is_vehicle)
}

/// What cannot be told of one stand together: who has left the field is neither bogged, nor immobile, nor in an improved
/// position; and only vehicles are immobile. A formation's name stands for those of it that are left. [BF-R51]
fn contradictions(state: &State, side: Side, report: &Report, gone: &Told<End>, why: &mut Reasons) {
    let also = [
        (&report.improved, "in an improved position"),
        (&report.bogged, "bogged"),
        (&report.immobile, "immobile"),
    ];
    for element in taking_part(state, side) {
        for stand in element.living() {
            let has_gone = gone.of(element, stand).is_some();
            for (_, what) in also.iter().filter(|(list, _)| has_gone && list.contains(&stand.id.into())) {
                let sentence = format!("{} is told to have left the field, and to be {what}.", stand.id);
                why.note(RULE, "dup", || sentence);
            }
            let immobile = report.immobile.contains(&stand.id.into());
            why.note_unless(!immobile || is_a_vehicle(state, stand), IMMOBILE, "class", || {
                format!("{} is of class {}; only vehicles are immobile.", stand.id, class(state, stand))
            });
        }
        let immobile = report.immobile.contains(&element.id.into());
        let has_vehicles = element.living().any(|stand| is_a_vehicle(state, stand));
        why.note_unless(!immobile || has_vehicles, IMMOBILE, "class", || {
            format!("{} has no vehicles; only vehicles are immobile.", element.id)
        });
    }
}

/// Names are those of the own roster, and of what takes part.
fn named(state: &State, side: Side, report: &Report, why: &mut Reasons) {
    let facts = state.side(side);
    for name in names(report) {
        let stand = facts.stand(name.into());
        let element = facts.element(name.into()).or_else(|| stand.map(|(element, _)| element));
        let Some(element) = element else {
            let known = facts.elements.iter().flat_map(|element| {
                std::iter::once(Id::from(element.id))
                    .chain(element.stands.iter().map(|stand| stand.id.into()))
            });
            let meant = known.into_iter().find(|id| id.as_str().eq_ignore_ascii_case(name.as_str()));
            let several = called_so(state, side, name);
            let perhaps = match meant {
                Some(id) => format!(" Is {id} meant?"),
                None if several.len() > 1 => {
                    format!(" Several formations are called so: write which, of {}.", listed_ids(&several))
                }
                None => String::new(),
            };
            why.note(RULE, "unknown", || format!("Your roster has no formation or stand {name}.{perhaps}"));
            continue;
        };
        let there = taking_part(state, side).any(|other| other.id == element.id);
        why.note_unless(there, RULE, "not-eligible", || format!("{name} took no part in the battle."));
        let fallen = stand.filter(|(_, stand)| stand.state != StandState::Here);
        why.note_unless(!there || fallen.is_none(), RULE, "not-eligible", || {
            format!("{name} was not in the field when the battle began.")
        });
    }
}

/// Places lie on the map, facings on the compass.
fn on_the_map(state: &State, report: &Report, why: &mut Reasons) {
    for place in report.places.iter() {
        let at = Point { x: place.x, y: place.y };
        why.note_unless(state.campaign().map.holds(at), RuleId("BF-0-5"), "range", || {
            let map = &state.campaign().map;
            format!(
                "{}: {at} is off the map of {} by {} inches.",
                listed(&place.units),
                map.width,
                map.height
            )
        });
        let fits = place.facing.is_none_or(|facing| (0..360).contains(&facing));
        why.note_unless(fits, RULE, "range", || {
            format!("{}: a facing is 0 to 359 degrees.", listed(&place.units))
        });
    }
}

fn listed_ids(formations: &[FormationId]) -> String {
    formations.iter().map(FormationId::to_string).collect::<Vec<_>>().join(", ")
}

fn listed(units: &[Id]) -> String {
    units.iter().map(Id::to_string).collect::<Vec<_>>().join(", ")
}

/// A minefield that is named is one that the side knows of.
fn minefields(state: &State, side: Side, report: &Report, why: &mut Reasons) {
    let own = state.setup_of(side).id;
    for field in report.mined.iter().filter_map(|mined| mined.field) {
        let work = state.facts.works.iter().find(|work| work.id == field && (work.known || work.side == own));
        let Some(work) = work else {
            why.note(RULE, "unknown", || format!("You know of no fortification {field}."));
            continue;
        };
        let buyer = state.campaign().side_of(work.side);
        let kind = buyer.and_then(|buyer| state.setup_of(buyer).work(work.kind)).map(|kind| kind.kind);
        why.note_unless(kind == Some(WorkKind::Minefield), RULE, "class", || {
            format!("{field} is no minefield.")
        });
    }
}
