//! Files of a system as people fill them in. Systems say what belongs into them; `sheets` reads and writes their tables,
//! `studio` puts rows into set-up files, and neither of the two is known here.
//!
//! Read [`grid`] for cells with addresses, [`setup`] for the tables of a set-up file, [`paint`] for a map among them, then
//! [`files`] for samples, parts of set-ups and forms for results.

pub mod files;
pub mod grid;
pub mod paint;
pub mod setup;

pub use files::{File, Filled, Given, ResultForm, Sample, SetupPart};
pub use grid::{Address, Columns, Grid, Head, NO_VALUE, Value, bare};
pub use paint::{PaintedGround, PaintedRoad, PaintedSide, Painting};
pub use setup::{CellKind, Fillable, Mention, Naming, SetupColumn, SetupFiles, SetupTable, TableShape};
