//! [BF-2.1.2.5] Clearing the map, C9.

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Adjudged, Audience, RuleId};
use serde::{Deserialize, Serialize};

use super::s2_1_1_3_2_b_breakpoints::formation_status;
use super::{Cx, by};
use crate::facts::Starts;
use crate::ids::StandId;
use crate::setup::Campaign;
use crate::state::State;
use crate::view::prose::{listed, stand_name};
use crate::words::{Side, StandState, Status};

/// [BF-2.1.2.5-1, BF-2.1.2.5-2] Stands that panicked off the map rejoin their formations, and all stands that are
/// neither isolated nor cut off leave the map. Pockets stay exactly where they are, and so do wrecks.
/// [BF-2.1.2.5.1-1, BF-2.1.2.7-2]
///
/// Interpretation: a stand in a pocket keeps its place, its facing, and whether it is immobile; improved positions, bogs
/// and minefields have been resolved before. [BF-R51]
pub(crate) fn clear(cx: &mut Cx<'_>) -> Adjudged {
    for side in Side::BOTH {
        let stands = cx.state().side(side).elements.iter().flat_map(|element| &element.stands);
        let panicked = stands.filter(|stand| stand.state == StandState::Panicked);
        let stands: Vec<_> = panicked.map(|stand| stand.id).collect();
        if !stands.is_empty() {
            cx.record(PanickedReturned { side, stands })?;
        }
    }
    cx.record(MapCleared {})
}

/// Stands that had panicked off the map returned to their formations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PanickedReturned {
    /// The side.
    pub side: Side,
    /// The stands.
    pub stands: Vec<StandId>,
}

impl SectionEvent<State, Campaign> for PanickedReturned {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let of_side =
            state.facts.side_mut(self.side).elements.iter_mut().flat_map(|element| &mut element.stands);
        for stand in of_side.filter(|stand| self.stands.contains(&stand.id)) {
            stand.state = StandState::Here;
            stand.status = Status::Normal;
        }
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { stands, .. } = self;
        let names: Vec<_> = stands.iter().map(|stand| stand_name(campaign, self.side, *stand)).collect();
        by(self.side)
            .say(format!(": back after panicking off the map: {}.", listed(&names)))
            .rule(RuleId("BF-2.1.2.5-2"))
    }
}

/// The map was cleared: stands that are neither isolated nor cut off left it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapCleared {}

impl SectionEvent<State, Campaign> for MapCleared {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    /// Stands in pockets stay where they are and as they face; nothing else is kept of how the battle left a stand.
    fn fold(&self, state: &mut State) {
        let rule = state.options().isolated_me;
        for element in state.facts.sides.iter_mut().flat_map(|side| &mut side.elements) {
            for stand in &mut element.stands {
                let stays = stand.state == StandState::Here && stand.status != Status::Normal;
                if !stays {
                    stand.leave_the_map();
                }
                (stand.hidden, stand.improved, stand.unmoved, stand.bogged) = (false, false, false, false);
                (stand.bog_checks, stand.minefield, stand.moved_from) = (0, None, None);
            }
            if formation_status(element, rule) == Status::Normal {
                element.starts = Starts::default();
            }
        }
    }
    fn narrate(&self, _: &Campaign) -> Text {
        Text::new(
            "The map was cleared: all stands left it but those that are isolated or cut off, which stay where they are.",
        )
        .rule(RuleId("BF-2.1.2.5-1"))
    }
}
