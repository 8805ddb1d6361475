//! From PostgreSQL's codes to sentences with a way out.

use sqlx::Error;

use crate::Fault;
use crate::sql::WRONG_KEY;

/// There is no such table.
pub(super) const NO_SUCH_TABLE: &str = "42P01";

/// Names what was being done when the database failed. Codes: <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
pub(super) fn fault(action: &'static str, error: &Error) -> Fault {
    let (code, detail) = match error.as_database_error() {
        Some(database) => (database.code().unwrap_or_default(), database.message().to_owned()),
        None => ("".into(), error.to_string()),
    };
    match &*code {
        "P0001" if detail.contains(WRONG_KEY) => Fault::KeyChanged { action },
        // Waited too long for a row, would wait for ever, or was told to stop.
        "55P03" | "40001" | "40P01" | "57014" => Fault::Busy { action, detail },
        "XX001" | "XX002" => Fault::Corrupt { place: "the database".to_owned(), detail },
        // Disk and memory. Too many connections is what a second try helps against.
        code if code.starts_with("53") && code != "53300" => Fault::Disk { action, detail },
        "25006" => Fault::Disk { action, detail },
        // No such user, password or database; no right.
        code if code.starts_with("28") => Fault::NoEntry { detail },
        "3D000" | "42501" => Fault::NoEntry { detail },
        // Undefined tables and columns: somebody has been at them.
        code if code.starts_with("42") => {
            Fault::Corrupt { place: "the database's tables".to_owned(), detail }
        }
        _ => match error {
            Error::Configuration(_) | Error::Tls(_) => Fault::NoEntry { detail },
            Error::ColumnDecode { .. } | Error::ColumnNotFound(_) | Error::Decode(_) => {
                Fault::Corrupt { place: "the database's tables".to_owned(), detail }
            }
            _ => Fault::Away { action, detail },
        },
    }
}
