//! Deadlines: the line over every page, the umpire's settings, the orders that a side keeps.

use kernel::Seat;
use kernel::view::ShownRefusal;
use maud::{Markup, html};
use table::deadline::{MOST_GRACE, MOST_HOURS};
use table::{Kept, Missing, Timing};

use super::frame::head;
use super::reader::Reader;
use super::time::machine;
use super::waiting::{plain_form, submit};
use super::words;

/// The page's id.
pub const PAGE: &str = "deadlines";

/// The line over the pages of a seat: when the open step is due. On the page of deadlines it stands larger.
pub fn line(reader: &Reader<'_>, timing: &Timing, page: &str) -> Markup {
    if page == PAGE
        || reader.over
        || timing.pace.is_none()
        || (timing.due.is_none() && timing.paused.is_none())
    {
        return html! {};
    }
    html! {
        p class="note due" id="due" { (due_words(reader, timing)) " " a href=(reader.link("/deadlines")) { "Deadlines" } }
    }
}

/// Until when the open step is to be done, in full sentences.
pub fn until(reader: &Reader<'_>, timing: &Timing) -> Markup {
    match timing.pace {
        None => html! { "No step has a deadline." },
        Some(_) => due_words(reader, timing),
    }
}

fn due_words(reader: &Reader<'_>, timing: &Timing) -> Markup {
    html! {
        @match (&timing.due, timing.paused) {
            (_, Some(_)) => "Time stands still: no deadline runs until the umpire lets it go on.",
            (Some(due), None) if due.passed => { "The deadline of this step passed on " (instant(reader, due.at)) "." }
            (Some(due), None) => {
                "This step is due on " (instant(reader, due.at))
                @match timing.pace.map_or(0, |pace| pace.grace) { 0 => ".", n => { ", with " (minutes(n)) " of grace." } }
            }
            (None, None) => "No step is open that anybody would have to close.",
        }
    }
}

/// Tells the umpire that sides are late, and that the umpire acts for them.
pub fn late(reader: &Reader<'_>, timing: &Timing) -> Markup {
    html! {
        div class="box peek" id="late" {
            p class="in" {
                (due_words(reader, timing)) " Play waits, and you act for the sides that are late: open the page of each under View as, and act for it with a reason. "
                a href={ (reader.base) "/deadlines" (reader.query) } { "Give them more time" }
            }
        }
    }
}

fn minutes(n: u32) -> String {
    if n == 1 { "1 minute".to_owned() } else { format!("{n} minutes") }
}

fn instant(reader: &Reader<'_>, at: i64) -> Markup {
    html! { strong { time datetime=(machine(at)) { (reader.zone.in_full(at)) } } }
}

/// What the umpire entered, and why it was refused.
#[derive(Clone, Debug, Default)]
pub struct Entered {
    /// Which form was sent: `set`, `move`, or one of a single button.
    pub what: String,
    /// The instant in the field of the deadline, by the reader's clock.
    pub when: String,
    /// Hours for each step.
    pub hours: String,
    /// Minutes of grace.
    pub grace: String,
    /// The name of what is done for a side that is late.
    pub missing: String,
    /// Why it was refused.
    pub refusals: Vec<ShownRefusal>,
}

impl Entered {
    /// Whether this form was sent and refused.
    fn was_refused(&self, what: &str) -> bool {
        self.what == what && !self.refusals.is_empty()
    }
}

/// What the page is drawn from.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// How time is kept.
    pub timing: &'a Timing,
    /// What the system does for a side that stays away, in words; may be empty.
    pub in_absence: &'a str,
    /// The orders that the side keeps.
    pub kept: &'a [Kept],
    /// Whether it can keep some now.
    pub keeps: bool,
    /// Whether the settings can be changed here.
    pub settings: bool,
}

