//! [BF-2.1.1.4.2] Aircraft.

use rules_battlefront::facts::Flight;
use rules_battlefront::rules::s2_1_1_4_2_aircraft::FlightsLapsed;
use rules_battlefront::{Event, Side, Step};
use serde_json::json;

use crate::table::{GERMAN, RUSSIAN, Table, id};
use crate::{MIUS, MIUS_NIGHT, ROSTOV, ROSTOV_24};

fn buy() -> serde_json::Value {
    json!({ "do": "buy", "group": "GF1" })
}

fn rich(facts: &mut rules_battlefront::Facts) {
    facts.sides.iter_mut().for_each(|side| side.cpp = 30);
}

#[test]
fn air_support_is_for_the_day_of_its_refit_or_by_option_the_next() {
    for (option, day) in [("same", 2), ("next", 3)] {
        let change = format!("air_day = \"{option}\"");
        let table = Table::of(ROSTOV, &[("air_day = \"same\"", &change)], Some(ROSTOV_24));
        let mut table = table.at(Step::Purchases).with(rich);
        table.plays(GERMAN, buy(), &[]);
        assert_eq!(table.state.side(Side::SECOND).flights[0].day, day, "{option}");
    }
    let last = Table::of(ROSTOV, &[("air_day = \"same\"", "air_day = \"next\"")], Some(ROSTOV_24));
    let last = last.with(|facts| facts.day = 5).at(Step::Purchases).with(rich);
    last.refuses(GERMAN, buy(), "unavailable", "BF-2.1.1.4.2-1");
}

#[test]
fn none_is_bought_in_a_night_s_refit_for_the_same_day() {
    let night = Table::of(MIUS, &[], Some(MIUS_NIGHT)).at(Step::Purchases).with(rich);
    night.refuses(GERMAN, buy(), "night", "BF-2.1.1.4.2-3");
    let option = [("night_penalty = -5", "night_penalty = -5\nair_day = \"next\"")];
    Table::of(MIUS, &option, Some(MIUS_NIGHT)).at(Step::Purchases).with(rich).plays(GERMAN, buy(), &[]);
}

#[test]
fn unused_flights_are_lost_at_the_end_of_their_day_and_not_before() {
    let flight = Flight { id: id("GF1.9"), group: id("GF1"), aircraft: Some(2), day: 2, ..Flight::default() };
    let tally = rules_battlefront::facts::Tally { id: id("GF1"), count: 1 };
    let mut table = Table::rostov_24().at(Step::OvernightWithdrawal).with(|facts| {
        facts.sides[1].flights.push(flight.clone());
        facts.sides[1].bought.push(tally);
        facts
            .sides
            .iter_mut()
            .flat_map(|side| &mut side.elements)
            .for_each(|element| element.scenario.withdrawal_rolled = true);
    });
    table.plays(RUSSIAN, json!({ "do": "done" }), &[]);
    let events = table.plays(GERMAN, json!({ "do": "done" }), &[]);
    assert!(
        events.contains(&Event::FlightsLapsed(FlightsLapsed {
            side: Side::SECOND,
            flights: vec![id("GF1.9")]
        }))
    );
    assert!(table.state.side(Side::SECOND).flights.is_empty());
    assert_eq!(table.state.side(Side::SECOND).bought.last(), Some(&tally), "still counted");
    // After a skipped morning the flight may still fly in the afternoon.
    let mut morning = Table::of(MIUS, &[], None).with(|facts| facts.day = 2).at(Step::Reveal).with(|facts| {
        facts.sides[1].flights.push(flight.clone());
        facts.sides[1].bought.push(tally);
    });
    morning.plays(kernel::Seat::Clock, json!({ "do": "reveal" }), &[]);
    assert_eq!(morning.state.facts.slot, 2);
    assert_eq!(morning.state.side(Side::SECOND).flights.len(), 1);
}
