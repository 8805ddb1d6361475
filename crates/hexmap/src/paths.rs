//! Ways of a given length, one after the other.

use crate::{Cell, Direction, Grid, Step};

/// How the distance from the start may run along a path.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Away {
    /// As it likes.
    Free,
    /// No step leads nearer to the start.
    NotNearer,
    /// Every step leads farther from the start.
    Farther,
}

/// Shows every path of `length` steps from `start` that enters no hex twice, in ascending order of
/// cells, and every shorter one that cannot be gone on with.
///
/// A path is the hexes after the start. `open` says whether a step may be taken at all. When not
/// even one step is possible nothing is shown.
pub fn each_path(
    grid: &Grid,
    start: Cell,
    length: usize,
    away: Away,
    mut open: impl FnMut(Step) -> bool,
    mut visit: impl FnMut(&[Cell]),
) {
    let mut path: Vec<Cell> = Vec::with_capacity(length);
    // For each hex of the path, which direction comes next and whether any led on.
    let mut tried = vec![(0, false)];
    while let Some((next, led_on)) = tried.last_mut() {
        let here = path.last().copied().unwrap_or(start);
        let direction = if path.len() < length { Direction::ASCENDING.get(*next).copied() } else { None };
        let Some(direction) = direction else {
            if !*led_on && !path.is_empty() {
                visit(&path);
            }
            path.pop();
            tried.pop();
            continue;
        };
        *next += 1;
        let Some(to) = grid.neighbour(here, direction) else { continue };
        let step = Step { from: here, to, direction };
        if to != start && !path.contains(&to) && keeps_away(grid, start, step, away) && open(step) {
            *led_on = true;
            path.push(to);
            tried.push((0, false));
        }
    }
}

/// The paths of [`each_path`] with the lowest price, and that price; nothing when there is no path.
pub fn best_paths<Price: Ord>(
    grid: &Grid,
    start: Cell,
    length: usize,
    away: Away,
    open: impl FnMut(Step) -> bool,
    mut price: impl FnMut(&[Cell]) -> Price,
) -> Option<(Price, Vec<Vec<Cell>>)> {
    let mut best: Option<(Price, Vec<Vec<Cell>>)> = None;
    each_path(grid, start, length, away, open, |path| {
        let asked = price(path);
        match &mut best {
            Some((lowest, _)) if asked > *lowest => {}
            Some((lowest, paths)) if asked == *lowest => paths.push(path.to_vec()),
            _ => best = Some((asked, vec![path.to_vec()])),
        }
    });
    best
}

fn keeps_away(grid: &Grid, start: Cell, step: Step, away: Away) -> bool {
    let (before, after) = (grid.distance(start, step.from), grid.distance(start, step.to));
    match away {
        Away::Free => true,
        Away::NotNearer => after >= before,
        Away::Farther => after > before,
    }
}
