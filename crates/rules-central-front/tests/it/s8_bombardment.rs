use kernel::System;
use kernel::view::{Block, FieldKind};
use rules_central_front::prospect::{self, Supposed};
use rules_central_front::state::{Designation, Going};
use rules_central_front::words::{Attack, Side};
use rules_central_front::{CentralFront, Command};
use serde_json::{Value, json};

use crate::{NATO, Table, WP, put, unit};

fn pay(units: &[&str], target: &str, attack: &str) -> Value {
    json!({"do": "designate", "units": units, "target": target, "attack": attack, "bombard": true})
}

/// The guns of the Pact in one hex, activated.
fn guns() -> Table {
    let mut table = Table::small("wp-move-1", |facts| {
        put(facts, "wp-art", "0803");
        put(facts, "wp-rkt", "0803");
    });
    table.does(WP, json!({"do": "activate", "units": ["wp-art", "wp-rkt"]}), &[]);
    table
}

#[test]
fn one_unit_is_hasty_and_several_are_prepared() {
    let mut table = guns();
    assert_eq!(table.refuses(WP, pay(&["wp-art", "wp-rkt"], "0504", "hasty")), "CF-BOM-1 limit");
    assert_eq!(table.refuses(WP, pay(&["wp-art"], "0304", "hasty")), "CF-MOV-6 range");
    table.does(WP, pay(&["wp-art", "wp-rkt"], "0504", "prepared"), &[]);
    table.does(WP, json!({"do": "end-phase"}), &[]);
    let attack = |chosen: Value| json!({"do": "attack", "target": "0504", "chosen": chosen});
    assert_eq!(table.refuses(WP, json!({"do": "attack", "target": "0504"})), "CF-BOM-2 chosen");
    assert_eq!(table.refuses(WP, attack(json!("us-cb"))), "CF-BOM-2 chosen");
    let supported = json!({"do": "attack", "target": "0504", "chosen": "us-ct", "support": ["wp-hel"]});
    assert_eq!(table.refuses(WP, supported), "CF-BOM-1 support");
    // 6 + 4 against a company doubled to 4: 2-1, no modifier although it is Prepared. 2 is A2FR1: nothing counts.
    let events = table.does(WP, attack(json!("us-ct")), &[&[1, 1]]);
    assert_eq!(crate::s7_attacks::fought(&events), (10, 4, 0, "2-1".into(), 0));
    assert!(table.state.facts.battle.is_none(), "no defensive support, no advance");
    assert_eq!((table.piece("wp-art").ap, table.piece("wp-rkt").ap), (1, 1), "no fire action points");
    assert!(table.piece("wp-art").fired);
}

#[test]
fn only_steps_and_f_of_the_chosen_unit_count() {
    let mut table = Table::small("wp-combat-1", |facts| {
        (facts.superior, facts.strikes) = (Some(Side::Wp), 1);
        put(facts, "us-m1", "0505");
        put(facts, "us-cb", "0505");
    });
    // 6 against 6: 1-1; 11 is A1 D1FR2, of which D1F counts, for the battalion alone.
    table.does(WP, json!({"do": "strike", "target": "0505", "chosen": "us-m1"}), &[&[5, 6]]);
    assert_eq!(
        (table.piece("us-m1").lost, table.piece("us-m1").ap, table.at("us-m1").as_str()),
        (1, 1, "0505")
    );
    assert_eq!((table.piece("us-cb").ap, table.piece("us-cb").lost), (0, 0));
}

#[test]
fn terrain_helps_against_bombardment() {
    let mut table = Table::small("wp-combat-1", |facts| {
        (facts.superior, facts.strikes) = (Some(Side::Wp), 1);
        put(facts, "us-m1", "0506");
    });
    let events = table.does(WP, json!({"do": "strike", "target": "0506", "chosen": "us-m1"}), &[&[1, 1]]);
    assert_eq!(crate::s7_attacks::fought(&events).3, "1-3", "1-1, two to the left for wooded rough");
}

#[test]
fn the_pact_bombards_by_one_formation() {
    let text = rules_central_front::GAP.replace(
        "id = \"wp-rkt\"\nname = \"Army Rocket Bn\"\nside = \"WP\"\nformation = \"1A-HQ\"",
        "id = \"wp-rkt\"\nname = \"9 Rocket Bn\"\nside = \"WP\"\nformation = \"9D\"",
    );
    let mut table =
        Table::of(&crate::read("gap.toml", &text), "wp-move-1", |facts| put(facts, "wp-rkt", "0803"));
    table.does(WP, json!({"do": "activate", "units": ["wp-art", "wp-rkt"]}), &[]);
    assert_eq!(table.refuses(WP, pay(&["wp-art", "wp-rkt"], "0504", "prepared")), "CF-BOM-7 formation");
}

