use std::collections::BTreeMap;

use kernel::chance::{Natural, Work};
use kernel::{Foretold, Seat, System};
use rules_central_front::words::Side;
use rules_central_front::{CentralFront, Event};
use serde_json::{Value, json};

use crate::s7_attacks::designated;
use crate::{NATO, Table, WP, put};

fn foretold(table: &Table, seat: Seat, given: Value) -> Foretold {
    CentralFront::foretell(&table.state, seat, "attack", &given, &Work::usual())
        .unwrap_or_else(|refusals| panic!("{given}: {refusals:?}"))
}

/// Rows of a table as fractions in lowest terms.
fn rows(told: &Foretold, id: &str) -> BTreeMap<Vec<i64>, (Natural, Natural)> {
    let table = told.table(id).unwrap_or_else(|| panic!("no {id}"));
    table.rows.iter().map(|row| (row.values.clone(), row.weight.over(&table.of))).collect()
}

fn losses(events: &[Event]) -> Vec<i64> {
    let mut sums = vec![0; 4];
    for event in events {
        if let Event::Fought(fought) = event {
            let (ours, theirs) = (fought.attacker, fought.defender);
            for (sum, more) in sums.iter_mut().zip([ours.steps, ours.retreat, theirs.steps, theirs.retreat]) {
                *sum += i64::from(more);
            }
        }
    }
    sums
}

/// The tank regiment may attack 0504, and a strike may hit the battalion at 0505 before.
fn with_a_strike() -> Table {
    let mut table = designated("hasty");
    (table.state.facts.superior, table.state.facts.strikes) = (Some(Side::Wp), 1);
    put(&mut table.state.facts, "us-m1", "0505");
    table
}

#[test]
fn a_chain_is_the_composition_of_its_commands() {
    let table = with_a_strike();
    let strike = json!({"do": "strike", "target": "0505", "chosen": "us-m1"});
    let attack = json!({"do": "attack", "target": "0504"});
    let told = foretold(&table, WP, json!({"before": strike, "command": attack, "answer": "nothing"}));
    // By hand: each face of the strike as it is thrown at a table, then the attack of the position that is left.
    let mut sums: BTreeMap<Vec<i64>, (u64, u64)> = BTreeMap::new();
    let mut of = 1;
    let mut parts = Vec::new();
    for faces in (1..=6u16).flat_map(|a| (1..=6u16).map(move |b| [a, b])) {
        let mut struck = table.clone();
        let first = losses(&struck.does(WP, strike.clone(), &[&faces]));
        let then = foretold(&struck, WP, json!({"command": attack, "answer": "nothing"}));
        let all = then.table("losses-nothing").expect("losses").clone();
        of = all.of.to_u128().and_then(|of| u64::try_from(of).ok()).expect("small").max(of);
        parts.push((first, all));
    }
    for (first, all) in parts {
        let by = of / u64::try_from(all.of.to_u128().expect("small")).expect("small");
        for row in &all.rows {
            let sum: Vec<i64> = first.iter().zip(&row.values).map(|(a, b)| a + b).collect();
            let weight = u64::try_from(row.weight.to_u128().expect("small")).expect("small");
            sums.entry(sum).or_default().0 += weight * by;
        }
    }
    let whole = of * 36;
    let by_hand: BTreeMap<Vec<i64>, (Natural, Natural)> = sums
        .into_iter()
        .map(|(values, (weight, _))| (values, Natural::from(weight).over(&Natural::from(whole))))
        .collect();
    assert_eq!(rows(&told, "losses-nothing"), by_hand);
    assert!(by_hand.len() > 5, "{by_hand:?}");
    // What one figure says is what the joint table says of it.
    for (at, id) in [(0, "attacker-steps-nothing"), (2, "defender-steps-nothing")] {
        let joint = told.table("losses-nothing").expect("losses");
        for row in &told.table(id).expect("one").rows {
            let of_joint = joint.rows.iter().filter(|one| one.values[at] == row.values[0]);
            let sum = of_joint.fold(Natural::ZERO, |sum, one| sum.plus(&one.weight));
            assert_eq!(sum.over(&joint.of), row.weight.over(&told.table(id).expect("one").of), "{id}");
        }
    }
}

#[test]
fn an_order_that_the_rules_forbid_whatever_falls_is_refused() {
    let table = with_a_strike();
    let attack = json!({"do": "attack", "target": "0504"});
    let refused = |given: &Value| {
        let told = CentralFront::foretell(&table.state, WP, "attack", given, &Work::usual());
        told.err().unwrap_or_else(|| panic!("{given}")).to_string()
    };
    // The same hex is attacked once, and no strike comes before a designated attack on its own hex.
    let twice = refused(&json!({"before": attack, "command": attack, "answer": "nothing"}));
    assert!(twice.contains("CF-"), "{twice}");
    let own_hex = json!({"do": "strike", "target": "0504", "chosen": "us-ca"});
    let other = json!({"do": "strike", "target": "0505", "chosen": "us-m1"});
    let same = refused(&json!({"before": [other, own_hex], "command": attack, "answer": "nothing"}));
    assert!(same.contains("CF-AIR-6"), "{same}");
    // The first one has to be lawful.
    let wrong = json!({"before": {"do": "attack", "target": "0304"}, "command": attack});
    assert!(CentralFront::foretell(&table.state, WP, "attack", &wrong, &Work::usual()).is_err());
    let no_attack = json!({"before": attack, "command": {"do": "end-phase"}});
    assert!(CentralFront::foretell(&table.state, WP, "attack", &no_attack, &Work::usual()).is_err());
}

