//! What the ledger promises.

#![allow(clippy::unwrap_used)]

mod beginnings;
mod bundles;
mod campaign;
mod committer;
mod malformed;
mod postgres;
mod python;
mod record;
mod sqlite;
mod tampering;
mod watched;
mod words;

use ledger::contract::sample;
use ledger::{CampaignId, Store, Stream};

/// Lays out a campaign with three entries, each in public and for the first side.
async fn three_entries(store: &dyn Store) -> CampaignId {
    let new = sample::campaign("three");
    store.create_campaign(&new).await.unwrap();
    let id = new.manifest.campaign;
    for n in 1..=3 {
        let note = n.to_string();
        let body = if n == 1 { sample::beginning(&note) } else { sample::body(&note) };
        let entry = sample::entry(n, &[(Stream::Public, &body), (Stream::Side(0), &sample::body(""))]);
        store.append_batch(&[(id.clone(), entry)]).await.unwrap()[0].as_ref().unwrap();
    }
    id
}
