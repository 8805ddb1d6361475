//! [BF-2.1.1.4.1] Base force and reinforcements.

use kernel::{Adjudged, Checked, Id, Reasons, RuleId};

use super::Cx;
use super::s2_1_1_3_campaign_roster::n_deployable;
use super::s2_1_1_4_reinforcements::n_bought_now;
use crate::event::Event;
use crate::facts::count;
use crate::setup::Group;
use crate::state::State;
use crate::words::{Class, Side};

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
            cx.record(Event::ReinforcementArrived { side, scheduled })?;
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
            format!("The campaign allows {most} of {}; {counted} are counted already.", group.id)
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
        || format!("One refit allows {} of {}; {bought} are bought.", group.max_scenario, group.id),
    )
}
