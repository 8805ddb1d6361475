//! Cells with addresses: what a spreadsheet holds once its file format is taken away. Systems read their rosters and
//! result forms from grids and write them as grids; the formats themselves stand in `sheets`.

use std::fmt;

use kernel::Diagnostic;

/// What is shown for a formula whose value its file does not hold: the file was written by a program, and no spreadsheet
/// has worked it out yet.
pub const NO_VALUE: &str = "#NO-VALUE!";

/// What stands in a cell. An empty text is an empty cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Whole(i64),
    /// Words.
    Text(String),
}

impl Value {
    /// An empty cell.
    pub const EMPTY: Self = Self::Text(String::new());

    /// Whether nothing stands there; spaces are nothing.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Text(text) if text.trim().is_empty())
    }

    /// The words, a number in digits.
    pub fn words(&self) -> String {
        match self {
            Self::Whole(number) => number.to_string(),
            Self::Text(text) => text.trim().to_owned(),
        }
    }

    /// The whole number, written as one or in digits.
    pub fn whole(&self) -> Option<i64> {
        match self {
            Self::Whole(number) => Some(*number),
            Self::Text(text) => text.trim().replacen('−', "-", 1).parse().ok(),
        }
    }
}

/// What stands where nothing stands.
static NOTHING: Value = Value::EMPTY;

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Whole(number)
    }
}

/// One table of cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// The name of its sheet; empty where a file has one table without a name.
    pub name: String,
    /// Rows that stand in the file before the first row given here.
    pub above: usize,
    /// The rows, the header row among them. Rows may be of different length.
    pub rows: Vec<Vec<Value>>,
}

impl Grid {
    /// A grid with a header row.
    pub fn new(name: impl Into<String>, head: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let head = head.into_iter().map(|title| Value::Text(title.into())).collect();
        Self { name: name.into(), above: 0, rows: vec![head] }
    }

    /// What stands in a cell; rows and columns count from 0.
    pub fn cell(&self, row: usize, column: usize) -> &Value {
        self.rows.get(row).and_then(|row| row.get(column)).unwrap_or(&NOTHING)
    }

    /// Whether a row holds nothing.
    pub fn is_blank(&self, row: usize) -> bool {
        self.rows.get(row).is_none_or(|row| row.iter().all(Value::is_empty))
    }

    /// The address of a cell as the file has it.
    pub fn address(&self, row: usize, column: usize) -> Address {
        Address { sheet: self.name.clone(), row: self.above + row, column }
    }
}

/// Where a cell stands: `Roster!D7`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Address {
    /// The sheet's name; may be empty.
    pub sheet: String,
    /// The row in the file, from 0.
    pub row: usize,
    /// The column, from 0.
    pub column: usize,
}

impl Address {
    /// A fault at this cell.
    pub fn fault(&self, file: &str, rule: &str, sentence: impl Into<String>) -> Diagnostic {
        Diagnostic {
            file: file.into(),
            place: None,
            path: self.to_string(),
            rule: rule.into(),
            sentence: sentence.into(),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = self.sheet.chars().all(|c| c.is_alphanumeric() || c == '_');
        match (self.sheet.is_empty(), is_plain) {
            (true, _) => {}
            (_, true) => write!(f, "{}!", self.sheet)?,
            _ => write!(f, "'{}'!", self.sheet.replace('\'', "''"))?,
        }
        let mut letters = Vec::new();
        let mut rest = self.column + 1;
        while rest > 0 {
            rest -= 1;
            letters.push(b'A' + (rest % 26) as u8);
            rest /= 26;
        }
        letters.reverse();
        write!(f, "{}{}", String::from_utf8_lossy(&letters), self.row + 1)
    }
}

/// A column that a table is read by: its title and the other titles under which it is known.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    /// The title in files that are written.
    pub title: &'static str,
    /// Other titles it is read by. Case, spaces and signs make no difference.
    pub aliases: &'static [&'static str],
    /// Whether the table cannot be read without it.
    pub needed: bool,
}

/// A table whose columns are found by their titles. Faults go into one list, each with the address of its cell.
#[derive(Debug)]
pub struct Columns<'g> {
    grid: &'g Grid,
    header: usize,
    at: Vec<Option<usize>>,
}

