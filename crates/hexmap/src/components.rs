//! Which hexes hang together.

use crate::{Cell, Grid, PerHex, Step};

/// The connected parts of a map, numbered from 0 by their lowest cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    part: PerHex<u32>,
    sizes: Vec<usize>,
}

impl Components {
    /// The parts, where two neighbours hang together when `joined` says so. Each hexside is asked
    /// about once, from the lower cell to the higher.
    #[must_use]
    pub fn new(grid: &Grid, mut joined: impl FnMut(Step) -> bool) -> Self {
        let mut leader: PerHex<Cell> = PerHex::filled(grid, Cell::at(0));
        for &cell in grid.cells() {
            leader[cell] = cell;
        }
        for &cell in grid.cells() {
            for step in grid.steps(cell).filter(|step| step.to > cell) {
                if joined(step) {
                    let (one, other) = (lead(&mut leader, cell), lead(&mut leader, step.to));
                    leader[one.max(other)] = one.min(other);
                }
            }
        }
        let mut part = PerHex::filled(grid, 0);
        let mut sizes = Vec::new();
        for &cell in grid.cells() {
            let leads = lead(&mut leader, cell);
            if leads == cell {
                part[cell] = u32::try_from(sizes.len()).unwrap_or(u32::MAX);
                sizes.push(0);
            } else {
                part[cell] = part[leads];
            }
            if let Some(size) = sizes.get_mut(part[cell] as usize) {
                *size += 1;
            }
        }
        Self { part, sizes }
    }

    /// The number of the part a hex belongs to.
    #[must_use]
    pub fn part(&self, cell: Cell) -> u32 {
        self.part[cell]
    }

    /// How many hexes each part has, by its number.
    #[must_use]
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }
}

/// The lowest cell known to hang together with this one. Halves the way for the next who asks.
fn lead(leader: &mut PerHex<Cell>, mut cell: Cell) -> Cell {
    while leader[cell] != cell {
        leader[cell] = leader[leader[cell]];
        cell = leader[cell];
    }
    cell
}
