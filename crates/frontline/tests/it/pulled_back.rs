//! What a line gives up to keep clear of enemies: column by column, a hundredth of an inch wide, in floating point.

use frontline::{Point, PullBack, Side};
use proptest::prelude::*;

use crate::oracle::{SPACING, Scene};
use crate::scenes::{cases, position, scene};

const RADIUS: f64 = SPACING as f64;

/// Points in the side's own frame.
fn seen(scene: &Scene, side: Side, at: Point) -> (f64, f64) {
    let (x, y) = scene.seen_at(side, at);
    (x as f64, y as f64)
}

/// The enemies that a line can be pulled back from.
fn enemies(scene: &Scene, side: Side) -> Vec<(f64, f64)> {
    let others = scene.units.iter().filter(|unit| unit.side != side);
    others.map(|unit| seen(scene, side, unit.at)).filter(|at| at.1 >= RADIUS).collect()
}

/// The lowest and the highest place of a line in each column.
fn columns(scene: &Scene, side: Side, line: &[Point]) -> Vec<(f64, f64)> {
    let mut columns = vec![(f64::INFINITY, f64::NEG_INFINITY); scene.width as usize + 1];
    for leg in line.windows(2) {
        let ((ax, ay), (bx, by)) = (seen(scene, side, leg[0]), seen(scene, side, leg[1]));
        for (column, x) in columns[ax as usize..=bx as usize].iter_mut().zip(ax as i32..) {
            let part = if ax == bx { 0.0 } else { (f64::from(x) - ax) / (bx - ax) };
            let here = ay + part * (by - ay);
            let ends = if ax == bx { (ay.min(by), ay.max(by)) } else { (here, here) };
            *column = (column.0.min(ends.0), column.1.max(ends.1));
        }
    }
    columns
}

/// The stretches of a column that are no nearer to an enemy than the radius and no farther forward than a height, from
/// home on.
fn free(enemies: &[(f64, f64)], radius: f64, x: f64, most: f64) -> Vec<(f64, f64)> {
    let half = |enemy: &(f64, f64)| (radius * radius - (x - enemy.0).powi(2)).max(0.0).sqrt();
    let mut closed: Vec<(f64, f64)> =
        enemies.iter().map(|enemy| (enemy.1 - half(enemy), enemy.1 + half(enemy))).collect();
    closed.retain(|(low, high)| low < high);
    closed.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut free, mut from) = (Vec::new(), f64::NEG_INFINITY);
    for (low, high) in closed {
        if low.min(most) >= from {
            free.push((from, low.min(most)));
        }
        from = f64::max(from, high);
    }
    if most >= from {
        free.push((from, most));
    }
    free
}

/// The most forward line from side to side that is nowhere ahead of a course and nowhere nearer to an enemy than the
/// radius: its highest place in each column. Of two such lines the one that is ahead in each column is one as well.
fn most_forward(enemies: &[(f64, f64)], radius: f64, course: &[(f64, f64)]) -> Option<Vec<f64>> {
    let abreast = |x: f64| -> Vec<(f64, f64)> {
        enemies.iter().copied().filter(|enemy| (enemy.0 - x).abs() < radius).collect()
    };
    let columns: Vec<Vec<(f64, f64)>> = course
        .iter()
        .enumerate()
        .map(|(x, most)| free(&abreast(x as f64), radius, x as f64, most.1))
        .collect();
    let meets = |a: &(f64, f64), b: &(f64, f64)| a.0.max(b.0) <= a.1.min(b.1);
    let sweep = |columns: &mut dyn Iterator<Item = Vec<(f64, f64)>>| {
        let mut swept: Vec<Vec<(f64, f64)>> = Vec::new();
        for mut column in columns {
            if let Some(last) = swept.last() {
                column.retain(|stretch| last.iter().any(|other| meets(stretch, other)));
            }
            swept.push(column);
        }
        swept
    };
    let there = sweep(&mut columns.into_iter());
    let back = sweep(&mut there.into_iter().rev());
    back.iter().rev().map(|column| column.last().map(|stretch| stretch.1)).collect()
}

