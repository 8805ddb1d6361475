//! The log in one SQLite file: the store that needs no set-up.

mod care;
mod faults;
mod file;
mod settled;
mod statements;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::query::Query;
use sqlx::sqlite::{
    SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, SqlSafeStr, Sqlite};
use tokio::sync::mpsc::UnboundedReceiver;

use self::statements as sql;
use crate::sql::engine::{Connection, Engine, Row, Value, runs_statements};
use crate::sql::rows::failed;
use crate::sql::{OPEN, READ, SqlStore, migration};
use crate::{CampaignId, Fault, Key, News, Nonces, SystemNonces};

/// Readers at the same time; writers wait for each other.
const MAX_CONNECTIONS: u32 = 4;
/// How long another program may keep the database locked before we give up.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);
const NEWEST_MIGRATION: i64 = 2;

/// A log in one SQLite file, in write-ahead mode, synced to the disk before anything is acknowledged.
pub type SqliteStore = SqlStore<File>;

/// One SQLite file.
pub struct File;

impl Engine for File {
    type Db = Sqlite;
    type Place = file::Opened;

    const BEGIN_WRITE: &'static str = sql::BEGIN_WRITE;
    const BEGIN_READ: &'static str = sql::BEGIN_READ;
    const WRITERS_QUEUE: bool = true;
    const SHARED: bool = false;
    const PATIENCE: Option<Duration> = None;

    fn fault(action: &'static str, error: &sqlx::Error) -> Fault {
        faults::fault(action, error)
    }

    fn place(pool: &SqlitePool) -> file::Opened {
        file::Opened::at(pool.connect_options().get_filename().to_owned())
    }

    fn is_there(place: &file::Opened) -> bool {
        place.is_there()
    }

    async fn hold_everything(_: &mut Connection<Self>) -> Result<(), sqlx::Error> {
        // The transaction holds the file, and each reader sees one moment.
        Ok(())
    }

    async fn clear_out(pool: &SqlitePool) -> Result<(), sqlx::Error> {
        let mut connection = pool.acquire().await?;
        sqlx::query(sql::CLEAR_FILE).execute(&mut *connection).await?;
        sqlx::query(sql::CLEAR_LOG).execute(&mut *connection).await.map(drop)
    }

    async fn tell(_: &mut Connection<Self>, _: &CampaignId) -> Result<(), sqlx::Error> {
        Ok(())
    }

    fn news(_: &SqlitePool) -> Option<UnboundedReceiver<News>> {
        None
    }

    async fn try_writing(pool: &SqlitePool) -> Result<(), sqlx::Error> {
        let mut connection = pool.acquire().await?;
        sqlx::raw_sql(sql::TAKE_ROOM).execute(&mut *connection).await?;
        sqlx::raw_sql(sql::GIVE_ROOM_BACK).execute(&mut *connection).await.map(drop)
    }

    fn body(row: &Row<Self>, column: usize) -> Result<String, sqlx::Error> {
        sqlx::Row::try_get(row, column)
    }

    runs_statements!(Sqlite);
}

