//! 42.5 Transfer.

use kernel::{Acting, Odds};
use rules_upfront::rules::s42_5_transfer::Transferred;
use rules_upfront::state::Man;
use rules_upfront::words::{ManId, PlaceKind, Rank};
use rules_upfront::{Command, Event, UpFront};
use serde_json::{Value, json};

use crate::{ONE, Table};

/// Russian "picket": SL 26, ASL 21. Every man who could lead is dead but the light machine gunners.
fn leaderless() -> Table {
    let mut table = Table::order("russian", "german", "[\"V1\"]", "");
    table.kill(0, &[1, 19, 21, 26]);
    table
}

fn select(sl: Value, asl: Value) -> Value {
    json!({"do": "select", "slots": [{"listed": 26, "slot": "SL", "fill": sl}, {"listed": 21, "slot": "ASL", "fill": asl}]})
}

fn drawn(events: &[Event]) -> Vec<(PlaceKind, Vec<u8>, u8)> {
    let pools = events.iter().filter_map(|event| match event {
        Event::Transferred(Transferred { slot, pool, man, .. }) => {
            let pool = pool.iter().filter_map(|man| man.number()).collect();
            Some((*slot, pool, man.number().expect("a numbered man")))
        }
        _ => None,
    });
    pools.collect()
}

#[test]
fn a_transfer_is_drawn_only_when_nobody_fit_can_lead() {
    let mut table = Table::order("russian", "german", "[\"V1\"]", "");
    table.kill(0, &[26]);
    assert_eq!(table.does(ONE, select(json!("transfer"), json!({"use": 21}))).unwrap_err(), ["E20"]);
    let mut table = Table::order("russian", "german", "[\"V1\"]", "");
    table.kill(0, &[21]);
    assert_eq!(table.does(ONE, select(json!({"use": 26}), json!("transfer"))).unwrap_err(), ["E20"]);
}

#[test]
fn the_pool_holds_the_dead_squad_leaders_and_the_commissar_in_ascending_order() {
    for (face, man) in [(1, 1), (2, 19), (3, 26)] {
        let mut table = leaderless().throws(&[&[face]]);
        let events = table.must(ONE, select(json!("transfer"), json!("vacant")));
        assert_eq!(drawn(&events), [(PlaceKind::Sl, vec![1, 19, 26], man)]);
        assert_eq!(table.points(0), -7);
        let card = table.state.campaign.decks[kernel::Side::FIRST].nation.men[usize::from(man) - 1].clone();
        assert_eq!(table.man(0, man), Man { trans: 1, ..Man::fresh(&card) }, "as printed, columns empty");
    }
}

#[test]
fn every_card_of_the_pool_has_the_same_chance() {
    let table = leaderless();
    let command: Command =
        serde_json::from_value(select(json!("transfer"), json!("vacant"))).expect("a command");
    let odds = Odds::of::<UpFront>(&table.state, Acting::own(ONE), &command).expect("odds");
    assert_eq!(odds.outcomes.iter().map(|outcome| outcome.weight).collect::<Vec<_>>(), [1, 1, 1]);
    assert_eq!(odds.of, 3);
}

#[test]
fn the_squad_leaders_place_may_not_stay_empty_while_a_card_can_be_drawn() {
    let empty = select(json!("vacant"), json!("vacant"));
    assert_eq!(leaderless().does(ONE, empty.clone()).unwrap_err(), ["E15"]);
    let more = "[rulings]\nR56_sl_transfer = \"may\"";
    let mut ruled = Table::order("russian", "german", "[\"V1\"]", more);
    ruled.kill(0, &[1, 19, 21, 26]);
    assert!(ruled.does(ONE, empty.clone()).is_ok());
    // Nobody can be drawn: all who could lead are in hospital.
    let mut hospital = Table::order("russian", "german", "[\"V1\"]", "");
    for man in [1, 19, 21, 26] {
        hospital.set(0, man, |man| man.wound = Some(3));
    }
    let draw = select(json!("transfer"), json!("vacant"));
    assert_eq!(hospital.does(ONE, draw).unwrap_err(), ["E21"]);
    hospital.must(ONE, empty);
    assert_eq!(hospital.points(0), 0);
}

