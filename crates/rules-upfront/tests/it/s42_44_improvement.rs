//! 42.44 Improvement, exhaustively over every state a living man can be in.

use rules_upfront::rules::s42_44_improvement::{NoStep, hindrances};
use rules_upfront::words::Trait;
use serde_json::{Value, json};

use crate::s42_42_rout::living;
use crate::{ONE, Table};

/// #9 of the German picket, there at the end and pinned, with this Elan at these values.
fn with(values: (u8, u8), elan: u16, more: &str) -> Table {
    let mut table = Table::order("german", "american", "[\"V1\"]", more);
    table.select_both();
    table.set(0, 9, |man| {
        (man.morale, man.panic) = values;
        man.elan = elan;
    });
    // #10 routs and keeps a decision open whatever #9 can do.
    table.set(0, 10, |man| (man.morale, man.panic) = (2, 4));
    let ends =
        [(0, json!({"id": 9, "out": "in_play", "pinned": true})), (0, json!({"id": 10, "out": "routed"}))];
    table.agree("american", &ends);
    table
}

fn trade(steps: Value) -> Value {
    json!({"do": "decide", "rout": {"10": "panic"}, "trade": {"9": steps}})
}

#[test]
fn every_living_state_with_four_and_with_five_elan() {
    for nation in ["german", "italian"] {
        let campaign = Table::between(nation, "american").state.campaign.clone();
        let caps = campaign.decks[kernel::Side::FIRST].nation.caps;
        let slack = u8::from(nation == "italian");
        for (morale, panic) in living(&caps) {
            for which in Trait::ALL {
                for elan in [4, 5] {
                    let found: Vec<NoStep> =
                        hindrances(&campaign, &caps, elan, (morale, panic), *which).collect();
                    let top = if *which == Trait::Morale { morale == 7 } else { panic == 7 };
                    let tilted = *which == Trait::Morale && !top && morale + 1 > panic + slack;
                    let mut expected = Vec::new();
                    expected.extend((elan < 5).then_some(NoStep::Elan));
                    expected.extend(top.then_some(NoStep::Ceiling));
                    expected.extend(tilted.then_some(NoStep::Balance));
                    assert_eq!(found, expected, "{nation} {morale}/{panic} {which} {elan}");
                }
            }
        }
    }
}

#[test]
fn five_elan_buy_one_step_and_a_promotion_slash() {
    let mut table = with((3, 4), 7, "");
    table.must(ONE, trade(json!(["morale"])));
    let man = table.man(0, 9);
    assert_eq!((man.morale, man.panic, man.elan, man.promo, man.surv), (4, 4, 2, 1, 1));
}

#[test]
fn a_step_may_be_declined() {
    for decline in [json!({"do": "decide", "rout": {"10": "panic"}}), trade(json!([]))] {
        let mut table = with((3, 4), 7, "");
        table.must(ONE, decline);
        assert_eq!((table.man(0, 9).elan, table.man(0, 9).promo), (7, 0));
    }
}

#[test]
fn the_price_the_ceiling_and_the_balance() {
    for (values, elan, which, codes) in [
        ((3, 4), 4, "morale", vec!["E41"]),
        ((7, 7), 9, "morale", vec!["E42"]),
        ((6, 7), 9, "panic", vec!["E42"]),
        ((4, 4), 9, "morale", vec!["E44"]),
        ((4, 4), 4, "morale", vec!["E41", "E44"]),
    ] {
        let mut table = with(values, elan, "");
        assert_eq!(table.does(ONE, trade(json!([which]))).unwrap_err(), codes, "{values:?} {elan} {which}");
    }
}

#[test]
fn one_step_after_a_scenario_or_by_ruling_as_many_as_elan_pays() {
    let mut table = with((3, 4), 12, "");
    assert_eq!(table.does(ONE, trade(json!(["morale", "panic"]))).unwrap_err(), ["E43"]);
    let many = "[rulings]\nR08_steps_per_scenario = \"as_many_as_elan_allows\"";
    let mut table = with((3, 4), 12, many);
    assert_eq!(table.does(ONE, trade(json!(["morale", "morale"]))).unwrap_err(), ["E44"]);
    assert_eq!(table.does(ONE, trade(json!(["panic", "panic", "panic"]))).unwrap_err(), ["E41"]);
    table.must(ONE, trade(json!(["panic", "morale"])));
    let man = table.man(0, 9);
    assert_eq!((man.morale, man.panic, man.elan, man.promo), (4, 5, 2, 2));
}