impl<'g> Columns<'g> {
    /// Finds the columns in the first row that holds anything. Columns without a title hold nothing that is read; a
    /// title that stands twice, is not known, or is wanted and not there is a fault.
    pub fn find(
        grid: &'g Grid,
        heads: &[Head],
        file: &str,
        rule: &str,
        faults: &mut Vec<Diagnostic>,
    ) -> Self {
        let header = (0..grid.rows.len()).find(|row| !grid.is_blank(*row)).unwrap_or(0);
        let mut at = vec![None; heads.len()];
        let n_titles = grid.rows.get(header).map_or(0, Vec::len);
        let listed = || heads.iter().map(|head| head.title).collect::<Vec<_>>().join(", ");
        for column in 0..n_titles {
            let title = grid.cell(header, column);
            if title.is_empty() {
                continue;
            }
            let words = title.words();
            let known = heads.iter().position(|head| {
                std::iter::once(&head.title).chain(head.aliases).any(|name| bare(name) == bare(&words))
            });
            let mut fault = |sentence: String| {
                faults.push(grid.address(header, column).fault(file, rule, sentence));
            };
            match known {
                None => fault(format!("There is no column {words:?} here; there are: {}.", listed())),
                Some(head) if at[head].is_some() => {
                    fault(format!("The column {} stands here a second time.", heads[head].title));
                }
                Some(head) => at[head] = Some(column),
            }
        }
        for (head, _) in heads.iter().zip(&at).filter(|(head, at)| head.needed && at.is_none()) {
            let sentence = format!("The column {} is missing in this header row.", head.title);
            faults.push(grid.address(header, 0).fault(file, rule, sentence));
        }
        Self { grid, header, at }
    }

    /// The row of the titles.
    pub fn header(&self) -> usize {
        self.header
    }

    /// The rows below the header that hold anything.
    pub fn rows(&self) -> impl Iterator<Item = usize> + '_ {
        (self.header + 1..self.grid.rows.len()).filter(|row| !self.grid.is_blank(*row))
    }

    /// Whether the table has a column.
    pub fn has(&self, head: usize) -> bool {
        self.at[head].is_some()
    }

    /// The cell of a row under a head.
    pub fn cell(&self, row: usize, head: usize) -> &'g Value {
        self.at[head].map_or(&NOTHING, |column| self.grid.cell(row, column))
    }

    /// Its address; the first cell of the row when the table has no such column.
    pub fn address(&self, row: usize, head: usize) -> Address {
        self.grid.address(row, self.at[head].unwrap_or(0))
    }
}

/// A title or word as it is compared: letters, digits and `#` in lower case.
pub fn bare(title: &str) -> String {
    title.chars().filter(|c| c.is_alphanumeric() || *c == '#').flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADS: [Head; 2] = [
        Head { title: "Name", aliases: &["Man"], needed: true },
        Head { title: "Pts", aliases: &["Points"], needed: true },
    ];

    #[test]
    fn addresses_are_written_as_spreadsheets_write_them() {
        let at = |sheet: &str, row, column| Address { sheet: sheet.into(), row, column }.to_string();
        assert_eq!(at("Roster", 6, 3), "Roster!D7");
        assert_eq!(at("Men's own", 0, 26), "'Men''s own'!AA1");
        assert_eq!(at("", 9, 701), "ZZ10");
        assert_eq!(at("", 9, 702), "AAA10");
    }

    #[test]
    fn columns_are_found_by_any_of_their_titles_in_any_order() {
        let mut grid = Grid::new("R", ["points ", "", "MAN"]);
        grid.rows.push(vec![Value::Whole(4), "passed over".into(), "Smith".into()]);
        grid.rows.push(vec![" ".into()]);
        let mut faults = Vec::new();
        let columns = Columns::find(&grid, &HEADS, "f", "X", &mut faults);
        assert_eq!(faults, []);
        assert_eq!(columns.rows().collect::<Vec<_>>(), [1]);
        assert_eq!((columns.cell(1, 0).words(), columns.cell(1, 1).whole()), ("Smith".into(), Some(4)));
        assert_eq!(columns.address(1, 0).to_string(), "R!C2");
    }

    #[test]
    fn every_fault_of_a_header_row_has_its_address() {
        let mut grid = Grid { name: "R".into(), above: 4, rows: vec![vec![]] };
        grid.rows.push(["Man", "Name", "Price"].map(Value::from).to_vec());
        let mut faults = Vec::new();
        let columns = Columns::find(&grid, &HEADS, "f.csv", "X", &mut faults);
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "f.csv: R!B6: The column Name stands here a second time. [X]",
                "f.csv: R!C6: There is no column \"Price\" here; there are: Name, Pts. [X]",
                "f.csv: R!A6: The column Pts is missing in this header row. [X]",
            ]
        );
        assert!(!columns.has(1) && columns.cell(1, 1).is_empty());
    }

    #[test]
    fn numbers_are_read_from_digits_and_from_print() {
        assert_eq!(Value::from(" −3 ").whole(), Some(-3));
        assert_eq!(Value::from("2.5").whole(), None);
        assert!(Value::from("  ").is_empty() && !Value::Whole(0).is_empty());
    }
}
