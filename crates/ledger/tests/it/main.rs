//! What the ledger promises.

#![allow(clippy::unwrap_used)]

mod sqlite;
