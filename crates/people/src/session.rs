//! Sessions: what a browser holds after an invitation has been exchanged.

use sqlx::{Row, Sqlite, SqlitePool, Transaction};

use crate::chair::Chair;
use crate::fault::Fault;
use crate::invitation::{InvitationState, Stored};
use crate::secret::{Handle, Secret};
use crate::store::People;

/// A day in milliseconds.
pub const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A session not used for this long is over: 90 days.
pub const SESSION_LIFETIME_MS: i64 = 90 * DAY_MS;

/// Uses closer together than this are not written down each, so that reading a page costs no disk sync.
const TOUCH_GRAIN_MS: i64 = 60_000;

/// A living session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Its name in lists.
    pub handle: Handle,
    /// The token that each of its forms carries against requests forged by other pages.
    pub csrf: String,
    /// When it began.
    pub created_ms: i64,
    /// When it was used last, to the minute.
    pub last_used_ms: i64,
    /// The chairs it holds, by campaign and seat.
    pub chairs: Vec<Chair>,
}

impl Session {
    /// Whether it holds a seat of a campaign.
    pub fn holds(&self, campaign: &str, seat: &str) -> bool {
        self.chairs.iter().any(|chair| chair.campaign == campaign && chair.seat == seat)
    }
}

/// How the exchange of an invitation ends.
#[derive(Clone, Debug)]
pub enum Entry {
    /// The chair is taken.
    Entered {
        /// The session.
        session: Session,
        /// Its secret, for the cookie. A session that was there before has a new one from now on.
        secret: Secret,
        /// The chair that has been opened.
        chair: Chair,
    },
    /// The invitation opens nothing.
    Closed(Closed),
}

/// Why an invitation opens nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// There is none with this secret.
    Unknown,
    /// It has been used.
    Used,
    /// It has been taken back.
    Revoked,
    /// Its time is over.
    Expired,
}

/// Somebody who holds a chair, for the umpire's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The session.
    pub session: Handle,
    /// The chair.
    pub chair: Chair,
    /// The label of the invitation that opened it; may be empty.
    pub label: String,
    /// Since when.
    pub since_ms: i64,
    /// When the session was used last, to the minute.
    pub last_used_ms: i64,
}

impl People {
    /// Uses an invitation up and seats its bearer, in the session the browser has or in a new one.
    ///
    /// A session that was there gets a new secret, so that nobody who planted or saw the old one comes in with
    /// the new chair.
    ///
    /// # Errors
    /// A failed store or random source; then the invitation is still unused.
    pub async fn exchange(
        &self,
        invitation: &str,
        existing: Option<&str>,
        now_ms: i64,
    ) -> Result<Entry, Fault> {
        let Some(invitation) = Secret::read(invitation) else { return Ok(Entry::Closed(Closed::Unknown)) };
        let mut transaction = self.begin().await?;
        let found: Option<Stored> = sqlx::query_as("SELECT * FROM invitation WHERE secret_hash = ?")
            .bind(invitation.hash())
            .fetch_optional(&mut *transaction)
            .await?;
        let Some(found) = found else { return Ok(Entry::Closed(Closed::Unknown)) };
        let found = found.at(now_ms);
        match found.state {
            InvitationState::Open => {}
            InvitationState::Used { .. } => return Ok(Entry::Closed(Closed::Used)),
            InvitationState::Revoked { .. } => return Ok(Entry::Closed(Closed::Revoked)),
            InvitationState::Expired => return Ok(Entry::Closed(Closed::Expired)),
        }
        let (secret, handle) = renew_or_begin(&mut transaction, existing, now_ms).await?;
        sqlx::query("UPDATE invitation SET used_ms = ?, used_by = ? WHERE handle = ?")
            .bind(now_ms)
            .bind(handle.as_str())
            .bind(found.handle.as_str())
            .execute(&mut *transaction)
            .await?;
        sqlx::query(
            "INSERT INTO session_chair (session, campaign, seat, label, since_ms) VALUES (?, ?, ?, ?, ?) \
             ON CONFLICT (session, campaign, seat) DO UPDATE SET label = excluded.label",
        )
        .bind(handle.as_str())
        .bind(&found.chair.campaign)
        .bind(&found.chair.seat)
        .bind(&found.label)
        .bind(now_ms)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        let session = living(&self.pool, &secret, now_ms).await?.ok_or(sqlx::Error::RowNotFound)?;
        Ok(Entry::Entered { session, secret, chair: found.chair })
    }

