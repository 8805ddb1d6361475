use kernel::answers::Scripted;
use kernel::roll::Origin;
use kernel::{Acting, Transcript, judge};
use rules_central_front::rules::s9_results::Told;
use rules_central_front::state::Fought;
use rules_central_front::words::Attack;
use rules_central_front::{CentralFront, Command};
use serde_json::{Value, json};

use crate::{NATO, Table, WP, put, unit};

fn table() -> Table {
    let mut table = Table::small("wp-move-1", |facts| put(facts, "wp-t1", "0603"));
    table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
    table
}

fn march(smoke: &str) -> Value {
    json!({"do": "march", "units": ["wp-t1"], "target": "0504", "smoke": smoke})
}

#[test]
fn a_die_up_to_the_strength_hides_and_costs_one_point() {
    // The rockets have strength 4, 2 with a step lost.
    for (lost, die, modifier) in [(0, 4, 0), (0, 5, -1), (1, 3, -1), (1, 2, 0)] {
        let mut table = table();
        unit(&mut table.state.facts, "wp-rkt").lost = lost;
        table.does(WP, march("wp-rkt"), &[]);
        assert_eq!((table.piece("wp-rkt").ap, table.piece("wp-rkt").fired), (1, true));
        let events = table.does(NATO, json!({"do": "cover"}), &[&[die], &[3, 4]]);
        assert_eq!(crate::s7_attacks::fought(&events).4, modifier, "{lost} lost, {die}");
    }
}

/// A march before it that threw nothing for smoke or chemicals must not bring them another face.
#[test]
fn smoke_and_chemicals_count_their_own_throws_for_the_hex() {
    let asked = |before: Option<(bool, bool)>| {
        let mut table = table();
        if let Some((smoke, chemical)) = before {
            table.state.facts.fought.push(Fought {
                target: crate::hex("0504"),
                attack: Attack::March,
                bombard: false,
                smoke,
                chemical,
                column: "3-1".into(),
                attacker: Told::default(),
                defender: Told::default(),
                worn: Vec::new(),
                eliminated: Vec::new(),
            });
        }
        let mut command = march("wp-rkt");
        command["chemical"] = json!(true);
        table.does(WP, command, &[]);
        let cover: Command = serde_json::from_value(json!({"do": "cover"})).expect("a command");
        let mut answers = Scripted::faces([&[6][..], &[1], &[3, 4]], Origin::Table);
        let mut told = Transcript::<CentralFront>::new();
        judge::<CentralFront>(&mut table.state, Acting::own(NATO), &cover, &mut answers, &mut told)
            .expect("the fight is thrown");
        told.rolls.iter().map(|roll| roll.asked.nth).collect::<Vec<_>>()
    };
    assert_eq!(asked(None), [1, 1, 1], "chemicals, smoke, the table");
    assert_eq!(asked(Some((false, false))), [1, 1, 2]);
    assert_eq!(asked(Some((true, false))), [1, 2, 2]);
    assert_eq!(asked(Some((false, true))), [2, 1, 2]);
}

#[test]
fn refusals() {
    let table = table();
    assert_eq!(table.refuses(WP, march("wp-hel")), "CF-SMK-1 unit");
    assert_eq!(table.refuses(WP, march("us-f1")), "CF-SEQ-8 actor");
    let mut fog = table.clone();
    fog.state.facts.fog = true;
    assert_eq!(fog.refuses(WP, march("wp-rkt")), "CF-SMK-1 fog");
    let mut far = table.clone();
    put(&mut far.state.facts, "wp-rkt", "1008");
    assert_eq!(far.refuses(WP, march("wp-rkt")), "CF-SUP-18 range");
}

#[test]
fn smoke_and_a_chemical_fog_do_not_add_up() {
    let mut table = table();
    let mut command = march("wp-rkt");
    command["chemical"] = json!(true);
    table.does(WP, command, &[]);
    let events = table.does(NATO, json!({"do": "cover"}), &[&[6], &[1], &[3, 4]]);
    assert_eq!(crate::s7_attacks::fought(&events).4, 0);
}

#[test]
fn the_pact_smokes_within_one_formation() {
    let text = rules_central_front::GAP
        .replace(
            "id = \"wp-art\"\nname = \"7 Artillery Regt\"\nside = \"WP\"\nformation = \"7D\"",
            "id = \"wp-art\"\nname = \"9 Artillery Regt\"\nside = \"WP\"\nformation = \"9D\"",
        )
        .replace(
            "id = \"wp-hel\"\nname = \"Army Attack Helo Regt\"\nside = \"WP\"\nformation = \"1A-HQ\"",
            "id = \"wp-hel\"\nname = \"7 Attack Helo Regt\"\nside = \"WP\"\nformation = \"7D\"",
        );
    let mut table =
        Table::of(&crate::read("gap.toml", &text), "wp-move-1", |facts| put(facts, "wp-t1", "0603"));
    table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
    let mut command = march("wp-art");
    command["support"] = json!(["wp-hel"]);
    assert_eq!(table.refuses(WP, command.clone()), "CF-SMK-3 formation");
    command["smoke"] = json!("wp-rkt");
    table.does(WP, command, &[]);
}
