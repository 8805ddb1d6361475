//! A map of hexes that is painted over a picture: what can lie in hexes, on their sides and from one to the next, and
//! which tables of a set-up take it. The tables stay the only place where it is kept.

use hexmap::Numbering;
use kernel::view::board::{Look, RoadClass, SideLook};
use toml::{Table, Value};

use crate::setup::{CellKind, SetupColumn, SetupTable};

/// The columns of the map's own table that say how large it is, and how its hexes lie.
pub const SIZE: [&str; 3] = ["width", "height", "layout"];

/// The columns of the table of roads: name, class, and the hexes that a road runs through, parted by spaces.
pub const ROAD: [&str; 3] = ["name", "class", "path"];

/// The columns of the table of names: the hex, and what it is called.
pub const NAME: [&str; 2] = ["hex", "name"];

/// Stands in a row of hexes where there is no hex: cells lose blanks at their ends.
pub const NO_HEX: char = '_';

/// What of a set-up can be painted.
#[derive(Clone, Debug, PartialEq)]
pub struct Painting {
    /// The table of the map itself, with the columns of [`SIZE`] and one for each of the hexsides.
    pub map: &'static str,
    /// The table that says what the characters of the map mean.
    pub legend: &'static str,
    /// The table with a row for each row of hexes, in one column.
    pub rows: &'static str,
    /// The table of roads, with the columns of [`ROAD`].
    pub road: &'static str,
    /// The table of hexes with names, with the columns of [`NAME`].
    pub names: &'static str,
    /// How the hexes lie and are numbered; nothing where the file does not say it well.
    pub numbering: Option<Numbering>,
    /// The rows of hexes as the file has them, in whatever form; a blank is no hex.
    pub hexes: Vec<String>,
    /// The hexes with names as the file has them, in whatever form.
    pub named: Vec<[String; 2]>,
    /// What a hex can be. A map begins with the first everywhere.
    pub ground: Vec<PaintedGround>,
    /// What can lie on hexsides.
    pub sides: Vec<PaintedSide>,
    /// The classes of roads.
    pub roads: Vec<PaintedRoad>,
}

/// A kind of ground.
#[derive(Clone, Debug, PartialEq)]
pub struct PaintedGround {
    /// Its character.
    pub mark: char,
    /// Its name: "wooded rough".
    pub name: String,
    /// How it looks, one over the other.
    pub looks: Vec<Look>,
}

/// Something on hexsides, as a list of pairs of hexes in one column of the map's table.
#[derive(Clone, Debug, PartialEq)]
pub struct PaintedSide {
    /// The column.
    pub key: &'static str,
    /// What one of them is called: "River".
    pub name: &'static str,
    /// How it is drawn.
    pub look: SideLook,
}

/// A class of roads.
#[derive(Clone, Debug, PartialEq)]
pub struct PaintedRoad {
    /// The word in the file.
    pub word: &'static str,
    /// What it is called: "Primary Road".
    pub name: &'static str,
    /// How it is drawn.
    pub look: RoadClass,
}

impl Painting {
    /// What a map in the form `adjutant-hexmap/1` is painted with, which is the table `map` of its set-up. Its rows are texts,
    /// or rows of a table with one text; its names stand by hexes, or are rows too.
    pub fn of_map(
        map: &Table,
        ground: Vec<PaintedGround>,
        sides: Vec<PaintedSide>,
        roads: Vec<PaintedRoad>,
    ) -> Self {
        let numbering = match map.get("layout") {
            None => Some(Numbering::COMMON),
            Some(layout) => layout.as_str().and_then(|layout| Numbering::described(layout).ok()),
        };
        let mut painting = Self {
            map: "map",
            legend: "map.legend",
            rows: "map.rows",
            road: "map.road",
            names: "map.names",
            numbering,
            hexes: Vec::new(),
            named: map.get("names").map(named).unwrap_or_default(),
            ground,
            sides,
            roads,
        };
        let no_hex = painting.no_hex();
        let text = |row: &Value| match row.get("hexes") {
            Some(hexes) => {
                let marks = hexes.as_str().unwrap_or_default().chars();
                marks.map(|mark| if Some(mark) == no_hex { ' ' } else { mark }).collect()
            }
            None => row.as_str().unwrap_or_default().to_owned(),
        };
        painting.hexes = map.get("rows").and_then(Value::as_array).into_iter().flatten().map(text).collect();
        painting
    }

