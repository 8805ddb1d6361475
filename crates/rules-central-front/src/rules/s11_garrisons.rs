//! CF-GAR: static garrisons. Their hex is barred as any enemy's is, they have no zone ([`Unit::has_zone`]), count
//! nothing for stacking, defend with 1 and are lost when they have to retreat.

use super::{Checked, No, unless};
use crate::state::Unit;
use crate::words::Kind;

/// [CF-GAR-2] A garrison never moves and never attacks.
pub fn may_act(unit: Unit<'_>) -> Checked {
    let no = No::new("CF-GAR-2", "garrison", "A garrison neither moves nor attacks.").of(unit.id());
    unless(unit.card.kind != Kind::Garrison, no)
}
