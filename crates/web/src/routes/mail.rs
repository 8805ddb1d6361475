//! Reminders by e-mail: the address of an account, what is wanted, and the way to stop them from any letter.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use people::mail::{CODE_EVERY_MS, MAX_ADDRESS_CHARS};
use people::{Asking, MailTo, Session, Wants};

use super::account::{draw, owner};
use super::outside::{outside, refused};
use super::password::{Asked, Said};
use crate::error::Trouble;
use crate::posted::Posted;
use crate::render::frame;
use crate::state::WebState;
use crate::visitor::Visitor;

/// Takes an address, and sends a code to it.
pub(crate) async fn give(
    State(state): State<WebState>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let session = owner(&visitor, &posted)?;
    if !state.settings.mail {
        return Err(Trouble::NotFound);
    }
    let (person, now) = (&session.person, state.now());
    let address = posted.get("address").unwrap_or("").trim();
    let again = |why| Said { asked: Asked::Address, why, typed: address };
    // Neither an account nor many of them can fill a stranger's letter box with codes.
    if !state.gates.lets_write(session.handle.as_str()) || !state.gates.lets_write(address) {
        let why = "Several codes were sent a moment ago. Wait a few minutes, then try again.";
        return draw(&state, &visitor, session, Some(again(why))).await;
    }
    let why = match state.people.give_address(person, address, visitor.zone.name(), now).await? {
        Asking::Send(code) => {
            let letter = code_letter(&code);
            let letter = ("Your code for reminders by e-mail", &*letter);
            if state.people.post(person, &format!("code {now}"), letter, now).await? {
                return Ok(Redirect::to("/account#mail").into_response());
            }
            "Too many letters wait to be sent. Try it again later."
        }
        Asking::TooSoon => "A code was sent a moment ago. See whether it has arrived, or wait two minutes.",
        Asking::Unfit => "That is no e-mail address. It looks like anna@example.org.",
        Asking::NoAccount => return Err(Trouble::NotFound),
    };
    draw(&state, &visitor, session, Some(again(why))).await
}

/// Takes the code that was sent.
pub(crate) async fn confirm(
    State(state): State<WebState>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let session = owner(&visitor, &posted)?;
    if !state.gates.lets_try(session.handle.as_str()) {
        return Err(Trouble::TooMany);
    }
    let code = posted.get("code").unwrap_or("");
    if state.people.confirm_address(&session.person, code, state.now()).await? {
        return Ok(Redirect::to("/account#mail").into_response());
    }
    let why =
        "That is not the code, or its hour is over. Check it, or give the address once more for a new one.";
    let said = Said { asked: Asked::MailCode, why, typed: code.trim() };
    draw(&state, &visitor, session, Some(said)).await
}

/// Sets when reminders are wanted.
pub(crate) async fn wants(
    State(state): State<WebState>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let session = owner(&visitor, &posted)?;
    let wants = posted.get("wants").and_then(Wants::read).ok_or(Trouble::NotUnderstood)?;
    state.people.set_wants(&session.person, wants, visitor.zone.name()).await?;
    Ok(Redirect::to("/account#mail").into_response())
}

/// Forgets the address.
pub(crate) async fn forget(
    State(state): State<WebState>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let session = owner(&visitor, &posted)?;
    state.people.drop_address(&session.person).await?;
    Ok(Redirect::to("/account#mail").into_response())
}

/// Where the link at the end of a letter leads. Programs that look at links before their readers do must stop nothing, so
/// it takes one press more.
pub(crate) async fn ask_stop(visitor: Visitor, Path(name): Path<String>) -> Response {
    let main = html! {
        div class="narrow stack" {
            (frame::head("Stop the reminders", html! {
                p class="lede" { "After this you get no more reminders by e-mail. Your account and your seats stay as they are." }
            }, html! {}))
            form id="f-stop" method="post" action={ "/stop-mail/" (name) } {
                div class="row" { button class="btn go" type="submit" id="b-stop" { "Stop them" } a class="btn" href="/account#mail" { "Choose in your account" } }
            }
        }
    };
    outside(&visitor, "Stop the reminders", main)
}

