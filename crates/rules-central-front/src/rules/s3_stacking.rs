//! CF-STACK: how many units stand in a hex.

use kernel::{Checked, Reasons, RuleId};

use super::of_hex;
use crate::setup::Card;
use crate::state::{State, Unit};
use crate::words::{Kind, Place, Side, Size, UnitId};

/// The rule that units of one side in a hex break, if they break one: each with its steps left. Sums are exact, in
/// halves. [CF-STACK-5]
pub fn broken<'c>(side: Side, units: impl Iterator<Item = (&'c Card, u8)>) -> Option<RuleId> {
    let (mut halves, mut regiments) = (0, 0);
    for (card, left) in units {
        halves += load(card);
        regiments += u32::from(is_regiment(card, left));
    }
    let regiments_fit = side == Side::Nato || regiments <= 1;
    (halves > most(side) || !regiments_fit).then(|| limited_by(side))
}

/// What stands of a side in a hex at the most, in halves. [CF-STACK-1] [CF-STACK-3]
pub fn most(side: Side) -> u32 {
    match side {
        Side::Wp => 4,
        Side::Nato => 6,
    }
}

/// The rule that limits a side's stacks.
pub fn limited_by(side: Side) -> RuleId {
    match side {
        Side::Wp => RuleId("CF-STACK-1"),
        Side::Nato => RuleId("CF-STACK-3"),
    }
}

/// What a unit counts, in halves. [CF-STACK-3] [CF-STACK-4] [CF-STACK-5] [CF-STACK-7]
pub fn load(card: &Card) -> u32 {
    match (card.kind, card.side, card.size) {
        (Kind::Garrison, ..) => 0,
        (_, Side::Nato, Size::Company) if card.steps == 1 => 1,
        _ => 2,
    }
}

/// [CF-STACK-1] [CF-STACK-2] Whether a unit counts as a regiment: armor or mech, with two steps or more.
pub fn is_regiment(card: &Card, left: u8) -> bool {
    matches!(card.kind, Kind::Armor | Kind::Mech) && card.size == Size::Regiment && left >= 2
}

/// [CF-STACK-8] Whether a hex holds these units of a side together with those who stand there and are not of them.
pub fn fits(state: &State, side: Side, hex: Place, joining: &[UnitId], why: &mut Reasons) -> Checked {
    holds_all(state, side, hex, state.of_side_in(side, hex), joining, why)
}

/// [CF-STACK-8] As [`fits`], where it is known that nobody of the side stands in the hex.
pub fn fits_alone(state: &State, side: Side, hex: Place, joining: &[UnitId], why: &mut Reasons) -> Checked {
    holds_all(state, side, hex, std::iter::empty(), joining, why)
}

fn holds_all<'s>(
    state: &'s State,
    side: Side,
    hex: Place,
    there: impl Iterator<Item = Unit<'s>>,
    joining: &[UnitId],
    why: &mut Reasons,
) -> Checked {
    let there = there.filter(|unit| !joining.contains(&unit.id()));
    let joined = joining.iter().filter_map(|id| state.unit(*id));
    match broken(side, there.chain(joined).map(|unit| (unit.card, unit.steps()))) {
        None => Ok(()),
        Some(rule) => why.refuse(rule, "stacking", || of_hex(hex, limit(side))),
    }
}

/// The limit of a side in words.
pub(super) fn limit(side: Side) -> &'static str {
    match side {
        Side::Wp => "Two units of the Warsaw Pact stand in a hex, and one of them may be a regiment.",
        Side::Nato => "Three units of NATO stand in a hex; a company counts half.",
    }
}

/// Whether a hex holds more than it may as it is.
pub fn is_over(state: &State, side: Side, hex: Place) -> bool {
    broken(side, state.of_side_in(side, hex).map(|unit| (unit.card, unit.steps()))).is_some()
}