/// The page.
pub fn page(reader: &Reader<'_>, shown: &Shown<'_>, entered: &Entered) -> Markup {
    let Shown { timing, kept, keeps, settings, .. } = *shown;
    let lede = html! {
        p class="lede" {
            @if timing.pace.is_none() { "No step has a deadline. Play goes on when everybody has done their part." }
            @else { (due_words(reader, timing)) }
        }
    };
    html! {
        (head("Deadlines", lede, html! {}))
        @if !AT_FIELDS.contains(&&*entered.what) { (refused(reader, entered)) }
        div class=(if settings { "cols two" } else { "cols" }) {
            div class="stack-l" {
                (rule_panel(reader, shown))
                @if matches!(reader.seat, Seat::Side(_)) { (kept_panel(reader, kept, keeps)) }
            }
            @if settings {
                div class="stack-l" {
                    @if timing.pace.is_some() { (running_panel(reader, timing, entered)) }
                    (pace_panel(reader, shown, entered))
                }
            }
        }
    }
}

/// The forms that say at their own fields why they were refused.
const AT_FIELDS: [&str; 2] = ["set", "move"];

fn refused(reader: &Reader<'_>, entered: &Entered) -> Markup {
    html! {
        @if !entered.refusals.is_empty() { div class="peek" { (words::refusal(reader, "r-deadlines", &entered.refusals)) } }
    }
}

fn rule_panel(reader: &Reader<'_>, shown: &Shown<'_>) -> Markup {
    let Shown { timing, in_absence, .. } = *shown;
    html! {
        section class="panel" aria-labelledby="h-time" {
            header { h2 id="h-time" { "How time is kept" } (words::rule(reader, "HOUSE-DEADLINE")) }
            div class="in stack-s" {
                @match timing.pace {
                    None => p { "The umpire may give each step a number of hours. Everyone reads it in the log." },
                    Some(pace) => {
                        p {
                            "Each step is given " @if pace.hours == 1 { "1 hour" } @else { (pace.hours) " hours" }
                            @if pace.grace > 0 { ", then " (minutes(pace.grace)) " of grace" } ". " (pace.missing.words())
                        }
                        @if pace.missing == Missing::Default && !in_absence.is_empty() { p id="in-absence" { (in_absence) } }
                        p class="note" {
                            "A deadline belongs to the step that everyone sees."
                            @if matches!(pace.missing, Missing::Saved | Missing::Default) { " To the others, what is done for a late side looks like its own choice." }
                        }
                    }
                }
            }
        }
    }
}

fn kept_panel(reader: &Reader<'_>, kept: &[Kept], keeps: bool) -> Markup {
    html! {
        section class="panel" id="kept" aria-labelledby="h-kept" {
            header { h2 id="h-kept" { "Orders kept for this step" } (words::rule(reader, "HOUSE-KEPT-ORDERS")) }
            @if kept.is_empty() {
                p class="empty" {
                    @if keeps { "None. “Keep it for the deadline” stands beside everything that can be done." }
                    @else { "None. Orders can be kept while a deadline runs at which they would be given." }
                }
            } @else {
                ol class="owed" {
                    @for (n, order) in kept.iter().enumerate() {
                        li class="wait" {
                            (super::symbols::icon("wait"))
                            div { (order.words) }
                            @if keeps {
                                div class="act" {
                                    (plain_form(reader, &format!("strike-{n}"), "/deadlines/kept", html! {
                                        input type="hidden" name="strike" value=(n);
                                        button class="btn small" type="submit" id={ "b-strike-" (n) } { "Strike" span class="sr" { ": " (order.words) } }
                                    }))
                                }
                            }
                        }
                    }
                }
                p class="in note" { "They are given in this order if you have not closed the step when the deadline and its grace have passed. What the rules do not allow by then is left out." }
            }
        }
    }
}

