//! [BF-2.1.1.2] Armour repair: BF-T3, its modifiers, who and where.

use rules_battlefront::measure::Point;
use rules_battlefront::rules::s2_1_1_2_armour_repair::{RepairTried, RepairsEnded};
use rules_battlefront::setup::charts::Repair;
use rules_battlefront::words::{StandState, Standing};
use rules_battlefront::{Event, Side, Step};
use serde_json::json;

use crate::table::{GERMAN, RUSSIAN, Table, id};
use crate::{MIUS, MIUS_NIGHT, ROSTOV, ROSTOV_24};

fn repair(vehicle: &str, cpp: i32) -> serde_json::Value {
    json!({ "do": "repair", "vehicle": vehicle, "cpp": cpp })
}

fn overnight() -> Table {
    Table::rostov_24().at(Step::OvernightRepair)
}

/// A night on the Mius on which the Soviet army repairs, as from July 1944.
fn both_repair() -> Table {
    let nations = "[[tables.repair_nations]]\nnation = \"russian\"\n[[tables.repair_nations]]\nnation = \"german\"\n[map]";
    Table::of(MIUS, &[("[map]", nations)], Some(MIUS_NIGHT))
}

#[test]
fn nine_repairs_and_eight_does_not() {
    for (die, cpp, outcome) in [
        (9, 0, Repair::Repaired),
        (8, 0, Repair::NoEffect),
        (6, 1, Repair::Repaired),
        (5, 1, Repair::NoEffect),
    ] {
        let mut table = overnight();
        let events = table.plays(GERMAN, repair("V4", cpp), &[die]);
        assert_eq!(
            events,
            [Event::RepairTried(RepairTried { side: Side::SECOND, vehicle: id("V4"), cpp, outcome })]
        );
        assert_eq!(table.state.side(Side::SECOND).cpp, 5 - cpp, "the point is spent whatever the roll");
    }
}

#[test]
fn modifiers_stand_in_printed_order_and_add_up() {
    let mut table = overnight();
    table.plays(GERMAN, repair("V4", 0), &[1]);
    assert_eq!(table.modifiers(), [0, 0, 0, 0]);
    // In a minefield and abandoned, with the point.
    table.plays(GERMAN, repair("V5", 1), &[1]);
    assert_eq!(table.modifiers(), [-1, 0, 1, 3]);
    let mut russian = both_repair();
    russian.plays(RUSSIAN, repair("V1", 1), &[1]);
    assert_eq!(russian.modifiers(), [0, -1, 0, 3]);
}

#[test]
fn the_odds_are_those_of_the_hand() {
    let chance =
        |table: &Table, seat, vehicle: &str, cpp| table.odds(seat, repair(vehicle, cpp)).chance("Repaired");
    let german = overnight();
    assert_eq!(chance(&german, GERMAN, "V4", 0), (1, 5));
    assert_eq!(chance(&german, GERMAN, "V4", 1), (1, 2));
    let mined = german.with(|facts| facts.wrecks[4].abandoned = false);
    assert_eq!(chance(&mined, GERMAN, "V5", 1), (2, 5));
    let abandoned =
        mined.with(|facts| (facts.wrecks[4].abandoned, facts.wrecks[4].in_minefield) = (true, false));
    assert_eq!(chance(&abandoned, GERMAN, "V5", 0), (3, 10));
    assert_eq!(chance(&abandoned, GERMAN, "V5", 1), (3, 5));
    assert_eq!(chance(&both_repair(), RUSSIAN, "V1", 0), (1, 10));
}

#[test]
fn at_most_one_point_that_is_held() {
    let table = overnight();
    for cpp in [2, -1] {
        table.refuses(GERMAN, repair("V4", cpp), "range", "BF-2.1.1.2-7");
    }
    let broke = table.with(|facts| facts.sides[1].cpp = 0);
    broke.refuses(GERMAN, repair("V4", 1), "funds", "BF-2.1.1.2-7");
    broke.refuses(GERMAN, repair("V4", 2), "range", "BF-2.1.1.2-7");
}

#[test]
fn one_try_a_night() {
    let mut table = overnight();
    table.plays(GERMAN, repair("V4", 0), &[1]);
    table.refuses(GERMAN, repair("V4", 0), "dup", "BF-2.1.1.2-1");
    table.plays(GERMAN, repair("V5", 0), &[10]);
    // What is repaired is no wreck any more, which comes before that it has been tried.
    table.refuses(GERMAN, repair("V5", 0), "not-eligible", "BF-2.1.1.2-8");
}

