//! [BF-2.1.1.4.1] Base force and reinforcements.

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Adjudged, Audience, Checked, Id, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::s2_1_1_3_campaign_roster::n_deployable;
use super::s2_1_1_4_reinforcements::n_bought_now;
use super::{Cx, by};
use crate::facts::count;
use crate::setup::{Campaign, Group};
use crate::state::{State, join};
use crate::view::prose::group_words;
use crate::words::{Class, Origin, Side};

/// [BF-2.1.1.4.1-1] Scheduled reinforcements join the roster when S2d of their day's first slot opens, for nothing.
pub(crate) fn arrivals(cx: &mut Cx<'_>) -> Adjudged {
    if cx.state().facts.slot != 1 {
        return Ok(());
    }
    let today = cx.state().facts.day - 1;
    for side in Side::BOTH {
        let due = |state: &State| -> Vec<Id> {
            let scheduled = state.setup_of(side).scheduled.iter();
            scheduled.filter(|entry| entry.day == today).map(|entry| entry.id).collect()
        };
        for scheduled in due(cx.state()) {
            cx.record(ReinforcementArrived { side, scheduled })?;
        }
    }
    Ok(())
}

/// How many of a group there are and may be, for the present scenario and over the campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Deployable now; of FPP groups bought in this refit. [BF-2.1.1.4.1-4, BF-R48]
    pub now: u16,
    /// The most in one scenario, or in one refit.
    pub most_now: u16,
    /// Initial, scheduled and bought, struck and withdrawn ones included. [BF-2.1.1.4.1-3, BF-R25]
    pub campaign: u16,
    /// The most over the campaign.
    pub most_campaign: u16,
}

/// The limits of a group with their present counts.
pub fn limits(state: &State, side: Side, group: &Group) -> Limits {
    Limits {
        now: n_deployable(state, side, group.id),
        most_now: group.max_scenario,
        campaign: state.setup_of(side).given(group.id) + count(&state.side(side).bought, group.id),
        most_campaign: group.max_campaign,
    }
}

/// [BF-2.1.1.4.1-3] The campaign maximum counts initial and scheduled forces and everything ever bought.
pub(crate) fn campaign_limit(state: &State, side: Side, group: &Group, n: i32, why: &mut Reasons) -> Checked {
    let limits = limits(state, side, group);
    why.unless(
        i32::from(limits.campaign).saturating_add(n) <= i32::from(limits.most_campaign),
        RuleId("BF-2.1.1.4.1-3"),
        "limit-campaign",
        || {
            let (counted, most) = (limits.campaign, limits.most_campaign);
            format!(
                "The campaign allows {most} of {}; {counted} are counted already.",
                group_words(state.campaign(), side, group.id)
            )
        },
    )
}

/// Groups that are not deployed are limited in each refit by the scenario maximum. [BF-R48]
pub(crate) fn refit_limit(state: &State, side: Side, group: &Group, n: i32, why: &mut Reasons) -> Checked {
    if group.class != Class::Points {
        return Ok(());
    }
    let bought = n_bought_now(state, side, group.id);
    why.unless(
        bought.saturating_add(n) <= i32::from(group.max_scenario),
        RuleId("BF-2.1.1.4.1-4"),
        "limit-scenario",
        || {
            format!(
                "One refit allows {} of {}; {bought} are bought.",
                group.max_scenario,
                group_words(state.campaign(), side, group.id)
            )
        },
    )
}

/// A scheduled reinforcement joined the roster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReinforcementArrived {
    /// The side.
    pub side: Side,
    /// The scheduled reinforcement.
    pub scheduled: Id,
}

impl SectionEvent<State, Campaign> for ReinforcementArrived {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let campaign = state.shared_campaign();
        let setup = campaign.side(self.side);
        let day = state.facts.day;
        let Some(entry) = setup.scheduled.iter().find(|entry| entry.id == self.scheduled) else { return };
        let Some(group) = setup.group(entry.group) else { return };
        let facts = state.facts.side_mut(self.side);
        for id in entry.ids() {
            join(facts, group, id, Origin::Scheduled, day);
        }
        if group.class == Class::Points {
            facts.fpp += group.fpp * i32::from(entry.count);
        }
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { scheduled, .. } = self;
        let entry = campaign.side(self.side).scheduled.iter().find(|entry| entry.id == *scheduled);
        let name = entry.map_or_else(|| scheduled.to_string(), |entry| entry.name.clone());
        by(self.side).say(format!(": {name} joined the roster as scheduled.")).rule(RuleId("BF-2.1.1.4.1-1"))
    }
}
