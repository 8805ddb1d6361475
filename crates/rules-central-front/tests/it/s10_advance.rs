use serde_json::{Value, json};

use crate::s7_attacks::designated;
use crate::{NATO, Table, WP, put, unit};

/// The regiment has cleared 0504 and may advance.
fn cleared(change: impl FnOnce(&mut rules_central_front::Facts)) -> Table {
    let mut table = designated("hasty");
    put(&mut table.state.facts, "us-ct", "0204");
    change(&mut table.state.facts);
    table.does(WP, json!({"do": "attack", "target": "0504"}), &[]);
    table.does(NATO, json!({"do": "cover"}), &[&[6, 6]]);
    table
}

fn go(name: &str, path: &[&str]) -> Value {
    json!({"do": "advance", "unit": name, "path": path})
}

#[test]
fn into_the_hex_and_one_further_without_regard_to_zones() {
    let table = cleared(|facts| put(facts, "us-m2", "0403"));
    assert_eq!(table.refuses(WP, go("wp-t1", &["0404"])), "CF-ADV-1 path");
    assert_eq!(table.refuses(WP, go("wp-t1", &["0504", "0403"])), "CF-STACK-6 enemy");
    assert_eq!(table.refuses(WP, go("wp-m1", &["0504"])), "CF-ADV-1 unit");
    assert_eq!(table.refuses(NATO, go("us-m2", &["0504"])), "CF-SEQ-8 fight");
    let mut further = table.clone();
    put(&mut further.state.facts, "us-t1", "0204");
    put(&mut further.state.facts, "us-m1", "0305");
    further.does(WP, go("wp-t1", &["0504", "0404"]), &[]);
    assert_eq!((further.at("wp-t1").as_str(), further.piece("wp-t1").ap), ("0404", 0));
    let mut table = table;
    table.does(WP, json!({"do": "end-advance"}), &[]);
    assert!(table.state.facts.battle.is_none());
}

/// Where to go from the hex is decided there, unless the scenario has it said when the advance begins.
#[test]
fn the_second_hex_is_decided_after_the_first_unless_it_is_said_with_it() {
    let table = cleared(|facts| {
        put(facts, "us-t1", "0204");
        put(facts, "us-m1", "0305");
        put(facts, "us-m2", "0403");
    });
    let mut in_one = table.clone();
    let text = rules_central_front::GAP.replace("smoke = true", "smoke = true\nadvance_in_one = true");
    in_one.state.scenario = crate::read("gap.toml", &text);
    let mut after = table;
    for table in [&mut after, &mut in_one] {
        table.does(WP, go("wp-t1", &["0504"]), &[]);
        assert_eq!(table.at("wp-t1"), "0504");
    }
    assert!(in_one.state.facts.battle.is_none(), "nobody else can");

    assert_eq!(after.refuses(WP, go("wp-t1", &["0504"])), "CF-ADV-1 path");
    assert_eq!(after.refuses(WP, go("wp-t1", &["0303"])), "CF-ADV-1 path");
    assert_eq!(after.refuses(WP, go("wp-t1", &["0404", "0304"])), "CF-ADV-1 path");
    assert_eq!(after.refuses(WP, go("wp-t1", &["0403"])), "CF-STACK-6 enemy");
    let mut stays = after.clone();
    stays.does(WP, json!({"do": "end-advance"}), &[]);
    assert_eq!((stays.at("wp-t1").as_str(), stays.state.facts.battle.is_none()), ("0504", true));
    after.does(WP, go("wp-t1", &["0404"]), &[]);
    assert_eq!((after.at("wp-t1").as_str(), after.piece("wp-t1").ap), ("0404", 0));
    assert!(after.state.facts.battle.is_none(), "two hexes and no more");
}

#[test]
fn an_ineffective_unit_does_not_advance() {
    let mut table = designated("hasty");
    put(&mut table.state.facts, "us-ct", "0204");
    put(&mut table.state.facts, "wp-rec", "0603");
    table.state.facts.designation[0].units.push(crate::id("wp-rec"));
    unit(&mut table.state.facts, "wp-rec").ap = 4;
    // 13 to 2: 6-1; 3 is A1 D1FR1.
    table.does(WP, json!({"do": "attack", "target": "0504"}), &[]);
    table.does(NATO, json!({"do": "cover"}), &[&[1, 2]]);
    table.does(WP, json!({"do": "lose-step", "unit": "wp-t1"}), &[]);
    unit(&mut table.state.facts, "wp-rec").ap = 5;
    assert_eq!(table.refuses(WP, go("wp-rec", &["0504"])), "CF-ADV-6 ineffective");
    table.does(WP, go("wp-t1", &["0504"]), &[]);
    assert_eq!(table.refuses(WP, go("wp-rec", &["0504"])), "CF-ADV-6 ineffective");
    table.does(WP, json!({"do": "end-advance"}), &[]);
    assert!(table.state.facts.battle.is_none());
}

