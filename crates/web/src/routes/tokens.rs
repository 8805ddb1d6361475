//! Tokens of a seat: what programs show to read and act there. Made here once, shown once, revoked here.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use kernel::Seat;
use maud::{Markup, html};
use people::{DAY_MS, Handle, Maker, NewToken, SeatToken, TOKEN_MOST_DAYS};

use super::framed::{Framed, framed};
use crate::error::Trouble;
use crate::posted::Posted;
use crate::render::frame::head;
use crate::render::{Reader, words};
use crate::seated::{Along, Seated};
use crate::state::WebState;
use crate::visitor::Visitor;

/// The page of tokens.
pub(crate) async fn tokens(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    along.to_own(&seat)?;
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    draw(&state, &seated, None).await
}

/// Makes a token of one's own seat and shows it, once.
pub(crate) async fn make(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &Along::default()).await?;
    seated.check_csrf(posted.get("csrf"))?;
    let days: i64 = posted.get("days").and_then(|days| days.parse().ok()).unwrap_or(30);
    let label = posted.label();
    let life = days.clamp(1, TOKEN_MOST_DAYS.into()) * DAY_MS;
    let umpires = seated.session.holds(&campaign, &Seat::Umpire.name());
    let maker = Maker::Person { person: &seated.session.person, umpires };
    let made = state.people.make_token(&seated.chair(), &label, maker, state.now(), life).await?;
    draw(&state, &seated, Some(made)).await
}

/// Revokes a token: one of the own seat, for the umpire one of any seat.
pub(crate) async fn revoke(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &Along::default()).await?;
    seated.check_csrf(posted.get("csrf"))?;
    let handle = posted.get("revoked").and_then(Handle::read).ok_or(Trouble::NotUnderstood)?;
    state.people.revoke_token(&campaign, own_only(&seated).as_deref(), &handle).await?;
    Ok(Redirect::to(&format!("{}/tokens", seated.base)).into_response())
}

/// The seat to which the list is held; none for the umpire.
fn own_only(seated: &Seated) -> Option<String> {
    (seated.own != Seat::Umpire).then(|| seated.own.name())
}

async fn draw(state: &WebState, seated: &Seated, made: Option<NewToken>) -> Result<Response, Trouble> {
    let now = state.now();
    let tokens = state.people.tokens(&seated.campaign, own_only(seated).as_deref(), now).await?;
    let reader = seated.reader("tokens");
    let lede = html! {
        p class="lede" {
            "A token lets a program of yours read and act at your seat, with what your seat may know and do. The "
            a href="/api/openapi.json" { "description for programs" } " says how."
        }
    };
    let main = html! {
        (head("Tokens", lede, html! {}))
        @if let Some(made) = &made { (made_panel(made)) }
        div class="cols two" {
            div class="stack-l" { (list(&reader, seated, &tokens, now)) }
            div class="stack-l" { (make_panel(&reader, seated)) }
        }
    };
    Ok(framed(
        seated,
        Framed { title: "Tokens", page: "tokens", main, newest: None, status: String::new(), at: None },
    ))
}

fn made_panel(made: &NewToken) -> Markup {
    html! {
        section class="panel yours peek" aria-labelledby="h-made" {
            header { h2 id="h-made" { "Your new token" } }
            div class="in stack-s" {
                p class="code" id="new-token" { (made.reveal()) }
                p class="note" { "Copy it now: it is shown only this once. Whoever has it can act as your seat, so keep it like a password." }
            }
        }
    }
}

fn list(reader: &Reader<'_>, seated: &Seated, tokens: &[SeatToken], now: i64) -> Markup {
    html! {
        section class="panel" aria-labelledby="h-tokens" {
            header { h2 id="h-tokens" { "Living tokens" } span class="note" { (tokens.len()) } }
            @if tokens.is_empty() { p class="empty" { "No program has a token. Make one with “Make a token”." } }
            ul class="owed" {
                @for token in tokens {
                    li class="done" {
                        (crate::render::symbols::icon("done"))
                        div {
                            @if seated.own == Seat::Umpire { (seat_words(reader, &token.chair.seat)) ": " }
                            @if token.label.is_empty() { span class="code" { (token.handle) } } @else { (token.label) }
                            " " span class="quiet" {
                                "Until " (reader.zone.short(token.expires_ms, now)) ", "
                                @match token.last_used_ms { Some(at) => { "last used " (reader.zone.short(at, now)) "." }, None => { "not used yet." } }
                            }
                        }
                        form class="act" method="post" action=(reader.link("/tokens/revoke")) {
                            button class="btn" type="submit" { "Revoke" }
                            input type="hidden" name="revoked" value=(token.handle);
                            input type="hidden" name="csrf" value=(seated.keys.csrf);
                        }
                    }
                }
            }
        }
    }
}

fn make_panel(reader: &Reader<'_>, seated: &Seated) -> Markup {
    html! {
        section class="panel" aria-labelledby="h-make" {
            header { h2 id="h-make" { "Make a token" } }
            form class="in stack" method="post" action=(reader.link("/tokens")) {
                div class="field" {
                    label class="lab" for="label" { "What for" }
                    span class="hint" id="label-h" { "You and the umpire read this. It may stay empty." }
                    input class="wide" type="text" id="label" name="label" maxlength="80" autocomplete="off" aria-describedby="label-h";
                }
                div class="field" {
                    label class="lab" for="days" { "Good for how many days?" }
                    input type="number" inputmode="numeric" id="days" name="days" min="1" max=(TOKEN_MOST_DAYS) value="30" required;
                }
                div class="row" { button class="btn go" type="submit" id="b-token" { "Make a token" } }
                input type="hidden" name="csrf" value=(seated.keys.csrf);
            }
        }
    }
}

fn seat_words(reader: &Reader<'_>, name: &str) -> Markup {
    html! { @match name.parse() { Ok(seat) => (words::seat(reader, seat)), Err(_) => (name) } }
}
