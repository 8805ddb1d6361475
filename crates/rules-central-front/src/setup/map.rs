//! The map: hexes with their terrain, hexsides with rivers and roads, costs and shifts as data.

use std::collections::BTreeMap;

use hexmap::{Cell, Components, Grid, Hex, Map, MapFault, Numbering, Step};
use kernel::Node;
use kernel::reader::HOUSE_FILE;

use crate::words::Place;

/// The rule of movement costs and terrain kinds.
const COSTS: &str = "CF-MOV-1";
/// The rule of column shifts.
const SHIFTS: &str = "CF-CRT-7";

/// What a hex is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terrain {
    /// Which entry of the legend, in its order.
    pub entry: u8,
    /// Movement points to enter without a road; absent when no ground unit can.
    pub cost: Option<u8>,
    /// Columns to the left for the defender.
    pub shift: u8,
    /// Whether a garrison can stand there. [CF-GAR-1]
    pub city: bool,
}

/// What a hexside is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edge {
    /// A road crosses it.
    pub road: bool,
    /// A river runs along it.
    pub river: bool,
    /// Nothing crosses it.
    pub wall: bool,
}

/// A named road.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Road {
    /// Its name.
    pub name: String,
    /// Its class in the file's words: `autobahn`, `road`.
    pub class: String,
    /// Its hexes in order.
    pub path: Vec<Place>,
}

/// A map. Never changes during play.
#[derive(Debug)]
pub struct Board {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Columns and rows.
    pub size: (i16, i16),
    /// Terrain and hexsides.
    pub map: Map<Terrain, Edge>,
    /// The character of each entry of the legend.
    pub marks: Vec<char>,
    /// The kinds of each entry of the legend.
    pub legend: Vec<Vec<String>>,
    /// Named hexes.
    pub names: BTreeMap<Place, String>,
    /// Roads as they are named.
    pub roads: Vec<Road>,
    /// Movement points along a road.
    pub road_cost: u8,
    /// Movement points more across a river without a road.
    pub river_cost: u8,
    /// Movement points more for the first hex out of an enemy zone. [CF-ZOC-4]
    pub leave_cost: u8,
    /// Movement points of a helicopter for any hex. [CF-MOV-2]
    pub helicopter_cost: u8,
    /// Movement points of a clear hex. [CF-VIC-4]
    pub clear_cost: u8,
}

impl Board {
    /// The grid.
    pub fn grid(&self) -> &Grid {
        self.map.grid()
    }

    /// The cell of a hex of the map.
    pub fn cell(&self, place: Place) -> Option<Cell> {
        self.grid().cell(place.0)
    }

    /// The hex of a cell.
    pub fn place(&self, cell: Cell) -> Place {
        Place(self.grid().hex(cell))
    }

    /// The step between two adjacent hexes of the map.
    pub fn step(&self, from: Place, to: Place) -> Option<Step> {
        self.grid().step_between(self.cell(from)?, self.cell(to)?).ok()
    }

    /// Terrain of a hex.
    pub fn terrain(&self, place: Place) -> Option<&Terrain> {
        self.cell(place).map(|cell| self.map.hex(cell))
    }

    /// A hex with its name, where it has one: `2718 Fulda`.
    pub fn called(&self, place: Place) -> String {
        self.names.get(&place).map_or_else(|| place.to_string(), |name| format!("{place} {name}"))
    }

    /// Whether a road runs through a hex.
    pub fn has_road(&self, cell: Cell) -> bool {
        self.grid().steps(cell).any(|step| self.map.side(step).road)
    }

    /// The words of a terrain: `woods`, `woods and slope`.
    pub fn terrain_words(&self, terrain: &Terrain) -> String {
        let kinds = self.legend.get(usize::from(terrain.entry));
        kinds.map_or_else(String::new, |kinds| kinds.join(" and ").replace('_', " "))
    }

