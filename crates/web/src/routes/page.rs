//! The pages of a view.

use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use kernel::Seat;
use kernel::view::ShownRefusal;
use maud::{Markup, html};

use super::lines::drawn;
use super::since;
use crate::error::Trouble;
use crate::render::frame::{self, Document, Mast};
use crate::render::log::{self as log_lines, Line};
use crate::render::waiting;
use crate::render::{Reader, Said, roll, words};
use crate::seated::{Along, Seated};
use crate::state::WebState;
use crate::visitor::Visitor;

/// The table's own tabs after those of the view.
const OWN_TABS: &[(&str, &str)] = &[("log", "Log"), ("dice", "Dice"), ("rules", "Rules")];
const UMPIRE_TABS: &[(&str, &str)] = &[("log", "Log"), ("dice", "Dice"), ("rules", "Rules"), ("seats", "Seats")];

/// The seat's address alone leads to its first page.
pub(crate) async fn first(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    Query(along): Query<Along>,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    let page = seated.look.view.pages.first().map_or("log", |page| page.id);
    Ok(Redirect::to(&format!("{}/{page}{}", seated.base, seated.query)).into_response())
}

/// One page of the view.
pub(crate) async fn page(
    State(state): State<WebState>,
    Path((campaign, seat, page)): Path<(String, String, String)>,
    Query(along): Query<Along>,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    draw(&state, &seated, &page, None, along.shown).await
}