    /// The chair that this session took by the invitation with this secret; `None` when it came in by another.
    ///
    /// # Errors
    /// A failed store.
    pub async fn opened(&self, invitation: &str, session: &Handle) -> Result<Option<Chair>, Fault> {
        let Some(invitation) = Secret::read(invitation) else { return Ok(None) };
        let found: Option<(String, String)> =
            sqlx::query_as("SELECT campaign, seat FROM invitation WHERE secret_hash = ? AND used_by = ?")
                .bind(invitation.hash())
                .bind(session.as_str())
                .fetch_optional(&self.pool)
                .await?;
        Ok(found.map(|(campaign, seat)| Chair::new(campaign, seat)))
    }

    /// The living session with this secret, and notes that it was used, if the disk takes it: who only reads goes on
    /// reading when it does not.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub async fn session(&self, secret: &str, now_ms: i64) -> Result<Option<Session>, Fault> {
        let Some(secret) = Secret::read(secret) else { return Ok(None) };
        let Some(mut session) = living(&self.pool, &secret, now_ms).await? else { return Ok(None) };
        if session.last_used_ms.saturating_add(TOUCH_GRAIN_MS) <= now_ms {
            let noted =
                sqlx::query("UPDATE session SET last_used_ms = ? WHERE handle = ? AND last_used_ms < ?")
                    .bind(now_ms)
                    .bind(session.handle.as_str())
                    .bind(now_ms)
                    .execute(&self.pool)
                    .await;
            if noted.is_ok() {
                session.last_used_ms = now_ms;
            }
        }
        Ok(Some(session))
    }

    /// The chairs of a living session, by campaign and seat; none when it is over.
    ///
    /// # Errors
    /// A failed store.
    pub async fn seats_of(&self, session: &Handle, now_ms: i64) -> Result<Vec<Chair>, Fault> {
        chairs(&self.pool, session, now_ms).await
    }

    /// Whether a living session holds a seat of a campaign. An open stream asks this to end with its session.
    ///
    /// # Errors
    /// A failed store.
    pub async fn holds(
        &self,
        session: &Handle,
        campaign: &str,
        seat: &str,
        now_ms: i64,
    ) -> Result<bool, Fault> {
        let chairs = self.seats_of(session, now_ms).await?;
        Ok(chairs.iter().any(|chair| chair.campaign == campaign && chair.seat == seat))
    }

    /// Who holds the seats of a campaign: by seat, then the longest first.
    ///
    /// # Errors
    /// A failed store.
    pub async fn holders(&self, campaign: &str, now_ms: i64) -> Result<Vec<Holder>, Fault> {
        let rows = sqlx::query(
            "SELECT session, campaign, seat, label, since_ms, last_used_ms \
             FROM session_chair JOIN session ON session.handle = session_chair.session \
             WHERE campaign = ? AND last_used_ms > ? ORDER BY seat, since_ms, session",
        )
        .bind(campaign)
        .bind(now_ms.saturating_sub(SESSION_LIFETIME_MS))
        .fetch_all(&self.pool)
        .await?;
        let holder = |row: &sqlx::sqlite::SqliteRow| {
            Ok(Holder {
                session: Handle::stored(row.try_get("session")?),
                chair: Chair::new(row.try_get::<String, _>("campaign")?, row.try_get::<String, _>("seat")?),
                label: row.try_get("label")?,
                since_ms: row.try_get("since_ms")?,
                last_used_ms: row.try_get("last_used_ms")?,
            })
        };
        Ok(rows.iter().map(holder).collect::<Result<_, sqlx::Error>>()?)
    }

    /// Ends a session at once: it holds nothing any more. Says whether there was one.
    ///
    /// # Errors
    /// A failed store.
    pub async fn revoke_session(&self, session: &Handle) -> Result<bool, Fault> {
        let done = sqlx::query("DELETE FROM session WHERE handle = ?")
            .bind(session.as_str())
            .execute(&self.pool)
            .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Takes one chair from a session, which keeps its others. Says whether it held it.
    ///
    /// # Errors
    /// A failed store.
    pub async fn unseat(&self, session: &Handle, chair: &Chair) -> Result<bool, Fault> {
        let done = sqlx::query("DELETE FROM session_chair WHERE session = ? AND campaign = ? AND seat = ?")
            .bind(session.as_str())
            .bind(&chair.campaign)
            .bind(&chair.seat)
            .execute(&self.pool)
            .await?;
        Ok(done.rows_affected() == 1)
    }
}

