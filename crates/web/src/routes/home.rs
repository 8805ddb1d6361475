//! The campaigns whose seats this person holds, what waits there and what has happened; for a stranger, how to get in.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::Response;
use kernel::Seat;
use kernel::view::{ItemState, OwedItem};
use maud::{Markup, html};
use people::{Chair, Handle, Session};
use table::CampaignCard;

use super::aid;
use super::outside::outside;
use super::since::lines_since;
use crate::error::Trouble;
use crate::render::figures::count_words;
use crate::render::frame;
use crate::render::lists::{capital, owed_words};
use crate::render::symbols;
use crate::render::words;
use crate::settings::Studio;
use crate::state::WebState;
use crate::visitor::Visitor;

/// The most things that are counted as having happened.
const MOST_NEWS: usize = 30;

/// The list.
pub(crate) async fn home(State(state): State<WebState>, visitor: Visitor) -> Result<Response, Trouble> {
    let main = match &visitor.session {
        Some(session) if session.account.is_some() || !session.chairs.is_empty() => {
            list(&state, &visitor, session).await?
        }
        _ => stranger(&state),
    };
    Ok(outside(&visitor, "Campaigns", main))
}

/// Where an open page goes when its browser does not hold the seat any more.
pub(crate) async fn gone(visitor: Visitor) -> Response {
    let title = "This browser no longer holds the seat";
    let main = html! {
        div class="narrow stack" {
            (frame::head(title, html! {}, html! {}))
            p class="prose" {
                "This seat was taken back by the umpire, or given up in another window; or this device was signed out \
                 from another one of yours, by a new password, or with the account. What was done from the seat stands in \
                 the log. What was just being entered was not sent."
            }
            p class="prose" { "To come back, sign in, or ask the umpire for a new invitation." }
            div class="row" {
                a class="btn" href="/sign-in" { "Sign in" }
                a class="btn" href="/join" { "Enter an invitation" }
                a class="btn" href="/" { "To your campaigns" }
            }
        }
    };
    outside(&visitor, title, main)
}

/// How one seat stands, as far as it can see itself.
struct Stand {
    standing: String,
    owed: String,
    /// The sides that play waits for beside the reader.
    others: Vec<Seat>,
    mine: bool,
    news: String,
    /// The hues of the sides, where the set-up chooses them.
    hues: String,
}

async fn stand(state: &WebState, visitor: &Visitor, person: &Handle, chair: &Chair) -> Option<Stand> {
    let seat: Seat = chair.seat.parse().ok()?;
    let look = state.desk.look(&chair.campaign, seat).await.ok()?;
    let items = &look.contents.owed;
    let open =
        |item: &&OwedItem| matches!(item.state, ItemState::Yours | ItemState::Waiting) && !look.dice.shown;
    let mut others: Vec<Seat> =
        items.iter().filter(open).map(|item| item.who).filter(|who| *who != seat).collect();
    others.dedup();
    let mine = items.iter().filter(open).any(|item| item.who == seat && item.state == ItemState::Yours);
    let now = state.now();
    let seen = state.people.last_seen(person, chair).await.ok()?;
    let left_off = seen.and_then(|seen| seen.left_off(now));
    let news = match left_off {
        Some(left_off) => {
            let lines =
                lines_since(state, &chair.campaign, (seat, seat), &left_off, MOST_NEWS + 1).await.ok()?;
            news_words(lines.len(), &visitor.zone.short(left_off.at_ms, now))
        }
        None => String::new(),
    };
    let mut owed = owed_words(items, seat, look.dice.shown);
    if look.acts_for_late {
        owed = "Sides are late, and you act for them.".to_owned();
    }
    let mine = mine || look.acts_for_late;
    let hues = symbols::hues(&look.sides);
    Some(Stand { standing: look.contents.standing.clone(), owed, others, mine, news, hues })
}

fn news_words(n_lines: usize, last: &str) -> String {
    match n_lines {
        0 => format!("Nothing has happened since you were last here ({last})."),
        1 => format!("One thing has happened since you were last here ({last})."),
        n if n > MOST_NEWS => {
            format!("More than {MOST_NEWS} things have happened since you were last here ({last}).")
        }
        n => format!("{} things have happened since you were last here ({last}).", capital(&count_words(n))),
    }
}

