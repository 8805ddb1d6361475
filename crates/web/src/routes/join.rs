//! From an invitation to a session. The secret stands behind the `#` of the link, which browsers never send; the
//! page's script posts it once, and without script it is pasted. It stands in no address that a server sees.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use people::{Closed, Entry};

use super::outside::outside;
use crate::assets::address;
use crate::error::Trouble;
use crate::posted::Posted;
use crate::render::frame;
use crate::seated::check_csrf;
use crate::state::WebState;
use crate::visitor::{Visitor, session_header};

/// The page that takes an invitation.
pub(crate) async fn ask(visitor: Visitor) -> Response {
    page(&visitor, None)
}

/// Exchanges an invitation for a seat.
pub(crate) async fn join(
    State(state): State<WebState>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let text = posted.get("secret").unwrap_or("").trim();
    // A whole link may be pasted.
    let secret = text.rsplit('#').next().unwrap_or(text);
    match state.people.exchange(secret, visitor.secret.as_deref(), &visitor.device, state.now()).await? {
        Entry::Entered { secret, chair, .. } => {
            let cookie = session_header(&state, Some(&secret.reveal()));
            let to = format!("/c/{}/{}", chair.campaign, chair.seat);
            Ok(([(header::SET_COOKIE, cookie)], Redirect::to(&to)).into_response())
        }
        Entry::Held { chair } => {
            Ok(Redirect::to(&format!("/c/{}/{}", chair.campaign, chair.seat)).into_response())
        }
        Entry::Closed(why) => {
            // Whoever comes again by the link that he came in by is led to the seat that it opened.
            if let (Closed::Used, Some(session)) = (why, &visitor.session)
                && let Some(chair) = state.people.opened(secret, &session.person).await?
                && session.holds(&chair.campaign, &chair.seat)
            {
                let to = format!("/c/{}/{}", chair.campaign, chair.seat);
                return Ok(Redirect::to(&to).into_response());
            }
            Ok((StatusCode::UNPROCESSABLE_ENTITY, page(&visitor, Some(why))).into_response())
        }
    }
}

/// Ends the session of this browser. Seats stay with an account and end with a browser that has none.
pub(crate) async fn leave(
    State(state): State<WebState>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let session = visitor.session.ok_or(Trouble::Forged)?;
    check_csrf(&session, posted.get("csrf"))?;
    let kept = state.people.kept_by(&session.person).await?;
    state.people.revoke_session(&session.handle).await?;
    state.strike_left(&session.person, &session.chairs, &kept).await?;
    Ok(([(header::SET_COOKIE, session_header(&state, None))], Redirect::to("/")).into_response())
}

/// Why an invitation opens nothing, and the way out.
fn why(closed: Closed) -> Markup {
    html! {
        @match closed {
            Closed::Unknown => { "No invitation has this text. Perhaps the link was cut short; copy it whole." }
            Closed::Used => {
                "This invitation has been used. It opens a seat once. If it was you, on another device or in another \
                 browser: go on there, make an account from “Your campaigns”, and " a href="/sign-in" { "sign in" } " here. \
                 If it was not you, tell the umpire at once: the seat can be taken back, and you get a new one."
            }
            Closed::Revoked => { "This invitation was withdrawn. Ask the umpire for a new one." }
            Closed::Expired => { "This invitation has expired. Ask the umpire for a new one." }
        }
    }
}

fn page(visitor: &Visitor, closed: Option<Closed>) -> Response {
    let main = html! {
        div class="narrow stack" {
            (frame::head("Enter an invitation", html! {}, html! {}))
            @if let Some(closed) = closed { p class="refusal" id="r-join" { (why(closed)) } }
            form class="stack" id="join" method="post" action="/join" {
                div class="field" {
                    label class="lab" for="secret" { "The link or its text" }
                    span class="hint" id="secret-h" { "An invitation opens one seat, once." }
                    noscript { span class="hint" { "Without scripts a link cannot open its seat: copy the whole link from the address bar and paste it here." } }
                    input class="wide" type="text" id="secret" name="secret" required autocomplete="off"
                        spellcheck="false" autocapitalize="none" aria-describedby="secret-h";
                }
                div class="row" { button class="btn go" type="submit" { "Take the seat" } }
            }
            @if visitor.session.as_ref().is_none_or(|session| session.account.is_none()) {
                p class="prose" { "Have you got an account? " a href="/sign-in" { "Sign in" } " first, and the seat is there on all your devices." }
            }
        }
        script type="module" src=(address("join.js")) {}
    };
    outside(visitor, "Enter an invitation", main)
}