/// Stops the reminders of whoever got the letter. Mail programs send this too, by themselves, for their reader's press.
pub(crate) async fn stop(
    State(state): State<WebState>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<Response, Trouble> {
    // The same answer to a name that nobody has.
    state.people.stop_mail(&name).await?;
    let main = html! {
        div class="narrow stack" {
            (frame::head("The reminders are stopped", html! {}, html! {}))
            p class="prose" { "They can be turned on again in the account." }
            p { a class="btn" href="/" { "To your campaigns" } }
        }
    };
    Ok((StatusCode::OK, outside(&visitor, "The reminders are stopped", main)).into_response())
}

/// The letter with a code. It has no link: whoever got it by mistake has nothing to press.
fn code_letter(code: &str) -> String {
    let (one, two) = code.split_at(code.len() / 2);
    format!(
        "Somebody asked Adjutant to send reminders to this address. The code is\n\n    {one} {two}\n\n\
         Enter it on the page of your account. It is good for an hour.\n\n\
         If it was not you, do nothing: without the code nothing more is sent here.\n"
    )
}

/// The panel of the account.
pub(super) fn mail_panel(
    session: &Session,
    to: Option<&MailTo>,
    sends: bool,
    said: Option<Said<'_>>,
) -> Markup {
    if to.is_none() && !sends {
        return html! {};
    }
    let (of_address, of_code) = (Said::at(said, Asked::Address), Said::at(said, Asked::MailCode));
    html! {
        section class="panel" id="mail" aria-labelledby="h-mail" {
            header {
                h2 id="h-mail" { "Reminders by e-mail" }
                span class="note" { (match to { None => "No address", Some(to) if to.confirmed => "On", Some(_) => "Waits for a code" }) }
            }
            div class="in stack" {
                @if !sends { p class="note" { "This server sends no e-mail at present." } }
                @match to {
                    None => {
                        p { "When something waits for you and none of your pages is open, a letter can tell you. It names the campaign, the step that everyone sees and its deadline, and nothing else." }
                        (address_form(session, "Send a code", None, of_address))
                    }
                    Some(to) if !to.confirmed => {
                        p { "A code was sent to " strong class="code" { (to.address) } ". It is good for an hour." }
                        form id="f-mail-code" class="stack" method="post" action="/account/mail/code" {
                            div class="field" {
                                label class="lab" for="mail-code" { "The code" }
                                (refused("r-mail-code", of_code.map(|said| said.why)))
                                input type="text" inputmode="numeric" id="mail-code" name="code" value=[of_code.map(|said| said.typed)] required
                                    maxlength="12" autocomplete="one-time-code" autofocus[of_code.is_some()]
                                    aria-invalid=[of_code.map(|_| "true")] aria-describedby=[of_code.map(|_| "r-mail-code")];
                            }
                            div class="row" { button class="btn go" type="submit" { "Confirm the address" } }
                            input type="hidden" name="csrf" value=(session.csrf);
                        }
                        @if sends {
                            details class="unfold" open[of_address.is_some()] {
                                summary { "No letter came" }
                                p class="note" { "Look in your spam folder too. A new code can be sent " (CODE_EVERY_MS / 60_000) " minutes after the last one." }
                                (address_form(session, "Send a new code", Some(&to.address), of_address))
                            }
                        }
                        (forget_form(session))
                    }
                    Some(to) => {
                        p { "They go to " strong class="code" { (to.address) } ", with times in the zone " (to.zone) "." }
                        form id="f-mail-wants" class="stack" method="post" action="/account/mail/wants" {
                            fieldset class="field" {
                                legend class="lab" { "When?" }
                                @for wants in Wants::ALL {
                                    @let id = format!("wants-{}", wants.name());
                                    label class="pick" for=(id) {
                                        input type="radio" name="wants" id=(id) value=(wants.name()) required checked[wants == to.wants];
                                        span { (words(wants)) }
                                    }
                                }
                            }
                            div class="row" { button class="btn go" type="submit" { "Keep this" } }
                            input type="hidden" name="csrf" value=(session.csrf);
                        }
                        (forget_form(session))
                    }
                }
            }
        }
    }
}

fn words(wants: Wants) -> &'static str {
    match wants {
        Wants::Turn => "When it is my turn, and once before a deadline",
        Wants::Deadline => "Only before a deadline",
        Wants::Off => "Never",
    }
}

fn address_form(session: &Session, verb: &str, address: Option<&str>, said: Option<Said<'_>>) -> Markup {
    let described = if said.is_some() { "mail-address-h r-mail" } else { "mail-address-h" };
    html! {
        form id="f-mail" class="stack" method="post" action="/account/mail" {
            div class="field" {
                label class="lab" for="mail-address" { "E-mail address" }
                span class="hint" id="mail-address-h" { "Only you see it; the umpire does not. It is erased with the account, or when you remove it." }
                (refused("r-mail", said.map(|said| said.why)))
                input class="wide" type="email" id="mail-address" name="address" value=[said.map(|said| said.typed).or(address)] required
                    maxlength=(MAX_ADDRESS_CHARS) autocomplete="email" autofocus[said.is_some()]
                    aria-invalid=[said.map(|_| "true")] aria-describedby=(described);
            }
            div class="row" { button class="btn go" type="submit" { (verb) } }
            input type="hidden" name="csrf" value=(session.csrf);
        }
    }
}

fn forget_form(session: &Session) -> Markup {
    html! {
        form id="f-mail-forget" method="post" action="/account/mail/remove" {
            div class="row" { button class="btn" type="submit" { "Remove the address" } }
            input type="hidden" name="csrf" value=(session.csrf);
        }
    }
}
