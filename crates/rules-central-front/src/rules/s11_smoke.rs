//! CF-SMK: artillery smoke for March attacks.

use kernel::grammar::OnlyTold;
use kernel::view::Text;
use kernel::{Adjudged, Ask, Audience, Checked, Die, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::s9_results::nth;
use super::{Cx, of_unit, own_unit, s2_units_and_steps, s8_support};
use crate::setup::{Card, Scenario};
use crate::state::{Battle, State};
use crate::words::{Side, UnitId};

/// [CF-SMK-1] [CF-SMK-3] Whether a unit may fire smoke for a March attack.
pub fn can_smoke(state: &State, battle: &Battle, smoke: UnitId, why: &mut Reasons) -> Checked {
    why.unless(state.scenario.options.smoke, "CF-SMK-1", "option", || {
        "Smoke is not used in this scenario.".into()
    })?;
    why.unless(!state.facts.fog, "CF-SMK-1", "fog", || "In fog no smoke is needed.".into())?;
    let unit = own_unit(state, battle.side, smoke, why)?;
    why.unless(unit.card.kind.is_gun(), "CF-SMK-1", "unit", || {
        of_unit(state, smoke, "Artillery and rockets fire smoke.")
    })?;
    s8_support::can_fire(state, unit, battle.target, why)?;
    why.unless(!battle.support.contains(&smoke), "CF-SMK-1", "twice", || {
        of_unit(state, smoke, "It supports the attack already.")
    })?;
    if battle.side == Side::Nato {
        return Ok(());
    }
    let support = battle.support.iter().filter_map(|id| state.unit(*id)).map(|unit| unit.card);
    let cards: Vec<&Card> = support.chain([unit.card]).collect();
    s8_support::one_formation(&cards, "CF-SMK-3", why)
}

/// [CF-SMK-2] Whether a throw for the smoke of a unit hides the attack: up to its strength by steps.
pub fn hides(state: &State, unit: UnitId, rolled: i32) -> bool {
    let strength = state.unit(unit).map_or(0, s2_units_and_steps::support);
    u32::try_from(rolled).is_ok_and(|rolled| rolled <= strength)
}

/// Whether smoke hides an attack, each with its ways of the die; one way where none is fired.
pub fn chances(state: &State, battle: &Battle) -> Vec<(bool, u64)> {
    let Some(unit) = battle.smoke else { return vec![(false, 1)] };
    (1..=6).map(|face| (hides(state, unit, face), 1)).collect()
}

/// [CF-SMK-2] Throws for the smoke: up to the unit's strength it hides the attack.
pub(super) fn throw(cx: &mut Cx<'_>, battle: &Battle, about: kernel::Id) -> Adjudged<bool> {
    let Some(unit) = battle.smoke else { return Ok(false) };
    let ask = Ask::new(RuleId("CF-SMK-2"), "Smoke")
        .about(about)
        .nth(nth(cx.state(), battle, |fought| fought.smoke))
        .seen_by(Audience::Public);
    let rolled = cx.roll(ask, Die::D(6))?;
    let hides = hides(cx.state(), unit, rolled);
    cx.record(SmokeRolled { unit, hides })?;
    Ok(hides)
}

/// The smoke of a March attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SmokeRolled {
    /// Who fired it.
    pub unit: UnitId,
    /// Whether it takes the −1 away.
    pub hides: bool,
}

impl OnlyTold<Scenario> for SmokeRolled {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn narrate(&self, setup: &Scenario) -> Text {
        let what = if self.hides { "hid the attack" } else { "blew away" };
        Text::new(format!("The smoke of {} {what}.", setup.name(self.unit))).rule(RuleId("CF-SMK-2"))
    }
}
