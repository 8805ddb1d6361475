//! The disk fails, whoever asked goes away, the program dies between two entries: nobody acts on what never happened,
//! and play never stops for ever.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use dice::Secret;
use kernel::Seat;
use ledger::{
    Campaign, CampaignId, Committer, Entry, Fault, Heads, NewCampaign, NewEntry, Part, Snapshot, SqliteStore,
    Store, Stream, Summary,
};
use serde_json::json;
use table::{Answer, Desk, NewCampaign as NewTable};
use tokio::sync::Semaphore;

use crate::forgery::honest;
use crate::{BLUE, GREY, RULEBOOKS, Setting, ticking};

/// A log whose writing can be held up and can fail.
pub(crate) struct Shaky {
    log: SqliteStore,
    /// One permit for each batch that may go on.
    pub(crate) gate: Semaphore,
    pub(crate) gated: AtomicBool,
    full: AtomicBool,
    /// Whether nothing is written that belongs to two campaigns.
    pub(crate) apart: AtomicBool,
    /// Whether the first entry is read only when the gate lets it, and then the store is closed.
    closing: AtomicBool,
    /// Whether the first entry reads otherwise than it was written.
    spoilt: AtomicBool,
    /// Whether the dice secret is another one.
    swapped: AtomicBool,
}

impl Shaky {
    pub(crate) async fn over(folder: &tempfile::TempDir) -> Arc<Self> {
        let log = SqliteStore::open(&folder.path().join("log.sqlite3")).await.unwrap();
        let [gated, full, apart, closing, spoilt, swapped] = [(); 6].map(|()| AtomicBool::new(false));
        Arc::new(Self { log, gate: Semaphore::new(0), gated, full, apart, closing, spoilt, swapped })
    }

    pub(crate) fn full(&self, full: bool) {
        self.full.store(full, Ordering::SeqCst);
    }
}

#[async_trait]
impl Store for Shaky {
    async fn import_campaign(&self, new: &NewCampaign, entries: &[Entry]) -> Result<(), Fault> {
        if self.full.load(Ordering::SeqCst) && !entries.is_empty() {
            return Err(Fault::Disk { action: "write the log", detail: "no space left".into() });
        }
        self.log.import_campaign(new, entries).await
    }

    async fn campaigns(&self) -> Result<Vec<(CampaignId, Result<Summary, Fault>)>, Fault> {
        self.log.campaigns().await
    }

    async fn campaign(&self, id: &CampaignId) -> Result<Campaign, Fault> {
        self.log.campaign(id).await
    }

    async fn dice_secret(&self, id: &CampaignId) -> Result<Option<Secret>, Fault> {
        let secret = self.log.dice_secret(id).await?;
        Ok(if self.swapped.load(Ordering::SeqCst) { Some(Secret::new([0; 32])) } else { secret })
    }

    async fn append_batch(
        &self,
        batch: &[(CampaignId, NewEntry)],
    ) -> Result<Vec<Result<Entry, Fault>>, Fault> {
        if self.gated.load(Ordering::SeqCst) {
            self.gate.acquire().await.unwrap().forget();
        }
        if self.full.load(Ordering::SeqCst) {
            return Err(Fault::Disk { action: "write the log", detail: "no space left".into() });
        }
        self.log.append_batch(batch).await
    }

    async fn write_together(
        &self,
        begins: Option<(&NewCampaign, &[Entry])>,
        entries: &[(CampaignId, Entry)],
    ) -> Result<(), Fault> {
        if self.full.load(Ordering::SeqCst) || self.apart.load(Ordering::SeqCst) {
            return Err(Fault::Disk { action: "write the log", detail: "no space left".into() });
        }
        self.log.write_together(begins, entries).await
    }

    async fn can_write(&self) -> Result<(), Fault> {
        self.log.can_write().await
    }

