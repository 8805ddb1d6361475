//! The port: what a log has to be able to do, whatever it is kept in.

use async_trait::async_trait;
use dice::{Digest, Secret};
use tokio::sync::mpsc::UnboundedReceiver;

use crate::manifest::sha256;
use crate::{CampaignId, Entry, FORMAT, Fault, Heads, Manifest, NewEntry, Part, Stream};

/// A campaign to be created or imported.
#[derive(Clone, Debug)]
pub struct NewCampaign {
    /// What it is.
    pub manifest: Manifest,
    /// The set-up file, byte for byte.
    pub setup: String,
    /// The dice secret; absent when the campaign was imported from a file without it, and then there
    /// are no more keyed dice in it.
    pub secret: Option<Secret>,
}

/// A campaign as it was created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Campaign {
    /// What it is.
    pub manifest: Manifest,
    /// The digest of the manifest's text as it is stored: what every chain begins from.
    pub genesis: Digest,
    /// The set-up file, byte for byte.
    pub setup: String,
}

/// One line of the list of campaigns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// What it is.
    pub manifest: Manifest,
    /// How many entries it has.
    pub n_entries: u64,
}

/// A remembered state, to open a campaign faster. Never the truth: without it everything is the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Where the chains stood; `heads.master.number` is the last entry folded into the state.
    pub heads: Heads,
    /// The build of the rules that folded it; another build must not use it.
    pub rules_build: String,
    /// The state, in the rules' own encoding.
    pub state: Vec<u8>,
}

/// Word of entries that some program has written. It tells where to look and nothing of what is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// This campaign may have new entries.
    Of(CampaignId),
    /// Any campaign may: word may have been missed.
    OfAny,
}