    /// Reads a map; every fault is noted at its place.
    pub fn read(node: &Node<'_>) -> Option<Self> {
        let (id, title) = (node.text("id"), node.text("title"));
        if node.text("format").is_some_and(|format| format != "adjutant-hexmap/1") {
            node.fault("format", HOUSE_FILE, "A map has the format \"adjutant-hexmap/1\".");
        }
        for remark in ["layout", "scale"] {
            let _ = node.maybe_text(remark);
        }
        let (width, height) = (node.number("width", 1..=99), node.number("height", 1..=99));
        let costs = Costs::read(node);
        let legend = Legend::read(node, &costs);
        let map = legend.as_ref().and_then(|legend| ground(node, legend, width?, height?));
        let mut map = map;
        for key in ["rivers", "impassable", "names"] {
            let _ = node.has(key);
        }
        if let Some(map) = &mut map {
            sides(node, "rivers", map, |edge| edge.river = true);
            sides(node, "impassable", map, |edge| edge.wall = true);
        }
        let roads: Vec<Road> =
            node.tables("road").iter().filter_map(|road| read_road(road, map.as_mut())).collect();
        let names = map.as_ref().map(|map| read_names(node, map));
        if let Some(map) = &map {
            connected(node, map);
        }
        node.close();
        let size = (i16::try_from(width?).ok()?, i16::try_from(height?).ok()?);
        Some(Self {
            id: id?,
            title: title?,
            size,
            map: map?,
            marks: legend.as_ref()?.entries.iter().map(|entry| entry.mark).collect(),
            legend: legend?.entries.into_iter().map(|entry| entry.kinds).collect(),
            names: names?,
            roads,
            road_cost: costs.road?,
            river_cost: costs.river?,
            leave_cost: costs.leave?,
            helicopter_cost: costs.helicopter?,
            clear_cost: *costs.kinds.get("clear").unwrap_or(&2),
        })
    }
}

struct Costs {
    kinds: BTreeMap<String, u8>,
    closed: Vec<String>,
    shifts: BTreeMap<String, u8>,
    road: Option<u8>,
    river: Option<u8>,
    leave: Option<u8>,
    helicopter: Option<u8>,
}

/// The kinds of the rules with their costs and shifts, where a map does not say otherwise. [CF-MOV-1] [CF-CRT-7]
const DEFAULTS: [(&str, u8, u8); 7] = [
    ("clear", 2, 0),
    ("slope", 3, 1),
    ("woods", 3, 1),
    ("rough", 3, 1),
    ("wooded_rough", 4, 2),
    ("town", 2, 1),
    ("city", 2, 2),
];

impl Costs {
    fn read(node: &Node<'_>) -> Self {
        let mut costs = Self {
            kinds: DEFAULTS.iter().map(|(kind, cost, _)| ((*kind).into(), *cost)).collect(),
            closed: Vec::new(),
            shifts: DEFAULTS.iter().map(|(kind, _, shift)| ((*kind).into(), *shift)).collect(),
            road: Some(1),
            river: Some(2),
            leave: Some(2),
            helicopter: Some(1),
        };
        if let Some(table) = node.maybe_table("movement_cost") {
            for key in table.keys() {
                if table.value(&key).is_some_and(|value| value.get_ref().as_str() == Some("impassable")) {
                    costs.closed.push(key);
                    continue;
                }
                let cost = table.number(&key, 0..=60).and_then(|cost| u8::try_from(cost).ok());
                match key.as_str() {
                    "road_edge" => costs.road = cost.or(costs.road),
                    "river_hexside" => costs.river = cost.or(costs.river),
                    "leave_enemy_zoc" => costs.leave = cost.or(costs.leave),
                    "helicopter" => costs.helicopter = cost.or(costs.helicopter),
                    _ => {
                        if cost == Some(0) {
                            table.fault(&key, COSTS, "A hex costs at least 1 movement point.");
                        }
                        costs.kinds.insert(key, cost.unwrap_or(1).max(1));
                    }
                }
            }
            table.close();
        }
        if let Some(table) = node.maybe_table("column_shift") {
            for key in table.keys() {
                let shift = table.number(&key, 0..=9).and_then(|shift| u8::try_from(shift).ok());
                costs.shifts.insert(key, shift.unwrap_or(0));
            }
            table.close();
        }
        costs
    }
}

struct Entry {
    mark: char,
    kinds: Vec<String>,
    terrain: Terrain,
}

struct Legend {
    entries: Vec<Entry>,
}

impl Legend {
    fn read(node: &Node<'_>, costs: &Costs) -> Option<Self> {
        let Some(table) = node.maybe_table("legend") else {
            node.fault("legend", HOUSE_FILE, "A map has a legend: what each character means.");
            return None;
        };
        let mut entries = Vec::new();
        for key in table.keys() {
            let is_list = table.value(&key).is_some_and(|value| value.get_ref().is_array());
            let kinds = if is_list { table.texts(&key) } else { table.text(&key).into_iter().collect() };
            let mut marks = key.chars();
            let (Some(mark), None) = (marks.next(), marks.next()) else {
                table.fault(&key, HOUSE_FILE, "A key of the legend is one character.");
                continue;
            };
            let mut terrain = Terrain {
                entry: u8::try_from(entries.len()).unwrap_or(u8::MAX),
                cost: Some(0),
                shift: 0,
                city: kinds.iter().any(|kind| kind == "city"),
            };
            for kind in &kinds {
                let closed = costs.closed.contains(kind);
                match (costs.kinds.get(kind), costs.shifts.get(kind)) {
                    _ if closed => terrain.cost = None,
                    (None, _) => {
                        table.fault(&key, COSTS, format!("The terrain {kind:?} has no movement cost."))
                    }
                    (_, None) => {
                        table.fault(&key, SHIFTS, format!("The terrain {kind:?} has no column shift."))
                    }
                    (Some(cost), Some(shift)) => {
                        terrain.cost = terrain.cost.map(|highest| highest.max(*cost));
                        terrain.shift = terrain.shift.max(*shift);
                    }
                }
            }
            entries.push(Entry { mark, kinds, terrain });
        }
        table.close();
        Some(Self { entries })
    }
}

