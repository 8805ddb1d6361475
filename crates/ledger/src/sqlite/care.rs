//! Care of the file: reading it beside a server, a copy of it while it is in use, and what is damaged in it.

use std::path::Path;
use std::sync::Arc;

use sqlx::ConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};

use super::statements as sql;
use super::{BUSY_TIMEOUT, File, MAX_CONNECTIONS, NEWEST_MIGRATION, OPEN, READ, SqliteStore, migrator};
use crate::sql::migration;
use crate::sql::rows::failed;
use crate::sql::statements;
use crate::{Fault, Key, SystemNonces};

/// Kind, name and text of something that a file has beside its rows.
pub type Piece = (String, String, String);

const COPY: &str = "copy the log";
/// The first migration whose tables know keys. A backup may be older, and is read as it is.
const WITH_KEYS: i64 = 2;

impl SqliteStore {
    /// Opens a file that is there, to read only; a server may have it at the same time.
    ///
    /// # Errors
    /// [`Fault::Disk`] when it is not there, [`Fault::Corrupt`] when it is no database, [`Fault::TooNew`],
    /// [`Fault::NoKey`], [`Fault::OtherKey`], [`Fault::NotEncrypted`].
    pub async fn open_to_read(path: &Path, key: Option<Key>) -> Result<Self, Fault> {
        Self::beside(path, key).await?.agree(false).await
    }

    /// Opens a file that is there, to copy it as it is: nothing secret in it can be read when it is encrypted.
    ///
    /// # Errors
    /// As [`SqliteStore::open_to_read`], without those about keys.
    pub async fn open_to_copy(path: &Path) -> Result<Self, Fault> {
        Self::beside(path, None).await
    }

    async fn beside(path: &Path, key: Option<Key>) -> Result<Self, Fault> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .read_only(true)
            .busy_timeout(BUSY_TIMEOUT)
            .disable_statement_logging();
        let pool = SqlitePoolOptions::new()
            .max_connections(MAX_CONNECTIONS)
            .after_connect(|connection, _| {
                Box::pin(async move {
                    // What is wrong with the file is told when it is opened; here it would be tried again.
                    let newest = sqlx::query_scalar(statements::NEWEST_MIGRATION);
                    let newest: Result<i64, _> = newest.fetch_one(&mut *connection).await;
                    if newest.is_ok_and(|newest| newest < WITH_KEYS) {
                        for view in sql::AS_IF_WITH_KEYS {
                            sqlx::query(view).execute(&mut *connection).await?;
                        }
                    }
                    Ok(())
                })
            })
            .connect_with(options)
            .await
            .map_err(failed::<File>(OPEN))?;
        let newest: i64 = sqlx::query_scalar(statements::NEWEST_MIGRATION)
            .fetch_one(&pool)
            .await
            .map_err(failed::<File>(OPEN))?;
        if newest > NEWEST_MIGRATION {
            let what = "the database".to_owned();
            return Err(Fault::TooNew { what, found: newest, known: NEWEST_MIGRATION });
        }
        Ok(Self::over(pool, Arc::new(SystemNonces), key))
    }

    /// Writes the log as it stands at one moment into a new file, while others go on reading and writing.
    ///
    /// # Errors
    /// [`Fault::Disk`], also when the file is there and not empty; [`Fault::Corrupt`].
    pub async fn copy_to(&self, path: &Path) -> Result<(), Fault> {
        let path = path.to_str().ok_or_else(|| Fault::Disk {
            action: COPY,
            detail: format!("the path {} is no text", path.display()),
        })?;
        sqlx::query(sql::COPY).bind(path).execute(&self.pool).await.map_err(failed::<File>(COPY))?;
        Ok(())
    }

    /// What SQLite finds damaged in the file; nothing in a whole one. The chains are another matter.
    ///
    /// # Errors
    /// [`Fault::Disk`], [`Fault::Corrupt`] when it cannot even be examined.
    pub async fn damage(&self) -> Result<Vec<String>, Fault> {
        let found: Vec<String> =
            sqlx::query_scalar(sql::INTEGRITY).fetch_all(&self.pool).await.map_err(failed::<File>(READ))?;
        let strays: Vec<String> =
            sqlx::query_scalar(sql::STRAYS).fetch_all(&self.pool).await.map_err(failed::<File>(READ))?;
        let strays = strays.into_iter().map(|table| format!("a row of {table} belongs to nothing"));
        let early: Vec<String> = sqlx::query_scalar(sql::BEFORE_THE_FIRST)
            .fetch_all(&self.pool)
            .await
            .map_err(failed::<File>(READ))?;
        let early = early.into_iter().map(|table| format!("a row of {table} has a number before the first"));
        let others: Vec<String> =
            sqlx::query_scalar(sql::OTHER_SIDES).fetch_all(&self.pool).await.map_err(failed::<File>(READ))?;
        let others = others
            .into_iter()
            .map(|id| format!("campaign {id} is kept with another number of sides than its set-up has"));
        Ok(found.into_iter().filter(|line| line != "ok").chain(strays).chain(early).chain(others).collect())
    }

    /// The pieces that the file has, and those that this program makes in a file of the same version: kind, name and text
    /// of each table, index, trigger and view, and of each migration its number and digest.
    ///
    /// # Errors
    /// [`Fault::Disk`], [`Fault::Corrupt`] when they cannot be read.
    pub async fn pieces(&self) -> Result<(Vec<Piece>, Vec<Piece>), Fault> {
        let found = sqlx::query_as(sql::PIECES).fetch_all(&self.pool).await.map_err(failed::<File>(READ))?;
        let newest: i64 = sqlx::query_scalar(statements::NEWEST_MIGRATION)
            .fetch_one(&self.pool)
            .await
            .map_err(failed::<File>(READ))?;
        // Where no migration is noted, the file is held to the present version.
        let newest = if newest == 0 { NEWEST_MIGRATION } else { newest };
        let model = SqlitePoolOptions::new()
            .max_connections(1)
            .connect_with(SqliteConnectOptions::new().in_memory(true).disable_statement_logging())
            .await
            .map_err(failed::<File>(OPEN))?;
        migrator(newest).run(&model).await.map_err(migration::<File>(NEWEST_MIGRATION))?;
        let made = sqlx::query_as(sql::PIECES).fetch_all(&model).await.map_err(failed::<File>(READ))?;
        Ok((found, made))
    }
}

