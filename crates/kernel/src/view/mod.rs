//! What one seat may see: a document of blocks with roles, not styles. Built from nothing for each seat.
//!
//! Read [`text`] for prose, [`form`] for what can be done, [`block`] for everything a page is made of, [`sheet`] for
//! tables, [`field`] for boards in inches, [`board`], [`ground`], [`in_words`] and [`order`] for hexes and what is
//! ordered on them, [`plan`] for an attack before it is made, [`paper`] for what is printed.

pub mod block;
pub mod board;
mod build;
pub mod field;
pub mod form;
pub mod ground;
pub mod in_words;
pub mod look;
pub mod order;
pub mod paper;
pub mod plan;
pub mod sheet;
pub mod text;

use serde::Serialize;

pub use block::{
    Bar, Basket, BasketRow, Block, Day, ItemState, LedgerLine, LineKind, OddsTable, OwedItem, Panel, Plot,
    PlotLine, SlotMark, StepRow, TallyRow,
};
pub use board::{Board, Counter, Ground};
pub use field::{Area, Field as FieldMap, LineStyle, MapLine, MapPoint, Point};
pub use form::{Choice, Field, FieldKind, Form, Previews, ShownRefusal};
pub use look::AreaLook;
pub use paper::{Entry, Paper, Part, Slip};
pub use plan::{Force, ForceRow, Headline, Ladder, Plan, ResultGroup, ResultRow, Results, Rung};
pub use sheet::{Cell, Column, ColumnRole, Mark, RowState, Sheet, SheetRow};
pub use text::{Span, Text};

/// What the house itself answers under the address of a seat. A page of a system that had such an id could not be
/// reached; the conformance suite holds it.
pub const HOUSE_PAGES: &[&str] = &[
    "answer",
    "correct",
    "correction",
    "deadlines",
    "dice",
    "do",
    "download",
    "end",
    "events",
    "export",
    "handover",
    "log",
    "messages",
    "open-dice",
    "picture",
    "paper",
    "rules",
    "rulings-book",
    "seats",
    "then",
    "tokens",
    "undo",
    "words",
];

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
    /// The last part of its address: `refit`. Letters, digits and hyphens; none of [`HOUSE_PAGES`].
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

impl View {
    /// Leaves only the page of this id, and says whether there is one.
    pub fn keep_page(&mut self, id: &str) -> bool {
        self.pages.retain(|page| page.id == id);
        !self.pages.is_empty()
    }

    /// Every form of every page, in reading order.
    pub fn forms(&self) -> Vec<&Form> {
        self.pages.iter().flat_map(Page::forms).collect()
    }
}

impl Page {
    /// Every board of hexes of the page, in reading order.
    pub fn boards(&self) -> Vec<&Board> {
        let mut boards = Vec::new();
        self.main.iter().chain(&self.aside).for_each(|block| boards_of(block, &mut boards));
        boards
    }

    /// Every form of the page, in reading order, those of baskets included.
    pub fn forms(&self) -> Vec<&Form> {
        let mut forms = Vec::new();
        self.main.iter().chain(&self.aside).for_each(|block| forms_of(block, &mut forms));
        forms
    }
}

fn forms_of<'v>(block: &'v Block, into: &mut Vec<&'v Form>) {
    match block {
        Block::Panel(panel) => panel.body.iter().for_each(|block| forms_of(block, into)),
        Block::Can(forms) => into.extend(forms),
        Block::Form(form) => into.push(form),
        Block::Tally(rows) => into.extend(rows.iter().flat_map(|row| &row.forms)),
        Block::Basket(basket) => into.extend(basket.rows.iter().flat_map(|row| [&row.less, &row.more])),
        _ => {}
    }
}

fn boards_of<'v>(block: &'v Block, into: &mut Vec<&'v Board>) {
    match block {
        Block::Panel(panel) => panel.body.iter().for_each(|block| boards_of(block, into)),
        Block::Board(board) => into.push(board),
        _ => {}
    }
}
