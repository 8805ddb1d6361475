//! What can go wrong apart from a closed door.

/// The store or the random source failed. Nothing has been half done.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The database cannot be read or written.
    #[error(
        "the people database failed: {0}. Make room or restore access to it. If it is damaged, restore \
         people.sqlite3 from a backup, or move it away: seats are then invited anew, and no campaign is touched"
    )]
    Store(#[from] sqlx::Error),
    /// The database is of a version this build does not know, or a step to the present version failed.
    #[error("the people database cannot be brought to this version: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// The operating system gives no random bytes.
    #[error("the operating system gives no random bytes: {0}")]
    Random(#[from] getrandom::Error),
    /// A password cannot be hashed, or its hash in the database cannot be read.
    #[error("a password cannot be hashed or compared: {0}")]
    Password(String),
    /// A label is longer than [`crate::MAX_LABEL_CHARS`] or holds control characters.
    #[error("a label has at most {} characters and no control characters", crate::MAX_LABEL_CHARS)]
    Label,
}
