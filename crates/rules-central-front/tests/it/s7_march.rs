use kernel::System;
use rules_central_front::state::Going;
use serde_json::{Value, json};

use crate::{Table, WP, only, put, unit};

fn march(units: &[&str], target: &str) -> Value {
    json!({"do": "march", "units": units, "target": target})
}

/// Regiments of the Pact against a troop, no support on either side; the first stack is activated.
fn table(change: impl FnOnce(&mut rules_central_front::Facts)) -> Table {
    let mut table = Table::small("wp-move-1", |facts| {
        only(facts, &["wp-t1", "wp-rec", "us-ca", "us-m1"]);
        put(facts, "wp-t1", "0603");
        put(facts, "wp-rec", "0603");
        put(facts, "us-ca", "0504");
        put(facts, "us-m1", "0204");
        change(facts);
    });
    table.does(WP, json!({"do": "activate", "units": ["wp-t1", "wp-rec"]}), &[]);
    table
}

#[test]
fn success_enters_at_full_cost_and_goes_on() {
    // 9 + 2 against 2: column 5-1; 6 + 6 − 1 = row 11: D4FR4.
    let mut table = table(|_| {});
    table.does(WP, march(&["wp-t1", "wp-rec"], "0504"), &[&[6, 6]]);
    assert_eq!((table.at("wp-t1").as_str(), table.piece("wp-t1").mp), ("0504", 12 - 2 - 2));
    assert_eq!(table.piece("us-ca").at, None);
    table.does(WP, json!({"do": "move", "units": ["wp-t1"], "path": ["0404"]}), &[]);
    assert_eq!(table.piece("wp-t1").mp, 7, "over the bridge");
    assert_eq!(table.piece("wp-rec").going, Going::Dropped);
}

#[test]
fn a_march_has_minus_one_and_fog_takes_it_away() {
    for (fog, modifier) in [(false, -1), (true, 0)] {
        let mut table = table(|facts| facts.fog = fog);
        let events = table.does(WP, march(&["wp-t1", "wp-rec"], "0504"), &[&[3, 4]]);
        assert_eq!(crate::s7_attacks::fought(&events), (11, 2, 0, "5-1".into(), modifier));
    }
}

#[test]
fn a_part_left_out_stays_behind() {
    let mut table = table(|_| {});
    table.does(WP, march(&["wp-t1"], "0504"), &[&[6, 6]]);
    assert_eq!((table.at("wp-t1").as_str(), table.at("wp-rec").as_str()), ("0504", "0603"));
    assert_eq!(table.piece("wp-rec").going, Going::Dropped);
}

#[test]
fn who_cannot_pay_for_the_entry_stays() {
    let mut table = table(|_| {});
    unit(&mut table.state.facts, "wp-rec").mp = 3;
    table.does(WP, march(&["wp-t1", "wp-rec"], "0504"), &[&[6, 6]]);
    assert_eq!((table.at("wp-t1").as_str(), table.at("wp-rec").as_str()), ("0504", "0603"));
}

#[test]
fn failure_leaves_the_points_for_more() {
    // 9 + 2 against 6: column 3-2; 3 + 4 − 1 = row 6: A1F DF.
    let mut table = table(|facts| {
        put(facts, "us-m1", "0504");
        put(facts, "us-ca", "0204");
    });
    table.does(WP, march(&["wp-t1", "wp-rec"], "0504"), &[&[3, 4]]);
    table.does(WP, json!({"do": "lose-step", "unit": "wp-rec"}), &[]);
    assert_eq!((table.at("wp-t1").as_str(), table.piece("wp-t1").mp), ("0603", 10));
    assert_eq!((table.piece("wp-t1").ap, table.piece("us-m1").ap), (2, 1));
    table.does(WP, march(&["wp-t1"], "0504"), &[&[3, 4]]);
    table.does(WP, json!({"do": "designate", "units": ["wp-t1"], "target": "0504", "attack": "hasty"}), &[]);
}

