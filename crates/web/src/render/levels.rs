//! The tables above and below one: how things stand between them, the ways there, and what the umpire does about them, or where
//! no person is that the sides.

use std::collections::BTreeMap;

use kernel::Seat;
use kernel::view::ShownRefusal;
use maud::{Markup, html};
use table::{Level, Neighbours, Said, Stands};

use super::form::reason_words;
use super::frame::head;
use super::reader::Reader;
use super::waiting::{plain_form, submit};
use super::words;

/// The page's id.
pub const PAGE: &str = "other-tables";

/// What was entered, and why it was refused.
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
    /// The visitor's seat, where he acts.
    pub acts: Option<Seat>,
}

impl Shown<'_> {
    /// Whether the visitor closes a table below: as the umpire, or with the other side.
    fn closes(&self, level: &Level) -> bool {
        is_open(level)
            && match self.acts {
                Some(Seat::Umpire) => !level.by_sides,
                Some(Seat::Side(_)) => level.by_sides,
                _ => false,
            }
    }

    /// Whether something of a table below waits for the visitor.
    fn waits(&self, level: &Level) -> bool {
        let asked = self.acts.is_some_and(|seat| level.asks(seat).next().is_some());
        let said = self.acts.is_some_and(|seat| level.own(seat).is_some_and(|said| !said.lapsed));
        self.closes(level) && (asked || level.stands == Stands::Over && !said)
    }
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
                        p { "This table is " span class="code" { (above.slot) } " there. " (stands_above(above)) }
                    }))
                }
            }
        }
    }
}

fn stands_above(above: &Level) -> &'static str {
    match above.stands {
        Stands::Open | Stands::Over if above.by_sides => {
            "It goes on there meanwhile. When play here is over, each side says there that what came of it is taken in. With the \
             last word nothing is done here any more."
        }
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
        section class=(if below.iter().any(|level| shown.waits(level)) { "panel yours" } else { "panel" }) id="below" aria-labelledby="h-below" {
            header { h2 id="h-below" { "Tables below" } (words::rule(reader, "HOUSE-LEVELS")) }
            @if below.is_empty() { p class="empty" { "No table was opened below this one." } } @else {
                ul class="in can" {
                    @for (nth, level) in below.iter().enumerate() {
                        li id={ "table-" (nth) } {
                            div class="stack" {
                                (line(shown, level, html! {
                                    p { span class="code" { (level.slot) } ". " (stands_below(level.stands)) }
                                }))
                                @if is_open(level) { @for said in &level.said { (said_so(reader, said)) } }
                                @if shown.closes(level) { (to_close(reader, shown.acts, (nth, level), entered)) }
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

/// What a side has said of closing a table.
fn said_so(reader: &Reader<'_>, said: &Said) -> Markup {
    let Seat::Side(side) = said.side else { return html! {} };
    html! {
        p {
            (words::side(reader, side))
            @match &said.broken_off {
                None => " says that what came of it is taken in.",
                Some(reason) => { " says that it is broken off: “" (reason) "”." }
            }
            @if said.lapsed { " Something was done there since, so this counts no more." }
        }
    }
}

/// The forms for a table that is open: the umpire's, or where no person is that those of a side.
fn to_close(
    reader: &Reader<'_>,
    acts: Option<Seat>,
    (nth, level): (usize, &Level),
    entered: &Entered,
) -> Markup {
    let meant = entered.slot == level.slot && !entered.refusals.is_empty();
    let (take_in, break_off) = (format!("take-in-{nth}"), format!("break-off-{nth}"));
    let slot = html! { input type="hidden" name="slot" value=(level.slot); };
    let seat = acts.filter(|_| level.by_sides);
    let asked: Vec<&Said> = seat.into_iter().flat_map(|seat| level.asks(seat)).collect();
    let own = seat.and_then(|seat| level.own(seat)).filter(|said| !said.lapsed);
    let says_take_in = |said: &&Said| said.broken_off.is_none();
    let takes_in =
        level.stands == Stands::Over && !own.iter().any(says_take_in) && !asked.iter().any(says_take_in);
    html! {
        @if meant { (words::refusal(reader, &format!("r-{nth}"), &entered.refusals)) }
        @for (n, said) in asked.iter().enumerate() { (to_confirm(reader, &format!("confirm-{nth}-{n}"), level, said)) }
        @if seat.is_some() && !level.said.is_empty() { (to_decline(reader, nth, level, asked.is_empty() && seat.is_some_and(|seat| level.own(seat).is_some()))) }
        @if takes_in {
            (plain_form(reader, &take_in, "/other-tables/take-in", html! {
                (slot)
                div class="row" { (submit(reader, &take_in, "btn go", "Take in what came of it")) }
                p class="note" {
                    "Look at that table first. "
                    @if level.by_sides {
                        "It is done when the other side says so too, and until then you can take it back. From then on nothing is done there any more."
                    } @else { "From then on nothing is done there any more." }
                }
            }))
        }
        @if own.is_none_or(|said| said.broken_off.is_none()) {
            details class="unfold" id={ "off-" (nth) } open[meant && !entered.reason.is_empty()] {
                summary { "Break it off" }
                (plain_form(reader, &break_off, "/other-tables/break-off", html! {
                    (slot)
                    p {
                        @if level.by_sides {
                            "It is done when the other side says so too. Then nothing is done there any more, and you both enter by hand here what comes of it."
                        } @else { "Nothing is done there any more. You enter by hand here what comes of it." }
                    }
                    (reason_words(&break_off, "Reason", "3 to 400 characters. Every seat of both tables reads it, so write nothing secret.", if meant { &entered.reason } else { "" }))
                    div class="row" { (submit(reader, &break_off, "btn", "Break it off")) }
                }))
            }
        }
    }
}

/// The form by which a side says the same as another.
fn to_confirm(reader: &Reader<'_>, id: &str, level: &Level, said: &Said) -> Markup {
    let (route, note) = match said.broken_off {
        None => (
            "/other-tables/take-in",
            "Look at that table first. From then on nothing is done there any more.",
        ),
        Some(_) => (
            "/other-tables/break-off",
            "From then on nothing is done there any more, and you both enter by hand here what comes of it.",
        ),
    };
    plain_form(
        reader,
        id,
        route,
        html! {
            input type="hidden" name="slot" value=(level.slot);
            @if let Some(reason) = &said.broken_off { input type="hidden" name="reason" value=(reason); }
            div class="row" { (submit(reader, id, "btn go", "Confirm it")) }
            p class="note" { (note) }
        },
    )
}

/// The form by which a side says no, to a word that counts no more as well, or takes back what it has said itself.
fn to_decline(reader: &Reader<'_>, nth: usize, level: &Level, is_own: bool) -> Markup {
    let id = format!("keep-open-{nth}");
    plain_form(
        reader,
        &id,
        "/other-tables/keep-open",
        html! {
            input type="hidden" name="slot" value=(level.slot);
            div class="row" { (submit(reader, &id, "btn", if is_own { "Take it back" } else { "Say no" })) }
        },
    )
}

/// The line above every page of a side on whose word the closing of a table below waits.
pub fn waits(reader: &Reader<'_>) -> Markup {
    html! {
        p class="refusal peek" id="closing" {
            "The other side has asked to close a table below this one. "
            a href=(reader.link("/other-tables")) { "Look at it" } " "
            (words::rule(reader, "HOUSE-LEVELS"))
        }
    }
}
