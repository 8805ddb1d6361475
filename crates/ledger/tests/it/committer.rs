//! Group commit.

use std::sync::Arc;

use ledger::contract::sample;
use ledger::{CampaignId, Committer, Entry, Fault, SqliteStore, Store, Stream};
use tempfile::TempDir;
use tokio::task::JoinHandle;

use crate::watched::Watched;

const N_CAMPAIGNS: u64 = 16;

async fn watched() -> (TempDir, Arc<Watched>) {
    let folder = tempfile::tempdir().unwrap();
    let inner = SqliteStore::open(&folder.path().join("log.db")).await.unwrap();
    for n in 0..N_CAMPAIGNS {
        inner.create_campaign(&sample::campaign(&format!("c{n}"))).await.unwrap();
    }
    (folder, Arc::new(Watched::new(inner)))
}

fn campaign(n: u64) -> CampaignId {
    CampaignId::new(format!("c{n}")).unwrap()
}

fn submit(committer: &Committer, n: u64, expected: u64) -> JoinHandle<Result<Entry, Fault>> {
    let committer = committer.clone();
    let entry = sample::entry(expected, &[(Stream::Public, "{}")]);
    tokio::spawn(async move { committer.append(campaign(n), entry).await })
}

/// Lets the tasks that were spawned come to their waiting.
async fn settle() {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn what_waits_over_all_campaigns_is_one_transaction() {
    let (_folder, store) = watched().await;
    let committer = Committer::start(store.clone());
    let mut waiting = vec![submit(&committer, 0, 1)];
    settle().await;
    waiting.extend((1..N_CAMPAIGNS).map(|n| submit(&committer, n, 1)));
    settle().await;
    // The first is held up in the store; the other fifteen wait for it.
    assert!(waiting.iter().all(|task| !task.is_finished()));
    store.gate.add_permits(2);
    for task in waiting {
        assert_eq!(task.await.unwrap().unwrap().master, 1);
    }
    assert_eq!(*store.batches.lock().unwrap(), [1, 15]);
    committer.shutdown().await;
}

#[tokio::test]
async fn nothing_is_acknowledged_before_it_is_written() {
    let (_folder, store) = watched().await;
    let committer = Committer::start(store.clone());
    let task = submit(&committer, 0, 1);
    settle().await;
    assert!(!task.is_finished());
    assert_eq!(store.heads(&campaign(0)).await.unwrap().master.number, 0);
    store.gate.add_permits(1);
    let entry = task.await.unwrap().unwrap();
    assert_eq!(store.heads(&campaign(0)).await.unwrap().master.hash, entry.hash);
}

#[tokio::test]
async fn a_failed_batch_is_told_to_everybody_and_the_next_one_works() {
    let (_folder, store) = watched().await;
    let committer = Committer::start(store.clone());
    let blocker = submit(&committer, 0, 1);
    settle().await;
    let waiting: Vec<_> = (1..5).map(|n| submit(&committer, n, 1)).collect();
    settle().await;
    store.gate.add_permits(1);
    blocker.await.unwrap().unwrap();
    let full = Fault::Disk { action: "write the log", detail: "full".to_owned() };
    *store.fail.lock().unwrap() = Some(full.clone());
    store.gate.add_permits(1);
    for task in waiting {
        assert_eq!(task.await.unwrap(), Err(full.clone()));
    }
    assert_eq!(store.heads(&campaign(1)).await.unwrap().master.number, 0);
    store.gate.add_permits(1);
    assert!(submit(&committer, 1, 1).await.unwrap().is_ok());
}

#[tokio::test]
async fn a_conflict_is_told_to_its_own_writer_alone() {
    let (_folder, store) = watched().await;
    let committer = Committer::start(store.clone());
    let blocker = submit(&committer, 0, 1);
    settle().await;
    let good = submit(&committer, 1, 1);
    let late = submit(&committer, 1, 1);
    settle().await;
    store.gate.add_permits(2);
    blocker.await.unwrap().unwrap();
    assert!(good.await.unwrap().is_ok());
    let conflict = Fault::Conflict { campaign: campaign(1), expected: 1, next: 2 };
    assert_eq!(late.await.unwrap(), Err(conflict));
}

#[tokio::test]
async fn shutting_down_writes_what_waits_and_takes_no_more() {
    let (_folder, store) = watched().await;
    let committer = Committer::start(store.clone());
    let waiting: Vec<_> = (0..6).map(|n| submit(&committer, n, 1)).collect();
    settle().await;
    let stopping = tokio::spawn({
        let committer = committer.clone();
        async move { committer.shutdown().await }
    });
    settle().await;
    store.gate.add_permits(10);
    stopping.await.unwrap();
    for task in waiting {
        assert!(task.await.unwrap().is_ok());
    }
    assert_eq!(submit(&committer, 7, 1).await.unwrap(), Err(Fault::Stopped));
    committer.shutdown().await;
}

#[tokio::test]
async fn a_writer_that_gives_up_waiting_finds_its_entry_in_the_log() {
    let (_folder, store) = watched().await;
    let committer = Committer::start(store.clone());
    let task = submit(&committer, 0, 1);
    settle().await;
    task.abort();
    store.gate.add_permits(1);
    committer.shutdown().await;
    assert_eq!(store.heads(&campaign(0)).await.unwrap().master.number, 1);
}
