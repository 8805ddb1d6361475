//! The port, statement by statement.

use async_trait::async_trait;
use dice::Secret;
use tokio::sync::mpsc::UnboundedReceiver;

use super::append::{append_chained, begin, master_head, stream_head};
use super::batch::{hand_on, handed_on};
use super::engine::{Connection, Engine, Row, Value};
use super::rows::{self, corrupt, failed, stored};
use super::sealing::{self, Place};
use super::statements as sql;
use super::{READ, SqlStore, WRITE, exists, unknown};
use crate::{
    Campaign, CampaignId, Entry, Fault, Heads, Key, NewCampaign, NewEntry, News, Part, Snapshot, Store,
    Stream, Summary, sha256,
};

#[async_trait]
impl<E: Engine> Store for SqlStore<E> {
    // However long it takes: a whole campaign may come over a slow line.
    async fn import_campaign(&self, new: &NewCampaign, entries: &[Entry]) -> Result<(), Fault> {
        new.check()?;
        new.check_entries(entries)?;
        let (_turn, mut transaction) = self.write().await?;
        begin::<E>(&mut transaction, new, entries, self.key.as_ref()).await?;
        transaction.commit().await.map_err(failed::<E>(WRITE))
    }

    async fn campaigns(&self) -> Result<Vec<(CampaignId, Result<Summary, Fault>)>, Fault> {
        let rows = self.all(sql::CAMPAIGNS, &[]).await?;
        let mut campaigns = Vec::with_capacity(rows.len());
        for row in &rows {
            let name = rows::text::<E>(row, 0)?;
            let id = CampaignId::new(name).map_err(|fault| corrupt(name, &fault.to_string()))?;
            let n_entries = rows::number::<E>(row, 2, name)?;
            let summary = rows::manifest(rows::text::<E>(row, 1)?, name)
                .map(|manifest| Summary { manifest, n_entries });
            campaigns.push((id, summary));
        }
        Ok(campaigns)
    }

    async fn campaign(&self, id: &CampaignId) -> Result<Campaign, Fault> {
        let row = self.one(sql::CAMPAIGN, &[Value::Text(id.as_str())]).await?;
        let row = row.ok_or_else(|| unknown(id))?;
        let text = rows::text::<E>(&row, 0)?;
        let setup = rows::setup::<E>(&row, 1, id, self.key.as_ref())?;
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
        let row = self.one(sql::DICE_SECRET, &[Value::Text(id.as_str())]).await?;
        let row = row.ok_or_else(|| unknown(id))?;
        rows::dice_secret::<E>(&row, 0, id, self.key.as_ref())
    }

    async fn append_batch(
        &self,
        batch: &[(CampaignId, NewEntry)],
    ) -> Result<Vec<Result<Entry, Fault>>, Fault> {
        let went = self.in_time(WRITE, async {
            match self.append_at_once(batch).await? {
                Some(results) => Ok(results),
                None => self.append_one_by_one(batch).await,
            }
        });
        let went = went.await;
        self.writes.note(&went);
        went
    }

    async fn write_together(
        &self,
        begins: Option<(&NewCampaign, &[Entry])>,
        entries: &[(CampaignId, Entry)],
    ) -> Result<(), Fault> {
        if let Some((new, entries)) = begins {
            new.check()?;
            new.check_entries(entries)?;
        }
        let went = self.in_time(WRITE, async {
            let (mut turn, mut transaction) = self.write().await?;
            let mut tips = handed_on(&mut turn);
            let key = self.key.as_ref();
            if let Some((new, entries)) = begins {
                begin::<E>(&mut transaction, new, entries, key).await?;
            }
            // By campaign, as batches are: nobody waits in a ring.
            let mut order: Vec<&(CampaignId, Entry)> = entries.iter().collect();
            order.sort_by_key(|(campaign, _)| campaign);
            let mut told: Option<&CampaignId> = None;
            for (campaign, entry) in order {
                append_chained::<E>(&mut transaction, &mut tips, campaign, entry, key).await?;
                if told != Some(campaign) {
                    E::tell(&mut transaction, campaign).await.map_err(failed::<E>(WRITE))?;
                    told = Some(campaign);
                }
            }
            transaction.commit().await.map_err(failed::<E>(WRITE))?;
            hand_on::<E>(&mut turn, tips);
            Ok(())
        });
        let went = went.await;
        self.writes.note(&went);
        went
    }

