//! An attack before it is made: forces, the way to the column of the table, and exactly what can come of it.

use serde::Serialize;

use super::block::Block;
use super::text::Text;

/// What the answers of a form on the same page come to. A page draws it anew as they are picked, by
/// [`crate::System::plan`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plan {
    /// The form.
    pub form: String,
    /// What the answers come to that are picked beforehand.
    pub body: Vec<Block>,
}

/// A large figure with a line below it: `3-2`, "column".
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Headline {
    /// The figure.
    pub figure: String,
    /// What it is.
    pub words: Text,
}

impl Headline {
    /// A figure with its words.
    pub fn new(figure: impl Into<String>, words: impl Into<Text>) -> Self {
        Self { figure: figure.into(), words: words.into() }
    }
}

/// The strength of one side, piece by piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Force {
    /// Whose: "Defenders in Fulda".
    pub caption: String,
    /// One piece each.
    pub rows: Vec<ForceRow>,
    /// The sum, as the rules make it.
    pub total: String,
    /// What could still come to it, below the sum.
    pub more: Vec<ForceRow>,
}

/// One piece of a force.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ForceRow {
    /// Where it stands: `2717`; may be empty.
    pub place: String,
    /// What it is.
    pub name: String,
    /// Why its strength is not the printed one: "over the river ½"; may be empty.
    pub note: Text,
    /// The printed strength, when it is another.
    pub was: Option<String>,
    /// Its strength here.
    pub strength: String,
}

impl ForceRow {
    /// A piece at its printed strength.
    pub fn new(place: impl Into<String>, name: impl Into<String>, strength: impl Into<String>) -> Self {
        let (place, name, strength) = (place.into(), name.into(), strength.into());
        Self { place, name, note: Text::empty(), was: None, strength }
    }

    /// With another strength printed, and why.
    #[must_use]
    pub fn changed(mut self, was: impl Into<String>, note: impl Into<Text>) -> Self {
        self.was = Some(was.into());
        self.note = note.into();
        self
    }
}

/// How a column of a table is reached: the base, then every shift.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ladder {
    /// What is shown.
    pub caption: String,
    /// The columns of the table from left to right.
    pub columns: Vec<String>,
    /// Base and shifts in their order. The last one's end is the column.
    pub rungs: Vec<Rung>,
}

/// One step to the column.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rung {
    /// Why, with its rule.
    pub words: Text,
    /// The column before; nothing on the base.
    pub from: Option<usize>,
    /// The column after.
    pub to: usize,
}

/// Exactly what can come of a throw, row by row of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Results {
    /// What is shown: "column 3-2, 2d6 + 1".
    pub caption: String,
    /// The head of the column of throws: "2d6".
    pub throw: String,
    /// The rows by what they mean in the end.
    pub groups: Vec<ResultGroup>,
    /// The sum of all weights.
    pub of: u64,
    /// Expected values, as exact fractions: "Steps you lose, on average" – "31/36 = 0.86".
    pub means: Vec<(String, String)>,
}

/// Rows that mean the same in the end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ResultGroup {
    /// What they mean: "Fulda falls".
    pub heading: String,
    /// Drawn hatched: not what the attack is for.
    pub other: bool,
    /// The rows.
    pub rows: Vec<ResultRow>,
}

/// One row of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ResultRow {
    /// The throws that lead to it: `8`.
    pub throw: String,
    /// The cell as printed: `A1 D1FR1`.
    pub code: String,
    /// The cell in words.
    pub words: String,
    /// Its weight.
    pub weight: u64,
}
