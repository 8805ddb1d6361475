//! The campaigns whose seats this browser holds; for a stranger, how to get in.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use kernel::Seat;
use maud::{Markup, html};
use people::Session;

use crate::error::Trouble;
use crate::render::frame::{self, Document, Mast, owed_in};
use crate::render::lists::owed_words;
use crate::render::words;
use crate::state::WebState;
use crate::visitor::Visitor;

/// The list.
pub(crate) async fn home(State(state): State<WebState>, visitor: Visitor) -> Result<Response, Trouble> {
    let main = match &visitor.session {
        Some(session) if !session.chairs.is_empty() => list(&state, session).await?,
        _ => stranger(),
    };
    let page = Document {
        title: "Campaigns",
        display: &visitor.display,
        mast: Mast { title: "A table for campaigns".into(), ..Mast::default() },
        tabs: &[],
        live: None,
        at: None,
        owed: None,
        news: String::new(),
        said: String::new(),
        main,
        foot: html! {},
    };
    Ok(frame::document(&page).into_response())
}

/// Where an open page goes when its browser does not hold the seat any more.
pub(crate) async fn gone(visitor: Visitor) -> Response {
    let title = "This browser no longer holds the seat";
    let page = Document {
        title,
        display: &visitor.display,
        mast: Mast { title: "A table for campaigns".into(), ..Mast::default() },
        tabs: &[],
        live: None,
        at: None,
        owed: None,
        news: String::new(),
        said: String::new(),
        main: html! {
            div class="narrow stack" {
                (frame::head(title, html! {}, html! {}))
                p class="prose" {
                    "This seat was taken back by the umpire, or given up in another window of this browser. What was \
                     done with it stands in the log. What was just being entered was not sent."
                }
                p class="prose" { "To come back, ask the umpire for a new invitation." }
                div class="row" {
                    a class="btn" href="/join" { "Enter an invitation" }
                    a class="btn" href="/" { "To your campaigns" }
                }
            }
        },
        foot: html! {},
    };
    frame::document(&page).into_response()
}

async fn list(state: &WebState, session: &Session) -> Result<Markup, Trouble> {
    let cards = state.desk.campaigns().await?;
    let mut stands = BTreeMap::new();
    for chair in &session.chairs {
        let Ok(seat) = chair.seat.parse::<Seat>() else { continue };
        if let Ok(look) = state.desk.look(&chair.campaign, seat).await {
            let owed = owed_words(&owed_in(&look.view), seat, look.dice.shown);
            stands.insert((&chair.campaign, &chair.seat), (look.view.standing, owed));
        }
    }
    let held: Vec<_> =
        cards.iter().filter(|card| session.chairs.iter().any(|chair| chair.campaign == card.id)).collect();
    Ok(html! {
        div class="narrow stack-l" {
            (frame::head("Your campaigns", html! { p class="lede" { "The seats that this browser holds." } }, html! {}))
            @for card in held {
                section class="panel" aria-labelledby={ "h-" (card.id) } {
                    header { h2 id={ "h-" (card.id) } { (card.title) } span class="note" { (card.sides.join(", ")) } }
                    @if let Some(fault) = &card.fault { p class="in why" { "It cannot be opened: " (fault) } }
                    ul class="in can" {
                        @for chair in session.chairs.iter().filter(|chair| chair.campaign == card.id) {
                            @if let Ok(seat) = chair.seat.parse() {
                                li {
                                    div class="line" {
                                        a class="btn" href={ "/c/" (card.id) "/" (chair.seat) } {
                                            (words::seat_named(seat, side_name(&card.sides, seat)))
                                        }
                                        @match stands.get(&(&chair.campaign, &chair.seat)) {
                                            Some((standing, owed)) => p { (standing) ". " @if seat != Seat::Spectator { strong { (owed) } } },
                                            None => p { (duty(seat)) },
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
            div {
                details class="unfold" id="leave" {
                    summary { "Give up these seats in this browser" }
                    form method="post" action="/leave" class="row" {
                        input type="hidden" name="csrf" value=(session.csrf);
                        button class="btn" type="submit" { "Give them up" }
                        p class="note" { "A new invitation is needed to come back." }
                    }
                }
            }
            p class="note" { "Have you got another invitation? " a href="/join" { "Enter it here." } }
        }
    })
}

fn side_name(sides: &[String], seat: Seat) -> &str {
    match seat {
        Seat::Side(side) => sides.get(usize::from(side)).map_or("A side", String::as_str),
        _ => "",
    }
}

fn duty(seat: Seat) -> &'static str {
    match seat {
        Seat::Umpire => "You see everything, answer questions and invite people.",
        Seat::Side(_) => "You command this side.",
        Seat::Spectator | Seat::Clock => "You see what is public.",
    }
}

fn stranger() -> Markup {
    html! {
        div class="narrow stack" {
            (frame::head("A table for campaigns", html! {}, html! {}))
            p class="prose" {
                "Here campaigns are umpired: who has to do what, what the rules allow, what the dice said, and what \
                 happened. Each seat sees its own."
            }
            p class="prose" {
                "This browser holds no seat. To get in, open the link that the umpire has sent you; it opens one seat, \
                 once. Whoever runs the server finds the first links where the server was started."
            }
            p { a class="btn" href="/join" { "Enter an invitation" } }
        }
    }
}
