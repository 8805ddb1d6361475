//! The port, statement by statement.

use async_trait::async_trait;
use dice::Secret;

use super::append::{Tips, append, insert, master_head, stream_head, unknown};
use super::faults::disk;
use super::rows::{self, column, corrupt, stored};
use super::statements as sql;
use super::{READ, SqliteStore, WRITE};
use crate::{
    Campaign, CampaignId, Entry, Fault, Heads, NewCampaign, NewEntry, Part, Snapshot, Store, Stream, Summary,
    sha256,
};

#[async_trait]
impl Store for SqliteStore {
    async fn import_campaign(&self, new: &NewCampaign, entries: &[Entry]) -> Result<(), Fault> {
        new.check()?;
        new.check_entries(entries)?;
        let id = &new.manifest.campaign;
        let (_turn, mut transaction) = self.write().await?;
        let known =
            sqlx::query(sql::CAMPAIGN_EXISTS).bind(id.as_str()).fetch_optional(&mut *transaction).await;
        if known.map_err(disk(WRITE))?.is_some() {
            return Err(Fault::AlreadyExists { campaign: id.clone() });
        }
        sqlx::query(sql::INSERT_CAMPAIGN)
            .bind(id.as_str())
            .bind(new.manifest.canonical())
            .bind(stored(new.manifest.sides.len() as u64))
            .bind(new.setup.as_str())
            .bind(new.secret.as_ref().map(|secret| secret.reveal().as_slice()))
            .execute(&mut *transaction)
            .await
            .map_err(disk(WRITE))?;
        for entry in entries {
            insert(&mut transaction, id, entry).await?;
        }
        transaction.commit().await.map_err(disk(WRITE))
    }

    async fn campaigns(&self) -> Result<Vec<(CampaignId, Result<Summary, Fault>)>, Fault> {
        let rows = sqlx::query(sql::CAMPAIGNS).fetch_all(&self.pool).await.map_err(disk(READ))?;
        let mut campaigns = Vec::with_capacity(rows.len());
        for row in &rows {
            let name: &str = column(row, 0)?;
            let id = CampaignId::new(name).map_err(|fault| corrupt(name, &fault.to_string()))?;
            let n_entries = rows::number(row, 2, name)?;
            let summary =
                rows::manifest(column(row, 1)?, name).map(|manifest| Summary { manifest, n_entries });
            campaigns.push((id, summary));
        }
        Ok(campaigns)
    }

    async fn campaign(&self, id: &CampaignId) -> Result<Campaign, Fault> {
        let row = sqlx::query(sql::CAMPAIGN).bind(id.as_str()).fetch_optional(&self.pool).await;
        let row = row.map_err(disk(READ))?.ok_or_else(|| unknown(id))?;
        let text: &str = column(&row, 0)?;
        let setup: String = column(&row, 1)?;
        let manifest = rows::manifest(text, id.as_str())?;
        if manifest.setup_digest != sha256(setup.as_bytes()) {
            return Err(corrupt(
                &format!("campaign {id}, its set-up text"),
                "its digest is not the manifest's",
            ));
        }
        Ok(Campaign { manifest, genesis: sha256(text.as_bytes()), setup })
    }

    async fn dice_secret(&self, id: &CampaignId) -> Result<Option<Secret>, Fault> {
        let row = sqlx::query(sql::DICE_SECRET).bind(id.as_str()).fetch_optional(&self.pool).await;
        let row = row.map_err(disk(READ))?.ok_or_else(|| unknown(id))?;
        if column::<Option<&[u8]>>(&row, 0)?.is_none() {
            return Ok(None);
        }
        rows::bytes(&row, 0, &format!("campaign {id}, its dice secret")).map(|bytes| Some(Secret::new(bytes)))
    }

    async fn append_batch(
        &self,
        batch: &[(CampaignId, NewEntry)],
    ) -> Result<Vec<Result<Entry, Fault>>, Fault> {
        let (_turn, mut transaction) = self.write().await?;
        let mut tips = Tips::default();
        let mut results = Vec::with_capacity(batch.len());
        for (campaign, new) in batch {
            results.push(append(&mut transaction, &mut tips, campaign, new, self.nonces.as_ref()).await?);
        }
        transaction.commit().await.map_err(disk(WRITE))?;
        Ok(results)
    }

