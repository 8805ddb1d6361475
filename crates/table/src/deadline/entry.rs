//! Time in the log: how it is kept, and the orders that a side keeps for when it does not come.

use kernel::Seat;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The most hours that a step may be given: sixty days.
pub const MOST_HOURS: u32 = 60 * 24;
/// The longest grace in minutes: a week.
pub const MOST_GRACE: u32 = 7 * 24 * 60;
/// The most commands that a side keeps for the time when it does not come.
pub const MOST_KEPT: usize = 40;
/// In milliseconds.
pub(super) const HOUR: i64 = 3_600_000;

/// What the umpire does about time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeOrder {
    /// Gives each step this long, the open one from now on.
    Set(Pace),
    /// Moves the deadline of the open step to an instant, in milliseconds since 1970, UTC.
    Move(i64),
    /// Lets time stand still.
    Pause,
    /// Lets time go on, with what was left of it.
    Resume,
    /// Lets time not count any more.
    Lift,
}

/// How time is kept changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timed {
    /// How it is kept from now on.
    pub timing: Timing,
}

/// A side keeps other orders from now on, in its own stream.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptAnew {
    /// All that it keeps.
    pub kept: KeptOrders,
}

/// What is done for a side that has not closed a step by its deadline and grace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Missing {
    /// Play waits for it.
    Wait,
    /// The orders that it has kept are given, as far as the rules take them; then play waits.
    Saved,
    /// The orders that it has kept, then what the rules suggest for a side that stays away.
    Default,
    /// The umpire acts for it.
    Umpire,
}

impl Missing {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Wait, Self::Saved, Self::Default, Self::Umpire];

    /// The name in files and forms.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wait => "wait",
            Self::Saved => "saved",
            Self::Default => "default",
            Self::Umpire => "umpire",
        }
    }

    /// What is done, as a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Self::Wait => "Play waits for a side that is late.",
            Self::Saved => {
                "A side that is late is played by the orders that it has kept; then play waits for it."
            }
            Self::Default => {
                "A side that is late is played by the orders that it has kept, then does no more than it must."
            }
            Self::Umpire => "The umpire acts for a side that is late.",
        }
    }
}

/// How long steps may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pace {
    /// Hours from the beginning of a step to its deadline.
    pub hours: u32,
    /// Minutes after the deadline in which a side may still come.
    pub grace: u32,
    /// What is done then.
    pub missing: Missing,
}

/// The deadline of one step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Due {
    /// The step, as everyone reads it.
    pub step: String,
    /// When, in milliseconds since 1970, UTC.
    pub at: i64,
    /// Whether it has passed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub passed: bool,
    /// The sides that the table plays from then on, as everyone could see that they owed something.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<Seat>,
}

impl Due {
    pub(super) fn open(step: String, at: i64) -> Self {
        Self { step, at, passed: false, absent: Vec::new() }
    }
}

/// How time is kept in a campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timing {
    /// How long steps may take; nothing where time does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<Pace>,
    /// The latest deadline. It counts as long as its step is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<Due>,
    /// While time stands still: how many milliseconds were left to the deadline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paused: Option<i64>,
    /// What the umpire did about it, in the entry that says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done: Option<Done>,
}

/// What the umpire did about time beside giving steps a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Done {
    /// Moved the deadline of the open step.
    Moved,
    /// Let time go on.
    Resumed,
}

impl Timing {
    pub(crate) fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// A command that a side keeps for the time when it does not come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// The words of the control it was made with.
    pub words: String,
    /// The command.
    pub command: Value,
}

/// The commands of a side for the step that they were made in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KeptOrders {
    /// The step, as everyone reads it.
    pub step: String,
    /// In the order in which they are given.
    pub orders: Vec<Kept>,
}