    /// What stands for no hex in a row of the table, unless the map has ground of that character.
    pub fn no_hex(&self) -> Option<char> {
        self.ground.iter().all(|ground| ground.mark != NO_HEX).then_some(NO_HEX)
    }
}

/// Hexes with their names: a table by hexes, or rows. What is neither is passed over.
fn named(names: &Value) -> Vec<[String; 2]> {
    let pair = |hex: &str, name: &Value| Some([hex.to_owned(), name.as_str()?.to_owned()]);
    match names {
        Value::Array(rows) => {
            rows.iter().filter_map(|row| pair(row.get(NAME[0])?.as_str()?, row.get(NAME[1])?)).collect()
        }
        Value::Table(table) => table.iter().filter_map(|(hex, name)| pair(hex, name)).collect(),
        _ => Vec::new(),
    }
}

impl PaintedSide {
    /// Rivers, and hexsides that cannot be crossed.
    pub fn usual() -> Vec<Self> {
        vec![
            Self { key: "rivers", name: "River", look: SideLook::River },
            Self { key: "impassable", name: "Impassable hexside", look: SideLook::Barred },
        ]
    }
}

/// The table of a map's rows of hexes.
pub fn hexes_table(section: &'static str) -> SetupTable {
    let hexes = SetupColumn::new("hexes", "Hexes", CellKind::Text).needed().aliases(&["row", "ground"]);
    let hexes = hexes.help("A character of the legend for each hex of the row, and _ where there is no hex.");
    SetupTable::rows("map.rows", "Hexes", vec![hexes])
        .section(section)
        .help("A row for each row of hexes, from the top. Paint them over a picture, type along, or paste all rows.")
}

/// The table of a map's roads, of these classes; `help` is what the rules make of them.
pub fn roads_table(section: &'static str, classes: Vec<(String, String)>, help: &'static str) -> SetupTable {
    let columns = vec![
        SetupColumn::new(ROAD[0], "Road", CellKind::Text).needed().aliases(&["name"]),
        SetupColumn::new(ROAD[1], "Class", CellKind::Choice(classes)).needed(),
        SetupColumn::new(ROAD[2], "Hexes", CellKind::Text)
            .needed()
            .aliases(&["path", "runs through"])
            .help("The hexes that it runs through, one beside the other: 0104 0204 0304."),
    ];
    SetupTable::rows("map.road", "Roads", columns).section(section).help(help)
}

/// The table of a map's hexes with names.
pub fn names_table(section: &'static str) -> SetupTable {
    let columns = vec![
        SetupColumn::new(NAME[0], "Hex", CellKind::Text).needed(),
        SetupColumn::new(NAME[1], "Name", CellKind::Text).needed(),
    ];
    SetupTable::rows("map.names", "Names", columns).section(section).help("Hexes with names.")
}

impl PaintedGround {
    /// The only character of a cell that names one; a blank is no hex.
    pub fn mark(cell: &str) -> Option<char> {
        let mut marks = cell.chars();
        marks.next().filter(|mark| *mark != ' ' && marks.next().is_none())
    }
}

/// The map of a file that has one of its own, so far as it goes; nothing where it names one that comes with the program.
pub fn own_map(text: &str) -> Option<Table> {
    match text.parse::<Table>().ok()?.remove("map") {
        None => Some(Table::new()),
        Some(Value::Table(map)) => Some(map),
        Some(_) => None,
    }
}
