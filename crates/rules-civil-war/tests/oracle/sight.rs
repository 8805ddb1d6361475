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

/// The first field of the sample with a zone of one square inch at the south, and one thing on it that blocks sight.
fn seen_from_one_place(points: &str, (x, y): (f64, f64)) -> bool {
    let ridge = "points = [[20.0, 30.0], [50.0, 34.0], [50.0, 38.0], [20.0, 36.0]]";
    let text = SUMMER
        .replacen("south = { y_min = 0.0, y_max = 14.0 }", "south = { x_min = 10, x_max = 11, y_max = 1 }", 1)
        .replacen(ridge, &format!("points = {points}"), 1);
    assert!(text.contains(points) && !text.contains(ridge));
    let setup = Setup::load("1862.toml", &text).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let field = setup.field("Turnpike and farms").expect("a field");
    let [x, y] = [x, y].map(|inches| Inches::exact(inches).expect("a length"));
    could_be_seen(field, field.zone(Edge::South).expect("a zone"), (x, y))
}

#[test]
fn whoever_stands_at_the_edge_or_a_corner_is_seen_from_before_it() {
    let setup = Setup::load("1862.toml", SUMMER).expect("the sample");
    let field = setup.field("Turnpike and farms").expect("a field");
    let seen = |from: Edge, x: i32, y: i32| {
        could_be_seen(field, field.zone(from).expect("a zone"), (Inches::whole(x), Inches::whole(y)))
    };
    // The front of the ridge goes from 20, 30 to 50, 34, its back from 20, 36 to 50, 38.
    for (x, y) in [(20, 30), (35, 32), (50, 34)] {
        assert!(seen(Edge::South, x, y), "{x}, {y}");
    }
    assert!(seen(Edge::North, 35, 37) && !seen(Edge::South, 35, 37));
    assert!(!seen(Edge::South, 35, 33), "an inch in it");
}

#[test]
fn a_line_that_only_touches_an_edge_or_a_corner_is_not_blocked() {
    let wood = "[[10, 20], [30, 20], [30, 30], [10, 30]]";
    assert!(seen_from_one_place(wood, (10.0, 40.0)), "along its edge");
    assert!(!seen_from_one_place(wood, (10.25, 40.0)), "within it, if only a little");
    assert!(!seen_from_one_place(wood, (11.0, 25.0)), "deep in it");
    // Its lowest corner touches the line from 10, 1 to 10, 40; the lines from 11 run within.
    let lozenge = "[[10, 20], [14, 16], [18, 20], [14, 24]]";
    assert!(seen_from_one_place(lozenge, (10.0, 40.0)));
    assert!(seen_from_one_place(lozenge, (10.0, 20.0)), "at its corner");
    // A wall hides what is behind it, and not who stands at it.
    let wall = "[[0, 20], [40, 20]]";
    assert!(seen_from_one_place(wall, (10.0, 20.0)));
    assert!(!seen_from_one_place(wall, (10.0, 20.25)));
}
