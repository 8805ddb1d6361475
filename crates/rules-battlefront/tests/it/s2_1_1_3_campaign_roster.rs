//! [BF-2.1.1.3] The campaign roster.

use kernel::grammar::why_not;
use rules_battlefront::rules::s2_1_1_3_campaign_roster::{n_deployable, unavailable, unit_type};
use rules_battlefront::rules::s2_1_1_8_deploy::takes_part;
use rules_battlefront::words::{Class, Origin};
use rules_battlefront::{Side, Step};
use serde_json::json;

use crate::MIUS;
use crate::table::{GERMAN, RUSSIAN, Table, id};

#[test]
fn the_roster_lists_initial_scheduled_and_bought_forces() {
    let mut table = Table::of(MIUS, &[], None)
        .with(|facts| {
            facts.day = 2;
            facts.sides[0].cpp = 30;
        })
        .at(Step::PurchasePoints);
    table.plays(RUSSIAN, json!({ "do": "cpp-roll" }), &[5]);
    table.plays(GERMAN, json!({ "do": "cpp-roll" }), &[5]);
    let arrived = table.state.side(Side::SECOND).element(id("G-3")).expect("it has arrived");
    assert_eq!(
        (arrived.origin, arrived.class, arrived.stands.len()),
        (Origin::Scheduled, Class::Infantry, 10)
    );
    assert_eq!(table.state.element_name(Side::SECOND, arrived), "3./Panzergrenadier");
    let initial = table.state.side(Side::FIRST).element(id("R-2")).expect("it is there from the start");
    assert_eq!((initial.discipline, unit_type(initial)), (id("Raw"), id("RI1")));
    assert_eq!(table.state.side(Side::FIRST).modules.len(), 1, "a module is no formation");
}

#[test]
fn what_is_wrecked_or_lost_cannot_be_deployed() {
    let mut table = crate::s2_1_1_7_choose_forces::choosing(&[]);
    table.plays(RUSSIAN, json!({ "do": "choose-forces", "forces": ["R-101", "R-201"] }), &[]);
    let reason = |stand: &str| {
        let (element, stand) = table.state.side(Side::FIRST).stand(id(stand)).expect("on the roster");
        let against = why_not(|why| takes_part(&table.state, Side::FIRST, element, stand, why));
        against.map(|no| (no.code, no.sentence))
    };
    let unavailable = |sentence: &str| Some(("unavailable", sentence.to_owned()));
    assert_eq!(reason("R-201-1"), None);
    assert_eq!(reason("R-201-2"), unavailable("Tank Company A R-201-2 is a wreck."));
    assert_eq!(reason("R-101-4"), unavailable("1st Rifle Company R-101-4 is gone."));
}

#[test]
fn a_group_that_arrives_later_is_not_deployable_before() {
    let mut table = Table::mius_night().at(Step::Purchases).with(|facts| facts.sides[0].cpp = 20);
    table.plays(RUSSIAN, json!({ "do": "buy", "group": "RA1" }), &[]);
    let bought = table.state.side(Side::FIRST).element(id("RA1.1")).expect("on the roster");
    assert_eq!(unavailable(&table.state, bought).as_deref(), Some("RA1.1 arrives 2 August."));
    assert_eq!(n_deployable(&table.state, Side::FIRST, id("RA1")), 1, "the initial company alone");
}
