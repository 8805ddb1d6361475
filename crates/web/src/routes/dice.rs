//! The dice: what was sealed before the first roll, what the sides added, and every roll with what is needed to
//! check it.

use std::sync::Arc;

use ::dice::Digest;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use kernel::Seat;
use maud::{Markup, html};
use table::{Answer, Desk, DiceState, Hand, LoggedRoll, Opening, RollLine, SideWords, TableWord, WordsStep};

use super::act::{cursor, enter, reply_plain, token};
use super::framed::{Framed, framed, log_words};
use super::luck::luck;
use crate::error::Trouble;
use crate::posted::Posted;
use crate::render::frame::head;
use crate::render::{Reader, start, waiting, words};
use crate::seated::{Along, Seated};
use crate::state::WebState;
use crate::visitor::Visitor;

/// How many log lines are searched for rolls.
const MOST_LINES: usize = 400;

/// The page of the dice.
pub(crate) async fn dice(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    let page = state.desk.log(&campaign, seated.eyes, None, MOST_LINES).await?;
    let whole = page.n_lines <= MOST_LINES as u64;
    let rolls: Vec<(u64, LoggedRoll)> = page
        .lines
        .into_iter()
        .rev()
        .flat_map(|line| line.rolls.into_iter().rev().map(move |roll| (line.number, roll)))
        .collect();
    let fallen = state.desk.luck(&campaign, seated.eyes).await?;
    let reader = seated.reader("dice");
    let lede = html! { p class="lede" { "Once the secret is shown at the end, anybody can work out each roll of the campaign’s dice again. Until then, whoever knows the secret can look ahead and choose among lawful acts, and which of two like things is tried first and so gets the better face. No name, retry or undo changes a face." } };
    let main = html! {
        (head("Dice", lede, html! {}))
        div class="cols two" {
            div class="stack-l" { (rolled(&reader, &rolls, whole)) }
            div class="stack-l" { (sealed(&reader, &seated)) (start::throws(&reader, &seated.look.dice)) (luck(&reader, &fallen)) (check(&reader, &seated)) }
        }
    };
    Ok(framed(
        &seated,
        Framed { title: "Dice", page: "dice", main, newest: None, status: String::new(), at: None },
    ))
}

fn rolled(reader: &Reader<'_>, rolls: &[(u64, LoggedRoll)], whole: bool) -> Markup {
    html! {
        section class="panel" id="rolls" aria-labelledby="h-rolls" {
            header { h2 id="h-rolls" { "Rolls your seat can see" } span class="note" { (rolls.len()) @if !whole { " in the latest part of the log" } } }
            @if rolls.is_empty() { p class="empty" { "Nothing has been rolled yet." } } @else {
                div class="in" {
                    table class="tbl wide" role="table" {
                        caption class="sr" { "Rolls, newest first" }
                        thead role="rowgroup" {
                            tr role="row" {
                                @for head in ["Roll", "For", "Shown", "Question"] { th scope="col" role="columnheader" { (head) } }
                            }
                        }
                        tbody role="rowgroup" {
                            @for (entry, roll) in rolls { (row(reader, *entry, roll)) }
                        }
                    }
                }
            }
        }
    }
}

fn row(reader: &Reader<'_>, entry: u64, roll: &LoggedRoll) -> Markup {
    let line = &roll.line;
    html! {
        tr role="row" {
            th scope="row" role="rowheader" {
                a href=(reader.link(&format!("/log#e{entry}"))) {
                    @match line.number { Some(number) => { (number) " in " (log_words(reader, &roll.stream)) }, None => { @if line.origin == "table" { "Thrown at the table" } @else { "Ruling" } } }
                }
            }
            td role="cell" data-head="For" { span { (line.record.asked.text) @if let Some(subject) = &line.record.asked.subject { ", " (subject.as_str()) } " " (words::rule(reader, &line.record.asked.rule)) } }
            td role="cell" data-head="Shown" class="cod" { span { (shown(line)) } }
            td role="cell" data-head="Question" { span class="code" { (line.question) } }
        }
    }
}

/// The faces of a roll; of two parties pair by pair, each tie with what became of it.
fn shown(line: &RollLine) -> String {
    let joined = |faces: &[u16]| faces.iter().map(u16::to_string).collect::<Vec<_>>().join(", ");
    if !line.opposed {
        return joined(&line.faces);
    }
    let pair = |pair: &[u16]| match pair {
        [one, other] if one == other => format!("{one} : {other}, thrown again"),
        [one, other] => format!("{one} : {other}"),
        _ => joined(pair),
    };
    line.faces.chunks(2).map(pair).collect::<Vec<_>>().join("; ")
}

