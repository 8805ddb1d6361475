//! Reading: pages, streams, heads, snapshots.

use super::{Harness, sample};
use crate::{CampaignId, Heads, Snapshot, Store, Stream};

/// Ten entries: the public stream hears all of them, side 0 the even ones, the umpire the tenth.
async fn with_ten_entries(store: &dyn Store) -> CampaignId {
    let new = sample::campaign("ten");
    store.create_campaign(&new).await.unwrap();
    let id = new.manifest.campaign;
    for n in 1..=10 {
        let body = format!("{{\"n\":{n}}}");
        let mut parts = vec![(Stream::Public, body.as_str())];
        parts.extend((n % 2 == 0).then_some((Stream::Side(0), body.as_str())));
        parts.extend((n == 10).then_some((Stream::Umpire, body.as_str())));
        let results = store.append_batch(&[(id.clone(), sample::entry(n, &parts))]).await.unwrap();
        assert!(results[0].is_ok());
    }
    id
}

/// From and limit choose a window; beyond the end there is nothing.
pub async fn entries_are_read_in_pages(harness: &dyn Harness) {
    let store = harness.open().await;
    let id = with_ten_entries(store.as_ref()).await;
    let all = store.entries(&id, 1, 100).await.unwrap();
    let n_parts: Vec<_> = all.iter().map(|entry| entry.parts.len()).collect();
    assert_eq!(n_parts, [1, 2, 1, 2, 1, 2, 1, 2, 1, 3]);
    assert_eq!(store.entries(&id, 0, 100).await.unwrap(), all);
    assert_eq!(store.entries(&id, 4, 3).await.unwrap(), all[3..6]);
    assert!(store.entries(&id, 11, 3).await.unwrap().is_empty());
    assert!(store.entries(&id, u64::MAX, 3).await.unwrap().is_empty());

    let mut heads = Heads::start(store.campaign(&id).await.unwrap().genesis);
    let mut read = Vec::new();
    while read.len() < 10 {
        read.extend(store.entries_checked(&id, &mut heads, 4).await.unwrap());
    }
    assert_eq!(read, all);
    assert!(store.entries_checked(&id, &mut heads, 4).await.unwrap().is_empty());
}

/// A stream holds its own parts only, in order.
pub async fn a_stream_is_read_alone(harness: &dyn Harness) {
    let store = harness.open().await;
    let id = with_ten_entries(store.as_ref()).await;
    let parts = store.stream_parts(&id, Stream::Side(0), 2, 3).await.unwrap();
    let found: Vec<_> = parts.iter().map(|part| (part.number, part.body.as_str())).collect();
    assert_eq!(found, [(2, "{\"n\":4}"), (3, "{\"n\":6}"), (4, "{\"n\":8}")]);
    assert!(parts.iter().all(|part| part.stream == Stream::Side(0)));
    assert!(store.stream_parts(&id, Stream::Side(1), 1, 10).await.unwrap().is_empty());
    assert!(store.stream_parts(&id, Stream::Public, 11, 10).await.unwrap().is_empty());
}

/// Heads are what following every entry gives.
pub async fn heads_are_where_the_entries_end(harness: &dyn Harness) {
    let store = harness.open().await;
    let id = with_ten_entries(store.as_ref()).await;
    let mut heads = Heads::start(store.campaign(&id).await.unwrap().genesis);
    store.entries_checked(&id, &mut heads, 100).await.unwrap();
    let stored = store.heads(&id).await.unwrap();
    assert_eq!(stored, heads);
    assert_eq!((stored.master.number, stored.stream(Stream::Side(0)).number), (10, 5));
    assert_eq!(stored.stream(Stream::Side(1)).hash, stored.genesis);
}

/// What was acknowledged is there when the store is opened again.
pub async fn everything_is_there_after_opening_again(harness: &dyn Harness) {
    let store = harness.open().await;
    let id = with_ten_entries(store.as_ref()).await;
    let entries = store.entries(&id, 1, 100).await.unwrap();
    let heads = store.heads(&id).await.unwrap();
    drop(store);
    let store = harness.open().await;
    assert_eq!(store.entries(&id, 1, 100).await.unwrap(), entries);
    assert_eq!(store.heads(&id).await.unwrap(), heads);
    let next = sample::entry(11, &[(Stream::Public, "{}")]);
    assert!(store.append_batch(&[(id.clone(), next)]).await.unwrap()[0].is_ok());
}

/// Another build of the rules never gets a snapshot that is not its own, and an older one of the
/// same build never replaces a newer one.
pub async fn snapshots_are_kept_by_build(harness: &dyn Harness) {
    let store = harness.open().await;
    let id = with_ten_entries(store.as_ref()).await;
    let heads = store.heads(&id).await.unwrap();
    let mut early = heads.clone();
    early.master.number = 4;
    let snapshot = |build: &str, heads: &Heads, state: &[u8]| Snapshot {
        heads: heads.clone(),
        rules_build: build.to_owned(),
        state: state.to_vec(),
    };
    assert_eq!(store.latest_snapshot(&id, "b1").await.unwrap(), None);
    let first = snapshot("b1", &early, b"four");
    store.put_snapshot(&id, &first).await.unwrap();
    assert_eq!(store.latest_snapshot(&id, "b1").await.unwrap(), Some(first.clone()));
    assert_eq!(store.latest_snapshot(&id, "b2").await.unwrap(), None);
    let second = snapshot("b1", &heads, &[0, 255]);
    store.put_snapshot(&id, &second).await.unwrap();
    store.put_snapshot(&id, &first).await.unwrap();
    assert_eq!(store.latest_snapshot(&id, "b1").await.unwrap(), Some(second));
    let other = snapshot("b2", &early, b"");
    store.put_snapshot(&id, &other).await.unwrap();
    assert_eq!(store.latest_snapshot(&id, "b2").await.unwrap(), Some(other));
}

/// A snapshot is a cache only.
pub async fn dropping_snapshots_changes_nothing(harness: &dyn Harness) {
    let store = harness.open().await;
    let id = with_ten_entries(store.as_ref()).await;
    let heads = store.heads(&id).await.unwrap();
    let entries = store.entries(&id, 1, 100).await.unwrap();
    let snapshot = Snapshot { heads: heads.clone(), rules_build: "b".to_owned(), state: vec![1, 2, 3] };
    store.put_snapshot(&id, &snapshot).await.unwrap();
    store.drop_snapshots(&id).await.unwrap();
    store.drop_snapshots(&id).await.unwrap();
    assert_eq!(store.latest_snapshot(&id, "b").await.unwrap(), None);
    assert_eq!(store.heads(&id).await.unwrap(), heads);
    assert_eq!(store.entries(&id, 1, 100).await.unwrap(), entries);
}
