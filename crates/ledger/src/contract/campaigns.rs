//! Campaigns: created once, listed, imported whole.

use dice::Secret;

use super::{Harness, sample};
use crate::{CampaignId, Fault, Heads, Stream};

/// Manifest, set-up text and secret come back byte for byte.
pub async fn a_campaign_comes_back_as_it_was_created(harness: &dyn Harness) {
    let store = harness.open().await;
    let new = sample::campaign("one");
    store.create_campaign(&new).await.unwrap();
    let id = &new.manifest.campaign;
    let found = store.campaign(id).await.unwrap();
    assert_eq!(found.manifest, new.manifest);
    assert_eq!(found.setup, new.setup);
    assert_eq!(found.genesis, new.manifest.genesis());
    assert_eq!(store.dice_secret(id).await.unwrap(), new.secret);

    let mut without = sample::campaign("two");
    without.secret = None;
    store.create_campaign(&without).await.unwrap();
    assert_eq!(store.dice_secret(&without.manifest.campaign).await.unwrap(), None);
}

/// Every question about an unknown campaign names it.
pub async fn an_unknown_campaign_is_not_found(harness: &dyn Harness) {
    let store = harness.open().await;
    let id = CampaignId::new("nowhere").unwrap();
    let expected = Fault::NotFound { what: "campaign nowhere".to_owned() };
    assert_eq!(store.campaign(&id).await.unwrap_err(), expected);
    assert_eq!(store.dice_secret(&id).await.unwrap_err(), expected);
    assert_eq!(store.heads(&id).await.unwrap_err(), expected);
    assert_eq!(store.entries(&id, 1, 10).await.unwrap_err(), expected);
    assert_eq!(store.stream_parts(&id, Stream::Public, 1, 10).await.unwrap_err(), expected);
    let batch = [(id.clone(), sample::entry(1, &[(Stream::Public, "{}")]))];
    assert_eq!(store.append_batch(&batch).await.unwrap(), vec![Err(expected.clone())]);
    let snapshot = crate::Snapshot {
        heads: Heads::start(crate::sha256(b"")),
        rules_build: "b".to_owned(),
        state: Vec::new(),
    };
    assert_eq!(store.put_snapshot(&id, &snapshot).await.unwrap_err(), expected);
    assert_eq!(store.latest_snapshot(&id, "b").await.unwrap(), None);
}

/// A second campaign of the same id is refused and the first stays.
pub async fn a_campaign_is_created_once(harness: &dyn Harness) {
    let store = harness.open().await;
    let new = sample::campaign("one");
    store.create_campaign(&new).await.unwrap();
    let mut other = new.clone();
    other.manifest.title = "another".to_owned();
    let id = new.manifest.campaign.clone();
    let fault = store.create_campaign(&other).await.unwrap_err();
    assert_eq!(fault, Fault::AlreadyExists { campaign: id.clone() });
    assert_eq!(store.campaign(&id).await.unwrap().manifest, new.manifest);
}

/// Set-up text, secret and format have to be those of the manifest.
pub async fn a_campaign_that_contradicts_itself_is_refused(harness: &dyn Harness) {
    let store = harness.open().await;
    let mut setup = sample::campaign("one");
    setup.setup.push(' ');
    assert!(matches!(store.create_campaign(&setup).await, Err(Fault::BadCampaign { .. })));
    let mut secret = sample::campaign("one");
    secret.secret = Some(Secret::new([1; 32]));
    assert!(matches!(store.create_campaign(&secret).await, Err(Fault::BadCampaign { .. })));
    let mut format = sample::campaign("one");
    format.manifest.format = 99;
    assert!(matches!(store.create_campaign(&format).await, Err(Fault::TooNew { found: 99, .. })));
    assert!(store.campaigns().await.unwrap().is_empty());
}

/// The list is sorted and counts entries.
pub async fn campaigns_are_listed_by_id(harness: &dyn Harness) {
    let store = harness.open().await;
    for name in ["b", "c", "a"] {
        store.create_campaign(&sample::campaign(name)).await.unwrap();
    }
    let id = CampaignId::new("b").unwrap();
    let batch = [1, 2].map(|n| (id.clone(), sample::entry(n, &[(Stream::Public, "{}")])));
    store.append_batch(&batch).await.unwrap();
    let listed = store.campaigns().await.unwrap();
    let listed: Vec<_> = listed.into_iter().map(|(id, summary)| (id, summary.unwrap())).collect();
    let lines: Vec<_> = listed.iter().map(|(id, summary)| (id.as_str(), summary.n_entries)).collect();
    assert_eq!(lines, [("a", 0), ("b", 2), ("c", 0)]);
    assert_eq!(listed[1].1.manifest, sample::campaign("b").manifest);
}

/// A broken chain leaves nothing behind; a good import is hash-equal.
pub async fn an_import_is_whole_or_not_at_all(harness: &dyn Harness) {
    let store = harness.open().await;
    let new = sample::campaign("one");
    let id = &new.manifest.campaign;
    let mut heads = Heads::start(new.manifest.genesis());
    let mut entries = Vec::new();
    for n in 1..=5 {
        let parts = [(Stream::Public, "{}"), (Stream::Side(1), "{\"n\":1}")];
        let nonces = crate::SystemNonces;
        entries.push(heads.chain(id, 2, &sample::entry(n, &parts), &nonces).unwrap());
    }
    let mut broken = entries.clone();
    broken[3].parts[1].body = "{\"n\":2}".to_owned();
    let expected = Fault::BrokenChain { campaign: id.clone(), chain: "side-1".to_owned(), number: 4 };
    assert_eq!(store.import_campaign(&new, &broken).await.unwrap_err(), expected);
    assert!(matches!(store.campaign(id).await, Err(Fault::NotFound { .. })));

    store.import_campaign(&new, &entries).await.unwrap();
    assert_eq!(store.entries(id, 1, 100).await.unwrap(), entries);
    assert_eq!(store.heads(id).await.unwrap(), heads);
    let fault = store.import_campaign(&new, &entries[..2]).await.unwrap_err();
    assert_eq!(fault, Fault::AlreadyExists { campaign: id.clone() });
    assert_eq!(store.entries(id, 1, 100).await.unwrap(), entries);
}
