//! From SQLite's error codes to sentences with a way out.

use crate::Fault;
use crate::sql::WRONG_KEY;

/// Primary result codes, see <https://www.sqlite.org/rescode.html>.
mod code {
    pub(super) const BUSY: u32 = 5;
    pub(super) const LOCKED: u32 = 6;
    pub(super) const CORRUPT: u32 = 11;
    pub(super) const NOT_A_DATABASE: u32 = 26;
}

/// Names what was being done when SQLite failed.
///
/// What is neither a lock nor damage is put down to the disk: full (13), read-only (8), input or
/// output (10), not to be opened (14), a lost connection.
pub(super) fn fault(action: &'static str, error: &sqlx::Error) -> Fault {
    let detail = match error.as_database_error() {
        Some(database) => database.message().to_owned(),
        None => error.to_string(),
    };
    match primary_code(error) {
        Some(code::BUSY | code::LOCKED) => Fault::Busy { action, detail },
        Some(code::CORRUPT | code::NOT_A_DATABASE) => {
            Fault::Corrupt { place: "the database file".to_owned(), detail }
        }
        _ if detail.contains(WRONG_KEY) => Fault::KeyChanged { action },
        _ if is_wrong_column(error) => Fault::Corrupt { place: "the database's tables".to_owned(), detail },
        _ => Fault::Disk { action, detail },
    }
}

/// The low byte of the extended code.
fn primary_code(error: &sqlx::Error) -> Option<u32> {
    let code = error.as_database_error()?.code()?;
    code.parse::<u32>().ok().map(|extended| extended & 0xff)
}

fn is_wrong_column(error: &sqlx::Error) -> bool {
    use sqlx::Error::{ColumnDecode, ColumnNotFound, Decode};
    matches!(error, ColumnDecode { .. } | ColumnNotFound(_) | Decode(_))
}
