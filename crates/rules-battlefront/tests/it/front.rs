//! Positions after a battle between the hedgerows, for tests of C5 to C7. The Americans are at home in the south.

use kernel::Seat;
use rules_battlefront::facts::{Facts, Stand};
use rules_battlefront::measure::Point;
use rules_battlefront::rules::s2_1_2_4_p_perimeter::is_the_umpires;
use rules_battlefront::words::{Posture, Status};
use rules_battlefront::{Event, Side, Step};
use serde_json::{Value, json};

use crate::HEDGEROWS;
use crate::table::{Table, id, postures};

pub const AMERICAN: Seat = Seat::Side(0);
pub const GERMAN: Seat = Seat::Side(1);

/// A stand with its place in hundredths of an inch, and `u` when it did not move, `p` in an improved position, `i`
/// when it is immobile.
pub type Placed<'a> = (&'a str, i32, i32, &'a str);

/// C3 of the first morning, nobody bogged: both sides close it, and the front is drawn.
pub fn before_the_front(changes: &[(&str, &str)], stands: &[Placed<'_>]) -> Table {
    Table::of(HEDGEROWS, changes, None).with(|facts| {
        (facts.step, facts.attacker) = (Step::Bogged, Some(id("american")));
        (facts.scenarios, facts.last_day_fought) = (1, 1);
        postures(facts, [Posture::Attack, Posture::Defend]);
        facts.sides.iter_mut().for_each(|side| side.income = Some(3));
        stands.iter().for_each(|placed| put(facts, placed));
    })
}

fn put(facts: &mut Facts, (name, x, y, marks): &Placed<'_>) {
    let stand = stand_mut(facts, name);
    stand.at = Some(Point::new(*x, *y));
    (stand.unmoved, stand.improved) = (marks.contains('u'), marks.contains('p'));
    stand.immobile = marks.contains('i');
}

pub fn stand_mut<'f>(facts: &'f mut Facts, name: &str) -> &'f mut Stand {
    let stands = facts.sides.iter_mut().flat_map(|side| &mut side.elements);
    let mut stands = stands.flat_map(|element| &mut element.stands);
    stands.find(|stand| stand.id == id(name)).unwrap_or_else(|| panic!("there is no stand {name}"))
}

pub fn stand<'t>(table: &'t Table, name: &str) -> &'t Stand {
    let found = Side::BOTH.into_iter().find_map(|side| table.state.side(side).stand(id(name)));
    found.unwrap_or_else(|| panic!("there is no stand {name}")).1
}

/// Both sides close the present step, or the umpire where it is the umpire's; what happened with the last.
pub fn both_close(table: &mut Table) -> Vec<Event> {
    if is_the_umpires(&table.state) {
        return table.plays(Seat::Umpire, done(), &[]);
    }
    table.plays(AMERICAN, done(), &[]);
    table.plays(GERMAN, done(), &[])
}

pub fn done() -> Value {
    json!({ "do": "done" })
}

/// At C5, the engine's proposal made.
pub fn parted(stands: &[Placed<'_>]) -> Table {
    let mut table = before_the_front(&[], stands);
    both_close(&mut table);
    assert_eq!(table.state.step(), Step::Disengage);
    table
}

/// At C6, the lines drawn.
pub fn drawn(stands: &[Placed<'_>]) -> Table {
    drawn_with(&[], stands)
}

/// The same with a changed set-up.
pub fn drawn_with(changes: &[(&str, &str)], stands: &[Placed<'_>]) -> Table {
    let mut table = before_the_front(changes, stands);
    both_close(&mut table);
    both_close(&mut table);
    assert_eq!(table.state.step(), Step::Perimeter);
    table
}

/// The names of the stands that are not normal, each with how it stands.
pub fn behind(table: &Table) -> Vec<(String, Status)> {
    let stands = Side::BOTH.into_iter().flat_map(|side| &table.state.side(side).elements);
    let behind = stands.flat_map(|element| &element.stands).filter(|stand| stand.status != Status::Normal);
    behind.map(|stand| (stand.id.to_string(), stand.status)).collect()
}

/// Six Americans hold a line at 10 inches, Germans one at 18 to 20. A rifle stand has a way back; a tank, two half-tracks
/// and a rifle stand are cut off in a cup; a German tank is far behind the American line.
pub const POCKETS: &[Placed<'static>] = &[
    ("A-1-1", 400, 1000, ""),
    ("A-1-2", 1400, 1000, ""),
    ("A-1-3", 2400, 1000, ""),
    ("A-1-4", 3400, 1000, ""),
    ("A-1-5", 4400, 1000, ""),
    ("A-1-6", 5400, 1000, ""),
    ("A-1-7", 800, 3000, ""),
    ("A-4-2", 2300, 2800, ""),
    ("A-4-3", 2500, 2800, ""),
    ("A-4-4", 2400, 3000, ""),
    ("A-4-8", 2400, 2600, ""),
    ("G-1-1", 200, 1800, ""),
    ("G-1-2", 1800, 2000, ""),
    ("G-1-3", 2400, 1800, ""),
    ("G-1-4", 3000, 2000, ""),
    ("G-1-5", 3900, 1800, ""),
    ("G-1-6", 4800, 1800, ""),
    ("G-1-7", 5600, 1800, ""),
    ("G-1-8", 1800, 2600, ""),
    ("G-2-1", 3000, 2600, ""),
    ("G-11-1", 3000, 300, ""),
];
