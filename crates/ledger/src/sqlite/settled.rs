//! A connection that comes back to the pool has no transaction open.

use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Sqlite};
use sqlx_core::transaction::TransactionManager;

/// Whether a connection can be used again.
///
/// When the disk is full SQLite ends a transaction by itself. The driver counts it as open, cannot roll back what is
/// over, and would refuse every later transaction of this connection; so its count is put right. A new connection in its
/// place would not always do: on a full disk none may open.
pub(super) async fn settled(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
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
    use crate::contract::sample;
    use crate::{Fault, SqliteStore, Store, Stream};

    /// What SQLite does when a commit finds no room, without a full disk: it ends the transaction by itself.
    #[tokio::test]
    async fn a_transaction_that_the_database_ended_by_itself_spoils_none_after_it() {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("log.db")).await.unwrap();
        let new = sample::campaign("full");
        let id = new.manifest.campaign.clone();
        store.create_campaign(&new).await.unwrap();
        store.can_write().await.unwrap();
        let full = "CREATE TRIGGER full BEFORE INSERT ON entry \
                    BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END";
        sqlx::query(full).execute(&store.pool).await.unwrap();
        let entry = |n| [(id.clone(), sample::entry(n, &[(Stream::Public, "{}")]))];
        for _ in 0..9 {
            let fault = store.append_batch(&entry(1)).await.unwrap_err();
            assert!(matches!(&fault, Fault::Disk { detail, .. } if detail.contains("is full")), "{fault}");
            assert_eq!(store.can_write().await, Err(fault), "and whoever asks is told");
        }
        sqlx::query("DROP TRIGGER full").execute(&store.pool).await.unwrap();
        for n in 1..9 {
            assert!(store.append_batch(&entry(n)).await.unwrap()[0].is_ok());
            store.can_write().await.unwrap();
        }
    }

    #[tokio::test]
    async fn an_attempt_to_write_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("log.db")).await.unwrap();
        store.can_write().await.unwrap();
        let left = "SELECT count(*) FROM sqlite_schema WHERE name = 'room_to_write'";
        let left: i64 = sqlx::query_scalar(left).fetch_one(&store.pool).await.unwrap();
        assert_eq!((left, store.damage().await.unwrap()), (0, Vec::new()));
    }
}