/// Draws a page of the view, with what was said to the form just sent and the entry whose rolls are shown.
pub(crate) async fn draw(
    state: &WebState,
    seated: &Seated,
    id: &str,
    said: Option<Said>,
    shown: Option<u64>,
) -> Result<Response, Trouble> {
    let view = &seated.look.view;
    let page = view.pages.iter().find(|page| page.id == id).ok_or(Trouble::NotFound)?;
    let (since, cookie) = since::since(state, seated).await?;
    let reader = seated.reader(page.id, said.as_ref(), Some(&since));
    let shown = match shown {
        Some(number) => entry(state, seated, number).await?,
        None => None,
    };
    let at_form = said.as_ref().is_some_and(|said| page.forms().iter().any(|form| form.id == said.form));
    let before = html! {
        @if let Some(said) = &said { @if !said.refusals.is_empty() && !at_form { (refused(&reader, &said.refusals)) } }
        @if let Some(line) = &shown { (came_out(&reader, page.id, line)) }
        @for one in &seated.look.waiting { (waiting::panel(&reader, one)) }
        @if !seated.look.dice.open { (waiting::dice_closed(&reader, &seated.look.dice)) }
        @if let Some(undo) = &seated.look.undo { (waiting::undo(&reader, undo)) }
    };
    let main = frame::page_of_view(&reader, &view.standing, page, before, beside(seated, page.id));
    let newest = since.lines.first();
    let at = said.as_ref().map(|_| address(seated, page.id, shown.as_ref()));
    let status = said.map(|said| said.sentence).unwrap_or_default();
    let document = Framed { title: &page.title, page: page.id, main, newest, status, at };
    let mut response = framed(seated, document);
    if let Some(cookie) = cookie {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// The address of a page of this seat, with the entry whose rolls it shows.
pub(crate) fn address(seated: &Seated, page: &str, shown: Option<&Line>) -> String {
    match shown {
        Some(line) => with_shown(seated, page, line.id.trim_start_matches('e')),
        None => format!("{}/{page}{}", seated.base, seated.query),
    }
}

/// As [`address`], by the entry's number.
pub(crate) fn with_shown(seated: &Seated, page: &str, number: &str) -> String {
    let sign = if seated.query.is_empty() { '?' } else { '&' };
    format!("{}/{page}{}{sign}shown={number}", seated.base, seated.query)
}

async fn entry(state: &WebState, seated: &Seated, number: u64) -> Result<Option<Line>, Trouble> {
    let page = state.desk.log(&seated.campaign, seated.eyes, number.checked_add(1), 1).await?;
    Ok(page.lines.into_iter().find(|line| line.number == number).map(drawn))
}

fn refused(reader: &Reader<'_>, refusals: &[ShownRefusal]) -> Markup {
    let stale = refusals.iter().any(|refusal| refusal.code == "stale");
    html! { div class="peek" role=[stale.then_some("alert")] { (words::refusal(reader, "r-page", refusals)) } }
}

/// How the act that was just made came out.
fn came_out(reader: &Reader<'_>, page: &str, line: &Line) -> Markup {
    html! {
        section class="panel peek" id="out" aria-labelledby="h-out" {
            header {
                h2 id="h-out" { "How it came out" }
                a class="note" href=(reader.link(&format!("/{page}"))) { "Put away" }
            }
            div class="in stack-s" {
                @for (audience, sentence) in &line.sentences {
                    p { (words::text(reader, sentence)) " " (words::secret(reader, *audience)) }
                }
                @for (number, record) in &line.rolls { (roll::card(reader, record, number.as_deref(), roll::Heading::Third)) }
                p class="note" { a href=(reader.link(&format!("/log#{}", line.id))) { "Its place in the log" } }
            }
        }
    }
}

/// Whose page the umpire reads, or which seats this browser holds.
fn beside(seated: &Seated, page: &str) -> Markup {
    let seats: Vec<Seat> = if seated.own == Seat::Umpire {
        let sides = (0..seated.look.sides.len()).filter_map(|n| u8::try_from(n).ok()).map(Seat::Side);
        [Seat::Umpire].into_iter().chain(sides).chain([Seat::Spectator]).collect()
    } else {
        let held = seated.session.chairs.iter().filter(|chair| chair.campaign == seated.campaign);
        held.filter_map(|chair| chair.seat.parse().ok()).collect()
    };
    if seats.len() < 2 {
        return html! {};
    }
    let umpire = seated.own == Seat::Umpire;
    let link = |seat: Seat| match (umpire, seat == seated.own) {
        (true, false) => format!("{}/{page}?as={}", seated.base, seat.name()),
        _ => format!("/c/{}/{}/{page}", seated.campaign, seat.name()),
    };
    let side = |seat: Seat| match seat {
        Seat::Side(n) => seated.look.sides.get(usize::from(n)).map_or("", |info| &info.name),
        _ => "",
    };
    html! {
        nav class="seatpick" aria-label=(if umpire { "View as" } else { "Your seats" }) {
            span { (if umpire { "View as" } else { "Your seats" }) }
            @for seat in seats {
                a href=(link(seat)) aria-current=[(seat == seated.eyes).then_some("true")] { (words::seat_named(seat, side(seat))) }
            }
        }
    }
}

/// A page within the frame of its seat.
pub(crate) struct Framed<'a> {
    pub title: &'a str,
    pub page: &'a str,
    pub main: Markup,
    pub newest: Option<&'a Line>,
    pub status: String,
    pub at: Option<String>,
}

/// Puts a page into the frame of its seat: badge, tabs, stream, foot.
pub(crate) fn framed(seated: &Seated, framed: Framed<'_>) -> Response {
    let look = &seated.look;
    let reader = seated.reader(framed.page, None, None);
    let own = if seated.own == Seat::Umpire && seated.eyes == seated.own { UMPIRE_TABS } else { OWN_TABS };
    let tabs = frame::seat_tabs(&reader, &look.view, own);
    let main = html! { (peek(seated, &reader)) (framed.main) };
    let page = Document {
        title: &title_of(framed.title, &look.title),
        display: &seated.visitor.display,
        mast: Mast {
            title: look.title.clone(),
            standing: look.view.standing.clone(),
            badge: Some(words::seat(&reader, seated.own)),
        },
        tabs: &tabs,
        live: Some((format!("{}/events", seated.base), seated.keys.cursor.clone())),
        at: framed.at,
        news: frame::news(&reader, &look.view, framed.newest),
        said: framed.status,
        main,
        foot: foot(seated),
    };
    (StatusCode::OK, frame::document(&page)).into_response()
}

/// The title in the browser's own bar; a page named like its campaign says it once.
fn title_of(page: &str, campaign: &str) -> String {
    if page == campaign { page.to_owned() } else { format!("{page} · {campaign}") }
}

/// The banner over a page that the umpire reads with other eyes.
fn peek(seated: &Seated, reader: &Reader<'_>) -> Markup {
    if seated.eyes == seated.own {
        return html! {};
    }
    let who = words::seat(reader, seated.eyes);
    let page = reader.page;
    html! {
        div class="refusal peek row between" id="peek" {
            @if seated.acts {
                p { "You act for the " (who) " seat. Each act asks for your reason, and the side reads it in its log." }
                a href={ (seated.base) "/" (page) "?as=" (seated.eyes.name()) } { "Only read" }
            } @else {
                p { "You are reading the page exactly as the " (who) " seat gets it. Nothing you do here acts for them." }
                @if matches!(seated.eyes, Seat::Side(_)) {
                    a href={ (seated.base) "/" (page) "?as=" (seated.eyes.name()) "&hand=1" } { "Act for them" }
                }
            }
        }
    }
}

fn foot(seated: &Seated) -> Markup {
    let reader = seated.reader("", None, None);
    html! {
        p {
            (log_lines::zone_words(&seated.visitor.zone))
            @for (stream, number, hash) in &seated.look.seals {
                " Seal of the " (stream_words(stream)) " log at " (number) ": " span class="code" { (short_hash(hash)) } "."
            }
            " " a href=(reader.link("/dice")) { "Check it" } "."
        }
    }
}

/// The name of a stream in words.
pub(crate) fn stream_words(stream: &str) -> String {
    match stream {
        "public" => "public".to_owned(),
        "umpire" => "umpire’s".to_owned(),
        side => side.replace("side-", "side’s ").to_owned(),
    }
}

/// Both ends of a hash, enough to compare by eye.
pub(crate) fn short_hash(hash: &str) -> String {
    match (hash.get(..4), hash.get(4..8), hash.get(8..12), hash.len().checked_sub(4).and_then(|at| hash.get(at..))) {
        (Some(a), Some(b), Some(c), Some(end)) => format!("{a} {b} {c} … {end}"),
        _ => hash.to_owned(),
    }
}
