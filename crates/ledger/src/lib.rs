//! Ledger.

pub mod bundle;
mod chain;
mod committer;
#[cfg(any(test, feature = "contract"))]
pub mod contract;
mod entry;
mod fault;
mod finding;
mod manifest;
mod names;
mod nonces;
mod sqlite;
mod store;
mod verify;

pub use bundle::{Bundle, Export, Kind, export, import};
pub use chain::{Head, Heads, commitment, link_hash, master_hash};
pub use committer::Committer;
pub use dice::Digest;
pub use entry::{Entry, NewEntry, NewPart, Part};
pub use fault::Fault;
pub use finding::Finding;
pub use manifest::{FORMAT, Manifest, sha256};
pub use names::{BadName, CampaignId, Lineage, Stream};
pub use nonces::{Nonces, SystemNonces};
pub use sqlite::SqliteStore;
pub use store::{Campaign, NewCampaign, Snapshot, Store, Summary};
pub use verify::{Report, verify, verify_bundle};
