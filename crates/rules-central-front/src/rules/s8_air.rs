//! CF-AIR: fog, superiority, air strikes.

use kernel::grammar::{SectionEvent, counted};
use kernel::view::Text;
use kernel::{Adjudged, Audience, Checked, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::s7_attacks::{self, Asked};
use super::{Cx, by, of_hex, on_board, own_phase, s8_bombardment, s9_results, s11_chemical};
use crate::phase::Stage;
use crate::setup::Scenario;
use crate::setup::sky::Sky;
use crate::state::{Battle, State};
use crate::words::{Attack, Place, Side, UnitId};

/// [CF-AIR-3] On a clear turn the side without superiority uses one helicopter in a fight.
pub fn helicopters(state: &State, side: Side, count: usize, why: &mut Reasons) -> Checked {
    let limited = !state.facts.fog && state.facts.superior.is_some_and(|superior| superior != side);
    why.unless(!limited || count <= 1, "CF-AIR-3", "limit", || {
        "Without air superiority one helicopter takes part in a fight at most.".into()
    })
}

/// [CF-AIR-2] [CF-AIR-6] Whether a side has an air strike left in this turn.
pub fn can_fly(state: &State, side: Side, why: &mut Reasons) -> Checked {
    why.unless(!state.facts.fog, "CF-AIR-2", "fog", || "There are no air strikes in fog.".into())?;
    why.unless(state.facts.superior == Some(side) && state.facts.strikes > 0, "CF-AIR-6", "strikes", || {
        "The side has no air strike left in this turn.".into()
    })
}

/// A strike is flown.
pub(super) fn fly(cx: &mut Cx<'_>, side: Side) -> Adjudged {
    cx.record(StrikeFlown { side })
}

/// The strength of a strike of a side. [CF-AIR-4]
pub fn strength(state: &State, side: Side) -> u32 {
    u32::from(state.scenario.strikes[side].strength)
}

/// [CF-AIR-5] [CF-AIR-6] Bombards with a strike alone, among the Hasty attacks.
pub fn strike(cx: &mut Cx<'_>, target: Place, chosen: UnitId, chemical: bool) -> Adjudged {
    let side = own_phase(cx, Stage::Combat)?;
    let battle = cx.check(|why| can_strike(cx.state(), side, target, chosen, chemical, why))?;
    s7_attacks::begin(cx, battle)
}

/// Whether a strike can bombard a unit in a hex; gives the fight.
pub fn can_strike(
    state: &State,
    side: Side,
    target: Place,
    chosen: UnitId,
    chemical: bool,
    why: &mut Reasons,
) -> Checked<Battle> {
    can_fly(state, side, why)?;
    on_board(state, &[target], why)?;
    why.unless(!state.facts.prepared_begun, "CF-AIR-6", "order", || {
        of_hex(target, "Air bombardments come with the Hasty attacks, before any Prepared one.")
    })?;
    why.unless(!state.facts.attacked.contains(&target), "CF-SEQ-5", "target", || {
        of_hex(target, "A hex is attacked once in a combat phase.")
    })?;
    why.unless(state.designation(target).is_none(), "CF-AIR-6", "designated", || {
        of_hex(
            target,
            "An attack on this hex is designated: it is fought or called off before a strike bombards alone.",
        )
    })?;
    let asked = Asked { target, support: &[], strike: true, chemical, chosen: Some(chosen) };
    let battle = s7_attacks::fight(side, Attack::Hasty, true, Vec::new(), asked);
    s8_bombardment::is_there(state, &battle, why)?;
    s9_results::within_table(state, &battle, why)?;
    s11_chemical::can_use(state, &battle, why)?;
    Ok(battle)
}

/// The sky of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkyRolled {
    /// What it is like.
    pub sky: Sky,
}

impl SectionEvent<State, Scenario> for SkyRolled {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let facts = &mut state.facts;
        facts.fog = self.sky == Sky::Fog;
        (facts.superior, facts.strikes) = (None, 0);
    }
    fn narrate(&self, _: &Scenario) -> Text {
        match self.sky {
            Sky::Fog => Text::new("Fog or overcast: no strikes, no helicopters.").rule(RuleId("CF-AIR-2")),
            Sky::Clear => Text::new("The sky was clear."),
        }
    }
}

/// A side won the air.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AirWon {
    /// Which.
    pub side: Side,
    /// Its strikes in this turn.
    pub strikes: u8,
}

impl SectionEvent<State, Scenario> for AirWon {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        (state.facts.superior, state.facts.strikes) = (Some(self.side), self.strikes);
    }
    fn narrate(&self, _: &Scenario) -> Text {
        let strikes = counted(self.strikes, "strike");
        by(self.side).say(format!(" won the air: {strikes}.")).rule(RuleId("CF-AIR-1"))
    }
}

/// An air strike was flown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrikeFlown {
    /// Whose.
    pub side: Side,
}

impl SectionEvent<State, Scenario> for StrikeFlown {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.facts.strikes = state.facts.strikes.saturating_sub(1);
    }
    fn narrate(&self, _: &Scenario) -> Text {
        by(self.side).say(" flew an air strike.")
    }
}
