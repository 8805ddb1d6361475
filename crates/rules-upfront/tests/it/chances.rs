//! Exact chances to live, against every way that the scenarios ahead can go, played out command by command.

use kernel::System;
use kernel::chance::Work;
use rules_upfront::UpFront;
use rules_upfront::chances::{Chance, Chances, Fate, Fates, how_many, sum};
use rules_upfront::rules::s4_decisions::owes_decisions;
use rules_upfront::words::{ManId, Rank, Side};
use serde_json::{Value, json};

use crate::{ONE, TWO, Table, UMPIRE};

const MAN: u8 = 7;

/// Plays the present scenario; #7 meets this fate if he is in the force.
fn fought(table: &Table, fate: Option<Fate>) -> Table {
    let mut table = table.clone();
    for seat in [ONE, TWO] {
        table.must(seat, json!({"do": "select", "rest": "as_offered"}));
    }
    let told = fate.map(|fate| (0, json!(fate.told(&table.man(0, MAN)))));
    table.agree("none", told.as_slice());
    for (seat, side) in [(ONE, Side::FIRST), (TWO, Side::SECOND)] {
        if owes_decisions(&table.state, side) {
            let with = json!({"do": "decide", "rout": {MAN.to_string(): "morale"}});
            table
                .does(seat, with)
                .or_else(|_| table.does(seat, json!({"do": "decide"})))
                .expect("a decision");
        }
    }
    table
}

/// In how many of total^n equally likely ways he lives, by playing them all.
fn ways(table: &Table, fates: Fates, n: usize) -> u128 {
    if n == 0 {
        return 1;
    }
    if !table.state.is_fit(Side::FIRST, ManId::new(MAN)) {
        return u128::from(fates.total()) * ways(&fought(table, None), fates, n - 1);
    }
    let met = Fate::ALL.into_iter().filter(|fate| fates.count(*fate) > 0);
    met.map(|fate| {
        let after = fought(table, Some(fate));
        let lives = if after.man(0, MAN).dead { 0 } else { ways(&after, fates, n - 1) };
        u128::from(fates.count(fate)) * lives
    })
    .sum()
}

fn agrees(table: &Table, fates: Fates, n: usize) {
    let (man, card) = table.state.man(Side::FIRST, ManId::new(MAN)).expect("he is on the roster");
    let found = Chances::new(&table.state, Side::FIRST, fates).of(man, card);
    for at in 1..=n {
        let total = u128::from(fates.total()).pow(at as u32);
        assert_eq!(found[at - 1], Chance::new(ways(table, fates, at), total), "{fates:?}, {at} scenarios");
    }
}

#[test]
fn every_way_of_three_scenarios_played_out_gives_the_same_chances() {
    for (values, rulings) in [
        ((1, 1), ""),
        ((0, 1), ""),
        ((1, 2), "[rulings]\nR40_wound_and_rout = \"rout_cancels_wound\""),
        ((1, 1), "[rulings]\nR07_zero = \"panic_only\""),
    ] {
        let mut table = Table::order("german", "american", "[\"V1\", \"V1\", \"V1\"]", rulings);
        table.set(0, MAN, |man| (man.morale, man.panic) = values);
        agrees(&table, Fates([1, 2, 1, 1, 3]), 3);
    }
}

#[test]
fn a_wounded_man_misses_three_scenarios_and_risks_nothing_in_them() {
    let order = "[\"V1\", \"V1\", \"V1\", \"V1\", \"V1\"]";
    let table = Table::order("german", "american", order, "");
    agrees(&table, Fates([1, 0, 0, 1, 0]), 5);
    let mut wounded = table;
    wounded.set(0, MAN, |man| man.wound = Some(2));
    agrees(&wounded, Fates([1, 0, 0, 0, 2]), 4);
}

#[test]
fn by_losses_alone_the_chance_is_a_power() {
    let table = Table::between("german", "american");
    let (man, card) = table.state.man(Side::FIRST, ManId::new(9)).expect("he is on the roster");
    let found = Chances::new(&table.state, Side::FIRST, Fates([2, 0, 0, 0, 18])).of(man, card);
    assert_eq!(found.len(), 9, "the campaign has nine scenarios");
    for (n, chance) in (1..).zip(found) {
        assert_eq!(chance, Chance::new(9u128.pow(n), 10u128.pow(n)));
    }
}

#[test]
fn nine_scenarios_are_looked_ahead_at_most() {
    let order = format!("[{}]", ["\"V1\""; 12].join(", "));
    let table = Table::order("german", "american", &order, "");
    let (man, card) = table.state.man(Side::FIRST, ManId::new(9)).expect("he is on the roster");
    assert_eq!(Chances::new(&table.state, Side::FIRST, Fates::ASSUMED).of(man, card).len(), 9);
}

#[test]
fn the_dead_and_a_side_without_a_record_have_no_chances() {
    let mut table = Table::between("german", "american");
    let of = |table: &Table, fates: Fates| {
        let (man, card) = table.state.man(Side::FIRST, ManId::new(9)).expect("he is on the roster");
        Chances::new(&table.state, Side::FIRST, fates).of(man, card)
    };
    assert_eq!(of(&table, Fates::so_far(&table.state, Side::FIRST)), []);
    table.kill(0, &[9]);
    assert_eq!(of(&table, Fates([1, 0, 0, 0, 1])), []);
}

