//! 42.8 Victory conditions: the ledger.

use rules_upfront::rules::s42_8_victory_points::campaign_winner;
use rules_upfront::state::PointsKind;
use rules_upfront::words::Side;
use serde_json::{Value, json};

use crate::{ONE, TWO, Table};

/// V8: the attacker takes "assault", the defender "hold" with an infantry gun of effect 3. The Americans defend.
fn gun_pit(more: &str, aux: Value, men: &[(u8, Value)]) -> Table {
    let mut table = Table::order("german", "american", "[\"V8\"]", more).throws(&[&[6, 1]]);
    table.must(kernel::Seat::Clock, json!({"do": "draw-lot"}));
    table.select_both();
    let mut telling = table.telling("german", men);
    telling["side_2"]["aux"] = aux;
    table.must(ONE, telling);
    table.must(TWO, json!({"do": "confirm"}));
    for seat in [ONE, TWO] {
        if table.state.facts.agreed.is_some() {
            let _ = table.does(seat, json!({"do": "decide"}));
        }
    }
    table
}

fn kinds(table: &Table, side: usize) -> Vec<(PointsKind, i32)> {
    table.state.facts.side[side].points.iter().map(|line| (line.kind, line.amount)).collect()
}

#[test]
fn a_win_brings_twelve_and_losses_cost_one_each() {
    let men = [
        (0, json!({"id": 4, "out": "killed"})),
        (0, json!({"id": 6, "out": "captured"})),
        (1, json!({"id": 4, "out": "panic_lost"})),
    ];
    let table = gun_pit("", json!([]), &men);
    assert_eq!(kinds(&table, 0), [(PointsKind::Lost, -1), (PointsKind::Lost, -1), (PointsKind::Won, 12)]);
    assert_eq!(kinds(&table, 1), [(PointsKind::Lost, -1)]);
}

#[test]
fn a_lost_gun_costs_three_and_its_boxed_number() {
    let gun = json!([{"kind": "ig", "effect": 3}]);
    assert_eq!(kinds(&gun_pit("", gun.clone(), &[]), 1), [(PointsKind::Gun, -6)]);
    let plus = "[rulings]\nR03_ig_loss = \"minus_3_plus_x\"";
    assert_eq!(gun_pit(plus, gun, &[]).points(1), 0);
}

#[test]
fn a_killed_commander_costs_one() {
    let commander = json!([{"kind": "commander_killed"}]);
    assert_eq!(kinds(&gun_pit("", commander, &[]), 1), [(PointsKind::Commander, -1)]);
}

#[test]
fn what_the_scenario_does_not_bring_cannot_be_lost() {
    for aux in [
        json!([{"kind": "ig", "effect": 4}]),
        json!([{"kind": "afv", "effect": 3}]),
        json!([{"kind": "ig", "effect": 3}, {"kind": "ig", "effect": 3}]),
        json!([{"kind": "commander_killed"}, {"kind": "commander_killed"}]),
    ] {
        let mut table = Table::order("german", "american", "[\"V8\"]", "").throws(&[&[6, 1]]);
        table.must(kernel::Seat::Clock, json!({"do": "draw-lot"}));
        table.select_both();
        let mut telling = table.telling("german", &[]);
        telling["side_2"]["aux"] = aux.clone();
        assert_eq!(table.does(ONE, telling).unwrap_err(), ["E34"], "{aux}");
    }
}

#[test]
fn which_losses_cost_a_point_is_a_ruling() {
    let more = "[rulings]\nR20_vp_for = \"killed_and_close_combat\"";
    for (out, points) in [("killed", -1), ("cc_lost", -1), ("captured", 0), ("panic_lost", 0)] {
        let table = gun_pit(more, json!([]), &[(1, json!({"id": 4, "out": out}))]);
        assert_eq!(table.points(1), points, "{out}");
    }
}

#[test]
fn a_scenario_without_a_winner_brings_nothing() {
    let mut table = Table::order("german", "american", "[\"V1\"]", "");
    table.select_both();
    table.agree("none", &[]);
    assert_eq!((table.points(0), table.points(1)), (0, 0));
}

#[test]
fn the_highest_total_wins_and_equal_totals_are_a_draw_or_go_to_the_last_winner() {
    let played = |more: &str| {
        let mut table = Table::order("german", "american", "[\"V1\", \"V1\"]", more);
        for winner in ["german", "american"] {
            table.select_both();
            table.agree(winner, &[]);
            for seat in [ONE, TWO] {
                if table.state.facts.agreed.is_some() {
                    let _ = table.does(seat, json!({"do": "decide"}));
                }
            }
        }
        table
    };
    assert_eq!(campaign_winner(&played("").state), None);
    let last = "[rulings]\nR34_equal_end = \"winner_of_last_scenario\"";
    assert_eq!(campaign_winner(&played(last).state), Some(Side::SECOND));
    let mut table = Table::order("german", "american", "[\"V1\"]", "");
    table.select_both();
    table.agree("american", &[]);
    assert_eq!(campaign_winner(&table.state), Some(Side::SECOND));
}
