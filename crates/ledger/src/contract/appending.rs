//! Appending: numbers, chains, conflicts, batches.

use std::sync::Arc;

use super::{Harness, sample};
use crate::{
    CampaignId, Entry, Fault, Heads, NewEntry, Store, Stream, commitment, link_hash, master_hash, sha256,
};

const PUBLIC: Stream = Stream::Public;
const RED: Stream = Stream::Side(0);
const BLUE: Stream = Stream::Side(1);

async fn with_campaign(harness: &dyn Harness, name: &str) -> (Arc<dyn Store>, CampaignId, Heads) {
    let store = harness.open().await;
    let new = sample::campaign(name);
    store.create_campaign(&new).await.unwrap();
    let heads = Heads::start(new.manifest.genesis());
    (store, new.manifest.campaign, heads)
}

async fn append(store: &dyn Store, id: &CampaignId, entry: NewEntry) -> Result<Entry, Fault> {
    store.append_batch(&[(id.clone(), entry)]).await.unwrap().remove(0)
}

/// Master and stream numbers count from 1 without gaps, and every hash is the documented one.
pub async fn entries_are_numbered_and_chained(harness: &dyn Harness) {
    let (store, id, start) = with_campaign(harness, "one").await;
    let genesis = start.genesis;
    let first = append(store.as_ref(), &id, sample::entry(1, &[(RED, "{\"a\":1}")])).await.unwrap();
    // Parts are given out of order and stand in stream order.
    let second = append(store.as_ref(), &id, sample::entry(2, &[(RED, "{}"), (PUBLIC, "[]")])).await.unwrap();
    let numbers: Vec<_> = second.parts.iter().map(|part| (part.stream, part.number)).collect();
    assert_eq!(numbers, [(PUBLIC, 1), (RED, 2)]);
    assert_eq!((first.master, second.master), (1, 2));

    let [public, red] = &second.parts[..] else { panic!("two parts") };
    assert_eq!(red.commitment, commitment(&red.nonce, "{}"));
    assert_eq!(red.hash, link_hash(first.parts[0].hash, RED, 2, red.commitment));
    assert_eq!(public.hash, link_hash(genesis, PUBLIC, 1, public.commitment));
    let links = [(PUBLIC, public.hash), (RED, red.hash)];
    assert_eq!(second.hash, master_hash(first.hash, 2, second.lineage, 0, &links));
    assert_eq!(store.entries(&id, 1, 10).await.unwrap(), [first, second]);
}

/// The number decides; the loser is told the next one and nothing is written.
pub async fn an_entry_for_another_number_is_a_conflict(harness: &dyn Harness) {
    let (store, id, _) = with_campaign(harness, "one").await;
    append(store.as_ref(), &id, sample::entry(1, &[(PUBLIC, "{}")])).await.unwrap();
    let before = store.heads(&id).await.unwrap();
    for expected in [0, 1, 3, u64::MAX] {
        let fault = append(store.as_ref(), &id, sample::entry(expected, &[(PUBLIC, "{}")])).await;
        assert_eq!(fault, Err(Fault::Conflict { campaign: id.clone(), expected, next: 2 }));
    }
    // The right number after another entry: the log was put back and went on.
    let next = |after| NewEntry { after: Some(after), ..sample::entry(2, &[(PUBLIC, "{}")]) };
    let fault = append(store.as_ref(), &id, next(sha256(b"another course"))).await;
    assert_eq!(fault, Err(Fault::Conflict { campaign: id.clone(), expected: 2, next: 2 }));
    assert_eq!(store.heads(&id).await.unwrap(), before);
    append(store.as_ref(), &id, next(before.master.hash)).await.unwrap();
}

/// A conflicting entry fails alone; the others of its batch are written.
pub async fn a_conflict_in_a_batch_fails_alone(harness: &dyn Harness) {
    let (store, id, _) = with_campaign(harness, "one").await;
    let batch = [
        (id.clone(), sample::entry(1, &[(PUBLIC, "{\"n\":1}")])),
        (id.clone(), sample::entry(1, &[(RED, "{\"n\":2}")])),
        (id.clone(), sample::entry(2, &[(RED, "{\"n\":3}")])),
        (id.clone(), sample::entry(4, &[(PUBLIC, "{\"n\":4}")])),
    ];
    let results = store.append_batch(&batch).await.unwrap();
    let numbers: Vec<_> = results.iter().map(|result| result.as_ref().map(|entry| entry.master)).collect();
    let conflict = |expected, next| Fault::Conflict { campaign: id.clone(), expected, next };
    assert_eq!(numbers, [Ok(1), Err(&conflict(1, 2)), Ok(2), Err(&conflict(4, 3))]);
    let written: Vec<_> = results.into_iter().filter_map(Result::ok).collect();
    assert_eq!(store.entries(&id, 1, 10).await.unwrap(), written);
}

