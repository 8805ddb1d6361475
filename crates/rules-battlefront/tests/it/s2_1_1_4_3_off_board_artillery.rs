//! [BF-2.1.1.4.3] Off-board artillery.

use kernel::Seat;
use rules_battlefront::rules::s2_1_1_4_3_off_board_artillery::ModulesSpent;
use rules_battlefront::{Event, Side, Step};
use serde_json::json;

use crate::table::{GERMAN, RUSSIAN, Table, id};
use crate::{MIUS, MIUS_NIGHT};

fn rich(facts: &mut rules_battlefront::Facts) {
    facts.sides.iter_mut().for_each(|side| side.cpp = 30);
}

#[test]
fn modules_are_bought_in_the_morning_only_when_the_day_has_more_slots() {
    let buy = json!({ "do": "buy", "group": "GO1" });
    for (day, slot, good) in [(2, 1, true), (2, 2, false), (2, 3, false), (1, 2, false), (3, 1, true)] {
        let table = Table::of(MIUS, &[], None).with(|facts| (facts.day, facts.slot) = (day, slot));
        let mut table = table.at(Step::Purchases).with(rich);
        if good {
            table.plays(GERMAN, buy.clone(), &[]);
        } else {
            table.refuses(GERMAN, buy.clone(), "step", "BF-2.1.1.4.3-2");
        }
    }
    Table::rostov_24().at(Step::Purchases).with(rich).plays(
        GERMAN,
        json!({ "do": "buy", "group": "GO3" }),
        &[],
    );
}

#[test]
fn who_fired_leaves_at_the_day_s_end_and_who_did_not_stays() {
    // The battery of the Mius has fired on the morning; a second has not.
    let mut night = Table::of(MIUS, &[], Some(MIUS_NIGHT)).at(Step::Reveal).with(|facts| {
        let mut other = facts.sides[1].modules[0].clone();
        (other.id, other.fired) = (id("G-10"), false);
        facts.sides[1].modules.push(other);
    });
    let events = night.plays(Seat::Clock, json!({ "do": "reveal" }), &[]);
    assert!(
        events.contains(&Event::ModulesSpent(ModulesSpent { side: Side::SECOND, modules: vec![id("G-9")] }))
    );
    assert_eq!(
        night.state.side(Side::SECOND).modules.iter().map(|module| module.id).collect::<Vec<_>>(),
        [id("G-10")]
    );
    // Not while the day goes on.
    let mut noon = Table::of(MIUS, &[], None).with(|facts| facts.day = 2).at(Step::Reveal);
    noon = noon.with(|facts| facts.sides[1].modules[0].fired = true);
    noon.plays(Seat::Clock, json!({ "do": "reveal" }), &[]);
    assert_eq!(noon.state.side(Side::SECOND).modules.len(), 1);
}

#[test]
fn the_printed_example_of_the_o3() {
    // Four in the campaign. Two are bought for the 23rd and one fires: one remains on the 24th.
    let table = Table::rostov_24();
    assert_eq!(table.state.side(Side::SECOND).modules.len(), 1);
    // Two more for the 24th: three on the roster, four counted, none left to buy.
    let mut table = table.at(Step::Purchases).with(rich);
    table.plays(GERMAN, json!({ "do": "buy", "group": "GO3", "count": 2 }), &[]);
    table.refuses(GERMAN, json!({ "do": "buy", "group": "GO3" }), "limit-campaign", "BF-2.1.1.4.1-3");
    // All of them fire: none is left for the rest of the campaign.
    let mut night = table.at(Step::OvernightWithdrawal).with(|facts| {
        facts.sides[1].modules.iter_mut().for_each(|module| (module.fired, module.smoke) = (true, Some(1)));
        facts
            .sides
            .iter_mut()
            .flat_map(|side| &mut side.elements)
            .for_each(|element| element.scenario.withdrawal_rolled = true);
    });
    night.plays(RUSSIAN, json!({ "do": "done" }), &[]);
    night.plays(GERMAN, json!({ "do": "done" }), &[]);
    assert!(night.state.side(Side::SECOND).modules.is_empty());
    let morning = night.with(|facts| facts.weather = Some(1)).at(Step::Purchases).with(rich);
    morning.refuses(GERMAN, json!({ "do": "buy", "group": "GO3" }), "limit-campaign", "BF-2.1.1.4.1-3");
}
