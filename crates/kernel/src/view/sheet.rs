//! Tables with typed columns, as rosters and charts are printed.

use serde::Serialize;

use super::block::figure_words;
use super::text::Text;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColumnRole {
    /// Names the row.
    Name,
    /// Words.
    Words,
    /// Figures, aligned right.
    Figure,
    /// Ids and codes in the counter face.
    Code,
    /// Room to write in by hand.
    Pen,
}

/// One column of a sheet.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Column {
    /// Its head.
    pub head: String,
    /// What it holds.
    pub role: ColumnRole,
}

/// A mark on a cell's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// As printed.
    Plain,
    /// Changed from the printed value; the old one stands struck before it. Drawn as a disc.
    Changed,
    /// The same, drawn apart from it as a double frame: the second of two values that change.
    Double,
    /// The same, in a single frame: anything else that has changed.
    Framed,
    /// Struck out.
    Struck,
}

/// One cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// What stands in it.
    pub text: Text,
    /// The printed value, when it has changed.
    pub was: Option<String>,
    /// How it is marked.
    pub mark: Mark,
}

impl Cell {
    /// A cell as printed.
    pub fn new(text: impl Into<Text>) -> Self {
        Self { text: text.into(), was: None, mark: Mark::Plain }
    }

    /// A figure.
    pub fn figure(figure: i64) -> Self {
        Self::new(figure_words(figure))
    }

    /// A changed value with the printed one struck before it.
    pub fn changed(text: impl Into<Text>, was: impl Into<String>) -> Self {
        Self { text: text.into(), was: Some(was.into()), mark: Mark::Changed }
    }

    /// Marked in another way.
    #[must_use]
    pub fn mark(mut self, mark: Mark) -> Self {
        self.mark = mark;
        self
    }
}

/// How a row stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowState {
    /// Present.
    Here,
    /// Not available at present.
    Away,
    /// Gone for good: struck through.
    Gone,
    /// A sum.
    Sum,
}

/// One row of a sheet.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SheetRow {
    /// Stable address on the page.
    pub id: String,
    /// How it stands.
    pub state: RowState,
    /// One cell per column.
    pub cells: Vec<Cell>,
}

/// A table with typed columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sheet {
    /// What it shows.
    pub caption: String,
    /// The columns in the paper's order.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<SheetRow>,
    /// Whether its cells are short: on a phone a row is a block of small figures, and no cell breaks on a wide screen.
    pub compact: bool,
}

impl Sheet {
    /// A sheet with these columns and no rows yet.
    pub fn new(caption: impl Into<String>, columns: &[(&str, ColumnRole)]) -> Self {
        let column = |(head, role): &(&str, ColumnRole)| Column { head: (*head).into(), role: *role };
        Self {
            caption: caption.into(),
            columns: columns.iter().map(column).collect(),
            rows: Vec::new(),
            compact: false,
        }
    }

    /// Of short cells.
    #[must_use]
    pub fn compact(mut self) -> Self {
        self.compact = true;
        self
    }

    /// Adds a row.
    pub fn row(&mut self, id: impl Into<String>, state: RowState, cells: Vec<Cell>) {
        debug_assert_eq!(cells.len(), self.columns.len(), "a row has one cell per column");
        self.rows.push(SheetRow { id: id.into(), state, cells });
    }
}
