//! One's own drafts.

use axum::extract::State;
use axum::response::Response;
use maud::{Markup, html};
use people::{DraftCard, MOST_DRAFTS};

use super::{rulebook, umpire};
use crate::error::Trouble;
use crate::render::frame::head;
use crate::routes::outside::outside;
use crate::settings::Studio;
use crate::state::WebState;
use crate::visitor::Visitor;

/// The title of the page.
const TITLE: &str = "Campaign studio";

/// The list.
pub(super) async fn list(State(state): State<WebState>, visitor: Visitor) -> Result<Response, Trouble> {
    if state.settings.studio == Studio::Nobody {
        return Err(Trouble::NotFound);
    }
    let Ok(session) = umpire(&state, &visitor) else { return Ok(without_account(&visitor)) };
    let drafts = state.people.drafts(&session.person).await?;
    let lede = html! {
        p class="lede" { "Set up a campaign of your own: fill in its tables, paste your charts from a spreadsheet, look at the forecast, and begin." }
    };
    let full = drafts.len() >= MOST_DRAFTS as usize;
    let main = html! {
        div class="narrow stack-l" {
            (head(TITLE, lede, html! {}))
            div class="row" {
                @if full {
                    span class="btn" role="link" aria-disabled="true" aria-describedby="full" { "New draft" }
                    p class="note" id="full" { "You have " (MOST_DRAFTS) " drafts. Throw one away to begin another." }
                } @else {
                    a class="btn go" href="/studio/new" id="b-new" { "New draft" }
                }
                a class="btn" href="/" { "To your campaigns" }
            }
            section class="panel" aria-labelledby="h-drafts" {
                header { h2 id="h-drafts" { "Your drafts" } span class="note" { "Nobody else sees them" } }
                @if drafts.is_empty() { p class="empty" { "None yet. A draft is a campaign before it begins." } }
                ul class="tables" { @for card in &drafts { (row(&state, &visitor, card)) } }
            }
        }
    };
    Ok(outside(&visitor, TITLE, main))
}

fn row(state: &WebState, visitor: &Visitor, card: &DraftCard) -> Markup {
    let rules = rulebook(state, &card.system).map_or(&*card.system, |rulebook| rulebook.title());
    let when = |at| visitor.zone.short(at, state.now());
    html! {
        li {
            div {
                a class="name" href={ "/studio/" (card.handle) } { (card.title) }
                p class="note" {
                    (rules) ", changed " (when(card.changed_ms))
                    @if let Some(begun) = card.begun_ms { ". A campaign began from it " (when(begun)) }
                    "."
                }
            }
        }
    }
}

fn without_account(visitor: &Visitor) -> Response {
    let is_seated = visitor.session.as_ref().is_some_and(|session| !session.chairs.is_empty());
    let main = html! {
        div class="narrow stack" {
            (head(TITLE, html! { p class="lede" { "Here campaigns are set up and begun, without writing a file." } }, html! {}))
            p class="prose" {
                "Drafts belong to an account, so that you find them wherever you sign in. "
                @if is_seated { "You hold a seat here, so you can make one." }
                @else { "Whoever holds a seat here can make one: open the link that you were sent for your seat, and take the seat first. On a server of your own, that is the umpire's link which its first start printed." }
            }
            div class="row" {
                @if is_seated { a class="btn go" href="/account" { "Make an account" } a class="btn" href="/sign-in" { "Sign in" } }
                @else { a class="btn go" href="/sign-in" { "Sign in" } }
                a class="btn" href="/" { "To your campaigns" }
            }
        }
    };
    outside(visitor, TITLE, main)
}
