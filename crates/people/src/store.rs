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

/// Who may come in. Cheap to clone; all clones share the file.
#[derive(Clone, Debug)]
pub struct People {
    pub(crate) pool: SqlitePool,
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
        let first = include_str!("../migrations/0001_people.sql").into_sql_str();
        let tokens = include_str!("../migrations/0003_seat_token.sql").into_sql_str();
        let migrations = vec![
            Migration::new(1, "people".into(), MigrationType::Simple, first, false),
            Migration::new(3, "seat token".into(), MigrationType::Simple, tokens, false),
        ];
        Migrator::with_migrations(migrations).run(&pool).await?;
        Ok(Self { pool })
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
