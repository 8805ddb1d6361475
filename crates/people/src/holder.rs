//! Who holds the seats of a campaign.

use sqlx::Row;

use crate::chair::Chair;
use crate::fault::Fault;
use crate::secret::Handle;
use crate::session::SESSION_LIFETIME_MS;
use crate::sql;
use crate::store::People;

/// Somebody who holds a chair, for the umpire's list. An account's name is not in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The person.
    pub person: Handle,
    /// The chair.
    pub chair: Chair,
    /// The label of the invitation that opened it; may be empty.
    pub label: String,
    /// Since when.
    pub since_ms: i64,
    /// When the person was last here, to the minute.
    pub last_used_ms: i64,
    /// Whether the person can come back by name and password.
    pub has_account: bool,
    /// On how many devices the person is signed in.
    pub n_devices: i64,
}

impl Holder {
    /// How the person comes back: "with an account, on 2 devices". An account's name is nobody's but its owner's.
    pub fn way_back(&self) -> String {
        match (self.has_account, self.n_devices) {
            (false, _) => "without an account, in one browser".to_owned(),
            (true, 0) => "with an account, signed in nowhere now".to_owned(),
            (true, 1) => "with an account, on one device".to_owned(),
            (true, n) => format!("with an account, on {n} devices"),
        }
    }
}

impl People {
    /// Who holds the seats of a campaign: by seat, then the longest first.
    ///
    /// # Errors
    /// A failed store.
    pub async fn holders(&self, campaign: &str, now_ms: i64) -> Result<Vec<Holder>, Fault> {
        let rows = sqlx::query(sql::HOLDERS)
            .bind(campaign)
            .bind(now_ms.saturating_sub(SESSION_LIFETIME_MS))
            .fetch_all(&self.pool)
            .await?;
        let holder = |row: &sqlx::sqlite::SqliteRow| {
            Ok(Holder {
                person: Handle::stored(row.try_get("person")?),
                chair: Chair::new(row.try_get::<String, _>("campaign")?, row.try_get::<String, _>("seat")?),
                label: row.try_get("label")?,
                since_ms: row.try_get("since_ms")?,
                last_used_ms: row.try_get("last_used_ms")?,
                has_account: row.try_get::<Option<String>, _>("account")?.is_some(),
                n_devices: row.try_get("n_devices")?,
            })
        };
        Ok(rows.iter().map(holder).collect::<Result<_, sqlx::Error>>()?)
    }

    /// Whether anybody holds a chair.
    ///
    /// # Errors
    /// A failed store.
    pub async fn is_held(&self, chair: &Chair, now_ms: i64) -> Result<bool, Fault> {
        let n_holders: i64 = sqlx::query_scalar(sql::N_HOLDERS_OF_CHAIR)
            .bind(&chair.campaign)
            .bind(&chair.seat)
            .bind(now_ms.saturating_sub(SESSION_LIFETIME_MS))
            .fetch_one(&self.pool)
            .await?;
        Ok(n_holders > 0)
    }

    /// Whether somebody else holds a chair beside this person, or has held it. Of who is erased that alone stays known.
    ///
    /// # Errors
    /// A failed store.
    pub async fn held_by_another(&self, person: &Handle, chair: &Chair) -> Result<bool, Fault> {
        let known: bool = sqlx::query_scalar(sql::HELD_BY_ANOTHER)
            .bind(&chair.campaign)
            .bind(&chair.seat)
            .bind(person.as_str())
            .fetch_one(&self.pool)
            .await?;
        Ok(known)
    }

    /// The chairs that a person holds, by campaign and seat.
    ///
    /// # Errors
    /// A failed store.
    pub async fn chairs_of(&self, person: &Handle) -> Result<Vec<Chair>, Fault> {
        let rows: Vec<(String, String)> =
            sqlx::query_as(sql::CHAIRS_OF_PERSON).bind(person.as_str()).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(campaign, seat)| Chair::new(campaign, seat)).collect())
    }

    /// Notes who of those at a chair kept its orders for the deadline last.
    ///
    /// # Errors
    /// A failed store.
    pub async fn note_keeper(&self, person: &Handle, chair: &Chair) -> Result<(), Fault> {
        self.note(sql::NOTE_KEEPER, person, chair).await
    }

    /// As [`People::note_keeper`], where a token kept them: who made it.
    ///
    /// # Errors
    /// A failed store.
    pub async fn note_tokens_keeper(&self, token: &Handle, chair: &Chair) -> Result<(), Fault> {
        self.note(sql::NOTE_TOKENS_KEEPER, token, chair).await
    }

    async fn note(&self, statement: &'static str, who: &Handle, chair: &Chair) -> Result<(), Fault> {
        sqlx::query(statement)
            .bind(who.as_str())
            .bind(&chair.campaign)
            .bind(&chair.seat)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// The chairs whose orders for the deadline a person was the last to keep.
    ///
    /// # Errors
    /// A failed store.
    pub async fn kept_by(&self, person: &Handle) -> Result<Vec<Chair>, Fault> {
        let rows: Vec<(String, String)> =
            sqlx::query_as(sql::KEPT_BY).bind(person.as_str()).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(|(campaign, seat)| Chair::new(campaign, seat)).collect())
    }

    /// Takes one chair from a person, who keeps the others, with the tokens that the person made for it. Says whether
    /// there was one to take.
    ///
    /// # Errors
    /// A failed store.
    pub async fn unseat(&self, person: &Handle, chair: &Chair) -> Result<bool, Fault> {
        let mut transaction = self.begin().await?;
        let mut n_chairs = 0;
        for statement in [sql::DROP_TOKENS_MADE_BY, sql::UNSEAT] {
            let done = sqlx::query(statement)
                .bind(person.as_str())
                .bind(&chair.campaign)
                .bind(&chair.seat)
                .execute(&mut *transaction)
                .await?;
            n_chairs = done.rows_affected();
        }
        transaction.commit().await?;
        Ok(n_chairs == 1)
    }
}
