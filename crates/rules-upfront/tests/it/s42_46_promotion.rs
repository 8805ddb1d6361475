//! 42.46 Promotion.

use rules_upfront::rules::s42_46_promotion::hand;
use rules_upfront::words::Rank;
use serde_json::{Value, json};

use crate::{ONE, Table};

/// #9 of the German picket with these marks survives, pinned; a step is possible with 5 Elan.
fn survives(change: impl FnOnce(&mut rules_upfront::state::Man), more: &str, decisions: Value) -> Table {
    let mut table = Table::order("german", "american", "[\"V1\"]", more);
    table.select_both();
    table.set(0, 9, change);
    table.agree("american", &[(0, json!({"id": 9, "out": "in_play", "pinned": true}))]);
    if table.state.facts.agreed.is_some() {
        let mut command = json!({"do": "decide"});
        for (key, value) in decisions.as_object().into_iter().flatten() {
            command[key.as_str()] = value.clone();
        }
        table.must(ONE, command);
    }
    table
}

fn marks(table: &Table) -> (Option<Rank>, u8, u8, u8) {
    let man = table.man(0, 9);
    (man.rank, man.surv, man.promo, man.kia)
}

#[test]
fn ten_slashes_bring_a_rank_and_wipe_both_columns() {
    let table = survives(|man| (man.surv, man.promo) = (4, 4), "", json!({}));
    assert_eq!(marks(&table), (Some(Rank::Pvt), 5, 4, 8));
    let table = survives(|man| (man.surv, man.promo) = (4, 5), "", json!({}));
    assert_eq!(marks(&table), (Some(Rank::Pfc), 0, 0, 8));
    let table = survives(|man| (man.surv, man.promo) = (9, 9), "", json!({}));
    assert_eq!(marks(&table), (Some(Rank::Pfc), 0, 0, 8), "the surplus is lost");
}

#[test]
fn the_slash_of_a_step_can_complete_the_ten() {
    let table = survives(
        |man| (man.surv, man.promo, man.elan, man.panic) = (4, 4, 5, 3),
        "",
        json!({"trade": {"9": ["panic"]}}),
    );
    assert_eq!(marks(&table), (Some(Rank::Pfc), 0, 0, 8));
}

#[test]
fn every_ladder_is_climbed_to_its_top() {
    for (nation, ladder) in [
        ("german", vec![Rank::Pvt, Rank::Pfc, Rank::Cpl, Rank::Sgt, Rank::Ssg]),
        ("russian", vec![Rank::Pvt, Rank::Cpl, Rank::JrSgt, Rank::Sgt, Rank::Ssg]),
        ("italian", vec![Rank::Pvt, Rank::Pfc, Rank::Cpl, Rank::Sgt, Rank::Ssg]),
    ] {
        for pair in ladder.windows(2) {
            let mut table = Table::order(nation, "american", "[\"V1\"]", "");
            table.select_both();
            let man = if nation == "italian" { 10 } else { 5 };
            table.set(0, man, |man| (man.rank, man.surv) = (Some(pair[0]), 9));
            table.agree("american", &[(0, json!({"id": man, "out": "in_play", "pinned": true}))]);
            assert_eq!(table.man(0, man).rank, Some(pair[1]), "{nation}");
        }
    }
}

#[test]
fn a_staff_sergeants_slashes_go_on_or_are_wiped_by_ruling() {
    let top = |man: &mut rules_upfront::state::Man| (man.rank, man.surv) = (Some(Rank::Ssg), 9);
    assert_eq!(marks(&survives(top, "", json!({}))), (Some(Rank::Ssg), 10, 0, 8));
    let cleared = "[rulings]\nR12_ssg_marks = \"cleared\"";
    assert_eq!(marks(&survives(top, cleared, json!({}))), (Some(Rank::Ssg), 0, 0, 8));
}

#[test]
fn commissars_are_never_promoted() {
    let mut table = Table::order("russian", "american", "[\"V7\"]", "");
    table.select_both();
    table.set(0, 19, |man| man.surv = 15);
    table.agree("american", &[(0, json!({"id": 19, "out": "in_play", "pinned": true}))]);
    assert_eq!((table.man(0, 19).rank, table.man(0, 19).surv), (Some(Rank::Comm), 16));
}

