//! Workbooks. Written: one sheet per table, the header row bold and frozen, numbers as numbers, everything else as text;
//! never a formula. No clock stands in the file. Read: the values of the cells, a formula's last one.

use std::collections::BTreeSet;
use std::panic::catch_unwind;

use calamine::{DataRef, ExcelDateTime as Serial, Reader, Xlsx};
use kernel::Diagnostic;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, XlsxError};
use tabular::{Grid, NO_VALUE, Value};

use crate::limits;
use crate::packed::{Once, weigh};
use crate::read::{RULE, Strange, fault};

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
    let names = sheet_names(grids.iter().map(|grid| grid.name.as_str()));
    for (name, grid) in names.iter().zip(grids) {
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

/// The names under which tables stand in a workbook, as spreadsheets accept them: at most 31 characters, without their
/// reserved signs, no two alike.
pub fn sheet_names<'n>(tables: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut name = |table: &str| {
        let clean: String =
            table.chars().map(|c| if c.is_control() || "[]:*?/\\'".contains(c) { ' ' } else { c }).collect();
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
    tables.into_iter().map(&mut name).collect()
}

/// Reads the sheets of a workbook. Dates and cells without a value of their own are taken as `strange` says.
///
/// # Errors
/// Every fault with its place.
pub(crate) fn read(file: &str, bytes: &[u8], strange: Strange) -> Result<Vec<Grid>, Vec<Diagnostic>> {
    weigh(file, bytes)?;
    // The library breaks off at some damaged parts, such as a range that ends before it begins.
    catch_unwind(|| read_sheets(file, bytes, strange)).unwrap_or_else(|_| Err(damaged(file)))
}

fn damaged(file: &str) -> Vec<Diagnostic> {
    let sentence = "The workbook is damaged: open it in your spreadsheet and save it again as XLSX.";
    vec![fault(file, "", sentence)]
}

fn read_sheets(file: &str, bytes: &[u8], strange: Strange) -> Result<Vec<Grid>, Vec<Diagnostic>> {
    let broken = |_| damaged(file);
    let mut workbook = Xlsx::new(Once::new(bytes)).map_err(broken)?;
    let names = workbook.sheet_names();
    if names.len() > limits::TABLES {
        return Err(vec![fault(file, "", &format!("At most {} sheets are read.", limits::TABLES))]);
    }
    let (mut grids, mut faults, mut n_cells) = (Vec::new(), Vec::new(), 0);
    let (mut n_named, mut n_bytes) = (0, 0);
    for name in names {
        let mut grid = Grid { name: name.clone(), above: 0, rows: Vec::new() };
        let mut cells = workbook.worksheet_cells_reader(&name).map_err(broken)?;
        while let Some(cell) = cells.next_cell_with_formula_metadata().map_err(broken)? {
            let (row, column) = (cell.pos.0 as usize, cell.pos.1 as usize);
            n_named += 1;
            let words = words(&cell.value);
            n_bytes += words.len();
            if let Some(sentence) = too_much(words, n_bytes, n_named, faults.len()) {
                faults.push(grid.address(row, column).fault(file, RULE, sentence));
                return Err(faults);
            }
            let is_open = cell.formula.is_some() && matches!(cell.value, DataRef::Empty);
            let value = match (value(&cell.value), strange) {
                (Ok(_), Strange::Shown) if is_open => NO_VALUE.into(),
                (Ok(_), Strange::Refused) if is_open => {
                    let sentence =
                        "A formula without a value stands here: open the file in a spreadsheet and save it.";
                    faults.push(grid.address(row, column).fault(file, RULE, sentence));
                    Value::EMPTY
                }
                (Ok(value), _) if value.is_empty() => continue,
                (Ok(value), _) => value,
                (Err(_), Strange::Shown) => shown(&cell.value).into(),
                (Err(sentence), Strange::Refused) => {
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

/// Why a workbook is not read on at a cell with these words: after so many bytes of text, named cells and faults.
fn too_much(words: &str, n_bytes: usize, n_named: usize, n_faults: usize) -> Option<String> {
    // A text that stands in the workbook once may be named by every cell, and is copied into each.
    if n_bytes > limits::TEXT_BYTES {
        let most = limits::TEXT_BYTES >> 20;
        return Some(format!("The cells hold more than {most} MiB of text in all."));
    }
    if words.len() > limits::CELL_CHARS && words.chars().count() > limits::CELL_CHARS {
        return Some(format!("A cell holds at most {} characters.", limits::CELL_CHARS));
    }
    if n_named > limits::NAMED {
        return Some(format!("The workbook names more than {} cells, empty ones included.", limits::NAMED));
    }
    (n_faults == limits::FAULTS)
        .then(|| "There are more faults from here on. Mend these first, then bring the file again.".into())
}

/// The words of a cell that has any, as they stand in the workbook.
fn words<'c>(value: &'c DataRef<'_>) -> &'c str {
    match value {
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text,
        DataRef::SharedString(text) => text,
        _ => "",
    }
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

/// A cell that is no number and no words as its spreadsheet shows it: a day as 1942-12-24, a failing formula as its sign.
fn shown(value: &DataRef<'_>) -> String {
    match value {
        DataRef::DateTime(serial) => date_words(serial),
        DataRef::DateTimeIso(text) => text
            .split_once('T')
            .map_or(text.as_str(), |(day, time)| {
                if time.bytes().all(|byte| matches!(byte, b'0' | b':' | b'.' | b'Z')) { day } else { text }
            })
            .to_owned(),
        DataRef::DurationIso(text) => text.clone(),
        DataRef::Error(sign) => sign.to_string(),
        _ => String::new(),
    }
}

/// A day, a time of day, or both, as the file counts them.
fn date_words(serial: &Serial) -> String {
    let (year, month, day, hour, minute, second, _) = serial.to_ymd_hms_milli();
    let date = format!("{year:04}-{month:02}-{day:02}");
    let time = format!("{hour:02}:{minute:02}:{second:02}");
    let number = serial.as_f64();
    match (serial.is_duration() || number < 1.0, number.fract() == 0.0) {
        (true, _) => time,
        (false, true) => date,
        (false, false) => format!("{date} {time}"),
    }
}
