//! What asks for the password once more: another password, other recovery codes, the end of the account.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use people::{Checked, Password, Session};

use super::account::{codes_page, draw, owner};
use super::outside::{known_password, new_password, outside};
use crate::error::Trouble;
use crate::posted::Posted;
use crate::render::frame;
use crate::state::WebState;
use crate::visitor::{Visitor, session_header};

/// Which form asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Change,
    Codes,
    Delete,
    Address,
    MailCode,
}

/// What was said to a form of the account.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said<'a> {
    /// Which form.
    pub asked: Asked,
    /// Why it was not taken.
    pub why: &'a str,
    /// What was typed, where it may be shown again.
    pub typed: &'a str,
}

impl<'a> Said<'a> {
    /// What is said to a form with a password, which is never shown again.
    fn to(asked: Asked, why: &'a str) -> Self {
        Self { asked, why, typed: "" }
    }

    /// What is said at this form's own field.
    pub fn at(said: Option<Self>, asked: Asked) -> Option<Self> {
        said.filter(|said| said.asked == asked)
    }
}

const WRONG: &str = "That is not the password of this account. Nothing was changed.";

/// Changes the password and signs all other devices out.
pub(crate) async fn change(
    State(state): State<WebState>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let (session, old) = proved(&state, &visitor, &posted)?;
    let name = session.account.as_deref().unwrap_or_default();
    let new = match Password::new_for(posted.get("new").unwrap_or(""), name) {
        Ok(new) => new,
        Err(unfit) => {
            return draw(&state, &visitor, session, Some(Said::to(Asked::Change, &unfit.to_string()))).await;
        }
    };
    match state.people.change_password(session, &old, &new).await? {
        Checked::Done(secret) => {
            let cookie = session_header(&state, Some(&secret.reveal()));
            let main = html! {
                div class="narrow stack" {
                    (frame::head("The password is changed", html! {}, html! {}))
                    p class="prose" {
                        "All other devices are signed out. This one stays. Tokens for programs stay too: if somebody else \
                         had a device of yours, look through each seat’s page of tokens."
                    }
                    p { a class="btn" href="/account" { "To your account" } }
                }
            };
            let page = outside(&visitor, "The password is changed", main);
            Ok(([(header::SET_COOKIE, cookie)], page).into_response())
        }
        Checked::Wrong => draw(&state, &visitor, session, Some(Said::to(Asked::Change, WRONG))).await,
        Checked::Busy => Err(Trouble::TooMany),
    }
}

/// Makes new recovery codes and shows them, once.
pub(crate) async fn codes(
    State(state): State<WebState>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let (session, password) = proved(&state, &visitor, &posted)?;
    match state.people.new_codes(&session.person, &password).await? {
        Checked::Done(codes) => Ok(codes_page(&visitor, "New recovery codes", &codes)),
        Checked::Wrong => draw(&state, &visitor, session, Some(Said::to(Asked::Codes, WRONG))).await,
        Checked::Busy => Err(Trouble::TooMany),
    }
}

/// Deletes the account with everything that is known of its person.
pub(crate) async fn delete(
    State(state): State<WebState>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let (session, password) = proved(&state, &visitor, &posted)?;
    let kept = state.people.kept_by(&session.person).await?;
    match state.people.delete_account(&session.person, &password).await? {
        Checked::Done(()) => {
            state.strike_left(&session.person, &session.chairs, &kept).await?;
            let main = html! {
                div class="narrow stack" {
                    (frame::head("The account is deleted", html! {}, html! {}))
                    p class="prose" {
                        "Name, password, devices, seats and the invitations you came in by are erased. What was \
                         done from your seats stays in the logs of the campaigns, which name seats and never \
                         people."
                    }
                    p { a class="btn" href="/" { "To the first page" } }
                }
            };
            let page = outside(&visitor, "The account is deleted", main);
            Ok(([(header::SET_COOKIE, session_header(&state, None))], page).into_response())
        }
        Checked::Wrong => draw(&state, &visitor, session, Some(Said::to(Asked::Delete, WRONG))).await,
        Checked::Busy => Err(Trouble::TooMany),
    }
}

/// The session of an account and the password that was typed. Tries count by the device, so that nobody else can use them up.
fn proved<'a>(
    state: &WebState,
    visitor: &'a Visitor,
    posted: &Posted,
) -> Result<(&'a Session, Password), Trouble> {
    let session = owner(visitor, posted)?;
    if !state.gates.lets_try(session.handle.as_str()) {
        return Err(Trouble::TooMany);
    }
    Ok((session, Password::typed(posted.get("password").unwrap_or(""))))
}

/// The panels of the account that ask for the password.
pub(super) fn password_panels(session: &Session, n_codes: i64, said: Option<Asked>) -> Markup {
    let open = |asked: Asked| said == Some(asked);
    html! {
        section class="panel" aria-labelledby="h-change" {
            details open[open(Asked::Change)] {
                summary { h2 id="h-change" { "Change the password" } }
                form id="f-change" class="in stack" method="post" action="/account/password" {
                    (known_password("change-password", "The present password"))
                    (new_password("change-new", "The new one"))
                    div class="row" {
                        button class="btn go" type="submit" { "Change the password" }
                        p class="note" { "All other devices are signed out." }
                    }
                    input type="hidden" name="csrf" value=(session.csrf);
                }
            }
        }
        section class="panel" aria-labelledby="h-recovery" {
            details open[open(Asked::Codes)] {
                summary {
                    h2 id="h-recovery" { "Recovery codes" }
                    span class="beside note" { @if n_codes == 1 { "One is unused" } @else { (n_codes) " are unused" } }
                }
                form id="f-codes" class="in stack" method="post" action="/account/codes" {
                    (known_password("codes-password", "Password"))
                    div class="row" {
                        button class="btn go" type="submit" { "Make new codes" }
                        p class="note" { "The older ones no longer work." }
                    }
                    input type="hidden" name="csrf" value=(session.csrf);
                }
            }
        }
        section class="panel" aria-labelledby="h-delete" {
            details open[open(Asked::Delete)] {
                summary { h2 id="h-delete" { "Delete the account" } }
                form id="f-delete" class="in stack" method="post" action="/account/delete" {
                    p class="prose" {
                        "Name, password, devices, seats and the invitations you came in by are erased at once \
                         and for good. The logs of the campaigns stay as they are: they name seats and never \
                         people."
                    }
                    (known_password("delete-password", "Password"))
                    div class="row" { button class="btn" type="submit" { "Delete the account" } }
                    input type="hidden" name="csrf" value=(session.csrf);
                }
            }
        }
    }
}
