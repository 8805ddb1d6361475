//! The Battalion Combat Series: a series of hex wargames in which formations are activated, one after the other, and each
//! stands or falls with its command and its supply route.
//!
//! Read in this order: [`words`], [`sheet`], [`charts`], [`setup`], [`rules`].

pub mod charts;
pub mod rules;
pub mod setup;
pub mod sheet;
pub mod words;

/// The sample scenario: six turns at the crossings of the Sarn.
pub const SARN: &str = include_str!("../scenarios/sarn.toml");
