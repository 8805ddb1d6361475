//! What is odd about where things lie, and about formations that are larger than their group.

use crate::words::Side;
use kernel::reader::Node;

use super::{Campaign, SideSetup};
use crate::geometry::meets;
use crate::measure::{Inches, Point};
use crate::setup::Map;

/// An entry point is where a side's stands come over an edge of the map. [BF-2.S-1]
pub(super) fn entry_points(root: &Node<'_>, campaign: &Campaign) {
    let sides = root.tables("sides");
    for (node, side) in sides.iter().zip(campaign.sides.as_array()) {
        for (point, entry) in node.tables("entry_points").iter().zip(&side.entry_points) {
            if !is_on_an_edge(&campaign.map, entry.at) {
                let sentence = format!(
                    "The entry point {} at {} lies within the map; stands come onto it over an edge.",
                    entry.id, entry.at
                );
                point.warn("x", "BF-2.S-1", sentence);
            }
        }
    }
}

fn is_on_an_edge(map: &Map, at: Point) -> bool {
    [Inches(0), map.width].contains(&at.x) || [Inches(0), map.height].contains(&at.y)
}

/// Each side's ground lies behind its own line, so the two do not meet. [BF-2.S-1]
pub(super) fn lines(root: &Node<'_>, campaign: &Campaign) {
    let [one, other] = campaign.map.start_lines.as_array();
    if let (Some(node), Some(at)) = (root.maybe_table("map"), meets(one, other)) {
        let [first, second] = Side::BOTH.map(|side| &campaign.side(side).name);
        let sentence = format!(
            "The front line of {second} meets that of {first} between {} and {}: some ground lies behind both.",
            at.0, at.1
        );
        node.warn("start_mlr", "BF-2.S-1", sentence);
    }
}

/// A formation of the initial roster has no more stands of a kind than its group. [BF-2.S-3]
pub(super) fn formations(root: &Node<'_>, side: &SideSetup) {
    let rows = root.maybe_table("rosters").map(|table| table.tables(side.id.as_str())).unwrap_or_default();
    for (node, entry) in rows.iter().zip(&side.roster) {
        let group = side.groups.iter().find(|group| Some(group.id) == entry.group);
        let Some(group) = group.filter(|_| node.has("stands")) else { continue };
        for (kind, count) in &entry.stands {
            let most = group.content.iter().find(|(known, _)| known == kind).map_or(0, |(_, most)| *most);
            if *count > most {
                let sentence =
                    format!("{} has {count} {kind}, and a group of {} has {most}.", entry.id, group.id);
                node.warn("stands", "BF-2.S-3", sentence);
            }
        }
    }
}
