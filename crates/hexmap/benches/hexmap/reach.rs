//! Reachable sets with zones.

use std::hint::black_box;

use hexmap::{Cell, Entry, Reach, Step};
use pathfinding::prelude::dijkstra_reach;

use crate::scene::Scene;
use crate::timing::{by_turns, shown};

pub fn run() {
    println!("| Reachable set | hexes found | `pathfinding` 4 | `hexmap` | times |");
    println!("|---|---:|---:|---:|---:|");
    for (budget, every) in [(6, 1), (12, 1), (24, 4), (1000, 20)] {
        row(&format!("zones, budget {budget}"), budget, every, Scene::entry);
    }
    row("ground alone, budget 24", 24, 4, |scene, _, _, step| {
        Entry::Pass(u32::from(*scene.map.hex(step.to)))
    });
    println!();
}

/// Searches from every so many units of both sides.
fn row(name: &str, budget: u32, every: usize, entry: impl Fn(&Scene, usize, Cell, Step) -> Entry + Copy) {
    let scene = Scene::new(1);
    let units = [0, 1].into_iter().flat_map(|side| scene.units[side].iter().map(move |&cell| (side, cell)));
    let starts: Vec<(usize, Cell)> = units.step_by(every).collect();
    let mut reach = Reach::new(scene.grid());
    let mut found = 0;
    for &(side, start) in &starts {
        reach.search(start, budget, |step| entry(&scene, side, start, step));
        let mut ours: Vec<(Cell, u32)> =
            reach.cells().iter().filter_map(|&cell| Some((cell, reach.cost(cell)?))).collect();
        ours.sort_unstable();
        let mut theirs = by_library(&scene, side, start, budget, entry);
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "the two answers differ");
        found += ours.len();
    }
    let library = || {
        for &(side, start) in &starts {
            black_box(by_library(&scene, side, start, budget, entry));
        }
    };
    let own = || {
        for &(side, start) in &starts {
            reach.search(start, budget, |step| entry(&scene, side, start, step));
            black_box(reach.cells());
        }
    };
    let [library, own] = by_turns([starts.len(); 2], library, own);
    let found = found / starts.len();
    println!("| {name} | {found} | {} | {} | {:.1} |", shown(library), shown(own), library / own);
}

/// The library's lazy search, cut off at the budget; cells are hashed with its own fast hasher. That
/// a way ends in a hex is the same from every side here, so such a hex has no successors.
fn by_library(
    scene: &Scene,
    side: usize,
    start: Cell,
    budget: u32,
    entry: impl Fn(&Scene, usize, Cell, Step) -> Entry + Copy,
) -> Vec<(Cell, u32)> {
    let reached = dijkstra_reach(&(start, true), |&(here, goes_on): &(Cell, bool)| {
        let steps = scene.grid().steps(here).filter(move |step| goes_on && step.to != start);
        steps.filter_map(move |step: Step| match entry(scene, side, start, step) {
            Entry::Pass(cost) => Some(((step.to, true), cost)),
            Entry::Halt(cost) => Some(((step.to, false), cost)),
            Entry::Barred => None,
        })
    });
    reached.map(|item| (item.node.0, item.total_cost)).take_while(|(_, cost)| *cost <= budget).collect()
}
