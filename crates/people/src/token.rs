//! Tokens: what a program shows to read and act at one seat, instead of a browser's session.
//!
//! A token is bound to one chair and to a time. It opens no page and begins no session, and a session's secret is no
//! token: their tables are apart, and a token's text begins with [`TOKEN_MARK`]. What has been revoked is gone; it is
//! answered like one that never was.

use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row};

use crate::chair::Chair;
use crate::fault::Fault;
use crate::secret::{Handle, Secret};
use crate::sql;
use crate::store::People;

/// What the text of every token begins with, so that one in a place where it should not be is found by searching.
pub const TOKEN_MARK: &str = "adjutant_";

/// The longest time a token lives: a year.
pub const TOKEN_MOST_DAYS: u16 = 365;

/// Uses nearer together than this are not written down each.
const TOUCH_GRAIN_MS: i64 = 60_000;

/// Who makes a token.
#[derive(Clone, Copy, Debug)]
pub enum Maker<'a> {
    /// Whoever stands at the host's machine.
    Host,
    /// A person in a browser.
    Person {
        /// The person: when the seat is taken back from it, the token goes too.
        person: &'a Handle,
        /// Whether that browser holds the umpire's seat too.
        umpires: bool,
    },
}

/// By whose hand a token was made, as it is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MadeBy {
    /// In a browser that holds the seat.
    Seat,
    /// In a browser that holds the umpire's seat too.
    Umpire,
    /// At the host's machine, or before this was remembered.
    Host,
}

impl MadeBy {
    fn stored(self) -> &'static str {
        match self {
            Self::Seat => "seat",
            Self::Umpire => "umpire",
            Self::Host => "host",
        }
    }

    fn read(stored: Option<&str>) -> Self {
        match stored {
            Some("seat") => Self::Seat,
            Some("umpire") => Self::Umpire,
            _ => Self::Host,
        }
    }
}

impl<'a> Maker<'a> {
    fn person(self) -> Option<&'a Handle> {
        match self {
            Self::Host => None,
            Self::Person { person, .. } => Some(person),
        }
    }

    fn made_by(self) -> MadeBy {
        match self {
            Self::Host => MadeBy::Host,
            Self::Person { umpires: true, .. } => MadeBy::Umpire,
            Self::Person { umpires: false, .. } => MadeBy::Seat,
        }
    }
}

/// A token as lists show it: without its secret, which is stored nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatToken {
    /// Its name in lists.
    pub handle: Handle,
    /// Where it acts.
    pub chair: Chair,
    /// What for, in its maker's words; may be empty.
    pub label: String,
    /// When it was made.
    pub created_ms: i64,
    /// From when on it opens nothing.
    pub expires_ms: i64,
    /// When it was used last, to the minute; never yet when absent.
    pub last_used_ms: Option<i64>,
    /// By whose hand it was made.
    pub made_by: MadeBy,
}

/// A new token with its text, which cannot be shown again.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// The token.
    pub token: SeatToken,
    secret: Secret,
}

impl NewToken {
    /// The text that a program shows. Never log it.
    pub fn reveal(&self) -> String {
        format!("{TOKEN_MARK}{}", self.secret.reveal())
    }
}

impl People {
    /// Makes a token for a chair.
    ///
    /// # Errors
    /// [`Fault::Label`] when the label is too long or holds control characters, else a failed store or random source.
    pub async fn make_token(
        &self,
        chair: &Chair,
        label: &str,
        maker: Maker<'_>,
        now_ms: i64,
        lifetime_ms: i64,
    ) -> Result<NewToken, Fault> {
        let label = &*crate::name::label(label).ok_or(Fault::Label)?;
        let secret = Secret::random()?;
        let token = SeatToken {
            handle: Handle::random()?,
            chair: chair.clone(),
            label: label.to_owned(),
            created_ms: now_ms,
            expires_ms: now_ms.saturating_add(lifetime_ms),
            last_used_ms: None,
            made_by: maker.made_by(),
        };
        sqlx::query(sql::ADD_TOKEN)
            .bind(token.handle.as_str())
            .bind(secret.hash())
            .bind(&chair.campaign)
            .bind(&chair.seat)
            .bind(label)
            .bind(maker.person().map(Handle::as_str))
            .bind(now_ms)
            .bind(token.expires_ms)
            .bind(token.made_by.stored())
            .execute(&self.pool)
            .await?;
        Ok(NewToken { token, secret })
    }

    /// The living token with this text, and notes that it was used, if the disk takes it.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub async fn token(&self, text: &str, now_ms: i64) -> Result<Option<SeatToken>, Fault> {
        let Some(secret) = text.strip_prefix(TOKEN_MARK).and_then(Secret::read) else { return Ok(None) };
        let found: Option<SeatToken> = sqlx::query_as(sql::LIVING_TOKEN)
            .bind(secret.hash())
            .bind(now_ms)
            .fetch_optional(&self.pool)
            .await?;
        let Some(mut token) = found else { return Ok(None) };
        if token.last_used_ms.is_none_or(|last| last.saturating_add(TOUCH_GRAIN_MS) <= now_ms) {
            let noted = sqlx::query(sql::TOUCH_TOKEN)
                .bind(now_ms)
                .bind(token.handle.as_str())
                .execute(&self.pool)
                .await;
            // Who only reads goes on reading when the disk takes nothing more.
            if noted.is_ok() {
                token.last_used_ms = Some(now_ms);
            }
        }
        Ok(Some(token))
    }

    /// Whether a token still opens its seat. An open stream asks this to end with its token.
    ///
    /// # Errors
    /// A failed store.
    pub async fn token_lives(&self, token: &Handle, now_ms: i64) -> Result<bool, Fault> {
        let n: i64 = sqlx::query_scalar(sql::N_LIVING_TOKENS)
            .bind(token.as_str())
            .bind(now_ms)
            .fetch_one(&self.pool)
            .await?;
        Ok(n == 1)
    }

    /// The living tokens of a campaign, or of one of its seats; by seat, the oldest first.
    ///
    /// # Errors
    /// A failed store.
    pub async fn tokens(
        &self,
        campaign: &str,
        seat: Option<&str>,
        now_ms: i64,
    ) -> Result<Vec<SeatToken>, Fault> {
        Ok(sqlx::query_as(sql::TOKENS).bind(campaign).bind(seat).bind(now_ms).fetch_all(&self.pool).await?)
    }

    /// Revokes a token of a campaign, or of one of its seats only. Says whether there was one.
    ///
    /// # Errors
    /// A failed store.
    pub async fn revoke_token(
        &self,
        campaign: &str,
        seat: Option<&str>,
        token: &Handle,
    ) -> Result<bool, Fault> {
        let done = sqlx::query(sql::DROP_TOKEN)
            .bind(token.as_str())
            .bind(campaign)
            .bind(seat)
            .execute(&self.pool)
            .await?;
        Ok(done.rows_affected() == 1)
    }
}

impl FromRow<'_, SqliteRow> for SeatToken {
    fn from_row(row: &SqliteRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            handle: Handle::stored(row.try_get("handle")?),
            chair: Chair::new(row.try_get::<String, _>("campaign")?, row.try_get::<String, _>("seat")?),
            label: row.try_get("label")?,
            created_ms: row.try_get("created_ms")?,
            expires_ms: row.try_get("expires_ms")?,
            last_used_ms: row.try_get("last_used_ms")?,
            made_by: MadeBy::read(row.try_get::<Option<String>, _>("maker")?.as_deref()),
        })
    }
}
