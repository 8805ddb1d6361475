//! The map: hexes with their ground, hexsides with rivers and roads, costs as data.

use std::collections::BTreeMap;
use std::sync::Arc;

use hexmap::{Cell, Grid, Hex, Map, Numbering, Step};
use kernel::Node;
use kernel::reader::HOUSE_FILE;

use super::costs::Costs;
use super::legend::Legend;
use super::{edges, rows};
use crate::charts;
use crate::words::{Class, PARTS, Place, RoadClass};

/// What a hex is. [BCS-MAP-1]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// Which entry of the legend, in its order.
    pub entry: u8,
    /// Movement points to enter without a road.
    pub costs: Costs,
    /// Terrain for the charts.
    pub terrain: bool,
    /// A city.
    pub city: bool,
    /// Urban.
    pub urban: bool,
    /// Key Terrain.
    pub key: bool,
    /// An entry hex at the edge of the map.
    pub edge: bool,
    /// Which classes stop when they enter. [BCS-MOVE-6]
    pub stops: [bool; 3],
}

impl Ground {
    /// What it is for the charts.
    pub const fn chart(&self) -> charts::Ground {
        match self {
            Self { urban: true, .. } => charts::Ground::Urban,
            Self { city: true, .. } => charts::Ground::City,
            Self { terrain: true, .. } => charts::Ground::Terrain,
            _ => charts::Ground::Open,
        }
    }
}

/// What a hexside is. [BCS-MAP-2] [BCS-MAP-3]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edge {
    /// The best road that crosses it.
    pub road: Option<RoadClass>,
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
    /// Its class.
    pub class: RoadClass,
    /// Its hexes in order.
    pub path: Vec<Place>,
}

/// The scale of a map that names none. [BCS-GEN-1]
const SCALE: &str = "1 km to slightly over 1 mile per hex, one day per game turn";

/// A map. Never changes during play.
#[derive(Debug)]
pub struct Board {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What a hex and a turn stand for, in words for the players. [BCS-GEN-1]
    pub scale: String,
    /// Ground and hexsides.
    pub map: Map<Ground, Edge>,
    /// The character of each entry of the legend.
    pub marks: Vec<char>,
    /// The name of each entry of the legend.
    pub legend: Vec<String>,
    /// Named hexes.
    pub names: BTreeMap<Place, String>,
    /// Roads as they are named.
    pub roads: Vec<Road>,
    /// Costs along a road of each class, in the order of [`RoadClass`].
    pub road_costs: [Costs; 3],
    /// Costs across a river without a road, beside those of the hex.
    pub river_costs: Costs,
    /// Whether a river is Key Terrain for whoever is attacked across it. [BCS-MAP-2]
    pub river_is_key: bool,
}

impl Board {
    /// The grid.
    pub fn grid(&self) -> &Arc<Grid> {
        self.map.grid()
    }

    /// The cell of a hex of the map.
    pub fn cell(&self, place: Place) -> Option<Cell> {
        self.grid().cell(self.hex(place))
    }

    /// The hex of a cell.
    pub fn place(&self, cell: Cell) -> Place {
        place(self.grid(), cell)
    }

    /// Where the hex of a printed number lies, on the map or beyond it.
    pub fn hex(&self, place: Place) -> Hex {
        self.grid().numbering().numbered(place.first.into(), place.second.into())
    }

    /// How many steps lie between two hexes.
    pub fn distance(&self, one: Place, other: Place) -> u32 {
        self.hex(one).distance(self.hex(other))
    }

    /// The step between two adjacent hexes of the map.
    pub fn step(&self, from: Place, to: Place) -> Option<Step> {
        self.grid().step_between(self.cell(from)?, self.cell(to)?).ok()
    }

    /// The ground of a hex.
    pub fn ground(&self, place: Place) -> Option<&Ground> {
        self.cell(place).map(|cell| self.map.hex(cell))
    }

    /// A hex with its name, where it has one: `1713 Sarn West`.
    pub fn called(&self, place: Place) -> String {
        self.names.get(&place).map_or_else(|| place.to_string(), |name| format!("{place} {name}"))
    }

    /// The name of a ground: `forest`.
    pub fn ground_words(&self, ground: &Ground) -> &str {
        self.legend.get(usize::from(ground.entry)).map_or("", String::as_str)
    }

