//! What is remembered of the campaigns beside their log: that they were here, and how far they went.

use std::collections::{BTreeMap, BTreeSet};

use crate::fault::Fault;
use crate::sql;
use crate::store::People;

/// How far a campaign went when it was looked at last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownHead {
    /// The number of its last entry.
    pub number: u64,
    /// The hash of that entry, or of its beginning.
    pub hash: [u8; 32],
    /// Whether the secret of its dice was there, then or at any time before.
    pub keyed: bool,
}

impl People {
    /// The campaigns that seats, invitations or tokens belong to, or whose end was noted.
    ///
    /// # Errors
    /// A failed store.
    pub async fn known_campaigns(&self) -> Result<BTreeSet<String>, Fault> {
        let mut known: BTreeSet<String> =
            sqlx::query_scalar(sql::CAMPAIGNS_WITH_SEATS).fetch_all(&self.pool).await?.into_iter().collect();
        known.extend(self.known_heads().await?.into_keys());
        Ok(known)
    }

    /// Notes how far a campaign goes. One that goes no further than was noted changes nothing: what is missing of it stays
    /// known. Whether the log is still the one of the noted head is for the caller to see.
    ///
    /// # Errors
    /// A failed store.
    pub async fn note_head(&self, campaign: &str, head: &KnownHead) -> Result<(), Fault> {
        sqlx::query(sql::NOTE_HEAD)
            .bind(campaign)
            .bind(i64::try_from(head.number).unwrap_or(i64::MAX))
            .bind(&head.hash[..])
            .bind(head.keyed)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Notes how far a campaign goes now, whatever was noted before: for whoever has put another log in place on purpose.
    ///
    /// # Errors
    /// A failed store.
    pub async fn take_head(&self, campaign: &str, head: &KnownHead) -> Result<(), Fault> {
        sqlx::query(sql::DROP_HEAD_OF_CAMPAIGN).bind(campaign).execute(&self.pool).await?;
        self.note_head(campaign, head).await
    }

    /// How far each campaign was seen to go. A file that an older program made knows of none.
    ///
    /// # Errors
    /// A failed store.
    pub async fn known_heads(&self) -> Result<BTreeMap<String, KnownHead>, Fault> {
        let there: Option<i64> = sqlx::query_scalar(sql::KNOWS_HEADS).fetch_optional(&self.pool).await?;
        if there.is_none() {
            return Ok(BTreeMap::new());
        }
        let rows: Vec<(String, i64, Vec<u8>, bool)> =
            sqlx::query_as(sql::KNOWN_HEADS).fetch_all(&self.pool).await?;
        // A row that cannot have been written here is none.
        let head = |(campaign, number, hash, keyed): (String, i64, Vec<u8>, bool)| {
            let number = u64::try_from(number).ok()?;
            Some((campaign, KnownHead { number, hash: hash.try_into().ok()?, keyed }))
        };
        Ok(rows.into_iter().filter_map(head).collect())
    }
}
