//! Reachable sets and ways to the sources by the rules' own costs and zones, against crate `pathfinding` in the same run;
//! both answers are compared first.

use std::hint::black_box;
use std::num::NonZeroU32;

use hexmap::{Cell, Entry, Field, Reach, Step};
use kernel::Side;
use pathfinding::prelude::dijkstra_reach;
use rules_bcs::State;
use rules_bcs::ground::Ground;
use rules_bcs::rules::s10_movement;
use rules_bcs::state::Unit;
use rules_bcs::words::PARTS;

use crate::timing::{by_turns, shown};

/// Compares both on a position.
pub fn run(name: &str, state: &State) {
    println!("| On {name} | hexes found | `pathfinding` 4 | `hexmap` | times |");
    println!("|---|---:|---:|---:|---:|");
    reach(state);
    ways(state);
    println!();
}

/// Where every unit of the activated formation could go with its whole allowance.
fn reach(state: &State) {
    let ground = Ground::of(state);
    let Some(activation) = &state.facts.activation else { return };
    let walkers = state.of(activation.formation).filter(|unit| unit.piece.on_map().is_some());
    let starts: Vec<(Cell, Unit<'_>)> =
        walkers.filter_map(|unit| Some((ground.board.cell(unit.piece.at?)?, unit))).collect();
    let entry = |unit: Unit<'_>, step: Step| s10_movement::entry(state, &ground, activation, unit, step);
    let budget = |unit: Unit<'_>| u32::from(unit.allowance().ma) * PARTS;
    let by_library = |start: Cell, unit: Unit<'_>| -> Vec<(Cell, u32)> {
        let reached = dijkstra_reach(&(start, true), |&(here, goes_on): &(Cell, bool)| {
            let steps = ground.board.grid().steps(here).filter(move |step| goes_on && step.to != start);
            steps.filter_map(move |step| match entry(unit, step) {
                Entry::Pass(cost) => Some(((step.to, true), cost)),
                Entry::Halt(cost) => Some(((step.to, false), cost)),
                Entry::Barred => None,
            })
        });
        let most = budget(unit);
        reached.map(|item| (item.node.0, item.total_cost)).take_while(|(_, cost)| *cost <= most).collect()
    };
    let mut search = Reach::new(ground.board.grid());
    let mut found = 0;
    for (start, unit) in &starts {
        search.search(*start, budget(*unit), |step| entry(*unit, step));
        let mut ours: Vec<(Cell, u32)> =
            search.cells().iter().filter_map(|&cell| Some((cell, search.cost(cell)?))).collect();
        ours.sort_unstable();
        let mut theirs = by_library(*start, *unit);
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "the two answers differ");
        found += ours.len();
    }
    let library = || {
        for (start, unit) in &starts {
            black_box(by_library(*start, *unit));
        }
    };
    let own = || {
        for (start, unit) in &starts {
            search.search(*start, budget(*unit), |step| entry(*unit, step));
            black_box(search.cells());
        }
    };
    let [library, own] = by_turns([starts.len(); 2], library, own);
    row("where a unit can go, zones and all", found / starts.len(), library, own);
}

/// The ways of both sides to their sources along roads that no enemy and no EZOC closes.
fn ways(state: &State) {
    let ground = Ground::of(state);
    let open = |side: Side, cell: Cell| !ground.holds(side.enemy(), cell) && !ground.threatened(side, cell);
    let along = |side: Side, step: Step| {
        let road = ground.board.map.side(step).road.is_some();
        (road && open(side, step.to) && open(side, step.from)).then_some(NonZeroU32::MIN)
    };
    let sources = Side::BOTH.map(|side| -> Vec<Cell> {
        let all = state.scenario.sources[side].iter().filter_map(|place| ground.board.cell(*place));
        all.filter(|cell| open(side, *cell)).collect()
    });
    // The library knows one start: a node before all sources leads to each of them for nothing.
    let by_library = |side: Side| -> Vec<(Cell, u32)> {
        let reached = dijkstra_reach(&None::<Cell>, |&here: &Option<Cell>| {
            let from = if here.is_none() { sources[side.index()].as_slice() } else { &[] };
            let steps = here.into_iter().flat_map(|here| ground.board.grid().steps(here));
            let onward = steps.filter_map(move |step| Some((Some(step.to), along(side, step)?.get())));
            from.iter().map(|&source| (Some(source), 0)).chain(onward)
        });
        reached.filter_map(|item| Some((item.node?, item.total_cost))).collect()
    };
    let mut field = Field::new(ground.board.grid());
    let mut found = 0;
    for side in Side::BOTH {
        field.compute(sources[side.index()].iter().copied(), |step| along(side, step));
        let cells = ground.board.grid().cells().iter();
        let ours: Vec<(Cell, u32)> = cells.filter_map(|&cell| Some((cell, field.cost(cell)?))).collect();
        let mut theirs = by_library(side);
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "the two answers differ");
        found += ours.len();
    }
    let library = || Side::BOTH.iter().for_each(|side| drop(black_box(by_library(*side))));
    let own = || {
        for side in Side::BOTH {
            field.compute(sources[side.index()].iter().copied(), |step| along(side, step));
            black_box(&field);
        }
    };
    let [library, own] = by_turns([2; 2], library, own);
    row("roads to the sources of a side", found / 2, library, own);
}

fn row(name: &str, found: usize, library: f64, own: f64) {
    println!("| {name} | {found} | {} | {} | {:.1} |", shown(library), shown(own), library / own);
}
