//! Dice: what is thrown, what faces may show, and in how many ways a total comes up.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// The faces of one throw, in the order of the dice. At most 16 dice are held; a tie thrown again replaces its pair.
pub type Faces = ArrayVec<u16, 16>;

/// What is thrown for one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Die {
    /// One die with faces 1 to n. A printed 0 of a ten-sided die counts as 10; two ten-sided dice read as a
    /// percentage are `D(100)`.
    D(u16),
    /// The sum of several equal dice.
    Sum {
        /// How many dice, 1 to 16.
        n: u8,
        /// Faces of each.
        sides: u16,
    },
    /// Two parties throw one die each; equal faces are thrown again until one is higher. One draw with two outcomes.
    HighRoll {
        /// Faces of each die.
        sides: u16,
    },
    /// Several dice against one threshold: how many show `from` or more.
    Hits {
        /// How many dice, 1 to 16.
        n: u8,
        /// Faces of each.
        sides: u16,
        /// The lowest face that hits.
        from: u16,
    },
}

/// Who threw higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Winner {
    /// The party named first.
    First,
    /// The party named second.
    Second,
}

impl Die {
    /// Faces of each die, and how many dice one throw has.
    pub fn shape(self) -> (u8, u16) {
        match self {
            Self::D(sides) => (1, sides),
            Self::Sum { n, sides } | Self::Hits { n, sides, .. } => (n, sides),
            Self::HighRoll { sides } => (2, sides),
        }
    }

    /// Sides of each die of one throw, in order.
    pub fn dice(self) -> Vec<u16> {
        let (n, sides) = self.shape();
        vec![sides; n.into()]
    }

    /// Whether these faces can be what the dice show. A high roll must not be a tie.
    pub fn admits(self, faces: &[u16]) -> bool {
        let (n, sides) = self.shape();
        let right = faces.len() == usize::from(n) && faces.iter().all(|face| (1..=sides).contains(face));
        right && !(matches!(self, Self::HighRoll { .. }) && faces[0] == faces[1])
    }

    /// The figure that a rule reads off the faces: the sum, the number of hits, or 1/2 for the winner of a high roll.
    pub fn read(self, faces: &[u16]) -> i32 {
        match self {
            Self::D(_) | Self::Sum { .. } => faces.iter().map(|face| i32::from(*face)).sum(),
            Self::HighRoll { .. } => 1 + i32::from(faces[1] > faces[0]),
            Self::Hits { from, .. } => faces.iter().map(|face| i32::from(*face >= from)).sum(),
        }
    }

    /// The lowest and the highest figure that [`Die::read`] can give.
    pub fn span(self) -> (i32, i32) {
        match self {
            Self::D(sides) => (1, sides.into()),
            Self::Sum { n, sides } => (n.into(), i32::from(n) * i32::from(sides)),
            Self::HighRoll { .. } => (1, 2),
            Self::Hits { n, .. } => (0, n.into()),
        }
    }

    /// In how many equally likely ways each figure of [`Die::span`] comes up, lowest first.
    pub fn ways(self) -> Vec<u64> {
        match self {
            Self::D(sides) => vec![1; sides.into()],
            Self::HighRoll { .. } => vec![1, 1],
            Self::Sum { n, sides } => {
                let one = vec![1; sides.into()];
                (1..n).fold(one.clone(), |sum, _| convolve(&sum, &one))
            }
            Self::Hits { n, sides, from } => {
                let hit = u64::from(sides.saturating_sub(from.saturating_sub(1)));
                let one = [u64::from(sides) - hit, hit];
                (0..n).fold(vec![1], |sum, _| convolve(&sum, &one))
            }
        }
    }

    /// How players write it: `d10`, `d100`, `2d6`, `d10 each`, `4d6, 5+`.
    pub fn words(self) -> String {
        match self {
            Self::D(sides) => format!("d{sides}"),
            Self::Sum { n, sides } => format!("{n}d{sides}"),
            Self::HighRoll { sides } => format!("d{sides} each"),
            Self::Hits { n, sides, from } => format!("{n}d{sides}, {from}+"),
        }
    }
}

fn convolve(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut sum = vec![0; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            sum[i + j] += x * y;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_make_a_triangle() {
        assert_eq!(Die::Sum { n: 2, sides: 6 }.ways(), [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
        assert_eq!(Die::Sum { n: 2, sides: 6 }.span(), (2, 12));
    }

    #[test]
    fn hits_are_binomial() {
        assert_eq!(Die::Hits { n: 2, sides: 6, from: 5 }.ways(), [16, 16, 4]);
        assert_eq!(Die::Hits { n: 2, sides: 6, from: 5 }.read(&[4, 5]), 1);
    }

    #[test]
    fn a_high_roll_admits_no_tie() {
        let die = Die::HighRoll { sides: 10 };
        assert!(!die.admits(&[3, 3]));
        assert!(die.admits(&[3, 4]));
        assert_eq!(die.read(&[3, 4]), 2);
    }

    #[test]
    fn faces_outside_the_die_are_not_admitted() {
        assert!(!Die::D(10).admits(&[0]));
        assert!(!Die::D(10).admits(&[11]));
        assert!(!Die::D(10).admits(&[3, 4]));
        assert!(Die::D(100).admits(&[100]));
    }
}
