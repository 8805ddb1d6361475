//! Values of the caller's for each hex and each hexside.

use std::ops::{Index, IndexMut};

use crate::{Cell, Direction, Grid, Step};

/// One value for each hex of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerHex<T>(Vec<T>);

impl<T: Clone> PerHex<T> {
    /// The same value everywhere.
    #[must_use]
    pub fn filled(grid: &Grid, value: T) -> Self {
        Self(vec![value; grid.slots()])
    }

    /// The same value everywhere again, without a new allocation.
    pub fn fill(&mut self, value: T) {
        self.0.fill(value);
    }
}

impl<T> Index<Cell> for PerHex<T> {
    type Output = T;

    #[inline]
    fn index(&self, cell: Cell) -> &T {
        &self.0[cell.slot()]
    }
}

impl<T> IndexMut<Cell> for PerHex<T> {
    #[inline]
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        &mut self.0[cell.slot()]
    }
}

/// One value for each hexside of a grid as seen from each of its two hexes.
///
/// Most values are the same from both ([`PerSide::set`]); a slope or a one-way bank differs
/// ([`PerSide::set_one_way`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerSide<T>(Vec<[T; 6]>);

impl<T: Clone> PerSide<T> {
    /// The same value everywhere.
    #[must_use]
    pub fn filled(grid: &Grid, value: T) -> Self {
        Self(vec![std::array::from_fn(|_| value.clone()); grid.slots()])
    }

    /// Sets the value seen from both hexes.
    pub fn set(&mut self, side: Step, value: T) {
        self.set_one_way(side.reversed(), value.clone());
        self.set_one_way(side, value);
    }
}

impl<T> PerSide<T> {
    /// Sets the value seen from the hex the step leaves.
    pub fn set_one_way(&mut self, side: Step, value: T) {
        self.0[side.from.slot()][side.direction.index()] = value;
    }

    /// The value of a hexside as seen from one of its hexes.
    #[inline]
    #[must_use]
    pub fn at(&self, cell: Cell, direction: Direction) -> &T {
        &self.0[cell.slot()][direction.index()]
    }
}

impl<T> Index<Step> for PerSide<T> {
    type Output = T;

    /// The value of the hexside crossed, as seen from the hex left.
    #[inline]
    fn index(&self, step: Step) -> &T {
        self.at(step.from, step.direction)
    }
}
