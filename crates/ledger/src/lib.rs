//! The append-only log, the campaign files made from it, and their verification.
//!
//! The ledger does not know what an event means. It keeps texts in order, proves that nobody changed
//! them, and gives each reader only the streams that are his.
//!
//! # Entries, parts, streams
//!
//! A campaign has one hidden **master order** of entries, numbered from 1. An entry has one **part**
//! for each **stream** that hears of it, at least one. Streams are `public`, `side-0` to `side-255`
//! and `umpire`, in this order; each has its own numbers, from 1 without gaps, and its own hash chain.
//! So a seat can count and check what it sees, and learns nothing from what others do.
//!
//! Numbers decide who was first: an entry names the master number it was judged for, and loses
//! ([`Fault::Conflict`]) if that number is taken. Nothing is ever changed or removed.
//!
//! # Hashes
//!
//! All hashes are SHA-256. `text`, `bytes` and `number` are the fields told in the [`dice`] crate:
//! length-prefixed texts and bytes, and numbers of 8 bytes big endian.
//!
//! - **Genesis**: the plain SHA-256 of the manifest's canonical text, see [`Manifest`]. It stands
//!   before the first link of every chain.
//! - **Commitment** of a part, with a fresh nonce of 32 bytes, so that a body can be withheld now and
//!   shown later: `text("adjutant-part-v1") bytes(nonce) text(body)`.
//! - **Link** of a stream: `text("adjutant-link-v1") bytes(hash of the link before) text(stream)
//!   number(number) bytes(commitment)`.
//! - **Link of the master chain**: `text("adjutant-master-v1") bytes(hash of the link before)
//!   number(number) bytes(lineage) number(branch) number(count of parts)` and for each part, in stream
//!   order, `text(stream) bytes(hash of its link)`. A lineage is 16 bytes, written as 32 hexadecimal
//!   digits.
//!
//! # Campaign files
//!
//! A file named `*.adjutant.json` holds one JSON object with exactly these fields. Hashes, nonces and
//! the secret are 64 lower-case hexadecimal digits, numbers are whole.
//!
//! | Field | Holds |
//! |---|---|
//! | `format`, `version` | `"adjutant-bundle"`, `1` |
//! | `kind` | `seat`, `umpire`, `final` or `move` |
//! | `says` | what the file is, in a sentence fixed for its kind, see [`Kind::says`] |
//! | `manifest` | the [`Manifest`], as an object |
//! | `genesis` | its hash |
//! | `setup` | the set-up text; its plain SHA-256 is `manifest.setup_digest`. Not in `seat` files: it holds every side's roster |
//! | `contributions` | list of `{seat, text}`: what the seats gave to the dice, in recorded order |
//! | `streams` | list of `{name, head, parts}`, empty streams included |
//! | `master` | list of `{number, lineage, branch, parts, hash}`, where `parts` is a list of `{stream, number}` |
//! | `master_head` | the hash of the last entry, or the genesis |
//! | `dice_secret` | the secret |
//!
//! A part of a stream is `{number, nonce, body, commitment, hash}`; `nonce` and `body` are `null` when
//! the body is withheld. A `body` is a text, so that its bytes are those that were committed.
//!
//! | Kind | Streams | Master | Secret | Withheld bodies | For |
//! |---|---|---|---|---|---|
//! | `seat` | `public`, and one side's | no | no | may be | everybody, or that side |
//! | `umpire` | all | yes | no | may be | the umpire, while the campaign runs |
//! | `final` | all | yes | yes | none | everybody, when it is over |
//! | `move` | all | yes | yes | none | another data folder; private |
//!
//! `umpire` files without withheld bodies and `move` files can be imported.
//!
//! Files of tables above and below each other may stand in one: an object with the fields `format`
//! (`"adjutant-joined-bundle"`), `version` (`1`) and `files`, a list of campaign files, see [`verify_joined`].
//!
//! # What a verifier reads in a body
//!
//! Bodies are JSON objects, and in none of them, nor in the file, a key stands twice. A verifier reads these fields if they are there and ignores all others:
//!
//! - `umpires`, in the first public entry: [`beginning_digest`] of what the umpire alone reads of the beginning, a first
//!   body of his stream whose kind is `began` or `laid-out`, or of an empty text where he reads nothing of it. A table below
//!   another (`above`) has none;
//! - `contribution: {seat, text}`, in the public stream and before the first keyed roll;
//! - `rules`, the system of the manifest and the version that judged, `system/3`: it never falls;
//! - `rolls`, a list of `{number, question, dice, opposed, faces, origin, record}`. `dice` are the sides of each
//!   die, `faces` what they showed, in order. With origin `server` the number is gapless within the
//!   stream and the faces follow from the dice key; `table` (thrown by people) and `ruling` (no dice,
//!   one face: the umpire's choice) have no number. An opposed roll has two dice and holds all its
//!   pairs: ties, and last the pair that decides. `record`, where it stands, explains the roll as pages show it:
//!   `{asked: {die}, faces, origin, modifiers: [{amount}], total, chart: {bands: [{band}], hit}}`. Its faces are those
//!   that decide, the total is what the die reads off them and the sum of the modifiers, and the row that is hit holds it;
//! - `seals`, a list of `{slot, side, digest}`;
//! - `openings`, a list of `{slot, side, payload, nonce}`, where the nonce is hexadecimal: the digest of
//!   these is that of the last seal of the same slot and side, or, in a `seat` file, where the order of
//!   the streams is unknown, of any.
//!
//! # Where secrets are kept
//!
//! A store that was opened with a [`Key`] keeps what is not public encrypted: nonce and body of every part outside the
//! public stream, set-ups, dice secrets, remembered states. Hashes and campaign files are of the plain text, with a key
//! and without.
//!
//! # What no file can prove
//!
//! Whoever holds the whole log and the secret can write another history from the start. Only a head that
//! somebody noted finds that: it must be a link of every later file, and [`verify`] takes it.

pub mod bundle;
mod chain;
mod committer;
#[cfg(any(test, feature = "contract"))]
pub mod contract;
mod entry;
mod fault;
mod finding;
mod joined;
mod key;
mod manifest;
pub mod metrics;
mod names;
mod nonces;
mod postgres;
mod sql;
mod sqlite;
mod store;
mod strict;
mod verify;

pub use bundle::{Bundle, Export, Kind, export, import, importable};
pub use chain::{Head, Heads, commitment, link_hash, master_hash};
pub use committer::Committer;
pub use dice::{Digest, Signature};
pub use entry::{Entry, NewEntry, NewPart, Part};
pub use fault::Fault;
pub use finding::Finding;
pub use joined::{Joined, JoinedReport, verify_joined};
pub use key::{BadKey, Key, KeyId};
pub use manifest::{FORMAT, Manifest, sha256};
pub use names::{BadName, CampaignId, Lineage, Stream};
pub use nonces::{Nonces, SystemNonces};
pub use postgres::{DatabaseUrl, PostgresStore};
pub use sql::keys::Rekeyed;
pub use sqlite::SqliteStore;
pub use store::{Campaign, NewCampaign, News, Snapshot, Store, Summary};
pub use verify::{Report, beginning_digest, is_unseen, printable, short_head, verify, verify_bundle};
