//! What could be seen at the start, on the fields of the sample.

use rules_civil_war::SUMMER;
use rules_civil_war::setup::Setup;
use rules_civil_war::sight::could_be_seen;
use rules_civil_war::words::{Edge, Inches};

#[test]
fn what_blocks_sight_hides_what_stands_behind_it_and_in_it() {
    let setup = Setup::load("1862.toml", SUMMER).expect("the sample");
    let seen = |name: &str, from: Edge, x: i32, y: i32| {
        let field = setup.field(name).expect("a field");
        could_be_seen(field, field.zone(from).expect("a zone"), (Inches::whole(x), Inches::whole(y)))
    };
    // The ridge lies from x 20 to 50 and y 30 to 38; the zone of the south ends at y 14.
    assert!(!seen("Turnpike and farms", Edge::South, 35, 36));
    assert!(seen("Turnpike and farms", Edge::South, 5, 36));
    assert!(seen("Turnpike and farms", Edge::South, 35, 28));
    // Seen from the north, which reaches down to y 34, a unit on the near slope is in plain view of whoever stands beside it.
    assert!(seen("Turnpike and farms", Edge::North, 5, 10));
    // Straight behind the middle of the ridge there is a dead corner; farther back one looks past its ends.
    assert!(!seen("Turnpike and farms", Edge::South, 36, 39));
    assert!(seen("Turnpike and farms", Edge::South, 60, 46));
    // A swamp and a road hide nothing.
    assert!(seen("Black creek bottoms", Edge::South, 36, 24));
    assert!(seen("Black creek bottoms", Edge::South, 36, 46));
}

#[test]
fn nobody_sees_through_the_depth_of_what_he_stands_in() {
    let setup = Setup::load("1862.toml", SUMMER).expect("the sample");
    let field = setup.field("The notch").expect("a field");
    let wall = field.features.iter().find(|feature| feature.name == "West wall").expect("a wall");
    assert!(wall.blocks_sight);
    let seen = |from: Edge, x: i32, y: i32| {
        could_be_seen(field, field.zone(from).expect("a zone"), (Inches::whole(x), Inches::whole(y)))
    };
    // The wall reaches into both zones. Whoever stands deep in it is hidden from those in it across the field as well.
    assert!(!seen(Edge::North, 10, 13), "{wall:?}");
    assert!(!seen(Edge::South, 10, 37), "{wall:?}");
    assert!(seen(Edge::North, 36, 13));
}
