//! A file of either kind as tables.

use kernel::Diagnostic;
use tabular::Grid;

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

/// As [`read`], but dates stand as 1942-12-24, failing formulas as their signs, such as `#N/A`, and those whose value the
/// file does not hold as [`tabular::NO_VALUE`]: for tables that have dates, or whose cells are corrected afterwards.
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
        // A workbook of OpenDocument names its kind first, unpacked.
        [b'P', b'K', 3, 4, ..] if bytes.get(30..59) == Some(b"mimetypeapplication/vnd.oasis") => {
            let sentence = "This is an OpenDocument file: save it as XLSX or CSV.";
            Err(vec![fault(file, "", sentence)])
        }
        [b'P', b'K', 3, 4, ..] => xlsx::read(file, bytes, strange),
        [0xD0, 0xCF, 0x11, 0xE0, ..] => {
            let sentence =
                "This is an old or locked workbook: save it as XLSX without a password, or as CSV.";
            Err(vec![fault(file, "", sentence)])
        }
        _ => match foreign(bytes) {
            Some(sentence) => Err(vec![fault(file, "", sentence)]),
            None => csv::read(file, bytes),
        },
    }
}

/// What to say of a file that holds no text at all, by how it begins.
fn foreign(bytes: &[u8]) -> Option<&'static str> {
    const PICTURES: [&[u8]; 6] =
        [b"\x89PNG\r\n", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*", b"\0\0\x01\0"];
    let is_webp = bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP");
    if is_webp || PICTURES.iter().any(|sign| bytes.starts_with(sign)) {
        return Some("This is a picture, no spreadsheet: bring an XLSX or CSV file.");
    }
    if bytes.starts_with(b"%PDF-") {
        return Some("This is a PDF, no spreadsheet: bring the XLSX or CSV file that it was made from.");
    }
    // Text in UTF-16 has such bytes too, behind a mark of its own.
    let is_wide = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    (bytes.contains(&0) && !is_wide)
        .then_some("This is no XLSX and no CSV file: save it in your spreadsheet as one of them.")
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