#[test]
fn an_attacker_who_retreats_is_done() {
    // 9 + 2 against 12: column 1-2; 1 + 1 − 1 = row 1: A3FR2.
    let mut table = table(|facts| {
        put(facts, "us-m1", "0504");
        put(facts, "us-t1", "0504");
        put(facts, "us-ca", "0204");
    });
    table.does(WP, march(&["wp-t1", "wp-rec"], "0504"), &[&[1, 1]]);
    for _ in 0..2 {
        table.does(WP, json!({"do": "lose-step", "unit": "wp-t1"}), &[]);
    }
    table.does(WP, json!({"do": "lose-step", "unit": "wp-rec"}), &[]);
    let offers = offers(&table);
    table.does(WP, offers, &[]);
    assert_eq!(table.piece("wp-t1").going, Going::Not);
    assert!(table.state.facts.battle.is_none());
    // What it may not do any more is refused for that reason and for no other.
    unit(&mut table.state.facts, "wp-t1").ap = 2;
    let at = table.piece("wp-t1").at.expect("on the map");
    let designate = json!({"do": "designate", "units": ["wp-t1"], "target": "0504", "attack": "hasty"});
    for command in [march(&["wp-t1"], "0504"), designate, json!({"do": "exit", "units": ["wp-t1"]})] {
        assert_eq!(table.refuses(WP, command), "CF-ATK-15 halted");
    }
    let go = json!({"do": "move", "units": ["wp-t1"], "path": [at]});
    assert_eq!(table.refuses(WP, go), "CF-ATK-15 halted");
    let again = rules_central_front::CentralFront::position(&table.state);
    let opened = rules_central_front::CentralFront::open_position(table.state.scenario.clone(), again);
    assert_eq!(opened.expect("a position met in play"), table.state);
    table.does(WP, json!({"do": "end-phase"}), &[]);
    assert!(!table.piece("wp-t1").halted);
}

/// The first lawful command of the Pact that is no order.
fn offers(table: &Table) -> Value {
    use rules_central_front::{CentralFront, Template};
    let mut templates = Vec::new();
    CentralFront::offers(&table.state, WP, &mut templates);
    let template = templates.into_iter().find(|one| *one != Template::Instruct).expect("something to do");
    serde_json::to_value(CentralFront::sample(&table.state, WP, &template, &mut |_| 0)).expect("a command")
}

#[test]
fn refusals() {
    let table = table(|_| {});
    assert_eq!(table.refuses(WP, march(&["wp-t1"], "0404")), "CF-ATK-1 adjacent");
    assert!(table.says(WP, march(&["wp-t1"], "0404")).contains("not adjacent"));
    assert_eq!(table.refuses(WP, march(&["wp-t1"], "0503")), "CF-ATK-7 target");
    assert_eq!(table.refuses(WP, march(&["us-ca"], "0504")), "CF-SEQ-8 actor");
    let mut late = table.clone();
    unit(&mut late.state.facts, "wp-t1").mp = 1;
    assert_eq!(late.refuses(WP, march(&["wp-t1"], "0504")), "CF-MOV-3 points");
    let strike = json!({"do": "attack", "target": "0504"});
    assert_eq!(table.refuses(WP, strike), "CF-SEQ-8 phase");
}

/// Where the table refuses the odds of the stack by itself, a March attack is offered with the support that lifts them.
#[test]
fn a_march_that_needs_support_is_offered_with_it() {
    use rules_central_front::offers::each;
    use rules_central_front::{CentralFront, Command, Template};
    let beside = |helicopter: bool| {
        let mut table = Table::of(&crate::strict("refuse", "clamp"), "wp-move-1", |facts| {
            let all = ["wp-t1", "us-m1", "wp-hel"];
            only(facts, if helicopter { &all } else { &all[..2] });
            put(facts, "wp-t1", "0603");
            put(facts, "us-m1", "0504");
        });
        table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
        table
    };
    let offered = |table: &Table| {
        let mut templates = Vec::new();
        CentralFront::offers(&table.state, WP, &mut templates);
        templates.contains(&Template::March(crate::hex("0504")))
    };
    let alone = beside(false);
    assert_eq!(alone.refuses(WP, march(&["wp-t1"], "0504")), "CF-CRT-6 odds");
    assert!(!offered(&alone));

    // 9 against 6, and 13 against 6 with the helicopter.
    let supported = beside(true);
    assert_eq!(supported.refuses(WP, march(&["wp-t1"], "0504")), "CF-CRT-6 odds");
    assert!(offered(&supported));
    let template = Template::March(crate::hex("0504"));
    let mut all = Vec::new();
    each(&supported.state, WP, &template, &mut |command| {
        all.push(command);
        std::ops::ControlFlow::Continue(())
    });
    let named = |command: &Command| matches!(command, Command::March { support, .. } if support == &[crate::id("wp-hel")]);
    assert!(!all.is_empty() && all.iter().all(named), "{all:?}");
    // The form has it picked, and weighs the attack so.
    let view = CentralFront::view(&supported.state, WP);
    let forms = view.forms();
    let form = forms.iter().find(|form| form.id == "march-0504").expect("a form");
    let picked = form.fields.iter().find_map(|field| match &field.kind {
        kernel::view::FieldKind::Many { choices, least: 1, .. } => Some(choices[0].picked),
        _ => None,
    });
    assert_eq!(picked, Some(true), "{form:?}");
    for n in 0..4 {
        let sample = CentralFront::sample(&supported.state, WP, &template, &mut |of| n % of);
        assert_eq!(kernel::prove::<CentralFront>(&supported.state, kernel::Acting::own(WP), &sample), Ok(()));
    }
}
