//! The lines that are proposed.

use frontline::{Piece, Point, PullBack, Side};
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
    let at = Point::new;
    assert_eq!(
        outcome.line(Side::South).points,
        [at(0, 1200), at(500, 1200), at(1000, 1200), at(2500, 1500), at(3000, 1500), at(6000, 1500)]
    );
    assert!(outcome.line(Side::North).points.is_empty());
}

#[test]
fn a_gap_above_twenty_inches_parts_the_front() {
    for (x, runs) in [(3000, 1), (3001, 2)] {
        let scene = with(&[(Side::South, 1000, 1200), (Side::South, x, 1200)]);
        assert_eq!(position(&scene).outcome().front(Side::South).units().count(), runs, "{x}");
    }
}

#[test]
fn a_line_is_pulled_back_from_an_enemy_between_two_of_its_points() {
    let scene = with(&[(Side::South, 1000, 1200), (Side::South, 2800, 1200), (Side::North, 1900, 1300)]);
    let line = position(&scene).outcome().line(Side::South);
    let at = Point::new;
    assert_eq!(line.near, []);
    let before = [at(0, 1200), at(500, 1200), at(1000, 1200)];
    let after = [at(2800, 1200), at(3300, 1200), at(6000, 1200)];
    // What lies before the circle and beyond it stays.
    let around = [
        at(1410, 1200),
        at(1422, 1146),
        at(1476, 1016),
        at(1616, 876),
        at(1800, 800),
        at(2000, 800),
        at(2184, 876),
        at(2324, 1016),
        at(2378, 1146),
        at(2390, 1200),
    ];
    assert_eq!(line.points, [&before[..], &around, &after].concat());
    let there = position(&scene);
    let wider = there.outcome().line_by(Side::South, PullBack::Wider, &|_| true);
    for point in [at(1692, 800), at(2108, 800), at(1000, 1200), at(2800, 1200)] {
        assert!(wider.points.contains(&point), "{wider:?}");
    }
    assert_eq!(wider.near, []);
    let scene = with(&[(Side::South, 1000, 100), (Side::North, 1000, 150)]);
    let line = position(&scene).outcome().line(Side::South);
    assert_eq!(line.near, [(Point::new(1000, 100), 1)], "there is no room behind it");
}

#[test]
fn a_salient_among_enemies_is_drawn_clear_of_them() {
    // Example W2 of the catalogue: both slanted legs of the salient would pass 2.77 inches from an enemy.
    let south = [4, 14, 24, 34, 44, 54].map(|x| (Side::South, x * 100, 1200)).into_iter();
    let south = south.chain([17, 22, 27].map(|y| (Side::South, 2400, y * 100)));
    let north = [(4, 20), (14, 20), (18, 23), (30, 23), (40, 20), (50, 20), (57, 20)];
    let north = north.map(|(x, y)| (Side::North, x * 100, y * 100));
    let scene = with(&south.chain(north).collect::<Vec<_>>());
    for pull_back in [PullBack::NearPoints, PullBack::Wider] {
        let line = position(&scene).outcome().line_by(Side::South, pull_back, &|_| true);
        assert_eq!(line.near, []);
        assert!(line.points.contains(&Point::new(2400, 2700)), "{line:?}");
        assert_eq!(near_by_the_slow_way(&scene, Side::South, &line.points), Vec::<usize>::new());
    }
}

#[test]
fn a_unit_between_two_enemies_is_reached_by_a_line_that_does_not_run_back_on_itself() {
    let south = [(1000, 1200), (2400, 1200), (2400, 1700), (2400, 2200), (2400, 2700), (3800, 1200)];
    let south = south.map(|(x, y)| (Side::South, x, y));
    let north = [(2050, 2200), (2750, 2200)].map(|(x, y)| (Side::North, x, y));
    let scene = with(&[&south[..], &north].concat());
    for pull_back in [PullBack::NearPoints, PullBack::Wider] {
        let line = position(&scene).outcome().line_by(Side::South, pull_back, &|_| true);
        let tip = line.points.iter().position(|point| *point == Point::new(2400, 2700));
        let tip = tip.unwrap_or_else(|| panic!("{line:?}"));
        assert_eq!(line.points[tip - 1].x, 2399, "{line:?}");
        assert_eq!(line.points[tip + 1].x, 2400, "{line:?}");
        assert_eq!(line.near.len(), 2, "the way up passes within five inches of both");
    }
}

