//! Forgetting: persons, campaigns, and what has run out by itself.

use crate::chair::Chair;
use crate::fault::Fault;
use crate::secret::Handle;
use crate::session::{DAY_MS, SESSION_LIFETIME_MS};
use crate::sql;
use crate::store::People;

/// A closed invitation is kept this long, so that its bearer is told why it opens nothing: 30 days.
const CLOSED_INVITATION_KEPT_MS: i64 = 30 * DAY_MS;

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
    /// Forgets a person: the account with its name and password, the sessions, the chairs with their labels, where the
    /// person left off, the invitations used to come in, the tokens made, and the drafts. Afterwards no byte of them is
    /// left in the files. That somebody held the seats stays known, see [`People::held_by_another`].
    ///
    /// # Errors
    /// A failed store.
    pub async fn erase_person(&self, person: &Handle) -> Result<(), Fault> {
        let mut transaction = self.begin().await?;
        for statement in [
            sql::NOTE_HELD_BY_PERSON,
            sql::DROP_INVITATIONS_OF_PERSON,
            sql::DROP_TOKENS_OF_PERSON,
            sql::DROP_PERSON,
        ] {
            sqlx::query(statement).bind(person.as_str()).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        self.truncate_journal().await
    }

    /// Forgets everybody at a campaign: its invitations, its chairs, its tokens, and the persons without an account that
    /// held no other.
    ///
    /// # Errors
    /// A failed store.
    pub async fn erase_campaign(&self, campaign: &str) -> Result<(), Fault> {
        let mut transaction = self.begin().await?;
        for statement in [
            sql::DROP_INVITATIONS_OF_CAMPAIGN,
            sql::DROP_PERSONS_OF_CAMPAIGN,
            sql::DROP_CHAIRS_OF_CAMPAIGN,
            sql::DROP_TOKENS_OF_CAMPAIGN,
            sql::DROP_HELD_OF_CAMPAIGN,
            sql::DROP_HEAD_OF_CAMPAIGN,
        ] {
            sqlx::query(statement).bind(campaign).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        self.truncate_journal().await
    }

    /// The chairs that a sweep at this time takes from whoever kept orders there, or from the last who held them.
    ///
    /// # Errors
    /// A failed store.
    pub async fn left_untouched(&self, now_ms: i64) -> Result<Vec<Chair>, Fault> {
        let rows: Vec<(String, String)> = sqlx::query_as(sql::LEFT_UNTOUCHED)
            .bind(now_ms.saturating_sub(SESSION_LIFETIME_MS))
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.into_iter().map(|(campaign, seat)| Chair::new(campaign, seat)).collect())
    }

    /// Removes what has run out: sessions past their lifetime, with persons that have no other and no account,
    /// invitations 30 days past theirs, and tokens at their end.
    ///
    /// # Errors
    /// A failed store.
    pub async fn sweep(&self, now_ms: i64) -> Result<Swept, Fault> {
        let mut transaction = self.begin().await?;
        let closed_ms = now_ms.saturating_sub(CLOSED_INVITATION_KEPT_MS);
        sqlx::query(sql::NOTE_HELD_BY_INVITED).bind(closed_ms).execute(&mut *transaction).await?;
        let invitations =
            sqlx::query(sql::DROP_OLD_INVITATIONS).bind(closed_ms).execute(&mut *transaction).await?;
        let sessions = sqlx::query(sql::DROP_OLD_SESSIONS)
            .bind(now_ms.saturating_sub(SESSION_LIFETIME_MS))
            .execute(&mut *transaction)
            .await?;
        let tokens = sqlx::query(sql::DROP_OLD_TOKENS).bind(now_ms).execute(&mut *transaction).await?;
        sqlx::query(sql::DROP_OLD_BEGINNINGS)
            .bind(now_ms.saturating_sub(DAY_MS))
            .execute(&mut *transaction)
            .await?;
        sqlx::query(sql::NOTE_HELD_BY_LEFT).execute(&mut *transaction).await?;
        sqlx::query(sql::DROP_PERSONS_LEFT).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(Swept {
            n_invitations: invitations.rows_affected(),
            n_sessions: sessions.rows_affected(),
            n_tokens: tokens.rows_affected(),
        })
    }

    /// The journal holds old pages until it is emptied into the file.
    pub(crate) async fn truncate_journal(&self) -> Result<(), Fault> {
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&self.pool).await?;
        Ok(())
    }
}
