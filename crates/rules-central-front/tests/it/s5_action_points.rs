use kernel::Seat;
use rules_central_front::rules::s5_action_points::{after, of_fire, recovered};
use rules_central_front::words::Kind;
use serde_json::json;

use crate::{Table, WP, read, unit};

fn activate(units: &[&str]) -> serde_json::Value {
    json!({"do": "activate", "units": units})
}

#[test]
fn activation_costs_a_point_before_anything_else() {
    let mut table = Table::small("wp-move-1", |_| {});
    table.does(WP, activate(&["wp-m1", "wp-rec"]), &[]);
    assert_eq!((table.piece("wp-m1").ap, table.piece("wp-m1").mp, table.piece("wp-rec").mp), (1, 12, 14));
    assert_eq!(table.refuses(WP, activate(&["wp-m1"])), "CF-AP-8 again");
    assert_eq!(table.refuses(WP, activate(&["wp-t1", "wp-m2"])), "CF-MOV-10 hex");
    assert_eq!(table.refuses(WP, activate(&[])), "CF-SEQ-8 empty");
    assert_eq!(table.refuses(WP, activate(&["wp-t1", "wp-t1"])), "CF-SEQ-8 twice");
}

#[test]
fn an_ineffective_unit_is_not_activated() {
    let table = Table::small("wp-move-1", |facts| unit(facts, "wp-t1").ap = 5);
    assert_eq!(table.refuses(WP, activate(&["wp-t1"])), "CF-AP-5 ineffective");
}

#[test]
fn a_unit_at_four_moves_and_does_not_attack() {
    let mut table = Table::small("wp-move-1", |facts| unit(facts, "wp-t1").ap = 4);
    table.does(WP, activate(&["wp-t1"]), &[]);
    assert_eq!((table.piece("wp-t1").ap, table.piece("wp-t1").mp), (5, 12));
    table.does(WP, json!({"do": "move", "units": ["wp-t1"], "path": ["0603"]}), &[]);
    for attack in ["hasty", "prepared"] {
        let command = json!({"do": "designate", "units": ["wp-t1"], "target": "0504", "attack": attack});
        assert_eq!(table.refuses(WP, command), "CF-AP-6 ineffective");
    }
    assert_eq!(
        table.refuses(WP, json!({"do": "march", "units": ["wp-t1"], "target": "0504"})),
        "CF-AP-6 ineffective"
    );
}

#[test]
fn six_is_the_most() {
    assert_eq!((after(5, 2), after(6, 1), after(0, 1)), (6, 6, 1));
    assert_eq!((of_fire(Kind::Artillery), of_fire(Kind::Rocket), of_fire(Kind::Helicopter)), (1, 2, 2));
}

#[test]
fn recovery_by_type() {
    for (kind, ap, wanted) in [
        (Kind::Armor, 0, 0),
        (Kind::Armor, 1, 0),
        (Kind::Armor, 5, 4),
        (Kind::Armor, 6, 5),
        (Kind::Artillery, 1, 0),
        (Kind::Artillery, 5, 3),
        (Kind::Rocket, 4, 2),
        (Kind::Rocket, 6, 5),
        (Kind::Helicopter, 5, 4),
    ] {
        assert_eq!(recovered(kind, ap), wanted, "{kind:?} {ap}");
    }
    let mut table = Table::small("recovery", |facts| {
        unit(facts, "wp-t1").ap = 6;
        unit(facts, "wp-art").ap = 5;
    });
    table.does(Seat::Clock, json!({"do": "proceed"}), &[]);
    assert_eq!((table.piece("wp-t1").ap, table.piece("wp-art").ap), (5, 3));
}

#[test]
fn recovery_may_need_supply_and_freedom_from_zones() {
    let text = rules_central_front::GAP.replace("smoke = true", "smoke = true\nrecovery_needs_supply = true");
    let scenario = read("gap.toml", &text);
    let mut table = Table::of(&scenario, "recovery", |facts| {
        for (name, unsupplied) in [("wp-t1", false), ("wp-m1", true)] {
            (unit(facts, name).ap, unit(facts, name).unsupplied) = (3, unsupplied);
        }
        crate::put(facts, "us-ca", "0802");
        crate::put(facts, "wp-asl", "0801");
        unit(facts, "wp-asl").ap = 3;
    });
    table.does(Seat::Clock, json!({"do": "proceed"}), &[]);
    let left = ["wp-t1", "wp-m1", "wp-asl"].map(|name| table.piece(name).ap);
    assert_eq!(left, [3, 3, 3], "zone of us-ca over 0703; out of supply; zone");
}
