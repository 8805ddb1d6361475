//! What of a map in a scenario's file can be painted over its picture: the terrain of its legend, hexsides, roads.

use kernel::view::board::RoadClass;
use tabular::paint::own_map;
use tabular::{PaintedGround, PaintedRoad, PaintedSide, Painting};
use toml::{Table, Value};

use crate::view::board::looks;

/// The classes of roads: the word of the file, what they are called, how they are drawn.
pub(crate) const ROADS: [(&str, &str, RoadClass); 2] =
    [("autobahn", "Autobahn", RoadClass::Autobahn), ("road", "Road", RoadClass::Road)];

/// A character of a legend as a file has it, in whatever form.
pub(crate) struct Sign {
    mark: String,
    /// Its kinds of terrain.
    pub(crate) kinds: Vec<String>,
    /// Whether no ground unit can enter, whatever its kinds cost.
    is_closed: bool,
}

/// What can be painted; a map that comes with the program cannot.
pub fn painting(text: &str) -> Option<Painting> {
    let map = own_map(text)?;
    let is_closed = |kind: &String| {
        map.get("movement_cost").and_then(|costs| costs.get(kind)?.as_str()) == Some("impassable")
    };
    let ground = |sign: Sign| {
        let mark = PaintedGround::mark(&sign.mark)?;
        let closed = sign.is_closed || sign.kinds.iter().any(is_closed);
        let name = sign.kinds.join(" and ").replace('_', " ");
        Some(PaintedGround { mark, name, looks: looks(&sign.kinds, closed) })
    };
    let ground = legend(&map).into_iter().filter_map(ground).collect();
    let roads = ROADS.map(|(word, name, look)| PaintedRoad { word, name, look }).to_vec();
    Some(Painting::of_map(&map, ground, PaintedSide::usual(), roads))
}

/// The legend of a map, as a table by characters or as a row for each.
pub(crate) fn legend(map: &Table) -> Vec<Sign> {
    let kinds = |value: &Value| match value {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        kind => kind.as_str().map(str::to_owned).into_iter().collect(),
    };
    match map.get("legend") {
        Some(Value::Array(rows)) => {
            let sign = |row: &Value| {
                let mark = row.get("mark")?.as_str()?.to_owned();
                let is_closed = row.get("cost").and_then(Value::as_str) == Some("impassable");
                Some(Sign { mark, kinds: kinds(row.get("kinds")?), is_closed })
            };
            rows.iter().filter_map(sign).collect()
        }
        Some(Value::Table(table)) => {
            let sign = |(mark, value): (&String, &Value)| Sign {
                mark: mark.clone(),
                kinds: kinds(value),
                is_closed: false,
            };
            table.iter().map(sign).collect()
        }
        _ => Vec::new(),
    }
}
