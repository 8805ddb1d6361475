//! Unit types and formations as people write them: by id, or by the name that stands on rosters.

use kernel::Id;

use crate::facts::Element;
use crate::ids::{FormationId, UnitTypeId};
use crate::report::{Report, Seen, shortened};
use crate::state::State;
use crate::words::Side;

/// The id of an enemy type that is written by its id or by its name, in capitals or not; nothing where no type is called
/// so, or several are. Of several the one is meant that the writing side does not have itself.
fn meant(state: &State, side: Side, written: UnitTypeId) -> Option<UnitTypeId> {
    let campaign = state.campaign();
    if campaign.unit_type(written).is_some() {
        return Some(written);
    }
    let wanted = written.as_str().to_lowercase();
    let is = |name: &str| shortened(name).is_some_and(|name| name.as_str().to_lowercase() == wanted);
    let called = campaign.unit_types.iter().filter(|kind| is(kind.id.as_str()) || is(&kind.name));
    let called: Vec<UnitTypeId> = called.map(|kind| kind.id).collect();
    if let [_, _, ..] = called[..] {
        let mut others = called.into_iter().filter(|kind| !has(state, side, *kind));
        return others.next().filter(|_| others.next().is_none());
    }
    called.first().copied()
}

/// Whether a side has a type, on its roster or its chart.
fn has(state: &State, side: Side, kind: UnitTypeId) -> bool {
    let on_chart = state.setup_of(side).groups.iter().flat_map(|group| &group.content);
    let on_roster = state.side(side).elements.iter().flat_map(|element| &element.stands);
    on_chart.into_iter().any(|(of, _)| *of == kind) || on_roster.into_iter().any(|stand| stand.kind == kind)
}

/// What was seen, with the ids of types instead of their names. What no type is called stays as it is written.
pub(super) fn with_ids(state: &State, side: Side, seen: Seen) -> Seen {
    Seen { kind: meant(state, side, seen.kind).unwrap_or(seen.kind), ..seen }
}

/// A form with ids instead of the names of types and formations. What nobody is called, or several are, stays as it is written.
pub(super) fn named(state: &State, side: Side, mut report: Report) -> Report {
    report.enemy = report.enemy.iter().map(|seen| with_ids(state, side, *seen)).collect();
    let lists = [
        &mut report.losses,
        &mut report.abandoned,
        &mut report.panicked,
        &mut report.improved,
        &mut report.moved,
        &mut report.bogged,
        &mut report.immobile,
    ];
    let units = report.places.0.iter_mut().map(|place| &mut place.units);
    let units = units.chain(report.exited.0.iter_mut().map(|exit| &mut exit.units));
    let units = units.chain(report.mined.0.iter_mut().map(|mined| &mut mined.units));
    let units = units.chain(report.ammunition.0.iter_mut().map(|supply| &mut supply.units));
    let by_id = |name: &mut Id| {
        if let [only] = called_so(state, side, *name)[..] {
            *name = only.into();
        }
    };
    lists.into_iter().chain(units).flat_map(|list| &mut list.0).for_each(by_id);
    let formations = report.combat.0.iter_mut().map(|combat| &mut combat.me).chain(&mut report.fought.0);
    for me in formations {
        if let [only] = called_so(state, side, (*me).into())[..] {
            *me = only;
        }
    }
    report
}

/// The formations of a side's roster whose name this is, in capitals or not; none where it is an id of the roster.
pub(super) fn called_so(state: &State, side: Side, written: Id) -> Vec<FormationId> {
    let facts = state.side(side);
    if facts.element(written.into()).is_some() || facts.stand(written.into()).is_some() {
        return Vec::new();
    }
    let wanted = written.as_str().to_lowercase();
    let is = |element: &&Element| {
        let name = shortened(state.element_name(side, element));
        element.in_play() && name.is_some_and(|name| name.as_str().to_lowercase() == wanted)
    };
    facts.elements.iter().filter(is).map(|element| element.id).collect()
}

/// How a side writes an enemy type in a typed list: by its name, where that is read as this type again.
pub fn written(state: &State, side: Side, kind: UnitTypeId) -> String {
    let name = state.campaign().unit_type(kind).map(|known| known.name.trim());
    let is_read = |name: &&str| {
        !name.contains([':', ';', '\n'])
            && shortened(name).and_then(|name| meant(state, side, name)) == Some(kind)
    };
    name.filter(is_read).map_or_else(|| kind.to_string(), str::to_owned)
}
