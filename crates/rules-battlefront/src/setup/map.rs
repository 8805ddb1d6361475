//! The map: size, terrain, locations, and the lines of the first day. [BF-2.S-1]

use kernel::reader::Node;
use kernel::{Id, PerSide};
use toml::Spanned;
use toml::de::DeValue;

use super::SideNames;
use crate::ids::LocationId;
use crate::measure::{Inches, Point};

/// The table over which the campaign is fought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// From the left to the right edge.
    pub width: Inches,
    /// From the lower to the upper edge.
    pub height: Inches,
    /// Each side's front line at the start.
    pub start_lines: PerSide<Vec<Point>>,
    /// Terrain in the file's order.
    pub terrain: Vec<Terrain>,
    /// Places that victory conditions name.
    pub locations: Vec<Location>,
}

impl Map {
    /// Whether a point lies on the table, edges included.
    pub fn holds(&self, point: Point) -> bool {
        let within = |value: Inches, most: Inches| Inches(0) <= value && value <= most;
        within(point.x, self.width) && within(point.y, self.height)
    }
}

/// One stretch of terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terrain {
    /// Its id.
    pub id: Id,
    /// What it is, in the file's words.
    pub kind: String,
    /// Its outline, or its course when it is open.
    pub outline: Vec<Point>,
    /// Whether the outline is closed.
    pub closed: bool,
    /// Its effects, as text for the table.
    pub effects: String,
    /// How it covers those in it, as a row of the spotting distances; open ground when absent. [BF-R35]
    pub cover: Option<String>,
    /// Whether a wreck in it blocks the way and can be moved out. [BF-2.1.2.7-3]
    pub defile: bool,
    /// Whether supply lines cannot cross it.
    pub blocks_supply: bool,
}

/// A place with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// Its id.
    pub id: LocationId,
    /// Its name.
    pub name: String,
    /// Where it is.
    pub at: Point,
    /// Its value in points.
    pub value: i32,
}

/// A distance that may stand at `key`, as a number of inches.
pub(crate) fn maybe_inches(node: &Node<'_>, key: &str, rule: &str) -> Option<Inches> {
    let inches = inches_of(node.value(key)?.get_ref());
    if inches.is_none() {
        node.fault(
            key,
            rule,
            format!("The field {key:?} must be a number of inches with at most two decimals."),
        );
    }
    inches
}

/// A distance that must stand at `key`.
pub(crate) fn inches(node: &Node<'_>, key: &str, rule: &str) -> Option<Inches> {
    if !node.has(key) {
        node.fault(key, rule, format!("The field {key:?} is missing: a number of inches."));
        return None;
    }
    maybe_inches(node, key, rule)
}

fn inches_of(value: &DeValue<'_>) -> Option<Inches> {
    match value {
        DeValue::Integer(int) => int.as_str().parse().ok(),
        DeValue::Float(float) => float.as_str().parse().ok(),
        _ => None,
    }
}

fn point_of(value: &Spanned<DeValue<'_>>) -> Option<Point> {
    let DeValue::Array(pair) = value.get_ref() else { return None };
    let (Some(x), Some(y), 2) = (pair.first(), pair.get(1), pair.len()) else { return None };
    Some(Point { x: inches_of(x.get_ref())?, y: inches_of(y.get_ref())? })
}

/// A list of `[x, y]` pairs, each on a table of this size.
pub(crate) fn points(node: &Node<'_>, key: &str, size: Option<(Inches, Inches)>) -> Vec<Point> {
    let Some(array) = node.array(key) else { return Vec::new() };
    let mut points = Vec::new();
    for (n, item) in array.iter().enumerate() {
        match point_of(item) {
            Some(point) => {
                off_the_table(node, key, point, size, &format!("Point {}", n + 1));
                points.push(point);
            }
            None => node.fault(key, "BF-0-5", format!("Point {} is no pair [x, y] of inches.", n + 1)),
        }
    }
    points
}

fn off_the_table(node: &Node<'_>, key: &str, point: Point, size: Option<(Inches, Inches)>, what: &str) {
    // Where the size itself is faulty nothing can be said of places.
    let Some((width, height)) = size.filter(|(width, height)| width.0 > 0 && height.0 > 0) else { return };
    let on = (0..=width.0).contains(&point.x.0) && (0..=height.0).contains(&point.y.0);
    if !on {
        node.fault(
            key,
            "BF-0-5",
            format!("{what} at {point} is off the table of {width} by {height} inches."),
        );
    }
}