#[cfg(test)]
mod tests {
    use sqlx::SqlitePool;

    use super::*;
    use crate::contract::sample;
    use crate::{Store, Stream};

    #[tokio::test]
    async fn a_copy_made_in_use_is_the_log_of_that_moment() {
        let folder = tempfile::tempdir().unwrap();
        let (path, copy) = (folder.path().join("log.db"), folder.path().join("copy.db"));
        let store = SqliteStore::open(&path).await.unwrap();
        let new = sample::campaign("kept");
        let id = new.manifest.campaign.clone();
        store.create_campaign(&new).await.unwrap();
        let append = |n| (id.clone(), sample::entry(n, &[(Stream::Public, "{}")]));
        store.append_batch(&[append(1), append(2)]).await.unwrap();

        let beside = SqliteStore::open_to_read(&path, None).await.unwrap();
        beside.copy_to(&copy).await.unwrap();
        store.append_batch(&[append(3)]).await.unwrap();
        assert_eq!(beside.heads(&id).await.unwrap().master.number, 3, "a reader beside sees what is new");
        assert!(beside.append_batch(&[append(4)]).await.is_err(), "and writes nothing");
        assert!(beside.copy_to(&copy).await.is_err(), "an older copy is not written over");

        let copy = SqliteStore::open_to_read(&copy, None).await.unwrap();
        assert_eq!(copy.damage().await.unwrap(), Vec::<String>::new());
        assert_eq!(copy.entries(&id, 1, 9).await.unwrap(), store.entries(&id, 1, 2).await.unwrap());
    }

    #[tokio::test]
    async fn files_of_each_version_have_the_pieces_of_theirs() {
        let folder = tempfile::tempdir().unwrap();
        for version in 1..=NEWEST_MIGRATION {
            let path = folder.path().join(format!("log-{version}.db"));
            let older = SqlitePool::connect_with(super::super::options(&path)).await.unwrap();
            migrator(version).run(&older).await.unwrap();
            let store = SqliteStore::open_to_copy(&path).await.unwrap();
            assert_eq!(store.damage().await.unwrap(), Vec::<String>::new());
            let (found, made) = store.pieces().await.unwrap();
            assert_eq!(found, made, "{version}");
            assert!(found.len() > 10, "{found:?}");
        }
    }

    #[tokio::test]
    async fn what_is_not_there_or_no_database_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let missing = SqliteStore::open_to_read(&folder.path().join("none.db"), None).await;
        assert!(matches!(missing, Err(Fault::Disk { .. })));
        let text = folder.path().join("text.db");
        std::fs::write(&text, "this is a letter, not a database\n".repeat(200)).unwrap();
        assert!(matches!(SqliteStore::open_to_read(&text, None).await, Err(Fault::Corrupt { .. })));
    }

    #[tokio::test]
    async fn a_file_of_an_older_program_is_read_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.db");
        let old = SqlitePool::connect_with(super::super::options(&path)).await.unwrap();
        let log = include_str!("../../migrations/sqlite/0001_log.sql");
        sqlx::raw_sql(log).execute(&old).await.unwrap();
        let migrations =
            "CREATE TABLE _sqlx_migrations (version BIGINT); INSERT INTO _sqlx_migrations VALUES (1)";
        sqlx::raw_sql(migrations).execute(&old).await.unwrap();
        let new = sample::campaign("old");
        let id = new.manifest.campaign.clone();
        sqlx::query("INSERT INTO campaign VALUES ($1, $2, 2, $3, NULL)")
            .bind(id.as_str())
            .bind(new.manifest.canonical())
            .bind(&new.setup)
            .execute(&old)
            .await
            .unwrap();
        let store = SqliteStore::open_to_read(&path, None).await.unwrap();
        assert_eq!(store.campaign(&id).await.unwrap().setup, new.setup);
        assert_eq!(store.campaigns().await.unwrap().len(), 1);
        assert!(store.dice_secret(&id).await.unwrap().is_none());
        assert_eq!(store.entries(&id, 1, 9).await.unwrap(), []);
        store.copy_to(&folder.path().join("copy.db")).await.unwrap();
        let copy = SqliteStore::open_to_read(&folder.path().join("copy.db"), None).await.unwrap();
        assert_eq!(copy.campaign(&id).await.unwrap().setup, new.setup);
    }
}
