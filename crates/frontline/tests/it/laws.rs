//! Laws of every position: what does not matter must not matter.

use frontline::{Piece, Point, Side, Standing};
use proptest::prelude::*;

use crate::oracle::Scene;
use crate::scenes::{cases, position, scene};

fn standings(scene: &Scene) -> Vec<Standing> {
    let position = position(scene);
    let outcome = position.outcome();
    (0..position.len()).map(|unit| outcome.standing(unit)).collect()
}

fn lines(scene: &Scene) -> [Vec<Point>; 2] {
    let position = position(scene);
    let outcome = position.outcome();
    Side::BOTH.map(|side| outcome.line(side).points)
}

fn mapped(scene: &Scene, swap: bool, map: impl Fn(Point) -> Point) -> Scene {
    let side = |side: Side| if swap { side.enemy() } else { side };
    let mut entries = scene.entries.each_ref().map(|points| points.iter().copied().map(&map).collect());
    if swap {
        entries.reverse();
    }
    let units = scene.units.iter().map(|unit| Piece { id: unit.id, side: side(unit.side), at: map(unit.at) });
    Scene { entries, units: units.collect(), ..scene.clone() }
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn a_mirror_changes_no_standing(scene in scene(20)) {
        let mirrored = mapped(&scene, false, |at| Point::new(scene.width - at.x, at.y));
        prop_assert_eq!(standings(&scene), standings(&mirrored));
        for (line, other) in lines(&scene).into_iter().zip(lines(&mirrored)) {
            let mut back: Vec<Point> =
                other.iter().map(|at| Point::new(scene.width - at.x, at.y)).rev().collect();
            back.dedup();
            prop_assert_eq!(line.first(), back.first());
            prop_assert_eq!(line.last(), back.last());
        }
    }

    #[test]
    fn sides_are_treated_alike(scene in scene(20)) {
        let turned = mapped(&scene, true, |at| Point::new(at.x, scene.height - at.y));
        prop_assert_eq!(standings(&scene), standings(&turned));
        let [south, north] = lines(&scene);
        let [other_south, other_north] = lines(&turned);
        let turn = |line: Vec<Point>| -> Vec<Point> {
            line.into_iter().map(|at| Point::new(at.x, scene.height - at.y)).collect()
        };
        prop_assert_eq!(south, turn(other_north));
        prop_assert_eq!(north, turn(other_south));
    }

    #[test]
    fn a_wider_table_moves_with_its_units_when_its_sides_are_far(scene in scene(16), by in 1_i32..3000) {
        // Far from the sides of the table, moving everything along it changes nothing.
        let far = |at: Point| Point::new(at.x + 10_000, at.y);
        let wide = Scene { width: scene.width + 30_000, ..mapped(&scene, false, far) };
        let moved = Scene { width: wide.width, ..mapped(&wide, false, |at| Point::new(at.x + by, at.y)) };
        prop_assert_eq!(standings(&wide), standings(&moved));
    }

    #[test]
    fn the_order_of_the_list_does_not_matter(scene in scene(20), keys in proptest::collection::vec(any::<u32>(), 20)) {
        let mut order: Vec<usize> = (0..scene.units.len()).collect();
        order.sort_by_key(|n| keys[*n]);
        let shuffled = Scene { units: order.iter().map(|n| scene.units[*n]).collect(), ..scene.clone() };
        let (plain, other) = (standings(&scene), standings(&shuffled));
        for (place, n) in order.iter().enumerate() {
            prop_assert_eq!(plain[*n], other[place]);
        }
        prop_assert_eq!(lines(&scene), lines(&shuffled));
        let moved = |scene: &Scene| -> Vec<(u32, Point)> {
            let position = position(scene);
            let parted = position.disengage(&|_| false, &|_| false);
            let mut moves: Vec<_> = parted.moves.iter().map(|step| (*position.id(step.unit), step.to)).collect();
            moves.sort_unstable();
            moves
        };
        prop_assert_eq!(moved(&scene), moved(&shuffled));
    }

    #[test]
    fn an_enemy_taken_off_never_closes_a_lane_or_breaks_a_link(scene in scene(16), which in any::<prop::sample::Index>()) {
        // Fronts change with their units; lanes and links alone only open.
        prop_assume!(!scene.units.is_empty());
        let gone = which.index(scene.units.len());
        let side = scene.units[gone].side.enemy();
        for unit in (0..scene.units.len()).filter(|unit| scene.units[*unit].side == side) {
            let spot = scene.seen_by_owner(unit);
            let mut fewer = scene.clone();
            let before = scene.has_lane(side, spot, &[], true);
            fewer.units.remove(gone);
            prop_assert!(!before || fewer.has_lane(side, spot, &[], true));
        }
    }
}

#[test]
fn a_table_with_one_side_or_none_has_only_normal_units() {
    let empty = Scene { width: 6000, height: 4800, entries: Default::default(), units: Vec::new() };
    assert!(standings(&empty).is_empty());
    assert_eq!(lines(&empty), [Vec::new(), Vec::new()]);
    for side in Side::BOTH {
        let units =
            (0..30).map(|id| Piece { id, side, at: Point::new(200 * id as i32, 4800 - 150 * id as i32) });
        let alone = Scene { units: units.collect(), ..empty.clone() };
        assert!(standings(&alone).iter().all(|standing| *standing == Standing::Normal));
        assert!(lines(&alone)[side.enemy().index()].is_empty());
    }
}

#[test]
fn two_hundred_units_are_judged_at_once() {
    // All of both sides in one heap, every unit on the place of another of the enemy's.
    let at = |n: i32| Point::new(3000 + n % 10 * 20, 2400 + n / 10 * 20);
    let unit = |id: u32| Piece {
        id,
        side: if id.is_multiple_of(2) { Side::South } else { Side::North },
        at: at(id as i32 / 2),
    };
    let heap =
        Scene { width: 6000, height: 4800, entries: Default::default(), units: (0..200).map(unit).collect() };
    assert_eq!(standings(&heap), heap.standings());
}
