//! From views to HTML. Pure functions of what they are given: no clock, no session, no system of rules.
//!
//! Read in this order: [`reader`] (what a page is drawn for), [`frame`] (what stands around every page), [`words`],
//! [`block`] (what stands in it), then one file per block.

pub mod arrangement;
pub mod away;
pub mod basket;
pub mod block;
pub mod board;
mod board_ground;
mod board_labels;
mod board_layers;
mod board_points;
mod board_tools;
mod board_tray;
mod board_words;
pub mod chance;
pub mod correct;
pub mod deadlines;
pub mod fields;
pub mod figures;
pub mod form;
pub mod frame;
pub mod hexes;
mod keys;
pub mod levels;
pub mod lists;
pub mod log;
pub mod messages;
pub mod passed;
pub mod picture;
pub mod plan;
pub mod plot;
pub mod reader;
pub mod roll;
pub mod rolls;
pub mod rulings;
pub mod sheet;
pub mod start;
pub mod studio;
pub mod sure;
pub mod symbols;
pub mod tally;
pub mod time;
pub mod waiting;
pub mod window;
pub mod words;

pub use reader::{Hand, Keys, Out, PAST, Reader, Said};
pub use window::Around;
