//! A value for each of the two sides.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use super::Side;

/// A value for each of the two sides, in their order; files write a list of two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PerSide<T>([T; 2]);

impl<T> PerSide<T> {
    /// The values of the first and the second side.
    pub const fn new(first: T, second: T) -> Self {
        Self([first, second])
    }

    /// A value made for each side.
    pub fn each(make: impl FnMut(Side) -> T) -> Self {
        Self(Side::BOTH.map(make))
    }

    /// Both values, each with its side.
    pub fn iter(&self) -> impl Iterator<Item = (Side, &T)> {
        Side::BOTH.into_iter().zip(&self.0)
    }

    /// Both values, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Side, &mut T)> {
        Side::BOTH.into_iter().zip(&mut self.0)
    }

    /// Whether something holds for both values.
    pub fn both(&self, holds: impl FnMut(&T) -> bool) -> bool {
        self.0.iter().all(holds)
    }

    /// Something about each value.
    pub fn map<U>(&self, of: impl FnMut(&T) -> U) -> PerSide<U> {
        PerSide(self.0.each_ref().map(of))
    }

    /// The values in order.
    pub const fn as_array(&self) -> &[T; 2] {
        &self.0
    }
}

impl PerSide<bool> {
    /// The side of which it is true, when it is true of one alone.
    pub const fn only(&self) -> Option<Side> {
        match self.0 {
            [true, false] => Some(Side::FIRST),
            [false, true] => Some(Side::SECOND),
            _ => None,
        }
    }
}

impl<T, S: Into<Side>> Index<S> for PerSide<T> {
    type Output = T;
    fn index(&self, side: S) -> &T {
        &self.0[side.into().index()]
    }
}

impl<T, S: Into<Side>> IndexMut<S> for PerSide<T> {
    fn index_mut(&mut self, side: S) -> &mut T {
        &mut self.0[side.into().index()]
    }
}

impl<T> TryFrom<Vec<T>> for PerSide<T> {
    type Error = Vec<T>;
    fn try_from(values: Vec<T>) -> Result<Self, Vec<T>> {
        values.try_into().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_side_and_written_as_a_list_of_two() {
        let mut coins = PerSide::new(3, 5);
        coins[Side::SECOND] += 1;
        assert_eq!((coins[Side::FIRST], coins[Side::SECOND]), (3, 6));
        assert_eq!(serde_json::to_string(&coins).unwrap(), "[3,6]");
        assert_eq!(serde_json::from_str::<PerSide<i32>>("[3,6]").unwrap(), coins);
        assert!(serde_json::from_str::<PerSide<i32>>("[3]").is_err());
    }

    #[test]
    fn one_alone_is_told_from_both_and_neither() {
        let only = |first, second| PerSide::new(first, second).only();
        assert_eq!(only(true, false), Some(Side::FIRST));
        assert_eq!(only(false, true), Some(Side::SECOND));
        assert_eq!((only(true, true), only(false, false)), (None, None));
        assert!(PerSide::new(2, 4).both(|n| n % 2 == 0));
        assert_eq!(PerSide::each(Side::number).map(|n| n + 1).as_array(), &[1, 2]);
    }
}
