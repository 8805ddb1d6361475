//! [BF-2.1.2.4.1] Disengage: units in contact part before the lines are drawn.

use frontline::Why;
use kernel::Adjudged;

use super::Cx;
use crate::event::{Contact, ContactWhy, Event};
use crate::geometry::distance_squared;
use crate::measure::Point;
use crate::perimeter::{Field, Standing, Unit, on_the_map};
use crate::state::State;

/// [BF-2.1.2.4.1-1] As C5 opens, who can goes straight back until no enemy is nearer than the spacing. Contacts that
/// stay are the umpire's. [BF-2.1.2.4.1-5]
///
/// Interpretation: exactly 5.00 inches part two units. [BF-R41]
pub(crate) fn propose(cx: &mut Cx<'_>) -> Adjudged {
    let (moves, contacts) = proposal(cx.state());
    cx.record(Event::Disengaged { moves, contacts })
}

/// Who moves to where, and which contacts stay. Nobody moves where the sides' edges do not face each other: the umpire
/// parts the units.
fn proposal(state: &State) -> (Vec<(Unit, Point)>, Vec<Contact>) {
    let Some(field) = Field::of(state) else { return (Vec::new(), contacts(state)) };
    let parted = parted(state, &field);
    let unit = |nth: usize| *field.position.id(nth);
    let moves = parted.moves.iter().map(|step| (unit(step.unit), field.back(step.to))).collect();
    (moves, parted.unresolved.iter().map(|pair| contact(pair, &unit)).collect())
}

/// Where both have moved, both go back by equal parts; who holds the flank of a salient stays.
/// [BF-2.1.2.4.1-3, BF-2.1.2.4.1-4]
fn parted(state: &State, field: &Field) -> frontline::Disengagement {
    let fixed: Vec<bool> = on_the_map(state).map(|standing| standing.stand.is_fixed()).collect();
    field.position.disengage(&|unit| fixed[unit], &|_| false)
}

/// Every contact as units stand now, with the reason why it stays.
pub fn contacts(state: &State) -> Vec<Contact> {
    let field = Field::of(state);
    let told: Vec<Contact> = field.as_ref().map_or_else(Vec::new, |field| {
        let unit = |nth: usize| *field.position.id(nth);
        parted(state, field).unresolved.iter().map(|pair| contact(pair, &unit)).collect()
    });
    let otherwise = if field.is_some() { ContactWhy::Put } else { ContactWhy::Askew };
    let contact = |units: [Unit; 2]| {
        let same = |known: &&Contact| units.iter().all(|unit| known.units.contains(unit));
        told.iter().find(same).copied().unwrap_or(Contact { units, why: otherwise })
    };
    pairs(state).into_iter().map(contact).collect()
}

/// Units of both sides that are nearer to each other than the spacing.
fn pairs(state: &State) -> Vec<[Unit; 2]> {
    let spacing = i64::from(state.campaign().perimeter.spacing.0);
    let units: Vec<Standing<'_>> = on_the_map(state).collect();
    let (first, second): (Vec<_>, Vec<_>) =
        units.into_iter().partition(|standing| standing.unit.side.number() == 0);
    let near = |a: &Standing<'_>, b: &Standing<'_>| distance_squared(a.at, b.at) < spacing * spacing;
    let of = |a: &Standing<'_>| {
        let enemies = second.iter().filter(|b| near(a, b));
        enemies.map(|b| [a.unit, b.unit]).collect::<Vec<_>>()
    };
    first.iter().flat_map(of).collect()
}

fn contact(pair: &frontline::Unresolved, unit: &dyn Fn(usize) -> Unit) -> Contact {
    let (why, about) = words(pair.why);
    let (first, second) =
        if about == Some(pair.north) { (pair.north, pair.south) } else { (pair.south, pair.north) };
    Contact { units: [unit(first), unit(second)], why }
}

fn words(why: Why) -> (ContactWhy, Option<usize>) {
    match why {
        Why::BothFixed => (ContactWhy::BothFixed, None),
        Why::Passed => (ContactWhy::Passed, None),
        Why::Edge(unit) => (ContactWhy::Edge, Some(unit)),
        Why::OtherEnemy(unit, _) => (ContactWhy::OtherEnemy, Some(unit)),
        Why::Barred(unit) => (ContactWhy::Barred, Some(unit)),
        Why::Occupied(unit, _) => (ContactWhy::Occupied, Some(unit)),
        Why::Flank(unit) => (ContactWhy::Flank, Some(unit)),
        Why::Rounds => (ContactWhy::Rounds, None),
    }
}
