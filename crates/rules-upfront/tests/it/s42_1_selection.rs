//! 42.1 Campaign and force selection.

use rules_upfront::state::How;
use serde_json::{Value, json};

use crate::{ONE, TWO, Table};

/// German "picket": SL 23, ASL 24, men 12 (LMG), 5, 7, 9, 10 (R), 17 (MP). Free: rifles 4, 6, 8; pistols 18, 21, 22.
fn picket() -> Table {
    Table::between("german", "american")
}

fn fill(listed: u8, fill: Value) -> Value {
    json!({"do": "select", "slots": [{"listed": listed, "slot": "plain", "fill": fill}]})
}

#[track_caller]
fn refused(table: &Table, command: Value, codes: &[&str]) {
    table.refuses(ONE, command, codes);
}

#[track_caller]
fn place(table: &Table, side: usize, listed: u8) -> (Option<u8>, How) {
    let force = table.state.facts.side[side].force.as_ref().expect("a force");
    let place = force.places.iter().find(|place| place.listed.and_then(|man| man.number()) == Some(listed));
    let place = place.expect("a place of the list");
    (place.man.and_then(|man| man.number()), place.how)
}

#[test]
fn the_listed_men_are_taken_when_nothing_else_is_said() {
    let mut table = picket();
    table.must(ONE, json!({"do": "select", "scenario": "V1", "side": "german"}));
    for listed in [23, 24, 12, 5, 7, 9, 10, 17] {
        assert_eq!(place(&table, 0, listed), (Some(listed), How::Listed));
    }
    assert_eq!(table.points(0), 0);
}

#[test]
fn a_fit_listed_man_must_be_used_in_his_place() {
    for wrong in [json!({"use": 6}), json!("vacant")] {
        refused(&picket(), fill(5, wrong), &["E01"]);
    }
    refused(&picket(), fill(5, json!("transfer")), &["E01", "E20"]);
    for revival in [json!("replace"), json!("green"), json!({"revive": 6})] {
        refused(&picket(), fill(5, revival), &["E01", "E06"]);
    }
    assert!(picket().does(ONE, fill(5, json!({"use": 5}))).is_ok());
}

#[test]
fn a_dead_listed_man_gives_way_to_a_free_like_armed_man() {
    let mut table = picket();
    table.kill(0, &[5]);
    refused(&table, json!({"do": "select"}), &["E02"]);
    refused(&table, fill(5, json!("vacant")), &["E07"]);
    refused(&table, fill(5, json!("replace")), &["E04"]);
    refused(&table, fill(5, json!({"use": 7})), &["E03"]);
    refused(&table, fill(5, json!({"use": 3})), &["E17"]);
    refused(&table, fill(5, json!({"use": 18})), &["E16"]);
    refused(&table, fill(5, json!({"use": 2})), &["E08", "E16"]);
    refused(&table, fill(5, json!({"use": 60})), &["E02"]);
    refused(&table, fill(5, json!({"use": "P"})), &["E09"]);
    refused(&table, fill(5, json!("transfer")), &["E20"]);
    table.must(ONE, fill(5, json!({"use": 6})));
    assert_eq!(place(&table, 0, 5), (Some(6), How::StandIn));
    assert_eq!(table.points(0), 0);
}

#[test]
fn the_short_form_fills_the_same_places() {
    let mut table = picket();
    table.kill(0, &[5]);
    table.must(ONE, json!({"do": "select", "fill": {"5": {"use": 6}}}));
    assert_eq!(place(&table, 0, 5), (Some(6), How::StandIn));
}

#[test]
fn one_free_man_for_two_places_goes_to_either_or_by_ruling_to_the_first_of_the_list() {
    let mut table = picket();
    table.kill(0, &[5, 9, 4, 8]);
    let slots = |five: Value, nine: Value| json!({"do": "select", "slots": [{"listed": 5, "fill": five}, {"listed": 9, "fill": nine}]});
    refused(&table, slots(json!({"use": 6}), json!({"use": 6})), &["E03"]);
    refused(&table, slots(json!("replace"), json!("replace")), &["E04", "E04"]);
    refused(&table, slots(json!("vacant"), json!("replace")), &["E04", "E07"]);
    let mut second = table.clone();
    second.must(ONE, slots(json!("replace"), json!({"use": 6})));
    assert_eq!(
        (place(&second, 0, 5), place(&second, 0, 9)),
        ((Some(5), How::Replaced), (Some(6), How::StandIn))
    );
    table.state.facts.rulings.set("R44_free_like_armed_men", "by_list_order");
    refused(&table, slots(json!("replace"), json!({"use": 6})), &["E04"]);
    table.must(ONE, slots(json!({"use": 6}), json!("replace")));
    assert_eq!(place(&table, 0, 9), (Some(9), How::Replaced));
    assert_eq!(table.points(0), -1);
}

