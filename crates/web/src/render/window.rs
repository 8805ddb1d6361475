//! A page that is a window and no document: the map from edge to edge, a panel at its side that scrolls by itself, orders
//! at the foot. Such is every page whose first block is a board.
//!
//! On a phone the panel is a sheet over the map in three heights. Without script the page is read from top to bottom,
//! the map first.

use kernel::view::{Block, Board, FieldMap, Form, Page, Panel};
use maud::{Markup, html};

use super::block;
use super::board;
use super::hexes;
use super::reader::Reader;
use super::symbols::icon;
use super::words;

/// What the table puts around the blocks of a page.
#[derive(Default)]
pub struct Around {
    /// Before everything in a window: refusals without a form, throws that wait.
    pub first: Markup,
    /// How the last act came out, or the latest throw. It stands below what the seat owes.
    pub came_out: Markup,
    /// Before everything: refusals without a form, throws that wait, whose page it is.
    pub before: Markup,
    /// Beside the heading.
    pub beside: Markup,
    /// Over the map: a strip of moments.
    pub over: Markup,
    /// The step that can be taken back, where it keeps its place on the page.
    pub undo: Markup,
    /// After everything.
    pub after: Markup,
}

impl Around {
    /// Nothing but what comes first.
    pub fn before(before: Markup) -> Self {
        Self { before, ..Self::default() }
    }
}

/// The board that fills a page.
#[derive(Clone, Copy)]
enum Large<'v> {
    Hexes(&'v Board),
    Inches(&'v FieldMap),
}

/// The board that a page begins with, and the panel it stands in, if any.
fn large(page: &Page) -> Option<(Large<'_>, Option<&Panel>)> {
    let first = page.main.first()?;
    if let Block::Panel(panel) = first {
        return Some((board_of(panel.body.first()?)?, Some(panel)));
    }
    Some((board_of(first)?, None))
}

fn board_of(block: &Block) -> Option<Large<'_>> {
    if let Block::Board(board) = block {
        return Some(Large::Hexes(board));
    }
    if let Block::Field(field) = block {
        return Some(Large::Inches(field));
    }
    None
}

/// Whether a page is a window.
pub fn is_window(page: &Page) -> bool {
    large(page).is_some()
}

/// The page as a window; nothing when it begins with no board.
pub(super) fn page(reader: &Reader<'_>, standing: &str, page: &Page, around: &Around) -> Option<Markup> {
    let (large, panel) = large(page)?;
    let below = panel.and_then(rest_of);
    let heading = html! {
        div class="wb-head" {
            h1 { (page.title) }
            p class="standing" { (standing) }
            @if !page.lede.is_empty() { p class="lede" { (words::text(reader, &page.lede)) } }
            (around.beside)
        }
    };
    // What the seat has to work off comes before what it only reads.
    let is_owed = |block: &&Block| matches!(block, Block::Panel(panel) if panel.yours);
    let main = &page.main[1..];
    let (first, then) = if main.iter().any(|block| is_owed(&block)) {
        (main, &page.aside[..])
    } else {
        (&page.aside[..], main)
    };
    let all: Vec<&Block> = first.iter().chain(&below).chain(then).collect();
    // Nobody scrolls past the latest throw, or past what others did, to an answer that he owes.
    let answers = all.iter().rposition(is_owed).map_or(0, |last| last + 1);
    let owes = answers > 0 || matches!(large, Large::Hexes(board) if !board.asked.is_empty());
    let column = |blocks: &[&Block]| html! { @for block in blocks { (block::column(reader, std::slice::from_ref(*block))) } };
    let rest = html! {
        div class="stack-l wb-rest" {
            (column(&all[..answers]))
            @if owes { div class="wb-before" { (around.came_out) (around.before) } }
            (column(&all[answers..]))
        }
    };
    let said =
        html! { @if page.lede.is_empty() { (page.title) "." } @else { (words::text(reader, &page.lede)) } };
    // What else stands in the panel of the board keeps the panel's id.
    let id = panel.filter(|_| below.is_none()).map(|panel| panel.id.as_str());
    let mut ends: Vec<&Form> = page.forms().into_iter().filter(|form| form.ends).collect();
    ends.sort_by_key(|form| form.closed.is_some());
    let ends = ends.first().copied();
    let slots = Slots { id, heading, owes, rest, said, ends, around };
    Some(match large {
        Large::Hexes(board) => hexes::window(reader, board, &slots),
        Large::Inches(field) => board::window(reader, field, &slots),
    })
}

/// What else stands in the panel of the board.
fn rest_of(panel: &Panel) -> Option<Block> {
    let body = panel.body[1..].to_vec();
    (!body.is_empty()).then(|| Block::Panel(Panel { body, ..panel.clone() }))
}

/// What a board is set into.
pub(super) struct Slots<'a> {
    /// The panel of the board, which links lead to.
    id: Option<&'a str>,
    heading: Markup,
    /// Whether the seat owes something that stands in the panel.
    owes: bool,
    rest: Markup,
    /// What the status line says as long as nothing else is to be said.
    said: Markup,
    /// What ends the work of the page, one that can be done first.
    pub ends: Option<&'a Form>,
    around: &'a Around,
}

/// The parts of a board.
pub(super) struct Parts {
    /// The map itself and what lies on it.
    pub map: Markup,
    /// What is picked, first in the panel.
    pub lead: Markup,
    /// What explains the map, last in the panel.
    pub after: Markup,
    /// The line for orders.
    pub orders: Markup,
    /// The id of the element that says what is looked at.
    pub voice: String,
}

/// Sets the parts of a board around what the page holds. The caller wraps it into the board's own element.
pub(super) fn set(slots: &Slots<'_>, parts: &Parts) -> Markup {
    html! {
        section class="wb-map" id=[slots.id] aria-label="Map" { (parts.map) (slots.around.over) }
        div class="wb-panel" id="sheet" {
            div class="wb-grip" {
                button class="btn" type="button" data-sheet="less" aria-label="Show more of the map" aria-controls="sheet" { (icon("down")) }
                button class="btn" type="button" data-sheet="more" aria-label="Show more of the sheet" aria-controls="sheet" { (icon("up")) }
            }
            div class="wb-scroll" {
                (slots.heading)
                div class="wb-before wb-first" { (slots.around.first) @if !slots.owes { (slots.around.came_out) } }
                (parts.lead)
                @if !slots.owes { div class="wb-before" { (slots.around.before) } }
                (slots.rest)
                div class="wb-after" { (parts.after) (slots.around.after) }
            }
        }
        div class="wb-foot" {
            div class="wb-status" {
                p id=(parts.voice) role="status" hx-morph-skip {}
                p class="wb-said" { (slots.said) }
            }
            (parts.orders)
            (slots.around.undo)
        }
    }
}