fn sealed(reader: &Reader<'_>, seated: &Seated) -> Markup {
    let dice = &seated.look.dice;
    html! {
        @if !dice.open { (closed(reader, seated)) }
        section class="panel" id="seal" aria-labelledby="h-seal" {
            header { h2 id="h-seal" { "What was sealed" } span class="note" { (if dice.shown { "shown" } else if dice.open { "open" } else { "not open yet" }) } }
            div class="in stack-s" {
                p class="note" { "The digest of the secret, published before the first roll:" }
                p class="code" { (dice.commitment) }
                @if dice.open { (held_against_own(reader, seated)) }
                @if !dice.words.is_empty() || (dice.devices.is_some() && dice.open) {
                    (added(reader, dice))
                } @else if dice.devices.is_none() || dice.shown {
                    // What devices give is told above, side by side, while it comes in.
                    p class="note" { "No side has added words." @if !dice.open && !dice.shown { " " (waiting::still_open(dice.open_for.len())) } }
                }
            }
        }
    }
}

/// The dice are not open yet, or the campaign is over.
pub(super) fn closed(reader: &Reader<'_>, seated: &Seated) -> Markup {
    let dice = &seated.look.dice;
    match dice.devices.as_ref().filter(|_| !dice.shown && dice.keyed) {
        Some(words) => start::panel(reader, words, seated),
        None => waiting::dice_closed(reader, dice),
    }
}

/// Once the dice are open the script still holds the words in the log against what this browser opened.
pub(super) fn held_against_own(reader: &Reader<'_>, seated: &Seated) -> Markup {
    html! { @if let Some(words) = &seated.look.dice.devices { (start::own(reader, words, seated)) } }
}

/// The words that made the dice: by whose hand, and which sides had none.
fn added(reader: &Reader<'_>, dice: &DiceState) -> Markup {
    let of = |side: &SideWords| dice.words.iter().find(|(seat, _)| *seat == side.seat.name());
    match &dice.devices {
        Some(words) => html! {
            p class="note" { "Words added, 32 bytes of each side:" }
            ul class="stack-s" {
                @for side in &words.sides {
                    li {
                        (words::seat(reader, side.seat))
                        @match of(side) {
                            Some((_, bytes)) => {
                                @match start::by_hand(side) {
                                    Some(hand) => { ", " strong { (hand) } },
                                    None if side.hand.is_some() => { ", from its own device" },
                                    None => {},
                                }
                                ": " span class="code" { (bytes) }
                            },
                            None => { ": " strong { "none. The dice were opened without it." } },
                        }
                    }
                }
            }
        },
        None => html! {
            p class="note" { "Words added, in this order:" }
            ul class="stack-s" {
                @for (seat, said) in &dice.words {
                    li { @if let Ok(seat) = seat.parse::<Seat>() { (words::seat(reader, seat)) ": " } "“" (said) "”" }
                }
            }
        },
    }
}

fn check(reader: &Reader<'_>, seated: &Seated) -> Markup {
    let umpire = seated.is_umpire();
    let form = |what: &str, verb: &str, note: &str| {
        html! {
            li {
                form class="line" method="post" action=(reader.link("/export")) {
                    button class="btn" type="submit" name="what" value=(what) { (verb) }
                    p { (note) }
                    input type="hidden" name="csrf" value=(seated.keys.csrf);
                }
            }
        }
    };
    html! {
        section class="panel" id="check" aria-labelledby="h-check" {
            header { h2 id="h-check" { "Check the log" } }
            div class="in stack" {
                p class="note" { "Each stream of the log is a chain: the seal at its end fixes everything before it. Note a seal, and nobody can secretly change what led to it." }
                dl class="seals" {
                    @for (stream, number, hash) in &seated.look.seals {
                        div { dt { "Seal of " (log_words(reader, stream)) " at " (number) } dd class="code" { (hash) } }
                    }
                }
                @if seated.acts && seated.eyes == seated.own {
                    ul class="can" {
                        (form("seat", "Take a copy of your log", "A file with what your seat may see. “adjutant verify FILE” checks chains, seals and dice as far as it can."))
                        @if seated.look.dice.shown { (form("final", "Take the final file", "All streams and the secret of the dice, for everyone. Each roll can now be worked out again.")) }
                        @if umpire { (form("move", "Take the whole campaign", "Everything, the secret of the dice included, to go on in another folder. Private: whoever reads it knows the dice to come. The log tells everyone that you took it.")) }
                    }
                    @if seated.umpires() { (end_form(reader)) }
                }
            }
        }
    }
}