/// Gives the living session a new secret, or begins one.
async fn renew_or_begin(
    transaction: &mut Transaction<'_, Sqlite>,
    existing: Option<&str>,
    now_ms: i64,
) -> Result<(Secret, Handle), Fault> {
    let secret = Secret::random()?;
    if let Some(old) = existing.and_then(Secret::read) {
        let renewed: Option<String> = sqlx::query_scalar(
            "UPDATE session SET secret_hash = ?, last_used_ms = max(last_used_ms, ?) \
             WHERE secret_hash = ? AND last_used_ms > ? RETURNING handle",
        )
        .bind(secret.hash())
        .bind(now_ms)
        .bind(old.hash())
        .bind(now_ms.saturating_sub(SESSION_LIFETIME_MS))
        .fetch_optional(&mut **transaction)
        .await?;
        if let Some(handle) = renewed {
            return Ok((secret, Handle::stored(handle)));
        }
    }
    let handle = Handle::random()?;
    sqlx::query("INSERT INTO session (handle, secret_hash, created_ms, last_used_ms) VALUES (?, ?, ?, ?)")
        .bind(handle.as_str())
        .bind(secret.hash())
        .bind(now_ms)
        .bind(now_ms)
        .execute(&mut **transaction)
        .await?;
    Ok((secret, handle))
}

async fn living(pool: &SqlitePool, secret: &Secret, now_ms: i64) -> Result<Option<Session>, Fault> {
    let row = sqlx::query(
        "SELECT handle, created_ms, last_used_ms FROM session WHERE secret_hash = ? AND last_used_ms > ?",
    )
    .bind(secret.hash())
    .bind(now_ms.saturating_sub(SESSION_LIFETIME_MS))
    .fetch_optional(pool)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let handle = Handle::stored(row.try_get("handle")?);
    let chairs = chairs(pool, &handle, now_ms).await?;
    Ok(Some(Session {
        handle,
        csrf: secret.csrf(),
        created_ms: row.try_get("created_ms")?,
        last_used_ms: row.try_get("last_used_ms")?,
        chairs,
    }))
}

async fn chairs(pool: &SqlitePool, session: &Handle, now_ms: i64) -> Result<Vec<Chair>, Fault> {
    let rows: Vec<(String, String)> = sqlx::query_as(
        "SELECT campaign, seat FROM session_chair JOIN session ON session.handle = session_chair.session \
         WHERE session = ? AND last_used_ms > ? ORDER BY campaign, seat",
    )
    .bind(session.as_str())
    .bind(now_ms.saturating_sub(SESSION_LIFETIME_MS))
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(|(campaign, seat)| Chair { campaign, seat }).collect())
}
