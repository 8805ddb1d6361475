//! The order of settlement.

use rules_upfront::Event;
use rules_upfront::offers::{random_decisions, random_report};
use rules_upfront::report::Report;
use rules_upfront::rules::s3_order_of_settlement::{Settled, outcome, points};
use rules_upfront::words::{Rank, Side};
use serde_json::json;

use crate::{ONE, Pick, TWO, Table};

fn battle() -> Table {
    let mut table = Table::between("german", "american");
    table.select_both();
    table
}

#[test]
fn everything_of_one_man_in_order() {
    let mut table = battle();
    table.set(0, 9, |man| {
        (man.morale, man.panic, man.elan, man.surv, man.promo, man.kia) = (3, 4, 1, 4, 4, 7)
    });
    table.agree(
        "german",
        &[(0, json!({"id": 9, "out": "in_play", "wounded": true, "events": [{"hero": 1}]}))],
    );
    table.must(ONE, json!({"do": "decide", "trade": {"9": ["morale"]}}));
    // Elan 1 + 1 + 2 + 2 + 3 = 9, less 5; promo 5; surv 5 restores the KIA value and is wiped; no promotion.
    let man = table.man(0, 9);
    assert_eq!((man.morale, man.elan, man.surv, man.promo, man.kia), (4, 4, 0, 5, 8));
    assert_eq!((man.rank, man.wound), (Some(Rank::Pvt), Some(4)));
}

#[test]
fn a_loss_ends_everything_for_him() {
    let mut table = battle();
    table.set(0, 9, |man| (man.elan, man.surv, man.promo) = (9, 9, 9));
    let events = {
        let telling =
            table.telling("german", &[(0, json!({"id": 9, "out": "killed", "events": [{"hero": 2}]}))]);
        table.must(ONE, telling);
        table.must(TWO, json!({"do": "confirm"}))
    };
    let line = events.iter().find_map(|event| match event {
        Event::Settled(Settled { side: Side::FIRST, line, after, .. }) if after.id.number() == Some(9) => {
            Some(*line)
        }
        _ => None,
    });
    let line = line.expect("a settled line");
    assert_eq!((line.gained, line.promoted, line.restored), (0, None, false));
    assert_eq!(line.heroes, 2, "the career tells what he did");
}

#[test]
fn a_career_tells_infiltration_fire_that_hit() {
    let mut table = battle();
    let fire = |hit: u8| json!({"infiltration": {"unpinned_before": 3, "removed_or_pinned": hit}});
    let telling = table
        .telling("german", &[(0, json!({"id": 9, "out": "in_play", "events": [fire(0), fire(2), fire(0)]}))]);
    table.must(ONE, telling);
    let mut events = table.must(TWO, json!({"do": "confirm"}));
    events.extend(table.must(ONE, json!({"do": "decide"})));
    let line = events.iter().find_map(|event| match event {
        Event::Settled(Settled { side: Side::FIRST, line, after, .. }) if after.id.number() == Some(9) => {
            Some(*line)
        }
        _ => None,
    });
    assert_eq!(line.expect("a settled line").infiltrations, 1);
}

#[test]
fn a_routed_man_trades_nothing_although_he_was_rich() {
    let mut table = battle();
    table.set(0, 9, |man| (man.morale, man.panic, man.elan) = (2, 4, 9));
    table.agree("german", &[(0, json!({"id": 9, "out": "routed"}))]);
    let wrong = json!({"do": "decide", "rout": {"9": "panic"}, "trade": {"9": ["morale"]}});
    assert_eq!(table.does(ONE, wrong).unwrap_err(), ["E41"]);
}

#[test]
fn nothing_is_awarded_before_the_facts_are_agreed_and_the_decisions_made() {
    let mut table = battle();
    table.set(0, 9, |man| man.elan = 9);
    let telling = table.telling("german", &[(1, json!({"id": 4, "out": "killed"}))]);
    table.must(ONE, telling);
    assert_eq!((table.points(0), table.man(1, 4).dead), (0, false));
    table.must(TWO, json!({"do": "confirm"}));
    assert_eq!((table.points(0), table.man(1, 4).dead), (0, false), "side one owes a decision");
    table.must(ONE, json!({"do": "decide"}));
    assert_eq!((table.points(0), table.points(1), table.man(1, 4).dead), (12, -1, true));
}

#[test]
fn the_order_of_men_in_a_report_never_matters() {
    for seed in 0..200 {
        let mut pick = Pick::new(seed);
        let mut table = Table::between("italian", "russian");
        for side in 0..2 {
            for man in 1..=20 {
                let (elan, surv) = (pick.below(9) as u16, pick.below(10) as u8);
                table.set(side, man, |man| (man.elan, man.surv) = (elan, surv));
            }
        }
        table.select_both();
        let report = random_report(&table.state, kernel::Seat::Umpire, &mut |n| pick.below(n));
        let shuffled = {
            let mut turned = report.clone();
            for side in Side::BOTH {
                let men = &mut turned.side_mut(side).men;
                for at in (1..men.len()).rev() {
                    men.swap(at, pick.below(at as u64 + 1) as usize);
                }
            }
            turned
        };
        let settle = |report: &Report| {
            Side::BOTH.map(|side| {
                let mut pick = Pick::new(seed + 1_000_000);
                let decisions =
                    random_decisions(&table.state, side, &report.clone().normal(), &mut |n| pick.below(n));
                let mut settled = outcome(&table.state, side, report, &decisions);
                settled.sort_by_key(|(_, man)| man.id);
                let mut points = points(&table.state, side, report, &settled);
                points.sort();
                (settled, points)
            })
        };
        assert_eq!(settle(&report), settle(&shuffled), "seed {seed}");
        assert_eq!(report.clone().normal(), shuffled.normal());
    }
}

#[test]
fn losses_come_before_the_win_and_guns_after_it() {
    let mut table = battle();
    table.agree("german", &[(0, json!({"id": 9, "out": "killed"}))]);
    let amounts: Vec<i32> = table.state.facts.side[0].points.iter().map(|line| line.amount).collect();
    assert_eq!(amounts, [-1, 12]);
}
