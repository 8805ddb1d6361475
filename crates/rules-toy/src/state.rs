//! What is remembered: per side its purse, its pickets, what its scouts saw, its sealed stance.

use std::sync::Arc;

use arrayvec::{ArrayString, ArrayVec};
use kernel::{PerSide, Side};

use crate::setup::{MOST_POSTS, Setup};

kernel::words! {
    /// Place in the sequence of play.
    pub enum Phase {
        /// Both sides are paid, put out pickets and dig, unseen.
        Dusk = "dusk",
        /// Both sides scout the pickets that are out now, and seal their stance, unseen.
        Night = "night",
        /// Both have closed; the engine shows and settles.
        Dawn = "dawn",
        /// All nights are played.
        Over = "over",
    }
}

impl Phase {
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

kernel::words! {
    /// What a side does at dawn.
    pub enum Stance {
        /// Stays where it is.
        Hold = "hold",
        /// Fights for every post where the enemy stands too.
        Raid = "raid",
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

kernel::words! {
    /// What a side's scouts saw of the enemy on a post tonight.
    #[derive(Default)]
    pub enum Sight {
        /// Nothing is known.
        #[default]
        Dark = "dark" => "—",
        /// No picket.
        Bare = "bare" => "no picket",
        /// A picket.
        Picket = "picket" => "a picket",
    }
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
    pub sides: PerSide<Force>,
}

impl State {
    /// The state before the first command.
    pub fn open(setup: Arc<Setup>) -> Self {
        let n = setup.posts.len();
        Self { setup, round: 1, phase: Phase::Dusk, sides: PerSide::each(|_| Force::fresh(n)) }
    }

    /// Whether a side has fewer points than the other.
    pub fn is_behind(&self, side: Side) -> bool {
        self.sides[side].points < self.sides[side.enemy()].points
    }
}
