//! Workbooks. Written: one sheet per table, the header row bold and frozen, numbers as numbers, everything else as text;
//! never a formula. No clock stands in the file. Read: the values of the cells, a formula's last one.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::panic::catch_unwind;

use calamine::{DataRef, Reader, Xlsx};
use kernel::Diagnostic;
use kernel::grid::{Grid, Value};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, XlsxError};

use crate::limits;
use crate::packed::weigh;
use crate::read::{RULE, fault};

/// Numbers beyond this are not exact in a spreadsheet; they are written as words.
const EXACT: u64 = 1 << 53;

/// The widest column, in pixels.
const WIDEST: u32 = 420;

/// Why tables cannot be a workbook: a cell or table beyond what spreadsheets hold.
#[derive(Debug)]
pub struct Unwritable(XlsxError);

impl std::fmt::Display for Unwritable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "The tables do not fit into a workbook: {}.", self.0)
    }
}

impl std::error::Error for Unwritable {}

/// Writes tables.
///
/// # Errors
/// A cell or table larger than a spreadsheet holds.
pub fn write(grids: &[Grid]) -> Result<Vec<u8>, Unwritable> {
    build(grids).map_err(Unwritable)
}

fn build(grids: &[Grid]) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let no_time = ExcelDateTime::from_ymd(2000, 1, 1)?;
    workbook.set_properties(&DocProperties::new().set_author("Adjutant").set_creation_datetime(&no_time));
    let bold = Format::new().set_bold();
    for (name, grid) in names(grids).iter().zip(grids) {
        let sheet = workbook.add_worksheet().set_name(name)?;
        for (row, cells) in (0..).zip(&grid.rows) {
            for (column, value) in (0..).zip(cells) {
                match value {
                    _ if row == 0 => sheet.write_string_with_format(row, column, value.words(), &bold)?,
                    Value::Whole(number) if number.unsigned_abs() <= EXACT => {
                        sheet.write_number(row, column, *number as f64)?
                    }
                    Value::Whole(number) => sheet.write_string(row, column, number.to_string())?,
                    Value::Text(text) if text.is_empty() => sheet,
                    Value::Text(text) => sheet.write_string(row, column, text)?,
                };
            }
        }
        sheet.set_freeze_panes(1, 0)?.set_repeat_rows(0, 0)?.set_autofit_max_width(WIDEST).autofit();
    }
    workbook.save_to_buffer()
}

/// Names that spreadsheets accept: at most 31 characters, without their reserved signs, no two alike.
fn names(grids: &[Grid]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut name = |grid: &Grid| {
        let clean: String = grid
            .name
            .chars()
            .map(|c| if c.is_control() || "[]:*?/\\'".contains(c) { ' ' } else { c })
            .collect();
        let clean = clean.split_whitespace().collect::<Vec<_>>().join(" ");
        // “History” is reserved.
        let clean = if clean.is_empty() || clean.eq_ignore_ascii_case("history") { "Table" } else { &clean };
        let cut = |most: usize| clean.chars().take(most).collect::<String>().trim_end().to_owned();
        let mut name = cut(31);
        for n in 2.. {
            if taken.insert(name.to_lowercase()) {
                break;
            }
            name = format!("{} {n}", cut(27));
        }
        name
    };
    grids.iter().map(&mut name).collect()
}

/// Reads the sheets of a workbook. Cells that hold no value of their own are faults, each with its address.
///
/// # Errors
/// Every fault with its place.
pub fn read(file: &str, bytes: &[u8]) -> Result<Vec<Grid>, Vec<Diagnostic>> {
    weigh(file, bytes)?;
    // The library breaks off at some damaged parts, such as a range that ends before it begins.
    catch_unwind(|| read_sheets(file, bytes)).unwrap_or_else(|_| Err(damaged(file)))
}

fn damaged(file: &str) -> Vec<Diagnostic> {
    let sentence = "The workbook is damaged: open it in your spreadsheet and save it again as XLSX.";
    vec![fault(file, "", sentence)]
}

fn read_sheets(file: &str, bytes: &[u8]) -> Result<Vec<Grid>, Vec<Diagnostic>> {
    let broken = |_| damaged(file);
    let mut workbook = Xlsx::new(Cursor::new(bytes)).map_err(broken)?;
    let names = workbook.sheet_names();
    if names.len() > limits::TABLES {
        return Err(vec![fault(file, "", &format!("At most {} sheets are read.", limits::TABLES))]);
    }
    let (mut grids, mut faults, mut n_cells) = (Vec::new(), Vec::new(), 0);
    for name in names {
        let mut grid = Grid { name: name.clone(), above: 0, rows: Vec::new() };
        let mut cells = workbook.worksheet_cells_reader(&name).map_err(broken)?;
        while let Some(cell) = cells.next_cell().map_err(broken)? {
            let (row, column) = cell.get_position();
            let (row, column) = (row as usize, column as usize);
            let value = match value(cell.get_value()) {
                Ok(value) if value.is_empty() => continue,
                Ok(value) => value,
                Err(sentence) => {
                    faults.push(grid.address(row, column).fault(file, RULE, sentence));
                    Value::EMPTY
                }
            };
            let had = grid.rows.get(row).map_or(0, Vec::len);
            n_cells += (column + 1).saturating_sub(had);
            if row >= limits::ROWS || column >= limits::COLUMNS || n_cells > limits::CELLS {
                let sentence = format!(
                    "The sheet reaches too far: {} rows, {} columns and {} cells in all are read at most.",
                    limits::ROWS,
                    limits::COLUMNS,
                    limits::CELLS
                );
                return Err(vec![grid.address(row, column).fault(file, RULE, sentence)]);
            }
            if grid.rows.len() <= row {
                grid.rows.resize(row + 1, Vec::new());
            }
            let cells = &mut grid.rows[row];
            if cells.len() <= column {
                cells.resize(column + 1, Value::EMPTY);
            }
            cells[column] = value;
        }
        grids.push(grid);
    }
    if faults.is_empty() { Ok(grids) } else { Err(faults) }
}

fn value(value: &DataRef<'_>) -> Result<Value, &'static str> {
    Ok(match value {
        DataRef::Empty => Value::EMPTY,
        DataRef::Int(number) => Value::Whole(*number),
        // Spreadsheets keep every number as a binary fraction; whole ones within this range are exact.
        DataRef::Float(number) if number.fract() == 0.0 && number.abs() <= EXACT as f64 => {
            Value::Whole(*number as i64)
        }
        DataRef::Float(number) => number.to_string().into(),
        DataRef::String(text) => text.as_str().into(),
        DataRef::SharedString(text) => (*text).into(),
        DataRef::Bool(true) => "yes".into(),
        DataRef::Bool(false) => "no".into(),
        DataRef::DateTime(_) | DataRef::DateTimeIso(_) | DataRef::DurationIso(_) => {
            return Err(
                "The spreadsheet has made a date of this cell: give it the format Text and type it again.",
            );
        }
        DataRef::Error(_) => return Err("The formula of this cell fails: put its value there instead."),
    })
}