/// No part, two parts for one stream and a side that does not exist are refused alone.
pub async fn bad_entries_fail_alone(harness: &dyn Harness) {
    let (store, id, _) = with_campaign(harness, "one").await;
    let batch = [
        (id.clone(), sample::entry(1, &[])),
        (id.clone(), sample::entry(1, &[(RED, "{}"), (RED, "{}")])),
        (id.clone(), sample::entry(1, &[(Stream::Side(2), "{}")])),
        (id.clone(), sample::entry(1, &[(Stream::Umpire, "{}")])),
    ];
    let results = store.append_batch(&batch).await.unwrap();
    for result in &results[..3] {
        assert!(matches!(result, Err(Fault::BadEntry { .. })), "{result:?}");
    }
    assert_eq!(results[3].as_ref().map(|entry| entry.master), Ok(1));
    assert_eq!(store.heads(&id).await.unwrap().master.number, 1);
}

/// Campaigns of one batch are chained each for itself.
pub async fn one_batch_carries_many_campaigns(harness: &dyn Harness) {
    let store = harness.open().await;
    for name in ["a", "b", "c"] {
        store.create_campaign(&sample::campaign(name)).await.unwrap();
    }
    let mut batch = Vec::new();
    for n in 1..=3 {
        for name in ["b", "a", "c"] {
            let id = CampaignId::new(name).unwrap();
            batch.push((id, sample::entry(n, &[(PUBLIC, "{}"), (BLUE, "{}")])));
        }
    }
    let results = store.append_batch(&batch).await.unwrap();
    let numbers: Vec<_> = results.iter().map(|result| result.as_ref().map(|entry| entry.master)).collect();
    assert_eq!(numbers, [1, 1, 1, 2, 2, 2, 3, 3, 3].map(Ok));
    for name in ["a", "b", "c"] {
        let mut heads = Heads::start(sample::campaign(name).manifest.genesis());
        let id = CampaignId::new(name).unwrap();
        assert_eq!(store.entries_checked(&id, &mut heads, 100).await.unwrap().len(), 3);
        assert_eq!(heads, store.heads(&id).await.unwrap());
    }
}

/// Equal bodies cannot be recognised by their commitments.
pub async fn equal_bodies_have_different_commitments(harness: &dyn Harness) {
    let (store, id, _) = with_campaign(harness, "one").await;
    let one = append(store.as_ref(), &id, sample::entry(1, &[(PUBLIC, "{}"), (RED, "{}")])).await.unwrap();
    let two = append(store.as_ref(), &id, sample::entry(2, &[(PUBLIC, "{}")])).await.unwrap();
    let mut commitments: Vec<_> = one.parts.iter().chain(&two.parts).map(|part| part.commitment).collect();
    commitments.sort();
    commitments.dedup();
    assert_eq!(commitments.len(), 3);
}

/// The ledger reads no body and changes none.
pub async fn bodies_are_kept_byte_for_byte(harness: &dyn Harness) {
    let (store, id, _) = with_campaign(harness, "one").await;
    let long = "x".repeat(300_000);
    let bodies = ["", "{ \"b\" : 1 , \"a\":2 }", "é🎲\u{0}\r\n\t\"'\\", "not JSON", long.as_str()];
    for (body, n) in bodies.iter().zip(1..) {
        append(store.as_ref(), &id, sample::entry(n, &[(PUBLIC, body)])).await.unwrap();
    }
    let parts = store.stream_parts(&id, PUBLIC, 1, 100).await.unwrap();
    let found: Vec<_> = parts.iter().map(|part| part.body.as_str()).collect();
    assert_eq!(found, bodies);
    let mut heads = Heads::start(store.campaign(&id).await.unwrap().genesis);
    store.entries_checked(&id, &mut heads, 100).await.unwrap();
}

