//! BCS-GEN-2: a formation with several HQs. The examples show each rule that measures from an HQ; here is what they cannot: how
//! the facts are written, when a formation is Done, who answers for a side that stays away, and what pages offer.

use std::collections::BTreeSet;
use std::sync::Arc;

use kernel::view::Block;
use kernel::{Seat, System};
use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::rules::{s18_retreat, s21_standing};
use rules_bcs::sight::Sight;
use rules_bcs::state::{Facts, HqSet, HqState, Hqs};
use rules_bcs::{BattalionCombat, Command, SARN_WEST, Scenario, State};
use serde_json::{from_value, json, to_value};

use crate::table::*;
use crate::with_two_hqs;

/// The small scenario: B1 has two HQs, in 1413 and 1405, R2 three, in 2205, 2012 and 2512.
fn two() -> Arc<Scenario> {
    let text = with_two_hqs(SARN_WEST);
    Scenario::load("two.toml", &text).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// The activities of B1.
fn acting(change: impl FnOnce(&mut Facts)) -> State {
    acts_in(two(), BLUE, "B1", Level::Full, &[], change)
}

fn go(id: &str, way: &str) -> Command {
    Command::Move { unit: unit(id), path: path(way) }
}

#[test]
fn one_hq_is_written_as_a_hex_and_several_as_a_list() {
    let several: Hqs = [Some(hex("1413")), None].into_iter().collect();
    for (hqs, written) in
        [(Hqs::from(Some(hex("1413"))), json!("1413")), (several, json!(["1413", "off-map"]))]
    {
        assert_eq!(to_value(&hqs).unwrap(), written);
        assert_eq!(from_value::<Hqs>(written).unwrap(), hqs);
    }
    let state = opened(west(), |facts| {
        let body = body(facts, "B1");
        (body.hq, body.state) = (None.into(), HqState::Done);
    });
    let body = &state.facts.formation[0];
    assert!(!to_value(body).unwrap().as_object().unwrap().contains_key("hq"), "off the map it is left out");
    assert_eq!(from_value::<Hqs>(json!(["1413"])).unwrap(), Hqs::from(Some(hex("1413"))));
    for wrong in [json!([]), json!(["14"]), json!("off-map"), json!(7)] {
        from_value::<Hqs>(wrong).unwrap_err();
    }
    let mut moved = HqSet::default();
    for (n, written) in [(0, json!(true)), (2, json!([1, 3]))] {
        moved.add(n);
        assert_eq!(to_value(moved).unwrap(), written);
        assert_eq!(from_value::<HqSet>(written).unwrap(), moved);
    }
    assert_eq!(from_value::<HqSet>(json!(false)).unwrap(), HqSet::NONE);
    for wrong in [json!([0]), json!([10]), json!("first")] {
        from_value::<HqSet>(wrong).unwrap_err();
    }
}

/// [BCS-HQ-6] No road runs through 1510: an HQ that is jumped there has no way.
#[test]
fn a_formation_is_done_when_its_last_hq_leaves_the_map() {
    let before = |hqs: [Option<&str>; 3]| {
        acting(|facts| {
            body(facts, "R2").hq = hqs.into_iter().map(|at| at.map(hex)).collect();
            piece(facts, "B1-t2").at = Some(hex("1511"));
        })
    };
    let cases = [
        // Another stays on the map.
        ([Some("1510"), Some("2205"), None], HqState::Used),
        ([None, None, Some("1510")], HqState::Done),
        // All of them are there, and the last that goes is the last.
        ([Some("1510"), Some("1510"), Some("1510")], HqState::Done),
    ];
    for (hqs, lies) in cases {
        let mut state = before(hqs);
        done(&mut state, BLUE, go("B1-t2", "1510"), &[]);
        assert!(now(&state).jumped.is_empty(), "{hqs:?}");
        assert_eq!(of(&state, "R2").state, lies, "{hqs:?}");
        let n = hqs.iter().filter(|at| **at == Some("1510")).count();
        assert_eq!(usize::from(state.facts.jumps[kernel::Side::FIRST]), n, "{hqs:?}");
    }
}

/// [BCS-RET-6] [BCS-RET-7] Of two refuges the one with the shortest Safe Path comes first.
#[test]
fn the_nearest_refuge_is_the_first() {
    let refuges = |hqs: [Option<&str>; 2]| {
        let state = acting(|facts| {
            let body = body(facts, "B1");
            (body.hq, body.state) = (hqs.into_iter().map(|at| at.map(hex)).collect(), HqState::Done);
        });
        let found = s18_retreat::refuges(&Sight::of(&state), state.unit(unit("B1-m1")).unwrap());
        found.into_iter().map(|(n, _)| n).collect::<Vec<_>>()
    };
    assert_eq!(refuges([Some("1413"), Some("1112")]), [0, 1]);
    assert_eq!(refuges([Some("1112"), Some("1413")]), [1, 0]);
    assert_eq!(refuges([Some("1413"), None]), [0]);
    // Two hexes away is too near.
    assert_eq!(refuges([Some("1513"), Some("1413")]), [1]);
    assert_eq!(refuges([None, None]), Vec::<usize>::new());
}

/// [BCS-RET-13] The answer for a side that stays away names the HQ that was jumped.
#[test]
fn for_a_side_that_stays_away_the_hq_that_was_jumped_retreats() {
    let mut state = acting(|facts| {
        body(facts, "R2").hq.set(1, Some(hex("1615")));
    });
    done(&mut state, BLUE, go("B1-t2", "1514 1614 1615"), &[]);
    let answer = s21_standing::in_absence(&state, RED).expect("an answer");
    assert!(matches!(answer, Command::RetreatHq { hq: Some(2), .. }), "{answer:?}");
    done(&mut state, RED, answer, &[]);
    assert_eq!((of(&state, "R2").hq.off_map().count(), now(&state).jumped.len()), (0, 0));
}

/// Every lawful command of a side.
fn all(state: &State, seat: Seat) -> Vec<Command> {
    let mut all = Vec::new();
    rules_bcs::offers::every(&Sight::of(state), seat, |command| all.push(command));
    all
}

#[test]
fn each_hq_is_offered_and_is_a_counter_of_its_own() {
    let state = acting(|_| {});
    let mut met = BTreeSet::new();
    for command in all(&state, BLUE) {
        match command {
            Command::MoveHq { hq, .. } => met.insert(("move", hq)),
            Command::RetreatHq { hq, .. } => met.insert(("retreat", hq)),
            _ => false,
        };
    }
    let each = [("move", None), ("move", Some(2)), ("retreat", None), ("retreat", Some(2))];
    assert_eq!(met, BTreeSet::from(each));
    let page = BattalionCombat::view(&state, BLUE)
        .pages
        .into_iter()
        .flat_map(|page| page.main)
        .find_map(|block| if let Block::Board(board) = block { Some(board) } else { None })
        .expect("a board");
    let named = |name: &str| page.counters.iter().find(|one| one.name == name).expect(name);
    assert_eq!(named("HQ 1 of 7th Armoured Group").key, "hq-B1");
    assert_eq!(named("HQ 2 of 7th Armoured Group").key, "hq2-B1");
    assert!(page.counters.iter().any(|one| one.name == "HQ of 4th Infantry Division"));
    let acts = |key: &str, word: &str| {
        page.acts.iter().any(|act| act.word == word && act.counters.iter().any(|one| one == key))
    };
    assert!(acts("hq-B1", "hq") && acts("hq2-B1", "hq"));
    assert!(acts("hq-B1", "retreat-hq") && acts("hq2-B1", "retreat-hq"));
    let second = page.acts.iter().find(|act| act.word == "hq" && act.counters[0] == "hq2-B1").unwrap();
    assert_eq!(second.command.get("hq"), Some(&json!(2)));
}
