//! Hexes, hexsides and what is reckoned on them. No rules, no terrain, no floating point.
//!
//! Three words carry the crate:
//!
//! - a [`Hex`] is a place on an endless plane, two small integers, independent of any map;
//! - a [`Grid`] says which hexes a map has and how they are numbered in print;
//! - a [`Cell`] is the place of a hex in the arrays of one grid. Everything fast works on cells;
//!   what is stored or sent elsewhere is a [`Hex`] or its printed number.
//!
//! What a hex or a hexside *means* is the caller's: a [`Map`] carries a value of the caller's for
//! each, and every search asks a closure about one [`Step`] at a time: what it costs, whether it
//! ends the movement, whether it is barred.
//!
//! | Question | Answer |
//! |---|---|
//! | Where can I go with so much, and why does it cost that? | [`Reach`] |
//! | How far is every hex from the nearest of these? | [`Field`] |
//! | How many neighbours cover this hex? | [`Tally`] |
//! | Along which hexes can I fall back? | [`each_path`], [`best_paths`] |
//! | What does the straight line between two hexes touch? | [`line()`], [`clear_sight`] |
//! | Is the map in one piece? | [`Components`] |
//!
//! Every answer is the same on every machine: costs are integers, ties are broken by the lower
//! `(cost, cell)`, and cells are in the order of their hexes.

mod buckets;
mod cell;
mod components;
mod direction;
mod draw;
mod field;
mod grid;
mod hex;
mod layout;
mod line;
mod map;
mod numbering;
mod paths;
mod plot;
mod reach;
mod repair;
mod ring;
mod route;
mod sight;
mod tally;
mod values;

pub use cell::{Cell, Step};
pub use components::Components;
pub use direction::Direction;
pub use draw::draw;
pub use field::Field;
pub use grid::{Grid, GridFault};
pub use hex::Hex;
pub use layout::LayoutFault;
pub use line::{Crossing, line};
pub use map::{Map, MapFault};
pub use numbering::{Grain, Label, LabelFault, Numbering, Order, Parity};
pub use paths::{Away, best_paths, each_path};
pub use plot::{Point, centre, corners};
pub use reach::{Entry, Reach};
pub use ring::{Range, Ring};
pub use route::Leg;
pub use sight::{Alongside, clear_sight};
pub use tally::Tally;
pub use values::{PerHex, PerSide};