/// The enemies nearer than the spacing to any leg of a line: every leg against every enemy, in whole numbers. The
/// distance from a leg is that from its foot where the angles at both ends are acute, else that from the nearer end.
pub fn near_by_the_slow_way(scene: &Scene, side: Side, line: &[Point]) -> Vec<usize> {
    let wide = |p: Point, q: Point| (i128::from(q.x - p.x), i128::from(q.y - p.y));
    let dot = |u: (i128, i128), v: (i128, i128)| u.0 * v.0 + u.1 * v.1;
    let square = i128::from(SPACING * SPACING);
    let is_near = |at: Point, a: Point, b: Point| {
        let (leg, from_a, from_b) = (wide(a, b), wide(a, at), wide(b, at));
        let ends = dot(from_a, from_a).min(dot(from_b, from_b)) < square;
        let acute = dot(leg, from_a) > 0 && dot(leg, from_b) < 0;
        // The area that the leg and the place span is the height times the leg.
        let area = leg.0 * from_a.1 - leg.1 * from_a.0;
        ends || (acute && area * area < square * dot(leg, leg))
    };
    let enemies = (0..scene.units.len()).filter(|unit| scene.units[*unit].side != side);
    enemies.filter(|unit| line.windows(2).any(|leg| is_near(scene.units[*unit].at, leg[0], leg[1]))).collect()
}

/// Whether the catalogue leaves a line no way to pass an enemy at home: the home edge is too near, or a forward unit
/// that is clear of every enemy stands before him.
fn cannot_be_passed(scene: &Scene, side: Side, forward: &[usize], enemy: usize) -> bool {
    let at = |unit: usize| scene.seen_at(side, scene.units[unit].at);
    let passable = |unit: &usize| scene.units[*unit].side != side && at(*unit).1 >= SPACING;
    let clear = |unit: usize| {
        let mut others = (0..scene.units.len()).filter(passable);
        others.all(|other| scene.units[other].at.distance_squared(scene.units[unit].at) >= SPACING * SPACING)
    };
    let before =
        |unit: usize| (at(unit).0 - at(enemy).0).abs() < SPACING && at(unit).1 > at(enemy).1 && clear(unit);
    at(enemy).1 < SPACING || forward.iter().any(|unit| before(*unit))
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn lines_go_from_side_to_side_and_keep_away_over_their_whole_length_unless_flagged(scene in scene(20)) {
        let position = position(&scene);
        let outcome = position.outcome();
        let both = [PullBack::NearPoints, PullBack::Wider];
        for (side, pull_back) in Side::BOTH.into_iter().flat_map(|side| both.map(|way| (side, way))) {
            let line = outcome.line_by(side, pull_back, &|_| true);
            let forward: Vec<usize> = outcome.front(side).units().flatten().copied().collect();
            prop_assert_eq!(line.points.is_empty(), forward.is_empty());
            if let (Some(first), Some(last)) = (line.points.first(), line.points.last()) {
                prop_assert_eq!((first.x, last.x), (0, scene.width));
            }
            prop_assert!(line.points.windows(2).all(|pair| pair[0].x <= pair[1].x && pair[0] != pair[1]));
            prop_assert!(line.points.iter().all(|point| (0..=scene.height).contains(&point.y)));
            let mut flagged: Vec<usize> = line.near.iter().map(|(_, enemy)| *enemy).collect();
            flagged.sort_unstable();
            prop_assert_eq!(&flagged, &near_by_the_slow_way(&scene, side, &line.points), "{:?}", &line);
            for enemy in flagged {
                prop_assert!(cannot_be_passed(&scene, side, &forward, enemy), "{} of {:?}", enemy, &line);
            }
        }
    }
}
