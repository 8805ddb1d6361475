//! What the ledger promises.

#![allow(clippy::unwrap_used)]

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
