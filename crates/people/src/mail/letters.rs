//! Letters to persons: for each occasion one at the most, kept until it was sent or is too old.
//!
//! A letter is claimed before it is sent. One that was under way when the program ended is not sent again, since nobody
//! knows whether it left.

use crate::fault::Fault;
use crate::secret::Handle;
use crate::session::DAY_MS;
use crate::sql;
use crate::store::People;

/// The most letters that wait at a time.
pub const MOST_DUE: i64 = 1000;
/// A letter that could not be sent for this long is dropped: a day.
pub const DUE_FOR_MS: i64 = DAY_MS;
/// How long it is remembered that there was a letter for an occasion: longer than any step lasts.
const REMEMBERED_MS: i64 = 120 * DAY_MS;
/// The first pause after a letter could not be sent; each one after it is twice as long, to an hour at the most.
const FIRST_PAUSE_MS: i64 = 60_000;
const LONGEST_PAUSE_MS: i64 = 60 * 60_000;

/// A letter to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Its number.
    pub number: i64,
    /// Where it goes.
    pub address: String,
    /// The subject.
    pub subject: String,
    /// The text.
    pub body: String,
    /// Names the reader in the link that stops reminders.
    pub stop: String,
    /// Whether it can be stopped: it is a reminder, and no letter with a code.
    pub is_reminder: bool,
    /// How often it could not be sent.
    pub n_tries: i64,
}

impl People {
    /// Notes that something waits for a person, once for each occasion, and gives when that was first noticed; `None`
    /// when the occasion is done with.
    ///
    /// # Errors
    /// A failed store.
    pub async fn notice(&self, person: &Handle, occasion: &str, now_ms: i64) -> Result<Option<i64>, Fault> {
        let known: Option<(String, i64)> = sqlx::query_as(sql::LETTER_FOR)
            .bind(person.as_str())
            .bind(occasion)
            .fetch_optional(&self.pool)
            .await?;
        match known {
            Some((state, made_ms)) => Ok((state == "noticed").then_some(made_ms)),
            None => {
                sqlx::query(sql::NOTICE)
                    .bind(person.as_str())
                    .bind(occasion)
                    .bind(now_ms)
                    .execute(&self.pool)
                    .await?;
                Ok(Some(now_ms))
            }
        }
    }

    /// Leaves an occasion without a letter, for good.
    ///
    /// # Errors
    /// A failed store.
    pub async fn leave_occasion(&self, person: &Handle, occasion: &str) -> Result<(), Fault> {
        sqlx::query(sql::LEAVE_OCCASION).bind(person.as_str()).bind(occasion).execute(&self.pool).await?;
        Ok(())
    }

