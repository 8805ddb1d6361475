//! A log in the tables of a database: one way of keeping it, over any [`engine::Engine`].

mod append;
mod batch;
pub(crate) mod engine;
pub(crate) mod keys;
mod port;
mod ready;
pub(crate) mod rows;
mod sealing;
pub(crate) mod statements;

use std::sync::Arc;

use sqlx::migrate::MigrateError;
use sqlx::pool::PoolConnection;
use sqlx::{Pool, SqlSafeStr, Transaction};
use tokio::sync::{Mutex, MutexGuard};

use self::append::Tips;
use self::engine::{Connection, Engine, Value};
use self::ready::Writes;
use self::rows::failed;
use self::statements as sql;
use crate::{CampaignId, Fault, Key, Nonces, metrics};

pub(crate) const OPEN: &str = "open the database";
pub(crate) const READ: &str = "read the log";
pub(crate) const WRITE: &str = "write the log";

/// A log in the tables of a database.
pub struct SqlStore<E: Engine> {
    pub(crate) pool: Pool<E::Db>,
    /// Where the log is kept, as it was found when it was opened.
    place: E::Place,
    /// Where the database knows only one writer, they queue here in order instead of polling its lock.
    /// Where nobody else writes, they hand on where campaigns stand.
    writing: Mutex<Tips>,
    nonces: Arc<dyn Nonces>,
    /// What is secret is encrypted with it, where there is one.
    key: Option<Key>,
    /// How writing went last.
    writes: Writes,
}

/// A transaction, and the turn to write if writers queue.
type Writing<'a, E> = (Option<MutexGuard<'a, Tips>>, Transaction<'static, <E as Engine>::Db>);

impl<E: Engine> SqlStore<E> {
    pub(crate) fn over(pool: Pool<E::Db>, nonces: Arc<dyn Nonces>, key: Option<Key>) -> Self {
        Self {
            place: E::place(&pool),
            pool,
            writing: Mutex::default(),
            nonces,
            key,
            writes: Writes::default(),
        }
    }

    /// Ends all connections after the statements that run; the store is of no use afterwards.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    async fn write(&self) -> Result<Writing<'_, E>, Fault> {
        let turn = if E::WRITERS_QUEUE { Some(self.writing.lock().await) } else { None };
        self.is_there()?;
        let begun = self.pool.begin_with(E::BEGIN_WRITE.into_sql_str()).await;
        Ok((turn, begun.map_err(failed::<E>(WRITE))?))
    }

    /// Refuses what would be written where nobody finds it again.
    fn is_there(&self) -> Result<(), Fault> {
        if E::is_there(&self.place) {
            return Ok(());
        }
        let fault = Fault::Moved { action: WRITE };
        metrics::failed(&fault);
        Err(fault)
    }

    async fn reader(&self) -> Result<PoolConnection<E::Db>, Fault> {
        self.pool.acquire().await.map_err(failed::<E>(READ))
    }

    /// Does something with the database, for as long as it may take.
    async fn in_time<T>(
        &self,
        action: &'static str,
        act: impl Future<Output = Result<T, Fault>> + Send,
    ) -> Result<T, Fault> {
        let Some(patience) = E::PATIENCE else { return act.await };
        let late = || Fault::Away {
            action,
            detail: format!("it has not answered within {} seconds", patience.as_secs()),
        };
        tokio::time::timeout(patience, act).await.unwrap_or_else(|_| {
            let fault = late();
            metrics::failed(&fault);
            Err(fault)
        })
    }
}

async fn exists<E: Engine>(connection: &mut Connection<E>, id: &CampaignId) -> Result<bool, Fault> {
    let row = E::one(connection, sql::CAMPAIGN_EXISTS, &[Value::Text(id.as_str())]).await;
    Ok(row.map_err(failed::<E>(READ))?.is_some())
}

/// The campaign is not in this store.
fn unknown(campaign: &CampaignId) -> Fault {
    Fault::NotFound { what: format!("campaign {campaign}") }
}

/// The words with which the tables refuse what was written without the key in use.
pub(crate) const WRONG_KEY: &str = "encrypted with the key in use";

/// Names a database whose tables are not the ones this program makes.
pub(crate) fn migration<E: Engine>(newest_known: i64) -> impl Fn(MigrateError) -> Fault {
    move |error| match error {
        MigrateError::VersionMissing(found) | MigrateError::VersionTooNew(found, _) => {
            Fault::TooNew { what: "the database".to_owned(), found, known: newest_known }
        }
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
            E::fault("prepare the database", &error)
        }
        other => Fault::Corrupt { place: "the database's tables".to_owned(), detail: other.to_string() },
    }
}
