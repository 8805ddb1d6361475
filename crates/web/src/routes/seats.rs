//! Who sits where: the umpire invites, withdraws, and takes seats back.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use kernel::{Refusals, Seat};
use maud::{Markup, html};
use people::{Chair, DAY_MS, Handle, Holder, Invitation, InvitationState};
use table::{Answer, Desk};

use super::framed::{Framed, framed};
use crate::error::Trouble;
use crate::guard::Called;
use crate::posted::Posted;
use crate::render::frame::head;
use crate::render::lists::capital;
use crate::render::{Reader, words};
use crate::seated::{Along, Seated};
use crate::state::WebState;
use crate::visitor::Visitor;

/// The page of seats.
pub(crate) async fn seats(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    along.to_own(&seat)?;
    let seated = umpire(&state, visitor, &campaign, &seat).await?;
    draw(&state, &seated, None, None).await
}

/// Makes an invitation and shows its link, once.
pub(crate) async fn invite(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    called: Called,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = sent(&state, visitor, &campaign, &seat, &posted).await?;
    let name = posted.get("seat").unwrap_or("");
    let known =
        all_seats(&seated).into_iter().find(|seat| seat.name() == name).ok_or(Trouble::NotUnderstood)?;
    let days: i64 = posted.get("days").and_then(|days| days.parse().ok()).unwrap_or(7);
    let label = posted.label();
    let chair = Chair::new(&*campaign, known.name());
    let invited = state.people.invite(&chair, &label, state.now(), days.clamp(1, 90) * DAY_MS).await?;
    let link = format!("{}/join#{}", origin(&state, &called), invited.secret.reveal());
    draw(&state, &seated, Some((known, link)), None).await
}

/// Withdraws an invitation that was not used.
pub(crate) async fn withdraw(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = sent(&state, visitor, &campaign, &seat, &posted).await?;
    let handle = posted.get("invitation").and_then(Handle::read).ok_or(Trouble::NotUnderstood)?;
    state.people.revoke_invitation(&campaign, &handle, state.now()).await?;
    Ok(back(&seated))
}

/// Takes a seat from a person, on all devices, with the tokens made there.
pub(crate) async fn take(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = sent(&state, visitor, &campaign, &seat, &posted).await?;
    let handle = posted.get("person").and_then(Handle::read).ok_or(Trouble::NotUnderstood)?;
    let chair = Chair::new(&*campaign, posted.get("seat").ok_or(Trouble::NotUnderstood)?);
    state.people.unseat(&handle, &chair).await?;
    state.strike_kept(&chair).await?;
    Ok(back(&seated))
}

/// Sets how far behind spectators see the campaign.
pub(crate) async fn delay(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = sent(&state, visitor, &campaign, &seat, &posted).await?;
    // What is no number from 0 on is too much: the table says which numbers it takes.
    let number = |name: &str| {
        let text = posted.get(name).ok_or(Trouble::NotUnderstood)?;
        Ok::<u32, Trouble>(text.trim().parse().unwrap_or(u32::MAX))
    };
    let delay = table::Delay { minutes: number("minutes")?, entries: number("entries")? };
    let token = state.desk.fresh_token()?;
    let set = move |desk: Arc<Desk>| async move {
        desk.delay_spectators(&campaign, Seat::Umpire, delay, None, token).await
    };
    match state.act(set).await? {
        Answer::Refused(refusals) => draw(&state, &seated, None, Some(&refusals)).await,
        _ => Ok(back(&seated)),
    }
}

/// The umpire who sent one of the page's forms.
async fn sent(
    state: &WebState,
    visitor: Visitor,
    campaign: &str,
    seat: &str,
    posted: &Posted,
) -> Result<Seated, Trouble> {
    let seated = umpire(state, visitor, campaign, seat).await?;
    seated.check_csrf(posted.get("csrf"))?;
    Ok(seated)
}

/// Back to the page, after one of its forms.
fn back(seated: &Seated) -> Response {
    Redirect::to(&format!("{}/seats", seated.base)).into_response()
}

/// Only the umpire has this page; for everybody else there is none.
async fn umpire(state: &WebState, visitor: Visitor, campaign: &str, seat: &str) -> Result<Seated, Trouble> {
    let seated = Seated::enter(state, visitor, campaign, seat, &Along::default()).await?;
    if seated.own == Seat::Umpire { Ok(seated) } else { Err(Trouble::NotFound) }
}

