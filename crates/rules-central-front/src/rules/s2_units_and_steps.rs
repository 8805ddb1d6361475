//! CF-UNIT and CF-STEP: units, steps, strengths. Every factor multiplies; one rounding at the end. (A1)

use crate::setup::Card;
use crate::state::Unit;
use crate::words::{Kind, Side, Size};

/// [CF-STEP-1] [CF-STEP-2] [CF-STEP-3] The steps of a unit, from its ratings.
pub fn steps(card: &Card) -> u8 {
    let strong = card.attack >= 4 || card.defense >= 4;
    match card.kind {
        kind if kind.is_support() => 1 + u8::from(card.attack >= 4),
        Kind::Garrison => 1,
        _ if !strong => 1,
        Kind::Armor | Kind::Mech if card.size == Size::Regiment => 3,
        _ => 2,
    }
}

/// The rule that gives a unit its steps.
pub fn rule_of_steps(card: &Card) -> &'static str {
    match card.kind {
        kind if kind.is_support() => "CF-STEP-2",
        Kind::Garrison => "CF-GAR-2",
        Kind::Armor | Kind::Mech if matches!(card.size, Size::Regiment | Size::Battalion) => "CF-STEP-1",
        _ if card.attack <= 3 && card.defense <= 3 => "CF-STEP-1",
        _ => "CF-STEP-3",
    }
}

/// An exact strength before it is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    over: u32,
    under: u32,
}

impl Strength {
    /// [CF-STEP-4] A factor by the steps that are left: halves, or thirds.
    pub fn of(factor: u8, left: u8, steps: u8) -> Self {
        Self { over: u32::from(factor) * u32::from(left), under: u32::from(steps.max(1)) }
    }

    /// Divided.
    #[must_use]
    pub fn over(self, by: u32) -> Self {
        Self { under: self.under * by, ..self }
    }

    /// Multiplied.
    #[must_use]
    pub fn times(self, by: u32) -> Self {
        Self { over: self.over * by, ..self }
    }

    /// Halved when it holds. [CF-STEP-8]
    #[must_use]
    pub fn halved(self, holds: bool) -> Self {
        if holds { self.over(2) } else { self }
    }

    /// [CF-STEP-6] An attack: nearest whole number, .5 down.
    pub fn attack(self) -> u32 {
        (2 * self.over + self.under - 1) / (2 * self.under)
    }

    /// [CF-STEP-6] A defense: nearest whole number, .5 up, 1 at least.
    pub fn defense(self) -> u32 {
        ((2 * self.over + self.under) / (2 * self.under)).max(1)
    }
}

fn of(unit: Unit<'_>, factor: u8) -> Strength {
    Strength::of(factor, unit.steps(), unit.card.steps)
}

/// [CF-STEP-7] What a maneuver unit adds to an attack; halved across a river. [CF-ATK-8]
pub fn attack(unit: Unit<'_>, across_river: bool) -> u32 {
    of(unit, unit.card.attack).halved(across_river).attack()
}

/// What a maneuver unit adds to a March attack: the factor in its wedge. [CF-UNIT-1]
pub fn march(unit: Unit<'_>, across_river: bool) -> u32 {
    of(unit, unit.card.march).halved(across_river).attack()
}

/// [CF-STEP-9] What a support unit adds from range, for either side, and what it bombards with.
pub fn support(unit: Unit<'_>) -> u32 {
    of(unit, unit.card.attack).attack()
}

/// What a unit adds to the defense of its hex; half when Ineffective. [CF-AP-5]
pub fn defense(unit: Unit<'_>) -> u32 {
    of(unit, unit.card.defense).halved(!unit.is_effective()).defense()
}

/// [CF-BOM-3] What a unit defends with against a bombardment: a Warsaw Pact regiment a third, a NATO company double.
pub fn bombarded(unit: Unit<'_>) -> u32 {
    let strength = of(unit, unit.card.defense).halved(!unit.is_effective());
    match (unit.card.side, unit.card.size) {
        (Side::Wp, Size::Regiment) => strength.over(3).defense(),
        (Side::Nato, Size::Company) => strength.times(2).defense(),
        _ => strength.defense(),
    }
}