#[test]
fn a_bombardment_and_the_march_attack_of_the_next_phase_are_one_chain() {
    let mut table = Table::small("wp-move-1", |facts| {
        put(facts, "wp-art", "0803");
        put(facts, "wp-t1", "0603");
    });
    table.does(WP, json!({"do": "activate", "units": ["wp-art"]}), &[]);
    let bombard =
        json!({"do": "designate", "units": ["wp-art"], "target": "0504", "attack": "hasty", "bombard": true});
    let before = json!([bombard, {"do": "activate", "units": ["wp-t1"]}]);
    let march = json!({"do": "march", "units": ["wp-t1"], "target": "0504"});
    let given = json!({"before": before, "command": march});
    let told = foretold(&table, WP, given.clone());
    for case in ["nothing", "what-helps"] {
        let all = told.table(&format!("losses-{case}")).expect("losses");
        let sum = all.rows.iter().fold(Natural::ZERO, |sum, row| sum.plus(&row.weight));
        assert_eq!(sum, all.of, "{case} adds up");
        assert!(rows(&told, &format!("cleared-{case}")).contains_key(&vec![1]), "{case}");
    }
    let words: Vec<&str> = told.assumptions.iter().map(|one| one.words.as_str()).collect();
    assert!(words.iter().any(|words| words.contains("Phases in between are ended")), "{words:?}");
    // Both sides and whoever looks on read the same, and secret orders change nothing of it.
    table.does(NATO, json!({"do": "instruct", "cover": "when-it-helps", "losses": "keep-attack"}), &[]);
    for seat in [WP, NATO, Seat::Umpire, Seat::Spectator] {
        assert_eq!(foretold(&table, seat, given.clone()).tables, told.tables, "{seat:?}");
    }
}

/// Typed while the attacker still moves, a strike and the attack that is paid for now are fought in one combat phase.
#[test]
fn a_strike_before_an_attack_that_is_paid_for_now_falls_in_its_combat_phase() {
    let mut table = Table::small("wp-move-1", |facts| {
        put(facts, "wp-t1", "0603");
        put(facts, "us-m1", "0505");
    });
    (table.state.facts.superior, table.state.facts.strikes) = (Some(Side::Wp), 1);
    let activate = json!({"do": "activate", "units": ["wp-t1"]});
    let designate =
        json!({"do": "designate", "units": ["wp-t1"], "target": "0504", "attack": "hasty", "bombard": false});
    let strike = json!({"do": "strike", "target": "0505", "chosen": "us-m1"});
    let from_now = json!({"before": [strike, activate], "command": designate, "answer": "nothing"});
    let from_now = foretold(&table, WP, from_now);
    for command in [activate, designate, json!({"do": "end-phase"})] {
        table.does(WP, command, &[]);
    }
    let attack = json!({"do": "attack", "target": "0504"});
    let later = foretold(&table, WP, json!({"before": [strike], "command": attack, "answer": "nothing"}));
    assert_eq!(from_now.tables, later.tables);
    let alone = foretold(&table, WP, json!({"before": [], "command": attack, "answer": "nothing"}));
    assert_ne!(rows(&alone, "losses-nothing"), rows(&later, "losses-nothing"));
}

/// The orders of the phases to come are typed on the boards of those phases, and on the attacker's by whoever looks on.
#[test]
fn orders_of_later_phases_are_typed_as_those_of_now() {
    let mut table = Table::small("wp-move-1", |facts| {
        put(facts, "wp-t1", "0603");
        put(facts, "us-m1", "0505");
    });
    (table.state.facts.superior, table.state.facts.strikes) = (Some(Side::Wp), 1);
    let read = |table: &Table, seat: Seat, text: &str| {
        let boards = CentralFront::ahead(&table.state, seat).into_iter().flat_map(|(state, seat)| {
            let pages = CentralFront::view(&state, seat).pages;
            pages.into_iter().flat_map(|page| page.boards().into_iter().cloned().collect::<Vec<_>>())
        });
        let boards: Vec<_> = boards.collect();
        boards.iter().find_map(|board| kernel::view::order::read(board, text).ok().map(|order| order.command))
    };
    for seat in [WP, NATO, Seat::Umpire] {
        let strike = read(&table, seat, "strike us-m1").expect("the combat phase of this turn");
        assert_eq!((&strike["do"], &strike["target"]), (&json!("strike"), &json!("0505")), "{seat:?}");
    }
    assert_eq!(read(&table, WP, "strike 0101"), None);
    table.does(WP, json!({"do": "end-phase"}), &[]);
    assert!(
        read(&table, NATO, "strike us-m1").is_some(),
        "who does not attack reads it on the attacker's board"
    );
}

#[test]
fn an_order_that_only_the_dice_forbid_is_left_out_where_they_do() {
    let mut table = Table::small("wp-move-1", |facts| {
        put(facts, "wp-art", "0804");
        put(facts, "wp-t1", "0605");
    });
    table.does(WP, json!({"do": "activate", "units": ["wp-art"]}), &[]);
    let bombard =
        json!({"do": "designate", "units": ["wp-art"], "target": "0505", "attack": "hasty", "bombard": true});
    let before = json!([bombard, {"do": "activate", "units": ["wp-t1"]}]);
    let march = json!({"do": "march", "units": ["wp-t1"], "target": "0505"});
    let told = foretold(&table, WP, json!({"before": before, "command": march, "answer": "nothing"}));
    // Where the bombardment leaves nobody there, nobody is left to march against.
    let words: Vec<&str> = told.assumptions.iter().map(|one| one.words.as_str()).collect();
    assert!(words.iter().any(|words| words.contains("left out")), "{words:?}");
    assert!(rows(&told, "cleared-nothing").contains_key(&vec![1]));
}
