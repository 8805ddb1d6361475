//! The rules, one file per section of the catalogue, in its order; and what they share.

pub mod s1_units;
