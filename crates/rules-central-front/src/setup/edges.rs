//! Hexsides and what runs from hex to hex: rivers, barriers, roads; the names of hexes; whether the map hangs together.

use std::collections::{BTreeMap, BTreeSet};

use hexmap::{Cell, Components, Map, Step};
use kernel::Node;
use kernel::reader::HOUSE_FILE;

use super::legend::COSTS;
use super::map::{Edge, Road, Terrain, place};
use super::named;
use crate::words::Place;

/// How roads are drawn. On all of them movement costs the same.
const CLASSES: [&str; 2] = ["autobahn", "road"];

/// Reads what lies on hexsides into the map, and the roads. Without a map only the form is judged.
pub(super) fn read(node: &Node<'_>, mut map: Option<&mut Map<Terrain, Edge>>) -> Vec<Road> {
    sides(node, "rivers", map.as_deref_mut(), |edge| edge.river = true);
    sides(node, "impassable", map.as_deref_mut(), |edge| edge.wall = true);
    node.tables("road").iter().filter_map(|road| read_road(road, map.as_deref_mut())).collect()
}

fn sides(node: &Node<'_>, key: &str, map: Option<&mut Map<Terrain, Edge>>, change: fn(&mut Edge)) {
    let texts = node.texts_in_place(key);
    let Some(map) = map else { return };
    let mut met = BTreeSet::new();
    for (n, text) in texts.iter().enumerate() {
        let Some(text) = text else { continue };
        match map.grid().read_side(text) {
            Ok(step) if !met.insert((step.from.min(step.to), step.from.max(step.to))) => {
                node.fault_in(key, n, HOUSE_FILE, format!("The hexside {text} stands twice."));
            }
            Ok(step) => map.change_side(step, change),
            Err(fault) => node.fault_in(key, n, HOUSE_FILE, format!("This is no hexside: {fault}.")),
        }
    }
}

fn read_road(node: &Node<'_>, map: Option<&mut Map<Terrain, Edge>>) -> Option<Road> {
    let (name, class, path) = (named(node, "name"), node.text("class"), node.text("path"));
    node.close();
    if let Some(class) = class.as_ref().filter(|class| !CLASSES.contains(&class.as_str())) {
        let sentence = format!(
            "A road of the class {class:?} is drawn as a \"road\"; there are: {}.",
            CLASSES.join(", ")
        );
        node.warn("class", HOUSE_FILE, sentence);
    }
    let (map, path) = (map?, path?);
    let steps = match map.grid().read_path(&path) {
        Ok(steps) => steps,
        Err(fault) => {
            node.fault("path", HOUSE_FILE, format!("The road breaks off: {fault}."));
            return None;
        }
    };
    let Some(first) = steps.first().map(|step| step.from) else {
        node.fault("path", HOUSE_FILE, "A road goes through two hexes at least: \"0104 0204\".");
        return None;
    };
    let blocked = |step: &&Step| {
        map.side(**step).wall || map.hex(step.from).cost.is_none() || map.hex(step.to).cost.is_none()
    };
    if let Some(step) = steps.iter().find(blocked) {
        let (from, to) = (place(map.grid(), step.from), place(map.grid(), step.to));
        node.fault("path", COSTS, format!("The road goes from {from} to {to}, and no ground unit can."));
    }
    let hexes = std::iter::once(first).chain(steps.iter().map(|step| step.to));
    let path = hexes.map(|cell| place(map.grid(), cell)).collect();
    steps.iter().for_each(|step| map.change_side(*step, |edge| edge.road = true));
    Some(Road { name: name?, class: class?, path })
}

/// Reads the names of hexes: a table of hexes, or a row for each hex.
pub(super) fn names(node: &Node<'_>, map: Option<&Map<Terrain, Edge>>) -> BTreeMap<Place, String> {
    let mut names = BTreeMap::new();
    if node.value("names").is_some_and(|value| value.get_ref().is_array()) {
        for row in node.tables("names") {
            let (hex, name) = (row.text("hex"), named(&row, "name"));
            row.close();
            if let Some(hex) = hex {
                add_name(&mut names, map, (&hex, name), &row, ["hex", "name"]);
            }
        }
    } else if let Some(table) = node.maybe_table("names") {
        for key in table.keys() {
            add_name(&mut names, map, (&key, named(&table, &key)), &table, [&key, &key]);
        }
    }
    names
}

/// Names one hex; `keys` are where a fault of the hex and of the name is noted.
fn add_name(
    names: &mut BTreeMap<Place, String>,
    map: Option<&Map<Terrain, Edge>>,
    (hex, name): (&str, Option<String>),
    node: &Node<'_>,
    keys: [&str; 2],
) {
    let (name, Some(map)) = (name.unwrap_or_default(), map) else { return };
    if names.values().any(|known| *known == name) && !name.is_empty() {
        node.warn(keys[1], HOUSE_FILE, format!("Another hex is named {name:?} too."));
    }
    match map.grid().read(hex).map(|cell| place(map.grid(), cell)) {
        Ok(at) if names.contains_key(&at) => {
            node.fault(keys[0], HOUSE_FILE, format!("The hex {at} stands twice."));
        }
        Ok(at) => {
            names.insert(at, name);
        }
        Err(fault) => node.fault(keys[0], HOUSE_FILE, format!("There is no such hex: {fault}.")),
    }
}

/// Every hex that can be entered hangs together with every other.
pub(super) fn connected(node: &Node<'_>, map: &Map<Terrain, Edge>) {
    let open = |cell: Cell| map.hex(cell).cost.is_some();
    let joined = |step: Step| open(step.from) && open(step.to) && !map.side(step).wall;
    let parts = Components::new(map.grid(), joined);
    let mut lone: BTreeMap<u32, Place> = BTreeMap::new();
    for &cell in map.grid().cells().iter().filter(|cell| open(**cell)) {
        lone.entry(parts.part(cell)).or_insert_with(|| place(map.grid(), cell));
    }
    if lone.len() > 1 {
        let listed: Vec<String> = lone.values().map(ToString::to_string).collect();
        let sentence = format!("The map falls into {} parts: around {}.", lone.len(), listed.join(", "));
        node.fault("rows", COSTS, sentence);
    }
}
