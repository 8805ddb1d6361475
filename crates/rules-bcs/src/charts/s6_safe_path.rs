//! BCS-SAFE-5: which movement class a Safe Path is looked for by.

use kernel::RuleId;

use super::common::{Grid, GridRow};

kernel::words! {
    /// The classes of movement. [BCS-UNIT-2]
    #[derive(Default)]
    pub enum Class {
        /// Red: tactical.
        Tac = "tac" => "Tac",
        /// Black: trucks.
        Truck = "truck" => "Truck",
        /// White: on foot.
        #[default]
        Leg = "leg" => "Leg",
    }

    /// What a Safe Path is looked for.
    pub enum Purpose {
        /// Anything else.
        Other = "other" => "anything else",
        /// Flipping to a side with Truck MA.
        FlipToTruck = "flip-to-truck" => "Flipping to a Truck MA-type side",
        /// Flipping to a side with Tac MA.
        FlipToTac = "flip-to-tac" => "Flipping to a Tac MA-type side",
        /// AV Replacement Points.
        AvReplacements = "av-replacements" => "AV Repl Points",
        /// Support is established.
        Support = "support" => "Support Establishment",
        /// Other Replacement Points.
        Replacements = "replacements" => "Non-AV Repl Points",
    }
}

const fn row(of: Purpose, cells: &'static [&'static str]) -> GridRow {
    GridRow { id: of.word(), group: "", words: of.prose(), rule: RuleId("BCS-SAFE-5"), cells }
}

/// The special cases of the Safe Path.
pub static GRID: Grid = Grid {
    id: "safe-path",
    title: "Safe Path (1.9)",
    rule: RuleId("BCS-SAFE-5"),
    columns: &[("class", "MA Used")],
    rows: &[
        row(Purpose::Other, &["current"]),
        row(Purpose::FlipToTruck, &["truck"]),
        row(Purpose::FlipToTac, &["tac"]),
        row(Purpose::AvReplacements, &["tac"]),
        row(Purpose::Support, &["tac"]),
        row(Purpose::Replacements, &["leg"]),
    ],
};

/// [BCS-SAFE-4] [BCS-SAFE-5] The class by which a Safe Path is looked for; `current` is the unit's own.
pub fn class(purpose: Purpose, current: Class) -> Class {
    let row = GRID.rows.iter().find(|row| row.id == purpose.word());
    row.and_then(|row| Class::read(row.cells[0])).unwrap_or(current)
}
