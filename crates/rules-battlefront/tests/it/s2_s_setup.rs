//! [BF-2.S] Opening a slot, and the weather.

use kernel::Seat;
use rules_battlefront::rules::s2_1_p_posture::AttackerGiven;
use rules_battlefront::rules::s2_s_setup::WeatherRolled;
use rules_battlefront::{Event, Step};
use serde_json::json;

use crate::table::{GERMAN, RUSSIAN, Table};
use crate::{MIUS, MIUS_NIGHT, ROSTOV, ROSTOV_24};

#[test]
fn the_first_slot_is_opened_by_the_clock_with_the_attacker_of_the_file() {
    let mut table = Table::rostov();
    for seat in [RUSSIAN, GERMAN, Seat::Umpire, Seat::Spectator] {
        table.refuses(seat, json!({ "do": "open-slot" }), "actor", "BF-2.1-1");
    }
    let events = table.plays(Seat::Clock, json!({ "do": "open-slot" }), &[7]);
    assert!(events.contains(&Event::WeatherRolled(WeatherRolled { row: 2 })), "{events:?}");
    assert!(
        events.contains(&Event::AttackerGiven(AttackerGiven { attacker: rules_battlefront::Side::FIRST }))
    );
    assert_eq!(table.state.step(), Step::PurchasePoints);
    table.refuses(Seat::Clock, json!({ "do": "open-slot" }), "step", "BF-2.1-1");
}

#[test]
fn each_row_of_the_weather_holds_its_bounds() {
    for (die, row) in [(1, 1), (6, 1), (7, 2), (8, 2), (9, 3), (10, 3)] {
        let mut table = Table::rostov_24().with(|facts| facts.step = Step::Opening);
        let events = table.plays(Seat::Clock, json!({ "do": "open-slot" }), &[die]);
        assert!(events.contains(&Event::WeatherRolled(WeatherRolled { row })), "{die}: {events:?}");
    }
}

#[test]
fn weather_is_rolled_once_a_day_or_for_each_slot() {
    let chart = "[[tables.weather]]\ntext = \"dry\"\neffects = []\n[map]";
    for (option, rolls) in [("", 0), ("\nweather_when = \"slot\"", 1)] {
        let changes = [("night_penalty = -5", &*format!("night_penalty = -5{option}")), ("[map]", chart)];
        let mut table = Table::of(MIUS, &changes, None).with(|facts| (facts.day, facts.slot) = (2, 2));
        let events = table.plays(Seat::Clock, json!({ "do": "open-slot" }), &vec![5; rolls]);
        let n = events.iter().filter(|event| matches!(event, Event::WeatherRolled(_))).count();
        assert_eq!(n, rolls, "{option:?}");
    }
}

#[test]
fn a_day_grants_fortification_points_at_its_first_slot_only() {
    let mut morning = Table::of(MIUS, &[], None).with(|facts| facts.day = 2);
    let before = morning.state.facts.sides[0].fpp;
    let events = morning.plays(Seat::Clock, json!({ "do": "open-slot" }), &[]);
    assert_eq!(events.iter().filter(|event| matches!(event, Event::PointsGranted(_))).count(), 2);
    assert_eq!(morning.state.facts.sides[0].fpp, before + 1);
    let mut later = Table::of(MIUS, &[], None).with(|facts| (facts.day, facts.slot) = (2, 2));
    let events = later.plays(Seat::Clock, json!({ "do": "open-slot" }), &[]);
    assert!(!events.iter().any(|event| matches!(event, Event::PointsGranted(_))));
}

#[test]
fn no_air_support_is_bought_on_a_day_of_low_cloud() {
    let cloudy = |setup: &[(&str, &str)]| {
        let table = Table::of(ROSTOV, setup, Some(ROSTOV_24)).with(|facts| facts.sides[1].cpp = 20);
        table.with(|facts| facts.weather = Some(3)).at(Step::Purchases)
    };
    let buy = json!({ "do": "buy", "group": "GF1" });
    cloudy(&[]).refuses(GERMAN, buy.clone(), "unavailable", "BF-2.S-8");
    // Bought for the next day, whose weather nobody knows, they are sold.
    cloudy(&[("air_day = \"same\"", "air_day = \"next\"")]).plays(GERMAN, buy.clone(), &[]);
    Table::rostov_24().with(|facts| facts.sides[1].cpp = 20).at(Step::Purchases).plays(GERMAN, buy, &[]);
}

#[test]
fn a_slot_without_weather_chart_opens_without_a_roll() {
    let mut table = Table::of(MIUS, &[], Some(MIUS_NIGHT)).at(Step::Opening);
    table.plays(Seat::Clock, json!({ "do": "open-slot" }), &[]);
    assert_eq!(table.state.step(), Step::Posture);
}