#[test]
fn a_wounded_leader_and_an_exchange_do_not_stand_against_a_transfer() {
    let mut table = Table::order("russian", "german", "[\"V1\"]", "");
    table.kill(0, &[26, 21]);
    table.set(0, 1, |man| man.wound = Some(3));
    table.set(0, 19, |man| man.wound = Some(3));
    let events = table.must(ONE, select(json!("transfer"), json!("vacant")));
    assert_eq!(drawn(&events), [(PlaceKind::Sl, vec![26], 26)], "a pool of one needs no die");
}

#[test]
fn an_assistant_is_drawn_from_assistants_and_the_commissar_never_from_squad_leaders() {
    let mut table = leaderless();
    // #2, #16, #27 and #28 could assist as well.
    table.kill(0, &[2, 16, 17, 27, 28]);
    let mut table = table.throws(&[&[3], &[2]]);
    let mut request = select(json!("transfer"), json!("transfer"));
    request["slots"].as_array_mut().expect("slots").push(json!({"listed": 28, "fill": "replace"}));
    let events = table.must(ONE, request);
    assert_eq!(drawn(&events), [(PlaceKind::Sl, vec![1, 19, 26], 26), (PlaceKind::Asl, vec![2, 19, 21], 19)]);
    assert_eq!(table.points(0), -15);
}

#[test]
fn no_card_in_a_pool_makes_the_force_unlawful() {
    // A corporal leads: the junior sergeants among the dead would outrank him.
    let mut table = Table::order("russian", "german", "[\"V1\"]", "");
    table.kill(0, &[1, 2, 16, 17, 19, 21, 26, 27, 28]);
    table.set(0, 3, |man| man.rank = Some(Rank::Cpl));
    let mut request = select(json!({"use": 3}), json!("transfer"));
    request["slots"].as_array_mut().expect("slots").push(json!({"listed": 28, "fill": "replace"}));
    let events = table.must(ONE, request);
    assert_eq!(drawn(&events), [(PlaceKind::Asl, vec![19], 19)]);
    let mut none =
        Table::order("russian", "german", "[\"V1\"]", "[rulings]\nR13_commissar_rank = \"lowest\"");
    none.kill(0, &[1, 2, 16, 17, 21, 26, 27, 28]);
    let mut request = select(json!({"use": 19}), json!("transfer"));
    request["slots"].as_array_mut().expect("slots").push(json!({"listed": 28, "fill": "replace"}));
    assert_eq!(none.does(ONE, request).unwrap_err(), ["E21"]);
}

#[test]
fn the_list_of_transfers_says_the_same_as_the_places() {
    let mut table = leaderless().throws(&[&[1]]);
    let slots = json!([{"listed": 21, "fill": "vacant"}]);
    table.must(ONE, json!({"do": "select", "transfers": [{"slot": "SL"}], "slots": slots}));
    let force = table.state.facts.side[0].force.as_ref().expect("a force");
    assert_eq!(force.leader(PlaceKind::Sl), Some(ManId::new(1)));
    for slot in ["plain", "COMM"] {
        let wrong = json!({"do": "select", "transfers": [{"slot": slot}]});
        assert_eq!(Table::between("russian", "german").does(ONE, wrong).unwrap_err(), ["E20"]);
    }
}

#[test]
fn an_empty_pool_of_squad_leaders_says_nothing_of_the_assistants() {
    let mut table = leaderless();
    for man in [1, 2, 16, 19, 26, 27, 28] {
        table.set(0, man, |man| (man.dead, man.wound) = (false, Some(4)));
    }
    let both = json!({"do": "select", "slots": [
        {"listed": 26, "fill": "transfer"}, {"listed": 21, "fill": "transfer"}, {"listed": 28, "fill": "vacant"}]});
    table.refuses(ONE, both, &["E21"]);
}
