//! Messages between the umpire and the sides.

use std::collections::BTreeSet;

use kernel::view::ShownRefusal;
use kernel::{Audience, Seat};
use maud::{Markup, html};
use table::Message;
use table::messages::{MOST_CHARS, REMEMBERED};

use super::frame::head;
use super::reader::Reader;
use super::time::machine;
use super::waiting::{plain_form, submit};
use super::words;

/// What was written, and why it was refused.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// To whom, of the umpire's: the name of a seat, the spectator's for everyone.
    pub to: String,
    /// What it says.
    pub words: String,
    /// Why it was refused.
    pub refusals: Vec<ShownRefusal>,
}

/// The page; `draft` where the reader can write.
pub fn page(reader: &Reader<'_>, known: &[Message], draft: Option<&Draft>, now: i64) -> Markup {
    let lede = html! {
        p class="lede" {
            @match reader.seat {
                Seat::Umpire => "What you and the sides have written to each other. A side reads what is for it or for everyone.",
                Seat::Side(_) => "What the umpire and you have written to each other. Until the campaign is over and its file is open to all, nobody else reads what is not for everyone.",
                _ => "What the umpire has written to everyone.",
            }
        }
    };
    html! {
        (head("Messages", lede, html! {}))
        div class=(if draft.is_some() { "cols two narrow-first" } else { "cols" }) {
            @if let Some(draft) = draft { div class="stack-l" { (form(reader, draft)) } }
            div class="stack-l" {
                section class="panel" aria-labelledby="h-messages" {
                    header { h2 id="h-messages" { "Newest first" } (words::rule(reader, "HOUSE-MESSAGE")) }
                    @if known.is_empty() { p class="empty" { "Nothing has been written yet that your seat may read." } }
                    @else { ol class="log" { @for message in known { (one(reader, message, now)) } } }
                    @if known.len() >= REMEMBERED { p class="note in" { "Only the newest are here; " a href=(reader.link("/log")) { "the log" } " has them all." } }
                }
            }
        }
    }
}

/// Who has written since; nothing when nobody has.
pub fn news(reader: &Reader<'_>, by: &BTreeSet<Seat>) -> Markup {
    html! {
        @for seat in by {
            p class="refusal peek" id={ "news-" (seat.name()) } {
                (words::seat(reader, *seat)) " has written since "
                @match reader.seat { Seat::Umpire => "your last word to it. ", _ => "you were last here. " }
                a href=(reader.link("/messages")) { "Read it" }
            }
        }
    }
}

fn one(reader: &Reader<'_>, message: &Message, now: i64) -> Markup {
    html! {
        li {
            time datetime=(machine(message.at)) { (reader.zone.short(message.at, now)) }
            div {
                p class="quiet" {
                    (words::seat(reader, message.by)) " to "
                    @match (message.by, message.audience) {
                        (Seat::Side(_), _) => (words::seat(reader, Seat::Umpire)),
                        (_, Audience::Side(side)) => (words::seat(reader, Seat::Side(side))),
                        _ => "everyone",
                    }
                }
                p class="lines" { (message.words) }
            }
        }
    }
}

fn form(reader: &Reader<'_>, draft: &Draft) -> Markup {
    let sides = (0..reader.sides.len()).filter_map(|n| u8::try_from(n).ok()).map(Seat::Side);
    html! {
        section class="panel" id="write" aria-labelledby="h-write" {
            header { h2 id="h-write" { @if reader.seat == Seat::Umpire { "Write a message" } @else { "Write to the umpire" } } }
            div class="in" {
                @if !draft.refusals.is_empty() { (words::refusal(reader, "r-message", &draft.refusals)) }
                (plain_form(reader, "message", "/messages", html! {
                    @if reader.seat == Seat::Umpire {
                        fieldset class="field" {
                            legend class="lab" { "To" }
                            div class="picks" {
                                @for side in sides {
                                    label class="pick" for={ "to-" (side.name()) } {
                                        input type="radio" id={ "to-" (side.name()) } name="to" value=(side.name()) required checked[draft.to == side.name()];
                                        span { (words::seat(reader, side)) }
                                    }
                                }
                                label class="pick" for="to-all" {
                                    input type="radio" id="to-all" name="to" value="spectator" required checked[draft.to == "spectator"];
                                    span { "Everyone, spectators too" }
                                }
                            }
                        }
                    }
                    div class="field" {
                        label class="lab" for="message-words" { "What you write" }
                        textarea id="message-words" name="words" rows="4" required maxlength=(MOST_CHARS) { (draft.words) }
                    }
                    div class="row" { (submit(reader, "message", "btn go", "Send it")) }
                    p class="note" { "It stays in the log for ever and changes nothing. The file of a campaign that is over holds it for everyone." }
                }))
            }
        }
    }
}
