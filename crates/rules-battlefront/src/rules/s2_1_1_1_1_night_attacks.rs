//! [BF-2.1.1.1.1] Night attacks.

use super::s2_1_p_posture::posture;
use crate::setup::Options;
use crate::state::State;
use crate::words::{Posture, Side, SlotKind};

/// [BF-2.1.1.1.1-2, BF-2.1.P-7] A side that means to attack in a night slot rolls for points with the night penalty; a side that
/// defends does not, even if there is combat.
pub fn night_penalty(state: &State, side: Side) -> i32 {
    penalty(state.options(), state.slot_kind(), posture(state, side))
}

/// The penalty in a slot of this kind. A campaign without night slots never meets it. [BF-2.1.1.1.1-3]
pub(crate) fn penalty(options: &Options, kind: SlotKind, posture: Option<Posture>) -> i32 {
    let attacks = posture == Some(Posture::Attack);
    if kind == SlotKind::Night && attacks { options.night_penalty } else { 0 }
}

/// [BF-2.1.1.1.1-1] Whether a side of this posture defends in a night slot.
pub(crate) fn defends_at_night(kind: SlotKind, posture: Option<Posture>) -> bool {
    kind == SlotKind::Night && posture == Some(Posture::Defend)
}

/// Whether the present slot is a night slot.
pub(crate) fn is_night(state: &State) -> bool {
    state.slot_kind() == SlotKind::Night
}
