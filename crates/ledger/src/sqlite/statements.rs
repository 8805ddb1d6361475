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
    // What a connection needs for a moment to see whether there is room is none of the file's own tables.
    PIECES = "SELECT type, name, coalesce(sql, '') FROM main.sqlite_schema WHERE substr(name, 1, 7) <> 'sqlite_' \
              AND name NOT IN ('_sqlx_migrations', 'room_to_write') \
              UNION ALL SELECT 'migration', CAST(version AS TEXT), hex(checksum) FROM main._sqlx_migrations WHERE success";
    BEFORE_THE_FIRST = "SELECT 'entry' FROM main.entry WHERE master < 1 UNION ALL SELECT 'part' FROM main.part WHERE number < 1";
    OTHER_SIDES = "SELECT id FROM main.campaign WHERE json_valid(manifest) \
                   AND n_sides IS NOT json_array_length(manifest, '$.sides')";
    STRAYS = "SELECT \"table\" FROM pragma_foreign_key_check";
}

/// Views under the names of the tables, for a file without the columns about keys that is opened to read only.
pub(super) const AS_IF_WITH_KEYS: [&str; 3] = [
    "CREATE TEMP VIEW campaign AS SELECT *, NULL AS setup_sealed, NULL AS secret_sealed FROM main.campaign",
    "CREATE TEMP VIEW part AS SELECT *, NULL AS sealed FROM main.part",
    "CREATE TEMP VIEW key_in_use AS SELECT NULL AS id WHERE FALSE",
];
