//! A store that counts its batches, can be held up and can fail on demand.

use std::sync::Mutex;

use async_trait::async_trait;
use dice::Secret;
use ledger::{
    Campaign, CampaignId, Entry, Fault, Heads, NewCampaign, NewEntry, Part, Snapshot, SqliteStore, Store,
    Stream, Summary,
};
use tokio::sync::Semaphore;

pub struct Watched {
    pub inner: SqliteStore,
    /// The sizes of the batches so far.
    pub batches: Mutex<Vec<usize>>,
    /// Each batch takes one permit.
    pub gate: Semaphore,
    /// What the next batch fails with.
    pub fail: Mutex<Option<Fault>>,
}

impl Watched {
    /// Held up until permits are given.
    pub fn new(inner: SqliteStore) -> Self {
        Self { inner, batches: Mutex::default(), gate: Semaphore::new(0), fail: Mutex::default() }
    }
}

#[async_trait]
impl Store for Watched {
    async fn append_batch(
        &self,
        batch: &[(CampaignId, NewEntry)],
    ) -> Result<Vec<Result<Entry, Fault>>, Fault> {
        self.batches.lock().unwrap().push(batch.len());
        self.gate.acquire().await.unwrap().forget();
        let fault = self.fail.lock().unwrap().take();
        match fault {
            Some(fault) => Err(fault),
            None => self.inner.append_batch(batch).await,
        }
    }

    async fn write_together(
        &self,
        begins: Option<(&NewCampaign, &[Entry])>,
        entries: &[(CampaignId, Entry)],
    ) -> Result<(), Fault> {
        self.inner.write_together(begins, entries).await
    }

    async fn can_write(&self) -> Result<(), Fault> {
        self.inner.can_write().await
    }

    async fn import_campaign(&self, new: &NewCampaign, entries: &[Entry]) -> Result<(), Fault> {
        self.inner.import_campaign(new, entries).await
    }

    async fn campaigns(&self) -> Result<Vec<(CampaignId, Result<Summary, Fault>)>, Fault> {
        self.inner.campaigns().await
    }

    async fn campaign(&self, id: &CampaignId) -> Result<Campaign, Fault> {
        self.inner.campaign(id).await
    }

    async fn dice_secret(&self, id: &CampaignId) -> Result<Option<Secret>, Fault> {
        self.inner.dice_secret(id).await
    }

    async fn entries(&self, id: &CampaignId, from: u64, limit: u32) -> Result<Vec<Entry>, Fault> {
        self.inner.entries(id, from, limit).await
    }

    async fn stream_parts(
        &self,
        id: &CampaignId,
        stream: Stream,
        from: u64,
        limit: u32,
    ) -> Result<Vec<Part>, Fault> {
        self.inner.stream_parts(id, stream, from, limit).await
    }

    async fn heads(&self, id: &CampaignId) -> Result<Heads, Fault> {
        self.inner.heads(id).await
    }

    async fn put_snapshot(&self, id: &CampaignId, snapshot: &Snapshot) -> Result<(), Fault> {
        self.inner.put_snapshot(id, snapshot).await
    }

    async fn latest_snapshot(&self, id: &CampaignId, rules_build: &str) -> Result<Option<Snapshot>, Fault> {
        self.inner.latest_snapshot(id, rules_build).await
    }

    async fn drop_snapshots(&self, id: &CampaignId) -> Result<(), Fault> {
        self.inner.drop_snapshots(id).await
    }
}
