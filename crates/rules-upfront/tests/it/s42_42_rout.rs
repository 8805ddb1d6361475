//! 42.42 Rout, exhaustively over every state a living man can be in.

use rules_upfront::rules::s42_42_rout::{Lowering, is_broken, lowering};
use rules_upfront::setup::nation::Caps;
use rules_upfront::setup::rulings::{Rulings, Zero};
use rules_upfront::words::Trait;
use serde_json::{Value, json};

use crate::{ONE, TWO, Table};

fn caps(nation: &str) -> Caps {
    Table::between(nation, "german").state.campaign.decks[kernel::Side::FIRST].nation.caps
}

/// Every pair of values that a living man of this nation can have.
pub fn living(caps: &Caps) -> impl Iterator<Item = (u8, u8)> + '_ {
    let all = (0..=7).flat_map(|morale| (0..=7).map(move |panic| (morale, panic)));
    all.filter(|(morale, panic)| caps.allow(*morale, *panic) && (*morale, *panic) != (0, 0))
}

#[test]
fn a_rout_lowers_exactly_one_value_and_keeps_panic_at_least_morale() {
    for (nation, slack) in [("german", 0), ("italian", 1)] {
        let caps = caps(nation);
        let mut n_states = 0;
        for (morale, panic) in living(&caps) {
            n_states += 1;
            let may_morale = morale >= 1;
            let may_panic = panic >= 1 && i16::from(panic) > i16::from(morale) - slack;
            let expected = match (may_morale, may_panic) {
                (true, true) => Some(Lowering::Either),
                (true, false) => Some(Lowering::Only(Trait::Morale)),
                (false, true) => Some(Lowering::Only(Trait::Panic)),
                (false, false) => None,
            };
            assert_eq!(lowering(&caps, morale, panic), expected, "{nation} {morale}/{panic}");
            assert!(expected.is_some(), "nobody living is without a choice: {morale}/{panic}");
        }
        assert_eq!(n_states, if slack == 0 { 35 } else { 42 });
    }
}

#[test]
fn zero_kills_when_both_are_zero_or_by_ruling_when_panic_is() {
    let both = Rulings::default();
    let panic = Rulings { zero: Zero::PanicOnly, ..Rulings::default() };
    for morale in 0..=7 {
        for value in 0..=7 {
            assert_eq!(is_broken(&both, morale, value), morale == 0 && value == 0);
            assert_eq!(is_broken(&panic, morale, value), value == 0);
        }
    }
}

/// #9 of the German picket routs at these values.
fn routed(nation: &str, man: u8, values: (u8, u8), more: &str) -> Table {
    let mut table = Table::order(nation, "american", "[\"V1\", \"V1\"]", more);
    table.select_both();
    table.set(0, man, |man| {
        (man.morale, man.panic) = values;
        (man.elan, man.surv) = (4, 1);
    });
    table
        .agree(nation, &[(0, json!({"id": man, "out": "routed", "wounded": true, "events": [{"hero": 1}]}))]);
    table
}

fn decide(which: Value) -> Value {
    json!({"do": "decide", "rout": {"9": which}})
}

#[test]
fn every_living_state_is_settled_with_every_choice() {
    for nation in ["german", "italian"] {
        let man = if nation == "german" { 9 } else { 7 };
        let caps = caps(nation);
        for (morale, panic) in living(&caps) {
            for which in Trait::ALL {
                let mut table = routed(nation, man, (morale, panic), "");
                let open = lowering(&caps, morale, panic).expect("a choice");
                if open == Lowering::Either {
                    let decisions = json!({"do": "decide", "rout": {man.to_string(): which}});
                    table.must(ONE, decisions);
                } else if !open.allows(*which) {
                    continue;
                }
                let (m, p) = if *which == Trait::Morale { (morale - 1, panic) } else { (morale, panic - 1) };
                let now = table.man(0, man);
                assert_eq!(now.dead, (m, p) == (0, 0), "{nation} {morale}/{panic} {which}");
                assert_eq!(table.points(0), if now.dead { 11 } else { 12 });
                if !now.dead {
                    assert_eq!((now.morale, now.panic), (m, p));
                    assert_eq!((now.elan, now.surv), (0, 2), "Elan goes, a Survival slash comes");
                }
            }
        }
    }
}