async fn list(state: &WebState, visitor: &Visitor, session: &Session) -> Result<Markup, Trouble> {
    let cards = state.desk.campaigns().await?;
    let mut stands = BTreeMap::new();
    for chair in &session.chairs {
        if let Some(stand) = stand(state, visitor, &session.person, chair).await {
            stands.insert((&*chair.campaign, &*chair.seat), stand);
        }
    }
    let mut held: Vec<_> =
        cards.iter().filter(|card| session.chairs.iter().any(|chair| chair.campaign == card.id)).collect();
    // Where something waits for the reader stands first.
    held.sort_by_key(|card| !stands.iter().any(|((campaign, _), stand)| *campaign == card.id && stand.mine));
    let lede = match &session.account {
        Some(name) => html! { p class="lede" { "You are signed in as " strong { (name) } "." } },
        None => html! { p class="lede" { "The seats that this browser holds." } },
    };
    Ok(html! {
        div class="narrow stack-l" {
            (frame::head("Your campaigns", lede, html! {}))
            @if held.is_empty() { p class="prose" { "Your account holds no seat now. An invitation opens one." } }
            @for card in held {
                @let hues = stands.iter().find(|((campaign, _), _)| *campaign == card.id).map_or("", |(_, stand)| &stand.hues);
                section class={ "panel " (hues) } aria-labelledby={ "h-" (card.id) } {
                    header { h2 id={ "h-" (card.id) } { (card.title) } span class="note" { (card.sides.join(", ")) } }
                    @if let Some(fault) = &card.fault { p class="in why" { "It cannot be opened: " (fault) } }
                    ul class="in can" {
                        @for chair in session.chairs.iter().filter(|chair| chair.campaign == card.id) {
                            @if let Ok(seat) = chair.seat.parse() {
                                (seat_row(card, chair, seat, stands.get(&(&*chair.campaign, &*chair.seat))))
                            }
                        }
                    }
                }
            }
            @if session.account.is_some() {
                div class="row" {
                    a class="btn" href="/account" id="b-account" { "Your account and devices" }
                    @if state.settings.studio == Studio::Accounts { a class="btn" href="/studio" id="b-studio" { "Campaign studio" } }
                    a class="btn" href="/join" { "Enter an invitation" }
                    form method="post" action="/leave" {
                        input type="hidden" name="csrf" value=(session.csrf);
                        button class="btn" type="submit" { "Sign out here" }
                    }
                }
            } @else {
                section class="panel" aria-labelledby="h-account" {
                    header { h2 id="h-account" { "On your other devices too" } }
                    div class="in stack-s" {
                        p {
                            "Only this browser holds these seats. With an account you find them wherever you \
                             sign in"
                            @if state.settings.studio == Studio::Accounts { ", and can set up campaigns of your own in the " a href="/studio" { "campaign studio" } }
                            "."
                        }
                        div class="row" {
                            a class="btn" href="/account" id="b-account" { "Make an account" }
                            a class="btn" href="/sign-in" { "Sign in" }
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
                p class="note" { "Do you have another invitation? " a href="/join" { "Enter it here." } }
            }
            (aid::links(state))
        }
    })
}

fn seat_row(card: &CampaignCard, chair: &Chair, seat: Seat, stand: Option<&Stand>) -> Markup {
    html! {
        li {
            div class="line" {
                a class=(if stand.is_some_and(|stand| stand.mine) { "btn go" } else { "btn" }) href={ "/c/" (card.id) "/" (chair.seat) } {
                    (words::seat_named(seat, side_name(&card.sides, seat)))
                }
                @match stand {
                    Some(stand) => div {
                        p {
                            (stand.standing) ". "
                            @if seat != Seat::Spectator { strong { (stand.owed) } }
                            @if !stand.others.is_empty() {
                                " Play waits for "
                                @for (n, other) in stand.others.iter().enumerate() {
                                    @if n > 0 { " and " }
                                    (words::seat_named(*other, side_name(&card.sides, *other)))
                                }
                                "."
                            }
                        }
                        @if !stand.news.is_empty() { p class="note" { (stand.news) } }
                    },
                    None => p { (duty(seat)) },
                }
            }
        }
    }
}

/// A side by its place among the names; the other seats have none.
pub(super) fn side_name(sides: &[String], seat: Seat) -> &str {
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

fn stranger(state: &WebState) -> Markup {
    html! {
        div class="narrow stack" {
            (frame::head("A table for campaigns", html! {}, html! {}))
            p class="prose" {
                "Here campaigns are umpired: who has to do what, what the rules allow, what the dice said, and what \
                 happened. Each seat sees its own."
            }
            p class="prose" {
                "This browser holds no seat. To get in, open the link that the umpire has sent you; it opens one seat, \
                 once. If you have made an account, sign in. Whoever runs the server finds the first links where the server \
                 was started."
            }
            div class="row" {
                a class="btn" href="/join" { "Enter an invitation" }
                a class="btn" href="/sign-in" { "Sign in" }
            }
            (aid::links(state))
        }
    }
}
