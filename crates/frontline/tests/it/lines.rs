//! The lines that are proposed.

use frontline::{Piece, Point, Side};
use proptest::prelude::*;

use crate::oracle::{SPACING, Scene};
use crate::scenes::{cases, position, scene};

fn with(units: &[(Side, i32, i32)]) -> Scene {
    let units =
        units.iter().zip(0..).map(|((side, x, y), id)| Piece { id, side: *side, at: Point::new(*x, *y) });
    Scene { width: 6000, height: 4800, entries: Default::default(), units: units.collect() }
}

#[test]
fn a_line_runs_through_the_forward_units_on_to_the_sides() {
    let scene = with(&[(Side::South, 1000, 1200), (Side::South, 2500, 1500), (Side::South, 2400, 900)]);
    let position = position(&scene);
    let outcome = position.outcome();
    let line = outcome.line(Side::South);
    let at = Point::new;
    assert_eq!(
        line.joined(),
        [at(0, 1200), at(500, 1200), at(1000, 1200), at(2500, 1500), at(3000, 1500), at(6000, 1500)]
    );
    assert!(outcome.line(Side::North).runs.is_empty());
}

#[test]
fn a_gap_above_twenty_inches_parts_the_line() {
    for (x, runs) in [(3000, 1), (3001, 2)] {
        let scene = with(&[(Side::South, 1000, 1200), (Side::South, x, 1200)]);
        assert_eq!(position(&scene).outcome().line(Side::South).runs.len(), runs, "{x}");
    }
}

#[test]
fn a_line_is_pulled_back_from_an_enemy_between_two_of_its_points() {
    let scene = with(&[(Side::South, 1000, 1200), (Side::South, 2800, 1200), (Side::North, 1900, 1300)]);
    let position = position(&scene);
    let line = position.outcome().line(Side::South);
    assert!(line.joined().contains(&Point::new(1900, 800)), "{line:?}");
    let scene = with(&[(Side::South, 1000, 100), (Side::North, 1000, 150)]);
    let position = crate::scenes::position(&scene);
    let line = position.outcome().line(Side::South);
    assert_eq!(line.near, [(Point::new(1000, 100), 1)], "there is no room behind it");
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn lines_go_from_side_to_side_and_their_points_keep_away_unless_flagged(scene in scene(20)) {
        let position = position(&scene);
        let outcome = position.outcome();
        for side in Side::BOTH {
            let line = outcome.line(side);
            let joined = line.joined();
            prop_assert_eq!(joined.is_empty(), outcome.front(side).units().next().is_none());
            if let (Some(first), Some(last)) = (joined.first(), joined.last()) {
                prop_assert_eq!((first.x, last.x), (0, scene.width));
            }
            prop_assert!(joined.windows(2).all(|pair| pair[0].x <= pair[1].x), "{joined:?}");
            for point in line.runs.iter().flatten() {
                let near = scene.units.iter().any(|unit| {
                    unit.side != side && unit.at.distance_squared(*point) < SPACING * SPACING
                });
                prop_assert_eq!(near, line.near.iter().any(|(flagged, _)| flagged == point));
            }
        }
    }
}
