//! Sessions: what a browser holds after an invitation has been exchanged, or somebody has signed in.

use sqlx::{Row, Sqlite, SqlitePool, Transaction};

use crate::chair::Chair;
use crate::fault::Fault;
use crate::invitation::{InvitationState, Stored};
use crate::secret::{Handle, Secret};
use crate::sql;
use crate::store::People;

/// A day in milliseconds.
pub const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A session not used for this long is over: 90 days.
pub const SESSION_LIFETIME_MS: i64 = 90 * DAY_MS;

/// Uses closer together than this are not written down each, so that reading a page costs no disk sync.
const TOUCH_GRAIN_MS: i64 = 60_000;

/// The longest description of a device, in characters.
const MAX_DEVICE_CHARS: usize = 60;

/// A living session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Its name in lists.
    pub handle: Handle,
    /// Whose it is.
    pub person: Handle,
    /// The name that the person signs in with; `None` without an account.
    pub account: Option<String>,
    /// The token that each of its forms carries against requests forged by other pages.
    pub csrf: String,
    /// When it began.
    pub created_ms: i64,
    /// When it was used last, to the minute.
    pub last_used_ms: i64,
    /// The chairs the person holds, by campaign and seat.
    pub chairs: Vec<Chair>,
}

impl Session {
    /// Whether its person holds a seat of a campaign.
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
        session: Box<Session>,
        /// Its secret, for the cookie. A session that was there before has a new one from now on.
        secret: Secret,
        /// The chair that has been opened.
        chair: Chair,
    },
    /// The browser's person holds the chair already; the invitation is still unused.
    Held {
        /// The chair.
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

impl People {
    /// Uses an invitation up and seats its bearer: the person whose session the browser has, or a new one. Who holds
    /// the chair already keeps it, and the invitation stays open for somebody else.
    ///
    /// A session that was there gets a new secret, so that nobody who planted or saw the old one comes in with
    /// the new chair. `device` says in a few words what the browser calls itself.
    ///
    /// # Errors
    /// A failed store or random source; then the invitation is still unused.
    pub async fn exchange(
        &self,
        invitation: &str,
        existing: Option<&str>,
        device: &str,
        now_ms: i64,
    ) -> Result<Entry, Fault> {
        let Some(invitation) = Secret::read(invitation) else { return Ok(Entry::Closed(Closed::Unknown)) };
        let mut transaction = self.begin().await?;
        let found: Option<Stored> = sqlx::query_as(sql::INVITATION_BY_SECRET)
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
        let before = match existing.and_then(Secret::read) {
            Some(secret) => living_row(&mut *transaction, &secret, now_ms).await?,
            None => None,
        };
        if let Some(known) = &before
            && chairs(&mut *transaction, &known.handle, now_ms).await?.contains(&found.chair)
        {
            return Ok(Entry::Held { chair: found.chair });
        }
        let (secret, person) = match before {
            Some(known) => (renew(&mut transaction, &known.handle).await?, known.person),
            None => {
                let person = Handle::random()?;
                sqlx::query(sql::ADD_PERSON)
                    .bind(person.as_str())
                    .bind(now_ms)
                    .execute(&mut *transaction)
                    .await?;
                (begin(&mut transaction, &person, device, now_ms).await?, person)
            }
        };
        sqlx::query(sql::USE_INVITATION)
            .bind(now_ms)
            .bind(person.as_str())
            .bind(found.handle.as_str())
            .execute(&mut *transaction)
            .await?;
        sqlx::query(sql::ADD_CHAIR)
            .bind(person.as_str())
            .bind(&found.chair.campaign)
            .bind(&found.chair.seat)
            .bind(&found.label)
            .bind(now_ms)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        let session = living(&self.pool, &secret, now_ms).await?.ok_or(sqlx::Error::RowNotFound)?;
        Ok(Entry::Entered { session: Box::new(session), secret, chair: found.chair })
    }

    /// The chair that this person took by the invitation with this secret; `None` when another did.
    ///
    /// # Errors
    /// A failed store.
    pub async fn opened(&self, invitation: &str, person: &Handle) -> Result<Option<Chair>, Fault> {
        let Some(invitation) = Secret::read(invitation) else { return Ok(None) };
        let found: Option<(String, String)> = sqlx::query_as(sql::OPENED_BY_PERSON)
            .bind(invitation.hash())
            .bind(person.as_str())
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
            let mut noted = true;
            for (statement, handle) in
                [(sql::TOUCH_SESSION, &session.handle), (sql::TOUCH_PERSON, &session.person)]
            {
                let done =
                    sqlx::query(statement).bind(now_ms).bind(handle.as_str()).execute(&self.pool).await;
                noted &= done.is_ok();
            }
            if noted {
                session.last_used_ms = now_ms;
            }
        }
        Ok(Some(session))
    }

    /// The chairs that the person of a living session holds, by campaign and seat; none when it is over.
    ///
    /// # Errors
    /// A failed store.
    pub async fn seats_of(&self, session: &Handle, now_ms: i64) -> Result<Vec<Chair>, Fault> {
        chairs(&self.pool, session, now_ms).await
    }

    /// Whether a session lives and its person holds a seat of a campaign. An open stream asks this to end with either.
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

    /// Ends a session at once. A person without an account ends with it and holds nothing any more; with one the seats
    /// stay the account's. Says whether there was one.
    ///
    /// # Errors
    /// A failed store.
    pub async fn revoke_session(&self, session: &Handle) -> Result<bool, Fault> {
        let person: Option<String> = sqlx::query_scalar(sql::PERSON_OF_SESSION)
            .bind(session.as_str())
            .fetch_optional(&self.pool)
            .await?;
        match person {
            Some(person) => self.sign_out(&Handle::stored(person), session).await,
            None => Ok(false),
        }
    }
}