    async fn entries(&self, id: &CampaignId, from: u64, limit: u32) -> Result<Vec<Entry>, Fault> {
        let mut reader = self.reader().await?;
        let rows = sqlx::query(sql::ENTRIES)
            .bind(id.as_str())
            .bind(stored(from))
            .bind(i64::from(limit))
            .fetch_all(&mut *reader)
            .await
            .map_err(disk(READ))?;
        let mut entries = rows.iter().map(|row| rows::entry(row, id)).collect::<Result<Vec<_>, _>>()?;
        let (Some(first), Some(last)) = (entries.first(), entries.last()) else {
            drop(reader);
            return if self.exists(id).await? { Ok(Vec::new()) } else { Err(unknown(id)) };
        };
        let parts = sqlx::query(sql::PARTS_OF_ENTRIES)
            .bind(id.as_str())
            .bind(stored(first.master))
            .bind(stored(last.master))
            .fetch_all(&mut *reader)
            .await
            .map_err(disk(READ))?;
        let mut parts = parts.iter().peekable();
        for entry in &mut entries {
            while let Some(row) = parts.peek()
                && rows::number(row, 6, "a part's entry")? == entry.master
            {
                entry.parts.push(rows::part(row, id)?);
                parts.next();
            }
            entry.parts.sort_by_key(|part| part.stream);
        }
        Ok(entries)
    }

    async fn stream_parts(
        &self,
        id: &CampaignId,
        stream: Stream,
        from: u64,
        limit: u32,
    ) -> Result<Vec<Part>, Fault> {
        let rows = sqlx::query(sql::STREAM_PARTS)
            .bind(id.as_str())
            .bind(stream.to_string())
            .bind(stored(from))
            .bind(i64::from(limit))
            .fetch_all(&self.pool)
            .await
            .map_err(disk(READ))?;
        if rows.is_empty() && !self.exists(id).await? {
            return Err(unknown(id));
        }
        rows.iter().map(|row| rows::part(row, id)).collect()
    }

    async fn heads(&self, id: &CampaignId) -> Result<Heads, Fault> {
        // One transaction, so that master and streams are of the same moment.
        let mut transaction = self.pool.begin().await.map_err(disk(READ))?;
        let row = sqlx::query(sql::CAMPAIGN).bind(id.as_str()).fetch_optional(&mut *transaction).await;
        let row = row.map_err(disk(READ))?.ok_or_else(|| unknown(id))?;
        let text: &str = column(&row, 0)?;
        let mut heads = Heads::start(sha256(text.as_bytes()));
        if let Some(master) = master_head(&mut transaction, id).await? {
            heads.master = master;
        }
        for stream in rows::manifest(text, id.as_str())?.streams() {
            if let Some(head) = stream_head(&mut transaction, id, stream).await? {
                heads.streams.insert(stream, head);
            }
        }
        Ok(heads)
    }

    async fn put_snapshot(&self, id: &CampaignId, snapshot: &Snapshot) -> Result<(), Fault> {
        let heads = serde_json::to_string(&snapshot.heads).expect("heads are texts and numbers");
        let (_turn, mut transaction) = self.write().await?;
        let known =
            sqlx::query(sql::CAMPAIGN_EXISTS).bind(id.as_str()).fetch_optional(&mut *transaction).await;
        if known.map_err(disk(WRITE))?.is_none() {
            return Err(unknown(id));
        }
        sqlx::query(sql::PUT_SNAPSHOT)
            .bind(id.as_str())
            .bind(snapshot.rules_build.as_str())
            .bind(stored(snapshot.heads.master.number))
            .bind(heads)
            .bind(snapshot.state.as_slice())
            .execute(&mut *transaction)
            .await
            .map_err(disk(WRITE))?;
        transaction.commit().await.map_err(disk(WRITE))
    }

    async fn latest_snapshot(&self, id: &CampaignId, rules_build: &str) -> Result<Option<Snapshot>, Fault> {
        let row = sqlx::query(sql::LATEST_SNAPSHOT)
            .bind(id.as_str())
            .bind(rules_build)
            .fetch_optional(&self.pool)
            .await
            .map_err(disk(READ))?;
        let Some(row) = row else { return Ok(None) };
        let Ok(heads) = serde_json::from_str(column(&row, 0)?) else { return Ok(None) };
        Ok(Some(Snapshot { heads, rules_build: rules_build.to_owned(), state: column(&row, 1)? }))
    }

    async fn drop_snapshots(&self, id: &CampaignId) -> Result<(), Fault> {
        let (_turn, mut transaction) = self.write().await?;
        sqlx::query(sql::DROP_SNAPSHOTS)
            .bind(id.as_str())
            .execute(&mut *transaction)
            .await
            .map_err(disk(WRITE))?;
        transaction.commit().await.map_err(disk(WRITE))
    }
}
