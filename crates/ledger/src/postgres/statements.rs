//! The statements that only PostgreSQL reads.

use crate::sql::statements::statements;

statements! {
    // Read committed: whoever waited for a number sees at once that it is taken.
    BEGIN_WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED";
    BEGIN_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
    HOLD_EVERYTHING = "LOCK TABLE key_in_use, campaign, entry, part, snapshot IN ACCESS EXCLUSIVE MODE";
    CLEAR_OUT = "VACUUM (FULL) campaign, part, snapshot, key_in_use";
    TELL = "SELECT pg_notify('adjutant', $1)";
    STILL_THERE = "SELECT 1";
    ON_THE_DISK = "SELECT set_config('synchronous_commit', 'on', false) \
                   WHERE current_setting('synchronous_commit') = 'off'";
}