    async fn can_write(&self) -> Result<(), Fault> {
        self.tries_writing().await
    }

    async fn entries(&self, id: &CampaignId, from: u64, limit: u32) -> Result<Vec<Entry>, Fault> {
        self.in_time(READ, async {
            let mut reader = self.reader().await?;
            entries::<E>(&mut reader, id, from, limit, self.key.as_ref()).await
        })
        .await
    }

    async fn stream_parts(
        &self,
        id: &CampaignId,
        stream: Stream,
        from: u64,
        limit: u32,
    ) -> Result<Vec<Part>, Fault> {
        let stream = stream.to_string();
        let values = [
            Value::Text(id.as_str()),
            Value::Text(&stream),
            Value::Number(stored(from)),
            Value::Number(limit.into()),
        ];
        let rows = self.all(sql::STREAM_PARTS, &values).await?;
        if rows.is_empty() && self.one(sql::CAMPAIGN_EXISTS, &[Value::Text(id.as_str())]).await?.is_none() {
            return Err(unknown(id));
        }
        rows.iter().map(|row| rows::part::<E>(row, id, self.key.as_ref())).collect()
    }

    async fn heads(&self, id: &CampaignId) -> Result<Heads, Fault> {
        self.in_time(READ, async {
            // One transaction, so that master and streams are of the same moment.
            let begun = self.pool.begin_with(sqlx::SqlSafeStr::into_sql_str(E::BEGIN_READ)).await;
            let mut transaction = begun.map_err(failed::<E>(READ))?;
            let row = E::one(&mut transaction, sql::CAMPAIGN, &[Value::Text(id.as_str())]).await;
            let row = row.map_err(failed::<E>(READ))?.ok_or_else(|| unknown(id))?;
            let text = rows::text::<E>(&row, 0)?;
            let mut heads = Heads::start(sha256(text.as_bytes()));
            if let Some(master) = master_head::<E>(&mut transaction, id).await? {
                heads.master = master;
            }
            for stream in rows::manifest(text, id.as_str())?.streams() {
                if let Some(head) = stream_head::<E>(&mut transaction, id, stream).await? {
                    heads.streams.insert(stream, head);
                }
            }
            Ok(heads)
        })
        .await
    }

    async fn put_snapshot(&self, id: &CampaignId, snapshot: &Snapshot) -> Result<(), Fault> {
        let heads = serde_json::to_string(&snapshot.heads).expect("heads are texts and numbers");
        let place = Place::State { rules_build: &snapshot.rules_build, master: snapshot.heads.master.number };
        let sealed = sealing::seal(self.key.as_ref(), id, place, &snapshot.state)?;
        let values = [
            Value::Text(id.as_str()),
            Value::Text(&snapshot.rules_build),
            Value::Number(stored(snapshot.heads.master.number)),
            Value::Text(&heads),
            Value::Bytes(sealed.as_deref().unwrap_or(&snapshot.state)),
        ];
        self.in_time(WRITE, async {
            let (_turn, mut transaction) = self.write().await?;
            if !exists::<E>(&mut transaction, id).await? {
                return Err(unknown(id));
            }
            let written = E::execute(&mut transaction, sql::PUT_SNAPSHOT, &values).await;
            written.map_err(failed::<E>(WRITE))?;
            transaction.commit().await.map_err(failed::<E>(WRITE))
        })
        .await
    }

