//! How far behind spectators see a campaign, in the log.

use serde::{Deserialize, Serialize};

/// The longest delay in minutes: thirty days.
pub const MOST_MINUTES: u32 = 30 * 24 * 60;
/// The longest delay in public entries.
pub const MOST_ENTRIES: u32 = 1000;

/// How far behind spectators see a campaign. Both count: a public entry is shown when it is old enough and enough others
/// have come after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delay {
    /// In minutes.
    pub minutes: u32,
    /// In public entries.
    pub entries: u32,
}

/// Spectators see the campaign that far behind from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delayed {
    /// How far.
    pub delay: Delay,
}

impl Delay {
    /// Whether there is one at all.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

impl std::fmt::Display for Delay {
    /// "30 minutes", "3 public entries", "30 minutes and 3 public entries".
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = |n: u32, one: &str, many: &str| match n {
            0 => None,
            1 => Some(format!("1 {one}")),
            n => Some(format!("{n} {many}")),
        };
        let minutes = count(self.minutes, "minute", "minutes");
        let entries = count(self.entries, "public entry", "public entries");
        let parts: Vec<String> = minutes.into_iter().chain(entries).collect();
        f.write_str(&parts.join(" and "))
    }
}