/// Sixteen writers on one campaign: each number is won exactly once, and losers learn it.
pub async fn of_sixteen_writers_exactly_one_wins_each_number(harness: &dyn Harness) {
    const N_WRITERS: u64 = 16;
    const N_ROUNDS: u64 = 5;
    let (store, id, _) = with_campaign(harness, "one").await;
    for round in 1..=N_ROUNDS {
        let writers: Vec<_> = (0..N_WRITERS)
            .map(|writer| {
                let (store, id) = (Arc::clone(&store), id.clone());
                let body = format!("{{\"writer\":{writer}}}");
                tokio::spawn(async move {
                    append(store.as_ref(), &id, sample::entry(round, &[(PUBLIC, &body)])).await
                })
            })
            .collect();
        let mut winners = Vec::new();
        for writer in writers {
            match writer.await.unwrap() {
                Ok(entry) => winners.push(entry),
                Err(fault) => {
                    let next = round + 1;
                    assert_eq!(fault, Fault::Conflict { campaign: id.clone(), expected: round, next });
                }
            }
        }
        assert_eq!(winners.len(), 1, "round {round}");
        assert_eq!(store.entries(&id, round, 10).await.unwrap(), winners);
    }
}

/// Chained entries of two campaigns and a third that begins are written whole, or, when one number is taken, not at all.
pub async fn what_is_written_together_is_whole_or_not_at_all(harness: &dyn Harness) {
    let (store, one, mut first) = with_campaign(harness, "one").await;
    let two = sample::campaign("two");
    store.create_campaign(&two).await.unwrap();
    let (two, mut second) = (two.manifest.campaign.clone(), Heads::start(two.manifest.genesis()));
    let begins = sample::campaign("three");
    let (three, mut third) = (begins.manifest.campaign.clone(), Heads::start(begins.manifest.genesis()));
    let nonces = crate::nonces::SystemNonces;
    let chained = |heads: &mut Heads, id: &CampaignId, number, stream| {
        heads.chain(id, 2, &sample::entry(number, &[(stream, "{}")]), &nonces).unwrap()
    };
    let firsts = [chained(&mut third, &three, 1, PUBLIC)];
    let entries = vec![
        (two.clone(), chained(&mut second, &two, 1, BLUE)),
        (one.clone(), chained(&mut first, &one, 1, RED)),
        (two.clone(), chained(&mut second, &two, 2, PUBLIC)),
    ];
    // Somebody else is first in one of the campaigns.
    append(store.as_ref(), &two, sample::entry(1, &[(PUBLIC, "{}")])).await.unwrap();
    let fault = store.write_together(Some((&begins, &firsts)), &entries).await;
    assert_eq!(fault, Err(Fault::Conflict { campaign: two.clone(), expected: 1, next: 2 }));
    assert_eq!(store.entries(&one, 1, 10).await.unwrap(), []);
    assert!(matches!(store.campaign(&three).await, Err(Fault::NotFound { .. })));

    let mut second = store.heads(&two).await.unwrap();
    let entries = vec![entries[1].clone(), (two.clone(), chained(&mut second, &two, 2, BLUE))];
    store.write_together(Some((&begins, &firsts)), &entries).await.unwrap();
    assert_eq!(store.entries(&one, 1, 10).await.unwrap(), [entries[0].1.clone()]);
    assert_eq!(store.entries(&two, 2, 10).await.unwrap(), [entries[1].1.clone()]);
    assert_eq!(store.entries(&three, 1, 10).await.unwrap(), firsts);

    // A campaign that is here already, and an entry that is not chained to what stands there, spoil all of it.
    let mut first = store.heads(&one).await.unwrap();
    let next = (one.clone(), chained(&mut first, &one, 2, PUBLIC));
    let fault = store.write_together(Some((&begins, &firsts)), std::slice::from_ref(&next)).await;
    assert_eq!(fault, Err(Fault::AlreadyExists { campaign: three.clone() }));
    let mut other = Heads::start(crate::sha256(b"elsewhere"));
    other.master.number = 2;
    let astray = (two.clone(), chained(&mut other, &two, 3, PUBLIC));
    let fault = store.write_together(None, &[next, astray]).await;
    assert!(matches!(fault, Err(Fault::BrokenChain { .. })), "{fault:?}");
    assert_eq!(store.n_entries(&one).await.unwrap(), 1);
    assert_eq!(store.n_entries(&two).await.unwrap(), 2);
}