proptest! {
    #![proptest_config(cases(1200))]

    #[test]
    fn only_what_is_too_near_is_moved_and_what_would_lie_before_a_step(scene in scene(20)) {
        let position = position(&scene);
        let outcome = position.outcome();
        for side in Side::BOTH {
            let line = outcome.line(side);
            let plain = outcome.line_by(side, PullBack::NearPoints, &|_| false);
            prop_assert_eq!(&plain, &outcome.line_by(side, PullBack::Wider, &|_| false));
            let enemies = enemies(&scene, side);
            let (was, is) = (columns(&scene, side, &plain.points), columns(&scene, side, &line.points));
            let rounded = enemies.len() as f64;
            for (x, (was, is)) in was.iter().zip(&is).enumerate() {
                prop_assert!(is.1 <= was.1 + 1e-6, "{} is ahead of the course: {:?}", x, &line);
                let aside = |enemy: &(f64, f64)| (x as f64 - enemy.0).abs();
                let off = |enemy: &(f64, f64), y: f64| (aside(enemy)).hypot(y - enemy.1);
                // Rounding may take a hundredth at each enemy.
                let clear = enemies.iter().all(|enemy| off(enemy, was.1) >= RADIUS + 2.0);
                // Where two circles touch, the line does not go up between them to a point of the course alone.
                let passes = |enemy: &&(f64, f64)| {
                    aside(enemy) <= RADIUS && was.1 > enemy.1 && is.1 < enemy.1
                };
                let given_up = is.1 < was.1 - rounded && clear;
                prop_assert!(!given_up || enemies.iter().any(|enemy| passes(&enemy)), "{} of {:?}", x, &line);
            }
        }
    }

    #[test]
    fn a_forward_unit_that_is_clear_of_every_enemy_stays_on_the_line(scene in scene(20)) {
        let position = position(&scene);
        let outcome = position.outcome();
        let on = |line: &[Point], at: Point| line.windows(2).any(|leg| {
            let wide = |p: Point| (i64::from(p.x) - i64::from(leg[0].x), i64::from(p.y) - i64::from(leg[0].y));
            let ((dx, dy), (px, py)) = (wide(leg[1]), wide(at));
            let along = dx * px + dy * py;
            dx * py == dy * px && (0..=dx * dx + dy * dy).contains(&along)
        });
        for side in Side::BOTH {
            let (line, enemies) = (outcome.line(side), enemies(&scene, side));
            let plain = outcome.line_by(side, PullBack::NearPoints, &|_| false);
            for unit in outcome.front(side).units().flatten() {
                let at = scene.units[*unit].at;
                let here = seen(&scene, side, at);
                let clear = enemies.iter().all(|enemy| {
                    (here.0 - enemy.0).powi(2) + (here.1 - enemy.1).powi(2) >= RADIUS * RADIUS
                });
                prop_assert!(!clear || !on(&plain.points, at) || on(&line.points, at), "{:?} and {:?}", at, &line);
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn no_more_is_given_up_than_a_line_from_side_to_side_needs(scene in scene(20)) {
        let position = position(&scene);
        let outcome = position.outcome();
        for side in Side::BOTH {
            let line = outcome.line(side);
            if line.points.is_empty() || !line.near.is_empty() {
                continue;
            }
            let plain = outcome.line_by(side, PullBack::NearPoints, &|_| false);
            let (was, is) = (columns(&scene, side, &plain.points), columns(&scene, side, &line.points));
            let enemies = enemies(&scene, side);
            let ideal = most_forward(&enemies, RADIUS - 1.0, &was);
            let ideal = ideal.expect("the line itself is clear");
            // Tangents meet up to a fiftieth farther off, and so a gap must be so much wider.
            let tight = most_forward(&enemies, RADIUS * 1.02 + 4.0, &was);
            for (x, is) in is.iter().enumerate() {
                prop_assert!(is.1 <= ideal[x] + 2.0, "{} is ahead of {} in {:?}", x, ideal[x], &line);
                let least = tight.as_ref().map_or(f64::NEG_INFINITY, |tight| tight[x]);
                prop_assert!(is.1 >= least - enemies.len() as f64, "{} is behind {} in {:?}", x, least, &line);
            }
        }
    }
}
