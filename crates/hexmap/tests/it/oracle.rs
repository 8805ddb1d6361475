//! The slow second way: plain maps, plain loops, no queue shared with the crate.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;

use hexmap::{Cell, Entry, Grid, Step};

/// What the slow search knows of a hex: cost and the step it came by, to go on and to stop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    pub pass: Option<(u32, Option<Step>)>,
    pub halt: Option<(u32, Option<Step>)>,
}

/// An ordered set as queue, first come first kept: the text-book search with its ties stated.
pub fn reach(
    grid: &Grid,
    start: Cell,
    budget: u32,
    mut entry: impl FnMut(Step) -> Entry,
) -> BTreeMap<Cell, Found> {
    let mut found: BTreeMap<Cell, Found> = BTreeMap::new();
    found.entry(start).or_default().pass = Some((0, None));
    let mut queue = BTreeSet::from([(0u32, start)]);
    while let Some((cost, from)) = queue.pop_first() {
        if found[&from].pass.is_none_or(|(best, _)| best != cost) {
            continue;
        }
        for step in grid.steps(from) {
            let known = found.get(&step.to).cloned().unwrap_or_default();
            let pass = known.pass.map_or(u32::MAX, |(cost, _)| cost);
            let halt = known.halt.map_or(u32::MAX, |(cost, _)| cost);
            match entry(step) {
                Entry::Pass(more) if cost + more <= budget && cost + more < pass => {
                    found.entry(step.to).or_default().pass = Some((cost + more, Some(step)));
                    queue.insert((cost + more, step.to));
                }
                Entry::Halt(more) if cost + more <= budget && cost + more < pass.min(halt) => {
                    found.entry(step.to).or_default().halt = Some((cost + more, Some(step)));
                }
                Entry::Pass(_) | Entry::Halt(_) | Entry::Barred => {}
            }
        }
    }
    found
}

/// Sweeps over all steps until nothing gets cheaper.
pub fn field(
    grid: &Grid,
    sources: &BTreeSet<Cell>,
    mut cost: impl FnMut(Step) -> Option<NonZeroU32>,
) -> BTreeMap<Cell, u32> {
    let mut known: BTreeMap<Cell, u32> = sources.iter().map(|&cell| (cell, 0)).collect();
    loop {
        let mut changed = false;
        for step in grid.cells().iter().flat_map(|&cell| grid.steps(cell)) {
            let (Some(&before), Some(more)) = (known.get(&step.from), cost(step)) else { continue };
            let total = before + more.get();
            if known.get(&step.to).is_none_or(|&best| total < best) {
                known.insert(step.to, total);
                changed = true;
            }
        }
        if !changed {
            return known;
        }
    }
}
