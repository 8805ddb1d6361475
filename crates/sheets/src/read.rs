//! A file of either kind as tables.

use kernel::Diagnostic;
use kernel::grid::Grid;

use crate::{csv, limits, xlsx};

/// The house rule for the form of a file.
pub(crate) const RULE: &str = kernel::reader::HOUSE_FILE;

/// What becomes of a cell of a workbook that is neither a number nor words: a date, or a formula that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strange {
    /// It is a fault: a spreadsheet makes a date of much that is none, such as 3-4.
    Refused,
    /// It stands in the table as the spreadsheet shows it, a day as 1942-12-24; whoever reads the table judges it.
    Shown,
}

/// Reads CSV or XLSX, told apart by what the file holds and not by its name. Dates and failing formulas are faults.
///
/// # Errors
/// What is wrong, with its place and the way out.
pub fn read(file: &str, bytes: &[u8]) -> Result<Vec<Grid>, Vec<Diagnostic>> {
    read_with(file, bytes, Strange::Refused)
}

/// As [`read`], but dates stand as 1942-12-24 and failing formulas as their signs, such as `#N/A`: for tables that have
/// dates, or whose cells are corrected afterwards.
///
/// # Errors
/// What is wrong, with its place and the way out.
pub fn read_as_shown(file: &str, bytes: &[u8]) -> Result<Vec<Grid>, Vec<Diagnostic>> {
    read_with(file, bytes, Strange::Shown)
}

fn read_with(file: &str, bytes: &[u8], strange: Strange) -> Result<Vec<Grid>, Vec<Diagnostic>> {
    if bytes.len() > limits::FILE_BYTES {
        let sentence = format!("The file is larger than {} MiB.", limits::FILE_BYTES >> 20);
        return Err(vec![fault(file, "", &sentence)]);
    }
    match bytes {
        [b'P', b'K', 3, 4, ..] => xlsx::read(file, bytes, strange),
        [0xD0, 0xCF, 0x11, 0xE0, ..] => {
            let sentence =
                "This is an old or locked workbook: save it as XLSX without a password, or as CSV.";
            Err(vec![fault(file, "", sentence)])
        }
        _ => csv::read(file, bytes),
    }
}

/// A fault at a place of a file.
pub(crate) fn fault(file: &str, place: &str, sentence: &str) -> Diagnostic {
    Diagnostic {
        file: file.into(),
        place: None,
        path: place.into(),
        rule: RULE.into(),
        sentence: sentence.into(),
    }
}
