//! The database file.

use std::path::Path;
use std::time::Duration;

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Connection, Sqlite, SqliteConnection, Transaction};
use sqlx_core::transaction::TransactionManager;

use crate::fault::Fault;
use crate::password::Hasher;
use crate::sql;

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
        let pool = SqlitePoolOptions::new()
            .max_connections(4)
            .after_release(|connection, _| Box::pin(settled(connection)))
            .connect_with(options)
            .await?;
        migrator(i64::MAX).run(&pool).await?;
        Ok(Self { pool, hasher: Hasher::new() })
    }

    /// Closes the file once running statements have ended.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    /// Whether the list can be written now: writes a row that says nothing, and takes it out again.
    ///
    /// # Errors
    /// What whoever comes in would meet.
    pub async fn can_write(&self) -> Result<(), Fault> {
        let mut transaction = self.begin().await?;
        for statement in [sql::TAKE_ROOM, sql::GIVE_ROOM_BACK] {
            sqlx::query(statement).execute(&mut *transaction).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// A transaction that holds the write lock from its start, so that what it reads stays true.
    pub(crate) async fn begin(&self) -> Result<Transaction<'static, Sqlite>, Fault> {
        Ok(self.pool.begin_with("BEGIN IMMEDIATE").await?)
    }
}

/// The steps up to a version.
pub(crate) fn migrator(newest: i64) -> Migrator {
    let steps = [
        (1, "people", include_str!("../migrations/0001_people.sql")),
        (3, "seat token", include_str!("../migrations/0003_seat_token.sql")),
        (4, "persons", include_str!("../migrations/0004_persons.sql")),
        (5, "left off", include_str!("../migrations/0005_left_off.sql")),
        (6, "mail", include_str!("../migrations/0006_mail.sql")),
        (7, "drafts", include_str!("../migrations/0007_drafts.sql")),
        (8, "keepers", include_str!("../migrations/0008_keepers.sql")),
        (9, "held", include_str!("../migrations/0009_held.sql")),
        (10, "known heads", include_str!("../migrations/0010_known_head.sql")),
        (11, "makers of tokens", include_str!("../migrations/0011_token_maker.sql")),
    ];
    let migrations = steps.into_iter().map(|(number, name, text)| {
        Migration::new(number, name.into(), MigrationType::Simple, text.into_sql_str(), false)
    });
    let migrations = migrations.filter(|step| step.version <= newest).collect();
    Migrator::with_migrations(migrations)
}

/// Whether a connection can be used again: it comes back without an open transaction.
///
/// When the disk is full SQLite ends a transaction by itself. The driver counts it as open, cannot roll back what is
/// over, and would refuse every later transaction of this connection; so its count is put right.
async fn settled(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    // The rollback of a transaction that was dropped is done before this is answered.
    connection.ping().await?;
    if !connection.is_in_transaction() {
        return Ok(true);
    }
    // Refused if there is a transaction after all; then the connection is closed, and the transaction with it.
    if sqlx::query("BEGIN").execute(&mut *connection).await.is_err() {
        return Ok(false);
    }
    <Sqlite as sqlx::Database>::TransactionManager::rollback(connection).await?;
    Ok(!connection.is_in_transaction())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What SQLite does on a full disk, without one: it ends the transaction by itself.
    #[tokio::test]
    async fn a_transaction_that_the_database_ended_by_itself_spoils_none_after_it() {
        let folder = tempfile::tempdir().unwrap();
        let people = People::open(&folder.path().join("people.sqlite3")).await.unwrap();
        people.can_write().await.unwrap();
        let full =
            "CREATE TRIGGER full BEFORE INSERT ON held_before BEGIN SELECT RAISE(ROLLBACK, 'full'); END";
        sqlx::query(full).execute(&people.pool).await.unwrap();
        for _ in 0..9 {
            assert!(people.can_write().await.is_err());
        }
        sqlx::query("DROP TRIGGER full").execute(&people.pool).await.unwrap();
        for _ in 0..9 {
            people.can_write().await.unwrap();
        }
    }
}
