//! What of a map in a scenario's file can be painted over its picture: the ground of its legend, hexsides, roads.

use tabular::paint::own_map;
use tabular::{PaintedGround, PaintedRoad, PaintedSide, Painting};
use toml::Value;

use crate::view::drawn;
use crate::words::{Class, RoadClass};

/// What can be painted; a map that comes with the program cannot.
pub fn painting(text: &str) -> Option<Painting> {
    let map = own_map(text)?;
    let road = |class: &RoadClass| PaintedRoad {
        word: class.word(),
        name: class.prose(),
        look: drawn::line(*class),
    };
    let roads = RoadClass::ALL.iter().map(road).collect();
    Some(Painting::of_map(&map, legend(map.get("legend")), PaintedSide::usual(), roads))
}

/// The legend, as a table by characters or as a row for each.
fn legend(legend: Option<&Value>) -> Vec<PaintedGround> {
    match legend {
        Some(Value::Array(rows)) => {
            rows.iter().filter_map(|row| ground(row.get("mark")?.as_str()?, row)).collect()
        }
        Some(Value::Table(table)) => table.iter().filter_map(|(mark, row)| ground(mark, row)).collect(),
        _ => Vec::new(),
    }
}

fn ground(mark: &str, row: &Value) -> Option<PaintedGround> {
    let mark = PaintedGround::mark(mark)?;
    let name = row.get("name").and_then(Value::as_str).unwrap_or_default();
    let is = |key: &str| row.get(key).and_then(Value::as_bool).unwrap_or(false);
    let cost = |class: &Class| row.get("cost").and_then(|costs| costs.get(class.word())?.as_str());
    let is_closed = Class::ALL.iter().all(|class| cost(class) == Some("P"));
    let looks = drawn::looks(name, is("city") || is("urban"), is("terrain"), is_closed);
    Some(PaintedGround { mark, name: name.to_owned(), looks })
}