fn all_seats(seated: &Seated) -> Vec<Seat> {
    let sides = (0..seated.look.sides.len()).filter_map(|n| u8::try_from(n).ok()).map(Seat::Side);
    sides.chain([Seat::Umpire, Seat::Spectator]).collect()
}

/// The address under which people reach the server.
pub(crate) fn origin(state: &WebState, called: &Called) -> String {
    if let Some(address) = &state.settings.public_address {
        return address.trim_end_matches('/').to_owned();
    }
    format!("http://{}", called.0)
}

async fn draw(
    state: &WebState,
    seated: &Seated,
    made: Option<(Seat, String)>,
    refused: Option<&Refusals>,
) -> Result<Response, Trouble> {
    let now = state.now();
    let invitations = state.people.invitations(&seated.campaign, now).await?;
    let holders = state.people.holders(&seated.campaign, now).await?;
    let reader = seated.reader("seats");
    let lede = html! { p class="lede" { "An invitation opens one seat, once. Several people may hold the same seat: invite each of them. The log holds nobody’s name." } };
    let main = html! {
        (head("Seats", lede, html! {}))
        @if let Some((seat, link)) = &made { (made_panel(&reader, *seat, link)) }
        div class="cols two" {
            div class="stack-l" { (holders_panel(&reader, seated, &holders, now)) (invitations_panel(&reader, seated, &invitations, now)) }
            div class="stack-l" { (invite_panel(&reader, seated)) @if !seated.look.dice.shown { (delay_panel(&reader, seated, refused)) } }
        }
    };
    Ok(framed(
        seated,
        Framed { title: "Seats", page: "seats", main, newest: None, status: String::new(), at: None },
    ))
}

fn made_panel(reader: &Reader<'_>, seat: Seat, link: &str) -> Markup {
    html! {
        section class="panel yours peek" aria-labelledby="h-made" {
            header { h2 id="h-made" { "A link for " (words::seat(reader, seat)) } }
            div class="in stack-s" {
                p class="code" id="link" { (link) }
                p class="note" { "Send it to one person. It is shown only now; nobody can look it up again, but you can withdraw it below." }
            }
        }
    }
}

fn invite_panel(reader: &Reader<'_>, seated: &Seated) -> Markup {
    html! {
        section class="panel" aria-labelledby="h-invite" {
            header { h2 id="h-invite" { "Invite somebody" } }
            form class="in stack" method="post" action=(reader.link("/seats")) {
                fieldset class="field" {
                    legend class="lab" { "To which seat?" }
                    @for seat in all_seats(seated) {
                        label class="pick" for={ "seat-" (seat.name()) } {
                            input type="radio" name="seat" id={ "seat-" (seat.name()) } value=(seat.name()) required;
                            span { (words::seat(reader, seat)) }
                        }
                    }
                }
                div class="field" {
                    label class="lab" for="label" { "For whom" }
                    span class="hint" id="label-h" { "Only you read this. It may stay empty." }
                    input class="wide" type="text" id="label" name="label" maxlength="80" autocomplete="off" aria-describedby="label-h";
                }
                div class="field" {
                    label class="lab" for="days" { "Good for how many days?" }
                    input type="number" inputmode="numeric" id="days" name="days" min="1" max="90" value="7" required;
                }
                div class="row" { button class="btn go" type="submit" id="b-invite" { "Make the link" } }
                input type="hidden" name="csrf" value=(seated.keys.csrf);
            }
        }
    }
}

