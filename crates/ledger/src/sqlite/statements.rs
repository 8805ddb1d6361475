//! The statements that only SQLite reads.

use crate::sql::statements::statements;

statements! {
    BEGIN_WRITE = "BEGIN IMMEDIATE";
    BEGIN_READ = "BEGIN";
    CLEAR_FILE = "VACUUM";
    CLEAR_LOG = "PRAGMA wal_checkpoint(TRUNCATE)";
    COPY = "VACUUM INTO $1";
    INTEGRITY = "PRAGMA integrity_check";
    TAKE_ROOM = "CREATE TABLE IF NOT EXISTS room_to_write AS SELECT zeroblob(65536) AS room";
    GIVE_ROOM_BACK = "DROP TABLE IF EXISTS room_to_write";
    STRAYS = "SELECT \"table\" FROM pragma_foreign_key_check";
}

/// Views under the names of the tables, for a file without the columns about keys that is opened to read only.
pub(super) const AS_IF_WITH_KEYS: [&str; 3] = [
    "CREATE TEMP VIEW campaign AS SELECT *, NULL AS setup_sealed, NULL AS secret_sealed FROM main.campaign",
    "CREATE TEMP VIEW part AS SELECT *, NULL AS sealed FROM main.part",
    "CREATE TEMP VIEW key_in_use AS SELECT NULL AS id WHERE FALSE",
];
