//! [BF-2.1.1.4.3] Off-board artillery (OBA).

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Adjudged, Audience, Checked, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::{Cx, by};
use crate::ids::ModuleId;
use crate::setup::Campaign;
use crate::state::State;
use crate::view::prose::{listed, unit_name};
use crate::words::Side;

/// [BF-2.1.1.4.3-2] On a day with more than one slot, modules and their points are bought in the first refit only.
pub(crate) fn only_in_the_morning(state: &State, why: &mut Reasons) -> Checked {
    why.unless(is_sold_in(state.facts.slot), RuleId("BF-2.1.1.4.3-2"), "step", || {
        "Off-board artillery is bought in the morning's refit; the day is further on.".into()
    })
}

/// Whether the refit of this slot of a day, from 1, sells it.
pub(crate) fn is_sold_in(slot: u8) -> bool {
    slot == 1
}

/// [BF-2.1.1.4.3-4] Modules that fired in any slot of the day leave the roster at its end; the others stay.
/// [BF-2.1.1.4.3-5, BF-2.1.1.4.3-7]
pub(crate) fn leave(cx: &mut Cx<'_>, side: Side) -> Adjudged {
    let fired = cx.state().side(side).modules.iter().filter(|module| module.fired);
    let modules: Vec<_> = fired.map(|module| module.id).collect();
    if modules.is_empty() { Ok(()) } else { cx.record(ModulesSpent { side, modules }) }
}

/// Modules that fired today left the roster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModulesSpent {
    /// The side.
    pub side: Side,
    /// The modules.
    pub modules: Vec<ModuleId>,
}

impl SectionEvent<State, Campaign> for ModulesSpent {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { modules, .. } = self;
        state.facts.side_mut(self.side).modules.retain(|module| !modules.contains(&module.id));
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { modules, .. } = self;
        by(self.side)
            .say(format!(
                ": fired today and left the roster: {}.",
                listed(modules.iter().map(|id| unit_name(campaign, self.side, *id)).collect::<Vec<_>>())
            ))
            .rule(RuleId("BF-2.1.1.4.3-4"))
    }
}
