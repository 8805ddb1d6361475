//! [BF-2.1.1.1.D] Scenario DRM chart: the historical modifiers.

use super::s2_1_1_1_1_night_attacks::defends_at_night;
use super::s2_1_p_posture::posture;
use crate::setup::calendar::{HistoricalModifier, drm_of};
use crate::setup::options::{DrmDay, NightDefenderRoll};
use crate::setup::{Campaign, Options};
use crate::state::State;
use crate::words::{Posture, Side, SlotKind};

/// [BF-2.1.1.1.D-1] The side's entry for the present slot; `None` is "No CPP's": no roll, nothing gained. [BF-R5]
///
/// Interpretation: the entry is that of the scenario being prepared, for refit is a scenario's first phase. [BF-R3]
pub fn historical(state: &State, side: Side) -> HistoricalModifier {
    let (day, slot) = (usize::from(state.facts.day) - 1, usize::from(state.facts.slot) - 1);
    entry(state.campaign(), state.options(), (day, slot), side)
}

/// The side's entry for a slot, its day and itself counted from 0. The chart is the set-up's: the sample carries the printed
/// one. [BF-2.1.1.1.D-3]
pub(crate) fn entry(
    campaign: &Campaign,
    options: &Options,
    (day, slot): (usize, usize),
    side: Side,
) -> HistoricalModifier {
    let days = &campaign.days;
    let row = match options.drm_day {
        DrmDay::Upcoming => &days[day].slots[slot],
        DrmDay::Previous if slot > 0 => &days[day].slots[slot - 1],
        DrmDay::Previous if day > 0 => days[day - 1].slots.last().unwrap_or(&days[day].slots[slot]),
        DrmDay::Previous => &days[day].slots[slot],
    };
    drm_of(row, side)
}

/// What the entry adds to the side's roll. [BF-R4, BF-R11]
pub(crate) fn historical_modifier(state: &State, side: Side) -> i32 {
    added(state.options(), state.slot_kind(), posture(state, side), historical(state, side))
}

/// What an entry adds in a slot of this kind.
pub(crate) fn added(
    options: &Options,
    kind: SlotKind,
    posture: Option<Posture>,
    entry: HistoricalModifier,
) -> i32 {
    let left_out = options.night_defender_roll == NightDefenderRoll::NoDrm && defends_at_night(kind, posture);
    if left_out { 0 } else { entry.unwrap_or(0) }
}
