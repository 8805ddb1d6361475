//! Files of tables on the disk.

use std::path::Path;

use tabular::Grid;

use crate::caller;
use crate::failure::Failure;

/// What a file is, by the ending of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Comma-separated values.
    Csv,
    /// A workbook.
    Xlsx,
    /// A file of this program.
    Toml,
}

impl Kind {
    /// By the ending of a name.
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "xlsx" => Some(Self::Xlsx),
            "toml" => Some(Self::Toml),
            _ => None,
        }
    }
}

/// Reads a file of tables that is not larger than one can be.
pub fn read(path: &Path) -> Result<Vec<Grid>, Failure> {
    Ok(sheets::read(&path.display().to_string(), &contents(path)?)?)
}

/// As [`read`], with dates as days and failing formulas as their signs.
pub fn read_as_shown(path: &Path) -> Result<Vec<Grid>, Failure> {
    Ok(sheets::read_as_shown(&path.display().to_string(), &contents(path)?)?)
}

fn contents(path: &Path) -> Result<Vec<u8>, Failure> {
    let most = u64::try_from(sheets::limits::FILE_BYTES).unwrap_or(u64::MAX);
    caller::read(path, most + 1).map_err(|fault| Failure::file(path, &fault))
}

/// Tables as bytes of a kind.
pub fn bytes(grids: &[Grid], kind: Kind) -> Result<Vec<u8>, Failure> {
    match kind {
        Kind::Csv => Ok(sheets::csv::write(grids)),
        Kind::Xlsx => sheets::xlsx::write(grids).map_err(|fault| Failure::new(fault.to_string())),
        Kind::Toml => Err(Failure::new("Tables are written as .csv or .xlsx.")),
    }
}

/// Writes into a file, or to standard output.
pub fn write(output: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
    match output {
        Some(path) => caller::write(path, bytes).map_err(|fault| Failure::file(path, &fault)),
        None => {
            caller::output_bytes(bytes);
            Ok(())
        }
    }
}
