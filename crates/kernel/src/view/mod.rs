//! What one seat may see: a document of blocks with roles, not styles. Built from nothing for each seat, page by page.
//!
//! Read [`contents`] for what is listed before a page is built, [`text`] for prose, [`form`] for what can be done, [`block`] for everything a page is made of, [`sheet`] for
//! tables, [`field`] for boards in inches and [`tray`] for what is laid out on them, [`board`], [`ground`], [`in_words`] and [`order`] for hexes and what is
//! ordered on them, [`plan`] for an attack before it is made,
//! [`arrangement`] for pieces that are put elsewhere by hand, [`rolls`] for the rolls of a step, [`paper`] for what is printed.

pub mod arrangement;
pub mod block;
pub mod board;
mod build;
pub mod contents;
pub mod field;
pub mod form;
pub mod ground;
pub mod in_words;
pub mod look;
mod near;
pub mod order;
pub mod paper;
pub mod plan;
pub mod rolls;
pub mod sheet;
pub mod text;
pub mod tray;
mod walk;

use serde::Serialize;

pub use arrangement::{Arrangement, Piece, Place, Press};
pub use block::{
    Bar, Basket, BasketRow, Block, Day, ItemState, LedgerLine, LineKind, OddsTable, OwedItem, Panel, Plot,
    PlotLine, SlotMark, StepRow, TallyRow,
};
pub use board::{Board, Counter, Ground};
pub use contents::{Contents, PageHead, Phases, heads};
pub use field::{Area, Field as FieldMap, LineStyle, MapLine, MapPoint, Point, StandFace};
pub use form::{Choice, Field, FieldKind, Form, Previews, ShownRefusal};
pub use look::{AreaLook, Hue, PointLook, StandMark};
pub use paper::{Entry, Paper, Part, Slip};
pub use plan::{Force, ForceRow, Headline, Ladder, Plan, ResultGroup, ResultRow, Results, Rung};
pub use rolls::{Chance, RollRow, RollState, RollTable, Way};
pub use sheet::{Cell, Column, ColumnRole, Mark, RowState, Sheet, SheetRow};
pub use text::{Span, Text};
pub use tray::{Band, LineEdit, NamedBand, Tray, TrayGroup, TrayMark, TrayPiece, Zone};

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
    /// See [`PageHead::id`].
    pub id: &'static str,
    /// See [`PageHead::tab`].
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

impl View {
    /// Every page that is listed, built one after the other.
    pub fn of(contents: Contents, mut page: impl FnMut(&str) -> Option<Page>) -> Self {
        let pages = contents.pages.iter().filter_map(|head| page(head.id)).collect();
        Self { standing: contents.standing, pages }
    }

    /// Every form of every page, in reading order.
    pub fn forms(&self) -> Vec<&Form> {
        self.pages.iter().flat_map(Page::forms).collect()
    }
}

impl Page {
    /// Its blocks, the main column first.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.main.iter().chain(&self.aside)
    }

    /// Shows every block of the page, in reading order, each before those within it.
    pub fn walk<'v>(&'v self, show: &mut dyn FnMut(&'v Block)) {
        self.blocks().for_each(|block| block.walk(show));
    }

    /// Every board of hexes of the page, in reading order.
    pub fn boards(&self) -> Vec<&Board> {
        let mut boards = Vec::new();
        self.walk(&mut |block| {
            if let Block::Board(board) = block {
                boards.push(board);
            }
        });
        boards
    }

    /// Every table of rolls of the page, in reading order.
    pub fn rolls(&self) -> Vec<&RollTable> {
        let mut tables: Vec<&RollTable> = Vec::new();
        self.walk(&mut |block| {
            if let Block::Rolls(table) = block {
                tables.push(table);
            }
        });
        tables
    }

    /// Every form of the page, in reading order, those of baskets included.
    pub fn forms(&self) -> Vec<&Form> {
        let mut forms = Vec::new();
        self.walk(&mut |block| forms.extend(block.forms()));
        forms
    }
}
