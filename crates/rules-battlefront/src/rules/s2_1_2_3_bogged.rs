//! [BF-2.1.2.3] Bogged units.

use kernel::grammar::{OnlyTold, SectionEvent};
use kernel::view::Text;
use kernel::{Acting, Adjudged, Audience, Checked, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::{Cx, by, in_step};
use crate::facts::Stand;
use crate::ids::{StandId, UnitTypeId};
use crate::phase::Step;
use crate::setup::Campaign;
use crate::state::State;
use crate::view::prose::{called, stand_name, type_name};
use crate::words::{BogOutcome, Side};

const RULE: RuleId = RuleId("BF-2.1.2.3-1");

/// How many bog checks a unit makes at most.
pub const MOST_CHECKS: u8 = 2;

/// The living stands of a side that are bogged and still have a check to make.
pub fn owed(state: &State, side: Side) -> impl Iterator<Item = &Stand> {
    state.side(side).elements.iter().flat_map(|element| element.living()).filter(|stand| owes(stand))
}

/// Whether a stand is bogged and still has a check to make.
pub fn owes(stand: &Stand) -> bool {
    stand.bogged && !stand.immobile && stand.bog_checks < MOST_CHECKS
}

/// How many units of a side are bogged and unresolved. Everyone sees them so.
pub fn n_owed(state: &State, side: Side) -> usize {
    owed(state, side).count()
}

/// [BF-2.1.2.3-1] A bogged unit makes its bog check by the rules of the table; a vehicle that is still bogged after the
/// second becomes immobile.
pub(crate) fn bog_result(cx: &mut Cx<'_>, unit: StandId, outcome: BogOutcome) -> Adjudged {
    let (side, kind, last) = cx.check(|why| may_check(cx.state(), cx.acting(), unit, why))?;
    cx.record(BogChecked { side, unit, outcome })?;
    if last || outcome == BogOutcome::Free {
        return cx.record(BogResolved { side, kind, outcome });
    }
    Ok(())
}

/// Whether a unit has a bog check to make, with its type and whether it is the last one.
fn may_check(
    state: &State,
    acting: Acting,
    unit: StandId,
    why: &mut Reasons,
) -> Checked<(Side, UnitTypeId, bool)> {
    let side = in_step(state, acting, RULE, &[Step::Bogged], why)?;
    let Some((_, stand)) = state.side(side).stand(unit) else {
        return why.refuse(RULE, "unknown", || format!("Your roster has no stand {unit}."));
    };
    let living = state.side(side).elements.iter().flat_map(|element| element.living());
    why.unless(
        stand.bogged && living.into_iter().any(|other| other.id == unit),
        RULE,
        "not-eligible",
        || format!("{unit:#} is not bogged.", unit = called(state, side, unit)),
    )?;
    why.unless(stand.bog_checks < MOST_CHECKS, RULE, "dup", || {
        format!("{unit:#} has made its two bog checks.", unit = called(state, side, unit))
    })?;
    why.unless(!stand.immobile, RULE, "not-eligible", || {
        format!("{unit:#} is immobile and makes no bog check.", unit = called(state, side, unit))
    })?;
    let (kind, last) = (stand.kind, stand.bog_checks + 1 >= MOST_CHECKS);
    Ok((side, kind, last))
}

/// Nobody closes the step while a unit of the side owes a check.
pub(crate) fn all_resolved(state: &State, side: Side, why: &mut Reasons) -> Checked {
    let first = match state.step() {
        Step::Bogged => owed(state, side).next().map(|stand| stand.id),
        _ => None,
    };
    match first {
        Some(unit) => why.refuse(RULE, "incomplete", || {
            format!("The bog check of {unit} is still to be entered.", unit = called(state, side, unit))
        }),
        None => Ok(()),
    }
}

/// A unit made a bog check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BogChecked {
    /// The side.
    pub side: Side,
    /// The stand.
    pub unit: StandId,
    /// What came of it.
    pub outcome: BogOutcome,
}

impl SectionEvent<State, Campaign> for BogChecked {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { outcome, .. } = self;
        if let Some(stand) = state.facts.side_mut(self.side).stand_mut(self.unit) {
            stand.bog_checks += 1;
            match outcome {
                BogOutcome::Free => stand.bogged = false,
                BogOutcome::Stuck => {
                    stand.immobile |= stand.bog_checks >= crate::rules::s2_1_2_3_bogged::MOST_CHECKS;
                }
            }
        }
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { outcome, .. } = self;
        let came = match outcome {
            BogOutcome::Free => "moves freely again",
            BogOutcome::Stuck => "failed its bog check",
        };
        by(self.side)
            .say(format!(": {} {came}.", stand_name(campaign, self.side, self.unit)))
            .rule(RuleId("BF-2.1.2.3-1"))
    }
}

/// A unit's bog checks came to an end; known to everyone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BogResolved {
    /// The side.
    pub side: Side,
    /// The unit's type.
    #[serde(rename = "type")]
    pub kind: UnitTypeId,
    /// What came of it.
    pub outcome: BogOutcome,
}

impl OnlyTold<Campaign> for BogResolved {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { outcome, .. } = self;
        let came = match outcome {
            BogOutcome::Free => "is no longer bogged",
            BogOutcome::Stuck => "is immobile",
        };
        by(self.side)
            .say(format!(": {} {came}.", type_name(campaign, self.kind)))
            .rule(RuleId("BF-2.1.2.3-1"))
    }
}