#[test]
fn a_bombardment_gives_no_advance() {
    let mut table = Table::small("wp-combat-1", |facts| {
        (facts.superior, facts.strikes) = (Some(rules_central_front::words::Side::Wp), 1);
        put(facts, "wp-t1", "0605");
    });
    table.does(WP, json!({"do": "strike", "target": "0505", "chosen": "us-cb"}), &[&[6, 6]]);
    assert_eq!(table.piece("us-cb").at, None);
    assert!(table.state.facts.battle.is_none());
}

/// Into the hex and back again is lawful; on the map it would be what a press on the own stack does.
#[test]
fn a_stack_that_is_pressed_gives_no_advance_away() {
    use kernel::System;
    use kernel::view::Block;
    use rules_central_front::CentralFront;
    let text = rules_central_front::GAP.replace("smoke = true", "smoke = true\nadvance_in_one = true");
    let (after, mut in_one) = (cleared(|_| {}), cleared(|_| {}));
    in_one.state.scenario = crate::read("gap.toml", &text);
    for table in [after, in_one] {
        let page = CentralFront::page(&table.state, WP, "map").expect("the map");
        let board = page.main.iter().find_map(|block| match block {
            Block::Board(board) => Some(board),
            _ => None,
        });
        let board = board.expect("a board");
        let acts: Vec<_> = board.acts.iter().filter(|act| act.word == "advance").collect();
        assert!(!acts.is_empty(), "it may advance");
        for act in acts {
            let reach = &board.reaches[act.reach];
            assert!(!reach.iter().any(|target| target.ends && Some(target.hex) == act.from), "{act:?}");
        }
    }
}

/// Whoever has taken the hex attacks it no more; the guns that supported him never did.
#[test]
fn a_hex_that_is_taken_is_no_target_of_guns_that_supported() {
    use kernel::System;
    use kernel::view::Block;
    use rules_central_front::CentralFront;
    let mut table = cleared(|_| {});
    table.state.facts.battle.as_mut().expect("a fight").support = vec![crate::id("wp-art")];
    let attacks = |table: &Table| -> usize {
        let page = CentralFront::page(&table.state, WP, "map").expect("the map");
        let of = |block: &Block| if let Block::Board(board) = block { board.attacks.len() } else { 0 };
        page.main.iter().map(of).sum()
    };
    assert_eq!(attacks(&table), 1, "it stands beside the hex");
    let all = table.state.facts.battle.as_mut().expect("a fight");
    all.units.push(crate::id("wp-m1"));
    all.from.push("0604".parse().expect("a hex"));
    put(&mut table.state.facts, "wp-m1", "0604");
    table.does(WP, go("wp-t1", &["0504"]), &[]);
    assert!(table.state.facts.battle.is_some(), "it may go on");
    assert_eq!(attacks(&table), 0, "whoever else attacked");
}

/// [CF-ADV-1] Whoever goes in counts for the limit of the hex, also when he goes on: that is said before, and one unit alone
/// reads nothing of it.
#[test]
fn who_has_no_room_beside_the_others_is_told_before() {
    use kernel::System;
    use rules_central_front::CentralFront;
    let lede = |table: &Table| CentralFront::page(&table.state, WP, "map").expect("the map").lede.plain(&[]);
    let mut table = cleared(|_| {});
    assert!(!lede(&table).contains("Not all have room"), "{}", lede(&table));
    put(&mut table.state.facts, "wp-m1", "0604");
    let fight = table.state.facts.battle.as_mut().expect("a fight");
    fight.units.push(crate::id("wp-m1"));
    fight.from.push("0604".parse().expect("a hex"));
    assert!(lede(&table).contains("Not all have room"), "{}", lede(&table));
    let mut went_on = table.clone();
    went_on.does(WP, go("wp-t1", &["0504"]), &[]);
    assert_eq!(went_on.refuses(WP, go("wp-m1", &["0504"])), "CF-STACK-1 stacking");
}
