//! Where somebody left off, for "since you were last here".

use crate::chair::Chair;
use crate::fault::Fault;
use crate::secret::Handle;
use crate::store::People;

/// Where somebody left off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastSeen {
    /// When.
    pub at_ms: i64,
    /// The cursor then, in the table's own words.
    pub cursor: String,
}

impl People {
    /// Where this session left off in this chair; `None` when it was never here or does not hold the chair.
    ///
    /// # Errors
    /// A failed store.
    pub async fn last_seen(&self, session: &Handle, chair: &Chair) -> Result<Option<LastSeen>, Fault> {
        let row: Option<(i64, String)> = sqlx::query_as(
            "SELECT at_ms, cursor FROM last_seen WHERE session = ? AND campaign = ? AND seat = ?",
        )
        .bind(session.as_str())
        .bind(&chair.campaign)
        .bind(&chair.seat)
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.map(|(at_ms, cursor)| LastSeen { at_ms, cursor }))
    }

    /// Notes where this session is now. An earlier time than the one noted changes nothing, so that a slow
    /// request cannot bring old news back. A session that does not hold the chair notes nothing.
    ///
    /// # Errors
    /// A failed store.
    pub async fn note_seen(&self, session: &Handle, chair: &Chair, seen: &LastSeen) -> Result<(), Fault> {
        sqlx::query(
            "INSERT INTO last_seen (session, campaign, seat, at_ms, cursor) \
             SELECT session, campaign, seat, ?, ? FROM session_chair \
             WHERE session = ? AND campaign = ? AND seat = ? \
             ON CONFLICT (session, campaign, seat) DO UPDATE \
             SET at_ms = excluded.at_ms, cursor = excluded.cursor WHERE excluded.at_ms >= last_seen.at_ms",
        )
        .bind(seen.at_ms)
        .bind(&seen.cursor)
        .bind(session.as_str())
        .bind(&chair.campaign)
        .bind(&chair.seat)
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}
