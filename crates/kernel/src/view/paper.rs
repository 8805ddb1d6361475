//! What a seat can print: sheets for the table, described by what they say and not by how they are set.

use serde::Serialize;

use super::block::Block;
use super::text::Text;
use super::{Page, View};
use crate::words::{Audience, Seat};

/// One sheet for the table. It may run over several pages.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Paper {
    /// Its id among the sheets of a seat: `roster-german`. Letters, digits and hyphens.
    pub id: String,
    /// The heading.
    pub title: String,
    /// One sentence below the heading.
    pub lede: Text,
    /// Whose sheet it is: the seat whose entry page its codes open.
    pub seat: Seat,
    /// Who may know what stands on it.
    pub audience: Audience,
    /// What it holds.
    pub parts: Vec<Part>,
}

/// A part of a sheet.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// A block as on a page.
    Block(Box<Block>),
    /// A slip to cut out: it never breaks over a page.
    Slip(Slip),
    /// A code that opens a page of the seat.
    Code(Entry),
}

impl Part {
    /// A block as on a page.
    pub fn block(block: Block) -> Self {
        Self::Block(Box::new(block))
    }
}

/// A slip to cut out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Slip {
    /// The heading.
    pub heading: String,
    /// One line below it.
    pub lede: Text,
    /// The code at its side.
    pub code: Option<Entry>,
    /// What it holds.
    pub body: Vec<Block>,
}

/// A place of the seat's pages that a code opens.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// The page.
    pub page: &'static str,
    /// The panel on it; may be empty.
    pub at: String,
    /// What is done there: "Enter the result here".
    pub words: String,
}

impl Paper {
    /// A page as a sheet; what cannot be printed, such as forms, falls away when it is set.
    pub fn of_page(page: &Page, seat: Seat) -> Self {
        let blocks = page.blocks().cloned();
        Self {
            id: page.id.into(),
            title: page.title.clone(),
            lede: page.lede.clone(),
            seat,
            audience: audience(seat),
            parts: blocks.map(Part::block).collect(),
        }
    }

    /// The panels of a view that are sheets for the table, each as a sheet. One that is not marked as secret is open to all.
    pub fn of_view(view: &View, seat: Seat) -> Vec<Self> {
        let blocks = view.pages.iter().flat_map(Page::blocks);
        let sheet = |block: &Block| {
            let Block::Panel(panel) = block else { return None };
            panel.paper.then(|| Self {
                id: panel.id.clone(),
                title: panel.heading.clone(),
                lede: panel.remark.clone(),
                // What is open to all bears nothing of the seat that prints it: the count of its own log tells how often it
                // acted in secret.
                seat: if panel.secret.is_some() { seat } else { Seat::Spectator },
                audience: panel.secret.unwrap_or(Audience::Public),
                parts: panel.body.iter().cloned().map(Part::block).collect(),
            })
        };
        blocks.filter_map(sheet).collect()
    }
}

/// Who may know what stands on a page of a seat, when the page does not say.
fn audience(seat: Seat) -> Audience {
    match seat {
        Seat::Side(side) => Audience::Side(side),
        Seat::Spectator => Audience::Public,
        Seat::Umpire | Seat::Clock => Audience::Umpire,
    }
}
