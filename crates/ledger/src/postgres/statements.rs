//! The statements that only PostgreSQL reads.

use crate::sql::statements::statements;

statements! {
    // Read committed: whoever waited for a number sees at once that it is taken.
    BEGIN_WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED";
    BEGIN_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
    HOLD_EVERYTHING = "LOCK TABLE key_in_use, campaign, entry, part, snapshot IN ACCESS EXCLUSIVE MODE";
    TELL = "SELECT pg_notify('adjutant', $1)";
    // A transaction with a number of its own is written down when it ends, whatever it did.
    TRY_WRITING = "SELECT txid_current()";
    STILL_THERE = "SELECT 1";
    ON_THE_DISK = "SELECT set_config('synchronous_commit', 'on', false) \
                   WHERE current_setting('synchronous_commit') = 'off'";
}

/// Writes each table that had plain text anew, with its living rows alone.
///
/// A vacuum keeps the rows that the oldest open transaction of the database could still ask for, and such a one may
/// stand open for days beside us; a change of a column's type copies what is now, and no more. The expression says
/// nothing, and is there because the database writes nothing anew for a type that stays as it is.
pub const CLEAR_OUT: [&str; 4] = [
    "ALTER TABLE campaign ALTER COLUMN setup TYPE BYTEA USING setup || ''::bytea",
    "ALTER TABLE part ALTER COLUMN body TYPE BYTEA USING body || ''::bytea",
    "ALTER TABLE snapshot ALTER COLUMN state TYPE BYTEA USING state || ''::bytea",
    "ALTER TABLE key_in_use ALTER COLUMN id TYPE BYTEA USING id || ''::bytea",
];