    async fn latest_snapshot(&self, id: &CampaignId, rules_build: &str) -> Result<Option<Snapshot>, Fault> {
        let values = [Value::Text(id.as_str()), Value::Text(rules_build)];
        let Some(row) = self.one(sql::LATEST_SNAPSHOT, &values).await? else { return Ok(None) };
        let Ok(heads) = serde_json::from_str::<Heads>(rows::text::<E>(&row, 0)?) else { return Ok(None) };
        let stored = rows::maybe_bytes::<E>(&row, 1)?.unwrap_or_default();
        let place = Place::State { rules_build, master: heads.master.number };
        let state = match &self.key {
            None => stored.to_vec(),
            Some(key) => match sealing::open(Some(key), id, place, stored) {
                Ok(state) => state,
                Err(_) => return Ok(None),
            },
        };
        Ok(Some(Snapshot { heads, rules_build: rules_build.to_owned(), state }))
    }

    async fn drop_snapshots(&self, id: &CampaignId) -> Result<(), Fault> {
        self.in_time(WRITE, async {
            let (_turn, mut transaction) = self.write().await?;
            let dropped =
                E::execute(&mut transaction, sql::DROP_SNAPSHOTS, &[Value::Text(id.as_str())]).await;
            dropped.map_err(failed::<E>(WRITE))?;
            transaction.commit().await.map_err(failed::<E>(WRITE))
        })
        .await
    }

    fn is_shared(&self) -> bool {
        E::SHARED
    }

    async fn n_entries(&self, id: &CampaignId) -> Result<u64, Fault> {
        self.in_time(READ, async {
            let mut reader = self.reader().await?;
            if let Some(head) = master_head::<E>(&mut reader, id).await? {
                return Ok(head.number);
            }
            if exists::<E>(&mut reader, id).await? { Ok(0) } else { Err(unknown(id)) }
        })
        .await
    }

    fn news(&self) -> Option<UnboundedReceiver<News>> {
        E::news(&self.pool)
    }

    async fn close(&self) {
        self.pool.close().await;
    }
}

impl<E: Engine> SqlStore<E> {
    async fn all(&self, sql: &'static str, values: &[Value<'_>]) -> Result<Vec<Row<E>>, Fault> {
        self.in_time(READ, async {
            let mut reader = self.reader().await?;
            E::all(&mut reader, sql, values).await.map_err(failed::<E>(READ))
        })
        .await
    }

    async fn one(&self, sql: &'static str, values: &[Value<'_>]) -> Result<Option<Row<E>>, Fault> {
        self.in_time(READ, async {
            let mut reader = self.reader().await?;
            E::one(&mut reader, sql, values).await.map_err(failed::<E>(READ))
        })
        .await
    }
}

pub(super) async fn entries<E: Engine>(
    reader: &mut Connection<E>,
    id: &CampaignId,
    from: u64,
    limit: u32,
    key: Option<&Key>,
) -> Result<Vec<Entry>, Fault> {
    let name = Value::Text(id.as_str());
    let values = [name, Value::Number(stored(from)), Value::Number(limit.into())];
    let rows = E::all(reader, sql::ENTRIES, &values).await.map_err(failed::<E>(READ))?;
    let mut entries = rows.iter().map(|row| rows::entry::<E>(row, id)).collect::<Result<Vec<_>, _>>()?;
    let (Some(first), Some(last)) = (entries.first(), entries.last()) else {
        return if exists::<E>(reader, id).await? { Ok(Vec::new()) } else { Err(unknown(id)) };
    };
    let values = [name, Value::Number(stored(first.master)), Value::Number(stored(last.master))];
    let parts = E::all(reader, sql::PARTS_OF_ENTRIES, &values).await.map_err(failed::<E>(READ))?;
    let mut parts = parts.iter().peekable();
    for entry in &mut entries {
        while let Some(row) = parts.peek()
            && rows::number::<E>(row, 6, "a part's entry")? == entry.master
        {
            entry.parts.push(rows::part::<E>(row, id, key)?);
            parts.next();
        }
        entry.parts.sort_by_key(|part| part.stream);
    }
    Ok(entries)
}