    /// Puts a letter into the queue, one for each occasion; says whether it is there. A queue that is full takes none.
    ///
    /// # Errors
    /// A failed store.
    pub async fn post(
        &self,
        person: &Handle,
        occasion: &str,
        (subject, body): (&str, &str),
        now_ms: i64,
    ) -> Result<bool, Fault> {
        let done = sqlx::query(sql::POST)
            .bind(person.as_str())
            .bind(occasion)
            .bind(subject)
            .bind(body)
            .bind(now_ms)
            .bind(MOST_DUE)
            .execute(&self.pool)
            .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Puts new words into a letter that still waits for the mail server.
    ///
    /// # Errors
    /// A failed store.
    pub async fn write_anew(
        &self,
        person: &Handle,
        occasion: &str,
        (subject, body): (&str, &str),
    ) -> Result<(), Fault> {
        sqlx::query(sql::WRITE_ANEW)
            .bind(person.as_str())
            .bind(occasion)
            .bind(subject)
            .bind(body)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// The occasions of a campaign that a reminder waits for.
    ///
    /// # Errors
    /// A failed store.
    pub async fn due_occasions(&self, campaign: &str) -> Result<Vec<(Handle, String)>, Fault> {
        let due = self.due_reminders().await?;
        let of = |occasion: &str| occasion.split(' ').nth(1) == Some(campaign);
        Ok(due
            .into_iter()
            .filter(|(_, _, occasion)| of(occasion))
            .map(|(_, who, what)| (who, what))
            .collect())
    }

    /// Drops the reminders that wait for the mail server and whose occasion is none of these any more.
    ///
    /// # Errors
    /// A failed store.
    pub async fn keep_reminders(&self, standing: &[(Handle, String)]) -> Result<(), Fault> {
        for (number, person, occasion) in self.due_reminders().await? {
            if !standing.iter().any(|(who, what)| *who == person && *what == occasion) {
                sqlx::query(sql::DROP_REMINDER).bind(number).execute(&self.pool).await?;
            }
        }
        Ok(())
    }

    async fn due_reminders(&self) -> Result<Vec<(i64, Handle, String)>, Fault> {
        let rows: Vec<(i64, String, String)> =
            sqlx::query_as(sql::DUE_REMINDERS).fetch_all(&self.pool).await?;
        let named = |(number, person, occasion)| (number, Handle::stored(person), occasion);
        Ok(rows.into_iter().map(named).collect())
    }

    /// Forgets, when a program begins, the letters that were under way when the last one ended, and gives their number.
    ///
    /// # Errors
    /// A failed store.
    pub async fn give_up_tried(&self) -> Result<u64, Fault> {
        Ok(sqlx::query(sql::GIVE_UP_TRIED).execute(&self.pool).await?.rows_affected())
    }

    /// Drops the letters that could not be sent for [`DUE_FOR_MS`], and gives their number; forgets old occasions.
    ///
    /// # Errors
    /// A failed store.
    pub async fn drop_stale_letters(&self, now_ms: i64) -> Result<u64, Fault> {
        let dropped = sqlx::query(sql::DROP_STALE_LETTERS)
            .bind(now_ms.saturating_sub(DUE_FOR_MS))
            .execute(&self.pool)
            .await?;
        sqlx::query(sql::FORGET_OCCASIONS)
            .bind(now_ms.saturating_sub(REMEMBERED_MS))
            .execute(&self.pool)
            .await?;
        Ok(dropped.rows_affected())
    }

    /// Claims the letter that has waited longest, if one is to be sent now.
    ///
    /// # Errors
    /// A failed store.
    pub async fn claim_letter(&self, now_ms: i64) -> Result<Option<Letter>, Fault> {
        let mut transaction = self.begin().await?;
        let row: Option<(i64, String, String, String, String, bool, i64)> =
            sqlx::query_as(sql::DUE_LETTER).bind(now_ms).fetch_optional(&mut *transaction).await?;
        let Some((number, address, subject, body, stop, is_reminder, n_tries)) = row else { return Ok(None) };
        sqlx::query(sql::CLAIM_LETTER).bind(number).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(Some(Letter { number, address, subject, body, stop, is_reminder, n_tries }))
    }

    /// Notes that a letter was sent, or can never be. Its text is forgotten.
    ///
    /// # Errors
    /// A failed store.
    pub async fn letter_done(&self, number: i64) -> Result<(), Fault> {
        sqlx::query(sql::LETTER_DONE).bind(number).execute(&self.pool).await?;
        Ok(())
    }

    /// Puts a letter back that could not be sent, to be tried after a while.
    ///
    /// # Errors
    /// A failed store.
    pub async fn letter_failed(&self, letter: &Letter, now_ms: i64) -> Result<(), Fault> {
        let pause = LONGEST_PAUSE_MS.min(FIRST_PAUSE_MS << letter.n_tries.clamp(0, 10));
        sqlx::query(sql::LETTER_FAILED)
            .bind(letter.number)
            .bind(now_ms.saturating_add(pause))
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// How many letters wait.
    ///
    /// # Errors
    /// A failed store.
    pub async fn n_due_letters(&self) -> Result<i64, Fault> {
        Ok(sqlx::query_scalar(sql::N_DUE).fetch_one(&self.pool).await?)
    }
}
