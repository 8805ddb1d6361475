//! The Battalion Combat Series: a series of hex wargames in which formations are activated, one after the other, and each
//! stands or falls with its command and its supply route.
//!
//! Read in this order: [`sheet`], [`charts`].

pub mod charts;
pub mod sheet;
