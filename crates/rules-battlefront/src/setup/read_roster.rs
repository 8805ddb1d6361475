//! Reads initial rosters and scheduled reinforcements, and holds them against the charts' limits.

use std::collections::BTreeSet;

use kernel::reader::Node;
use kernel::{Id, PerSide};

use super::calendar::{Day, date};
use super::forces::{Group, RosterEntry, Scheduled};
use super::read_forces::{Context, class, content, discipline, short_id, written_ids};
use super::{MOST_NAME, SideNames, SideSetup, no_duplicates};
use crate::words::Class;

const RULE: &str = "BF-2.S-3";

/// Reads `[[rosters.side]]`.
pub(crate) fn roster(
    root: &Node<'_>,
    side: &str,
    context: &Context<'_>,
    groups: &[Group],
) -> Vec<RosterEntry> {
    let written = root.maybe_table("rg").map(|table| written_ids(&table, side)).unwrap_or_default();
    let Some(table) = root.maybe_table("rosters") else { return Vec::new() };
    let nodes = table.tables(side);
    let entries: Vec<RosterEntry> =
        nodes.iter().filter_map(|node| entry(node, context, groups, &written)).collect();
    no_duplicates(&table, side, RULE, entries.iter().map(|entry| entry.id));
    entries
}

fn entry(
    node: &Node<'_>,
    context: &Context<'_>,
    groups: &[Group],
    written: &[String],
) -> Option<RosterEntry> {
    let (id, name) = (short_id(node, "id", RULE), node.name("name", MOST_NAME));
    let names_group = node.has("group");
    let group = if names_group { known_group(node, groups, written) } else { None };
    // An entry of a group takes from the chart what it does not say itself.
    let class = match group {
        Some(group) if !node.has("class") => Some(group.class),
        None if names_group && !node.has("class") => None,
        _ => class(node, context.classes),
    };
    let stands = if node.has("stands") {
        content(node, "stands", context, RULE)
    } else {
        group.map(|group| group.content.clone()).unwrap_or_default()
    };
    let discipline = match group {
        Some(group) if !node.has("discipline") => Some(group.discipline),
        None if names_group && !node.has("discipline") => None,
        _ => discipline(node, context, RULE),
    };
    match class {
        Some(Class::Points) => {
            node.fault("group", RULE, "Points are no formation; use start_fpp of the side.")
        }
        Some(class) if !class.is_formation() && group.is_none() && !node.has("group") => {
            node.fault(
                "class",
                RULE,
                "Off-board artillery and aircraft name the group of the chart they belong to.",
            );
        }
        Some(class) if class.is_formation() && stands.is_empty() => {
            node.fault("stands", RULE, "A formation needs at least one stand.");
        }
        _ => {}
    }
    let given = node.maybe_flag("pure_armor");
    let pure_armour = given.unwrap_or_else(|| group.is_some_and(|group| group.pure_armour));
    let note = node.maybe_text("note").unwrap_or_default();
    node.close();
    let group = group.map(|group| group.id);
    Some(RosterEntry {
        id: id?,
        name: name?,
        group,
        class: class?,
        discipline: discipline?,
        stands,
        pure_armour,
        note,
    })
}

/// The group of the chart. One whose own row is faulty is told of there and not here.
fn known_group<'g>(node: &Node<'_>, groups: &'g [Group], written: &[String]) -> Option<&'g Group> {
    let id = node.id("group")?;
    let group = groups.iter().find(|group| group.id == id.into());
    if group.is_none() && !written.iter().any(|known| known == id.as_str()) {
        node.fault("group", RULE, format!("The side's chart has no group {:?}.", id.as_str()));
    }
    group
}

/// Reads `[[scheduled]]` into the sides.
pub(crate) fn scheduled(
    root: &Node<'_>,
    names: &SideNames,
    days: &[Day],
    sides: &mut PerSide<Option<SideSetup>>,
) {
    for node in root.tables("scheduled") {
        let id = short_id(&node, "id", RULE);
        let name = node.maybe_name("name", MOST_NAME);
        let when = date(&node, "day", RULE);
        let day = when.and_then(|when| {
            let day = days.iter().position(|day| day.date == when);
            if day.is_none() {
                node.fault("day", RULE, format!("{when} is no day of this campaign."));
            }
            day.map(|day| day as u16)
        });
        let count = node.maybe_number("count", 1..=20).unwrap_or(1) as u16;
        let note = node.maybe_text("note").unwrap_or_default();
        let side = node.text("side").and_then(|text| {
            let side = names.side(&text);
            if side.is_none() {
                node.fault("side", RULE, format!("{text:?} is no side; there are {}.", names.words()));
            }
            side
        });
        if let Some(side) = side.and_then(|side| sides[side].as_mut()) {
            let written =
                root.maybe_table("rg").map(|table| written_ids(&table, side.id.as_str())).unwrap_or_default();
            let group =
                known_group(&node, &side.groups, &written).map(|group| (group.id, group.kind.clone()));
            if let (Some(id), Some((group, kind)), Some(day)) = (id, group, day) {
                let name = name.unwrap_or(kind);
                side.scheduled.push(Scheduled { id, name, day, group, count, note });
            }
        } else {
            node.has("group");
        }
        node.close();
    }
}

/// Initial and scheduled forces within the campaign maximum, and no id twice. [BF-R25]
pub(crate) fn within_limits(root: &Node<'_>, side: &SideSetup) {
    let mut seen: BTreeSet<Id> = side.roster.iter().map(|entry| entry.id).collect();
    for id in side.scheduled.iter().flat_map(Scheduled::ids) {
        if !seen.insert(id) {
            let sentence =
                format!("The scheduled reinforcement {:?} has the id of another formation.", id.as_str());
            root.fault("scheduled", RULE, sentence);
        }
    }
    for (n, group) in side.groups.iter().enumerate() {
        let given = side.given(group.id);
        if given > group.max_campaign {
            let sentence = format!(
                "{given} of {} are initial or scheduled, above the campaign maximum of {}.",
                group.id, group.max_campaign
            );
            let rows = root.maybe_table("rg").map(|table| table.tables(side.id.as_str())).unwrap_or_default();
            match rows.get(n) {
                Some(row) => row.fault("max_campaign", "BF-2.1.1.4.1-3", sentence),
                None => root.fault("rg", "BF-2.1.1.4.1-3", sentence),
            }
        }
    }
}
