//! The devices on which a person is signed in: listed, and signed out one by one or all others at once.

use crate::fault::Fault;
use crate::secret::Handle;
use crate::session::{SESSION_LIFETIME_MS, drop_if_left};
use crate::sql;
use crate::store::People;

/// One device of a person: a living session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    /// Its session.
    pub session: Handle,
    /// What the browser calls itself, in a few words; may be empty.
    pub label: String,
    /// When it signed in.
    pub created_ms: i64,
    /// When it was used last, to the minute.
    pub last_used_ms: i64,
}

impl People {
    /// The devices of a person, the one used last first.
    ///
    /// # Errors
    /// A failed store.
    pub async fn devices(&self, person: &Handle, now_ms: i64) -> Result<Vec<Device>, Fault> {
        let rows: Vec<(String, String, i64, i64)> = sqlx::query_as(sql::DEVICES)
            .bind(person.as_str())
            .bind(now_ms.saturating_sub(SESSION_LIFETIME_MS))
            .fetch_all(&self.pool)
            .await?;
        let device = |(session, label, created_ms, last_used_ms)| Device {
            session: Handle::stored(session),
            label,
            created_ms,
            last_used_ms,
        };
        Ok(rows.into_iter().map(device).collect())
    }

    /// Signs one device of a person out at once. Says whether there was one.
    ///
    /// # Errors
    /// A failed store.
    pub async fn sign_out(&self, person: &Handle, session: &Handle) -> Result<bool, Fault> {
        let mut transaction = self.begin().await?;
        let done = sqlx::query(sql::DROP_SESSION_OF_PERSON)
            .bind(session.as_str())
            .bind(person.as_str())
            .execute(&mut *transaction)
            .await?;
        drop_if_left(&mut transaction, person).await?;
        transaction.commit().await?;
        Ok(done.rows_affected() == 1)
    }

    /// Signs all devices of a person out but the one whose session is kept. Says how many.
    ///
    /// # Errors
    /// A failed store.
    pub async fn sign_out_others(&self, person: &Handle, kept: &Handle) -> Result<u64, Fault> {
        let done = sqlx::query(sql::DROP_OTHER_SESSIONS)
            .bind(person.as_str())
            .bind(kept.as_str())
            .execute(&self.pool)
            .await?;
        Ok(done.rows_affected())
    }
}