fn running_panel(reader: &Reader<'_>, timing: &Timing, entered: &Entered) -> Markup {
    let bad = entered.was_refused("move");
    let now = |what: &str, id: &str, verb: &str| {
        plain_form(
            reader,
            id,
            "/deadlines",
            html! {
                input type="hidden" name="what" value=(what);
                (submit(reader, id, "btn", verb))
            },
        )
    };
    html! {
        section class="panel yours" id="running" aria-labelledby="h-running" {
            header { h2 id="h-running" { "The open step" } }
            div class="in stack" {
                p { (due_words(reader, timing)) }
                @if let Some(due) = timing.due.as_ref().filter(|_| timing.paused.is_none()) {
                    (plain_form(reader, "move", "/deadlines", html! {
                        div class="field" {
                            label class="lab" for="when" { "Due on" }
                            span class="hint" id="when-h" { "By your clock: " (reader.zone.name()) "." }
                            @if bad { (refused(reader, entered)) }
                            @let drawn = reader.zone.local(due.at);
                            input type="datetime-local" id="when" name="when" value=(if bad { &entered.when } else { &drawn }) required
                                autofocus[bad] aria-invalid=[bad.then_some("true")]
                                aria-describedby=(if bad { "when-h r-deadlines" } else { "when-h" });
                        }
                        div class="row" { (submit(reader, "move", "btn", "Move the deadline")) }
                        input type="hidden" name="what" value="move";
                    }))
                }
                div class="row" {
                    @if timing.paused.is_some() { (now("resume", "resume", "Let time go on")) } @else { (now("pause", "pause", "Let time stand still")) }
                    (now("lift", "lift", "Lift the deadlines"))
                }
            }
        }
    }
}

fn pace_panel(reader: &Reader<'_>, page: &Shown<'_>, entered: &Entered) -> Markup {
    let Shown { timing, in_absence, .. } = *page;
    let pace = timing.pace;
    let bad = entered.was_refused("set");
    let told = bad.then_some("r-deadlines");
    let shown = |entered: &str, known: Option<u32>, fresh: u32| match entered {
        "" => known.unwrap_or(fresh).to_string(),
        entered => entered.to_owned(),
    };
    let missing = Missing::ALL.into_iter().find(|missing| missing.name() == entered.missing);
    let missing = missing.or(pace.map(|pace| pace.missing)).unwrap_or(Missing::Wait);
    html! {
        section class="panel" id="pace" aria-labelledby="h-pace" {
            header { h2 id="h-pace" { @if pace.is_some() { "Give steps another time" } @else { "Give steps a deadline" } } }
            div class="in" {
                (plain_form(reader, "pace", "/deadlines", html! {
                    @if bad { (refused(reader, entered)) }
                    div class="field" {
                        label class="lab" for="hours" { "Hours for each step" }
                        input type="number" inputmode="numeric" id="hours" name="hours" min="1" max=(MOST_HOURS) value=(shown(&entered.hours, pace.map(|pace| pace.hours), 48)) required autofocus[bad] aria-describedby=[told];
                    }
                    div class="field" {
                        label class="lab" for="grace" { "Minutes of grace" }
                        input type="number" inputmode="numeric" id="grace" name="grace" min="0" max=(MOST_GRACE) value=(shown(&entered.grace, pace.map(|pace| pace.grace), 60)) required aria-describedby=[told];
                    }
                    fieldset class="field" {
                        legend class="lab" { "When a side is late" }
                        div class="picks" {
                            @for one in Missing::ALL {
                                label class="pick" for={ "missing-" (one.name()) } {
                                    input type="radio" id={ "missing-" (one.name()) } name="missing" value=(one.name()) checked[one == missing];
                                    span { (one.words()) @if one == Missing::Default && !in_absence.is_empty() { " " span class="note" { (in_absence) } } }
                                }
                            }
                        }
                    }
                    div class="row" { (submit(reader, "pace", "btn go", "Set it")) }
                    input type="hidden" name="what" value="set";
                    p class="note" { "The step that is open gets this much time from now on." }
                }))
            }
        }
    }
}
