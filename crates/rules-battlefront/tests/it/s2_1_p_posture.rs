//! [BF-2.1.P] Posture.

use kernel::system::{Sealed, System};
use rules_battlefront::words::Posture;
use rules_battlefront::{Battlefront, Command, Event, Side, Step};
use serde_json::json;

use crate::table::{GERMAN, RUSSIAN, Table, id};

fn choose(posture: &str) -> serde_json::Value {
    json!({ "do": "choose-posture", "posture": posture })
}

#[test]
fn nobody_chooses_in_the_first_slot() {
    let mut table = Table::rostov();
    table.refuses(RUSSIAN, choose("attack"), "step", "BF-2.1.P-1");
    table.plays(kernel::Seat::Clock, json!({ "do": "open-slot" }), &[1]);
    table.refuses(GERMAN, choose("attack"), "step", "BF-2.1.P-1");
    let postures = Side::BOTH.map(|side| table.state.side(side).posture.map(|sealed| sealed.choice));
    assert_eq!(postures, [Some(Posture::Attack), Some(Posture::Defend)]);
}

#[test]
fn a_choice_may_be_replaced_until_both_have_sealed() {
    let mut table = Table::rostov_24();
    let events = table.plays(RUSSIAN, choose("attack"), &[]);
    let audiences: Vec<_> = events.iter().map(Event::audience).collect();
    assert_eq!(audiences, [kernel::Audience::Side(0), kernel::Audience::Public]);
    let again = table.plays(RUSSIAN, choose("defend"), &[]);
    assert_eq!(again.len(), 1, "the second seal is the side's own affair");
    table.plays(GERMAN, choose("attack"), &[]);
    assert_eq!(table.state.step(), Step::PurchasePoints);
    table.refuses(RUSSIAN, choose("attack"), "sealed", "BF-2.1.P-2");
    assert_eq!(table.state.side(Side::FIRST).posture.map(|sealed| sealed.choice), Some(Posture::Defend));
    table.at(Step::OvernightRepair).refuses(RUSSIAN, choose("attack"), "step", "BF-2.1.P-2");
}

#[test]
fn digests_become_public_together_and_open_at_the_reveal() {
    let mut table = Table::rostov_24();
    let digest = |n: &str| n.repeat(32);
    let seal = |n: &str| json!({ "do": "choose-posture", "posture": "defend", "nonce": digest("0a"), "digest": digest(n) });
    let command: Command = serde_json::from_value(choose("attack")).expect("a command");
    let sealing = Battlefront::sealing(&table.state, RUSSIAN, &command).expect("a posture is sealed");
    assert_eq!(
        (sealing.slot.as_str(), sealing.side, sealing.payload.as_str()),
        ("2.1/posture", id("russian"), "attack")
    );
    let first = table.plays(RUSSIAN, seal("1b"), &[]);
    let campaign = table.state.shared_campaign();
    assert!(first.iter().flat_map(|event| Battlefront::seals(&campaign, event)).next().is_none());
    let second = table.plays(GERMAN, seal("2c"), &[]);
    let closed: Vec<_> = second.iter().flat_map(|event| Battlefront::seals(&campaign, event)).collect();
    let closed_as = |side: &str, n: &str| Sealed::Closed {
        slot: "2.1/posture".into(),
        side: id(side),
        digest: digest(n),
    };
    assert_eq!(closed, [closed_as("russian", "1b"), closed_as("german", "2c")]);
    let mut at_reveal = table.with(|facts| {
        facts.step = Step::Reveal;
        facts.sides.iter_mut().for_each(|side| side.income = Some(0));
    });
    let events = at_reveal.plays(kernel::Seat::Clock, json!({ "do": "reveal" }), &[]);
    let opened: Vec<_> = events.iter().flat_map(|event| Battlefront::seals(&campaign, event)).collect();
    assert_eq!(opened.len(), 2);
    let payload = String::from("defend");
    assert_eq!(
        opened[0],
        Sealed::Opened { slot: "2.1/posture".into(), side: id("russian"), payload, nonce: digest("0a") }
    );
}

#[test]
fn where_nothing_is_hashed_nothing_is_published() {
    let mut table = Table::rostov_24();
    table.plays(RUSSIAN, choose("defend"), &[]);
    let events = table.plays(GERMAN, choose("defend"), &[]);
    assert!(events.iter().any(|event| matches!(event, Event::PosturesSealed(_))));
    let campaign = table.state.shared_campaign();
    assert!(events.iter().flat_map(|event| Battlefront::seals(&campaign, event)).next().is_none());
}
