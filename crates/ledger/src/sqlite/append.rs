//! Writing entries inside a transaction that somebody else begins and commits.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;

use sqlx::SqliteConnection;

use super::faults::disk;
use super::rows::{self, corrupt, stored};
use super::statements as sql;
use crate::{CampaignId, Entry, Fault, Head, Heads, NewEntry, Nonces, Stream};

const WRITE: &str = "write the log";

/// Where the campaigns of one batch stand, read when first asked for.
#[derive(Default)]
pub(super) struct Tips(BTreeMap<CampaignId, Tip>);

struct Tip {
    heads: Heads,
    n_sides: usize,
}

/// Chains and writes one entry. The outer fault spoils the transaction, the inner one only this entry.
pub(super) async fn append(
    connection: &mut SqliteConnection,
    tips: &mut Tips,
    campaign: &CampaignId,
    new: &NewEntry,
    nonces: &dyn Nonces,
) -> Result<Result<Entry, Fault>, Fault> {
    let tip = match tips.0.entry(campaign.clone()) {
        Slot::Occupied(known) => known.into_mut(),
        Slot::Vacant(vacant) => match read_tip(connection, campaign).await? {
            Some(tip) => vacant.insert(tip),
            None => return Ok(Err(unknown(campaign))),
        },
    };
    for part in &new.parts {
        if !tip.heads.streams.contains_key(&part.stream)
            && let Some(head) = stream_head(connection, campaign, part.stream).await?
        {
            tip.heads.streams.insert(part.stream, head);
        }
    }
    match tip.heads.chain(campaign, tip.n_sides, new, nonces) {
        Ok(entry) => {
            insert(connection, campaign, &entry).await?;
            Ok(Ok(entry))
        }
        Err(fault) => Ok(Err(fault)),
    }
}

/// Writes a chained entry and its parts.
pub(super) async fn insert(
    connection: &mut SqliteConnection,
    campaign: &CampaignId,
    entry: &Entry,
) -> Result<(), Fault> {
    sqlx::query(sql::INSERT_ENTRY)
        .bind(campaign.as_str())
        .bind(stored(entry.master))
        .bind(entry.lineage.0.as_slice())
        .bind(i64::from(entry.branch))
        .bind(entry.hash.0.as_slice())
        .execute(&mut *connection)
        .await
        .map_err(disk(WRITE))?;
    for part in &entry.parts {
        sqlx::query(sql::INSERT_PART)
            .bind(campaign.as_str())
            .bind(part.stream.to_string())
            .bind(stored(part.number))
            .bind(stored(entry.master))
            .bind(part.nonce.as_slice())
            .bind(part.body.as_str())
            .bind(part.commitment.0.as_slice())
            .bind(part.hash.0.as_slice())
            .execute(&mut *connection)
            .await
            .map_err(disk(WRITE))?;
    }
    Ok(())
}

/// Genesis and master head of a campaign with its number of sides, streams still to be read.
async fn read_tip(connection: &mut SqliteConnection, campaign: &CampaignId) -> Result<Option<Tip>, Fault> {
    let row = sqlx::query(sql::CAMPAIGN_START)
        .bind(campaign.as_str())
        .fetch_optional(&mut *connection)
        .await
        .map_err(disk(WRITE))?;
    let Some(row) = row else { return Ok(None) };
    let manifest: &str = rows::column(&row, 0)?;
    let place = format!("campaign {campaign}");
    let n_sides = usize::try_from(rows::number(&row, 1, &place)?)
        .map_err(|_| corrupt(&place, "it has too many sides"))?;
    let mut heads = Heads::start(crate::sha256(manifest.as_bytes()));
    if let Some(master) = master_head(connection, campaign).await? {
        heads.master = master;
    }
    Ok(Some(Tip { heads, n_sides }))
}

/// The last entry of a campaign, if it has any.
pub(super) async fn master_head(
    connection: &mut SqliteConnection,
    campaign: &CampaignId,
) -> Result<Option<Head>, Fault> {
    let row = sqlx::query(sql::MASTER_HEAD)
        .bind(campaign.as_str())
        .fetch_optional(connection)
        .await
        .map_err(disk("read the log"))?;
    row.map(|row| rows::head(&row, &format!("campaign {campaign}, the last entry"))).transpose()
}

/// The last part of a stream, if it has any.
pub(super) async fn stream_head(
    connection: &mut SqliteConnection,
    campaign: &CampaignId,
    stream: Stream,
) -> Result<Option<Head>, Fault> {
    let row = sqlx::query(sql::STREAM_HEAD)
        .bind(campaign.as_str())
        .bind(stream.to_string())
        .fetch_optional(connection)
        .await
        .map_err(disk("read the log"))?;
    row.map(|row| rows::head(&row, &format!("campaign {campaign}, the last part of {stream}"))).transpose()
}

/// The campaign is not in this store.
pub(super) fn unknown(campaign: &CampaignId) -> Fault {
    Fault::NotFound { what: format!("campaign {campaign}") }
}
