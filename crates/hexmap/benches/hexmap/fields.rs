//! Supply fields over the whole map.

use std::hint::black_box;
use std::num::NonZeroU32;

use hexmap::{Cell, Field, Step};
use pathfinding::prelude::dijkstra_reach;

use crate::scene::Scene;
use crate::timing::{by_turns, shown};

pub fn run() {
    println!("| Field from four sources | hexes found | `pathfinding` 4 | `hexmap` | times |");
    println!("|---|---:|---:|---:|---:|");
    row("every hex 1, closed by zones", Scene::line);
    row("ground as cost, closed by zones", Scene::haul);
    row("ground as cost, nothing closed", |scene, _, step| {
        NonZeroU32::new(u32::from(*scene.map.hex(step.to)))
    });
    println!();
}

fn row(name: &str, cost: impl Fn(&Scene, usize, Step) -> Option<NonZeroU32> + Copy) {
    let scene = Scene::new(1);
    let mut field = Field::new(scene.grid());
    let mut found = 0;
    for side in [0, 1] {
        field.compute(scene.bases[side].iter().copied(), |step| cost(&scene, side, step));
        let ours: Vec<(Cell, u32)> =
            scene.grid().cells().iter().filter_map(|&cell| Some((cell, field.cost(cell)?))).collect();
        let mut theirs = by_library(&scene, side, cost);
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "the two answers differ");
        found += ours.len();
    }
    let library = || {
        for side in [0, 1] {
            black_box(by_library(&scene, side, cost));
        }
    };
    let own = || {
        for side in [0, 1] {
            field.compute(scene.bases[side].iter().copied(), |step| cost(&scene, side, step));
            black_box(&field);
        }
    };
    let [library, own] = by_turns([2; 2], library, own);
    println!("| {name} | {} | {} | {} | {:.1} |", found / 2, shown(library), shown(own), library / own);
}

/// The library knows one start, so a node before all sources leads to each of them for nothing.
fn by_library(
    scene: &Scene,
    side: usize,
    cost: impl Fn(&Scene, usize, Step) -> Option<NonZeroU32> + Copy,
) -> Vec<(Cell, u32)> {
    let reached = dijkstra_reach(&None::<Cell>, |&here: &Option<Cell>| {
        let sources = if here.is_none() { scene.bases[side].as_slice() } else { &[] };
        let starts = sources.iter().map(|&source| (Some(source), 0));
        let steps = here.into_iter().flat_map(|here| scene.grid().steps(here));
        let onward = steps.filter_map(move |step| Some((Some(step.to), cost(scene, side, step)?.get())));
        starts.chain(onward)
    });
    reached.filter_map(|item| Some((item.node?, item.total_cost))).collect()
}