/// A living session as it is stored, without its chairs.
pub(crate) struct Living {
    pub handle: Handle,
    pub person: Handle,
    pub account: Option<String>,
    created_ms: i64,
    last_used_ms: i64,
}

/// Gives a session a new secret.
pub(crate) async fn renew(
    transaction: &mut Transaction<'_, Sqlite>,
    session: &Handle,
) -> Result<Secret, Fault> {
    let secret = Secret::random()?;
    sqlx::query(sql::RENEW_SESSION)
        .bind(secret.hash())
        .bind(session.as_str())
        .execute(&mut **transaction)
        .await?;
    Ok(secret)
}

/// Begins a session of a person.
pub(crate) async fn begin(
    transaction: &mut Transaction<'_, Sqlite>,
    person: &Handle,
    device: &str,
    now_ms: i64,
) -> Result<Secret, Fault> {
    let (secret, handle) = (Secret::random()?, Handle::random()?);
    let device: String = device.chars().filter(|c| !c.is_control()).take(MAX_DEVICE_CHARS).collect();
    sqlx::query(sql::ADD_SESSION)
        .bind(handle.as_str())
        .bind(secret.hash())
        .bind(person.as_str())
        .bind(device)
        .bind(now_ms)
        .execute(&mut **transaction)
        .await?;
    sqlx::query(sql::TOUCH_PERSON).bind(now_ms).bind(person.as_str()).execute(&mut **transaction).await?;
    Ok(secret)
}

/// Drops a person who has neither a session nor an account any more, with the seats and the tokens made for them.
pub(crate) async fn drop_if_left(
    transaction: &mut Transaction<'_, Sqlite>,
    person: &Handle,
) -> Result<(), Fault> {
    sqlx::query(sql::NOTE_HELD_BY_LEFT).execute(&mut **transaction).await?;
    let done = sqlx::query(sql::DROP_PERSON_LEFT).bind(person.as_str()).execute(&mut **transaction).await?;
    if done.rows_affected() == 1 {
        sqlx::query(sql::DROP_TOKENS_OF_PERSON).bind(person.as_str()).execute(&mut **transaction).await?;
    }
    Ok(())
}

/// The living session with a secret, as it is stored.
pub(crate) async fn living_row<'c>(
    store: impl sqlx::Executor<'c, Database = Sqlite>,
    secret: &Secret,
    now_ms: i64,
) -> Result<Option<Living>, Fault> {
    let row = sqlx::query(sql::LIVING_SESSION)
        .bind(secret.hash())
        .bind(now_ms.saturating_sub(SESSION_LIFETIME_MS))
        .fetch_optional(store)
        .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(Living {
        handle: Handle::stored(row.try_get("handle")?),
        person: Handle::stored(row.try_get("person")?),
        account: row.try_get("name")?,
        created_ms: row.try_get("created_ms")?,
        last_used_ms: row.try_get("last_used_ms")?,
    }))
}

/// The living session with a secret.
pub(crate) async fn living(
    pool: &SqlitePool,
    secret: &Secret,
    now_ms: i64,
) -> Result<Option<Session>, Fault> {
    let Some(living) = living_row(pool, secret, now_ms).await? else { return Ok(None) };
    let Living { handle, person, account, created_ms, last_used_ms } = living;
    let chairs = chairs(pool, &handle, now_ms).await?;
    Ok(Some(Session { handle, person, account, csrf: secret.csrf(), created_ms, last_used_ms, chairs }))
}

/// The chairs of a living session's person.
pub(crate) async fn chairs<'c>(
    store: impl sqlx::Executor<'c, Database = Sqlite>,
    session: &Handle,
    now_ms: i64,
) -> Result<Vec<Chair>, Fault> {
    let rows: Vec<(String, String)> = sqlx::query_as(sql::CHAIRS_OF_SESSION)
        .bind(session.as_str())
        .bind(now_ms.saturating_sub(SESSION_LIFETIME_MS))
        .fetch_all(store)
        .await?;
    Ok(rows.into_iter().map(|(campaign, seat)| Chair { campaign, seat }).collect())
}
