//! What is remembered: per side its purse, its pickets, what its scouts saw, its sealed stance.

use std::sync::Arc;

use arrayvec::{ArrayString, ArrayVec};
use serde::{Deserialize, Serialize};

use crate::setup::{MOST_POSTS, Setup};

/// Place in the sequence of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Both sides are paid, put out pickets and dig, unseen.
    Dusk,
    /// Both sides scout the pickets that are out now, and seal their stance, unseen.
    Night,
    /// Both have closed; the engine shows and settles.
    Dawn,
    /// All nights are played.
    Over,
}

impl Phase {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dusk => "dusk",
            Self::Night => "night",
            Self::Dawn => "dawn",
            Self::Over => "over",
        }
    }

    /// What follows when both sides have closed, or after dawn.
    pub fn next(self) -> Self {
        match self {
            Self::Dusk => Self::Night,
            Self::Night => Self::Dawn,
            Self::Dawn => Self::Dusk,
            Self::Over => Self::Over,
        }
    }
}

/// What a side does at dawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stance {
    /// Stays where it is.
    Hold,
    /// Fights for every post where the enemy stands too.
    Raid,
}

impl Stance {
    /// Its name in files: `hold` or `raid`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hold => "hold",
            Self::Raid => "raid",
        }
    }
}

/// 32 bytes in hex.
pub type Hex = ArrayString<64>;

/// A sealed stance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SealedStance {
    /// The choice: the side and the umpire know it.
    pub stance: Stance,
    /// What opens the digest: the side and the umpire know it.
    pub nonce: Option<Hex>,
    /// The digest: public from the moment the side closes.
    pub digest: Option<Hex>,
}

/// What a side's scouts saw of the enemy on a post tonight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sight {
    /// Nothing is known.
    #[default]
    Dark,
    /// No picket.
    Bare,
    /// A picket.
    Picket,
}

/// One post as one side has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    /// Levels of works of the side's picket, if it has one there.
    pub picket: Option<u8>,
    /// How often it has dug there since dusk.
    pub digs: u8,
    /// How often its scouts have been out there since dusk.
    pub looks: u8,
    /// What its scouts saw.
    pub sight: Sight,
}

/// One side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Force {
    /// Points; public.
    pub points: u16,
    /// Coins in the purse; secret.
    pub coins: u8,
    /// Whether it has rolled its pay tonight; secret.
    pub paid: bool,
    /// Whether it has closed the dusk or the night; public.
    pub closed: bool,
    /// Its stance; secret.
    pub stance: Option<SealedStance>,
    /// Its posts in the order of the set-up; secret.
    pub posts: ArrayVec<Ground, MOST_POSTS>,
}

impl Force {
    /// A side before its first night.
    pub fn fresh(n_posts: usize) -> Self {
        let posts = std::iter::repeat_n(Ground::default(), n_posts).collect();
        Self { points: 0, coins: 0, paid: false, closed: false, stance: None, posts }
    }

    /// Pickets out.
    pub fn n_pickets(&self) -> usize {
        self.posts.iter().filter(|ground| ground.picket.is_some()).count()
    }

    /// A new round: purse and points stay, everything else begins again.
    pub fn turn_in(&mut self) {
        let (points, coins) = (self.points, self.coins);
        *self = Self { points, coins, ..Self::fresh(self.posts.len()) };
    }
}

/// What the rules remember.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// What the table started from.
    pub setup: Arc<Setup>,
    /// The round, from 1: a dusk, a night and a dawn.
    pub round: u8,
    /// Place in the sequence.
    pub phase: Phase,
    /// The two sides.
    pub sides: [Force; 2],
}

impl State {
    /// The state before the first command.
    pub fn open(setup: Arc<Setup>) -> Self {
        let n = setup.posts.len();
        Self { setup, round: 1, phase: Phase::Dusk, sides: [Force::fresh(n), Force::fresh(n)] }
    }

    /// One side.
    pub fn force(&self, side: u8) -> &Force {
        &self.sides[usize::from(side)]
    }

    /// Whether a side has fewer points than the other.
    pub fn is_behind(&self, side: u8) -> bool {
        self.force(side).points < self.force(1 - side).points
    }
}
