//! 43.0 Design your own, within the campaign game.

use rules_upfront::state::How;
use serde_json::{Value, json};

use crate::{ONE, Table};

fn open(limit: u16) -> Table {
    let scenario = format!(
        "[[scenario]]\nid = \"Own\"\ntitle = \"Bought\"\nnature = \"meeting\"\n\
         side_1_force = {{ own = {limit} }}\nside_2_force = \"picket\"\n"
    );
    Table::order("french", "german", "[\"Own\"]", &scenario)
}

fn buy(own: Value) -> Value {
    json!({"do": "select", "own": own})
}

#[track_caller]
fn refused(table: &Table, command: Value, codes: &[&str]) {
    table.refuses(ONE, command, codes);
}

#[test]
fn bought_men_are_the_force() {
    let mut table = open(0);
    table.must(ONE, buy(json!({"sl": 1, "asl": 22, "men": [4, 5, 6], "radio": 5, "troops": "line"})));
    let force = table.state.facts.side[0].force.as_ref().expect("a force");
    assert!(force.places.iter().all(|place| place.how == How::Bought));
    assert_eq!((force.men().count(), force.radio, table.points(0)), (5, Some(5), 0));
}

#[test]
fn printed_prices_and_the_radio_keep_within_the_limit() {
    // 38 + 33 + 15 = 86, a line radio of strength 5 costs 42.
    let own = |radio: bool| match radio {
        true => json!({"sl": 1, "asl": 22, "men": [4], "radio": 5, "troops": "line"}),
        false => json!({"sl": 1, "asl": 22, "men": [4]}),
    };
    assert!(open(86).does(ONE, buy(own(false))).is_ok());
    refused(&open(85), buy(own(false)), &["R45"]);
    assert!(open(128).does(ONE, buy(own(true))).is_ok());
    refused(&open(127), buy(own(true)), &["R45"]);
    refused(&open(0), buy(json!({"men": [4], "radio": 5})), &["R45"]);
    refused(&open(0), buy(json!({"men": [4], "radio": 9, "troops": "line"})), &["R45"]);
}

#[test]
fn a_force_of_nobody_is_refused_while_a_man_could_be_bought() {
    refused(&open(0), buy(json!({})), &["R45"]);
    refused(&open(0), buy(json!({"radio": 5, "troops": "line"})), &["R45"]);
    let cheapest = {
        let table = open(0);
        let men = table.state.campaign.decks[kernel::Side::FIRST].nation.men.iter();
        men.filter(|card| card.role.is_none()).map(|card| card.points).min().expect("a man")
    };
    let limit = |points: i32| open(u16::try_from(points).expect("a price"));
    refused(&limit(cheapest), buy(json!({})), &["R45"]);
    limit(cheapest - 1).must(ONE, buy(json!({})));
    let mut table = open(0);
    table.kill_all_but(0, &[]);
    table.must(ONE, buy(json!({})));
}

#[test]
fn only_fit_men_each_once_and_leaders_who_qualify() {
    let mut table = open(0);
    table.kill(0, &[5]);
    refused(&table, buy(json!({"men": [5]})), &["E02"]);
    refused(&table, buy(json!({"men": [4, 4]})), &["E03"]);
    refused(&table, buy(json!({"men": [2]})), &["E08"]);
    refused(&table, buy(json!({"sl": 4})), &["E10"]);
    refused(&table, buy(json!({"sl": 3})), &["E10", "E12"]);
    refused(&table, buy(json!({"sl": 22, "asl": 22})), &["E03"]);
    refused(&table, buy(json!({"sl": 1, "asl": 21})), &["E13"]);
    refused(&table, buy(json!({"commissar": 1})), &["E10"]);
    refused(&table, buy(json!({"men": ["P"]})), &["E09"]);
}

#[test]
fn nobody_stands_in_and_nobody_is_revived() {
    let mut wrong = buy(json!({"men": [4]}));
    wrong["slots"] = json!([{"listed": 4, "fill": "replace"}]);
    refused(&open(0), wrong, &["R45"]);
    refused(&open(0), json!({"do": "select"}), &["R45"]);
}

#[test]
fn transfers_are_as_in_42_5() {
    let mut table = open(0);
    let draw = json!({"do": "select", "own": {"men": [4]}, "transfers": [{"slot": "SL"}]});
    // Men who are fit can lead, and no card is dead.
    refused(&table, draw.clone(), &["E20", "E21"]);
    table.kill(0, &[1, 2, 21, 22]);
    let mut table = table.throws(&[&[2]]);
    table.must(ONE, draw);
    assert_eq!((table.man(0, 21).dead, table.points(0)), (false, -7));
}

#[test]
fn a_printed_scenario_sells_nobody() {
    let mut wrong = buy(json!({"men": [4]}));
    wrong["slots"] = json!([]);
    refused(&Table::between("french", "german"), wrong, &["R45"]);
}
