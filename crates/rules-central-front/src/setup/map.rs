//! The map: hexes with their terrain, hexsides with rivers and roads, costs and shifts as data.

use std::collections::BTreeMap;

use hexmap::{Cell, Grid, Hex, Map, Numbering, Step};
use kernel::Node;
use kernel::reader::HOUSE_FILE;

use super::legend::{Costs, Legend};
use super::{edges, named, rows};
use crate::words::Place;

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

impl Terrain {
    /// Stands in for ground that cannot be read, while a file with faults is judged: everything can stand there.
    pub(super) const ANY: Self = Self { entry: u8::MAX, cost: Some(1), shift: 0, city: true };
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

    /// The column of a hex, from the west.
    pub fn column(&self, place: Place) -> i16 {
        self.grid().numbering().column_row(self.hex(place)).0
    }

    /// How many steps lie between two hexes.
    pub fn distance(&self, one: Place, other: Place) -> u32 {
        self.hex(one).distance(self.hex(other))
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

    /// Reads a map; every fault is noted at its place. What cannot be read is taken for ground that suits everything, so
    /// that the rest of the file is judged and no fault is told twice.
    pub fn read(node: &Node<'_>) -> Option<Self> {
        let faults_before = node.n_faults();
        let (id, title) = (named(node, "id"), named(node, "title"));
        if node.text("format").is_some_and(|format| format != "adjutant-hexmap/1") {
            node.fault("format", HOUSE_FILE, "A map has the format \"adjutant-hexmap/1\".");
        }
        let _ = node.maybe_text("scale");
        let numbering = numbering(node);
        let costs = Costs::read(node);
        let legend = Legend::read(node, &costs);
        costs.warn_of_unused(node, &legend);
        let ground = rows::read(node, &legend, numbering.unwrap_or(Numbering::COMMON));
        let (mut map, size) = ground.map_or((None, (0, 0)), |(map, size)| (Some(map), size));
        // Without a layout nobody knows which hexes are adjacent.
        let sides = map.as_mut().filter(|_| numbering.is_some());
        let roads = edges::read(node, sides);
        let names = edges::names(node, map.as_ref());
        if let Some(map) = map.as_ref().filter(|_| node.n_faults() == faults_before) {
            edges::connected(node, map);
        }
        node.close();
        let (marks, kinds) = legend.entries.into_iter().map(|entry| (entry.mark, entry.kinds)).unzip();
        Some(Self {
            id: id.unwrap_or_default(),
            title: title.unwrap_or_default(),
            size,
            map: map?,
            marks,
            legend: kinds,
            names,
            roads,
            road_cost: costs.road,
            river_cost: costs.river,
            leave_cost: costs.leave,
            helicopter_cost: costs.helicopter,
            clear_cost: costs.of("clear"),
        })
    }
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
