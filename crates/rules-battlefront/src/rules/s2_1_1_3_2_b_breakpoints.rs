//! [BF-2.1.1.3.2.B] Recalculating breakpoints.

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Adjudged, Audience, RuleId};
use serde::{Deserialize, Serialize};

use super::{Cx, by};
use crate::facts::Element;
use crate::ids::FormationId;
use crate::setup::Campaign;
use crate::setup::options::IsolatedFormation;
use crate::state::State;
use crate::view::prose::counted;
use crate::words::{Side, Status};

/// [BF-2.1.1.3.2.B-1, BF-2.1.1.3.2.B-2] In each morning slot the breakpoints of every formation that is not isolated are recomputed
/// from its present strength; earlier losses no longer count. Not for isolated ones, nor in other slots.
///
/// Interpretation: it happens when S2d closes, after discipline and combining, which the source puts first. [BF-R46]
pub(crate) fn recompute(cx: &mut Cx<'_>) -> Adjudged {
    if !cx.state().slot_kind().is_morning() {
        return Ok(());
    }
    for side in Side::BOTH {
        let state = cx.state();
        let rule = state.options().isolated_me;
        let anew =
            |element: &&Element| element.in_play() && formation_status(element, rule) == Status::Normal;
        let elements: Vec<_> =
            state.side(side).elements.iter().filter(anew).map(|element| element.id).collect();
        if !elements.is_empty() {
            cx.record(BreakpointsRecomputed { side, elements })?;
        }
    }
    Ok(())
}

/// [BF-2.1.1.3.2.B-4] How many quarters of the baseline are lost, 0 to 4: losses x 4 >= n x k. [BF-R23]
pub fn quarters_lost(losses: u16, baseline: u16) -> u8 {
    let (losses, baseline) = (u32::from(losses), u32::from(baseline));
    (4 * losses).checked_div(baseline).unwrap_or(0).min(4) as u8
}

/// The losses at which 25, 50 and 75 % of a baseline are reached.
pub fn thresholds(baseline: u16) -> [u16; 3] {
    [1, 2, 3].map(|quarters| (u32::from(baseline) * quarters).div_ceil(4) as u16)
}

/// When a formation is isolated or cut off; cut off comes first. [BF-R23]
///
/// [BF-2.1.1.3.2.B-3] Stands in a pocket remain part of their formation.
pub fn formation_status(element: &Element, rule: IsolatedFormation) -> Status {
    let living = element.living().count();
    let cut_off = element.living().filter(|stand| stand.status == Status::CutOff).count();
    let behind = element.living().filter(|stand| stand.status != Status::Normal).count();
    let is = |n: usize| match rule {
        IsolatedFormation::Any => n > 0,
        IsolatedFormation::Majority => 2 * n > living,
        IsolatedFormation::All => living > 0 && n == living,
    };
    if is(cut_off) {
        Status::CutOff
    } else if is(behind) {
        Status::Isolated
    } else {
        Status::Normal
    }
}

/// Breakpoints were recomputed from present strength.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BreakpointsRecomputed {
    /// The side.
    pub side: Side,
    /// The formations.
    pub elements: Vec<FormationId>,
}

impl SectionEvent<State, Campaign> for BreakpointsRecomputed {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { elements, .. } = self;
        let of_side = &mut state.facts.side_mut(self.side).elements;
        for element in of_side.iter_mut().filter(|element| elements.contains(&element.id)) {
            element.baseline = element.strength();
            element.losses = 0;
        }
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { elements, .. } = self;
        let n = counted(elements.len() as i64, "formation", "formations");
        by(self.side)
            .say(format!(": the breakpoints of {n} were set from present strength."))
            .rule(RuleId("BF-2.1.1.3.2.B-1"))
    }
}
