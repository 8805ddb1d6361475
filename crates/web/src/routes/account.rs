//! One's own account: made by who holds a seat, with its devices and seats.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use people::{Chair, Device, Handle, Making, Name, Password, RecoveryCode, Session};
use table::CampaignCard;

use super::home::side_name;
use super::mail::mail_panel;
use super::outside::{name_field, new_password, not_taken, outside, refused};
use super::password::{Asked, Said, password_panels};
use crate::error::Trouble;
use crate::posted::Posted;
use crate::render::time::Zone;
use crate::render::{frame, symbols, words};
use crate::seated::check_csrf;
use crate::state::WebState;
use crate::visitor::{Visitor, session_header};

/// The account of whoever is signed in; for who holds seats without one, how to make one.
pub(crate) async fn account(State(state): State<WebState>, visitor: Visitor) -> Result<Response, Trouble> {
    match &visitor.session {
        Some(session) if session.account.is_some() => draw(&state, &visitor, session, None).await,
        Some(session) if !session.chairs.is_empty() => {
            Ok(outside(&visitor, "Make an account", make_page(session, "", None)))
        }
        _ => Ok(Redirect::to("/sign-in").into_response()),
    }
}

/// Makes an account for who holds a seat, and shows its recovery codes, once.
pub(crate) async fn make(
    State(state): State<WebState>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let session = visitor.session.as_ref().ok_or(Trouble::Forged)?;
    check_csrf(session, posted.get("csrf"))?;
    let typed = posted.get("name").unwrap_or("");
    let again = |why: &str| Ok(not_taken(&visitor, "Make an account", make_page(session, typed, Some(why))));
    let name = match Name::read(typed) {
        Ok(name) => name,
        Err(unfit) => return again(&unfit.to_string()),
    };
    let password = match Password::new_for(posted.get("new").unwrap_or(""), typed) {
        Ok(password) => password,
        Err(unfit) => return again(&unfit.to_string()),
    };
    let secret = visitor.secret.as_deref().unwrap_or("");
    match state.people.make_account(secret, &name, &password, state.now()).await? {
        Making::Made { secret, codes, .. } => {
            let cookie = session_header(&state, Some(&secret.reveal()));
            let page = codes_page(&visitor, "Your account is made", &codes);
            Ok(([(header::SET_COOKIE, cookie)], page).into_response())
        }
        Making::NameTaken => again("This name is in use here. Take another, or add something to it."),
        Making::NotNow => Ok(Redirect::to("/account").into_response()),
        Making::Busy => Err(Trouble::TooMany),
    }
}

/// Signs one device out, or all others.
pub(crate) async fn sign_out(
    State(state): State<WebState>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let session = owner(&visitor, &posted)?;
    match posted.get("device").and_then(Handle::read) {
        Some(device) if device == session.handle => return Err(Trouble::NotUnderstood),
        Some(device) => {
            state.people.sign_out(&session.person, &device).await?;
        }
        None => {
            state.people.sign_out_others(&session.person, &session.handle).await?;
        }
    }
    Ok(Redirect::to("/account").into_response())
}

/// Gives one seat of the account up.
pub(crate) async fn give_up(
    State(state): State<WebState>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let session = owner(&visitor, &posted)?;
    let (campaign, seat) = (posted.get("campaign"), posted.get("seat"));
    let chair = Chair::new(campaign.ok_or(Trouble::NotUnderstood)?, seat.ok_or(Trouble::NotUnderstood)?);
    let kept = state.people.kept_by(&session.person).await?;
    if state.people.unseat(&session.person, &chair).await? {
        state.strike_left(&session.person, &[chair], &kept).await?;
    }
    Ok(Redirect::to("/account").into_response())
}

/// Where only forms are sent: whoever loads the answer to one again is led to the account.
pub(crate) async fn back() -> Redirect {
    Redirect::to("/account")
}

/// The session of an account, when the form is its own.
pub(super) fn owner<'a>(visitor: &'a Visitor, posted: &Posted) -> Result<&'a Session, Trouble> {
    let session = visitor.session.as_ref().filter(|session| session.account.is_some());
    let session = session.ok_or(Trouble::Forged)?;
    check_csrf(session, posted.get("csrf"))?;
    Ok(session)
}

/// The page of an account, with what was said to one of its forms: at the field that is typed into again, which the browser
/// goes to; to a form with a password, which is typed anew, at the top.
pub(super) async fn draw(
    state: &WebState,
    visitor: &Visitor,
    session: &Session,
    said: Option<Said<'_>>,
) -> Result<Response, Trouble> {
    let at_top = said.filter(|said| !matches!(said.asked, Asked::Address | Asked::MailCode));
    let now = state.now();
    let devices = state.people.devices(&session.person, now).await?;
    let n_codes = state.people.n_codes(&session.person).await?;
    let mail_to = state.people.mail_to(&session.person).await?;
    let cards = state.desk.campaigns().await?;
    let name = session.account.as_deref().unwrap_or_default();
    let lede = html! { p class="lede" { "You are signed in as " strong { (name) } ". The name is for signing in; other players and the umpire do not see it." } };
    let main = html! {
        div class="narrow stack-l" {
            (frame::head("Your account", lede, html! {}))
            (refused("r-account", at_top.map(|said| said.why)))
            (devices_panel(session, &devices, &visitor.zone, now))
            (seats_panel(session, &cards))
            (mail_panel(session, mail_to.as_ref(), state.settings.mail, said))
            (password_panels(session, n_codes, said.map(|said| said.asked)))
            p { a class="btn" href="/" { "To your campaigns" } }
        }
    };
    Ok(match said {
        None => outside(visitor, "Your account", main),
        Some(_) => not_taken(visitor, "Your account", main),
    })
}

