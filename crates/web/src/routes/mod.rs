//! The addresses. One file per page.

mod account;
mod act;
mod aid;
mod away;
mod consent;
mod correct;
mod deadlines;
mod dice;
mod display;
pub(crate) mod download;
pub(crate) mod events;
pub(crate) mod export;
mod framed;
mod handover;
mod health;
mod home;
mod join;
mod levels;
mod lines;
mod links;
mod log;
mod luck;
mod mail;
mod messages;
mod odds;
mod outside;
mod page;
pub(crate) mod paper;
mod password;
pub(crate) mod picture;
pub(crate) mod rules;
mod rulings;
pub(crate) mod seats;
mod sign_in;
mod since;
mod studio;
mod then;
mod tokens;

use std::any::Any;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;

pub(crate) use self::health::Writable;
use crate::api;
use crate::assets;
use crate::crowd;
use crate::error::Trouble;
use crate::guard;
use crate::limit;
use crate::state::WebState;

/// How long an answer may take to begin, a slowly sent form included.
const PATIENCE: Duration = Duration::from_secs(30);

/// Every page, form and stream, and the API.
pub fn router(state: WebState) -> Router {
    let laid = get(picture::page).post(picture::lay).layer(DefaultBodyLimit::max(picture::MOST_SENT));
    let seat = Router::new()
        .route("/", get(page::first))
        .route("/{page}", get(page::page))
        .route("/do", post(act::act))
        .route("/undo", post(act::undo))
        .route("/answer", post(act::answer))
        .route("/words", post(dice::words))
        .route("/open-dice", post(dice::open))
        .route("/words/device", post(dice::device_words))
        .route("/words/lacking", post(dice::start))
        .route("/dice/table", post(dice::throws))
        .route("/end", post(dice::end))
        .route("/download/{file}", get(download::download))
        .route("/paper", get(paper::list))
        .route("/paper/{file}", get(paper::file))
        .route("/log", get(log::log))
        .route("/log/links/{log}", get(links::links))
        .route("/correct/{entry}", get(correct::begin).post(correct::also))
        .route("/correct/preview", get(correct::again).post(correct::preview))
        .route("/correct/propose", post(consent::propose))
        .route("/correction", get(consent::page))
        .route("/correction/word", post(consent::word))
        .route("/correct/make", post(correct::make))
        .route("/then", get(then::pick))
        .route("/then/{line}", get(then::moment))
        .route("/then/{line}/{page}", get(then::page))
        .route("/then/{line}/paper", get(paper::list_then))
        .route("/then/{line}/paper/{file}", get(paper::file_then))
        .route("/rules", get(rules::rules))
        .route("/messages", get(messages::messages).post(messages::write))
        .route("/rulings-book", get(rulings::rulings).post(rulings::rule))
        .route("/dice", get(dice::dice))
        .route("/odds", get(odds::odds))
        .route("/odds/{file}", get(odds::csv))
        .route("/odds/stop", post(odds::aside::stop))
        .route("/seats", get(seats::seats).post(seats::invite))
        .route("/seats/withdraw", post(seats::withdraw))
        .route("/seats/take", post(seats::take))
        .route("/seats/delay", post(seats::delay))
        .route("/deadlines", get(deadlines::deadlines).post(deadlines::set))
        .route("/deadlines/kept", post(deadlines::kept))
        .route("/other-tables", get(levels::levels))
        .route("/other-tables/take-in", post(levels::take_in))
        .route("/other-tables/break-off", post(levels::break_off))
        .route("/other-tables/keep-open", post(levels::keep_open))
        .route("/handover", get(handover::handover))
        .route("/picture", laid)
        .route("/picture/place", post(picture::place))
        .route("/picture/show", post(picture::show))
        .route("/picture/{file}", get(picture::file))
        .route("/tokens", get(tokens::tokens).post(tokens::make))
        .route("/tokens/revoke", post(tokens::revoke))
        .route("/export", post(export::export))
        .route("/events", get(events::events));
    Router::new()
        .route("/", get(home::home))
        .route("/join", get(join::ask).post(join::join))
        .route("/leave", post(join::leave))
        .route("/sign-in", get(sign_in::ask).post(sign_in::sign_in))
        .route("/recover", get(sign_in::forgotten).post(sign_in::recover))
        .route("/account", get(account::account).post(account::make))
        .route("/account/sign-out", get(account::back).post(account::sign_out))
        .route("/account/give-up", get(account::back).post(account::give_up))
        .route("/account/password", get(account::back).post(password::change))
        .route("/account/codes", get(account::back).post(password::codes))
        .route("/account/delete", get(account::back).post(password::delete))
        .route("/account/mail", get(account::back).post(mail::give))
        .route("/account/mail/code", get(account::back).post(mail::confirm))
        .route("/account/mail/wants", get(account::back).post(mail::wants))
        .route("/account/mail/remove", get(account::back).post(mail::forget))
        .route("/stop-mail/{name}", get(mail::ask_stop).post(mail::stop))
        .route("/gone", get(home::gone))
        .route("/display", post(display::keep))
        .route("/healthz", get(health::health))
        .route("/readyz", get(health::ready))
        .route("/aid/{file}", get(aid::file))
        .route("/favicon.ico", get(assets::favicon))
        .route("/robots.txt", get(robots))
        .route("/assets/{name}", get(assets::serve))
        .nest("/c/{campaign}/{seat}", seat)
        .merge(studio::routes())
        .merge(api::router())
        .fallback(async || Trouble::NotFound)
        .method_not_allowed_fallback(async || Trouble::WrongMethod)
        // The layer named last stands outermost.
        .layer(CatchPanicLayer::custom(broken))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, PATIENCE))
        .layer(from_fn_with_state(state.clone(), guard::same_origin))
        .layer(from_fn_with_state(state.clone(), guard::known_host))
        .layer(from_fn_with_state(state.clone(), limit::limit))
        .layer(from_fn_with_state(state.clone(), crowd::enter))
        .layer(from_fn_with_state(state.clone(), guard::dress))
        .layer(CompressionLayer::new())
        .with_state(state)
}

/// A rule that breaks stops one answer, not the server.
fn broken(panic: Box<dyn Any + Send>) -> Response {
    let words = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    tracing::error!(panic = words.unwrap_or("no words"), "an answer broke off");
    Trouble::Broken.into_response()
}

/// Nothing here is for search engines.
async fn robots() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], "User-agent: *\nDisallow: /\n")
}

/// What the house itself answers under the address of a seat. A page of a system that had such an id could not be reached:
/// whoever gathers the systems holds it against [`kernel::Rulebook::pages`].
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
    "odds",
    "open-dice",
    "other-tables",
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::HOUSE_PAGES;

    /// Read from this very file, so that a page of the house that is added cannot be forgotten in the list that keeps
    /// systems from taking its address.
    #[test]
    fn the_pages_of_the_house_are_those_no_system_may_have() {
        let source = include_str!("mod.rs");
        let seat = source.split("let seat = Router::new()").nth(1).unwrap().split(';').next().unwrap();
        let paths = seat.split(".route(\"/").skip(1).map(|rest| rest.split('"').next().unwrap());
        let first = paths.map(|path| path.split('/').next().unwrap());
        let own: BTreeSet<&str> = first.filter(|part| !part.is_empty() && !part.starts_with('{')).collect();
        assert_eq!(own, HOUSE_PAGES.iter().copied().collect());
    }
}