#[test]
fn another_night_another_try_unless_the_campaign_allows_one() {
    let tried = |facts: &mut rules_battlefront::Facts| {
        let element = facts.sides[1].elements.iter_mut().find(|element| element.id == id("G-31"));
        element.expect("on the roster").stands[1].repair_tries = 1;
    };
    overnight().with(tried).plays(GERMAN, repair("V4", 0), &[1]);
    let once = Table::rostov_24_with("repair_once = true").at(Step::OvernightRepair);
    once.with(tried).refuses(GERMAN, repair("V4", 0), "dup", "BF-2.1.1.2-1");
}

#[test]
fn own_class_a_wrecks_only() {
    let table = overnight();
    table.refuses(GERMAN, repair("V1", 0), "owner", "BF-2.1.1.2-4");
    table.refuses(GERMAN, repair("V99", 0), "unknown", "BF-2.1.1.2-1");
    table.refuses(GERMAN, repair("R-201-2", 0), "unknown", "BF-2.1.1.2-1");
    table.refuses(GERMAN, repair("G-11-3", 0), "class", "BF-2.1.1.2-1");
    table.refuses(GERMAN, repair("G-31-1", 0), "not-eligible", "BF-2.1.1.2-1");
    let (code, _, sentence) = table.refusal(GERMAN, repair("G-31-2", 0));
    assert_eq!(
        (code, &*sentence),
        (
            "not-eligible",
            "Panzer company G-31-2 lies on the map as the Panzer III wreck V4; it is repaired under that name."
        )
    );
}

#[test]
fn nations_repair_within_their_dates() {
    let on = |date: &str, nation: &str| {
        let setup =
            crate::table::changed(ROSTOV, &[("nation = \"german\"", &format!("nation = \"{nation}\""))]);
        let (before, after) = setup.split_once("date = 1942-12-23").expect("the first day");
        let days: Vec<String> = (0..5).map(|n| next_day(date, n)).collect();
        let mut text = format!("{before}date = {}{after}", days[0]);
        for (printed, day) in ["1942-12-24", "1942-12-25", "1942-12-26", "1942-12-27"].iter().zip(&days[1..])
        {
            text = text.replace(&format!("date = {printed}"), &format!("date = {day}"));
        }
        text = text.replace("day = 1942-12-26", &format!("day = {}", days[3]));
        Table::of(&text, &[], Some(ROSTOV_24)).at(Step::OvernightRepair)
    };
    // The position stands on the second day.
    for (first, nation, good) in [
        ("1938-12-30", "german", false),
        ("1938-12-31", "german", true),
        ("1944-12-30", "german", true),
        ("1944-12-31", "german", false),
        ("1944-06-29", "american", false),
        ("1944-06-30", "american", true),
        ("1944-06-30", "british", true),
        ("1944-06-29", "russian", false),
        ("1944-06-30", "russian", true),
        ("1944-06-30", "italian", false),
    ] {
        let mut table = on(first, nation);
        if good {
            table.plays(GERMAN, repair("V4", 0), &[1]);
        } else {
            table.refuses(GERMAN, repair("V4", 0), "nation-date", "BF-2.1.1.2-5");
        }
    }
    let (_, _, sentence) = overnight().refusal(RUSSIAN, repair("V3", 0));
    assert_eq!(sentence, "The Soviet army repairs vehicles from 1 July 1944 on.");
}

/// The nth day after a date within two months of it.
fn next_day(date: &str, n: u16) -> String {
    let parts: Vec<u16> = date.split('-').map(|part| part.parse().expect("a number")).collect();
    let (mut year, mut month, mut day) = (parts[0], parts[1], parts[2] + n);
    let last = if month == 6 { 30 } else { 31 };
    if day > last {
        (month, day) = (month + 1, day - last);
    }
    if month > 12 {
        (year, month) = (year + 1, 1);
    }
    format!("{year}-{month:02}-{day:02}")
}