#[test]
fn what_the_men_have_met_is_counted_by_its_end() {
    let mut table = Table::between("german", "american");
    table.select_both();
    let ends = [
        (0, json!({"id": 5, "out": "captured"})),
        (0, json!({"id": 7, "out": "not_entered"})),
        (0, json!({"id": 9, "out": "routed"})),
        (0, json!({"id": 10, "out": "routed", "wounded": true})),
        (0, json!({"id": 12, "out": "in_play", "wounded": true, "pinned": true})),
    ];
    table.agree("none", &ends);
    assert_eq!(Fates::so_far(&table.state, Side::FIRST), Fates([1, 1, 1, 1, 3]));
}

#[test]
fn several_men_are_counted_exactly() {
    let half = Chance::new(1, 2);
    assert_eq!(how_many(&[half, half, half]), Some((vec![1, 3, 3, 1], 8)));
    assert_eq!(how_many(&[Chance::new(1, 1), Chance::new(2, 3)]), Some((vec![0, 1, 2], 3)));
    assert_eq!(how_many(&[]), Some((vec![1], 1)));
    assert_eq!(sum([half, Chance::new(1, 3), Chance::new(1, 6)]), Some(Chance::new(1, 1)));
    let tiny = Chance::new(1, u128::MAX);
    assert_eq!(sum([tiny, Chance::new(1, u128::MAX - 1)]), None, "too big to be told exactly");
}

#[test]
fn the_plan_of_a_man_is_his_chances_under_what_is_given() {
    let table = Table::between("german", "american");
    let seat = Side::FIRST.seat();
    let plans = UpFront::plans(&table.state, seat);
    assert_eq!(plans.iter().map(|plan| plan.id).collect::<Vec<_>>(), ["man"]);
    let foretold = |given: Value| UpFront::foretell(&table.state, seat, "man", &given, &Work::usual());
    let (man, card) = table.state.man(Side::FIRST, ManId::new(9)).expect("he is on the roster");
    for (fates, scenarios) in [(Fates::ASSUMED, 9), (Fates::ASSUMED, 3), (Fates([3, 1, 2, 2, 19]), 9)] {
        let [lost, routed, both, wounded, unhurt] = fates.0;
        let given = json!({
            "man": "0-9", "scenarios": scenarios, "lost": lost, "routed": routed, "routed-wounded": both,
            "wounded": wounded, "unhurt": unhurt,
        });
        let told = foretold(given).expect("he is on the own roster");
        let lives = Chances::new(&table.state, Side::FIRST, fates).of(man, card);
        // One table a scenario, and one of the rank reached in the last.
        assert_eq!((told.tables.len(), told.steps.len()), (scenarios + 1, scenarios));
        let ranks = told.tables.last().expect("ranks");
        assert_eq!(ranks.fraction(&[0]), told.tables[0].fraction(&[0]), "the lost are as many");
        // The last scenario is told first; whoever is not lost lives.
        for (table, lives) in told.tables[..scenarios].iter().rev().zip(&lives) {
            let lost = table.weight(&[0]);
            let left = table.of.minus(&lost).expect("a share").over(&table.of);
            assert_eq!(left, (lives.over.into(), lives.under.into()), "{}", table.id);
        }
        // Nobody who was never hurt is in hospital, and a wound keeps a man out of the next three.
        let first = &told.tables[scenarios - 1];
        let hurt = u128::from(wounded + both);
        assert_eq!(
            first.fraction(&[1]),
            kernel::chance::Natural::from(hurt).over(&u128::from(fates.total()).into())
        );
    }
    let told = foretold(Value::Null).expect("the defaults hold");
    assert!(
        told.assumptions.iter().any(|one| one.words == "He is lost 1 of 10 times that he fights."),
        "{told:?}"
    );
    assert!(foretold(json!({ "lost": 0, "routed": 0, "wounded": 0, "unhurt": 0 })).is_err());
    assert!(foretold(json!({ "man": "0-99" })).is_err());
    // Of a roster that a seat may not see it cannot ask.
    let seen =
        UpFront::foretell(&table.state, Side::SECOND.seat(), "man", &json!({ "man": "0-9" }), &Work::usual());
    let shown = Side::SECOND.seat().sees(rules_upfront::event::roster_audience(&table.state, Side::FIRST));
    assert_eq!(seen.is_ok(), shown);
}

/// Ten slashes make a rank: with two a scenario it comes after the fifth that he lives through, and not before. [UF-42.46-1]
#[test]
fn the_rank_reached_is_what_ten_slashes_give() {
    let mut table = Table::between("german", "american");
    let fates = Fates([1, 0, 0, 0, 3]);
    let held = |table: &Table, scenarios| {
        let (man, card) = table.state.man(Side::FIRST, ManId::new(9)).expect("he is on the roster");
        Chances::new(&table.state, Side::FIRST, fates).ranks(man, card, scenarios).expect("it fits")
    };
    let lives = |n: u32| 3u128.pow(n);
    let lost = |n: u32| 4u128.pow(n) - lives(n);
    let told = |rank, n: u32| (vec![(None, lost(n)), (Some(rank), lives(n))], 4u128.pow(n));
    let (private, next) = (Rank::Pvt, Rank::Pfc);
    for n in [1, 5, 9] {
        assert_eq!(held(&table, n as usize), told(private, n), "nine slashes of survival are too few");
    }
    table.must(UMPIRE, json!({"do": "set-ruling", "ruling": "R05", "word": "yes"}));
    for (rank, n) in [(private, 4), (next, 5), (next, 9)] {
        assert_eq!(held(&table, n as usize), told(rank, n));
    }
}
