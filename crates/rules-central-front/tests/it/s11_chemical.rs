use rules_central_front::phase::Phase;
use rules_central_front::rules::s11_chemical::modifiers;
use rules_central_front::state::FirstUse;
use rules_central_front::words::{Attack, Side};
use serde_json::json;

use crate::s7_attacks::designated;
use crate::{NATO, SMALL, Table, WP, put};

#[test]
fn the_green_die_by_kind_of_attack() {
    let shifts = |attack| -> Vec<(i8, bool)> {
        let chart = SMALL.clouds.of(attack);
        (1..=7)
            .map(|die| &chart.rows()[chart.row_of(die)].result)
            .map(|cloud| (cloud.shift, cloud.fog))
            .collect()
    };
    let plain = |shifts: [i8; 7]| shifts.map(|shift| (shift, false)).to_vec();
    let mut march = plain([-1, -1, 0, 0, 1, 1, 1]);
    march[4..].iter_mut().for_each(|row| row.1 = true);
    assert_eq!(shifts(Attack::March), march);
    assert_eq!(shifts(Attack::Hasty), plain([-1, 0, 0, 1, 1, 1, 1]));
    assert_eq!(shifts(Attack::Prepared), plain([-1, 0, 0, 1, 1, 2, 2]));
}

#[test]
fn the_first_use_adds_one_in_its_phase_only() {
    let mut table = designated("hasty");
    table.does(WP, json!({"do": "attack", "target": "0504", "chemical": true}), &[]);
    assert_eq!(table.state.facts.first_use, Some(FirstUse { turn: 1, phase: Phase::WpCombat1 }));
    // 11 to 4 is 2-1; the green die of 3 counts 4: one right.
    let events = table.does(NATO, json!({"do": "cover"}), &[&[3], &[3, 4]]);
    assert_eq!(crate::s7_attacks::fought(&events).3, "3-1");
    assert_eq!(modifiers(&table.state, Side::Wp).total(), 1);
    assert_eq!(modifiers(&table.state, Side::Nato).total(), 0);
    table.state.facts.phase = Phase::WpCombat2;
    assert_eq!(modifiers(&table.state, Side::Wp).total(), 0);
}

#[test]
fn chemicals_work_as_fog_for_a_march() {
    let mut table = Table::small("wp-move-1", |facts| put(facts, "wp-t1", "0603"));
    table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
    table.does(WP, json!({"do": "march", "units": ["wp-t1"], "target": "0504", "chemical": true}), &[]);
    let events = table.does(NATO, json!({"do": "cover"}), &[&[4], &[3, 4]]);
    assert_eq!(crate::s7_attacks::fought(&events), (9, 4, 0, "3-1".into(), 0));
}

#[test]
fn nato_follows_in_bombardments_only() {
    let nato = |first: Option<Phase>| {
        Table::small("nato-combat-1", |facts| {
            (facts.superior, facts.strikes) = (Some(Side::Nato), 1);
            facts.first_use = first.map(|phase| FirstUse { turn: 1, phase });
        })
    };
    let strike = json!({"do": "strike", "target": "0704", "chosen": "wp-rec", "chemical": true});
    assert_eq!(nato(None).refuses(NATO, strike.clone()), "CF-CHM-5 first");
    nato(Some(Phase::WpMove1)).does(NATO, strike, &[&[3], &[3, 4]]);
    let mut assault = Table::small("nato-combat-1", |facts| {
        facts.first_use = Some(FirstUse { turn: 1, phase: Phase::WpMove1 });
        put(facts, "us-t1", "0604");
        facts.designation.push(rules_central_front::state::Designation {
            target: crate::hex("0704"),
            attack: Attack::Hasty,
            bombard: false,
            units: vec![crate::id("us-t1")],
        });
    });
    let attack = |chemical: bool| json!({"do": "attack", "target": "0704", "chemical": chemical});
    assert_eq!(assault.refuses(NATO, attack(true)), "CF-CHM-5 kind");
    assault.does(NATO, attack(false), &[]);
}

#[test]
fn they_are_an_option() {
    let text = rules_central_front::GAP.replace("chemical = true", "chemical = false");
    let mut table =
        Table::of(&crate::read("gap.toml", &text), "wp-move-1", |facts| put(facts, "wp-t1", "0603"));
    table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
    let march = json!({"do": "march", "units": ["wp-t1"], "target": "0504", "chemical": true});
    assert_eq!(table.refuses(WP, march), "CF-CHM-1 option");
}

#[test]
fn a_bombardment_by_one_unit_throws_as_hasty_whatever_it_paid() {
    let column = |units: &[&str]| {
        let mut table = Table::small("wp-combat-1", |facts| {
            facts.first_use = Some(FirstUse { turn: 1, phase: Phase::WpMove1 });
            units.iter().for_each(|name| put(facts, name, "0803"));
            facts.designation.push(rules_central_front::state::Designation {
                target: crate::hex("0504"),
                attack: Attack::Prepared,
                bombard: true,
                units: units.iter().map(|name| crate::id(name)).collect(),
            });
        });
        let attack = json!({"do": "attack", "target": "0504", "chosen": "us-ct", "chemical": true});
        crate::s7_attacks::fought(&table.does(WP, attack, &[&[6], &[3, 4]])).3
    };
    assert_eq!(column(&["wp-art"]), "2-1", "6 to 4 is 3-2, one to the right");
    assert_eq!(column(&["wp-art", "wp-rkt"]), "4-1", "10 to 4 is 2-1, two to the right");
}