    /// [BCS-MOVE-2] What a step costs a class, in parts of a movement point: the price of a road along it, else that of the
    /// hex and of the hexside; nothing where it is prohibited.
    pub fn cost(&self, step: Step, class: Class) -> Option<u32> {
        let edge = self.map.side(step);
        if edge.wall {
            return None;
        }
        if let Some(road) = edge.road {
            return self.road_costs[road as usize].of(class);
        }
        let river = if edge.river { self.river_costs.of(class)? } else { 0 };
        Some(self.map.hex(step.to).costs.of(class)? + river)
    }

    /// Whether a hexside can be crossed by those on foot at all. [BCS-ZONE-1]
    pub fn crosses_on_foot(&self, step: Step) -> bool {
        let edge = self.map.side(step);
        !edge.wall && (edge.road.is_some() || !edge.river || self.river_costs.of(Class::Leg).is_some())
    }

    /// Whether a hexside is Hexside Terrain. [BCS-CT-14]
    pub fn is_hexside_terrain(&self, step: Step) -> bool {
        let edge = self.map.side(step);
        edge.river || edge.wall
    }

    /// Whether whoever stands in the hex entered is in Key Terrain, or behind it when attacked by this step. [BCS-CT-22]
    pub fn is_key(&self, step: Step) -> bool {
        self.map.hex(step.to).key || (self.river_is_key && self.map.side(step).river)
    }

    /// Reads a map; every fault is noted at its place. What cannot be read is taken for ground that suits everything, so
    /// that the rest of the file is judged and no fault is told twice.
    pub fn read(node: &Node<'_>) -> Option<Self> {
        let before = node.n_faults();
        let (id, title) = (node.name("id", 60), node.name("title", 200));
        if node.text("format").is_some_and(|format| format != "adjutant-hexmap/1") {
            node.fault("format", HOUSE_FILE, "A map has the format \"adjutant-hexmap/1\".");
        }
        let scale = node.maybe_text("scale").unwrap_or_else(|| SCALE.to_owned());
        let numbering = numbering(node);
        let legend = Legend::read(node);
        let mut map = rows::read(node, &legend, numbering.unwrap_or(Numbering::COMMON));
        // Without a layout nobody knows which hexes are adjacent.
        let roads = edges::read(node, map.as_mut().filter(|_| numbering.is_some()));
        let names = edges::names(node, map.as_ref());
        let road_costs = table(node, "road_cost").map(|table| {
            let costs = RoadClass::ALL.iter().map(|class| Costs::read(&table, class.word()));
            let costs: Vec<_> = costs.collect();
            table.close();
            costs
        });
        let river = table(node, "river_cost").map(|table| {
            let river = (Costs::read(&table, "river"), table.maybe_flag("key").unwrap_or(true));
            table.close();
            river
        });
        if let Some(map) = map.as_ref().filter(|_| node.n_faults() == before) {
            edges::connected(node, map);
        }
        node.close();
        let (marks, names_of_ground) =
            legend.entries.into_iter().map(|entry| (entry.mark, entry.name)).unzip();
        let any = Costs::all(PARTS);
        let road_costs = road_costs.unwrap_or_default();
        let road = |at: usize| road_costs.get(at).copied().flatten().unwrap_or(any);
        let (river_costs, river_is_key) = river.unwrap_or((None, true));
        Some(Self {
            id: id.unwrap_or_default(),
            title: title.unwrap_or_default(),
            scale,
            map: map?,
            marks,
            legend: names_of_ground,
            names,
            roads,
            road_costs: [road(0), road(1), road(2)],
            river_costs: river_costs.unwrap_or(any),
            river_is_key,
        })
    }
}

/// A table of the map that must stand there.
fn table<'r>(node: &Node<'r>, key: &str) -> Option<Node<'r>> {
    if !node.has(key) {
        node.fault(key, HOUSE_FILE, format!("The table {key:?} is missing."));
    }
    node.maybe_table(key)
}

/// The printed number of a hex.
pub(super) fn place(grid: &Grid, cell: Cell) -> Place {
    let (first, second) = grid.numbering().numbers(grid.hex(cell));
    // A map is read with 99 columns and rows at most.
    let short = |number| u8::try_from(number).unwrap_or_default();
    Place { first: short(first), second: short(second) }
}

/// How the hexes lie and are numbered, or nothing when the file does not say it well.
fn numbering(node: &Node<'_>) -> Option<Numbering> {
    if !node.has("layout") {
        return Some(Numbering::COMMON);
    }
    let described = Numbering::described(&node.maybe_text("layout")?);
    described.map_err(|fault| node.fault("layout", HOUSE_FILE, format!("This is no layout: {fault}."))).ok()
}
