//! 42.4 Roster.

use crate::setup::Campaign;
use crate::state::State;
use crate::words::{LegId, ManId, Side, WeaponId};

/// [UF-42.4-6] The position at which a man wounded at `position` is fit again: he misses the next three.
pub fn fit_again_at(campaign: &Campaign, position: u8) -> u8 {
    let missed = campaign.tables.marks.wound_scenarios_missed;
    position.saturating_add(1).saturating_add(u8::try_from(missed).unwrap_or(0))
}

/// [UF-42.4-7, UF-R43] What the KIA column says of a wounded man: the id of the scenario at which he is fit again;
/// `None` inside when the campaign ends before it. Absent when he is not wounded.
pub fn wound_note(campaign: &Campaign, wound: Option<u8>) -> Option<Option<LegId>> {
    wound.map(|back| campaign.position_id(back))
}

/// [UF-42.4-3, UF-R48] Every man begins a scenario with the weapon his card shows, whatever happened before.
pub fn weapon_at_start(state: &State, side: Side, man: ManId) -> Option<WeaponId> {
    state.deck(side).card(man).map(|card| card.weapon)
}