fn bound<'q>(sql: &'static str, values: &[Value<'q>]) -> Query<'q, Sqlite, SqliteArguments> {
    values.iter().fold(sqlx::query(sql), |query, value| match *value {
        Value::Text(text) | Value::Body(text) => query.bind(text),
        Value::Number(number) => query.bind(number),
        Value::Bytes(bytes) => query.bind(bytes),
        Value::MaybeBytes(bytes) => query.bind(bytes),
    })
}

impl SqliteStore {
    /// Opens the file, or makes it, and brings its tables up to date. What is secret in it is kept as plain text.
    ///
    /// # Errors
    /// [`Fault::Disk`], [`Fault::Busy`], [`Fault::Corrupt`] when it is no database, [`Fault::TooNew`] when a newer
    /// program has been here, [`Fault::NoKey`] when it is encrypted.
    pub async fn open(path: &Path) -> Result<Self, Fault> {
        Self::open_with_key(path, None).await
    }

    /// As [`SqliteStore::open`], with the key that what is secret is encrypted with.
    ///
    /// # Errors
    /// As [`SqliteStore::open`], and [`Fault::OtherKey`], [`Fault::NotEncrypted`].
    pub async fn open_with_key(path: &Path, key: Option<Key>) -> Result<Self, Fault> {
        Self::connect(options(path), Arc::new(SystemNonces), key).await
    }

    /// As [`SqliteStore::open`], with nonces from another source.
    ///
    /// # Errors
    /// As [`SqliteStore::open`].
    pub async fn open_with(path: &Path, nonces: Arc<dyn Nonces>) -> Result<Self, Fault> {
        Self::connect(options(path), nonces, None).await
    }

    async fn connect(
        options: SqliteConnectOptions,
        nonces: Arc<dyn Nonces>,
        key: Option<Key>,
    ) -> Result<Self, Fault> {
        let pool = SqlitePoolOptions::new()
            .max_connections(MAX_CONNECTIONS)
            .after_release(|connection, _| Box::pin(settled::settled(connection)))
            .connect_with(options)
            .await
            .map_err(failed::<File>(OPEN))?;
        // Made once; a connection that opens later makes no second file where this one was taken away.
        pool.set_connect_options((*pool.connect_options()).clone().create_if_missing(false));
        migrator(NEWEST_MIGRATION).run(&pool).await.map_err(migration::<File>(NEWEST_MIGRATION))?;
        Self::over(pool, nonces, key).agree(true).await
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

/// The steps up to a version.
fn migrator(newest: i64) -> Migrator {
    let log = include_str!("../../migrations/sqlite/0001_log.sql");
    let key = include_str!("../../migrations/sqlite/0002_key.sql");
    let step = |version, name: &'static str, sql: &'static str| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    let mut steps = vec![step(1, "log", log), step(NEWEST_MIGRATION, "key", key)];
    steps.retain(|step| step.version <= newest);
    Migrator::with_migrations(steps)
}

#[cfg(test)]
mod tests {
    use sqlx::Executor;

    use super::*;
    use crate::contract::sample;
    use crate::sql::WRITE;
    use crate::{Store, Stream};

    #[tokio::test]
    async fn every_statement_can_be_prepared() {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("log.db")).await.unwrap();
        let mut connection = store.pool.acquire().await.unwrap();
        for (name, sql) in crate::sql::statements::ALL.iter().chain(sql::ALL) {
            let prepared = connection.prepare((*sql).into_sql_str()).await;
            assert!(prepared.is_ok(), "{name}: {:?}", prepared.err());
        }
        for sql in crate::sql::statements::inserts() {
            let prepared = connection.prepare(sql.as_str().into_sql_str()).await;
            assert!(prepared.is_ok(), "{sql}: {:?}", prepared.err());
        }
        assert!(crate::sql::statements::ALL.len() > 15);
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
        let store = SqliteStore::connect(small, Arc::new(SystemNonces), None).await.unwrap();
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
        // Nor does the next writer take what was given up for written.
        let later = [(id.clone(), sample::entry(4, &[(Stream::Public, "{}")]))];
        let conflict = Fault::Conflict { campaign: id.clone(), expected: 4, next: 2 };
        assert_eq!(store.append_batch(&later).await.unwrap(), [Err(conflict)]);
        store.close().await;

        let store = SqliteStore::open(&path).await.unwrap();
        let entries = store.entries(&id, 1, 10).await.unwrap();
        assert_eq!(entries.into_iter().map(Ok).collect::<Vec<_>>(), written);
        assert!(store.append_batch(&batch).await.unwrap().iter().all(Result::is_ok));
    }

    /// Whether the files of a folder hold these words.
    fn holds(folder: &Path, words: &str) -> bool {
        std::fs::read_dir(folder).unwrap().any(|file| {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            bytes.windows(words.len()).any(|window| window == words.as_bytes())
        })
    }

    /// Whoever is stopped between the transaction and the clearing leaves plain text in the file, and word of it.
    #[tokio::test]
    async fn what_a_stopped_change_of_the_key_left_is_cleared_by_the_next_to_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.db");
        let new = sample::campaign("left");
        let id = new.manifest.campaign.clone();
        let key = Key::fresh().unwrap().0;
        let secret = format!("{{\"words\":\"{}\"}}", "MARKER-behind-the-mill ".repeat(9));
        let store = SqliteStore::open(&path).await.unwrap();
        store.create_campaign(&new).await.unwrap();
        let batch: Vec<_> =
            (1..40).map(|n| (id.clone(), sample::entry(n, &[(Stream::Side(0), &secret)]))).collect();
        store.append_batch(&batch).await.unwrap();
        store.seal_all(&key).await.unwrap();
        store.close().await;
        assert!(holds(folder.path(), "MARKER"), "the test looks where the words are");

        let reader = SqliteStore::open_to_read(&path, Some(key.clone())).await.unwrap();
        assert!(reader.is_to_clear().await.unwrap());
        reader.close().await;
        let store = SqliteStore::open_with_key(&path, Some(key)).await.unwrap();
        assert!(!store.is_to_clear().await.unwrap());
        assert!(!holds(folder.path(), "MARKER"));
        assert_eq!(store.entries(&id, 1, 50).await.unwrap().len(), 39);
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
        let store = SqliteStore::over(pool, Arc::new(SystemNonces), None);
        let batch = [(id.clone(), sample::entry(1, &[(Stream::Public, "{}")]))];
        let fault = store.append_batch(&batch).await.unwrap_err();
        assert!(matches!(fault, Fault::Disk { action: WRITE, .. }), "{fault}");
        assert_eq!(store.campaign(&id).await.unwrap().manifest, new.manifest);
    }
}
