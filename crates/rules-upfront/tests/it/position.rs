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
    let (man, _) = state.man(Side(0), ManId::new(17)).expect("a man");
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
        (json!({"id": 17, "rank": "JR SGT"}), "JR SGT stands not on this nation's ladder."),
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
