//! The printed charts, one file per section of the catalogue: the tables as data, and for each section the function that
//! resolves a set of circumstances.
//!
//! What the source lacks stands here as a stand-in of the house and says so.

pub mod cards;
mod common;
pub mod data;
pub mod s10_stopped;
pub mod s12_attack;
pub mod s12_combat;
pub mod s13_engagement;
pub mod s14_barrage;
pub mod s15_prepared_defense;
pub mod s16_fatigue;
pub mod s17_isolation;
pub mod s18_retreat;
pub mod s19_urban;
pub mod s3_second_activation;
pub mod s4_recovery;
pub mod s6_safe_path;
pub mod s7_legal_hexes;
pub mod s8_snafu;

pub use common::{FATIGUE, Fatigue, GROUND, Grid, GridRow, Ground, List, Reading};
pub use data::{GRIDS, LISTS, SHEETS};
