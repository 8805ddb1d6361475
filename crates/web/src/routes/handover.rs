//! What somebody needs to know who takes over a seat: made from what this seat sees, and nothing else.

mod holds;
mod office;
mod paper;

use axum::extract::{Path, State};
use axum::response::Response;
use kernel::Seat;
use kernel::view::{Block, Page, Panel, Paper, Text};
use maud::{Markup, html};
use people::DAY_MS;
use table::LogLine;

use self::holds::Holds;
use super::framed::{Framed, framed};
use super::lines::newest_first;
use super::paper::pdf_links;
use crate::error::Trouble;
use crate::render::frame::head;
use crate::render::{Hand, Reader, block, deadlines, hexes, lists, log, words};
use crate::seated::{Along, Seated};
use crate::state::WebState;
use crate::visitor::Visitor;

/// The page's id, and that of its sheet.
pub(super) const ID: &str = "handover";
/// How many days of the log it tells.
const DAYS: i64 = 7;
/// The most entries that it tells.
const MOST_LINES: usize = 60;

/// What is told.
struct Brief {
    /// What the seat did and saw done, oldest first.
    lines: Vec<LogLine>,
    /// What the view of the seat holds.
    holds: Holds,
    /// What the umpire alone answers for.
    office: Option<Panel>,
}

impl Brief {
    async fn of(state: &WebState, seated: &Seated) -> Result<Self, Trouble> {
        let now = state.now();
        let mut lines = state.desk.log(&seated.campaign, seated.eyes, None, MOST_LINES).await?.lines;
        lines.retain(|line| line.at > now - DAYS * DAY_MS);
        let holds = Holds::of(&seated.look.view(), seated.eyes);
        Ok(Self { lines, holds, office: office::office(state, seated).await? })
    }
}

/// The page.
pub(crate) async fn handover(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    let brief = Brief::of(&state, &seated).await?;
    let main = page(&seated, &brief, state.now());
    let document =
        Framed { title: "Handover", page: ID, main, newest: None, status: String::new(), at: None };
    Ok(framed(&seated, document))
}

/// The handover as a sheet.
pub(super) async fn sheet(state: &WebState, seated: &Seated) -> Result<Paper, Trouble> {
    Ok(paper::paper(seated, &Brief::of(state, seated).await?))
}

fn page(seated: &Seated, brief: &Brief, now: i64) -> Markup {
    let reader = seated.reader(ID);
    let contents = &seated.look.contents;
    let lede = html! {
        p class="standing" { (contents.standing) }
        p class="lede" {
            "What somebody who takes over the " (words::seat(&reader, seated.eyes)) " seat needs to know: made from what \
             this seat sees, and from nothing else."
        }
    };
    // Only to look at, whatever could be done on its page.
    let looks = Reader { hand: Hand::Over, ..reader };
    let column = |panels: &[Panel]| {
        let blocks: Vec<Block> = panels.iter().cloned().map(Block::Panel).collect();
        block::column(&looks, &blocks)
    };
    let Holds { standing, map, own } = &brief.holds;
    html! {
        (hexes::defs(&drawn(map)))
        (head("Handover", lede, pdf_links(seated, "paper", ID, "Handover")))
        div class="stack-l handover" {
            div class=(if standing.is_empty() { "cols" } else { "cols two" }) {
                div class="stack-l" {
                    section class="panel" id="waits" aria-labelledby="h-waits" {
                        header { h2 id="h-waits" { "What waits now" } }
                        @let owed = &contents.owed;
                        @if owed.is_empty() { p class="empty" { "Nothing waits for anybody." } } @else { (lists::owed(&reader, owed)) }
                        div class="in stack-s" { p { (deadlines::until(&reader, &seated.look.timing)) } }
                    }
                    @if let Some(office) = &brief.office { (column(std::slice::from_ref(office))) }
                    @if matches!(seated.eyes, Seat::Side(_)) { (kept(&reader, seated)) }
                    (done(&reader, seated.eyes, &brief.lines, now))
                    (column(map))
                    @if own.is_empty() && seated.eyes != Seat::Spectator { p class="empty" { "This seat keeps nothing to itself at present." } }
                    (column(own))
                }
                @if !standing.is_empty() { div class="stack-l" { (column(standing)) } }
            }
            (more(&reader, seated))
        }
    }
}

/// The panels as a page, for what a drawing of hexes needs beside it.
fn drawn(panels: &[Panel]) -> Page {
    let main = panels.iter().cloned().map(Block::Panel).collect();
    Page { id: ID, tab: "", title: String::new(), lede: Text::empty(), main, aside: Vec::new() }
}

/// The ways to the pages themselves, where things are done and the rest stands.
fn more(reader: &Reader<'_>, seated: &Seated) -> Markup {
    html! {
        nav class="panel" id="more" aria-labelledby="h-more" {
            header { h2 id="h-more" { "Its pages" } span class="note" { "The rest, and what can be done" } }
            div class="in row" {
                @for page in &seated.look.contents.pages {
                    a class="btn" href=(reader.link(&format!("/{}", page.id))) { (page.tab) }
                }
                a class="btn" href=(reader.link("/log")) { "Log" }
                a class="btn" href=(reader.link("/messages")) { "Messages" }
                @if seated.umpires() {
                    a class="btn" href=(reader.link("/rulings-book")) { "Rulings book" }
                    a class="btn" href=(reader.link("/seats")) { "Seats" }
                    a class="btn" href=(reader.link("/deadlines")) { "Deadlines" }
                    @if seated.look.proposed { a class="btn" href=(reader.link("/correction")) { "Correction" } }
                }
            }
        }
    }
}
fn kept(reader: &Reader<'_>, seated: &Seated) -> Markup {
    let kept = &seated.look.kept;
    html! {
        section class="panel" id="kept" aria-labelledby="h-kept" {
            header { h2 id="h-kept" { "Kept for the deadline" } }
            @if kept.is_empty() {
                p class="empty" { "No orders are kept. Orders go with the person who kept them and leaves or loses the seat." }
            } @else {
                ol class="owed" { @for order in kept { li class="wait" { (crate::render::symbols::icon("wait")) div { (order.words) } } } }
                div class="in" { p class="note" { "They are given at the deadline for whoever holds the seat then. " a href=(reader.link("/deadlines")) { "Strike what you would not do" } "." } }
            }
        }
    }
}

fn done(reader: &Reader<'_>, eyes: Seat, lines: &[LogLine], now: i64) -> Markup {
    let by_seat = lines.iter().filter(|line| line.seat == eyes).count();
    html! {
        section class="panel" id="done" aria-labelledby="h-done" {
            header {
                h2 id="h-done" { "What was done in the last " (DAYS) " days" }
                span class="note" {
                    @match by_seat { 0 => "Nothing from this seat", 1 => "One entry from this seat", n => { (n) " entries from this seat" } }
                }
            }
            @if lines.is_empty() { p class="empty" { "Nothing. What came before stands in the log." } }
            @else {
                details class="unfold-in" {
                    summary { "Show " @if lines.len() == 1 { "the entry" } @else { "the " (lines.len()) " entries" } }
                    (log::lines(reader, &newest_first(lines.to_vec()), now))
                }
            }
        }
    }
}

/// The way to the page, for who has just come to a seat that somebody held before.
pub(super) fn way(reader: &Reader<'_>) -> Markup {
    html! {
        p class="note peek" id="handover" {
            "Somebody held this seat before you. " a href=(reader.link("/handover")) { "Handover: what waits, what it has and what was done" } "."
        }
    }
}
