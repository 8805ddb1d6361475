//! Care of the file: reading it beside a server, a copy of it while it is in use, and what is damaged in it.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};

use crate::fault::Fault;
use crate::password::Hasher;
use crate::store::People;

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
}
