//! [BF-2.1.2.6] Hidden fortifications, C10.

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Adjudged, Audience, RuleId};
use serde::{Deserialize, Serialize};

use super::Cx;
use crate::facts::Work;
use crate::ground::ground;
use crate::setup::Campaign;
use crate::state::State;
use crate::view::prose::{listed, work_name};
use crate::words::Side;

/// [BF-2.1.2.6-1] Each fortification that is still hidden and lies in a place which the opponent of its buyer controls
/// now is put on the map. One within the own perimeter stays hidden, and so does one between the lines.
/// [BF-2.1.2.6-2, BF-R52]
pub(crate) fn expose(cx: &mut Cx<'_>) -> Adjudged {
    let state = cx.state();
    let (row, last) = public_row(state);
    let exposed = state.facts.works.iter().filter(|work| is_exposed(state, work));
    let mut works: Vec<Work> = exposed.copied().collect();
    // Not in the order of hidden numbers, which are the owner's to know.
    works.sort_unstable_by_key(|work| (work.at, work.side, work.kind));
    for (n, work) in (last + 1..).zip(&mut works) {
        work.id = format!("{row}{n}").parse().unwrap_or_default();
        work.known = true;
    }
    if works.is_empty() { Ok(()) } else { cx.record(WorksExposed { works }) }
}

/// Whether a hidden fortification has come into the enemy's hands.
pub fn is_exposed(state: &State, work: &Work) -> bool {
    let buyer = state.campaign().side_of(work.side);
    !work.known && buyer.is_some_and(|side| ground(state, side.enemy(), work.at).is_controlled())
}

/// The row in which fortifications are numbered that everyone knows, and the last number in it. [HOUSE-FORT-NUMBERS]
fn public_row(state: &State) -> (&'static str, u32) {
    let works = &state.facts.works;
    let number = |work: &Work, row: &str| work.id.as_str().strip_prefix(row)?.parse::<u32>().ok();
    let is_free = |row: &str| !works.iter().any(|work| !work.known && number(work, row).is_some());
    let row = if is_free("F") { "F" } else { "known-" };
    (row, works.iter().filter_map(|work| number(work, row)).max().unwrap_or(0))
}

/// Hidden fortifications that lie in the enemy's area were put on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorksExposed {
    /// As everyone knows them from now on.
    pub works: Vec<Work>,
}

impl SectionEvent<State, Campaign> for WorksExposed {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    /// Each takes the place of a hidden one of its kind in its place. Lists of ids follow it.
    fn fold(&self, state: &mut State) {
        let facts = &mut state.facts;
        for shown in &self.works {
            let same = |work: &&mut Work| {
                !work.known && (work.side, work.kind, work.at) == (shown.side, shown.kind, shown.at)
            };
            let Some(work) = facts.works.iter_mut().find(same) else { continue };
            let hidden = work.id;
            *work = *shown;
            for side in &mut facts.sides {
                // A number that was free may have been another's; that one's attempts are not this one's.
                side.tried.retain(|tried| *tried != shown.id.into());
                if side.id == shown.side {
                    side.placed.retain(|placed| *placed != hidden);
                    let own = side.tried.iter_mut().filter(|tried| **tried == hidden.into());
                    own.for_each(|tried| *tried = shown.id.into());
                }
            }
        }
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { works } = self;
        let told = works.iter().map(|work| {
            let buyer = campaign.side_of(work.side).unwrap_or(Side::FIRST);
            let name = work_name(campaign, buyer, work.kind);
            format!("{name} of the {} side at {}: {}", campaign.side(buyer).name, work.at, work.id)
        });
        let told = listed(told.collect::<Vec<_>>());
        Text::new(format!("Hidden fortifications came into the enemy's hands and are on the map: {told}."))
            .rule(RuleId("BF-2.1.2.6-1"))
    }
}
