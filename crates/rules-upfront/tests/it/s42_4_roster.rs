//! 42.4 Roster.

use kernel::System;
use rules_upfront::UpFront;
use rules_upfront::rules::s42_4_roster::{fit_again_at, weapon_at_start, wound_note};
use rules_upfront::words::{ManId, Side};
use serde_json::json;

use crate::{ONE, Table};

#[test]
fn a_wounded_man_misses_the_next_three_scenarios() {
    let mut table = Table::between("german", "american");
    table.select_both();
    table.agree("none", &[(0, json!({"id": 5, "out": "in_play", "wounded": true}))]);
    assert_eq!(table.man(0, 5).wound, Some(4));
    for position in 1..=3 {
        assert!(!table.man(0, 5).is_fit(position), "V{}", position + 1);
    }
    assert!(table.man(0, 5).is_fit(4), "he is fit again for V5");
    let campaign = &table.state.campaign;
    assert_eq!(wound_note(campaign, Some(4)).flatten().map(|id| id.to_string()).as_deref(), Some("V5"));
}

#[test]
fn near_the_end_the_note_says_none() {
    let table = Table::between("german", "american");
    let campaign = &table.state.campaign;
    for (position, id) in [(0, Some("V5")), (4, Some("V9")), (5, None), (8, None)] {
        let back = fit_again_at(campaign, position);
        assert_eq!(back, position + 4);
        let told = wound_note(campaign, Some(back)).expect("a wound");
        assert_eq!(told.map(|id| id.to_string()).as_deref(), id, "wounded at position {position}");
    }
    assert_eq!(wound_note(campaign, None), None);
}

#[test]
fn the_note_is_cleared_when_he_plays_again_and_not_before() {
    let mut table = Table::between("german", "american");
    table.set(0, 5, |man| man.wound = Some(0));
    table.select_both();
    assert_eq!(table.man(0, 5).wound, Some(0));
    let mut reserve = table.clone();
    reserve.agree("none", &[(0, json!({"id": 5, "out": "not_entered"}))]);
    assert_eq!(reserve.man(0, 5).wound, Some(0), "a reserve that never came has not played");
    table.agree("none", &[]);
    assert_eq!(table.man(0, 5).wound, None);
}

#[test]
fn every_loss_takes_a_man_off_the_roster_and_a_rout_does_not() {
    for (out, gone) in
        [("killed", true), ("cc_lost", true), ("captured", true), ("panic_lost", true), ("routed", false)]
    {
        let mut table = Table::between("german", "american");
        table.select_both();
        table.agree("none", &[(0, json!({"id": 9, "out": out}))]);
        assert_eq!(table.man(0, 9).dead, gone, "{out}");
    }
}

#[test]
fn every_scenario_begins_with_the_printed_weapon() {
    let mut table = Table::between("german", "american");
    table.select_both();
    table.agree("none", &[(0, json!({"id": 12, "out": "in_play", "pinned": true}))]);
    let weapon = weapon_at_start(&table.state, Side::FIRST, ManId::new(12)).map(|id| id.to_string());
    assert_eq!(weapon.as_deref(), Some("LMG"));
}

#[test]
fn guns_and_vehicles_are_on_no_roster() {
    let mut table = Table::order("german", "american", "[\"V4\"]", "");
    table = table.throws(&[&[6, 1]]);
    table.must(kernel::Seat::Clock, json!({"do": "draw-lot"}));
    table.select_both();
    let before = table.state.facts.side[0].man.clone();
    let mut telling = table.telling("none", &[]);
    telling["side_1"]["aux"] = json!([{"kind": "afv", "effect": 4}]);
    table.must(ONE, telling);
    table.must(crate::TWO, json!({"do": "confirm"}));
    assert_eq!(table.points(0), -9);
    assert!(table.state.facts.side[0].man.iter().zip(&before).all(|(now, was)| now.dead == was.dead));
}

#[test]
fn a_captured_man_is_called_captured() {
    let mut table = Table::between("german", "american");
    table.select_both();
    table.agree("none", &[(0, json!({"id": 9, "out": "captured"})), (0, json!({"id": 10, "out": "killed"}))]);
    let end = |man: u8| table.state.end_of(Side::FIRST, ManId::new(man)).lost_word();
    assert_eq!([end(9), end(10)], ["captured", "killed"]);
    let page = json!(UpFront::view(&table.state, ONE)).to_string();
    assert!(page.contains("captured"));
}
