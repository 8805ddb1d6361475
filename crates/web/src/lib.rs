//! The pages of Adjutant: server-rendered, the same HTML for phone, keyboard, screen reader, print and no script.
//!
//! Nothing here names a system of rules. What a seat may see comes as a [`kernel::view::View`]; what it may do comes
//! as forms in that view and goes back as commands; who sits where is `people`'s, what happened is `table`'s.
//!
//! Read in this order: [`render`], [`assets`].

pub mod assets;
pub mod render;
