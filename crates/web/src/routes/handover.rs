//! What somebody needs to know who takes over a seat: made from what this seat sees, and nothing else.

use axum::extract::{Path, State};
use axum::response::Response;
use kernel::view::{Block, Panel};
use kernel::{Audience, Seat};
use maud::{Markup, html};
use people::DAY_MS;
use table::LogLine;

use super::framed::{Framed, framed};
use super::lines::newest_first;
use crate::error::Trouble;
use crate::render::frame::{head, owed_in};
use crate::render::{Reader, block, deadlines, lists, log, words};
use crate::seated::{Along, Seated};
use crate::state::WebState;
use crate::visitor::Visitor;

/// The page's id.
const PAGE: &str = "handover";
/// How many days of the log it tells.
const DAYS: i64 = 7;
/// The most entries that it tells.
const MOST_LINES: usize = 60;

/// The page.
pub(crate) async fn handover(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    let now = state.now();
    let mut lines = state.desk.log(&campaign, seated.eyes, None, MOST_LINES).await?.lines;
    lines.retain(|line| line.at > now - DAYS * DAY_MS);
    let main = page(&seated, &lines, now);
    let document =
        Framed { title: "Handover", page: PAGE, main, newest: None, status: String::new(), at: None };
    Ok(framed(&seated, document))
}

fn page(seated: &Seated, lines: &[LogLine], now: i64) -> Markup {
    let reader = seated.reader(PAGE);
    let view = &seated.look.view;
    let own = own_panels(seated);
    let lede = html! {
        p class="lede" {
            "What somebody who takes over the " (words::seat(&reader, seated.eyes)) " seat needs to know: made from what \
             this seat sees, and from nothing else. It can be printed."
        }
    };
    html! {
        (head("Handover", lede, html! {}))
        div class="cols handover" {
            div class="stack-l" {
                section class="panel" id="waits" aria-labelledby="h-waits" {
                    header { h2 id="h-waits" { "What waits now" } span class="note" { (view.standing) } }
                    @let owed: Vec<_> = owed_in(view).into_iter().cloned().collect();
                    @if owed.is_empty() { p class="empty" { "Nothing waits for anybody." } } @else { (lists::owed(&reader, &owed)) }
                    div class="in stack-s" { p { (deadlines::until(&reader, &seated.look.timing)) } }
                }
                @if matches!(seated.eyes, Seat::Side(_)) { (kept(&reader, seated)) }
                (done(&reader, seated.eyes, lines, now))
                @if own.is_empty() { p class="empty" { "This seat keeps nothing to itself at present." } }
                (block::column(&reader, &own))
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
                p class="empty" { "No orders are kept. What somebody keeps is struck when the umpire takes the seat, or when nobody holds it any more." }
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

/// What is this seat's alone and its sheets for the table, to read only: what can be done stands on the pages.
fn own_panels(seated: &Seated) -> Vec<Block> {
    let audience = match seated.eyes {
        Seat::Side(side) => Audience::Side(side),
        Seat::Umpire => Audience::Umpire,
        Seat::Spectator | Seat::Clock => return Vec::new(),
    };
    let blocks = seated.look.view.pages.iter().flat_map(|page| page.main.iter().chain(&page.aside));
    let panels = blocks.filter_map(|block| match block {
        Block::Panel(panel) if panel.paper || panel.secret == Some(audience) => Some(panel),
        _ => None,
    });
    let mut own: Vec<Panel> = Vec::new();
    for panel in panels {
        let read = to_read(panel);
        if !read.body.is_empty() && own.iter().all(|other| other.id != read.id) {
            // What waits stands open; the rest is looked up.
            own.push(Panel { folded: true, ..read });
        }
    }
    own.into_iter().map(Block::Panel).collect()
}

/// A panel without its controls.
fn to_read(panel: &Panel) -> Panel {
    let body = panel.body.iter().filter_map(|block| match block {
        Block::Panel(panel) => Some(Block::Panel(to_read(panel))).filter(|block| !is_bare(block)),
        Block::Prose(_) | Block::Note(_) | Block::Sheet(_) | Block::Ledger(_) | Block::Headline(_) => {
            Some(block.clone())
        }
        Block::Steps(_) | Block::Bars { .. } | Block::Facts(_) | Block::Timeline(_) => Some(block.clone()),
        _ => None,
    });
    Panel { yours: false, folded: false, body: body.collect(), ..panel.clone() }
}

fn is_bare(block: &Block) -> bool {
    matches!(block, Block::Panel(panel) if panel.body.is_empty())
}

/// The way to the page, for who has just come to a seat that somebody held before.
pub(super) fn way(reader: &Reader<'_>) -> Markup {
    html! {
        p class="note peek" id="handover" {
            "Somebody held this seat before you. " a href=(reader.link("/handover")) { "Handover: what waits, what it has and what was done" } "."
        }
    }
}