fn delay_panel(reader: &Reader<'_>, seated: &Seated, refused: Option<&Refusals>) -> Markup {
    let delay = seated.look.delay;
    html! {
        section class="panel" id="delay" aria-labelledby="h-delay" {
            header {
                h2 id="h-delay" { "Spectators" }
                span class="note" { @if delay.is_none() { "See the campaign as it is" } @else { (delay) " behind" } }
            }
            form class="in stack" method="post" action=(reader.link("/seats/delay")) {
                p { "They see a public entry when it is this old and this many others have come after it. Everyone reads this in the log." }
                @if let Some(refused) = refused {
                    @for refusal in refused.all() { p class="refusal" { (refusal.sentence) } }
                }
                div class="field" {
                    label class="lab" for="minutes" { "Minutes behind" }
                    input type="number" inputmode="numeric" id="minutes" name="minutes" min="0" max=(table::delay::MOST_MINUTES) value=(delay.minutes) required;
                }
                div class="field" {
                    label class="lab" for="entries" { "Public entries behind" }
                    input type="number" inputmode="numeric" id="entries" name="entries" min="0" max=(table::delay::MOST_ENTRIES) value=(delay.entries) required;
                }
                div class="row" { button class="btn" type="submit" id="b-delay" { "Set it" } }
                input type="hidden" name="csrf" value=(seated.keys.csrf);
            }
        }
    }
}

fn holders_panel(reader: &Reader<'_>, seated: &Seated, holders: &[Holder], now: i64) -> Markup {
    html! {
        section class="panel" aria-labelledby="h-holders" {
            header { h2 id="h-holders" { "Who sits where" } span class="note" { @if holders.len() == 1 { "One person" } @else { (holders.len()) " persons" } } }
            ul class="owed" {
                @for holder in holders {
                    li class="done" {
                        (crate::render::symbols::icon("done"))
                        div {
                            (seat_words(reader, &holder.chair.seat)) @if !holder.label.is_empty() { ": " (holder.label) }
                            " " span class="quiet" {
                                "Since " (reader.zone.short(holder.since_ms, now)) ", last here " (reader.zone.short(holder.last_used_ms, now)) ". "
                                (capital(&holder.way_back())) "."
                            }
                            @if holder.person == seated.session.person { " " strong { "This is you." } }
                        }
                        @if holder.person != seated.session.person {
                            details class="unfold act" {
                                summary { "Take the seat back" }
                                form class="stack-s" method="post" action=(reader.link("/seats/take")) {
                                    p class="note" { "The person cannot come back without a new invitation. The orders that they kept and their tokens for programs are removed." }
                                    button class="btn" type="submit" { "Take it back" }
                                    input type="hidden" name="person" value=(holder.person);
                                    input type="hidden" name="seat" value=(holder.chair.seat);
                                    input type="hidden" name="csrf" value=(seated.keys.csrf);
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn invitations_panel(reader: &Reader<'_>, seated: &Seated, invitations: &[Invitation], now: i64) -> Markup {
    html! {
        section class="panel" aria-labelledby="h-invitations" {
            header { h2 id="h-invitations" { "Invitations" } }
            @if invitations.is_empty() { p class="empty" { "No invitation has been made yet. Make one with “Invite somebody”." } }
            ul class="owed" {
                @for invitation in invitations {
                    @let open = invitation.state == InvitationState::Open;
                    li class=(if open { "wait" } else { "off" }) {
                        (crate::render::symbols::icon(if open { "wait" } else { "no" }))
                        div {
                            (seat_words(reader, &invitation.chair.seat)) @if !invitation.label.is_empty() { ": " (invitation.label) }
                            " " span class="quiet" { (state_words(reader, invitation, now)) }
                        }
                        @if open {
                            form class="act" method="post" action=(reader.link("/seats/withdraw")) {
                                button class="btn" type="submit" { "Withdraw" }
                                input type="hidden" name="invitation" value=(invitation.handle);
                                input type="hidden" name="csrf" value=(seated.keys.csrf);
                            }
                        }
                    }
                }
            }
        }
    }
}

fn seat_words(reader: &Reader<'_>, name: &str) -> Markup {
    html! { @match name.parse() { Ok(seat) => (words::seat(reader, seat)), Err(_) => (name) } }
}

fn state_words(reader: &Reader<'_>, invitation: &Invitation, now: i64) -> String {
    let zone = reader.zone;
    match invitation.state {
        InvitationState::Open => format!("Open until {}.", zone.short(invitation.expires_ms, now)),
        InvitationState::Used { at_ms } => format!("Used {}.", zone.short(at_ms, now)),
        InvitationState::Revoked { at_ms } => format!("Withdrawn {}.", zone.short(at_ms, now)),
        InvitationState::Expired => "Its time is over.".to_owned(),
    }
}