#[test]
fn the_wreck_lies_within_the_own_line() {
    let at = |x: i32, y: i32| overnight().with(|facts| facts.wrecks[3].at = Point::new(x, y));
    // The German line runs through 40, 21.
    at(4000, 2100).plays(GERMAN, repair("V4", 0), &[1]);
    at(4000, 2101).refuses(GERMAN, repair("V4", 0), "location", "BF-2.1.1.2-3");
    at(4000, 4000).refuses(GERMAN, repair("V4", 0), "location", "BF-2.1.1.2-3");
    // In the Soviet pocket south of the line, 2.50 inches around its units.
    at(3000, 1450).refuses(GERMAN, repair("V4", 0), "location", "BF-2.1.1.2-3");
    at(3000, 1449).plays(GERMAN, repair("V4", 0), &[1]);
}

#[test]
fn an_own_pocket_counts_only_where_the_option_says_so() {
    let in_pocket = |table: Table| {
        table.at(Step::OvernightRepair).with(|facts| facts.wrecks[3].at = Point::new(4700, 3200))
    };
    in_pocket(Table::rostov_24()).refuses(GERMAN, repair("V4", 0), "location", "BF-2.1.1.2-3");
    in_pocket(Table::rostov_24_with("repair_in_pocket = true")).plays(GERMAN, repair("V4", 0), &[1]);
}

#[test]
fn a_repaired_vehicle_returns_and_its_wreck_leaves_when_the_step_closes() {
    let mut table = overnight();
    table.plays(GERMAN, repair("V4", 0), &[9]);
    let stand =
        |table: &Table| table.state.side(Side::SECOND).stand(id("G-31-2")).map(|(_, stand)| stand.state);
    assert_eq!(stand(&table), Some(StandState::Here));
    assert_eq!(table.state.facts.wrecks.len(), 5, "nobody sees it go yet");
    table.plays(GERMAN, json!({ "do": "done" }), &[]);
    let events = table.plays(RUSSIAN, json!({ "do": "done" }), &[]);
    assert!(events.contains(&Event::RepairsEnded(RepairsEnded { vanished: vec![id("V4")] })));
    assert_eq!(table.state.facts.wrecks.len(), 4);
}

#[test]
fn a_failure_leaves_it_where_it_lies() {
    let mut table = overnight();
    table.plays(GERMAN, repair("V4", 0), &[8]);
    table.plays(GERMAN, json!({ "do": "done" }), &[]);
    table.plays(RUSSIAN, json!({ "do": "done" }), &[]);
    let stand = table.state.side(Side::SECOND).stand(id("G-31-2")).expect("on the roster").1;
    assert_eq!((stand.state, stand.tried_tonight, stand.repair_tries), (StandState::Wreck, false, 1));
    assert_eq!(table.state.facts.wrecks.len(), 5);
}

#[test]
fn a_vehicle_of_a_withdrawn_formation_is_removed_with_it() {
    let mut table = overnight().with(|facts| {
        let element = facts.sides[1].elements.iter_mut().find(|element| element.id == id("G-31"));
        element.expect("on the roster").standing = Standing::Withdrawn;
    });
    table.plays(GERMAN, repair("V4", 0), &[10]);
    table.plays(GERMAN, json!({ "do": "done" }), &[]);
    let events = table.plays(RUSSIAN, json!({ "do": "done" }), &[]);
    assert!(events.contains(&Event::RepairsEnded(RepairsEnded { vanished: vec![id("V4")] })));
    let (element, _) = table.state.side(Side::SECOND).stand(id("G-31-2")).expect("on the roster");
    let unavailable = rules_battlefront::rules::s2_1_1_3_campaign_roster::unavailable;
    assert_eq!(
        unavailable(&table.state, element).as_deref(),
        Some("G-31 has been withdrawn for the rest of the campaign.")
    );
}

#[test]
fn a_formation_whose_last_stand_is_restored_is_back_in_play() {
    let mut table = overnight().with(|facts| {
        let element = facts.sides[1].elements.iter_mut().find(|element| element.id == id("G-31"));
        for stand in &mut element.expect("on the roster").stands {
            if stand.state == StandState::Here {
                stand.state = StandState::Lost;
            }
        }
    });
    let in_play = |table: &Table| {
        table.state.side(Side::SECOND).element(id("G-31")).is_some_and(|element| element.in_play())
    };
    assert!(!in_play(&table));
    table.plays(GERMAN, repair("V4", 0), &[9]);
    assert!(in_play(&table));
}