/// A place written as the fields `x` and `y`.
pub(crate) fn place(node: &Node<'_>, size: Option<(Inches, Inches)>, rule: &str) -> Option<Point> {
    let (x, y) = (inches(node, "x", rule), inches(node, "y", rule));
    let point = Point { x: x?, y: y? };
    off_the_table(node, "x", point, size, "The place");
    Some(point)
}

/// Width and height of `[map]`, when they are there.
pub(crate) fn size(root: &Node<'_>) -> Option<(Inches, Inches)> {
    let Some(map) = root.maybe_table("map") else {
        root.fault("map", "BF-2.S-1", "The map is missing: [map] with width, height and start_mlr.");
        return None;
    };
    let (width, height) = (inches(&map, "width", "BF-2.S-1"), inches(&map, "height", "BF-2.S-1"));
    for (key, length) in [("width", width), ("height", height)] {
        if length.is_some_and(|length| length <= Inches(0)) {
            map.fault(key, "BF-2.S-1", format!("The map's {key} must be more than 0 inches."));
        }
    }
    Some((width?, height?))
}

/// Reads `[map]`. `covers` are the rows of the spotting distances, when they could be read.
pub(crate) fn read(
    root: &Node<'_>,
    sides: &SideNames,
    size: Option<(Inches, Inches)>,
    covers: Option<Vec<&str>>,
) -> Option<Map> {
    let node = root.maybe_table("map")?;
    node.has("width");
    node.has("height");
    let start_lines = match node.maybe_table("start_mlr") {
        Some(lines) => {
            let read = sides.each(|id| {
                let line = points(&lines, id, size);
                if line.len() < 2 {
                    lines.fault(
                        id,
                        "BF-2.S-1",
                        format!("The front line of {id:?} needs at least two points."),
                    );
                }
                line
            });
            lines.close();
            read
        }
        None => {
            node.fault("start_mlr", "BF-2.S-1", "The front lines of the first day are missing: start_mlr.");
            PerSide::default()
        }
    };
    let terrain = node
        .tables("terrain")
        .iter()
        .filter_map(|terrain| read_terrain(terrain, size, covers.as_deref()))
        .collect();
    let locations = node.tables("locations").iter().filter_map(|place| read_location(place, size)).collect();
    let map = Map { width: size?.0, height: size?.1, start_lines, terrain, locations };
    super::no_duplicates(&node, "terrain", "BF-2.S-1", map.terrain.iter().map(|terrain| terrain.id));
    super::no_duplicates(&node, "locations", "BF-2.S-1", map.locations.iter().map(|place| place.id));
    node.close();
    Some(map)
}

fn read_terrain(node: &Node<'_>, size: Option<(Inches, Inches)>, covers: Option<&[&str]>) -> Option<Terrain> {
    let (id, kind) = (node.id("id"), node.text("kind"));
    let closed = node.has("polygon");
    let outline = points(node, if closed { "polygon" } else { "polyline" }, size);
    let least = if closed { 3 } else { 2 };
    if outline.len() < least {
        let sentence = "Terrain has a polygon of three points or more, or a polyline of two or more.";
        node.fault(if closed { "polygon" } else { "polyline" }, "BF-2.S-1", sentence);
    }
    let effects = node.maybe_text("effects").unwrap_or_default();
    let cover = node.maybe_text("cover");
    if let (Some(cover), Some(covers)) = (&cover, covers)
        && !covers.contains(&cover.as_str())
    {
        let known = covers.join(", ");
        node.fault(
            "cover",
            "BF-R35",
            format!("{cover:?} is no row of [tables.spotting]; there are {known}."),
        );
    }
    let defile = node.maybe_flag("defile").unwrap_or(false);
    let blocks_supply = node.maybe_flag("blocks_supply").unwrap_or(false);
    node.close();
    Some(Terrain { id: id?, kind: kind?, outline, closed, effects, cover, defile, blocks_supply })
}

fn read_location(node: &Node<'_>, size: Option<(Inches, Inches)>) -> Option<Location> {
    let (id, name) = (node.id("id"), node.name("name", super::MOST_NAME));
    let at = place(node, size, "BF-2.S-1");
    let value = node.maybe_number("value", -1000..=1000).unwrap_or(0) as i32;
    node.close();
    Some(Location { id: id?.into(), name: name?, at: at?, value })
}
