//! The whole log of a seat, newest first.

use std::collections::BTreeSet;

use axum::extract::{Path, State};
use axum::response::Response;
use kernel::Seat;
use maud::html;
use table::{Kind, LogLine};

use super::framed::{Framed, framed};
use super::lines::newest_first;
use crate::error::Trouble;
use crate::render::frame::head;
use crate::render::log::lines;
use crate::seated::{Along, Seated};
use crate::state::WebState;
use crate::visitor::Visitor;

/// Lines on one page.
const MOST: usize = 50;

/// The log.
pub(crate) async fn log(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    let page = state.desk.log(&campaign, seated.eyes, along.before, MOST).await?;
    let reader = seated.reader("log");
    let earlier = page.lines.first().map(|line| line.number).filter(|number| *number > 1);
    let sign = if seated.query.is_empty() { '?' } else { '&' };
    // The umpire's lines carry the number of their entry.
    let corrects = seated.own == Seat::Umpire && seated.eyes == seated.own && !seated.look.dice.shown;
    let acts: BTreeSet<u64> =
        page.lines.iter().filter(|line| corrects && can_be_put_right(line)).map(|line| line.number).collect();
    let newest = page.lines.last().map_or(0, |line| line.number);
    let (n_lines, mut shown) = (page.n_lines, newest_first(page.lines));
    for (line, number) in shown.iter_mut().zip((0..).map(|n| newest - n)) {
        line.then = Some(format!("/then/{number}"));
        line.correct = acts.contains(&number).then(|| format!("/correct/{number}"));
    }
    let lede = html! {
        p class="lede" {
            @if n_lines == 1 { "One entry that your seat can see." } @else { (n_lines) " entries that your seat can see, newest first." }
            " Nothing is ever changed in it; what was taken back or corrected stays, struck through."
        }
    };
    let main = html! {
        (head("Log", lede, html! { a class="btn" href=(reader.link("/then")) { "Go through the past" } }))
        section class="panel" aria-label="Entries" {
            @if shown.is_empty() { p class="empty" { "Nothing has happened yet. Each act becomes an entry here." } }
            (lines(&reader, &shown, state.now()))
        }
        nav class="row pager" aria-label="Pages of the log" {
            @if let Some(number) = earlier { a class="btn" href={ (reader.link("/log")) (sign) "before=" (number) } { "Earlier" } }
            @if along.before.is_some() { a class="btn" href=(reader.link("/log")) { "Newest" } }
        }
    };
    let newest = if along.before.is_none() { shown.first() } else { None };
    Ok(framed(&seated, Framed { title: "Log", page: "log", main, newest, status: String::new(), at: None }))
}

/// The entry of the latest act of a side that the umpire can still put right, among the newest entries.
pub(crate) async fn latest_of(state: &WebState, seated: &Seated) -> Result<Option<u64>, Trouble> {
    let page = state.desk.log(&seated.campaign, Seat::Umpire, None, MOST).await?;
    let latest = page.lines.iter().rev().find(|line| line.seat == seated.eyes && can_be_put_right(line));
    Ok(latest.map(|line| line.number))
}

/// Whether a line is an act of a seat that a correction can begin from: not one that waits, was taken back or is the
/// engine's own.
fn can_be_put_right(line: &LogLine) -> bool {
    let judged = matches!(line.kind, Kind::Command | Kind::Answered) && !line.undone;
    judged && line.seat != Seat::Clock
}
