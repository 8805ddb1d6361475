//! [BF-2.1.1.5] Fortification purchase points.

use rules_battlefront::{Side, Step};
use serde_json::json;

use crate::table::{GERMAN, Table};

#[test]
fn points_come_with_a_group_and_are_kept_until_spent() {
    let mut table = Table::rostov_24().at(Step::Purchases).with(|facts| facts.sides[1].cpp = 10);
    table.plays(GERMAN, json!({ "do": "buy", "group": "GP1" }), &[]);
    assert_eq!((table.state.side(Side::SECOND).fpp, table.state.side(Side::SECOND).cpp), (8, 7));
    assert_eq!(table.state.side(Side::SECOND).elements.len(), 6, "points are no formation");
}

#[test]
fn none_are_spent_that_are_not_held() {
    let table = Table::rostov_24().at(Step::Fortification);
    let (code, rule, sentence) = table.refusal(GERMAN, json!({ "do": "buy-fort", "type": "bunker" }));
    assert_eq!(
        (code, rule, &*sentence),
        ("funds", "BF-2.1.1.5.2-1", "Needs 4 fortification points, you hold 3.")
    );
}
