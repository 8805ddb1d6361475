//! What a table starts from: a map, formations with their units, sources of supply, what the game adds. A file is read
//! whole; every fault is listed with its place.

pub mod board;
mod check;
mod costs;
mod edges;
pub mod formation;
mod legend;
mod rows;
pub mod scenario;
pub mod sky;
mod told;
pub mod unit;
pub mod victory;

use std::sync::Arc;

use kernel::reader::{HOUSE_FILE, whole_file};
use kernel::{Diagnostic, Node, Reader};

pub use board::{Board, Edge, Ground};
pub use formation::Formation;
pub use scenario::{Scenario, Switches};
pub use unit::{Begins, Card};

/// The maps that come with the program, by their id.
pub const MAPS: [(&str, &str); 1] =
    [("sarn-crossing", include_str!("../../scenarios/maps/sarn-crossing.toml"))];

impl Scenario {
    /// Reads a scenario file.
    ///
    /// # Errors
    /// Every fault with its place.
    pub fn load(file: &str, text: &str) -> Result<Arc<Self>, Vec<Diagnostic>> {
        let (scenario, warnings) = whole_file(file, text, Self::read)?;
        Ok(Arc::new(Self { warnings, ..scenario }))
    }
}

/// The map of a scenario: one that comes with the program, by its id, or a table of the file.
fn map(root: &Node<'_>) -> Option<Board> {
    let listed = || MAPS.map(|(id, _)| id).join(", ");
    let Some(value) = root.value("map") else {
        let sentence = format!("The field \"map\" is missing: a table, or one of: {}.", listed());
        root.fault("map", HOUSE_FILE, sentence);
        return None;
    };
    if value.get_ref().is_table() {
        return root.maybe_table("map").and_then(|node| Board::read(&node));
    }
    let id = root.text("map")?;
    let Some((name, text)) = MAPS.iter().find(|(name, _)| *name == id) else {
        let sentence = format!(
            "{id:?} does not come with the program; there are: {}. Or it stands here as a table.",
            listed()
        );
        root.fault("map", HOUSE_FILE, sentence);
        return None;
    };
    let reader = Reader::new(name, text);
    let board = Board::read(&reader.root());
    // A test reads each shipped map, so it has no fault here.
    reader.finish(board).ok()
}
