//! Spreadsheets out and in. Out: the tables of a seat's own [`kernel::view::View`] as CSV and XLSX, so that nothing
//! leaves that the seat's page does not show. In: files of both kinds as [`tabular::Grid`]s, cells with addresses,
//! bounded in size. On paper: sheets for the table as PDF. Knows no system, no disk and no clock; equal tables and sheets
//! give equal bytes.
//!
//! Read in this order: [`of_view`], [`csv`], [`xlsx`], [`mod@read`], [`limits`]; [`pdf`] by itself.

pub mod csv;
pub mod limits;
pub mod of_view;
mod packed;
pub mod pdf;
pub mod read;
pub mod xlsx;

pub use of_view::{of_page, of_pages};
pub use read::{read, read_as_shown};
