//! Random positions, and the ways in which they are made hard.

use frontline::{Measures, Piece, Point, Position, Side, Table};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::oracle::Scene;

pub const MEASURES: Measures =
    Measures { spacing: 500, link_half_width: 250, line_gap: 2000, line_overhang: 500, lateral_window: 2000 };

pub fn position(scene: &Scene) -> Position<u32> {
    let table = Table { width: scene.width, height: scene.height, entries: scene.entries.clone() };
    Position::new(table, MEASURES, &scene.units).expect("the scene holds together")
}

/// Steps that bring units to exact distances of each other: 2.50, 5.00, 10.00 and a hundredth beside.
const STEPS: [(i32, i32); 20] = [
    (0, 0),
    (500, 0),
    (0, 500),
    (300, 400),
    (400, -300),
    (1000, 0),
    (0, 1000),
    (600, 800),
    (800, -600),
    (250, 0),
    (0, 250),
    (150, 200),
    (501, 0),
    (0, 501),
    (999, 0),
    (1001, 0),
    (0, 999),
    (250, 433),
    (2000, 0),
    (1200, 1600),
];

/// How the places of a scene are drawn.
#[derive(Clone, Copy, Debug)]
enum Manner {
    /// Anywhere on a grid of this step.
    Grid(i32),
    /// Each at a special step from an earlier one.
    Kin,
    /// All in one heap.
    Heap,
    /// All on one line across, one upward or one aslant.
    Row(i32, i32),
    /// Two fronts with some of each behind the other's.
    Fronts,
}

fn manner() -> impl Strategy<Value = Manner> {
    prop_oneof![
        4 => prop_oneof![Just(1), Just(25), Just(50), Just(100), Just(250), Just(500)].prop_map(Manner::Grid),
        3 => Just(Manner::Kin),
        1 => Just(Manner::Heap),
        1 => prop_oneof![Just((1, 0)), Just((0, 1)), Just((3, 4)), Just((1, 1))].prop_map(|(x, y)| Manner::Row(x, y)),
        4 => Just(Manner::Fronts),
    ]
}

type Raw = (bool, u32, u32, u32);

fn place(manner: Manner, size: (i32, i32), raw: Raw, earlier: &[Point]) -> Point {
    let (south, a, b, c) = raw;
    let (width, height) = size;
    let within = |x: i32, y: i32| Point::new(x.clamp(0, width), y.clamp(0, height));
    let on = |n: u32, most: i32, step: i32| (n as i32 & 0xff_ffff) % (most / step + 1) * step;
    match manner {
        Manner::Grid(step) => within(on(a, width, step), on(b, height, step)),
        Manner::Kin => match earlier.get((c as usize).checked_rem(earlier.len()).unwrap_or(0)) {
            None => within(on(a, width, 100), on(b, height, 100)),
            Some(from) => {
                let (dx, dy) = STEPS[a as usize % STEPS.len()];
                let (way_x, way_y) = (if b & 1 == 0 { 1 } else { -1 }, if b & 2 == 0 { 1 } else { -1 });
                within(from.x + way_x * dx, from.y + way_y * dy)
            }
        },
        Manner::Heap => within(width / 2 + on(a, 400, 50), height / 2 + on(b, 400, 50)),
        Manner::Row(dx, dy) => {
            let n = (a % 40) as i32 * 50;
            within(200 + n * dx, 200 + n * dy)
        }
        Manner::Fronts => {
            let line = if south { height * 2 / 5 } else { height * 3 / 5 };
            let astray = c % 4 == 0;
            let y = if astray { on(b, height, 50) } else { line + on(b, 400, 50) - 200 };
            within(on(a, width, 50), y)
        }
    }
}

/// A random scene of up to so many units.
pub fn scene(most: usize) -> impl Strategy<Value = Scene> {
    let raw = (any::<bool>(), any::<u32>(), any::<u32>(), any::<u32>());
    let size = prop_oneof![Just((6000, 4800)), Just((3000, 3000)), Just((2000, 3600)), Just((4000, 2400))];
    let entries = vec((0_u8..3, any::<u32>(), any::<bool>()), 0..3);
    (manner(), size, vec(raw, 0..=most), entries, any::<u32>()).prop_map(
        |(manner, size, raws, entries, salt)| {
            let (width, height) = size;
            let mut places: Vec<Point> = Vec::new();
            for raw in &raws {
                places.push(place(manner, size, *raw, &places));
            }
            let units = raws.iter().zip(places).zip(0_u32..).map(|((raw, at), n)| Piece {
                // Multiplying by an odd number keeps ids apart and mixes their order.
                id: (n ^ (salt & 63)).wrapping_mul(2_654_435_761),
                side: if raw.0 { Side::South } else { Side::North },
                at,
            });
            let mut scene = Scene { width, height, entries: Default::default(), units: units.collect() };
            for (edge, along, south) in entries {
                let side = if south { Side::South } else { Side::North };
                let y = (along as i32 & 0xffff) % (height / 100 + 1) * 100;
                let at = match edge {
                    0 => Point::new(0, y),
                    1 => Point::new(width, y),
                    _ => Point::new(
                        (along as i32 & 0xffff) % (width / 100 + 1) * 100,
                        if south { 0 } else { height },
                    ),
                };
                scene.entries[side.index()].push(at);
            }
            scene
        },
    )
}

/// How many cases a test tries; a longer run is asked for by `PROPTEST_CASES`.
pub fn cases(usual: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok());
    ProptestConfig { cases: asked.unwrap_or(usual), max_shrink_iters: 20_000, ..ProptestConfig::default() }
}