#[test]
fn fire_points_are_a_switch() {
    let text = rules_central_front::GAP.replace("smoke = true", "smoke = true\nbombardment_fire_ap = true");
    let mut table =
        Table::of(&crate::read("gap.toml", &text), "nato-move-1", |facts| put(facts, "us-f1", "0404"));
    table.does(NATO, json!({"do": "activate", "units": ["us-f1"]}), &[]);
    table.does(NATO, pay(&["us-f1"], "0704", "hasty"), &[]);
    table.does(NATO, json!({"do": "end-phase"}), &[]);
    table.does(NATO, json!({"do": "attack", "target": "0704", "chosen": "wp-rec"}), &[&[1, 1]]);
    assert_eq!(table.piece("us-f1").ap, 2);
}

#[test]
fn a_bombarding_unit_does_not_support() {
    let mut table = crate::s7_attacks::designated("hasty");
    table.state.facts.designation.push(rules_central_front::state::Designation {
        target: crate::hex("0505"),
        attack: rules_central_front::words::Attack::Hasty,
        bombard: true,
        units: vec![crate::id("wp-art")],
    });
    let attack = json!({"do": "attack", "target": "0504", "support": ["wp-art"]});
    assert_eq!(table.refuses(WP, attack), "CF-SUP-15 bombards");
}

/// Who has been ordered to bombard is no support of another attack of the same phase, neither when it is weighed nor when it
/// is paid for.
#[test]
fn a_plan_counts_no_support_of_who_bombards_in_its_phase() {
    let mut table = Table::small("wp-move-1", |facts| {
        put(facts, "wp-t1", "0603");
        put(facts, "wp-art", "0703");
        let piece = unit(facts, "wp-t1");
        (piece.activated, piece.going, piece.mp) = (true, Going::Moving, 12);
        (piece.ap, piece.acted) = (1, true);
    });
    let supported = Supposed { support: vec![crate::id("wp-art")], ..Supposed::default() };
    let attack = json!({"do": "designate", "units": ["wp-t1"], "target": "0504", "attack": "hasty"});
    let attack: Command = serde_json::from_value(attack).expect("a command");
    let weighed = |table: &Table| prospect::of(&table.state, Side::Wp, &attack, &supported);
    assert!(weighed(&table).is_ok(), "the guns are free");
    table.state.facts.designation.push(Designation {
        target: crate::hex("0505"),
        attack: Attack::Prepared,
        bombard: true,
        units: vec![crate::id("wp-art")],
    });
    let refusals = weighed(&table).expect_err("they bombard");
    assert_eq!(refusals.first().code, "bombards");
    let view = CentralFront::view(&table.state, WP);
    let forms = view.forms();
    let form = forms.iter().rfind(|form| form.id == "designate-0504-Hasty").expect("the planner's form");
    let mut guns = form.fields.iter().filter_map(|field| match &field.kind {
        FieldKind::Many { choices, .. } => choices.iter().find(|choice| choice.value == "wp-art"),
        _ => None,
    });
    assert!(guns.next_back().is_some_and(|guns| guns.closed.is_some()), "{form:?}");
}

#[test]
fn without_the_air_one_helicopter_bombards() {
    let text = rules_central_front::GAP.replacen("type = \"rocket\"", "type = \"helicopter\"", 1);
    let scenario = crate::read("gap.toml", &text);
    let pays = |superior| {
        let mut table = Table::of(&scenario, "wp-move-1", |facts| {
            facts.superior = superior;
            for name in ["wp-rkt", "wp-hel", "wp-art"] {
                put(facts, name, "0803");
            }
            put(facts, "wp-t1", "0802");
            crate::only(facts, &["wp-rkt", "wp-hel", "us-ca", "us-ct"]);
        });
        table.does(WP, json!({"do": "activate", "units": ["wp-rkt", "wp-hel"]}), &[]);
        table
    };
    let two = pay(&["wp-rkt", "wp-hel"], "0504", "prepared");
    assert_eq!(pays(Some(Side::Nato)).refuses(WP, two.clone()), "CF-AIR-3 limit");
    pays(Some(Side::Wp)).does(WP, two.clone(), &[]);
    pays(None).does(WP, two, &[]);
    let mut one_by_one = pays(Some(Side::Nato));
    one_by_one.does(WP, pay(&["wp-hel"], "0504", "prepared"), &[]);
    assert_eq!(one_by_one.refuses(WP, pay(&["wp-rkt"], "0504", "prepared")), "CF-AIR-3 limit");
}

#[test]
fn a_table_that_refuses_odds_refuses_them_to_fire_and_strikes_too() {
    let strict = crate::strict("refuse", "clamp");
    let mut table = Table::of(&strict, "wp-combat-1", |facts| {
        (facts.superior, facts.strikes) = (Some(Side::Wp), 1);
        put(facts, "us-m1", "0506");
        put(facts, "us-m2", "0404");
    });
    let strike = json!({"do": "strike", "target": "0506", "chosen": "us-m1"});
    assert_eq!(table.refuses(WP, strike), "CF-CRT-6 odds");
    table.state.facts.designation.push(rules_central_front::state::Designation {
        target: crate::hex("0404"),
        attack: rules_central_front::words::Attack::Hasty,
        bombard: true,
        units: vec![crate::id("wp-art")],
    });
    let fire = json!({"do": "attack", "target": "0404", "chosen": "us-m2"});
    assert_eq!(table.refuses(WP, fire), "CF-CRT-6 odds");
    table.does(WP, json!({"do": "call-off", "target": "0404"}), &[]);
}

