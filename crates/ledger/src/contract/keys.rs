//! Keys: what is secret cannot be read where it is kept, and everything else is the same with one and without.

use std::sync::Arc;

use async_trait::async_trait;

use super::sample;
use crate::{CampaignId, Export, Fault, Heads, Key, Rekeyed, Snapshot, Store, Stream, export, import};

/// Words that no file may hold once there is a key.
const SECRET: &str = "MARKER-behind-the-mill";
/// Words that everybody may read.
const KNOWN: &str = "MARKER-at-the-ford";

/// A place of its own for one test, where logs are opened with keys.
#[async_trait]
pub trait Keyed: Send + Sync {
    /// Opens the store of this place.
    async fn open(&self, key: Option<&Key>) -> Result<Arc<dyn Store>, Fault>;

    /// Encrypts it with another key; `from` is the one in use.
    async fn change_key(&self, from: Option<&Key>, to: &Key) -> Result<Rekeyed, Fault>;

    /// What lies on the disk.
    async fn bytes(&self) -> Vec<u8>;

    /// Runs a statement beside the store, as somebody who has the database does.
    async fn meddle(&self, statement: &'static str);
}

/// One test for each fact about keys; the expression makes a fresh [`Keyed`].
#[macro_export]
macro_rules! key_contract_tests {
    ($keyed:expr) => {
        $crate::contract_tests!(@each $keyed;
            with_a_key_no_secret_lies_on_the_disk,
            a_campaign_is_hash_equal_with_a_key_and_without,
            a_log_opens_with_its_own_key_alone,
            a_log_with_campaigns_is_encrypted_when_that_is_asked_for,
            another_key_takes_the_place_of_the_first,
            a_program_with_yesterdays_key_writes_nothing,
            a_ciphertext_in_anothers_place_is_told_with_its_place,
        );
    };
}

fn key() -> Key {
    Key::fresh().unwrap().0
}

/// A campaign with secrets in every corner, and three entries.
async fn fill(store: &dyn Store) -> CampaignId {
    let mut new = sample::campaign("marked");
    new.setup = format!("# {SECRET}\n");
    new.manifest.setup_digest = crate::sha256(new.setup.as_bytes());
    let id = new.manifest.campaign.clone();
    store.create_campaign(&new).await.unwrap();
    let secret = sample::body(SECRET);
    for n in 1..=3 {
        let known = if n == 1 { sample::beginning(KNOWN) } else { sample::body(KNOWN) };
        let parts =
            [(Stream::Public, known.as_str()), (Stream::Side(0), &secret), (Stream::Umpire, secret.as_str())];
        store.append_batch(&[(id.clone(), sample::entry(n, &parts))]).await.unwrap()[0].as_ref().unwrap();
    }
    store.put_snapshot(&id, &snapshot(store, &id).await).await.unwrap();
    id
}

async fn snapshot(store: &dyn Store, id: &CampaignId) -> Snapshot {
    let heads = store.heads(id).await.unwrap();
    Snapshot { heads, rules_build: "build".to_owned(), state: SECRET.as_bytes().to_vec() }
}

/// Everything comes back, and every hash is the one of the plain text.
async fn is_whole(store: &dyn Store, id: &CampaignId) {
    let campaign = store.campaign(id).await.unwrap();
    assert!(campaign.setup.contains(SECRET));
    let secret = store.dice_secret(id).await.unwrap().unwrap();
    assert_eq!(secret.commitment(), campaign.manifest.dice_commitment);
    let entries = store.entries_checked(id, &mut Heads::start(campaign.genesis), 100).await.unwrap();
    assert_eq!(entries.len(), 3);
    assert!(entries.iter().all(|entry| entry.parts[2].body.contains(SECRET)));
    let own = store.stream_parts(id, Stream::Side(0), 1, 100).await.unwrap();
    assert!(own.len() == 3 && own[1] == entries[1].parts[1]);
}

fn holds(bytes: &[u8], words: &[u8]) -> bool {
    bytes.windows(words.len()).any(|window| window == words)
}

/// Neither the secret words nor the dice secret nor the nonces that would let somebody try them.
async fn assert_hidden(keyed: &dyn Keyed, store: &dyn Store, id: &CampaignId) {
    let bytes = keyed.bytes().await;
    assert!(holds(&bytes, KNOWN.as_bytes()), "public words are not hidden");
    assert!(!holds(&bytes, SECRET.as_bytes()), "secret words lie on the disk");
    let dice = store.dice_secret(id).await.unwrap().unwrap();
    assert!(!holds(&bytes, dice.reveal()), "the dice secret lies on the disk");
    for part in store.stream_parts(id, Stream::Umpire, 1, 100).await.unwrap() {
        assert!(!holds(&bytes, &part.nonce), "a nonce lies on the disk");
    }
}

/// What is not public cannot be found in the bytes of the database.
pub async fn with_a_key_no_secret_lies_on_the_disk(keyed: &dyn Keyed) {
    let key = key();
    let store = keyed.open(Some(&key)).await.unwrap();
    let id = fill(store.as_ref()).await;
    assert_hidden(keyed, store.as_ref(), &id).await;
    is_whole(store.as_ref(), &id).await;
    let kept = store.latest_snapshot(&id, "build").await.unwrap();
    assert_eq!(kept, Some(snapshot(store.as_ref(), &id).await));
    store.close().await;
    is_whole(keyed.open(Some(&key)).await.unwrap().as_ref(), &id).await;
}

/// A campaign taken in from a file gives the same file again.
pub async fn a_campaign_is_hash_equal_with_a_key_and_without(keyed: &dyn Keyed) {
    let folder = tempfile::tempdir().unwrap();
    let plain = crate::SqliteStore::open(&folder.path().join("plain.db")).await.unwrap();
    let id = fill(&plain).await;
    let file = export(&plain, &id, Export::Move, &[]).await.unwrap();
    let store = keyed.open(Some(&key())).await.unwrap();
    import(store.as_ref(), &file).await.unwrap();
    assert_hidden(keyed, store.as_ref(), &id).await;
    let again = export(store.as_ref(), &id, Export::Move, &[]).await.unwrap();
    assert_eq!(again.to_text(), file.to_text());
}

/// No key, another one, and one where none is needed are told apart.
pub async fn a_log_opens_with_its_own_key_alone(keyed: &dyn Keyed) {
    let (first, other) = (key(), key());
    let store = keyed.open(Some(&first)).await.unwrap();
    let id = fill(store.as_ref()).await;
    store.close().await;
    let (needed, given) = (first.id(), other.id());
    assert_eq!(keyed.open(None).await.err(), Some(Fault::NoKey { needed: Some(needed) }));
    assert_eq!(keyed.open(Some(&other)).await.err(), Some(Fault::OtherKey { needed, given }));
    assert_eq!(keyed.change_key(Some(&other), &first).await.err(), Some(Fault::OtherKey { needed, given }));
    is_whole(keyed.open(Some(&first)).await.unwrap().as_ref(), &id).await;
}

/// A key alone changes nothing where campaigns are; applied, it hides what was there before.
pub async fn a_log_with_campaigns_is_encrypted_when_that_is_asked_for(keyed: &dyn Keyed) {
    let key = key();
    let store = keyed.open(None).await.unwrap();
    let id = fill(store.as_ref()).await;
    let before = export(store.as_ref(), &id, Export::Move, &[]).await.unwrap().to_text();
    store.close().await;
    assert_eq!(keyed.open(Some(&key)).await.err(), Some(Fault::NotEncrypted));
    assert!(holds(&keyed.bytes().await, SECRET.as_bytes()), "the test looks where the words are");

    let rekeyed = keyed.change_key(None, &key).await.unwrap();
    assert_eq!(rekeyed, Rekeyed { campaigns: 1, parts: 6 });
    let store = keyed.open(Some(&key)).await.unwrap();
    assert_hidden(keyed, store.as_ref(), &id).await;
    is_whole(store.as_ref(), &id).await;
    assert_eq!(export(store.as_ref(), &id, Export::Move, &[]).await.unwrap().to_text(), before);
    assert_eq!(store.latest_snapshot(&id, "build").await.unwrap(), None);
    // And it goes on.
    let next = sample::entry(4, &[(Stream::Side(1), SECRET)]);
    assert!(store.append_batch(&[(id.clone(), next)]).await.unwrap()[0].is_ok());
    assert_hidden(keyed, store.as_ref(), &id).await;
}

/// After a change the old key opens nothing, and no hash is another.
pub async fn another_key_takes_the_place_of_the_first(keyed: &dyn Keyed) {
    let (first, second) = (key(), key());
    let store = keyed.open(Some(&first)).await.unwrap();
    let id = fill(store.as_ref()).await;
    let heads = store.heads(&id).await.unwrap();
    store.close().await;
    keyed.change_key(Some(&first), &second).await.unwrap();
    let (needed, given) = (second.id(), first.id());
    assert_eq!(keyed.open(Some(&first)).await.err(), Some(Fault::OtherKey { needed, given }));
    let store = keyed.open(Some(&second)).await.unwrap();
    is_whole(store.as_ref(), &id).await;
    assert_eq!(store.heads(&id).await.unwrap(), heads);
    assert!(!holds(&keyed.bytes().await, &first.id().0), "nothing is left of the first key");
}

/// Whoever had the log open while the key came writes no plain text and none with another key.
pub async fn a_program_with_yesterdays_key_writes_nothing(keyed: &dyn Keyed) {
    let yesterday = keyed.open(None).await.unwrap();
    let id = fill(yesterday.as_ref()).await;
    keyed.change_key(None, &key()).await.unwrap();
    let (public, secret) = ([(Stream::Public, KNOWN)], [(Stream::Side(0), SECRET)]);
    let late = yesterday.append_batch(&[(id.clone(), sample::entry(4, &secret))]).await;
    assert!(matches!(late, Err(Fault::KeyChanged { .. })), "{late:?}");
    let late = yesterday.create_campaign(&sample::campaign("late")).await;
    assert!(matches!(late, Err(Fault::KeyChanged { .. })), "{late:?}");
    let late = yesterday.put_snapshot(&id, &snapshot(yesterday.as_ref(), &id).await).await;
    assert!(matches!(late, Err(Fault::KeyChanged { .. })), "{late:?}");
    assert!(matches!(yesterday.entries(&id, 1, 9).await, Err(Fault::NoKey { .. })));
    // What everybody may read needs no key.
    let known = yesterday.append_batch(&[(id.clone(), sample::entry(4, &public))]).await.unwrap();
    assert!(known[0].is_ok(), "{known:?}");
}

/// A ciphertext that is whole and stands at another entry, or in another campaign's stead, is not read.
pub async fn a_ciphertext_in_anothers_place_is_told_with_its_place(keyed: &dyn Keyed) {
    let key = key();
    let store = keyed.open(Some(&key)).await.unwrap();
    let id = fill(store.as_ref()).await;
    keyed.meddle("UPDATE key_in_use SET changing = 1").await;
    keyed
        .meddle(
            "UPDATE part SET sealed = (SELECT sealed FROM part WHERE stream = 'side-0' AND number = 3) \
             WHERE stream = 'side-0' AND number = 2",
        )
        .await;
    let fault = store.entries(&id, 1, 100).await.unwrap_err();
    let place = "campaign marked, side-0 2".to_owned();
    assert!(matches!(&fault, Fault::Unreadable { place: told, .. } if *told == place), "{fault}");
    assert!(fault.to_string().contains("another place") && fault.to_string().contains("backup"), "{fault}");
    assert_eq!(store.entries(&id, 3, 100).await.unwrap().len(), 1, "what is whole is read");
    keyed.meddle("UPDATE campaign SET secret_sealed = setup_sealed").await;
    assert!(matches!(store.dice_secret(&id).await, Err(Fault::Unreadable { .. })));
    // A change of the key stops there, whole.
    let stopped = keyed.change_key(Some(&key), &self::key()).await;
    assert!(matches!(stopped, Err(Fault::Unreadable { .. })), "{stopped:?}");
    assert!(keyed.open(Some(&key)).await.is_ok());
}
