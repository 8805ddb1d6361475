//! [BF-2.1.1.4.4] Preregistered points.

use rules_battlefront::rules::s2_1_1_4_4_preregistered_points::{PreregBought, PreregLapsed};
use rules_battlefront::{Event, Side, Step};
use serde_json::json;

use crate::MIUS;
use crate::table::{GERMAN, RUSSIAN, Table, id};

fn buy(module: &str, n: i32) -> serde_json::Value {
    json!({ "do": "buy-prereg", "module": module, "n": n })
}

#[test]
fn a_module_has_none_and_takes_two_for_a_point_each() {
    let mut table = Table::rostov_24().at(Step::Purchases);
    assert_eq!(table.state.side(Side::SECOND).modules[0].prereg, 0);
    table.refuses(GERMAN, buy("GO3.2", 3), "cap", "BF-2.1.1.4.4-2");
    let events = table.plays(GERMAN, buy("GO3.2", 1), &[]);
    assert!(matches!(events[..], [Event::PreregBought(PreregBought { n: 1, cpp: 1, .. })]));
    table.refuses(GERMAN, buy("GO3.2", 2), "cap", "BF-2.1.1.4.4-2");
    table.plays(GERMAN, buy("GO3.2", 1), &[]);
    table.refuses(GERMAN, buy("GO3.2", 1), "cap", "BF-2.1.1.4.4-2");
    assert_eq!(
        (table.state.side(Side::SECOND).modules[0].prereg, table.state.side(Side::SECOND).cpp),
        (2, 3)
    );
}

#[test]
fn for_a_module_of_the_roster_with_points_that_are_held() {
    let table = Table::rostov_24().at(Step::Purchases);
    table.refuses(GERMAN, buy("GO3.1", 1), "unknown", "BF-2.1.1.4.4-2");
    table.refuses(RUSSIAN, buy("GO3.2", 1), "unknown", "BF-2.1.1.4.4-2");
    table.refuses(GERMAN, buy("GO3.2", 0), "range", "BF-2.1.1.4.4-2");
    table.with(|facts| facts.sides[1].cpp = 1).refuses(GERMAN, buy("GO3.2", 2), "funds", "BF-2.1.1.4.4-2");
}

#[test]
fn only_in_a_refit_that_sells_modules() {
    let noon = Table::of(MIUS, &[], None).with(|facts| (facts.day, facts.slot) = (2, 2)).at(Step::Purchases);
    noon.refuses(GERMAN, buy("G-9", 1), "step", "BF-2.1.1.4.3-2");
}

#[test]
fn points_lapse_with_their_day() {
    let mut table = Table::rostov_24().at(Step::OvernightWithdrawal).with(|facts| {
        facts.sides[1].modules[0].prereg = 2;
        facts
            .sides
            .iter_mut()
            .flat_map(|side| &mut side.elements)
            .for_each(|element| element.scenario.withdrawal_rolled = true);
    });
    table.plays(RUSSIAN, json!({ "do": "done" }), &[]);
    let events = table.plays(GERMAN, json!({ "do": "done" }), &[]);
    assert!(events.contains(&Event::PreregLapsed(PreregLapsed { side: Side::SECOND })));
    let module = &table.state.side(Side::SECOND).modules[0];
    assert_eq!((module.id, module.prereg), (id("GO3.2"), 0), "the module itself, unused, stays");
}