#[test]
fn restoration_comes_before_promotion_unless_a_ruling_turns_it() {
    let due = |man: &mut rules_upfront::state::Man| (man.kia, man.surv, man.promo) = (7, 4, 5);
    assert_eq!(marks(&survives(due, "", json!({}))), (Some(Rank::Pvt), 0, 5, 8));
    let turned = "[rulings]\nR10_order = \"promotion_first\"";
    assert_eq!(marks(&survives(due, turned, json!({}))), (Some(Rank::Pfc), 0, 0, 7));
    let owner = "[rulings]\nR10_order = \"owner\"";
    assert_eq!(marks(&survives(due, owner, json!({}))), (Some(Rank::Pvt), 0, 5, 8));
    assert_eq!(
        marks(&survives(due, owner, json!({"order": {"9": "promotion"}}))),
        (Some(Rank::Pfc), 0, 0, 7)
    );
}

#[test]
fn by_ruling_the_owner_lets_a_promotion_wait() {
    let due = |man: &mut rules_upfront::state::Man| man.surv = 9;
    let owner = "[rulings]\nR11_promotion = \"owner\"";
    assert_eq!(marks(&survives(due, owner, json!({}))), (Some(Rank::Pfc), 0, 0, 8));
    assert_eq!(marks(&survives(due, owner, json!({"promote": {"9": "wait"}}))), (Some(Rank::Pvt), 10, 0, 8));
}

#[test]
fn a_slash_for_presence_is_a_ruling() {
    let present = "[rulings]\nR05_promotion_mark_for_presence = true";
    assert_eq!(marks(&survives(|_| {}, present, json!({}))), (Some(Rank::Pvt), 1, 1, 8));
    assert_eq!(marks(&survives(|_| {}, "", json!({}))), (Some(Rank::Pvt), 1, 0, 8));
}

#[test]
fn decisions_on_order_and_promotion_that_are_not_owed_are_refused() {
    let mut table = Table::order("german", "american", "[\"V1\"]", "");
    table.select_both();
    table.set(0, 9, |man| (man.surv, man.elan) = (9, 9));
    table.agree("american", &[]);
    let wrong = json!({"do": "decide", "order": {"9": "kia"}, "promote": {"9": "wait"}});
    assert_eq!(table.does(ONE, wrong).unwrap_err(), ["E34", "E34"]);
}

#[test]
fn a_staff_sergeant_raises_the_hand_and_costs_two_when_he_is_gone() {
    let campaign = Table::between("german", "american").state.campaign;
    let size = |side: usize, rank| {
        let hand = hand(&campaign, &campaign.decks[kernel::Side::BOTH[side]], rank);
        (hand.with_leader, hand.without_leader)
    };
    assert_eq!(size(0, Some(Rank::Sgt)), (5, 4));
    assert_eq!(size(0, Some(Rank::Ssg)), (6, 4));
    assert_eq!(size(1, Some(Rank::Ssg)), (7, 5));
    assert_eq!(size(1, None), (5, 5));
}

#[test]
fn an_owner_may_let_any_promotion_wait_that_this_scenario_brings() {
    let with = |rulings: &str, change: &dyn Fn(&mut rules_upfront::state::Man)| {
        let more = format!("[rulings]\nR11_promotion = \"owner\"\n{rulings}");
        let mut table = crate::Table::order("german", "american", "[\"V1\"]", &more);
        table.select_both();
        table.set(0, 10, change);
        table.agree("none", &[]);
        table
    };
    // The tenth slash comes from being in play.
    let mut table = with("R05_promotion_mark_for_presence = true", &|man| man.surv = 8);
    table.must(crate::ONE, serde_json::json!({"do": "decide", "promote": {"10": "wait"}}));
    assert_eq!((table.man(0, 10).surv, table.man(0, 10).promo), (9, 1));
    // The ninth and tenth come from two steps.
    let mut table = with("R08_steps_per_scenario = \"as_many_as_elan_allows\"", &|man| {
        (man.surv, man.elan) = (7, 8);
    });
    let both =
        serde_json::json!({"do": "decide", "trade": {"10": ["panic", "panic"]}, "promote": {"10": "wait"}});
    table.must(crate::ONE, both);
    assert_eq!((table.man(0, 10).surv, table.man(0, 10).promo), (8, 2));
}
