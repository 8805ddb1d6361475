//! The statements that only SQLite reads.

use crate::sql::statements::statements;

statements! {
    BEGIN_WRITE = "BEGIN IMMEDIATE";
    BEGIN_READ = "BEGIN";
    COPY = "VACUUM INTO $1";
    INTEGRITY = "PRAGMA integrity_check";
    STRAYS = "SELECT \"table\" FROM pragma_foreign_key_check";
}
