//! Tables as people fill them in. Systems say what belongs into them; `sheets` reads and writes files of them, `studio`
//! puts their rows into set-up files, and neither of the two is known here.
//!
//! Read [`grid`] for cells with addresses, then [`setup`] for the tables of a set-up file.

pub mod grid;
pub mod setup;

pub use grid::{Address, Columns, Grid, Head, NO_VALUE, Value, bare};
pub use setup::{CellKind, Fillable, Mention, Naming, SetupColumn, SetupFiles, SetupTable, TableShape};
