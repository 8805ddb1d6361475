//! What lies on the map.

use kernel::Faults;

use super::once;
use crate::facts::{Work, Wreck};
use crate::ids::UnitTypeId;
use crate::measure::Point;
use crate::phase::Step;
use crate::rules::s2_1_2_6_hidden_fortifications::is_exposed;
use crate::state::State;
use crate::words::{Class, Side, StandState};

pub(super) fn check(state: &State, faults: &mut Faults) {
    lines(state, faults);
    pockets(state, faults);
    wrecks(state, faults);
    works(state, faults);
}

fn on_the_map(state: &State, points: &[Point], path: &str, faults: &mut Faults) {
    for point in points {
        faults.unless(state.campaign().map.holds(*point), path, "BF-0-5", || {
            format!("{point} is off the map.")
        });
    }
}

fn lines(state: &State, faults: &mut Faults) {
    let lines = &state.facts.lines;
    once(faults, lines.iter().map(|line| line.id), "lines");
    for side in state.campaign().sides.as_array() {
        let there = lines.iter().any(|line| line.id == side.id);
        faults.unless(there, "lines", "BF-2.1.2.4.2-1", || format!("The line of {} is missing.", side.id));
    }
    for line in lines {
        let path = format!("lines.{}", line.id);
        faults.unless(state.campaign().side_of(line.id).is_some(), &path, "BF-2.1.2.4.2-1", || {
            format!("There is no side {}.", line.id)
        });
        faults.unless(line.points.len() != 1, &path, "BF-2.1.2.4.2-1", || {
            "A line has two points or more, or none.".into()
        });
        on_the_map(state, &line.points, &path, faults);
    }
}

fn pockets(state: &State, faults: &mut Faults) {
    once(faults, state.facts.pockets.iter().map(|pocket| pocket.id), "pockets");
    for pocket in &state.facts.pockets {
        let path = format!("pockets.{}", pocket.id);
        faults.unless(state.campaign().side_of(pocket.side).is_some(), &path, "BF-2.1.2.4.2-1", || {
            format!("There is no side {:?}.", pocket.side.as_str())
        });
        faults.unless(!pocket.units.is_empty(), &path, "BF-2.1.2.4.2-1", || "A pocket has units.".into());
        on_the_map(state, &pocket.units, &path, faults);
    }
}

/// Every wreck of the rosters lies on the map once, and what lies there is a wreck of a roster.
fn wrecks(state: &State, faults: &mut Faults) {
    const RULE: &str = "BF-2.1.1.3.1-5";
    once(faults, state.facts.wrecks.iter().map(|wreck| wreck.id), "wrecks");
    for wreck in &state.facts.wrecks {
        let path = format!("wrecks.{}", wreck.id);
        on_the_map(state, &[wreck.at], &path, faults);
        let Some(side) = state.campaign().side_of(wreck.side) else {
            faults.unless(false, path, RULE, || format!("There is no side {:?}.", wreck.side.as_str()));
            continue;
        };
        let class = state.campaign().unit_type(wreck.kind).map(|kind| kind.class);
        faults.unless(class == Some(Class::Armour), &path, RULE, || {
            format!("{:?} is no unit type of class A; only such wrecks stay on the map.", wreck.kind.as_str())
        });
        let Some((element, stand)) = state.side(side).stand(wreck.stand) else {
            faults
                .unless(false, path, RULE, || format!("The roster has no stand {:?}.", wreck.stand.as_str()));
            continue;
        };
        faults.unless(element.id == wreck.element, &path, RULE, || {
            format!("{} belongs to {}, not to {:?}.", stand.id, element.id, wreck.element.as_str())
        });
        // That the stand's own type is missing is told of the stand.
        faults.unless(stand.kind == wreck.kind || stand.kind == UnitTypeId::default(), &path, RULE, || {
            format!("{} is of the type {:?}, not {:?}.", stand.id, stand.kind.as_str(), wreck.kind.as_str())
        });
        let just_repaired =
            state.step().is_repair() && stand.tried_tonight && stand.state == StandState::Here;
        faults.unless(stand.state == StandState::Wreck || just_repaired, &path, RULE, || {
            format!("On the roster {} is not a wreck.", stand.id)
        });
    }
    for side in Side::BOTH {
        let facts = state.side(side);
        for stand in facts.elements.iter().flat_map(|element| &element.stands) {
            let of_stand = |wreck: &&Wreck| wreck.stand == stand.id && wreck.side == facts.id;
            let n = state.facts.wrecks.iter().filter(of_stand).count();
            let holds = if stand.state == StandState::Wreck { n == 1 } else { n <= 1 };
            faults.unless(holds, format!("sides.{}.elements.stands.{}", facts.id, stand.id), RULE, || {
                format!("It lies on the map {n} times.")
            });
        }
    }
}

fn works(state: &State, faults: &mut Faults) {
    once(faults, state.facts.works.iter().map(|work| work.id), "works");
    for work in &state.facts.works {
        let path = format!("works.{}", work.id);
        on_the_map(state, &[work.at], &path, faults);
        let side = state.campaign().side_of(work.side);
        faults.unless(side.is_some(), &path, "BF-2.1.1.5.2-3", || {
            format!("There is no side {:?}.", work.side.as_str())
        });
        let known = side.is_none_or(|side| state.setup_of(side).work(work.kind).is_some());
        faults.unless(known, &path, "BF-2.S-5", || {
            format!("The chart of its buyer has no {:?}.", work.kind.as_str())
        });
        let cleared = matches!(state.step(), Step::Wrecks | Step::Paperwork);
        faults.unless(!(cleared && is_exposed(state, work)), &path, "BF-2.1.2.6-1", || {
            "It lies in the enemy's area, so it is known when C10 is over.".into()
        });
        let told = state.facts.works.iter().find(|other| tells_of(other, work));
        faults.unless(told.is_none(), &path, "HOUSE-FORT-NUMBERS", || {
            let other = told.map_or("", |other| other.id.as_str());
            format!("It is hidden and numbered in one row with {other}: number it in a row of its own side's hidden ones.")
        });
    }
}

/// Whether the id of `other` could tell a seat that may know it that there is a hidden `work`.
fn tells_of(other: &Work, work: &Work) -> bool {
    let row = |work: &Work| work.id.as_str().trim_end_matches(|sign: char| sign.is_ascii_digit()).to_owned();
    !work.known && (other.known || other.side != work.side) && row(other) == row(work)
}
