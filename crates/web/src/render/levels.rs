//! The tables above and below one: how things stand between them, the ways there, and what the umpire does about them.

use std::collections::BTreeMap;

use kernel::view::ShownRefusal;
use maud::{Markup, html};
use table::{Level, Neighbours, Stands};

use super::form::reason_words;
use super::frame::head;
use super::reader::Reader;
use super::waiting::{plain_form, submit};
use super::words;

/// The page's id.
pub const PAGE: &str = "other-tables";

/// What the umpire entered, and why it was refused.
#[derive(Clone, Debug, Default)]
pub struct Entered {
    /// The slot of the table that was meant.
    pub slot: String,
    /// Why it is broken off; empty where what came of it was to be taken in.
    pub reason: String,
    /// Why it was refused.
    pub refusals: Vec<ShownRefusal>,
}

/// What the page is drawn from.
pub struct Shown<'a> {
    /// The tables.
    pub tables: &'a Neighbours,
    /// The address of a table for the visitor; nothing where he has no seat there.
    pub address: &'a dyn Fn(&Level) -> Option<String>,
    /// Where play stands at each table that the visitor can go to, by its campaign.
    pub standing: &'a BTreeMap<String, String>,
    /// Whether the visitor is the umpire and acts.
    pub umpires: bool,
}

/// The page.
pub fn page(reader: &Reader<'_>, shown: &Shown<'_>, entered: &Entered) -> Markup {
    let Neighbours { above, below } = shown.tables;
    let lede = html! {
        p class="lede" { "Some parts of a campaign are played at a table of their own. What comes of them goes back to the table that opened it." }
    };
    // What is not open any more has no form beside which it could stand.
    let gone = !entered.refusals.is_empty()
        && !below.iter().any(|level| level.slot == entered.slot && is_open(level));
    html! {
        (head("Other tables", lede, html! {}))
        div class="stack-l" {
            @if gone { (words::refusal(reader, "r-tables", &entered.refusals)) }
            @if let Some(above) = above { (above_panel(reader, shown, above)) }
            @if above.is_none() || !below.is_empty() { (below_panel(reader, shown, entered)) }
        }
    }
}

fn above_panel(reader: &Reader<'_>, shown: &Shown<'_>, above: &Level) -> Markup {
    html! {
        section class="panel" id="above" aria-labelledby="h-above" {
            header { h2 id="h-above" { "The table above" } (words::rule(reader, "HOUSE-LEVELS")) }
            ul class="in can" {
                li {
                    (line(shown, above, html! {
                        p { "This table is " span class="code" { (above.slot) } " there. " (stands_above(above.stands)) }
                    }))
                }
            }
        }
    }
}

fn stands_above(stands: Stands) -> &'static str {
    match stands {
        Stands::Open | Stands::Over => {
            "It goes on there meanwhile. When play here is over, the umpire takes in there what came of it."
        }
        Stands::TakenIn => "What came of this table went up. Nothing is done here any more.",
        Stands::BrokenOff => "This table was broken off there. Nothing is done here any more.",
    }
}

fn below_panel(reader: &Reader<'_>, shown: &Shown<'_>, entered: &Entered) -> Markup {
    let below = &shown.tables.below;
    html! {
        section class=(if shown.umpires && below.iter().any(|level| level.stands == Stands::Over) { "panel yours" } else { "panel" }) id="below" aria-labelledby="h-below" {
            header { h2 id="h-below" { "Tables below" } (words::rule(reader, "HOUSE-LEVELS")) }
            @if below.is_empty() { p class="empty" { "No table was opened below this one." } } @else {
                ul class="in can" {
                    @for (nth, level) in below.iter().enumerate() {
                        li id={ "table-" (nth) } {
                            div class="stack" {
                                (line(shown, level, html! {
                                    p { span class="code" { (level.slot) } ". " (stands_below(level.stands)) }
                                }))
                                @if shown.umpires { (to_close(reader, nth, level, entered)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn stands_below(stands: Stands) -> &'static str {
    match stands {
        Stands::Open => "It is open.",
        Stands::Over => "Play there is over. What came of it waits to be taken in.",
        Stands::TakenIn => "What came of it was taken in.",
        Stands::BrokenOff => "It was broken off. What comes of it is entered by hand.",
    }
}

/// A table by its name, with the way there.
fn line(shown: &Shown<'_>, level: &Level, stands: Markup) -> Markup {
    html! {
        div class="line" {
            @match (&level.title, (shown.address)(level)) {
                (Some(title), Some(address)) => a class="btn" href=(address) { (title) },
                (Some(title), None) => strong { (title) },
                (None, _) => strong { "A table that is not here" },
            }
            div {
                (stands)
                @if let Some(standing) = shown.standing.get(level.campaign.as_str()) { p class="note" { (standing) } }
                @if level.title.is_none() { p class="note" { "Its campaign is not on this server." } }
            }
        }
    }
}

const fn is_open(level: &Level) -> bool {
    matches!(level.stands, Stands::Open | Stands::Over)
}

/// The umpire's forms for a table that is open.
fn to_close(reader: &Reader<'_>, nth: usize, level: &Level, entered: &Entered) -> Markup {
    if !is_open(level) {
        return html! {};
    }
    let meant = entered.slot == level.slot && !entered.refusals.is_empty();
    let (take_in, break_off) = (format!("take-in-{nth}"), format!("break-off-{nth}"));
    let slot = html! { input type="hidden" name="slot" value=(level.slot); };
    html! {
        @if level.stands == Stands::Over {
            (plain_form(reader, &take_in, "/other-tables/take-in", html! {
                (slot)
                div class="row" { (submit(reader, &take_in, "btn go", "Take in what came of it")) }
                p class="note" { "Look at that table first. From then on nothing is done there any more." }
            }))
        }
        @if meant { (words::refusal(reader, &format!("r-{nth}"), &entered.refusals)) }
        details class="unfold" id={ "off-" (nth) } open[meant && !entered.reason.is_empty()] {
            summary { "Break it off" }
            (plain_form(reader, &break_off, "/other-tables/break-off", html! {
                (slot)
                p { "Nothing is done there any more. You enter by hand here what comes of it." }
                (reason_words(&break_off, "Reason", "3 to 400 characters. Every seat of both tables reads it, so write nothing secret.", if meant { &entered.reason } else { "" }))
                div class="row" { (submit(reader, &break_off, "btn", "Break it off")) }
            }))
        }
    }
}
