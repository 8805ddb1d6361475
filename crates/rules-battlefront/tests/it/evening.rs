//! The evening after the sample's first battle, as tests of what follows begin with it.

use rules_battlefront::Step;
use rules_battlefront::facts::{Facts, Flight, Module, Starts, Work};
use rules_battlefront::measure::Point;
use rules_battlefront::words::Posture::{Attack, Defend};
use rules_battlefront::words::{Ammunition, Origin, StandState};

use crate::table::{Table, id, postures};

/// The evening of 23 December: the Soviet attack has been fought and lines are drawn; the night's repairs begin. The
/// lines and pockets are those of the morning after.
pub fn evening() -> Table {
    Table::rostov_24().before_withdrawal().with(|facts| {
        (facts.day, facts.step, facts.attacker) = (1, Step::OvernightRepair, Some(id("russian")));
        postures(facts, [Attack, Defend]);
        facts.sides.iter_mut().for_each(|side| side.income = Some(0));
        still_on_the_table(facts);
        chosen_and_used(facts);
        let hidden = |name: &str, side: &str, kind: &str, x: i32, y: i32| Work {
            id: id(name),
            side: id(side),
            kind: id(kind),
            at: Point::new(x * 100, y * 100),
            known: false,
        };
        facts.works.push(hidden("GH2", "german", "at-minefield", 30, 40));
        facts.works.push(hidden("RH2", "russian", "wire", 40, 24));
        facts.sides[1].works_in_hand.clear();
        facts.sides[1].placed = vec![id("GH2")];
    })
}

/// Stands in their own lines still have their places; three have panicked off the map.
fn still_on_the_table(facts: &mut Facts) {
    let stand = facts.sides[0].elements[0].stands.first_mut().expect("R-101-1");
    (stand.at, stand.facing) = (Some(Point::new(2000, 4000)), Some(180));
    stand.starts = Starts { isolated: 1, cut_off: 0 };
    let tank = facts.sides[1].elements[3].stands.first_mut().expect("G-31-1");
    (tank.at, tank.facing, tank.immobile) = (Some(Point::new(4400, 1500)), Some(10), true);
    let squad = &mut facts.sides[0].elements[1].stands[8];
    (squad.facing, squad.unmoved, squad.ammunition) = (Some(90), true, Ammunition::Out);
    facts.sides[0].elements[1].stands[3].ammunition = Ammunition::Short;
    for (side, element, stand) in [(0, 0, 9), (0, 2, 9), (1, 1, 7)] {
        facts.sides[side].elements[element].stands[stand].state = StandState::Panicked;
    }
}

/// One of two battalions has fired, and one of two flights has attacked.
fn chosen_and_used(facts: &mut Facts) {
    let german = &mut facts.sides[1];
    german.modules[0].prereg = 1;
    german.modules[0].points = vec![Point::new(3000, 4500)];
    let fired =
        Module { id: id("GO3.1"), group: id("GO3"), smoke: Some(0), fired: true, ..Module::default() };
    german.modules.insert(0, Module { origin: Origin::Bought, ..fired });
    let flight = |name: &str, used| Flight {
        id: id(name),
        group: id("GF1"),
        origin: Origin::Bought,
        day: 1,
        aircraft: Some(2),
        used,
    };
    german.flights = vec![flight("GF1.4", true), flight("GF1.5", false)];
    german.serial = 5;
    german.bought.push(toml::from_str("id = \"GF1\"\ncount = 2").expect("a tally"));
    german.chosen = ["G-11", "G-12", "G-31", "GO3.1", "GF1.4"].map(id).into();
}
