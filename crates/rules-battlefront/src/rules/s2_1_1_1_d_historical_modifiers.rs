//! [BF-2.1.1.1.D] Scenario DRM chart: the historical modifiers.

use super::s2_1_1_1_1_night_attacks::defends_at_night;
use crate::setup::calendar::{HistoricalModifier, drm_of};
use crate::setup::options::{DrmDay, NightDefenderRoll};
use crate::state::State;
use crate::words::Side;

/// [BF-2.1.1.1.D-1] The side's entry for the present slot; `None` is "No CPP's": no roll, nothing gained. [BF-R5]
///
/// Interpretation: the entry is that of the scenario being prepared, for refit is a scenario's first phase. [BF-R3]
pub fn historical(state: &State, side: Side) -> HistoricalModifier {
    let (day, slot) = (usize::from(state.facts.day) - 1, usize::from(state.facts.slot) - 1);
    let days = &state.campaign().days;
    let row = match state.options().drm_day {
        DrmDay::Upcoming => &days[day].slots[slot],
        DrmDay::Previous if slot > 0 => &days[day].slots[slot - 1],
        DrmDay::Previous if day > 0 => days[day - 1].slots.last().unwrap_or(&days[day].slots[slot]),
        DrmDay::Previous => &days[day].slots[slot],
    };
    drm_of(row, side)
}

/// What the entry adds to the side's roll. [BF-R4, BF-R11]
pub(crate) fn historical_modifier(state: &State, side: Side) -> i32 {
    let left_out =
        state.options().night_defender_roll == NightDefenderRoll::NoDrm && defends_at_night(state, side);
    if left_out { 0 } else { historical(state, side).unwrap_or(0) }
}
