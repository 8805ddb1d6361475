//! Words for pages and for the log: names of what the set-up names, counts, dates, lists.

use std::fmt;

use kernel::Id;
use kernel::grammar::counted_of;
pub use kernel::grammar::{capital, listed, signed};

use super::natural::by_name;
pub use super::option_words::{option_title, value_words};
use crate::ids::{GroupId, StandId, UnitTypeId, WorkTypeId};
use crate::phase::Step;
use crate::rules::s2_1_1_4_4_preregistered_points;
use crate::setup::{Campaign, Date, Group};
use crate::state::State;
use crate::words::Side;

/// "24 December 1942".
pub fn full_date(date: Date) -> String {
    format!("{} {}", date.day_and_month(), date.year)
}

/// The day of a number, counted from 1: "24 December".
pub fn day_words(campaign: &Campaign, day: u16) -> String {
    let listed = usize::from(day).checked_sub(1).and_then(|at| campaign.days.get(at));
    listed.map_or_else(|| format!("day {day}"), |day| day.date.day_and_month())
}

/// "1 stand", "no stands", "7 stands".
pub fn counted(n: i64, one: &str, many: &str) -> String {
    match n {
        0 => format!("no {many}"),
        n => counted_of(n, one, many),
    }
}

/// "5 purchase points".
pub fn cpp_words(n: i32) -> String {
    counted(n.into(), "purchase point", "purchase points")
}

/// "1 fortification point".
pub fn fpp_words(n: i32) -> String {
    counted(n.into(), "fortification point", "fortification points")
}

/// An id as words: `mysh-balka` is "Mysh balka".
pub fn id_words(id: Id) -> String {
    capital(&id.as_str().replace(['-', '_'], " "))
}

/// A part of an address on a page: letters, digits, hyphens; a dot becomes an underscore.
pub fn slug(words: &str) -> String {
    let sign = |sign: char| match sign {
        '.' | '_' => '_',
        sign if sign.is_ascii_alphanumeric() => sign,
        _ => '-',
    };
    words.chars().map(sign).collect()
}

/// What players call a group: its description without what stands in brackets.
pub fn group_name(group: &Group) -> &str {
    group.kind.split(" (").next().unwrap_or(&group.kind)
}

/// The group that a formation, module, flight or purchase of a side came from.
pub fn group_of(campaign: &Campaign, side: Side, id: impl Into<Id>) -> Option<&Group> {
    let id = id.into();
    let setup = campaign.side(side);
    let of_roster = || setup.roster.iter().find(|entry| entry.id == id).and_then(|entry| entry.group);
    let of_schedule =
        || setup.scheduled.iter().find(|entry| entry.ids().any(|own| own == id)).map(|entry| entry.group);
    let of_purchase = || id.as_str().rsplit_once('.').and_then(|(base, _)| base.parse().ok());
    let group = of_roster().or_else(of_schedule).or_else(of_purchase).unwrap_or_else(|| id.into());
    setup.group(group)
}

/// What the set-up calls a formation, module or flight: a name of its own, or its group with the id.
pub fn unit_name(campaign: &Campaign, side: Side, id: impl Into<Id>) -> String {
    let id = id.into();
    let setup = campaign.side(side);
    if let Some(entry) = setup.roster.iter().find(|entry| entry.id == id) {
        return entry.name.clone();
    }
    if let Some(entry) = setup.scheduled.iter().find(|entry| entry.ids().any(|own| own == id)) {
        return if entry.count == 1 { entry.name.clone() } else { format!("{} ({id})", entry.name) };
    }
    if s2_1_1_4_4_preregistered_points::is_purchase(id) {
        return format!("preregistered points ({id})");
    }
    group_of(campaign, side, id)
        .map_or_else(|| id.to_string(), |group| format!("{} ({id})", group_name(group)))
}

/// A formation by its name with its id: "1./Grenadier (G-11)".
pub fn formation_name(campaign: &Campaign, side: Side, id: Id) -> String {
    match unit_name(campaign, side, id) {
        name if name.contains(id.as_str()) => name,
        name => format!("{name} ({id})"),
    }
}

