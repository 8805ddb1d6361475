//! A set-up file as tables that umpires fill in. Knows no system, no file format but TOML, no disk and no clock: systems
//! say which tables there are ([`tabular::SetupTable`]), and their own reader judges the file.

mod cells;
mod guess;
mod inspect;
mod near;
mod place;
mod rename;
mod rows;
mod trial;
mod whole;
mod write;

use kernel::reader::{HOUSE_FILE, Reader};
use kernel::view::Block;
use kernel::{Diagnostic, SideInfo};
use tabular::{Address, CellKind, Fillable, Grid, SetupTable, TableShape, Value};

/// A set-up file that is being written. Remarks and the order of what is not touched stay.
#[derive(Clone, Debug)]
pub struct Draft {
    doc: toml_edit::DocumentMut,
}

/// Whether rows take the place of those that are there, or come after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placing {
    /// These are the table's own rows as they were changed one by one: whatever names a row that has another id now names
    /// it by that. Nothing is taken for renamed where rows have come, gone or changed places as well.
    Edited,
    /// The table holds the new rows alone.
    Instead,
    /// The new rows come after the old ones.
    After,
}

/// What is wrong with one cell of rows that come in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellFault {
    /// The row in the grid, from 0, the header row counted; `None` for the whole table.
    pub row: Option<usize>,
    /// The column in the grid, from 0; `None` where the grid has no such column, or the whole row is meant.
    pub column: Option<usize>,
    /// The cell as a spreadsheet writes it.
    pub address: Address,
    /// What is wrong and what would be right.
    pub sentence: String,
    /// The rule.
    pub rule: String,
    /// What was probably meant, where that is clear: the cell's new words.
    pub suggestion: Option<String>,
}

/// What came of rows that were tried.
#[derive(Debug)]
pub struct Trial {
    /// Every faulty cell, in the order of the grid.
    pub faults: Vec<CellFault>,
    /// What becomes of the rows that were there.
    pub tally: Tally,
    /// The draft with the rows, where no cell is faulty.
    pub draft: Option<Draft>,
    /// The draft with the rows, where every cell can be read; its reader may find fault with them.
    pub readable: Option<Draft>,
    /// In how many other places of the file new ids were put in for old ones.
    pub n_renamed: usize,
}

/// How many rows come, stay and go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Rows that are new.
    pub new: usize,
    /// Rows that were there and have other cells now.
    pub changed: usize,
    /// Rows that stay as they were.
    pub kept: usize,
    /// Rows that go out.
    pub gone: usize,
}

/// Where a fault of the file stands among the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The table's path.
    pub table: String,
    /// The row among its rows, from 0; `None` for the whole table.
    pub row: Option<usize>,
    /// The column's place among the table's columns; `None` for the whole row.
    pub column: Option<usize>,
}

/// One finding of the system's reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What is wrong, with its line.
    pub diagnostic: Diagnostic,
    /// Where it stands among the tables, if in one.
    pub spot: Option<Spot>,
}

/// What the system says of a draft.
#[derive(Debug, Default)]
pub struct Findings {
    /// Faults: the campaign cannot begin with them.
    pub faults: Vec<Finding>,
    /// What is odd and no fault.
    pub odd: Vec<Finding>,
    /// The sides of a sound draft.
    pub sides: Vec<SideInfo>,
    /// What the system foretells of a sound draft, such as the income of each side and day.
    pub forecast: Vec<Block>,
}

impl Draft {
    /// Reads a file.
    ///
    /// # Errors
    /// Where the text is no TOML.
    pub fn read(file: &str, text: &str) -> Result<Self, Vec<Diagnostic>> {
        let not_toml = |bad: toml_edit::TomlError| {
            // The reader of set-ups finds more than the first place.
            let all = Reader::new(file, text).finish(Some(())).err().unwrap_or_default();
            if !all.is_empty() {
                return all;
            }
            let sentence = format!("This is not TOML: {}.", bad.message());
            vec![Diagnostic::at(file, text, bad.span(), "", HOUSE_FILE, sentence)]
        };
        text.parse().map(|doc| Self { doc }).map_err(not_toml)
    }

    /// The file.
    pub fn text(&self) -> String {
        self.doc.to_string()
    }

    /// The tables of this draft, by what it says so far; faulty parts do not hide the others.
    pub fn tables(&self, rulebook: &dyn Fillable) -> Vec<SetupTable> {
        rulebook.tables(&self.text())
    }

    /// A table's rows under its titles, as a form or a spreadsheet shows them.
    pub fn grid(&self, table: &SetupTable) -> Grid {
        let mut grid = Grid::new(&table.title, table.columns.iter().map(|column| column.title.as_str()));
        let mut rows = place::rows(self.doc.as_item(), table);
        let nothing = toml_edit::Item::None;
        if rows.is_empty() && table.shape == TableShape::One {
            rows.push(&nothing);
        }
        for row in rows {
            let cell = |column| {
                let text = rows::text(row, column);
                let is_number =
                    matches!(column.kind, CellKind::Whole { .. } | CellKind::Decimal | CellKind::NumberOr(_));
                match text.parse::<i64>() {
                    Ok(number) if is_number && number.to_string() == text => Value::Whole(number),
                    _ => Value::Text(text),
                }
            };
            grid.rows.push(table.columns.iter().map(cell).collect());
        }
        grid
    }

    /// Tries rows: `columns` says for each column of `grid` which column of the table it is, `None` to leave it out. The
    /// first row of `grid` holds titles and is passed over; without any, rows are told by their number below it. Columns that `grid` does not have keep what the row with the
    /// same id has, if rows take their place. Cells are read one by one, then the system's reader is asked, and its faults
    /// of this table are told at their cells; its faults elsewhere are no matter here.
    pub fn try_rows(
        &self,
        rulebook: &dyn Fillable,
        table: &SetupTable,
        grid: &Grid,
        columns: &[Option<usize>],
        placing: Placing,
    ) -> Trial {
        trial::run(self, rulebook, table, grid, columns, placing)
    }

    /// What the campaign is called, as far as the draft says: the field `title` of the first table that has one.
    pub fn title(&self, rulebook: &dyn Fillable) -> Option<String> {
        let tables = self.tables(rulebook).into_iter();
        let titles = tables.filter(|table| table.shape == TableShape::One).filter_map(|table| {
            let column = table.columns.iter().find(|column| column.key == "title")?;
            let title = rows::text(place::rows(self.doc.as_item(), &table).first()?, column);
            Some(title.trim().to_owned()).filter(|title| !title.is_empty())
        });
        titles.into_iter().next()
    }

    /// The draft with everything it begins from: parts that come with the system, which it names by their ids, stand in it,
    /// and what a map has by keys stands in rows, which have cells. What it says stays the same.
    #[must_use]
    pub fn whole(&self, rulebook: &dyn Fillable) -> Self {
        whole::run(self, rulebook)
    }

    /// What the system says of the draft.
    pub fn inspect(&self, rulebook: &dyn Fillable) -> Findings {
        inspect::run(self, rulebook)
    }
}

/// The row of a grid that holds the titles: of its first filled rows the one in which most columns of the table are known,
/// and of equals the first.
pub fn heading(table: &SetupTable, grid: &Grid) -> usize {
    guess::heading(table, grid)
}

/// Which columns of the table the titles of a grid's first row are, by title, alias or near spelling; each at most once.
pub fn guess(table: &SetupTable, grid: &Grid) -> Vec<Option<usize>> {
    guess::run(table, grid)
}
