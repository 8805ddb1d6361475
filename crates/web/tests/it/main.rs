//! What the pages do, asked of the router itself.
#![allow(clippy::unwrap_used, reason = "helpers of tests may fail the test")]
mod accounts;
mod acting;
mod api;
mod blocks;
mod contrast;
mod corrections;
mod crowd;
mod deadlines;
mod doors;
mod downloads;
mod fixture;
mod handover;
mod hexes;
mod house;
mod levels;
mod mail;
mod messages;
mod picture;
mod reading;
mod stream;
mod studio;
mod then;
