//! 42.45 Survival.

use rules_upfront::rules::s42_45_survival::pinned_kia;
use serde_json::json;

use crate::Table;

/// #12 (LMG) or #14 (FT) with these marks survives a scenario, pinned.
fn survives(man: u8, kia: u8, surv: u8, promo: u8) -> (u8, u8, u8) {
    let order = if man == 14 { "[\"V7\"]" } else { "[\"V1\"]" };
    let mut table = Table::order("german", "american", order, "");
    table.select_both();
    table.set(0, man, |man| (man.kia, man.surv, man.promo) = (kia, surv, promo));
    table.agree("american", &[(0, json!({"id": man, "out": "in_play", "pinned": true}))]);
    let man = table.man(0, man);
    (man.kia, man.surv, man.promo)
}

#[test]
fn every_end_but_a_loss_earns_a_slash() {
    for (out, slashes) in
        [("in_play", 1), ("routed", 1), ("withdrawn", 1), ("not_entered", 0), ("killed", 0), ("captured", 0)]
    {
        let mut table = Table::order("german", "american", "[\"V1\"]", "");
        table.select_both();
        table.agree("american", &[(0, json!({"id": 9, "out": out}))]);
        assert_eq!(table.man(0, 9).surv, slashes, "{out}");
    }
}

#[test]
fn the_fifth_slash_restores_a_replacement_and_is_wiped_with_the_rest() {
    assert_eq!(survives(12, 7, 3, 2), (7, 4, 2));
    assert_eq!(survives(12, 7, 4, 2), (8, 0, 2));
    assert_eq!(survives(14, 6, 4, 0), (7, 0, 0), "flamethrower");
}

#[test]
fn who_stands_at_his_ceiling_keeps_his_slashes() {
    assert_eq!(survives(12, 8, 4, 2), (8, 5, 2));
    assert_eq!(survives(14, 7, 4, 2), (7, 5, 2), "flamethrower");
}

#[test]
fn the_pinned_side_is_one_higher() {
    assert_eq!([6, 7, 8].map(pinned_kia), [7, 8, 9]);
}
