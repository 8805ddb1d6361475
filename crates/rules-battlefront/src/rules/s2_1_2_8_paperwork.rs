//! [BF-2.1.2.8] Paperwork, C12.

use kernel::grammar::counted_of;
use kernel::{Checked, Reasons, RuleId};

use crate::facts::Element;
use crate::phase::Step;
use crate::state::State;
use crate::words::{Side, StandState, Standing};

const RULE: RuleId = RuleId("BF-2.1.2.8-1");

/// [BF-2.1.2.8-1] A side confirms its roster by closing the step. Nobody confirms one whose totals do not add up.
pub(crate) fn adds_up(state: &State, side: Side, why: &mut Reasons) -> Checked {
    if state.step() != Step::Paperwork {
        return Ok(());
    }
    match first_fault(state, side) {
        Some(fault) => why.refuse(RULE, "incomplete", || fault),
        None => Ok(()),
    }
}

/// How many stands of a formation have left the map by its edge.
pub fn n_exited(element: &Element) -> u16 {
    element.stands.iter().filter(|stand| stand.state == StandState::Exited).count() as u16
}

/// The first formation whose numbers contradict each other, in a sentence. Of the stands that breakpoints are measured
/// against each is there, has exited, or is counted as lost; no more were lost in the battle than are counted.
///
/// A repaired vehicle is there and still counted as lost, so there may be more than the baseline. [BF-R16]
pub fn first_fault(state: &State, side: Side) -> Option<String> {
    let in_play = |element: &&Element| element.standing == Standing::InPlay;
    state.side(side).elements.iter().filter(in_play).find_map(|element| {
        let (present, exited) = (element.strength(), n_exited(element));
        let name = state.element_name(side, element);
        let losses = counted_of(element.losses, "loss", "losses");
        if present + exited + element.losses < element.baseline {
            let (of, left) = (element.baseline, present + exited);
            return Some(format!(
                "{name} had {of} stands and counts {losses}, but {left} are accounted for."
            ));
        }
        let record = &element.scenario;
        if record.number == state.facts.scenarios && record.losses > element.losses {
            let fought = counted_of(record.losses, "loss", "losses");
            return Some(format!("{name} counts {losses}, but {fought} in the last battle."));
        }
        None
    })
}
