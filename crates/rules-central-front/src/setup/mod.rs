//! What a table starts from: a map, a results table, two forces, the rules of the scenario. A file is read whole;
//! every fault is listed with its place.

mod cells;
mod edges;
mod legend;
pub mod map;
mod odd;
pub mod places;
mod rows;
pub mod scenario;
pub mod sky;
pub mod table;
pub mod unit;
pub mod victory;

use std::sync::Arc;

use kernel::reader::HOUSE_FILE;
use kernel::{Diagnostic, Node, Reader};

pub use map::Board;
pub use scenario::Scenario;
pub use table::{End, Outcome, Part, Table};
pub use unit::{Begins, Card};

/// The maps that come with the program, by their id.
pub const MAPS: [(&str, &str); 2] = [
    ("fulda-corridor", include_str!("../../scenarios/maps/fulda-corridor.toml")),
    ("ulster-gap", include_str!("../../scenarios/maps/ulster-gap.toml")),
];

/// The results tables that come with the program, by their id. [CF-CRT-4]
pub const TABLES: [(&str, &str); 1] = [("cf-default-2d6", include_str!("../../charts/cf-default-2d6.toml"))];

impl Scenario {
    /// Reads a scenario file.
    ///
    /// # Errors
    /// Every fault with its place.
    pub fn load(file: &str, text: &str) -> Result<Arc<Self>, Vec<Diagnostic>> {
        let reader = Reader::new(file, text);
        let scenario = Self::read(&reader.root());
        let warnings = reader.warnings();
        reader.finish(scenario.map(|scenario| Arc::new(Self { warnings, ..scenario })))
    }
}

/// A text that must stand there and say something.
fn named(node: &Node<'_>, key: &str) -> Option<String> {
    let text = node.text(key)?;
    if text.trim().is_empty() {
        node.fault(key, HOUSE_FILE, format!("The field {key:?} is empty."));
    }
    Some(text)
}

/// A part of a scenario that is named by the id of one that comes with the program, or stands in the file as a table.
fn part<T>(
    root: &Node<'_>,
    key: &str,
    shipped: &[(&str, &str)],
    rule: &str,
    read: impl Fn(&Node<'_>) -> Option<T>,
) -> Option<T> {
    let listed = || shipped.iter().map(|(id, _)| *id).collect::<Vec<_>>().join(", ");
    let Some(value) = root.value(key) else {
        root.fault(key, HOUSE_FILE, format!("The field {key:?} is missing; there are: {}.", listed()));
        return None;
    };
    if value.get_ref().is_table() {
        return root.maybe_table(key).and_then(|node| read(&node));
    }
    let id = root.text(key)?;
    let Some((name, text)) = shipped.iter().find(|(name, _)| *name == id) else {
        let sentence = format!(
            "{id:?} does not come with the program; there are: {}. Or it stands here as a table.",
            listed()
        );
        root.fault(key, rule, sentence);
        return None;
    };
    let reader = Reader::new(name, text);
    let value = read(&reader.root());
    // A test reads each shipped file, so it has no fault here.
    reader.finish(value).ok()
}