#[test]
fn two_legal_choices_are_asked_for_and_one_is_not() {
    let mut table = routed("german", 9, (2, 4), "");
    assert_eq!(table.does(ONE, json!({"do": "decide"})).unwrap_err(), ["E33"]);
    assert_eq!(
        table.does(ONE, json!({"do": "decide", "rout": {"10": "panic", "9": "panic"}})).unwrap_err(),
        ["E30"]
    );
    table.must(ONE, decide(json!("panic")));
    assert_eq!((table.man(0, 9).morale, table.man(0, 9).panic), (2, 3));
    let table = routed("german", 9, (3, 3), "");
    assert_eq!((table.man(0, 9).morale, table.man(0, 9).panic), (2, 3), "only Morale may fall: not asked");
}

#[test]
fn an_illegal_choice_is_refused_even_where_nothing_was_asked() {
    // Another man keeps the decision open.
    for (values, which) in [((3, 3), "panic"), ((0, 2), "morale")] {
        let mut table = Table::order("german", "american", "[\"V1\"]", "");
        table.select_both();
        table.set(0, 9, |man| (man.morale, man.panic) = values);
        let routs = [9, 10].map(|man| (0, json!({"id": man, "out": "routed"})));
        table.set(0, 10, |man| (man.morale, man.panic) = (2, 4));
        table.agree("none", &routs);
        let wrong = json!({"do": "decide", "rout": {"9": which, "10": "panic"}});
        assert_eq!(table.does(ONE, wrong).unwrap_err(), ["E32"]);
    }
}

#[test]
fn a_rout_wipes_all_elan_and_the_wound_stays_unless_ruled_otherwise() {
    let table = routed("german", 9, (3, 3), "");
    assert_eq!((table.man(0, 9).elan, table.man(0, 9).wound), (0, Some(4)));
    let ruled = routed("german", 9, (3, 3), "[rulings]\nR40_wound_and_rout = \"rout_cancels_wound\"");
    assert_eq!(ruled.man(0, 9).wound, None);
}

#[test]
fn the_survival_slash_of_a_routed_man_is_a_ruling() {
    let ruled = routed("german", 9, (3, 3), "[rulings]\nR06_survival_mark_for_routed = false");
    assert_eq!(ruled.man(0, 9).surv, 1);
}

#[test]
fn a_man_broken_by_his_rout_is_killed_without_a_slash() {
    let table = routed("german", 9, (0, 1), "");
    assert!(table.man(0, 9).dead);
    assert_eq!((table.man(0, 9).surv, table.man(0, 9).elan), (0, 0));
    assert_eq!(table.points(0), 12 - 1);
}

#[test]
fn a_man_at_seven_and_seven_collects_nothing() {
    for (word, elan) in [("not_recorded", 4), ("recorded_useless", 4 + 1 + 2 + 3)] {
        let mut table = Table::order(
            "german",
            "american",
            "[\"V1\"]",
            &format!("[rulings]\nR01_elan_at_seven = \"{word}\""),
        );
        table.select_both();
        table.set(0, 9, |man| (man.morale, man.panic, man.elan) = (7, 7, 4));
        table.agree("german", &[(0, json!({"id": 9, "out": "in_play", "events": [{"hero": 1}]}))]);
        assert_eq!(table.man(0, 9).elan, elan, "{word}");
    }
}

#[test]
fn the_other_side_decides_for_its_own_men_only() {
    let mut table = routed("german", 9, (2, 4), "");
    assert_eq!(table.does(TWO, decide(json!("panic"))).unwrap_err(), ["decided"]);
}
