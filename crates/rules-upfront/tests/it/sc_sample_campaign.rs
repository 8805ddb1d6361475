//! The sample campaign.

use kernel::Seat;
use rules_upfront::rules::sc_sample_campaign::{AttackerSet, why_attacker};
use rules_upfront::words::Side;
use serde_json::json;

use crate::{ONE, TWO, Table, UMPIRE, setup};

fn decide_all(table: &mut Table) {
    for seat in [ONE, TWO] {
        if table.state.facts.agreed.is_some() {
            let _ = table.does(seat, json!({"do": "decide"}));
        }
    }
}

fn play(table: &mut Table, winner: &str, lost: &[(u8, u8)]) {
    table.select_both();
    let ends: Vec<_> = lost.iter().map(|(side, man)| (*side, json!({"id": man, "out": "killed"}))).collect();
    table.agree(winner, &ends);
    decide_all(table);
}

#[test]
fn the_printed_order() {
    let text = setup("german", "american", "", "set = \"sample-campaign\"\nplay = \"sample-campaign\"");
    let table = Table::open(&text);
    let ids: Vec<String> = table.state.campaign.legs.iter().map(|leg| leg.id.to_string()).collect();
    assert_eq!(ids, ["A", "B", "D", "E", "F", "G", "H", "C", "L"]);
}

#[test]
fn the_side_with_more_points_attacks_next() {
    let mut table = Table::order("german", "american", "[\"V1\", \"V4\"]", "");
    play(&mut table, "american", &[]);
    assert_eq!(table.state.facts.attacker, Some(Side::SECOND));
}

#[test]
fn with_equal_points_the_winner_of_the_last_scenario_attacks() {
    let mut table = Table::order("german", "american", "[\"V1\", \"V1\", \"V4\"]", "");
    play(&mut table, "german", &[]);
    assert_eq!(table.state.facts.attacker, None, "a meeting engagement has no attacker");
    play(&mut table, "american", &[]);
    assert_eq!((table.points(0), table.points(1)), (12, 12));
    assert_eq!(table.state.facts.attacker, Some(Side::SECOND));
}

#[test]
fn more_points_go_before_the_last_win() {
    let mut table = Table::order("german", "american", "[\"V1\", \"V1\", \"V4\"]", "");
    play(&mut table, "german", &[]);
    play(&mut table, "american", &[(1, 4)]);
    assert_eq!((table.points(0), table.points(1)), (12, 11));
    assert_eq!(table.state.facts.attacker, Some(Side::FIRST));
}

#[test]
fn the_price_of_the_next_selection_cannot_turn_the_attack() {
    let mut table = Table::order("german", "american", "[\"V1\", \"V4\"]", "");
    play(&mut table, "none", &[(0, 5)]);
    assert_eq!((table.points(0), table.points(1)), (-1, 0));
    assert_eq!(table.state.facts.attacker, Some(Side::SECOND));
    table.kill(1, &[3, 19]);
    table.must(TWO, json!({"do": "select", "slots": [{"listed": 3, "fill": "replace"}]}));
    assert_eq!((table.points(1), table.state.facts.attacker), (-1, Some(Side::SECOND)));
}

#[test]
fn when_nothing_decides_the_lot_does() {
    for (faces, attacker) in [([6, 2], Side::FIRST), ([1, 4], Side::SECOND)] {
        let mut table = Table::order("german", "american", "[\"V1\", \"V4\"]", "").throws(&[&faces]);
        play(&mut table, "none", &[]);
        assert_eq!(table.does(ONE, json!({"do": "select"})).unwrap_err(), ["phase"]);
        assert_eq!(table.does(ONE, json!({"do": "draw-lot"})).unwrap_err(), ["actor"]);
        let events = table.must(Seat::Clock, json!({"do": "draw-lot"}));
        assert_eq!(events, [AttackerSet { attacker }.into()]);
        table.must(ONE, json!({"do": "select"}));
    }
}

#[test]
fn by_ruling_the_players_agree() {
    let more = "[rulings]\nR33_lot_when_no_winner = false";
    let mut table = Table::order("german", "american", "[\"V4\"]", more);
    let name = |side: &str| json!({"do": "name-attacker", "attacker": side});
    assert_eq!(table.does(Seat::Clock, json!({"do": "draw-lot"})).unwrap_err(), ["R33"]);
    table.must(ONE, name("german"));
    table.must(TWO, name("american"));
    assert_eq!(table.state.facts.attacker, None);
    assert_eq!(table.does(ONE, name("french")).unwrap_err(), ["unknown"]);
    let mut settled = table.clone();
    settled.must(UMPIRE, name("german"));
    assert_eq!(settled.state.facts.attacker, Some(Side::FIRST));
    table.must(ONE, name("american"));
    assert_eq!(table.state.facts.attacker, Some(Side::SECOND));
}

#[test]
fn the_file_may_name_the_first_attacker() {
    for (word, side) in [("side_2", Side::SECOND), ("german", Side::FIRST)] {
        let more = format!(
            "[[campaign]]\nid = \"c\"\ntitle = \"C\"\norder = [\"V4\"]\nfirst_attacker = \"{word}\"\n"
        );
        let table = Table::open(&setup("german", "american", &more, "set = \"nine-days\"\nplay = \"c\""));
        assert_eq!(table.state.facts.attacker, Some(side));
    }
}

/// Nine scenarios between two sides, points checked line by line.
#[test]
fn a_ledger_of_two_sides() {
    let mut table = Table::between("american", "german");
    play(&mut table, "german", &[(0, 4), (0, 6), (1, 7)]);
    play(&mut table, "american", &[(1, 27)]);
    assert_eq!((table.leg(), table.points(0), table.points(1)), ("V3".to_owned(), 10, 10));
    assert_eq!(table.state.facts.attacker, Some(Side::FIRST), "equal points: the winner of V2 attacks");
    let amounts =
        |side: usize| table.state.facts.side[side].points.iter().map(|line| line.amount).collect::<Vec<_>>();
    assert_eq!((amounts(0), amounts(1)), (vec![-1, -1, 12], vec![-1, 12, -1]));
}

#[test]
fn the_attacker_has_a_reason() {
    let why = |table: &Table| why_attacker(&table.state).map(|(_, rule)| rule.0);
    let mut table = Table::order("german", "american", "[\"V1\", \"V4\"]", "");
    assert_eq!(why(&table), None, "a meeting engagement has no attacker");
    play(&mut table, "american", &[]);
    assert_eq!(why(&table), Some("UF-SC-2"));
    let mut table = Table::order("german", "american", "[\"V1\", \"V1\", \"V4\"]", "");
    play(&mut table, "german", &[]);
    play(&mut table, "american", &[]);
    assert_eq!(why(&table), Some("UF-SC-3"));
    let named = Table::order("german", "american", "[\"V4\"]\nfirst_attacker = \"german\"", "");
    assert_eq!(why(&named), Some("UF-R33"));
}
