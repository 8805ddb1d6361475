//! What is odd about a sound scenario: parts that do nothing, words that name nothing, what nobody can reach.

use std::collections::BTreeMap;

use kernel::Node;
use kernel::PerSide;

use super::scenario::Scenario;
use super::sky::Sky;
use super::unit::Card;
use crate::words::{FormationId, Kind, Side};

/// Warns of everything that is odd.
pub(super) fn warn(root: &Node<'_>, units: &[Node<'_>], scenario: &Scenario) {
    of_sides(root, scenario);
    of_options(root, scenario);
    of_formations(root, scenario);
    of_air(root, scenario);
    of_victory(root, scenario);
    of_units(units, scenario);
}

fn of_sides(root: &Node<'_>, scenario: &Scenario) {
    for side in Side::BOTH {
        if scenario.units.iter().all(|card| card.side != side) {
            root.warn("unit", "CF-GEN-1", format!("{side} has no unit."));
        }
        let astray = |place: &&crate::words::Place| scenario.zone_of(**place) == Some(side.enemy());
        for (key, rule, list) in [
            ("supply", "CF-SPL-1", &scenario.sources[side]),
            ("reinforcement_entry", "CF-SPL-4", &scenario.entries[side]),
        ] {
            let Some(node) = root.maybe_table(key) else { continue };
            for place in list.iter().filter(astray) {
                let sentence = format!("The hex {place} lies in the columns of {}.", side.enemy());
                node.warn(side.word(), rule, sentence);
            }
        }
    }
}

fn of_options(root: &Node<'_>, scenario: &Scenario) {
    let Some(node) = root.maybe_table("options") else { return };
    let none = |able: fn(Kind) -> bool| !scenario.units.iter().any(|card| able(card.kind));
    if scenario.options.smoke && none(Kind::is_gun) {
        node.warn("smoke", "CF-SMK-1", "This has no effect: no artillery or rocket unit can fire smoke.");
    }
    if scenario.options.bombardment_fire_ap && none(Kind::is_support) {
        node.warn("bombardment_fire_ap", "CF-AP-9", "This has no effect: no unit can bombard.");
    }
}

fn of_formations(root: &Node<'_>, scenario: &Scenario) {
    let mut sides: BTreeMap<FormationId, PerSide<bool>> = BTreeMap::new();
    for card in &scenario.units {
        sides.entry(card.formation).or_default()[card.side] = true;
    }
    for (code, _) in sides.iter().filter(|(_, sides)| sides.both(|has| *has)) {
        root.warn("unit", "CF-UNIT-5", format!("Units of both sides are of the formation {code}."));
    }
    let node = root.maybe_table("formations");
    for (key, rule) in [("army_level", "CF-UNIT-5"), ("armored_cavalry", "CF-UNIT-3")] {
        let Some(node) = &node else { break };
        for text in node.texts(key) {
            if text.parse::<FormationId>().is_ok_and(|code| !sides.contains_key(&code)) {
                node.warn(key, rule, format!("No unit is of the formation {text}."));
            }
        }
    }
    let cavalry = node.map(|node| node.texts("armored_cavalry")).unwrap_or_default();
    if root.maybe_flag("adjusted") == Some(false) && cavalry.is_empty() {
        let sentence = "This has no effect: no formation is listed as armored_cavalry.";
        root.warn("adjusted", "CF-UNIT-3", sentence);
    }
}

fn of_air(root: &Node<'_>, scenario: &Scenario) {
    let is_ever_clear = scenario.weather.rows().iter().any(|row| row.result == Sky::Clear);
    let Some(node) = root.maybe_table("air_superiority") else { return };
    for side in Side::BOTH.into_iter().filter(|side| scenario.strikes[*side].count > 0) {
        let sentence = if !is_ever_clear {
            "These strikes never come: the sky is never clear."
        } else if scenario.superiority.rows().iter().all(|row| row.result != side) {
            "These strikes never come: the side never has air superiority."
        } else {
            continue;
        };
        let key = format!("strikes_{side}");
        let key = if node.has(&key) { key } else { format!("air_points_{side}") };
        node.warn(&key, "CF-AIR-4", sentence);
    }
}

fn of_victory(root: &Node<'_>, scenario: &Scenario) {
    let (victory, board) = (&scenario.victory, &scenario.board);
    let Some(node) = root.maybe_table("victory") else { return };
    let leads_west = |cell: &hexmap::Cell| board.column(board.place(*cell)) == 1 && board.has_road(*cell);
    if victory.exit > 0 && !board.grid().cells().iter().any(leads_west) {
        let sentence = "No unit can leave: no road runs through a hex of column 1.";
        node.warn("wp_exit_west_edge_per_step", "CF-VIC-4", sentence);
    }
    let shares = [victory.wp_step, victory.wp_company_step, victory.nato_step];
    let is_scored = victory.exit > 0
        || shares.iter().any(|share| share.over > 0)
        || victory.objectives.iter().any(|hex| hex.points != 0);
    if !is_scored {
        root.warn("victory", "CF-VIC-2", "No side can score a point.");
    }
    for (objective, hex) in victory.objectives.iter().zip(node.tables("hexes")) {
        if let Some(name) = board.names.get(&objective.at).filter(|name| **name != objective.name) {
            hex.warn("name", "CF-VIC-2", format!("The map names the hex {} {name:?}.", objective.at));
        }
    }
}

fn of_units(nodes: &[Node<'_>], scenario: &Scenario) {
    let mut names: BTreeMap<&str, &Card> = BTreeMap::new();
    for (node, card) in nodes.iter().zip(&scenario.units) {
        if let Some(other) = names.insert(&card.name, card) {
            node.warn("name", "CF-UNIT-1", format!("{} has the same name.", other.id));
        }
    }
}