#[test]
fn without_a_like_armed_man_the_dead_one_is_revived_or_a_machine_pistol_comes() {
    let mut table = picket();
    table.kill(0, &[5, 4, 6, 8]);
    refused(&table, fill(5, json!("vacant")), &["E07"]);
    refused(&table, fill(5, json!({"use": 4})), &["E02"]);
    let mut swapped = table.clone();
    swapped.must(ONE, fill(5, json!({"use": 18})));
    assert_eq!((place(&swapped, 0, 5), swapped.points(0)), ((Some(18), How::Swap), 0));
    table.must(ONE, fill(5, json!("replace")));
    assert_eq!((place(&table, 0, 5), table.points(0)), ((Some(5), How::Replaced), -1));
}

#[test]
fn a_machine_pistol_place_takes_a_rifle_the_same_way() {
    let mut table = picket();
    table.kill(0, &[17]);
    refused(&table, fill(17, json!({"use": 4})), &["E16"]);
    table.kill(0, &[18, 21, 22]);
    table.must(ONE, fill(17, json!({"use": 4})));
    assert_eq!(place(&table, 0, 17), (Some(4), How::Swap));
}

#[test]
fn a_man_in_hospital_is_stood_in_for_and_never_revived() {
    let mut table = picket();
    table.set(0, 5, |man| man.wound = Some(4));
    refused(&table, fill(5, json!("replace")), &["E04", "E06"]);
    refused(&table, fill(5, json!({"use": 5})), &["E02"]);
    refused(&table, fill(5, json!("vacant")), &["E07"]);
    table.kill(0, &[4, 6, 8]);
    refused(&table, fill(5, json!("green")), &["E06"]);
    refused(&table, fill(5, json!({"revive": 4})), &["E04"]);
    table.must(ONE, fill(5, json!("vacant")));
    assert_eq!(place(&table, 0, 5), (None, How::Vacant));
}

#[test]
fn rulings_can_revive_for_a_man_in_hospital() {
    let with = |word: &str| {
        let mut table = Table::order(
            "german",
            "american",
            "[\"V1\"]",
            &format!("[rulings]\nR17_hospital_gap = \"{word}\""),
        );
        table.set(0, 5, |man| man.wound = Some(4));
        table.kill(0, &[4, 6, 8]);
        table
    };
    let mut revive = with("revive_like_armed");
    refused(&revive, fill(5, json!("vacant")), &["E07"]);
    refused(&revive, fill(5, json!({"revive": 3})), &["E06"]);
    refused(&revive, fill(5, json!({"revive": 7})), &["E06"]);
    revive.must(ONE, fill(5, json!({"revive": 6})));
    assert_eq!((place(&revive, 0, 5), revive.points(0)), ((Some(6), How::Revived), -1));
    let mut green = with("green_replacement");
    assert!(green.clone().does(ONE, fill(5, json!("vacant"))).is_ok(), "as in 42.9 it is an option");
    green.must(ONE, fill(5, json!("green")));
    assert_eq!((green.man(0, 5).wound, green.man(0, 5).kia, green.points(0)), (None, 7, -1));
}

#[test]
fn a_force_names_each_place_once_and_as_what_it_is() {
    let wrong =
        json!({"do": "select", "slots": [{"listed": 5, "slot": "SL"}, {"listed": 23, "slot": "ASL"}]});
    refused(&picket(), wrong, &["E19", "E19"]);
    refused(&picket(), json!({"do": "select", "slots": [{"listed": 5, "slot": "COMM"}]}), &["E31"]);
    refused(&picket(), json!({"do": "select", "slots": [{"listed": 6}]}), &["E31"]);
    refused(&picket(), json!({"do": "select", "slots": [{"listed": 5}, {"listed": 5}]}), &["E03"]);
}

#[test]
fn the_owner_selects_for_his_side_and_the_scenario_that_is_due() {
    refused(&picket(), json!({"do": "select", "side": "american"}), &["owner"]);
    refused(&picket(), json!({"do": "select", "scenario": "V2"}), &["E35"]);
    let mut table = picket();
    assert_eq!(table.does(crate::UMPIRE, json!({"do": "select"})).unwrap_err(), ["actor"]);
    table.must(ONE, json!({"do": "select"}));
    assert_eq!(table.does(ONE, json!({"do": "select"})).unwrap_err(), ["selected"]);
    table.must(TWO, json!({"do": "select"}));
    assert_eq!(table.does(TWO, json!({"do": "select"})).unwrap_err(), ["phase"]);
}

#[test]
fn every_code_of_a_refused_selection_is_listed_at_once() {
    let mut table = picket();
    table.kill(0, &[5, 7, 9, 23]);
    let wrong = json!({"do": "select", "slots": [
        {"listed": 23, "fill": "replace"}, {"listed": 5, "fill": "vacant"}, {"listed": 7, "fill": {"use": 3}},
        {"listed": 9, "fill": "replace"}, {"listed": 10, "fill": {"use": 6}}], "personal": "return"});
    refused(&table, wrong, &["E01", "E04", "E05", "E07", "E17", "E23"]);
    assert_eq!(table.points(0), 0);
}

/// Russian "assault": SL 1, ASL 2, commissar 19, men 17, 3, 8, 12, 13, 20, 22, 23. Free pistols: 24, 25.
fn assault(more: &str) -> Table {
    Table::order("russian", "german", "[\"V7\"]", more)
}

