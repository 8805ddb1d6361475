//! Positions: bringing in a campaign that runs on paper, and every fact that cannot be. [UF-P12]

use kernel::System;
use rules_upfront::setup::spelling::RulingsTold;
use rules_upfront::state::Facts;
use rules_upfront::words::{ManId, Rank, Side};
use rules_upfront::{State, UpFront, position};
use serde_json::{Value, json};

use crate::Table;

fn open(facts: Value) -> Result<State, Vec<String>> {
    let table = Table::between("german", "american");
    let facts: Facts<RulingsTold> = serde_json::from_value(facts).expect("facts that can be read");
    position::open_position(table.state.campaign, facts)
        .map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

fn with(man: Value) -> Value {
    json!({"version": 1, "side": [{"id": "german", "man": [man]}, {"id": "american"}]})
}

#[test]
fn what_is_left_out_stands_as_printed() {
    let state = open(json!({"version": 1})).expect("a state");
    let fresh = Table::between("german", "american").state;
    assert_eq!(state.facts.side[0].man, fresh.facts.side[0].man);
    let state = open(with(json!({"id": 17, "morale": 6, "panic": 6, "elan": 2}))).expect("a state");
    let (man, _) = state.man(Side::FIRST, ManId::new(17)).expect("a man");
    assert_eq!((man.morale, man.panic, man.elan, man.kia, man.rank), (6, 6, 2, 8, Some(Rank::Pvt)));
}

#[test]
fn rulings_are_spelled_as_in_the_set_up() {
    let with = |rulings: Value| json!({"version": 1, "rulings": rulings});
    let state = open(with(
        json!({"R05_promotion_mark_for_presence": true, "R38_italian_vs_russian_panic_bonus": 1, "R07_zero": "both"}),
    ));
    let rulings = state.expect("a state").facts.rulings;
    assert_eq!(rulings.get("R05_promotion_mark_for_presence"), Some("yes"));
    assert_eq!(rulings.get("R38_italian_vs_russian_panic_bonus"), Some("1"));
    let faults =
        |rulings| serde_json::from_value::<Facts<RulingsTold>>(with(rulings)).unwrap_err().to_string();
    let all = faults(json!({"R05_promotion_mark_for_presence": 3, "R99": true, "R07": "both"}));
    for part in ["the words are no, yes", "there is no ruling R99", "R07 is written R07_zero"] {
        assert!(all.contains(part), "{part}: {all}");
    }
}

#[test]
fn the_position_of_a_state_opens_as_the_state() {
    let mut table = Table::between("german", "american");
    table.kill(0, &[5]);
    table.must(crate::ONE, json!({"do": "select", "fill": {"5": {"use": 6}}}));
    table.must(crate::TWO, json!({"do": "select"}));
    table.must(crate::ONE, json!({"do": "note", "man": 17, "what": {"hero": 1}}));
    let telling =
        table.telling("german", &[(0, json!({"id": 17, "out": "routed", "events": [{"hero": 1}]}))]);
    table.must(crate::ONE, telling);
    let facts = serde_json::to_value(position::position(&table.state)).expect("plain values");
    assert_eq!(open(facts).expect("a state"), table.state);
}

#[test]
fn impossible_men_are_told_with_their_place() {
    for (man, part) in [
        (json!({"id": 40}), "There is no man #40"),
        (
            json!({"id": 17, "morale": 6, "panic": 5}),
            "side.german.man[17]: #17 Hauptmann: Morale 6 with Panic 5 is beyond the caps.",
        ),
        (json!({"id": 14, "kia": 8}), "the KIA value 8 is above the ceiling 7."),
        (json!({"id": 17, "rank": "JR SGT"}), "JR SGT is not on this nation's ladder."),
        (json!({"id": 17, "dead": true, "elan": 2}), "a check mark erases every other column"),
        (json!({"id": 17, "kia": 7}), "the KIA value is 8 or, with a slash in REPL, 7; not 7."),
        (json!({"id": 17, "kia": 6, "repl": 1}), "not 6."),
        (json!({"id": 17, "morale": 0, "panic": 0}), "nobody lives with Morale 0 and Panic 0"),
        (json!({"id": 17, "wound": 99}), "fit again at position 4 at the latest"),
        (json!({"id": 17, "trans": 1}), "only cards with a printed T"),
        (json!({"id": 17, "sits_out": true}), "only a personal man sits out."),
    ] {
        let faults = open(with(man.clone())).expect_err("a fault");
        assert_eq!(faults.len(), 1, "{man}: {faults:?}");
        assert!(faults[0].contains(part), "{}", faults[0]);
    }
}

#[test]
fn lines_of_points_gain_or_cost_as_their_kind_does() {
    let faults = open(json!({"version": 1, "side": [
        {"id": "german", "points": [
            {"id": 1, "leg": 0, "kind": "gun", "amount": 12},
            {"id": 2, "leg": 0, "kind": "lost", "amount": 5, "man": 99},
            {"id": 3, "leg": 0, "kind": "vehicle", "amount": -9}]},
        {"id": "american"}]}))
    .expect_err("faults");
    assert_eq!(faults.len(), 3, "{faults:?}");
    assert!(
        faults[0].contains("side.german.points[1]") && faults[0].contains("is never of 12"),
        "{}",
        faults[0]
    );
}

#[test]
fn all_faults_are_told_at_once() {
    let faults = open(json!({"version": 1, "leg": 1, "side": [
        {"id": "american", "man": [{"id": 1}, {"id": 1}]},
        {"id": "american", "note": [{"id": 1, "man": 4, "what": {"hero": 1}}]}]}))
    .expect_err("faults");
    let parts = [
        "This is the side german.",
        "#1 stands twice.",
        "There is a tally but no force.",
        "1 scenarios are settled; 0 are listed as played.",
    ];
    assert_eq!(faults.len(), parts.len(), "{faults:?}");
    for (fault, part) in faults.iter().zip(parts) {
        assert!(fault.contains(part), "{fault}");
    }
}

#[test]
fn the_version_and_the_number_of_scenarios_are_checked() {
    assert!(open(json!({"version": 2})).is_err());
    assert!(open(json!({"version": 1, "leg": 10})).is_err());
    assert!(open(json!({"version": 1, "side": [{"id": "german"}]})).is_err());
}

#[test]
fn what_was_played_is_what_the_order_and_the_ledger_say() {
    let with = |played: Value, german: Value| {
        let leg = played.as_array().map_or(0, Vec::len);
        open(json!({"version": 1, "leg": leg, "played": played, "side": [
            {"id": "german", "points": german}, {"id": "american"}]}))
    };
    let won = |amount: i32| json!([{"id": 1, "leg": 0, "kind": "won", "amount": amount}]);
    let first = || json!([{"id": "V1", "winner": 0}]);
    assert!(with(first(), won(12)).is_ok());
    for (played, points, part) in [
        (json!([{"id": "V9", "winner": 0}]), won(12), "V9 is listed as played where the order has V1."),
        (first(), json!([]), "1 of the scenarios played are won, for 12 points; the ledger has 0"),
        (first(), won(13), "the ledger has 13 for victories"),
        (json!([{"id": "V1"}]), won(12), "0 of the scenarios played are won"),
        (json!([{"id": "V1", "winner": 1}]), won(12), "0 of the scenarios played are won"),
    ] {
        let faults = with(played, points).expect_err("a fault");
        assert!(faults.iter().any(|fault| fault.contains(part)), "{part}: {faults:?}");
    }
}

#[test]
fn numbers_that_nothing_bears_are_refused_as_they_are_read() {
    for (facts, part) in [
        (json!({"version": 1, "attacker": 2}), "a side is 0"),
        (json!({"version": 1, "leg": 1, "played": [{"id": "V1", "winner": 7}]}), "a side is 0"),
        (json!({"version": 1, "group": [{"id": "A", "side": 9, "men": []}]}), "a side is 0"),
        (with(json!({"id": 17, "kia": 255})), "no value is as high as 255"),
        (with(json!({"id": 17, "panic": 255})), "no value is as high as 255"),
    ] {
        let fault = serde_json::from_value::<Facts<RulingsTold>>(facts).expect_err("a fault").to_string();
        assert!(fault.contains(part), "{part}: {fault}");
    }
}

#[test]
fn nobody_stands_whom_a_ruling_would_have_killed_before_the_first_shot() {
    // #20 of the Italians is printed with Panic 0.
    let table = Table::between("italian", "american");
    let open = |man: Value| {
        let facts = json!({"version": 1, "rulings": {"R07_zero": "panic_only"},
            "side": [{"id": "italian", "man": [man]}, {"id": "american"}]});
        let facts = serde_json::from_value(facts).expect("facts that can be read");
        position::open_position(table.state.campaign.clone(), facts)
    };
    let faults = open(json!({"id": 20})).expect_err("he lives");
    assert!(faults.iter().any(|fault| fault.rule == "UF-R07"), "{faults:?}");
    assert!(open(json!({"id": 20, "dead": true})).is_ok());
}

#[test]
fn a_place_lists_a_man_of_the_roster() {
    let mut table = Table::between("german", "american");
    table.select_both();
    let mut facts = serde_json::to_value(position::position(&table.state)).expect("plain values");
    facts["side"][0]["force"]["places"][3]["listed"] = json!(99);
    let faults = open(facts).expect_err("a fault");
    assert!(faults.iter().any(|fault| fault.contains("There is no man #99 on this roster.")), "{faults:?}");
}

#[test]
fn a_report_in_a_position_has_to_make_sense() {
    let mut table = Table::between("german", "american");
    table.select_both();
    let telling = table.telling("german", &[]);
    table.must(crate::ONE, telling);
    let mut facts = serde_json::to_value(position::position(&table.state)).expect("plain values");
    facts["report"][0]["report"]["side_1"]["men"].as_array_mut().expect("men").pop();
    let faults = open(facts).expect_err("a fault");
    assert!(faults.iter().any(|fault| fault.contains("is missing. [UF-E34]")), "{faults:?}");
}

#[test]
fn a_position_that_tells_no_rulings_keeps_those_of_the_set_up() {
    let more = "[rulings]\nR50_rosters = \"owner_and_umpire\"\nR04_wounded_and_unpinned = \"once\"\n";
    let table = Table::order("german", "american", "[\"V1\"]", more);
    let open = |position: &str| {
        let facts = toml::from_str(position).unwrap();
        UpFront::open_position(std::sync::Arc::clone(&table.state.campaign), facts).unwrap().facts.rulings
    };
    assert_eq!(open("version = 1"), table.state.campaign.rulings);
    let told = open("version = 1\nrulings = { R04_wounded_and_unpinned = \"add\" }");
    assert_eq!(told.get("R50_rosters"), Some("owner_and_umpire"));
    assert_eq!(told.get("R04_wounded_and_unpinned"), Some("add"));
}