    async fn entries(&self, id: &CampaignId, from: u64, limit: u32) -> Result<Vec<Entry>, Fault> {
        if self.closing.load(Ordering::SeqCst) && from == 1 {
            self.gate.acquire().await.unwrap().forget();
            return Err(Fault::Disk { action: "read the log", detail: "the store is closed".into() });
        }
        let mut entries = self.log.entries(id, from, limit).await?;
        if self.spoilt.load(Ordering::SeqCst) && from == 1 {
            entries[0].parts[0].body.push(' ');
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
        self.log.stream_parts(id, stream, from, limit).await
    }

    async fn heads(&self, id: &CampaignId) -> Result<Heads, Fault> {
        self.log.heads(id).await
    }

    async fn put_snapshot(&self, id: &CampaignId, snapshot: &Snapshot) -> Result<(), Fault> {
        self.log.put_snapshot(id, snapshot).await
    }

    async fn latest_snapshot(&self, id: &CampaignId, rules_build: &str) -> Result<Option<Snapshot>, Fault> {
        self.log.latest_snapshot(id, rules_build).await
    }

    async fn drop_snapshots(&self, id: &CampaignId) -> Result<(), Fault> {
        self.log.drop_snapshots(id).await
    }
}

async fn shaky() -> (Arc<Setting>, Arc<Shaky>) {
    let Setting { folder, campaign, .. } = Setting::new().await;
    let store = Shaky::over(&folder).await;
    let desk = Desk::new(store.clone(), Committer::start(store.clone()), ticking(), RULEBOOKS);
    (Arc::new(Setting { folder, desk, campaign }), store)
}

/// Lets everything run that can.
async fn settle() {
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
}

#[tokio::test]
async fn whoever_waits_behind_a_failed_write_does_not_act_on_what_never_happened() {
    let (setting, store) = shaky().await;
    let before = setting.desk.look(&setting.campaign, BLUE).await.unwrap().view();
    store.gated.store(true, Ordering::SeqCst);
    store.full(true);
    let place = |setting: &Arc<Setting>| {
        let (setting, submission) =
            (Arc::clone(setting), setting.submission(BLUE, json!({"do": "place", "post": "ford"})));
        tokio::spawn(async move { setting.desk.submit(&setting.campaign, submission).await })
    };
    let first = place(&setting);
    settle().await;
    let looks = tokio::spawn({
        let setting = Arc::clone(&setting);
        async move { setting.desk.look(&setting.campaign, BLUE).await.unwrap().view() }
    });
    settle().await;
    let second = place(&setting);
    settle().await;
    store.gate.add_permits(1);
    assert!(first.await.unwrap().is_err());
    assert!(looks.await.unwrap() == before, "nothing has happened");
    store.full(false);
    store.gated.store(false, Ordering::SeqCst);
    store.gate.add_permits(1);
    let answer = second.await.unwrap().unwrap();
    assert!(matches!(answer, Answer::Done { .. }), "the post was free: {answer:?}");
    let Ok(setting) = Arc::try_unwrap(setting) else { panic!("all tasks have ended") };
    let roads = setting.roads(BLUE).await;
    assert!(setting.again().await.roads(BLUE).await == roads, "memory and log agree");
}

/// A campaign long enough for a snapshot, and its store.
async fn with_snapshot() -> (Arc<Setting>, Arc<Shaky>) {
    let (setting, store) = shaky().await;
    for _ in 0..40 {
        setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;
        let token = setting.desk.fresh_token().unwrap();
        setting.desk.undo(&setting.campaign, BLUE, None, token).await.unwrap();
    }
    setting.desk.caught_up().await;
    (setting, store)
}

fn reopened(store: &Arc<Shaky>) -> Desk {
    Desk::new(store.clone(), Committer::start(store.clone()), ticking(), RULEBOOKS)
}

async fn snapshot(setting: &Setting, store: &Shaky) -> Option<Snapshot> {
    let id = CampaignId::new(&setting.campaign).unwrap();
    let rules = format!("{}/{}+{}", RULEBOOKS[0].name(), RULEBOOKS[0].version(), env!("CARGO_PKG_VERSION"));
    store.latest_snapshot(&id, &rules).await.unwrap()
}

#[tokio::test]
async fn a_snapshot_that_the_log_does_not_bear_out_is_forgotten() {
    let (setting, store) = with_snapshot().await;
    let right = setting.desk.position(&setting.campaign).await.unwrap();
    let mut wrong = snapshot(&setting, &store).await.expect("there is a snapshot");
    let desk = reopened(&store);
    desk.look(&setting.campaign, BLUE).await.unwrap();
    desk.caught_up().await;
    assert!(snapshot(&setting, &store).await.is_some(), "a right one stays");
    let text = String::from_utf8(wrong.state).unwrap();
    let changed = text.replacen("\"points\":0", "\"points\":7", 1);
    assert_ne!(changed, text, "{text}");
    wrong.state = changed.into_bytes();
    let id = CampaignId::new(&setting.campaign).unwrap();
    store.drop_snapshots(&id).await.unwrap();
    store.put_snapshot(&id, &wrong).await.unwrap();
    let desk = reopened(&store);
    assert_ne!(desk.position(&setting.campaign).await.unwrap(), right, "opened at once, checked behind");
    desk.caught_up().await;
    assert_eq!(desk.position(&setting.campaign).await.unwrap(), right, "the log counts");
    assert!(snapshot(&setting, &store).await.is_none());
}

#[tokio::test]
async fn whoever_waits_for_the_check_reads_what_the_log_comes_to() {
    let (setting, store) = with_snapshot().await;
    let right = setting.desk.position(&setting.campaign).await.unwrap();
    let mut wrong = snapshot(&setting, &store).await.expect("there is a snapshot");
    wrong.state = String::from_utf8(wrong.state).unwrap().replacen("\"points\":0", "\"points\":7", 1).into();
    let id = CampaignId::new(&setting.campaign).unwrap();
    store.drop_snapshots(&id).await.unwrap();
    store.put_snapshot(&id, &wrong).await.unwrap();
    let desk = reopened(&store);
    let (one, other) = tokio::join!(desk.borne_out(&setting.campaign), desk.borne_out(&setting.campaign));
    one.and(other).unwrap();
    assert_eq!(desk.position(&setting.campaign).await.unwrap(), right);
}

#[tokio::test]
async fn a_log_broken_behind_its_snapshot_closes_the_campaign() {
    let (setting, store) = with_snapshot().await;
    store.spoilt.store(true, Ordering::SeqCst);
    let desk = reopened(&store);
    desk.look(&setting.campaign, BLUE).await.unwrap();
    desk.caught_up().await;
    let fault = desk.look(&setting.campaign, BLUE).await.expect_err("the campaign is closed");
    assert!(fault.to_string().contains("is broken at"), "{fault}");
}

#[tokio::test]
async fn a_check_that_is_broken_off_says_nothing_of_the_log() {
    let (setting, store) = with_snapshot().await;
    store.closing.store(true, Ordering::SeqCst);
    let desk = reopened(&store);
    desk.look(&setting.campaign, BLUE).await.unwrap();
    // The check waits for the first entry: the store is not closed under it, and whoever waits for the check goes on.
    let (waited, ()) = tokio::join!(desk.borne_out(&setting.campaign), desk.stop());
    waited.unwrap();
    store.gate.add_permits(1);
    desk.caught_up().await;
    desk.look(&setting.campaign, BLUE).await.expect("the campaign is not broken");
    // Nobody stopped, the same fault closes it.
    let desk = reopened(&store);
    desk.look(&setting.campaign, BLUE).await.unwrap();
    store.gate.add_permits(1);
    desk.caught_up().await;
    desk.look(&setting.campaign, BLUE).await.expect_err("the campaign is closed");
}

#[tokio::test]
async fn a_dice_secret_that_is_not_the_committed_one_rolls_nothing() {
    let (setting, store) = shaky().await;
    store.swapped.store(true, Ordering::SeqCst);
    let fault = reopened(&store).look(&setting.campaign, BLUE).await.unwrap_err();
    assert!(fault.to_string().contains("the dice secret of campaign"), "{fault}");
}

#[tokio::test]
async fn a_failed_write_can_be_tried_again_and_open_feeds_stay_open() {
    let (setting, store) = shaky().await;
    let mut feed = setting.desk.feed(&setting.campaign, BLUE).await.unwrap();
    feed.mark_unchanged();
    store.full(true);
    let submission = setting.submission(BLUE, json!({"do": "pay"}));
    assert!(setting.desk.submit(&setting.campaign, submission.clone()).await.is_err());
    store.full(false);
    setting.send(submission).await;
    assert!(feed.has_changed().unwrap(), "the feed of before tells of it");
}

/// Blue and Grey have closed their night; the engine's dawn could not be written.
async fn before_dawn() -> (Arc<Setting>, Arc<Shaky>) {
    let (setting, store) = shaky().await;
    setting.dusk().await;
    setting.night(BLUE, "raid").await;
    setting.done(GREY, json!({"do": "seal", "stance": "hold"})).await;
    store.gated.store(true, Ordering::SeqCst);
    let closing = tokio::spawn({
        let (setting, close) = (Arc::clone(&setting), setting.submission(GREY, json!({"do": "close"})));
        async move { setting.desk.submit(&setting.campaign, close).await }
    });
    store.gate.add_permits(1);
    settle().await;
    // The closing is on the disk, the dawn is not.
    store.full(true);
    store.gate.add_permits(1);
    let answer = closing.await.unwrap();
    assert!(matches!(answer, Ok(Answer::Done { .. })), "the closing itself was written: {answer:?}");
    store.gated.store(false, Ordering::SeqCst);
    (setting, store)
}

#[tokio::test]
async fn the_engine_makes_up_for_its_step_once_the_disk_writes_again() {
    let (setting, store) = before_dawn().await;
    // Readers are not kept waiting for a disk that is full.
    let night = setting.roads(Seat::Spectator).await;
    store.full(false);
    assert!(setting.roads(Seat::Spectator).await != night, "the dawn has come");
    setting.done(BLUE, json!({"do": "pay"})).await;
}

/// The disk fails once more for the dawn and would write what comes next: that is the dawn all the same.
#[tokio::test]
async fn nobody_acts_before_the_engines_step_is_written() {
    let (setting, store) = before_dawn().await;
    store.gated.store(true, Ordering::SeqCst);
    let paying = tokio::spawn({
        let (setting, pay) = (Arc::clone(&setting), setting.submission(BLUE, json!({"do": "pay"})));
        async move { setting.desk.submit(&setting.campaign, pay).await }
    });
    store.gate.add_permits(1);
    settle().await;
    store.full(false);
    store.gated.store(false, Ordering::SeqCst);
    store.gate.add_permits(1);
    let answer = paying.await.unwrap();
    assert!(matches!(answer, Ok(Answer::Done { .. })), "{answer:?}");
    honest(&setting.whole().await);
}

#[tokio::test]
async fn the_engine_makes_up_for_its_step_after_a_restart() {
    let (setting, _store) = before_dawn().await;
    let Ok(setting) = Arc::try_unwrap(setting) else { panic!("all tasks have ended") };
    let setting = setting.again().await;
    setting.done(BLUE, json!({"do": "pay"})).await;
}

#[tokio::test]
async fn an_act_broken_off_in_the_middle_leaves_memory_and_log_in_agreement() {
    let (setting, store) = shaky().await;
    store.gated.store(true, Ordering::SeqCst);
    let submission = setting.submission(BLUE, json!({"do": "pay"}));
    let broken_off = tokio::spawn({
        let (setting, submission) = (Arc::clone(&setting), submission.clone());
        async move { setting.desk.submit(&setting.campaign, submission).await }
    });
    settle().await;
    broken_off.abort();
    assert!(broken_off.await.unwrap_err().is_cancelled());
    store.gated.store(false, Ordering::SeqCst);
    store.gate.add_permits(1);
    settle().await;
    let answer = setting.send(submission).await;
    assert!(matches!(answer, Answer::Done { .. }), "it was done the first time: {answer:?}");
    let log = setting.desk.log(&setting.campaign, BLUE, None, 100).await.unwrap();
    assert_eq!(log.lines.iter().filter(|line| !line.rolls.is_empty()).count(), 1, "and only once");
}

#[tokio::test]
async fn a_campaign_is_laid_out_whole_or_not_at_all() {
    let (setting, store) = shaky().await;
    let new = || NewTable {
        file: "ford.toml".into(),
        setup: rules_toy::FORD.into(),
        system: RULEBOOKS[0].name().into(),
        position: None,
        start: table::DiceStart::AtOnce,
        table_dice: true,
        identity: None,
    };
    store.full(true);
    let laid_out = setting.desk.create(new()).await;
    let n_campaigns = setting.desk.campaigns().await.unwrap().len();
    assert_eq!((laid_out.is_ok(), n_campaigns), (false, 1), "one half laid out would never begin");
    store.full(false);
    setting.desk.create(new()).await.unwrap();
    assert_eq!(setting.desk.campaigns().await.unwrap().len(), 2);
}

#[tokio::test]
async fn dice_that_every_side_has_answered_for_open_even_when_the_disk_was_full_in_between() {
    let (setting, store) = shaky().await;
    let laid_out = NewTable {
        file: "ford.toml".into(),
        setup: rules_toy::FORD.into(),
        system: RULEBOOKS[0].name().into(),
        position: None,
        start: table::DiceStart::Before,
        table_dice: true,
        identity: None,
    };
    let id = setting.desk.create(laid_out).await.unwrap();
    let token = || setting.desk.fresh_token().unwrap();
    setting.desk.contribute(&id, BLUE, None, token()).await.unwrap();
    store.gated.store(true, Ordering::SeqCst);
    let answering = tokio::spawn({
        let (setting, id, token) = (Arc::clone(&setting), id.clone(), token());
        async move { setting.desk.contribute(&id, GREY, Some("vale".into()), token).await }
    });
    store.gate.add_permits(1);
    settle().await;
    store.full(true);
    store.gate.add_permits(1);
    assert!(answering.await.unwrap().is_ok(), "the words are written");
    store.gated.store(false, Ordering::SeqCst);
    store.full(false);
    assert!(setting.desk.look(&id, GREY).await.unwrap().dice.open);
}
