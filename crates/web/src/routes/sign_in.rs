//! Coming in by name and password, or by a recovery code. What was wrong is never told, and an unknown name takes as
//! long as a known one.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use people::{Before, Password, RecoveryCode, Session, SignIn};

use super::outside::{known_password, name_field, new_password, not_taken, outside, refused};
use crate::error::Trouble;
use crate::posted::Posted;
use crate::render::frame;
use crate::seated::check_csrf;
use crate::state::WebState;
use crate::visitor::{Visitor, session_header};

/// The page to sign in.
pub(crate) async fn ask(visitor: Visitor) -> Response {
    match &visitor.session {
        Some(Session { account: Some(_), .. }) => Redirect::to("/account").into_response(),
        _ => outside(&visitor, "Sign in", sign_in_page(&visitor, "", None)),
    }
}

/// Signs in.
pub(crate) async fn sign_in(
    State(state): State<WebState>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let name = posted.get("name").unwrap_or("");
    let before = before(&state, &visitor, &posted, name)?;
    let password = Password::typed(posted.get("password").unwrap_or(""));
    match state.people.sign_in(name, &password, before, &visitor.device, state.now()).await? {
        SignIn::In { secret, .. } => Ok(entered(&state, &secret)),
        SignIn::Busy => Err(Trouble::TooMany),
        SignIn::Refused => {
            let why = "Name and password do not match. Capitals count in the password, not in the name.";
            Ok(not_taken(&visitor, "Sign in", sign_in_page(&visitor, name, Some(why))))
        }
    }
}

/// The page for a forgotten password.
pub(crate) async fn forgotten(visitor: Visitor) -> Response {
    outside(&visitor, "Choose a new password", recover_page(&visitor, "", None))
}

/// Takes a recovery code and a new password.
pub(crate) async fn recover(
    State(state): State<WebState>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let name = posted.get("name").unwrap_or("");
    let before = before(&state, &visitor, &posted, name)?;
    let again =
        |why: &str| Ok(not_taken(&visitor, "Choose a new password", recover_page(&visitor, name, Some(why))));
    let password = match Password::new_for(posted.get("new").unwrap_or(""), name) {
        Ok(password) => password,
        Err(unfit) => return again(&unfit.to_string()),
    };
    let code = RecoveryCode::read(posted.get("code").unwrap_or(""));
    match state.people.recover(name, &code, &password, before, &visitor.device, state.now()).await? {
        SignIn::In { secret, .. } => Ok(entered(&state, &secret)),
        SignIn::Busy => Err(Trouble::TooMany),
        SignIn::Refused => {
            again("Name and code do not match. A code works once, and new codes replace older ones.")
        }
    }
}

/// What happens to the session that the browser has. One that is there proves that the form is its own.
fn before<'a>(
    state: &WebState,
    visitor: &'a Visitor,
    posted: &Posted,
    name: &str,
) -> Result<Before<'a>, Trouble> {
    if let Some(session) = &visitor.session {
        check_csrf(session, posted.get("csrf"))?;
    }
    if !state.gates.lets_sign_in(name, visitor.from) {
        return Err(Trouble::TooMany);
    }
    Ok(Before { secret: visitor.secret.as_deref(), take_along: posted.get("along").is_some() })
}

fn entered(state: &WebState, secret: &people::Secret) -> Response {
    let cookie = session_header(state, Some(&secret.reveal()));
    ([(header::SET_COOKIE, cookie)], Redirect::to("/")).into_response()
}

fn sign_in_page(visitor: &Visitor, name: &str, why: Option<&str>) -> Markup {
    html! {
        div class="narrow stack" {
            (frame::head("Sign in", html! { p class="lede" { "Your campaigns and seats, on this device too." } }, html! {}))
            (refused("r-sign-in", why))
            form id="f-sign-in" class="stack" method="post" action="/sign-in" {
                (name_field(name, "", "username"))
                (known_password("password", "Password"))
                (carried(visitor))
                div class="row" { button class="btn go" type="submit" { "Sign in" } }
            }
            p class="prose" { "Forgotten the password? " a href="/recover" { "Choose a new one with a recovery code." } }
            p class="prose" {
                "No account yet? Open the invitation that the umpire has sent you, then make one from your campaigns. "
                a href="/join" { "Enter an invitation." }
            }
        }
    }
}

fn recover_page(visitor: &Visitor, name: &str, why: Option<&str>) -> Markup {
    html! {
        div class="narrow stack" {
            (frame::head("Choose a new password", html! {
                p class="lede" { "With one of the recovery codes that you got with your account. All your devices are signed out; this one is signed in." }
            }, html! {}))
            (refused("r-recover", why))
            form id="f-recover" class="stack" method="post" action="/recover" {
                (name_field(name, "", "username"))
                div class="field" {
                    label class="lab" for="code" { "Recovery code" }
                    span class="hint" id="code-h" { "Twenty letters and figures. Each code works once." }
                    input class="wide" type="text" id="code" name="code" required autocomplete="off" spellcheck="false"
                        autocapitalize="none" maxlength="40" aria-describedby="code-h";
                }
                (new_password("new", "New password"))
                (carried(visitor))
                div class="row" { button class="btn go" type="submit" { "Set the password" } }
            }
            p class="prose" {
                "No code left? Ask the umpire of each campaign for a new invitation, and to take the seat back \
                 from the account that you cannot open."
            }
        }
    }
}

/// Seats of a browser without an account go over to the account, unless that is not wanted.
fn carried(visitor: &Visitor) -> Markup {
    let Some(session) = &visitor.session else { return html! {} };
    let n_seats = if session.account.is_none() { session.chairs.len() } else { 0 };
    html! {
        @if n_seats > 0 {
            label class="pick" for="along" {
                input type="checkbox" id="along" name="along" value="yes" checked;
                span {
                    @if n_seats == 1 { "Take the seat of this browser along" } @else { "Take the " (n_seats) " seats of this browser along" }
                    small { "Otherwise it is given up here, and a new invitation is needed." }
                }
            }
        }
        input type="hidden" name="csrf" value=(session.csrf);
    }
}
