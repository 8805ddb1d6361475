//! [BF-2.1.2.8] Paperwork, C12.

use kernel::grammar::{SectionEvent, counted_of};
use kernel::view::Text;
use kernel::{Audience, Checked, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use crate::facts::{Battle, Element};
use crate::phase::Step;
use crate::setup::Campaign;
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

/// The slot ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotEnded {}

impl SectionEvent<State, Campaign> for SlotEnded {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let over = state.is_last_slot();
        let last_of_day = state.is_last_slot_of_day();
        let facts = &mut state.facts;
        facts.battle = Battle::default();
        for side in &mut facts.sides {
            side.reopen();
            side.income = None;
            side.posture = None;
            side.purchases.clear();
            side.works_fresh.clear();
            side.attempts.clear();
            side.removals_paid = 0;
            side.chosen.clear();
            side.placed.clear();
            side.flights.iter_mut().for_each(|flight| flight.used = false);
        }
        facts.skipped = facts.attacker.is_none();
        (facts.attacker, facts.roll_off) = (None, None);
        if over {
            facts.step = Step::Victory;
            return;
        }
        facts.step = Step::Opening;
        (facts.day, facts.slot) = if last_of_day { (facts.day + 1, 1) } else { (facts.day, facts.slot + 1) };
    }
    fn narrate(&self, _: &Campaign) -> Text {
        Text::new("The slot ended.")
    }
}
