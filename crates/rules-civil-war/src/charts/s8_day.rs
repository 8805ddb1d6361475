//! CWFF-T4: the game day.

use crate::words::Season;

/// A game day: dawn and dusk in minutes after midnight, and how many turns it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day {
    /// When the first turn starts.
    pub dawn: u16,
    /// When the last turn starts.
    pub dusk: u16,
    /// Turns.
    pub turns: u16,
}

/// [CWFF-T4] [CWFF-8-1] The game day of a turn of the board game.
pub const fn day(season: Season) -> Day {
    match season {
        Season::MarApr | Season::SepOct => Day { dawn: 6 * 60, dusk: 18 * 60, turns: 25 },
        Season::MayJun | Season::JulAug => Day { dawn: 5 * 60, dusk: 19 * 60 + 30, turns: 30 },
        Season::NovFeb => Day { dawn: 7 * 60, dusk: 17 * 60, turns: 21 },
    }
}

impl Day {
    /// When a turn starts, counted from 1, as a clock shows it.
    pub fn clock(self, turn: u16) -> String {
        let minutes = self.dawn + 30 * turn.saturating_sub(1);
        format!("{:02}:{:02}", minutes / 60, minutes % 60)
    }
}
