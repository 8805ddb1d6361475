//! `cargo bench -p frontline`: what judging a whole position costs as units grow, beside looking at every pair of
//! units once, and beside the quarter-inch grid of the catalogue searched by crate `pathfinding`. Prints Markdown.

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use frontline::{Measures, Piece, Point, Position, Side, Standing, Table};
use pathfinding::prelude::dijkstra_reach;

const MEASURES: Measures =
    Measures { spacing: 500, link_half_width: 250, line_gap: 2000, line_overhang: 500, lateral_window: 2000 };

/// Numbers that look random and are the same on every machine.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n.unsigned_abs() as u64) as i32
    }
}

/// Two fronts across a table as wide as they need, one unit in twelve astray on either side's ground.
fn fronts(n: usize) -> Position<usize> {
    let width = (n as i32 * 120).clamp(6000, 100_000);
    scene(n, width, |draw, side| {
        if draw.below(12) == 0 {
            return draw.below(7200);
        }
        let line = if side == Side::South { 2600 } else { 4600 };
        line + draw.below(1600) - 800
    })
}

/// Everybody anywhere on one table of 12 by 6 feet.
fn melee(n: usize) -> Position<usize> {
    scene(n, 14_400, |draw, _| draw.below(7200))
}

fn scene(n: usize, width: i32, mut y: impl FnMut(&mut Draw, Side) -> i32) -> Position<usize> {
    let mut draw = Draw(n as u64);
    let pieces: Vec<Piece<usize>> = (0..n)
        .map(|id| {
            let side = Side::BOTH[id % 2];
            Piece { id, side, at: Point::new(draw.below(width), y(&mut draw, side)) }
        })
        .collect();
    let table = Table { width, height: 7200, entries: Default::default() };
    Position::new(table, MEASURES, &pieces).expect("the scene holds together")
}

/// The quickest of the rounds of half a second, at least one.
fn quickest(mut work: impl FnMut()) -> Duration {
    let (mut best, begun) = (Duration::MAX, Instant::now());
    while begun.elapsed() < Duration::from_millis(500) {
        let start = Instant::now();
        work();
        best = best.min(start.elapsed());
    }
    best
}

fn shown(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    if micros < 1000.0 { format!("{micros:.0} µs") } else { format!("{:.1} ms", micros / 1000.0) }
}

/// Looks at every pair of units once: whether they are within the spacing.
fn pairs(position: &Position<usize>) -> usize {
    let units = 0..position.len();
    let near = |a: usize| {
        let at = position.at(a);
        (a + 1..position.len()).filter(|b| at.distance_squared(position.at(*b)) <= 250_000).count()
    };
    units.map(near).sum()
}

/// The catalogue's other test for lanes: nodes a quarter of an inch apart, steps to neighbours that lose no ground,
/// searched upward from the home edge of South. How many nodes a lane leads home from.
fn grid(position: &Position<usize>) -> usize {
    let table = position.table();
    let (wide, high) = (table.width / 25 + 1, table.height / 25 + 1);
    let mut shut = vec![false; (wide * high) as usize];
    for unit in position.of(Side::North) {
        let at = position.at(unit);
        for x in (at.x - 500).max(0) / 25..=(at.x + 500).min(table.width) / 25 {
            for y in (at.y - 500).max(0) / 25..=(at.y + 500).min(table.height) / 25 {
                let near = at.distance_squared(Point::new(x * 25, y * 25)) < 250_000;
                shut[(y * wide + x) as usize] |= near;
            }
        }
    }
    let open =
        |x: i32, y: i32| (0..wide).contains(&x) && (0..high).contains(&y) && !shut[(y * wide + x) as usize];
    let steps = |node: &(i32, i32)| -> Vec<((i32, i32), u32)> {
        let (x, y) = *node;
        if y < 0 {
            return (0..wide).filter(|x| open(*x, 0)).map(|x| ((x, 0), 1)).collect();
        }
        let ways = [(-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
        ways.into_iter()
            .map(|(dx, dy)| (x + dx, y + dy))
            .filter(|(x, y)| open(*x, *y))
            .map(|to| (to, 1))
            .collect()
    };
    dijkstra_reach(&(0, -1), steps).count()
}

fn main() {
    for (name, make) in [("two fronts", fronts as fn(usize) -> Position<usize>), ("a melee", melee)] {
        println!(
            "| {name}: units | behind the line | judged | times the half | every pair once | times that | both lines | moving back | one proof, mean | grid for one side | times judged |"
        );
        println!("|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
        let mut before: Option<Duration> = None;
        for n in [125, 250, 500, 1000, 2000] {
            let position = make(n);
            let outcome = position.outcome();
            let behind = (0..n).filter(|unit| outcome.standing(*unit) != Standing::Normal).count();
            let judged = quickest(|| drop(black_box(position.outcome())));
            let looked = quickest(|| {
                black_box(pairs(&position));
            });
            let drawn = quickest(|| drop(black_box(Side::BOTH.map(|side| outcome.line(side)))));
            // Where many movers cut friends off each of them is judged with and without its move: minutes in a melee.
            let is_long = n > 500 && name == "a melee";
            let parted = (!is_long)
                .then(|| quickest(|| drop(black_box(position.disengage(&|unit| unit % 3 == 0, &|_| false)))));
            let proved = quickest(|| {
                (0..n).step_by(n / 125).for_each(|unit| drop(black_box(outcome.proof(unit))));
            });
            let searched = quickest(|| {
                black_box(grid(&position));
            });
            let times = |a: Duration, b: Duration| a.as_secs_f64() / b.as_secs_f64();
            let growth = before.map_or("—".into(), |before| format!("{:.1}", times(judged, before)));
            println!(
                "| {n} | {behind} | {} | {growth} | {} | {:.0} | {} | {} | {} | {} | {:.1} |",
                shown(judged),
                shown(looked),
                times(judged, looked),
                shown(drawn),
                parted.map_or("—".into(), shown),
                shown(proved / 125),
                shown(searched),
                times(searched, judged),
            );
            before = Some(judged);
        }
        println!();
    }
}
