//! Drafts: set-ups that an account is writing. Each belongs to one person alone; to anybody else it is not there. They
//! change and can be erased, and no campaign reads them.

use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row};

use crate::chair::Chair;
use crate::fault::Fault;
use crate::secret::Handle;
use crate::session::DAY_MS;
use crate::sql;
use crate::store::People;

/// The most drafts that one person keeps.
pub const MOST_DRAFTS: u32 = 20;

/// The most bytes that a draft's text has: 1 MiB.
pub const MOST_DRAFT_BYTES: usize = 1 << 20;

/// The most campaigns that one person begins within 24 hours.
pub const MOST_BEGUN_A_DAY: i64 = 10;

/// A draft as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftCard {
    /// Its name in addresses.
    pub handle: Handle,
    /// The system's name in files.
    pub system: String,
    /// What lists call it.
    pub title: String,
    /// Another number after each change, from 1.
    pub version: i64,
    /// When it was made.
    pub created_ms: i64,
    /// When it was changed last.
    pub changed_ms: i64,
    /// When a campaign was last begun from it.
    pub begun_ms: Option<i64>,
}

/// A draft with its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// What lists show of it.
    pub card: DraftCard,
    /// The set-up file.
    pub text: String,
}

/// Why a draft was not kept. What stood there stands as it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unkept {
    /// There is no such draft of this person.
    Unknown,
    /// It has changed since this version was read.
    Stale,
    /// The person has [`MOST_DRAFTS`] already.
    TooMany,
    /// The text has more than [`MOST_DRAFT_BYTES`] bytes.
    TooLong,
}

/// Whether a campaign may be begun from a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begun {
    /// It may, and that it is begun is noted.
    Yes,
    /// There is no such draft of this person.
    Unknown,
    /// The draft has changed since this version was read, or a campaign has just been begun from this very version.
    Stale,
    /// The person has begun [`MOST_BEGUN_A_DAY`] campaigns within 24 hours.
    TooMany,
}

impl People {
    /// Keeps a new draft.
    ///
    /// # Errors
    /// A failed store or random source.
    pub async fn make_draft(
        &self,
        person: &Handle,
        system: &str,
        title: &str,
        text: &str,
        now_ms: i64,
    ) -> Result<Result<Handle, Unkept>, Fault> {
        if text.len() > MOST_DRAFT_BYTES {
            return Ok(Err(Unkept::TooLong));
        }
        let handle = Handle::random()?;
        let done = sqlx::query(sql::ADD_DRAFT)
            .bind(handle.as_str())
            .bind(person.as_str())
            .bind(system)
            .bind(title)
            .bind(text)
            .bind(now_ms)
            .bind(MOST_DRAFTS)
            .execute(&self.pool)
            .await?;
        Ok(if done.rows_affected() == 1 { Ok(handle) } else { Err(Unkept::TooMany) })
    }

    /// The drafts of a person, the one changed last first.
    ///
    /// # Errors
    /// A failed store.
    pub async fn drafts(&self, person: &Handle) -> Result<Vec<DraftCard>, Fault> {
        Ok(sqlx::query_as(sql::DRAFTS).bind(person.as_str()).fetch_all(&self.pool).await?)
    }

    /// A draft of a person; `None` for everybody else's, as for one that never was.
    ///
    /// # Errors
    /// A failed store.
    pub async fn draft(&self, person: &Handle, draft: &Handle) -> Result<Option<Draft>, Fault> {
        let found = sqlx::query_as(sql::DRAFT).bind(person.as_str()).bind(draft.as_str());
        Ok(found.fetch_optional(&self.pool).await?)
    }

    /// Puts a text in the place of the one that was read as `version`; gives the new version.
    ///
    /// # Errors
    /// A failed store.
    pub async fn write_draft(
        &self,
        person: &Handle,
        draft: &Handle,
        version: i64,
        (title, text): (&str, &str),
        now_ms: i64,
    ) -> Result<Result<i64, Unkept>, Fault> {
        if text.len() > MOST_DRAFT_BYTES {
            return Ok(Err(Unkept::TooLong));
        }
        let done = sqlx::query(sql::WRITE_DRAFT)
            .bind(title)
            .bind(text)
            .bind(now_ms)
            .bind(person.as_str())
            .bind(draft.as_str())
            .bind(version)
            .execute(&self.pool)
            .await?;
        Ok(match done.rows_affected() {
            1 => Ok(version.saturating_add(1)),
            _ if self.draft(person, draft).await?.is_some() => Err(Unkept::Stale),
            _ => Err(Unkept::Unknown),
        })
    }

    /// Throws a draft away; says whether there was one. Afterwards no byte of it is left in the files.
    ///
    /// # Errors
    /// A failed store.
    pub async fn drop_draft(&self, person: &Handle, draft: &Handle) -> Result<bool, Fault> {
        let done =
            sqlx::query(sql::DROP_DRAFT).bind(person.as_str()).bind(draft.as_str()).execute(&self.pool);
        let was_there = done.await?.rows_affected() == 1;
        if was_there {
            self.truncate_journal().await?;
        }
        Ok(was_there)
    }

    /// Notes that a campaign is begun from this version of a draft, which counts as a change of it: the same form sent
    /// twice begins one campaign.
    ///
    /// # Errors
    /// A failed store.
    pub async fn begin_draft(
        &self,
        person: &Handle,
        draft: &Handle,
        version: i64,
        now_ms: i64,
    ) -> Result<Begun, Fault> {
        let mut transaction = self.begin().await?;
        let n_begun: i64 = sqlx::query_scalar(sql::N_BEGINNINGS)
            .bind(person.as_str())
            .bind(now_ms.saturating_sub(DAY_MS))
            .fetch_one(&mut *transaction)
            .await?;
        if n_begun >= MOST_BEGUN_A_DAY {
            return Ok(Begun::TooMany);
        }
        let noted = sqlx::query(sql::BEGIN_DRAFT)
            .bind(now_ms)
            .bind(person.as_str())
            .bind(draft.as_str())
            .bind(version)
            .execute(&mut *transaction)
            .await?;
        if noted.rows_affected() == 0 {
            drop(transaction);
            let is_there = self.draft(person, draft).await?.is_some();
            return Ok(if is_there { Begun::Stale } else { Begun::Unknown });
        }
        sqlx::query(sql::ADD_BEGINNING).bind(person.as_str()).bind(now_ms).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(Begun::Yes)
    }

    /// Gives a person a chair at a campaign that it has begun itself, so that nobody has to be invited to it.
    ///
    /// # Errors
    /// A failed store.
    pub async fn seat(&self, person: &Handle, chair: &Chair, now_ms: i64) -> Result<(), Fault> {
        sqlx::query(sql::ADD_CHAIR)
            .bind(person.as_str())
            .bind(&chair.campaign)
            .bind(&chair.seat)
            .bind("")
            .bind(now_ms)
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}

impl FromRow<'_, SqliteRow> for DraftCard {
    fn from_row(row: &SqliteRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            handle: Handle::stored(row.try_get("handle")?),
            system: row.try_get("system")?,
            title: row.try_get("title")?,
            version: row.try_get("version")?,
            created_ms: row.try_get("created_ms")?,
            changed_ms: row.try_get("changed_ms")?,
            begun_ms: row.try_get("begun_ms")?,
        })
    }
}

impl FromRow<'_, SqliteRow> for Draft {
    fn from_row(row: &SqliteRow) -> Result<Self, sqlx::Error> {
        Ok(Self { card: DraftCard::from_row(row)?, text: row.try_get("text")? })
    }
}
