//! What one seat may see: a document of blocks with roles, not styles. Built from nothing for each seat.
//!
//! Read [`text`] for prose, [`form`] for what can be done, [`block`] for everything a page is made of.

pub mod block;
pub mod form;
pub mod text;

use serde::Serialize;

pub use block::{
    Area, Basket, BasketRow, Bar, Block, Cell, Column, ColumnRole, Day, Field as FieldMap, Item, ItemState, LedgerLine,
    LineKind, LineStyle, Mark, MapLine, MapPoint, OddsTable, OwedItem, Panel, Point, RowState, Sheet, SheetRow, SlotMark,
    StepRow,
};
pub use form::{Choice, Field, FieldKind, Form, ShownRefusal};
pub use text::{Span, Text};

/// Everything a seat may see of a table, as pages.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// Where the campaign stands, for the head of every page: "24 December · full day · S2e purchases".
    pub standing: String,
    /// The pages, in the order of their tabs. The first is the overview.
    pub pages: Vec<Page>,
}

/// One page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Page {
    /// The last part of its address: `refit`. Letters, digits and hyphens.
    pub id: &'static str,
    /// The word on its tab.
    pub tab: &'static str,
    /// The heading.
    pub title: String,
    /// One sentence below the heading.
    pub lede: Text,
    /// The main column, in the order owed, possible, past.
    pub main: Vec<Block>,
    /// The side column: context.
    pub aside: Vec<Block>,
}