/// The umpire ends the campaign, after which the secret may be shown.
fn end_form(reader: &Reader<'_>) -> Markup {
    waiting::table_form(
        reader,
        "end",
        "/end",
        html! {
            div class="field" {
                p { strong { "End the campaign and show the dice" } }
                label class="lab" for="end-reason" { "Reason" }
                span class="hint" id="end-h" { "Nothing can be done in it afterwards. Everyone reads the reason, and everyone may take the final file with all that was secret." }
                input class="wide" type="text" id="end-reason" name="reason" required minlength="3" maxlength="400" autocomplete="off" aria-describedby="end-h";
            }
            div class="row" { (waiting::submit(reader, "end", "btn", "End the campaign")) }
        },
    )
}

/// The umpire ends the campaign.
pub(crate) async fn end(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    let (own, reason) = (seated.own, posted.get("reason").unwrap_or("").to_owned());
    let answer = state.act(|desk| async move { desk.end(&campaign, own, &reason).await }).await?;
    reply_plain(&state, &seated, along, &posted, "end", answer).await
}

/// A side adds words to the dice, or passes.
pub(crate) async fn words(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    let said = posted.get("words").filter(|_| posted.get("pass").is_none()).map(str::to_owned);
    let (own, token) = (seated.own, token(&posted)?);
    let answer = state.act(|desk| async move { desk.contribute(&campaign, own, said, token).await }).await?;
    reply_plain(&state, &seated, along, &posted, "words", answer).await
}

/// The umpire opens the dice.
pub(crate) async fn open(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    let own = seated.own;
    let reason = posted.get("reason").map(str::to_owned);
    let answer =
        state.act(|desk| async move { desk.open_dice(&campaign, own, reason.as_deref()).await }).await?;
    reply_plain(&state, &seated, along, &posted, "open-dice", answer).await
}

/// A browser gives words for the side whose seat it holds: their digest, or the bytes when all digests stand. Sent by our
/// script, which reads nothing but how it came out.
pub(crate) async fn device_words(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    let hex = |name: &str| posted.get(name).and_then(|hex| hex.parse::<Digest>().ok());
    let step = match (hex("digest"), hex("bytes")) {
        (Some(digest), None) => WordsStep::Pledge(digest),
        (None, Some(bytes)) => {
            let signature = posted.get("signature").map(str::parse).transpose();
            let signature = signature.map_err(|_| Trouble::NotUnderstood)?.map(Box::new);
            WordsStep::Open(Opening { bytes, signature })
        }
        _ => return Err(Trouble::NotUnderstood),
    };
    let umpire = seated.session.holds(&campaign, &Seat::Umpire.name());
    // Two sides' words out of one browser are one device's: it says so itself, as whoever sits there was told.
    let hand = if umpire || posted.get("also").is_some() { Hand::Umpire } else { Hand::Device };
    let (own, token) = (seated.own, state.desk.fresh_token()?);
    let given =
        |desk: Arc<Desk>| async move { desk.give_words(&campaign, own, own, step, hand, None, token).await };
    Ok(match state.act(given).await? {
        Answer::Refused(_) => StatusCode::CONFLICT,
        Answer::Done { .. } | Answer::Waits { .. } => StatusCode::NO_CONTENT,
    }
    .into_response())
}

/// The umpire lets the table give words for a side, or lets all sides begin anew.
pub(crate) async fn start(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    let (own, token) = (seated.own, token(&posted)?);
    let reason = posted.get("reason").unwrap_or("").to_owned();
    let side = posted.get("side").map(str::parse::<Seat>).transpose().map_err(|_| Trouble::NotUnderstood)?;
    let form = if side.is_some() { "words-for" } else { "renew" };
    let told = |desk: Arc<Desk>| async move {
        match side {
            Some(side) => desk.words_for(&campaign, own, side, &reason, token).await,
            None => desk.renew_words(&campaign, own, &reason, token).await,
        }
    };
    let answer = state.act(told).await?;
    reply_plain(&state, &seated, along, &posted, form, answer).await
}

/// What a seat says of dice thrown at a table.
pub(crate) async fn throws(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    if seated.own != seated.eyes {
        return Err(Trouble::NotUnderstood);
    }
    let word = match posted.get("word") {
        Some("ask") => TableWord::Ask,
        Some("agree") => TableWord::Agree,
        Some("withdraw") => TableWord::Withdraw,
        _ => return Err(Trouble::NotUnderstood),
    };
    let (own, token, cursor) = (seated.own, token(&posted)?, Some(cursor(&posted)?));
    let said = |desk: Arc<Desk>| async move { desk.table_dice(&campaign, own, word, cursor, token).await };
    let answer = state.act(said).await?;
    reply_plain(&state, &seated, along, &posted, "table-dice", answer).await
}