/// The chance that is told beside a bombardment counts every loss, also where the unit survives: it is what all 36 throws
/// come to.
#[test]
fn the_chance_of_a_strike_counts_every_loss() {
    let table = || {
        Table::small("wp-combat-1", |facts| {
            (facts.superior, facts.strikes) = (Some(Side::Wp), 1);
            put(facts, "us-m1", "0505");
        })
    };
    let strike = json!({"do": "strike", "target": "0505", "chosen": "us-m1"});
    let mut hurt = 0;
    for (one, other) in (1..=6).flat_map(|one| (1..=6).map(move |other| (one, other))) {
        let mut table = table();
        table.does(WP, strike.clone(), &[&[one, other]]);
        hurt += u32::from(table.piece("us-m1").lost > 0);
    }
    let command = serde_json::from_value(strike).expect("a command");
    let plan = CentralFront::plan(&table().state, WP, &command, &json!({}));
    let Some(Block::Headline(figures)) = plan.first() else { panic!("{plan:?}") };
    let words = figures.iter().map(|one| format!("{} {}", one.figure, one.words.plain(&[])));
    let words = words.collect::<Vec<_>>().join("; ");
    assert!(hurt > 0 && words.contains(&format!("{hurt} of 36 hurt it")), "{words}");
    assert!(figures.iter().all(|one| one.figure != "0 %"), "{words}");
}

/// A wrong choice is named where another one would do; where none would, what forbids them all is.
#[test]
fn a_choice_is_wrong_only_where_another_would_do() {
    let strike = |chosen: &str| json!({"do": "strike", "target": "0505", "chosen": chosen});
    let table = |scenario: &std::sync::Arc<rules_central_front::Scenario>| {
        Table::of(scenario, "wp-combat-1", |facts| {
            (facts.superior, facts.strikes) = (Some(Side::Wp), 1);
            put(facts, "us-m1", "0505");
        })
    };
    let open = table(&crate::SMALL);
    assert_eq!(open.refuses(WP, strike("us-ca")), "CF-BOM-2 chosen");
    let says = open.says(WP, strike("us-ca"));
    assert!(says.contains("A Cav Troop: It is no enemy in 0505"), "{says}");
    assert!(says.contains("2 Mech Bn") && says.contains("B Cav Troop"), "{says}");
    let nobody = open.says(WP, json!({"do": "strike", "target": "0101", "chosen": "us-ca"}));
    assert!(nobody.contains("No enemy unit stands there."), "{nobody}");
    // 6 against a battalion of 6 and a troop doubled to 4 is below 2-1, so that the table refuses both.
    let strict = table(&crate::strict("refuse", "clamp"));
    for chosen in ["us-m1", "us-cb", "us-ca"] {
        assert_eq!(strict.refuses(WP, strike(chosen)), "CF-CRT-6 odds", "{chosen}");
    }
    let text = rules_central_front::GAP.replace("chemical = true", "chemical = false");
    let clean = table(&crate::read("gap.toml", &text));
    let gas = json!({"do": "strike", "target": "0505", "chosen": "us-ca", "chemical": true});
    assert_eq!(clean.refuses(WP, gas), "CF-CHM-1 option");
    let mut paid = table(&crate::strict("refuse", "clamp"));
    paid.state.facts.designation.push(rules_central_front::state::Designation {
        target: crate::hex("0505"),
        attack: rules_central_front::words::Attack::Hasty,
        bombard: true,
        units: vec![crate::id("wp-art")],
    });
    assert_eq!(paid.refuses(WP, json!({"do": "attack", "target": "0505"})), "CF-CRT-6 odds");
}

/// A strike is offered where the table takes the odds against any unit of the hex, be it not the first.
#[test]
fn a_strike_is_offered_where_any_unit_of_the_hex_can_be_struck() {
    let table = Table::of(&crate::strict("refuse", "clamp"), "wp-combat-1", |facts| {
        (facts.superior, facts.strikes) = (Some(Side::Wp), 1);
        crate::only(facts, &["us-m1", "us-gar"]);
        put(facts, "us-m1", "0505");
        put(facts, "us-gar", "0505");
    });
    let strike = |chosen: &str| json!({"do": "strike", "target": "0505", "chosen": chosen});
    assert_eq!(table.refuses(WP, strike("us-m1")), "CF-CRT-6 odds");
    let mut templates = Vec::new();
    CentralFront::offers(&table.state, WP, &mut templates);
    let offered = format!("{templates:?}");
    let lawful = kernel::is_lawful::<CentralFront>(
        &table.state,
        kernel::Acting::own(WP),
        &serde_json::from_value(strike("us-gar")).expect("a strike"),
    );
    assert!(lawful && offered.contains("Strike"), "{offered}");
}