#[test]
fn who_did_not_take_part_or_was_lost_buys_nothing() {
    let mut table = with((3, 4), 7, "");
    assert_eq!(
        table
            .does(ONE, json!({"do": "decide", "rout": {"10": "panic"}, "trade": {"4": ["panic"]}}))
            .unwrap_err(),
        ["E40"]
    );
    let mut table = Table::order("german", "american", "[\"V1\"]", "");
    table.select_both();
    table.set(0, 10, |man| (man.morale, man.panic) = (2, 4));
    for man in [5, 7] {
        table.set(0, man, |man| man.elan = 9);
    }
    let ends = [
        (0, json!({"id": 5, "out": "killed"})),
        (0, json!({"id": 7, "out": "not_entered"})),
        (0, json!({"id": 10, "out": "routed"})),
    ];
    table.agree("none", &ends);
    let wrong = json!({"do": "decide", "rout": {"10": "panic"}, "trade": {"5": ["panic"], "7": ["panic"], "10": ["panic"]}});
    assert_eq!(table.does(ONE, wrong).unwrap_err(), ["E40", "E40", "E41"]);
}

#[test]
fn an_italian_may_rise_to_morale_one_above_panic_and_no_further() {
    let caps = Table::between("italian", "german").state.campaign.decks[kernel::Side::FIRST].nation.caps;
    let campaign = Table::between("italian", "german").state.campaign;
    let can = |values, which| hindrances(&campaign, &caps, 5, values, which).next().is_none();
    assert!(can((3, 3), Trait::Morale));
    assert!(!can((4, 3), Trait::Morale));
    assert!(can((4, 3), Trait::Panic));
}

#[test]
fn in_a_team_game_steps_wait_for_its_last_scenario() {
    let mut table = Table::order("german", "american", "[[\"V1\", \"V2\"], \"V1\"]", "");
    table.select_both();
    table.set(0, 9, |man| (man.morale, man.panic, man.elan) = (3, 4, 9));
    table.set(0, 10, |man| (man.morale, man.panic) = (2, 4));
    table.agree("german", &[(0, json!({"id": 10, "out": "routed"}))]);
    assert_eq!(table.does(ONE, trade(json!(["panic"]))).unwrap_err(), ["E45"]);
    table.must(ONE, json!({"do": "decide", "rout": {"10": "panic"}}));
    assert_eq!((table.man(0, 9).elan, table.man(0, 9).surv), (12, 1), "won and unpinned in his own scenario");
    // The second scenario of the Team Game, "hunters": 9 is not in it, but moved into it he earns there too.
    table.select_both();
    let mut moved = table.clone();
    moved.agree("german", &[(0, json!({"id": 9, "out": "in_play", "moved_in": true}))]);
    moved.must(ONE, json!({"do": "decide", "trade": {"9": ["panic"]}}));
    assert_eq!((moved.man(0, 9).elan, moved.man(0, 9).surv, moved.man(0, 9).panic), (12 + 3 - 5, 2, 5));
    // Who took part in the first only still trades after the last.
    table.agree("none", &[]);
    table.must(ONE, json!({"do": "decide", "trade": {"9": ["panic"]}}));
    assert_eq!((table.man(0, 9).elan, table.man(0, 9).surv, table.man(0, 9).promo), (7, 1, 1));
}

#[test]
fn moving_in_is_for_men_of_the_same_team_game() {
    let mut table = Table::order("german", "american", "[\"V1\", \"V2\"]", "");
    table.select_both();
    table.agree("none", &[]);
    table.select_both();
    let telling = table.telling("none", &[(0, json!({"id": 9, "out": "in_play", "moved_in": true}))]);
    assert_eq!(table.does(ONE, telling).unwrap_err(), ["E31"]);
}

#[test]
fn a_reserve_that_never_came_to_the_last_scenario_of_a_team_game_trades_nothing() {
    let mut table = Table::order("german", "american", "[[\"V1\", \"V1\"]]", "");
    table.select_both();
    table.agree("none", &[(0, json!({"id": 9, "out": "in_play", "events": [{"hero": 2}]}))]);
    table.select_both();
    let hero = json!({"id": 10, "out": "in_play", "events": [{"hero": 2}]});
    table.agree("none", &[(0, json!({"id": 9, "out": "not_entered"})), (0, hero)]);
    assert!(table.man(0, 9).elan >= 5 && table.state.facts.agreed.is_some());
    table.refuses(ONE, json!({"do": "decide", "trade": {"9": ["panic"]}}), &["E40"]);
}