fn ground(node: &Node<'_>, legend: &Legend, width: i64, height: i64) -> Option<Map<Terrain, Edge>> {
    let rows = node.texts("rows");
    if i64::try_from(rows.len()) != Ok(height) {
        node.fault("rows", HOUSE_FILE, format!("There are {} rows, and the height is {height}.", rows.len()));
    }
    let mut sound = true;
    for (n, row) in rows.iter().enumerate() {
        let long = i64::try_from(row.chars().count()) == Ok(width);
        if !long {
            node.fault_in("rows", n, HOUSE_FILE, format!("This row has not {width} characters."));
        }
        for (at, mark) in row.chars().enumerate().filter(|(_, mark)| *mark != ' ') {
            if !legend.entries.iter().any(|entry| entry.mark == mark) {
                let sentence = format!("Column {}: {mark:?} does not stand in the legend.", at + 1);
                node.fault_in("rows", n, COSTS, sentence);
                sound = false;
            }
        }
    }
    let meaning = |mark| legend.entries.iter().find(|entry| entry.mark == mark).map(|entry| entry.terrain);
    let rows = rows.iter().map(String::as_str);
    match Map::read(Numbering::COMMON, (1, 1), rows, meaning, Edge::default()) {
        Ok(map) => Some(map),
        Err(MapFault::UnknownMark { .. }) if !sound => None,
        Err(fault) => {
            node.fault("rows", HOUSE_FILE, format!("This is no map: {fault}."));
            None
        }
    }
}

fn sides(node: &Node<'_>, key: &str, map: &mut Map<Terrain, Edge>, change: impl Fn(&mut Edge)) {
    for (n, text) in node.texts(key).iter().enumerate() {
        match map.grid().read_side(text) {
            Ok(step) => map.change_side(step, &change),
            Err(fault) => node.fault_in(key, n, HOUSE_FILE, format!("This is no hexside: {fault}.")),
        }
    }
}

fn read_road(node: &Node<'_>, map: Option<&mut Map<Terrain, Edge>>) -> Option<Road> {
    let (name, class, path) = (node.text("name"), node.text("class"), node.text("path"));
    node.close();
    let (map, path) = (map?, path?);
    match map.grid().read_path(&path) {
        Ok(steps) => {
            let first = steps.first().map(|step| step.from);
            let hexes = first.into_iter().chain(steps.iter().map(|step| step.to));
            let path = hexes.map(|cell| Place(map.grid().hex(cell))).collect();
            steps.iter().for_each(|step| map.change_side(*step, |edge| edge.road = true));
            Some(Road { name: name?, class: class?, path })
        }
        Err(fault) => {
            node.fault("path", HOUSE_FILE, format!("The road breaks off: {fault}."));
            None
        }
    }
}

fn read_names(node: &Node<'_>, map: &Map<Terrain, Edge>) -> BTreeMap<Place, String> {
    let mut names = BTreeMap::new();
    let Some(table) = node.maybe_table("names") else { return names };
    for key in table.keys() {
        let name = table.text(&key);
        match map.grid().read(&key) {
            Ok(cell) => {
                names.insert(Place(map.grid().hex(cell)), name.unwrap_or_default());
            }
            Err(fault) => table.fault(&key, HOUSE_FILE, format!("There is no such hex: {fault}.")),
        }
    }
    table.close();
    names
}

/// Every hex that can be entered hangs together with every other.
fn connected(node: &Node<'_>, map: &Map<Terrain, Edge>) {
    let open = |cell: Cell| map.hex(cell).cost.is_some();
    let joined = |step: Step| open(step.from) && open(step.to) && !map.side(step).wall;
    let parts = Components::new(map.grid(), joined);
    let mut lone: BTreeMap<u32, Hex> = BTreeMap::new();
    for &cell in map.grid().cells().iter().filter(|cell| open(**cell)) {
        lone.entry(parts.part(cell)).or_insert_with(|| map.grid().hex(cell));
    }
    if lone.len() > 1 {
        let listed: Vec<String> = lone.values().map(|hex| Place(*hex).to_string()).collect();
        let sentence = format!("The map falls into {} parts: around {}.", lone.len(), listed.join(", "));
        node.fault("rows", COSTS, sentence);
    }
}
