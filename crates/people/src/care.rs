//! Care of the file: reading it beside a server, a copy of it while it is in use, and what is damaged in it.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};

use crate::fault::Fault;
use crate::password::Hasher;
use crate::store::{People, migrator};

/// Kind, name and text of something that a file has beside its rows.
pub type Piece = (String, String, String);

const PIECES: &str = "SELECT type, name, coalesce(sql, '') FROM sqlite_schema \
    WHERE substr(name, 1, 7) <> 'sqlite_' AND name <> '_sqlx_migrations' \
    UNION ALL SELECT 'migration', CAST(version AS TEXT), hex(checksum) FROM _sqlx_migrations WHERE success";

impl People {
    /// Opens a file that is there, to read only; a server may have it at the same time.
    ///
    /// # Errors
    /// [`Fault::Store`] when it is not there or no database.
    pub async fn open_to_read(path: &Path) -> Result<Self, Fault> {
        let options = SqliteConnectOptions::new().filename(path).read_only(true);
        let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
        sqlx::query("SELECT count(*) FROM sqlite_schema").execute(&pool).await?;
        Ok(Self { pool, hasher: Hasher::new() })
    }

    /// Writes the file as it stands at one moment into a new one, while others go on reading and writing.
    ///
    /// # Errors
    /// [`Fault::Store`], also when the file is there and not empty.
    pub async fn copy_to(&self, path: &Path) -> Result<(), Fault> {
        let path = path.to_string_lossy().into_owned();
        sqlx::query("VACUUM INTO ?").bind(path).execute(&self.pool).await?;
        Ok(())
    }

    /// What SQLite finds damaged in the file; nothing in a whole one.
    ///
    /// # Errors
    /// [`Fault::Store`] when it cannot even be examined.
    pub async fn damage(&self) -> Result<Vec<String>, Fault> {
        let found: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check").fetch_all(&self.pool).await?;
        Ok(found.into_iter().filter(|line| line != "ok").collect())
    }

    /// The pieces that the file has, and those that this program makes in a file of the same version: kind, name and text
    /// of each table, index, trigger and view, and of each migration its number and digest.
    ///
    /// # Errors
    /// [`Fault::Store`] when they cannot be read.
    pub async fn pieces(&self) -> Result<(Vec<Piece>, Vec<Piece>), Fault> {
        let found = sqlx::query_as(PIECES).fetch_all(&self.pool).await?;
        let newest: i64 = sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM _sqlx_migrations")
            .fetch_one(&self.pool)
            .await?;
        let model = SqlitePoolOptions::new()
            .max_connections(1)
            .connect_with(SqliteConnectOptions::new().in_memory(true))
            .await?;
        // Where no migration is noted, the file is held to the present version.
        migrator(if newest == 0 { i64::MAX } else { newest }).run(&model).await?;
        Ok((found, sqlx::query_as(PIECES).fetch_all(&model).await?))
    }
}

#[cfg(test)]
mod tests {
    use sqlx::sqlite::SqlitePool;

    use super::*;

    #[tokio::test]
    async fn files_of_each_version_have_the_pieces_of_theirs() {
        let folder = tempfile::tempdir().unwrap();
        for version in [1, 3, 4, 5, 6, 7, 8, 9, 10, 11] {
            let path = folder.path().join(format!("people-{version}.sqlite3"));
            let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
            let older = SqlitePool::connect_with(options).await.unwrap();
            migrator(version).run(&older).await.unwrap();
            let people = People::open_to_read(&path).await.unwrap();
            let (found, made) = people.pieces().await.unwrap();
            assert_eq!(found, made, "{version}");
            people.close().await;
            // Brought to this version, and copied, it has the pieces of this version.
            let people = People::open(&path).await.unwrap();
            let copy = folder.path().join(format!("copy-{version}.sqlite3"));
            people.copy_to(&copy).await.unwrap();
            let (found, made) = People::open_to_read(&copy).await.unwrap().pieces().await.unwrap();
            let sorted = |mut pieces: Vec<Piece>| {
                pieces.sort();
                pieces
            };
            assert_eq!(sorted(found), sorted(made), "{version}");
        }
    }
}
