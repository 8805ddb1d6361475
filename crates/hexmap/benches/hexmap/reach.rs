//! Reachable sets with zones.

use std::hint::black_box;

use hexmap::{Cell, Entry, Reach, Step};
use pathfinding::prelude::dijkstra_reach;

use crate::scene::Scene;
use crate::timing::{by_turns, shown};

pub fn run() {
    let scene = Scene::new(1);
    println!("| Reachable set with zones | hexes found | `pathfinding` 4 | `hexmap` | times |");
    println!("|---|---:|---:|---:|---:|");
    for (budget, every) in [(6, 1), (12, 1), (24, 4), (1000, 20)] {
        let starts: Vec<(usize, Cell)> = [0, 1]
            .into_iter()
            .flat_map(|side| scene.units[side].iter().map(move |&cell| (side, cell)))
            .collect();
        let starts: Vec<(usize, Cell)> = starts.into_iter().step_by(every).collect();
        let mut reach = Reach::new(scene.grid());
        let mut found = 0;
        for &(side, start) in &starts {
            reach.search(start, budget, |step| scene.entry(side, start, step));
            let ours: Vec<(Cell, u32)> =
                reach.cells().iter().filter_map(|&cell| Some((cell, reach.cost(cell)?))).collect();
            let mut ours_sorted = ours.clone();
            ours_sorted.sort_unstable();
            let mut theirs = by_library(&scene, side, start, budget);
            theirs.sort_unstable();
            assert_eq!(ours_sorted, theirs, "the two answers differ");
            found += ours.len();
        }
        let library = || {
            for &(side, start) in &starts {
                black_box(by_library(&scene, side, start, budget));
            }
        };
        let own = || {
            for &(side, start) in &starts {
                reach.search(start, budget, |step| scene.entry(side, start, step));
                black_box(reach.cells());
            }
        };
        let [library, own] = by_turns([starts.len(); 2], library, own);
        println!(
            "| budget {budget} | {} | {} | {} | {:.1} |",
            found / starts.len(),
            shown(library),
            shown(own),
            library / own
        );
    }
    println!();
}

/// The library's lazy search, cut off at the budget; cells are hashed with its own fast hasher.
fn by_library(scene: &Scene, side: usize, start: Cell, budget: u32) -> Vec<(Cell, u32)> {
    let reached = dijkstra_reach(&start, |&here: &Cell| {
        let stopped = here != start && scene.covered[1 - side].covers(here);
        let steps = scene.grid().steps(here).filter(move |_| !stopped);
        steps.filter_map(move |step: Step| match scene.entry(side, start, step) {
            Entry::Pass(cost) | Entry::Halt(cost) => Some((step.to, cost)),
            Entry::Barred => None,
        })
    });
    reached.map(|item| (item.node, item.total_cost)).take_while(|(_, cost)| *cost <= budget).collect()
}
