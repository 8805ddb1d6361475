//! Nations and results as tables of cells, for spreadsheets: the paper form's columns in, files and commands out. Pure
//! functions; the file formats themselves stand elsewhere.
//!
//! Read in this order: [`layout`] (what stands in which column), [`nation`], [`aftermath`].

mod added;
pub mod aftermath;
mod cells;
pub mod layout;
mod men;
pub mod nation;
mod source;

pub use added::add_nation;
