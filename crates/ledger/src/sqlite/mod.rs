//! The log in one SQLite file: the store that needs no set-up.

mod append;
mod care;
mod faults;
mod port;
mod rows;
mod statements;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, SqlSafeStr, Sqlite, Transaction};
use tokio::sync::{Mutex, MutexGuard};

use self::faults::{disk, migration};
use self::statements as sql;
use crate::{CampaignId, Fault, Nonces, SystemNonces};

const OPEN: &str = "open the database";
const READ: &str = "read the log";
const WRITE: &str = "write the log";
/// Readers at the same time; writers wait for each other.
const MAX_CONNECTIONS: u32 = 4;
/// How long another program may keep the database locked before we give up.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);
const NEWEST_MIGRATION: i64 = 1;

/// A log in one SQLite file, in write-ahead mode, synced to the disk before anything is acknowledged.
pub struct SqliteStore {
    pool: SqlitePool,
    /// Writers queue here in order instead of polling SQLite's lock.
    writing: Mutex<()>,
    nonces: Arc<dyn Nonces>,
}

impl SqliteStore {
    /// Opens the file, or makes it, and brings its tables up to date.
    ///
    /// # Errors
    /// [`Fault::Disk`], [`Fault::Busy`], [`Fault::Corrupt`] when it is no database,
    /// [`Fault::TooNew`] when a newer program has been here.
    pub async fn open(path: &Path) -> Result<Self, Fault> {
        Self::open_with(path, Arc::new(SystemNonces)).await
    }

    /// As [`SqliteStore::open`], with nonces from another source.
    ///
    /// # Errors
    /// As [`SqliteStore::open`].
    pub async fn open_with(path: &Path, nonces: Arc<dyn Nonces>) -> Result<Self, Fault> {
        Self::connect(options(path), nonces).await
    }

    async fn connect(options: SqliteConnectOptions, nonces: Arc<dyn Nonces>) -> Result<Self, Fault> {
        let pool = SqlitePoolOptions::new()
            .max_connections(MAX_CONNECTIONS)
            .connect_with(options)
            .await
            .map_err(disk(OPEN))?;
        migrator().run(&pool).await.map_err(migration(NEWEST_MIGRATION))?;
        Ok(Self { pool, writing: Mutex::new(()), nonces })
    }

    /// Ends all connections after the statements that run; the store is of no use afterwards.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    /// A transaction that holds the one write lock from its first statement on.
    async fn write(&self) -> Result<(MutexGuard<'_, ()>, Transaction<'static, Sqlite>), Fault> {
        let turn = self.writing.lock().await;
        let transaction = self.pool.begin_with(sql::BEGIN_WRITE).await.map_err(disk(WRITE))?;
        Ok((turn, transaction))
    }

    async fn reader(&self) -> Result<PoolConnection<Sqlite>, Fault> {
        self.pool.acquire().await.map_err(disk(READ))
    }

    async fn exists(&self, id: &CampaignId) -> Result<bool, Fault> {
        let row = sqlx::query(sql::CAMPAIGN_EXISTS).bind(id.as_str()).fetch_optional(&self.pool).await;
        Ok(row.map_err(disk(READ))?.is_some())
    }
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT)
        .disable_statement_logging()
}

fn migrator() -> Migrator {
    let log = include_str!("../../migrations/sqlite/0001_log.sql");
    Migrator::with_migrations(vec![Migration::new(
        NEWEST_MIGRATION,
        "log".into(),
        MigrationType::Simple,
        log.into_sql_str(),
        false,
    )])
}

#[cfg(test)]
mod tests {
    use sqlx::Executor;

    use super::*;
    use crate::contract::sample;
    use crate::{Store, Stream};

    #[tokio::test]
    async fn every_statement_can_be_prepared() {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("log.db")).await.unwrap();
        let mut connection = store.pool.acquire().await.unwrap();
        for (name, sql) in sql::ALL {
            let prepared = connection.prepare((*sql).into_sql_str()).await;
            assert!(prepared.is_ok(), "{name}: {:?}", prepared.err());
        }
        assert!(sql::ALL.len() > 15);
    }

    #[tokio::test]
    async fn the_log_is_written_ahead_and_synced() {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("log.db")).await.unwrap();
        let mode: String = sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&store.pool).await.unwrap();
        let synchronous: i64 = sqlx::query_scalar("PRAGMA synchronous").fetch_one(&store.pool).await.unwrap();
        let keys: i64 = sqlx::query_scalar("PRAGMA foreign_keys").fetch_one(&store.pool).await.unwrap();
        assert_eq!((mode.as_str(), synchronous, keys), ("wal", 2, 1));
    }

    #[tokio::test]
    async fn a_full_disk_is_told_and_loses_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.db");
        let new = sample::campaign("full");
        let id = new.manifest.campaign.clone();
        // SQLite says that the disk is full when the file may not grow beyond its pages.
        let small = options(&path).pragma("max_page_count", "40");
        let store = SqliteStore::connect(small, Arc::new(SystemNonces)).await.unwrap();
        store.create_campaign(&new).await.unwrap();
        let first = [(id.clone(), sample::entry(1, &[(Stream::Public, "{}")]))];
        let written = store.append_batch(&first).await.unwrap();
        let heads = store.heads(&id).await.unwrap();

        let long = "x".repeat(400_000);
        let batch = [
            (id.clone(), sample::entry(2, &[(Stream::Public, "{}")])),
            (id.clone(), sample::entry(3, &[(Stream::Public, &long)])),
        ];
        let fault = store.append_batch(&batch).await.unwrap_err();
        let detail = "database or disk is full".to_owned();
        assert_eq!(fault, Fault::Disk { action: WRITE, detail });
        assert_eq!(store.heads(&id).await.unwrap(), heads);
        store.close().await;

        let store = SqliteStore::open(&path).await.unwrap();
        let entries = store.entries(&id, 1, 10).await.unwrap();
        assert_eq!(entries.into_iter().map(Ok).collect::<Vec<_>>(), written);
        assert!(store.append_batch(&batch).await.unwrap().iter().all(Result::is_ok));
    }

    #[tokio::test]
    async fn a_read_only_database_is_told_and_loses_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.db");
        let new = sample::campaign("stone");
        let id = new.manifest.campaign.clone();
        let store = SqliteStore::open(&path).await.unwrap();
        store.create_campaign(&new).await.unwrap();
        store.close().await;

        let read_only = options(&path).pragma("query_only", "ON");
        let pool = SqlitePoolOptions::new().connect_with(read_only).await.unwrap();
        let store = SqliteStore { pool, writing: Mutex::new(()), nonces: Arc::new(SystemNonces) };
        let batch = [(id.clone(), sample::entry(1, &[(Stream::Public, "{}")]))];
        let fault = store.append_batch(&batch).await.unwrap_err();
        assert!(matches!(fault, Fault::Disk { action: WRITE, .. }), "{fault}");
        assert_eq!(store.campaign(&id).await.unwrap().manifest, new.manifest);
    }
}
