//! Forgetting: persons, campaigns, and what has run out by itself.

use crate::fault::Fault;
use crate::secret::Handle;
use crate::session::SESSION_LIFETIME_MS;
use crate::store::People;

/// A closed invitation is kept this long, so that its bearer is told why it opens nothing: 30 days.
const CLOSED_INVITATION_KEPT_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// What a sweep removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swept {
    /// Invitations that ran out 30 days ago or earlier.
    pub n_invitations: u64,
    /// Sessions not used for [`SESSION_LIFETIME_MS`].
    pub n_sessions: u64,
    /// Tokens that ran out.
    pub n_tokens: u64,
}

impl People {
    /// Forgets a person: the session, its chairs with their labels, where it left off, the invitations it came in
    /// by, and the tokens it made. Afterwards no byte of them is left in the files.
    ///
    /// # Errors
    /// A failed store.
    pub async fn erase_session(&self, session: &Handle) -> Result<(), Fault> {
        let mut transaction = self.begin().await?;
        for statement in [
            "DELETE FROM invitation WHERE used_by = ?",
            "DELETE FROM seat_token WHERE made_by = ?",
            "DELETE FROM session WHERE handle = ?",
        ] {
            sqlx::query(statement).bind(session.as_str()).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        self.truncate_journal().await
    }

    /// Forgets everybody at a campaign: its invitations, its chairs, its tokens, and the sessions that held no other.
    ///
    /// # Errors
    /// A failed store.
    pub async fn erase_campaign(&self, campaign: &str) -> Result<(), Fault> {
        let mut transaction = self.begin().await?;
        for statement in [
            "DELETE FROM invitation WHERE campaign = ?",
            "DELETE FROM session WHERE handle IN (SELECT session FROM session_chair WHERE campaign = ?1) \
             AND handle NOT IN (SELECT session FROM session_chair WHERE campaign <> ?1)",
            "DELETE FROM session_chair WHERE campaign = ?",
            "DELETE FROM seat_token WHERE campaign = ?",
        ] {
            sqlx::query(statement).bind(campaign).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        self.truncate_journal().await
    }

    /// Removes what has run out: sessions past their lifetime, invitations 30 days past theirs, tokens at
    /// their end.
    ///
    /// # Errors
    /// A failed store.
    pub async fn sweep(&self, now_ms: i64) -> Result<Swept, Fault> {
        let mut transaction = self.begin().await?;
        let invitations = sqlx::query("DELETE FROM invitation WHERE expires_ms <= ?")
            .bind(now_ms.saturating_sub(CLOSED_INVITATION_KEPT_MS))
            .execute(&mut *transaction)
            .await?;
        let sessions = sqlx::query("DELETE FROM session WHERE last_used_ms <= ?")
            .bind(now_ms.saturating_sub(SESSION_LIFETIME_MS))
            .execute(&mut *transaction)
            .await?;
        let tokens = sqlx::query("DELETE FROM seat_token WHERE expires_ms <= ?")
            .bind(now_ms)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(Swept {
            n_invitations: invitations.rows_affected(),
            n_sessions: sessions.rows_affected(),
            n_tokens: tokens.rows_affected(),
        })
    }

    /// The journal holds old pages until it is emptied into the file.
    async fn truncate_journal(&self) -> Result<(), Fault> {
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&self.pool).await?;
        Ok(())
    }
}