fn devices_panel(session: &Session, devices: &[Device], zone: &Zone, now: i64) -> Markup {
    html! {
        section class="panel" aria-labelledby="h-devices" {
            header {
                h2 id="h-devices" { "Devices" }
                span class="note" { @if devices.len() == 1 { "Signed in on one" } @else { "Signed in on " (devices.len()) } }
            }
            ul class="owed" {
                @for device in devices {
                    @let own = device.session == session.handle;
                    li class="done" {
                        (symbols::icon("done"))
                        div {
                            @if device.label.is_empty() { "A device without a name" } @else { (device.label) }
                            @if own { " " strong { "This device." } }
                            " " span class="quiet" { "Signed in " (zone.short(device.created_ms, now)) ", last used " (zone.short(device.last_used_ms, now)) "." }
                        }
                        @if own {
                            form class="act" method="post" action="/leave" {
                                button class="btn" type="submit" id="b-leave" { "Sign out here" }
                                input type="hidden" name="csrf" value=(session.csrf);
                            }
                        } @else {
                            form class="act" method="post" action="/account/sign-out" {
                                button class="btn" type="submit" { "Sign it out" }
                                input type="hidden" name="device" value=(device.session);
                                input type="hidden" name="csrf" value=(session.csrf);
                            }
                        }
                    }
                }
            }
            @if devices.len() > 1 {
                form class="in row flush" method="post" action="/account/sign-out" {
                    button class="btn" type="submit" id="b-others" { "Sign out all other devices" }
                    p class="note" { "If you do not know one of them, change the password too." }
                    input type="hidden" name="csrf" value=(session.csrf);
                }
            }
        }
    }
}

fn seats_panel(session: &Session, cards: &[CampaignCard]) -> Markup {
    let cards: BTreeMap<&str, &CampaignCard> = cards.iter().map(|card| (&*card.id, card)).collect();
    html! {
        section class="panel" aria-labelledby="h-seats" {
            header { h2 id="h-seats" { "Your seats" } }
            @if session.chairs.is_empty() { p class="empty" { "The account holds no seat now. An invitation opens one." } }
            ul class="owed" {
                @for chair in &session.chairs {
                    @let card = cards.get(&*chair.campaign);
                    li class="done" {
                        (symbols::icon("done"))
                        div {
                            (card.map_or("A campaign that is not here any more", |card| &card.title)) ": "
                            @match chair.seat.parse() {
                                Ok(seat) => (words::seat_named(seat, side_name(card.map_or(&[][..], |card| &card.sides[..]), seat))),
                                Err(_) => (chair.seat),
                            }
                        }
                        details class="unfold act" {
                            summary { "Give it up" }
                            form class="stack-s" method="post" action="/account/give-up" {
                                p class="note" { "A new invitation is needed to come back." }
                                button class="btn" type="submit" { "Give the seat up" }
                                input type="hidden" name="campaign" value=(chair.campaign);
                                input type="hidden" name="seat" value=(chair.seat);
                                input type="hidden" name="csrf" value=(session.csrf);
                            }
                        }
                    }
                }
            }
        }
    }
}

fn make_page(session: &Session, name: &str, why: Option<&str>) -> Markup {
    html! {
        div class="narrow stack" {
            (frame::head("Make an account", html! {
                p class="lede" { "With a name and a password you find your campaigns and seats on every device. You need no e-mail address." }
            }, html! {}))
            (refused("r-make", why))
            form id="f-make" class="stack" method="post" action="/account" {
                (name_field(name, "Only for signing in. Other players and the umpire do not see it.", "username"))
                (new_password("new", "Password"))
                div class="row" { button class="btn go" type="submit" { "Make the account" } }
                input type="hidden" name="csrf" value=(session.csrf);
            }
            p class="prose" { "Have you got one already? " a href="/sign-in" { "Sign in, and take the seats of this browser along." } }
        }
    }
}

/// Fresh recovery codes, shown once.
pub(super) fn codes_page(visitor: &Visitor, title: &str, codes: &[RecoveryCode]) -> Response {
    let main = html! {
        div class="narrow stack" {
            (frame::head(title, html! {
                p class="lede" { "If you forget the password, each of these codes lets you choose a new one, once." }
            }, html! {}))
            section class="panel yours" aria-labelledby="h-codes" {
                header { h2 id="h-codes" { "Recovery codes" } span class="note" { "Shown only now" } }
                div class="in stack" {
                    ol class="codes" { @for code in codes { li class="code" { (code.reveal()) } } }
                    p class="note" { "Write them down or print this page, and keep it where you keep other keys. A new password cannot be sent to you by mail." }
                }
            }
            p { a class="btn go" href="/" id="b-kept" { "I have kept them" } }
        }
    };
    outside(visitor, title, main)
}
