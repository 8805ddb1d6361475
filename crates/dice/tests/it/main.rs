//! What the dice promise.

#![allow(clippy::unwrap_used)]

mod faces;
mod uniformity;
mod vectors;
