//! Where somebody left off, for "since you were last here": one mark a person and seat, whatever the device.

use crate::chair::Chair;
use crate::fault::Fault;
use crate::secret::Handle;
use crate::sql;
use crate::store::People;

/// A visit is over after this long without a page: half an hour.
pub const VISIT_MS: i64 = 30 * 60 * 1000;

/// Pages closer together than this are not noted each, so that reading costs no disk sync.
const GRAIN_MS: i64 = 60 * 1000;

/// Where somebody left off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastSeen {
    /// When.
    pub at_ms: i64,
    /// The cursor then, in the table's own words.
    pub cursor: String,
    /// Where the visit before this one ended; `None` in the first.
    pub before: Option<LeftOff>,
}

/// Where a visit ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOff {
    /// When.
    pub at_ms: i64,
    /// The cursor then; `None` where a program before this one noted the visit.
    pub cursor: Option<String>,
}

impl LastSeen {
    /// What "since you were last here" begins with for who comes at `now_ms`: the end of this visit, when it is over,
    /// else of the one before.
    #[must_use]
    pub fn left_off(&self, now_ms: i64) -> Option<LeftOff> {
        if now_ms.saturating_sub(self.at_ms) > VISIT_MS {
            Some(LeftOff { at_ms: self.at_ms, cursor: Some(self.cursor.clone()) })
        } else {
            self.before.clone()
        }
    }

    /// The mark after a page at `now_ms`, which goes on with the visit or begins a new one; `None` when the mark
    /// stands as it is.
    #[must_use]
    pub fn after_page(seen: Option<&Self>, now_ms: i64, cursor: &str) -> Option<Self> {
        let before = match seen {
            None => None,
            Some(seen) if now_ms.saturating_sub(seen.at_ms) >= GRAIN_MS => seen.left_off(now_ms),
            Some(_) => return None,
        };
        Some(Self { at_ms: now_ms, cursor: cursor.to_owned(), before })
    }
}

impl People {
    /// Where this person left off in this chair; `None` when never here or without the chair.
    ///
    /// # Errors
    /// A failed store.
    pub async fn last_seen(&self, person: &Handle, chair: &Chair) -> Result<Option<LastSeen>, Fault> {
        let row: Option<(i64, String, Option<i64>, Option<String>)> = sqlx::query_as(sql::VISIT)
            .bind(person.as_str())
            .bind(&chair.campaign)
            .bind(&chair.seat)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|(at_ms, cursor, before_ms, before_cursor)| LastSeen {
            at_ms,
            cursor,
            before: before_ms.map(|at_ms| LeftOff { at_ms, cursor: before_cursor }),
        }))
    }

    /// Notes where this person is now. An earlier time than the one noted changes nothing, so that a slow request
    /// cannot bring old news back. Who does not hold the chair notes nothing.
    ///
    /// # Errors
    /// A failed store.
    pub async fn note_seen(&self, person: &Handle, chair: &Chair, seen: &LastSeen) -> Result<(), Fault> {
        sqlx::query(sql::NOTE_VISIT)
            .bind(seen.at_ms)
            .bind(&seen.cursor)
            .bind(seen.before.as_ref().map(|before| before.at_ms))
            .bind(seen.before.as_ref().and_then(|before| before.cursor.as_deref()))
            .bind(person.as_str())
            .bind(&chair.campaign)
            .bind(&chair.seat)
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}
