//! The database file.

use std::path::Path;
use std::time::Duration;

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Sqlite, Transaction};

use crate::fault::Fault;
use crate::password::Hasher;

/// Who may come in. Cheap to clone; all clones share the file.
#[derive(Clone, Debug)]
pub struct People {
    pub(crate) pool: SqlitePool,
    pub(crate) hasher: Hasher,
}

impl People {
    /// Opens the database at `path` and brings it to this build's version; makes it when there is none.
    ///
    /// # Errors
    /// [`Fault::Store`] when the file cannot be opened, [`Fault::Migration`] when it is of a later version.
    pub async fn open(path: &Path) -> Result<Self, Fault> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(5))
            // Erased means erased: freed pages are overwritten.
            .pragma("secure_delete", "ON");
        let pool = SqlitePoolOptions::new().max_connections(4).connect_with(options).await?;
        let steps = [
            (1, "people", include_str!("../migrations/0001_people.sql")),
            (3, "seat token", include_str!("../migrations/0003_seat_token.sql")),
            (4, "persons", include_str!("../migrations/0004_persons.sql")),
            (5, "left off", include_str!("../migrations/0005_left_off.sql")),
            (6, "mail", include_str!("../migrations/0006_mail.sql")),
            (7, "drafts", include_str!("../migrations/0007_drafts.sql")),
            (8, "keepers", include_str!("../migrations/0008_keepers.sql")),
            (9, "held", include_str!("../migrations/0009_held.sql")),
        ];
        let migrations = steps.into_iter().map(|(number, name, text)| {
            Migration::new(number, name.into(), MigrationType::Simple, text.into_sql_str(), false)
        });
        let migrations = migrations.collect();
        Migrator::with_migrations(migrations).run(&pool).await?;
        Ok(Self { pool, hasher: Hasher::new() })
    }

    /// Closes the file once running statements have ended.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    /// A transaction that holds the write lock from its start, so that what it reads stays true.
    pub(crate) async fn begin(&self) -> Result<Transaction<'static, Sqlite>, Fault> {
        Ok(self.pool.begin_with("BEGIN IMMEDIATE").await?)
    }
}
