//! The frame of a seat around each of its pages: badge, tabs, stream, foot, whose page it is.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use kernel::Seat;
use ledger::{Stream, short_head};
use maud::{Markup, html};

use crate::render::frame::{self, Document, Mast};
use crate::render::levels;
use crate::render::log::{self, Line};
use crate::render::{Reader, symbols, words};
use crate::seated::Seated;

/// The table's own tabs after those of the view.
const OWN_TABS: &[(&str, &str)] = &[
    ("log", "Log"),
    ("paper", "Print"),
    ("dice", "Dice"),
    ("rules", "Rules"),
    ("rulings-book", "Rulings book"),
    ("messages", "Messages"),
];
const UMPIRE_TABS: &[(&str, &str)] = &[
    ("log", "Log"),
    ("paper", "Print"),
    ("dice", "Dice"),
    ("rules", "Rules"),
    ("rulings-book", "Rulings book"),
    ("messages", "Messages"),
    ("seats", "Seats"),
    ("deadlines", "Deadlines"),
];

/// Whose page the umpire reads, or which seats this browser holds.
pub(crate) fn beside(seated: &Seated, page: &str) -> Markup {
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
    let reader = seated.reader(framed.page);
    let main = html! { (notices(seated, &reader)) (framed.main) };
    document(seated, Framed { main, ..framed }, false)
}

/// The same for a page that is a window, whose body holds the [`notices`] itself.
pub(crate) fn framed_window(seated: &Seated, framed: Framed<'_>) -> Response {
    document(seated, framed, true)
}

fn document(seated: &Seated, framed: Framed<'_>, window: bool) -> Response {
    let look = &seated.look;
    let reader = seated.reader(framed.page);
    let own = if seated.own == Seat::Umpire && seated.eyes == seated.own { UMPIRE_TABS } else { OWN_TABS };
    let pictured = own == UMPIRE_TABS && look.contents.inches.is_some();
    let asks = !look.plans().is_empty();
    let own: Vec<(&str, &str)> = asks
        .then_some(("odds", "Odds"))
        .into_iter()
        .chain(own.iter().copied())
        .chain(pictured.then_some(("picture", "Picture")))
        .chain(look.joined.then_some((levels::PAGE, "Other tables")))
        .chain(seated.came_after.then_some(("handover", "Handover")))
        .collect();
    let tabs = frame::seat_tabs(&reader, &look.contents.pages, &own, &look.contents.owed);
    let page = Document {
        title: &title_of(framed.title, &look.title),
        display: &seated.visitor.display,
        mast: Mast {
            title: look.title.clone(),
            standing: look.contents.standing.clone(),
            phases: look.contents.phases.clone(),
            badge: Some(words::seat(&reader, seated.own)),
        },
        tabs: &tabs,
        live: Some((format!("{}/events", seated.base), seated.keys.cursor.clone())),
        at: framed.at,
        owed: frame::owed_at(&reader, &look.contents.owed),
        news: frame::news(&reader, &look.contents.owed, framed.newest),
        said: framed.status,
        hues: symbols::hues(&look.sides),
        window,
        main: framed.main,
        foot: foot(seated, framed.page),
    };
    (StatusCode::OK, frame::document(&page)).into_response()
}

/// With whose eyes the page is read, how far behind time it is, what is due when.
pub(crate) fn notices(seated: &Seated, reader: &Reader<'_>) -> Markup {
    html! {
        (peek(seated, reader))
        (behind_time(seated))
        (crate::render::deadlines::line(reader, &seated.look.timing, reader.page))
    }
}

/// The title in the browser's own bar; a page named like its campaign says it once.
fn title_of(page: &str, campaign: &str) -> String {
    if page == campaign { page.to_owned() } else { format!("{page} · {campaign}") }
}

/// What spectators behind time are told on each page.
fn behind_time(seated: &Seated) -> Markup {
    let delay = seated.look.delay;
    html! {
        @if seated.eyes == Seat::Spectator && !delay.is_none() && !seated.look.dice.shown {
            p class="refusal peek" id="behind" { "Spectators see this campaign " (delay) " behind. This is how it was then." }
        }
    }
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
                p { "You act for the " (who) " seat. Each act asks for your reason, which the side reads." }
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

fn foot(seated: &Seated, page: &str) -> Markup {
    let reader = seated.reader("");
    // A page of the past has the seals of then, and a browser that has seen later ones has lost nothing.
    let is_now = page != "then";
    html! {
        p {
            (log::zone_words(&seated.visitor.zone))
            @for (stream, number, hash) in &seated.look.seals {
                @let words = log_words(&reader, stream);
                // A longer delay leads spectators back, and that is no loss.
                @let shown = (is_now && (seated.eyes != Seat::Spectator || seated.look.delay.is_none())).then_some(hash);
                " Seal of " (words) " at " (number) ": "
                span class="code" data-head=[shown] data-number=(number) data-log=(stream) data-words=(words) { (short_head(hash)) } "."
            }
            " " a href=(reader.link("/dice")) { "Check it" } "."
            @if seated.eyes == seated.own { " " a href={ (seated.base) "/tokens" } { "Tokens for programs" } "." }
        }
        p {
            @match &seated.session.account {
                Some(_) => a href="/account" { "Your account and devices" },
                None => a href="/account" { "Come back on another device" },
            }
        }
    }
}

/// A stream of the log in words: "the public log", "your log", "the German log".
pub(crate) fn log_words(reader: &Reader<'_>, stream: &str) -> String {
    match (stream.parse(), reader.seat) {
        (Ok(Stream::Side(side)), Seat::Side(own)) if side == own => "your log".to_owned(),
        (Ok(Stream::Umpire), Seat::Umpire) => "your log".to_owned(),
        (Ok(Stream::Side(side)), _) => format!("the {} log", reader.side_name(side)),
        (Ok(Stream::Umpire), _) => "the umpire’s log".to_owned(),
        (Ok(Stream::Public), _) => "the public log".to_owned(),
        (Err(_), _) => format!("the log {stream}"),
    }
}
