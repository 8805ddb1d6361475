//! 42.9 Personal campaign.

use rules_upfront::state::{How, Man};
use rules_upfront::words::{ManId, Rank, Side};
use serde_json::{Value, json};

use crate::{ONE, TWO, Table, setup};

pub fn open(more: &str) -> Table {
    // `more` stands behind the second side, whose man it is.
    let text = setup(
        "american",
        "german",
        &format!(
            "personal = {{ name = \"Own\" }}\n{more}\n[[campaign]]\nid = \"c\"\ntitle = \"C\"\norder = [\"V1\", \"V1\", \"V1\", \"V1\", \"V1\"]\n"
        ),
        "set = \"nine-days\"\nplay = \"c\"",
    );
    Table::open(&text)
}

fn own(table: &Table) -> Man {
    *table.state.man(Side::SECOND, ManId::PERSONAL).expect("a personal man").0
}

fn select(personal: Value) -> Value {
    json!({"do": "select", "personal": personal})
}

fn ends(table: &mut Table, own: Value) {
    table.must(ONE, json!({"do": "select"}));
    table.must(TWO, json!({"do": "select"}));
    let mut told = own;
    told["id"] = json!("P");
    table.agree("none", &[(1, told)]);
    for seat in [ONE, TWO] {
        if table.state.facts.agreed.is_some() {
            let _ = table.does(seat, json!({"do": "decide"}));
        }
    }
}

#[test]
fn every_nation_starts_him_with_its_own_values() {
    let expected = [
        ("german", 2, 3),
        ("american", 2, 4),
        ("russian", 3, 4),
        ("british", 2, 3),
        ("japanese", 3, 3),
        ("french", 3, 3),
        ("italian", 3, 3),
    ];
    for (nation, morale, panic) in expected {
        let text = setup(
            "german",
            nation,
            "personal = { name = \"Own\", weapon = \"R\" }",
            "set = \"nine-days\"\nplay = \"nine-days\"",
        );
        let text = text.replace("id = \"two\"", "id = \"second\"");
        let table = Table::open(&text);
        let man = own(&table);
        assert_eq!(
            (man.morale, man.panic, man.kia, man.rank),
            (morale, panic, 8, Some(Rank::Pvt)),
            "{nation}"
        );
    }
}

#[test]
fn he_is_an_extra_man_in_every_scenario() {
    let mut table = open("");
    table.select_both();
    let force = table.state.facts.side[1].force.clone().expect("a force");
    assert_eq!(force.men().count(), 9);
    assert_eq!(force.place_of(ManId::PERSONAL).map(|place| place.how), Some(How::Extra));
    assert_eq!(table.points(1), 0);
    assert!(table.state.facts.side[0].force.as_ref().is_some_and(|force| force.men().count() == 8));
}

#[test]
fn while_he_is_fit_he_is_there_and_neither_returns_nor_stays_away() {
    for wrong in ["return", "absent"] {
        assert_eq!(open("").does(TWO, select(json!(wrong))).unwrap_err(), ["E23"], "{wrong}");
    }
    assert_eq!(open("").does(ONE, select(json!("present"))).unwrap_err(), ["E23"], "that side has none");
    assert!(open("").does(ONE, select(json!("absent"))).is_ok());
}

#[test]
fn killed_he_must_come_back_green_for_a_point() {
    let mut table = open("");
    ends(&mut table, json!({"out": "killed"}));
    assert_eq!((own(&table).dead, table.points(1)), (true, -1));
    for wrong in ["present", "absent"] {
        assert_eq!(table.does(TWO, select(json!(wrong))).unwrap_err(), ["E23"], "{wrong}");
    }
    table.must(TWO, select(Value::Null));
    let man = own(&table);
    assert_eq!((man.dead, man.kia, man.morale, man.panic, man.repl), (false, 7, 2, 3, 1));
    assert_eq!(table.points(1), -2);
}

#[test]
fn wounded_he_stays_away_for_three_scenarios_once_his_owner_said_so() {
    let mut table = open("");
    ends(&mut table, json!({"out": "in_play", "wounded": true}));
    assert_eq!(table.does(TWO, select(json!("present"))).unwrap_err(), ["E23"]);
    for _ in 0..3 {
        table.must(TWO, select(json!("absent")));
        table.must(ONE, json!({"do": "select"}));
        assert!(table.state.facts.side[1].force.as_ref().is_some_and(|force| force.men().count() == 8));
        table.agree("none", &[]);
        for seat in [ONE, TWO] {
            if table.state.facts.agreed.is_some() {
                let _ = table.does(seat, json!({"do": "decide"}));
            }
        }
        if table.state.facts.leg < 4 {
            assert_eq!(table.does(TWO, select(json!("return"))).unwrap_err(), ["E23"], "the choice holds");
        }
    }
    table.must(TWO, select(Value::Null));
    assert!(table.state.facts.side[1].force.as_ref().is_some_and(|force| force.men().count() == 9));
    assert_eq!((own(&table).kia, table.points(1)), (8, 0));
}

#[test]
fn wounded_he_may_come_back_at_once_as_a_green_replacement() {
    for (more, points) in [("", -1), ("[rulings]\nR36_personal_wound_replacement_vp = 0", 0)] {
        let mut table = open(more);
        ends(&mut table, json!({"out": "in_play", "wounded": true, "events": [{"hero": 1}]}));
        table.must(TWO, select(json!("return")));
        let man = own(&table);
        assert_eq!((man.wound, man.kia, man.elan, man.surv, man.repl), (None, 7, 0, 0, 1));
        assert_eq!(table.points(1), points);
    }
}

#[test]
fn he_gains_and_rises_like_everyone() {
    let mut table = open("");
    table.select_both();
    table.agree("german", &[(1, json!({"id": "P", "out": "in_play", "events": [{"hero": 1}]}))]);
    table.must(TWO, json!({"do": "decide", "trade": {"P": ["morale"]}}));
    let man = own(&table);
    assert_eq!((man.morale, man.elan, man.surv, man.promo), (3, 1, 1, 1));
}

#[test]
fn his_weapon_is_a_rifle_or_a_machine_pistol() {
    let load = |nation: &str, weapon: &str| {
        let more = format!("personal = {{ name = \"Own\", weapon = \"{weapon}\" }}");
        let text = setup("american", nation, &more, "set = \"nine-days\"\nplay = \"nine-days\"");
        rules_upfront::Campaign::load("x", &text).is_ok()
    };
    assert!(load("german", "MP") && load("german", "R") && load("french", "R"));
    assert!(!load("german", "LMG") && !load("french", "MP"));
}
