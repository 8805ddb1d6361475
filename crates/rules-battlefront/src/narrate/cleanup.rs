//! The map after a battle, told.

use kernel::RuleId;
use kernel::view::Text;

use super::by;
use crate::event::Event;
use crate::setup::Campaign;
use crate::view::prose::{listed, stand_name, unit_name, work_name};
use crate::words::Side;

/// The end of the cleanup.
pub(super) fn cleanup(campaign: &Campaign, event: &Event) -> Option<Text> {
    Some(match event {
        Event::PanickedReturned { side, stands } => {
            let names: Vec<_> = stands.iter().map(|stand| stand_name(campaign, *side, *stand)).collect();
            by(*side)
                .say(format!(": back after panicking off the map: {}.", listed(&names)))
                .rule(RuleId("BF-2.1.2.5-2"))
        }
        Event::MapCleared => Text::new(
            "The map was cleared: all stands left it but those that are isolated or cut off, which stay where they are.",
        )
        .rule(RuleId("BF-2.1.2.5-1")),
        Event::WorksExposed { works } => {
            let told = works.iter().map(|work| {
                let buyer = campaign.side_of(work.side).unwrap_or(Side::FIRST);
                let name = work_name(campaign, buyer, work.kind);
                format!("{name} of the {} side at {}: {}", campaign.side(buyer).name, work.at, work.id)
            });
            let told = listed(told.collect::<Vec<_>>());
            Text::new(format!("Hidden fortifications came into the enemy's hands and are on the map: {told}."))
                .rule(RuleId("BF-2.1.2.6-1"))
        }
        Event::FlightsSpent { side, flights } => {
            let names: Vec<_> = flights.iter().map(|flight| unit_name(campaign, *side, *flight)).collect();
            by(*side)
                .say(format!(": attacked in the battle and left the roster: {}.", listed(&names)))
                .rule(RuleId("BF-2.1.1.4.2-1"))
        }
        _ => return None,
    })
}
