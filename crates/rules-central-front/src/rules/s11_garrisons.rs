//! CF-GAR: static garrisons. Their hex is barred as any enemy's is, they have no zone ([`Unit::has_zone`]), count
//! nothing for stacking, defend with 1 and are lost when they have to retreat.

use kernel::{Checked, Reasons};

use crate::state::Unit;
use crate::words::Kind;

/// [CF-GAR-2] A garrison never moves and never attacks.
pub fn may_act(unit: Unit<'_>, why: &mut Reasons) -> Checked {
    why.unless(unit.card.kind != Kind::Garrison, "CF-GAR-2", "garrison", || {
        unit.says("A garrison neither moves nor attacks.")
    })
}