/// An append-only log of campaigns.
///
/// Implementations pass `ledger::contract`. Every fault leaves the log as it was.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Writes a campaign with its entries in one transaction; every chain is checked first.
    ///
    /// # Errors
    /// [`Fault::AlreadyExists`], [`Fault::BadCampaign`], [`Fault::BrokenChain`], [`Fault::Disk`].
    async fn import_campaign(&self, new: &NewCampaign, entries: &[Entry]) -> Result<(), Fault>;

    /// Writes a campaign without entries.
    ///
    /// # Errors
    /// As [`Store::import_campaign`].
    async fn create_campaign(&self, new: &NewCampaign) -> Result<(), Fault> {
        self.import_campaign(new, &[]).await
    }

    /// All campaigns, by id. A damaged or too new one stands in the list with its fault.
    ///
    /// # Errors
    /// [`Fault::Disk`] when the list itself cannot be read.
    async fn campaigns(&self) -> Result<Vec<(CampaignId, Result<Summary, Fault>)>, Fault>;

    /// One campaign.
    ///
    /// # Errors
    /// [`Fault::NotFound`], [`Fault::Corrupt`], [`Fault::TooNew`], [`Fault::Disk`].
    async fn campaign(&self, id: &CampaignId) -> Result<Campaign, Fault>;

    /// The dice secret; `None` for a campaign imported without it.
    ///
    /// # Errors
    /// [`Fault::NotFound`], [`Fault::Corrupt`], [`Fault::Disk`].
    async fn dice_secret(&self, id: &CampaignId) -> Result<Option<Secret>, Fault>;

    /// Writes what waits, over all campaigns, in one transaction, and answers for each entry in order.
    ///
    /// An entry with a conflict, for an unknown campaign or with bad parts fails alone; the others
    /// are written. Several entries of one campaign are chained in the order given.
    ///
    /// # Errors
    /// [`Fault::Disk`] and [`Fault::Busy`] mean that none was written.
    async fn append_batch(
        &self,
        batch: &[(CampaignId, NewEntry)],
    ) -> Result<Vec<Result<Entry, Fault>>, Fault>;

    /// Writes entries of several campaigns that are chained already, and perhaps a campaign that begins, in one
    /// transaction: all of it or nothing. Entries of one campaign follow each other.
    ///
    /// # Errors
    /// [`Fault::Conflict`] when one of the numbers is taken or not the next, and those of [`Store::import_campaign`]. Then
    /// nothing was written.
    async fn write_together(
        &self,
        begins: Option<(&NewCampaign, &[Entry])>,
        entries: &[(CampaignId, Entry)],
    ) -> Result<(), Fault>;

    /// At most `limit` entries from master number `from` on, in order.
    ///
    /// # Errors
    /// [`Fault::NotFound`], [`Fault::Corrupt`], [`Fault::Disk`].
    async fn entries(&self, id: &CampaignId, from: u64, limit: u32) -> Result<Vec<Entry>, Fault>;

    /// At most `limit` parts of one stream from its number `from` on, in order.
    ///
    /// # Errors
    /// [`Fault::NotFound`], [`Fault::Corrupt`], [`Fault::Disk`].
    async fn stream_parts(
        &self,
        id: &CampaignId,
        stream: Stream,
        from: u64,
        limit: u32,
    ) -> Result<Vec<Part>, Fault>;

    /// Where the chains stand.
    ///
    /// # Errors
    /// [`Fault::NotFound`], [`Fault::Corrupt`], [`Fault::Disk`].
    async fn heads(&self, id: &CampaignId) -> Result<Heads, Fault>;

    /// Keeps a snapshot; an older one of the same campaign and build may be forgotten.
    ///
    /// # Errors
    /// [`Fault::NotFound`], [`Fault::Disk`].
    async fn put_snapshot(&self, id: &CampaignId, snapshot: &Snapshot) -> Result<(), Fault>;

    /// The newest snapshot of this build of the rules. One that cannot be read does not exist.
    ///
    /// # Errors
    /// [`Fault::Disk`].
    async fn latest_snapshot(&self, id: &CampaignId, rules_build: &str) -> Result<Option<Snapshot>, Fault>;

    /// Forgets all snapshots of a campaign.
    ///
    /// # Errors
    /// [`Fault::Disk`].
    async fn drop_snapshots(&self, id: &CampaignId) -> Result<(), Fault>;

    /// Whether other programs may write into the log while this one has it open. Then what is in memory may be
    /// behind, and [`Store::n_entries`] tells.
    fn is_shared(&self) -> bool {
        false
    }

    /// How many entries a campaign has: its last master number.
    ///
    /// # Errors
    /// [`Fault::NotFound`], [`Fault::Corrupt`], [`Fault::Disk`], [`Fault::Away`].
    async fn n_entries(&self, id: &CampaignId) -> Result<u64, Fault> {
        Ok(self.heads(id).await?.master.number)
    }

    /// Whether an entry could be written now, as far as that can be told: from how it went last, a moment ago, or by
    /// writing something that is gone afterwards.
    ///
    /// # Errors
    /// What an entry would meet: [`Fault::Disk`], [`Fault::Busy`], [`Fault::Away`].
    async fn can_write(&self) -> Result<(), Fault>;

    /// Word of what is written, by this program or by others, from now on; `None` where nobody else writes. It goes on
    /// by itself when the database was away.
    fn news(&self) -> Option<UnboundedReceiver<News>> {
        None
    }

    /// Ends all connections after what runs; the store is of no use afterwards.
    async fn close(&self) {}

    /// At most `limit` entries after `heads`, every hash computed again; `heads` moves past them.
    ///
    /// # Errors
    /// [`Fault::BrokenChain`] with its place, and those of [`Store::entries`].
    async fn entries_checked(
        &self,
        id: &CampaignId,
        heads: &mut Heads,
        limit: u32,
    ) -> Result<Vec<Entry>, Fault> {
        let entries = self.entries(id, heads.master.number + 1, limit).await?;
        entries.iter().try_for_each(|entry| heads.follow(id, entry))?;
        Ok(entries)
    }
}

impl NewCampaign {
    /// Whether manifest, set-up text and secret belong together; every store asks before it writes.
    ///
    /// # Errors
    /// [`Fault::TooNew`] for another format, [`Fault::BadCampaign`] with the reason.
    pub fn check(&self) -> Result<(), Fault> {
        let manifest = &self.manifest;
        if manifest.format > FORMAT {
            return Err(Fault::TooNew {
                what: format!("campaign {}", manifest.campaign),
                found: manifest.format.into(),
                known: FORMAT.into(),
            });
        }
        let bad = |reason: &str| Fault::BadCampaign {
            campaign: manifest.campaign.clone(),
            reason: reason.to_owned(),
        };
        if manifest.format == 0 {
            return Err(bad("its manifest has format 0, and formats count from 1"));
        }
        if manifest.sides.len() > 256 {
            return Err(bad("it has more than 256 sides"));
        }
        if manifest.setup_digest != sha256(self.setup.as_bytes()) {
            return Err(bad("the set-up text is not the one whose digest stands in the manifest"));
        }
        if self.secret.as_ref().is_some_and(|secret| secret.commitment() != manifest.dice_commitment) {
            return Err(bad("the dice secret is not the one committed in the manifest"));
        }
        Ok(())
    }

    /// Whether these entries follow from the manifest's genesis, link by link.
    ///
    /// # Errors
    /// [`Fault::BrokenChain`] with the place.
    pub fn check_entries(&self, entries: &[Entry]) -> Result<(), Fault> {
        let mut heads = Heads::start(self.manifest.genesis());
        entries.iter().try_for_each(|entry| heads.follow(&self.manifest.campaign, entry))
    }
}
