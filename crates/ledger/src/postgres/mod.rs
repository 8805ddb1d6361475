//! The log in a PostgreSQL database: the store that several programs have open at the same time.
//!
//! The primary key of `entry` decides between two that write the same number. Whoever comes second waits for the first
//! one's transaction, and then finds the number taken.

mod faults;
mod news;
mod statements;
mod url;

use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::{PgArguments, PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::query::Query;
use sqlx::{Postgres, SqlSafeStr};
use tokio::sync::mpsc::UnboundedReceiver;

use self::statements as sql;
pub use self::url::DatabaseUrl;
use crate::sql::engine::{Connection, Engine, Row, Value, runs_statements};
use crate::sql::rows::failed;
use crate::sql::{SqlStore, migration, statements::NEWEST_MIGRATION as FIND_NEWEST};
use crate::{CampaignId, Fault, Key, News, SystemNonces};

/// What is done when the database is first spoken to.
const OPEN: &str = "open the log";
/// The tables lie in a schema of their own, so that a database can hold other things.
const SCHEMA: &str = "adjutant_log";
const MAX_CONNECTIONS: u32 = 8;
/// How long one act waits for the database before it counts as lost.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long the database lets a transaction wait for another one's rows: less than [`PATIENCE`], so that it says so.
const LOCK_TIMEOUT_MS: &str = "4000";
/// How long the database keeps the rows of a program that has gone silent in the middle of a transaction.
const SILENCE_MS: &str = "3000";
const NEWEST_MIGRATION: i64 = 2;

/// A log in a PostgreSQL database.
pub type PostgresStore = SqlStore<Server>;

/// One PostgreSQL database.
pub struct Server;

impl Engine for Server {
    type Db = Postgres;
    type Place = ();

    const BEGIN_WRITE: &'static str = sql::BEGIN_WRITE;
    const BEGIN_READ: &'static str = sql::BEGIN_READ;
    const WRITERS_QUEUE: bool = false;
    const SHARED: bool = true;
    const PATIENCE: Option<Duration> = Some(PATIENCE);

    fn place(_: &PgPool) -> Self::Place {}

    fn is_there((): &()) -> bool {
        true
    }

    fn fault(action: &'static str, error: &sqlx::Error) -> Fault {
        faults::fault(action, error)
    }

    async fn hold_everything(connection: &mut Connection<Self>) -> Result<(), sqlx::Error> {
        Self::execute(connection, sql::HOLD_EVERYTHING, &[]).await.map(drop)
    }

    async fn clear_out(pool: &PgPool) -> Result<(), sqlx::Error> {
        for statement in sql::CLEAR_OUT {
            sqlx::query(statement).execute(pool).await?;
        }
        Ok(())
    }

    async fn tell(connection: &mut Connection<Self>, campaign: &CampaignId) -> Result<(), sqlx::Error> {
        Self::one(connection, sql::TELL, &[Value::Text(campaign.as_str())]).await.map(drop)
    }

    fn news(pool: &PgPool) -> Option<UnboundedReceiver<News>> {
        Some(news::listen(pool.clone()))
    }

    async fn try_writing(pool: &PgPool) -> Result<(), sqlx::Error> {
        sqlx::query(sql::TRY_WRITING).execute(pool).await.map(drop)
    }

    fn body(row: &Row<Self>, column: usize) -> Result<String, sqlx::Error> {
        let bytes: &[u8] = sqlx::Row::try_get(row, column)?;
        String::from_utf8(bytes.to_vec()).map_err(|error| sqlx::Error::Decode(error.into()))
    }

    runs_statements!(Postgres);
}

fn bound<'q>(sql: &'static str, values: &[Value<'q>]) -> Query<'q, Postgres, PgArguments> {
    values.iter().fold(sqlx::query(sql), |query, value| match *value {
        Value::Text(text) => query.bind(text),
        Value::Body(text) => query.bind(text.as_bytes()),
        Value::Number(number) => query.bind(number),
        Value::Bytes(bytes) => query.bind(bytes),
        Value::MaybeBytes(bytes) => query.bind(bytes),
    })
}

impl PostgresStore {
    /// Opens the database and brings its tables up to date; makes them when there are none. What is secret in it is kept
    /// as plain text.
    ///
    /// # Errors
    /// [`Fault::Away`] when it does not answer, [`Fault::NoEntry`] when it does not let this program in,
    /// [`Fault::Corrupt`] when its tables are others, [`Fault::TooNew`] when a newer program has been here,
    /// [`Fault::NoKey`] when it is encrypted.
    pub async fn open(url: &DatabaseUrl) -> Result<Self, Fault> {
        Self::open_with_key(url, None).await
    }

    /// As [`PostgresStore::open`], with the key that what is secret is encrypted with.
    ///
    /// # Errors
    /// As [`PostgresStore::open`], and [`Fault::OtherKey`], [`Fault::NotEncrypted`].
    pub async fn open_with_key(url: &DatabaseUrl, key: Option<Key>) -> Result<Self, Fault> {
        let pool = connect(options(url)?).await?;
        migrator().run(&pool).await.map_err(migration::<Server>(NEWEST_MIGRATION))?;
        Self::over(pool, Arc::new(SystemNonces), key).agree(true).await
    }

    /// Opens a database that holds a log, to read only; others may write at the same time.
    ///
    /// # Errors
    /// [`Fault::Away`], [`Fault::NoEntry`], [`Fault::NotFound`] when there is no log in it, [`Fault::TooNew`],
    /// [`Fault::TooOld`], [`Fault::NoKey`], [`Fault::OtherKey`], [`Fault::NotEncrypted`].
    pub async fn open_to_read(url: &DatabaseUrl, key: Option<Key>) -> Result<Self, Fault> {
        let pool = connect(options(url)?.options([("default_transaction_read_only", "on")])).await?;
        let newest = sqlx::query_scalar(FIND_NEWEST).fetch_one(&pool).await;
        let newest: i64 =
            newest.map_err(|error| match error.as_database_error().and_then(|error| error.code()) {
                Some(code) if code == faults::NO_SUCH_TABLE => {
                    Fault::NotFound { what: format!("log of campaigns in {url}") }
                }
                _ => faults::fault(OPEN, &error),
            })?;
        if newest > NEWEST_MIGRATION {
            let what = "the database".to_owned();
            return Err(Fault::TooNew { what, found: newest, known: NEWEST_MIGRATION });
        }
        if newest < NEWEST_MIGRATION {
            return Err(Fault::TooOld { what: "the database".to_owned() });
        }
        Self::over(pool, Arc::new(SystemNonces), key).agree(false).await
    }
}

fn options(url: &DatabaseUrl) -> Result<PgConnectOptions, Fault> {
    Ok(url.options()?.application_name("adjutant").options([
        ("search_path", SCHEMA),
        ("lock_timeout", LOCK_TIMEOUT_MS),
        ("idle_in_transaction_session_timeout", SILENCE_MS),
    ]))
}

async fn connect(options: PgConnectOptions) -> Result<PgPool, Fault> {
    PgPoolOptions::new()
        .max_connections(MAX_CONNECTIONS)
        .acquire_timeout(PATIENCE)
        .after_connect(|connection, _| {
            // What is acknowledged is on the disk, whatever the server does for others.
            Box::pin(async move { sqlx::query(sql::ON_THE_DISK).execute(connection).await.map(drop) })
        })
        .connect_with(options)
        .await
        .map_err(failed::<Server>(OPEN))
}

fn migrator() -> Migrator {
    let log = include_str!("../../migrations/postgres/0001_log.sql");
    let key = include_str!("../../migrations/postgres/0002_key.sql");
    let step = |version, name: &'static str, sql: &'static str| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    let mut migrator =
        Migrator::with_migrations(vec![step(1, "log", log), step(NEWEST_MIGRATION, "key", key)]);
    migrator.create_schema(SCHEMA);
    migrator
}

#[cfg(test)]
mod tests {
    use sqlx::Executor;
    use test_postgres::Database;

    use super::*;
    use crate::contract::sample;
    use crate::{Store, Stream};

    async fn store(database: &Database) -> PostgresStore {
        PostgresStore::open(&DatabaseUrl::read(&database.url()).unwrap()).await.unwrap()
    }

    #[tokio::test]
    async fn every_statement_can_be_prepared() {
        let database = Database::fresh();
        let store = store(&database).await;
        let mut connection = store.pool.acquire().await.unwrap();
        for (name, sql) in crate::sql::statements::ALL.iter().chain(sql::ALL) {
            let prepared = connection.prepare((*sql).into_sql_str()).await;
            assert!(prepared.is_ok(), "{name}: {:?}", prepared.err());
        }
        for sql in crate::sql::statements::inserts() {
            let prepared = connection.prepare(sql.as_str().into_sql_str()).await;
            assert!(prepared.is_ok(), "{sql}: {:?}", prepared.err());
        }
    }

    #[tokio::test]
    async fn what_is_acknowledged_is_on_the_disk() {
        let database = Database::fresh();
        let store = store(&database).await;
        let commit: String =
            sqlx::query_scalar("SHOW synchronous_commit").fetch_one(&store.pool).await.unwrap();
        assert_eq!(commit, "on");
    }

    #[tokio::test]
    async fn a_campaign_held_by_another_program_is_told_and_loses_nothing() {
        let database = Database::fresh();
        let store = store(&database).await;
        let new = sample::campaign("held");
        let id = new.manifest.campaign.clone();
        store.create_campaign(&new).await.unwrap();
        let mut other = store.pool.begin().await.unwrap();
        sqlx::query("LOCK TABLE entry IN EXCLUSIVE MODE").execute(&mut *other).await.unwrap();
        let batch = [(id.clone(), sample::entry(1, &[(Stream::Public, "{}")]))];
        // The other one falls silent; the database ends its transaction, and the entry is written.
        assert!(store.append_batch(&batch).await.unwrap()[0].is_ok());
        assert_eq!(store.n_entries(&id).await.unwrap(), 1);
    }

    #[tokio::test]
    async fn a_connection_that_is_cut_is_told_and_the_next_act_works() {
        let database = Database::fresh();
        let store = store(&database).await;
        let new = sample::campaign("cut");
        let id = new.manifest.campaign.clone();
        store.create_campaign(&new).await.unwrap();
        let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                   WHERE datname = current_database() AND pid <> pg_backend_pid()";
        for n in 1..=3 {
            let mut connection = store.pool.acquire().await.unwrap();
            sqlx::query(cut).execute(&mut *connection).await.unwrap();
            drop(connection);
            let batch = [(id.clone(), sample::entry(n, &[(Stream::Public, "{}")]))];
            assert!(store.append_batch(&batch).await.unwrap()[0].is_ok());
        }
        let mut own = store.pool.begin().await.unwrap();
        let killed = sqlx::query("SELECT pg_terminate_backend(pg_backend_pid())").execute(&mut *own).await;
        let fault = faults::fault("write the log", &killed.unwrap_err());
        assert!(matches!(fault, Fault::Away { .. }), "{fault}");
    }
}