fn commissar(fill: Value) -> Value {
    json!({"do": "select", "slots": [{"listed": 19, "slot": "COMM", "fill": fill}]})
}

#[test]
fn the_commissar_serves_in_his_place_while_he_is_fit() {
    refused(&assault(""), commissar(json!({"use": 24})), &["E01"]);
    refused(&assault(""), commissar(json!("vacant")), &["E01"]);
    refused(&assault(""), commissar(json!("transfer")), &["E01", "E20"]);
    for revival in [json!("replace"), json!("green"), json!({"revive": 24})] {
        refused(&assault(""), commissar(revival), &["E01", "E05", "E06"]);
    }
}

#[test]
fn without_the_commissar_a_like_armed_man_serves_or_nobody() {
    let mut table = assault("");
    table.kill(0, &[19]);
    refused(&table, commissar(json!("replace")), &["E05"]);
    refused(&table, commissar(json!("transfer")), &["E20"]);
    refused(&table, commissar(json!("vacant")), &["E07"]);
    let mut served = table.clone();
    served.must(ONE, commissar(json!({"use": 24})));
    assert_eq!(place(&served, 0, 19), (Some(24), How::StandIn));
    table.kill(0, &[24, 25]);
    table.must(ONE, commissar(json!("vacant")));
    let mut empty = assault("[rulings]\nR55_commissar_place = \"empty\"");
    empty.kill(0, &[19]);
    refused(&empty, commissar(json!({"use": 24})), &["E17"]);
    empty.must(ONE, commissar(json!("vacant")));
}

#[test]
fn leader_cards_serve_in_the_ranks_only_where_a_ruling_lets_them() {
    let mut plain = picket();
    plain.kill(0, &[17, 18, 21, 22]);
    refused(&plain, fill(17, json!({"use": 2})), &["E08"]);
    let mut ruled =
        Table::order("german", "american", "[\"V1\"]", "[rulings]\nR16_leader_cards_in_ranks = true");
    ruled.kill(0, &[17, 18, 21, 22]);
    assert!(ruled.clone().does(ONE, fill(17, json!({"use": 2}))).is_ok());
    ruled.kill(0, &[24]);
    let both = json!({"do": "select", "slots": [{"listed": 24, "fill": "vacant"}, {"listed": 17, "fill": {"use": 2}}]});
    refused(&ruled, both, &["E08"]);
}

#[test]
fn a_listed_man_may_lead_and_his_place_is_then_filled_without_revival() {
    let mut table = Table::order("american", "german", "[\"V1\"]", "");
    // American "picket": SL 18, ASL 20, men 3 (BAR), 4, 6, 8, 10 (R), 17 (CAR). Promote #4 so that he qualifies.
    table.kill(0, &[18, 1, 2]);
    table.set(0, 4, |man| man.rank = Some(rules_upfront::words::Rank::Sgt));
    let lead = |own: Value| json!({"do": "select", "slots": [{"listed": 18, "fill": {"use": 4}}, {"listed": 4, "fill": own}]});
    refused(&table, lead(json!("replace")), &["E04", "E06"]);
    refused(&table, lead(json!("vacant")), &["E07"]);
    table.must(ONE, lead(json!({"use": 5})));
    assert_eq!(place(&table, 0, 18), (Some(4), How::Chosen));
    assert_eq!(place(&table, 0, 4), (Some(5), How::StandIn));
}

#[test]
fn the_order_is_fixed_and_ids_in_it_are_unique() {
    let table = Table::order("german", "american", "[\"V1\", \"V2\", \"V1\", [\"V1\", \"V3\"]]", "");
    let ids: Vec<String> = table.state.campaign.legs.iter().map(|leg| leg.id.to_string()).collect();
    assert_eq!(ids, ["V1", "V2", "V1#2", "V1#3", "V3"]);
    let positions: Vec<u8> = table.state.campaign.legs.iter().map(|leg| leg.position).collect();
    assert_eq!(positions, [0, 1, 2, 3, 3]);
}

#[test]
fn both_sides_may_play_one_nation_each_with_its_own_copy() {
    let mut table = Table::between("german", "german");
    table.kill(0, &[5]);
    table.must(TWO, json!({"do": "select"}));
    assert_eq!(table.does(ONE, json!({"do": "select"})).unwrap_err(), ["E02"]);
}

#[test]
fn a_fit_man_refused_his_place_hides_no_other_fault_of_it() {
    // Both listed men are fit: whoever is asked for instead is examined all the same.
    let mut table = Table::between("german", "american");
    table.kill(0, &[26]);
    let ask = |fill: Value| json!({"do": "select", "fill": fill});
    table.refuses(ONE, ask(json!({"5": {"use": 99}})), &["E01", "E02"]);
    table.refuses(
        ONE,
        ask(json!({"5": {"use": 26}, "7": {"use": 26}})),
        &["E01", "E01", "E02", "E03", "E17"],
    );
    table.refuses(ONE, ask(json!({"23": {"use": 6}})), &["E01", "E10"]);
}