/// A stand by its formation's name and its id, which is its formation's with a number.
pub fn stand_name(campaign: &Campaign, side: Side, id: StandId) -> String {
    let formation = id.as_str().rsplit_once('-').and_then(|(base, _)| Id::new(base).ok());
    match formation {
        Some(formation) if unit_name(campaign, side, formation) != formation.as_str() => {
            let name = unit_name(campaign, side, formation);
            format!("{} {id}", name.split(" (").next().unwrap_or(&name))
        }
        _ => id.to_string(),
    }
}

/// What players call a unit type.
pub fn type_name(campaign: &Campaign, kind: UnitTypeId) -> &str {
    campaign.unit_type(kind).map_or("vehicle", |unit| &unit.name)
}

/// What a side's chart calls a fortification.
pub fn work_name(campaign: &Campaign, side: Side, kind: WorkTypeId) -> String {
    campaign.side(side).work(kind).map_or_else(|| kind.to_string(), |work| work.name.clone())
}

/// Stands by type: "1 × command, 7 × grenadiers".
pub fn content_words(campaign: &Campaign, content: &[(UnitTypeId, u16)]) -> String {
    let words: Vec<String> =
        content.iter().map(|(kind, n)| format!("{n} × {}", type_name(campaign, *kind))).collect();
    words.join(", ")
}

/// A step with its key where it has one: "S2e, purchases"; "C8a, overnight repair".
pub fn step_words(step: Step) -> String {
    match step {
        Step::Opening | Step::Victory | Step::Over => step.title().to_lowercase(),
        _ => format!("{step}, {}", step.title().to_lowercase()),
    }
}

/// What players call a group of a side's chart, with its id: "Tank company (RA2)".
pub fn group_words(campaign: &Campaign, side: Side, group: GroupId) -> String {
    let known = campaign.side(side).group(group);
    known.map_or_else(|| group.to_string(), |known| format!("{} ({group})", group_name(known)))
}

/// Stands in the order in which people count, each formation's after its name: "Able Company A-1-1 and A-1-2".
pub fn stands_words(campaign: &Campaign, side: Side, stands: &[StandId]) -> String {
    let mut stands = stands.to_vec();
    stands.sort_by(by_name);
    let name = |stand: StandId| {
        let words = stand_name(campaign, side, stand);
        words.strip_suffix(stand.as_str()).unwrap_or_default().trim_end().to_owned()
    };
    let mut last = None;
    listed(stands.into_iter().map(|stand| {
        let name = name(stand);
        let words = if name.is_empty() || last.as_ref() == Some(&name) {
            stand.to_string()
        } else {
            format!("{name} {stand}")
        };
        last = Some(name);
        words
    }))
}

/// What is called by this id: a stand, formation, module or flight of the side, else a wreck or a fortification on the map, by
/// its name with the id. Of what nobody of these knows the id itself. No sentence is made before it is written; `{:#}`
/// begins one.
pub fn called(state: &State, side: Side, id: impl Copy + Into<Id>) -> Called<'_> {
    Called { state, side, id: id.into() }
}

/// A name that is looked up where it is written. [`called`]
#[derive(Clone, Copy)]
pub struct Called<'s> {
    state: &'s State,
    side: Side,
    id: Id,
}

impl fmt::Display for Called<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { state, side, id } = *self;
        let (campaign, facts) = (state.campaign(), state.side(side));
        let wreck = || state.facts.wrecks.iter().find(|wreck| Id::from(wreck.id) == id);
        let own = state.setup_of(side).id;
        let work =
            || state.facts.works.iter().find(|work| work.id == id.into() && (work.known || work.side == own));
        let words = if facts.stand(id.into()).is_some() {
            stand_name(campaign, side, id.into())
        } else if let Some(element) = facts.element(id.into()) {
            let name = unit_name(campaign, side, element.id);
            if name.contains(id.as_str()) { name } else { format!("{name} ({id})") }
        } else if let Some(wreck) = wreck() {
            format!("the {} wreck {id}", type_name(campaign, wreck.kind))
        } else if let Some(work) = work() {
            let buyer = campaign.side_of(work.side).unwrap_or(side);
            format!("the {} {id}", work_name(campaign, buyer, work.kind))
        } else {
            let name = unit_name(campaign, side, id);
            if name.contains(id.as_str()) { name } else { format!("{name} ({id})") }
        };
        f.write_str(&if f.alternate() { capital(&words) } else { words })
    }
}
