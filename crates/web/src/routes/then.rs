//! A campaign's past, moment by moment, as the seat saw it.

use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use kernel::Seat;
use kernel::view::{Block, Page, Span, Text};
use maud::{Markup, html};
use serde::Deserialize;
use table::{LogLine, Then};

use super::framed::{Framed, framed, framed_window, notices};
use super::lines::drawn;
use crate::error::Trouble;
use crate::render::passed::{self, Passed};
use crate::render::{Around, Hand, PAST, Reader, away, frame, lists, log, symbols, window, words};
use crate::seated::{Along, Seated};
use crate::state::WebState;
use crate::visitor::Visitor;

/// Lines told before and after the moment.
const AROUND: u64 = 2;

/// A moment picked with the slider.
#[derive(Deserialize)]
pub(crate) struct Picked {
    line: Option<u64>,
    page: Option<String>,
}

/// The moment that was picked, else the newest.
pub(crate) async fn pick(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    Query(picked): Query<Picked>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    let n_lines = state.desk.log(&campaign, seated.eyes, None, 0).await?.n_lines;
    let line = picked.line.unwrap_or(n_lines).clamp(1, n_lines.max(1));
    let page = picked.page.as_deref().filter(|id| seated.look.contents.has(id));
    let to = seated.reader("then").link(&address(line, page));
    Ok(Redirect::to(&to).into_response())
}

/// The first page of a moment.
pub(crate) async fn moment(
    state: State<WebState>,
    Path((campaign, seat, line)): Path<(String, String, u64)>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    show(state, campaign, seat, line, None, along, visitor).await
}

/// One page of a moment.
pub(crate) async fn page(
    state: State<WebState>,
    Path((campaign, seat, line, page)): Path<(String, String, u64, String)>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    show(state, campaign, seat, line, Some(page), along, visitor).await
}

async fn show(
    State(state): State<WebState>,
    campaign: String,
    seat: String,
    number: u64,
    page: Option<String>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let mut seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    let then = state.desk.look_then(&campaign, seated.eyes, number).await?.ok_or(Trouble::NotFound)?;
    let before = number.saturating_add(AROUND + 1);
    let around = state.desk.log(&campaign, seated.eyes, Some(before), 2 * AROUND as usize + 1).await?;
    let Then { papers, line } = then;
    let waits = waits(&seated, page.as_deref());
    seated.look = papers.look;
    // A page that did not exist yet leads to the first one.
    let first = || seated.look.contents.pages.first().and_then(|head| seated.look.page(head.id));
    let shown = page.and_then(|id| seated.look.page(&id)).or_else(first);
    let mut shown = shown.ok_or(Trouble::NotFound)?;
    let passed = match before_this(&state, &seated, number, shown.id).await? {
        Some(before) => {
            let passed = Passed::between(&before, &shown);
            passed::with_trails(&mut shown, &before);
            passed
        }
        None => Passed::default(),
    };
    let is_window = window::is_window(&shown);
    if is_window {
        shown.lede = Text::new("A moment of the past: nothing can be ordered here.");
    }
    let shown = &shown;
    let reader = Reader { hand: Hand::Past, ..seated.reader("then") };
    let moment =
        Moment { line, around: around.lines, n_lines: around.n_lines, page: shown.id, passed, waits };
    // Where a map fills the page the way through the past lies over it, else with the words.
    let (over, beside) = match (is_window, moment.strip(&reader, &seated)) {
        (true, strip) => (strip, html! {}),
        (false, strip) => (html! {}, strip),
    };
    let panel = moment.panel(&reader, &seated, &beside, state.now());
    let told = if is_window {
        notices(&seated, &reader)
    } else {
        html! {}
    };
    let around = Around { over, ..Around::before(html! { (told) (panel) }) };
    let main = frame::page_of_view(&reader, &seated.look.contents.standing, shown, &around);
    let at = reader.link(&address(number, Some(shown.id)));
    let title = format!("{}, as it stood then", shown.title);
    let status = String::new();
    let document = Framed { title: &title, page: "then", main, newest: None, status, at: Some(at) };
    Ok(if is_window { framed_window(&seated, document) } else { framed(&seated, document) })
}

/// Whether something waits for the reader as it stands today: on any page by the list of what is owed, on this one by a panel.
fn waits(seated: &Seated, page: Option<&str>) -> bool {
    let (look, reader) = (&seated.look, seated.reader("then"));
    let asks = |block: &Block| matches!(block, Block::Panel(panel) if panel.yours) && !reader.over;
    let asks_here = |page: Page| page.main.iter().chain(&page.aside).any(asks);
    lists::own(&reader, &look.contents.owed).next().is_some()
        || page.and_then(|id| look.page(id)).is_some_and(asks_here)
}

/// The same page one moment before, where there was one.
async fn before_this(
    state: &WebState,
    seated: &Seated,
    number: u64,
    page: &str,
) -> Result<Option<Page>, Trouble> {
    let Some(before) = number.checked_sub(1).filter(|before| *before > 0) else { return Ok(None) };
    let then = state.desk.look_then(&seated.campaign, seated.eyes, before).await?;
    Ok(then.and_then(|then| then.papers.look.page(page)))
}

fn address(line: u64, page: Option<&str>) -> String {
    page.map_or_else(|| format!("/then/{line}"), |page| format!("/then/{line}/{page}"))
}

struct Moment<'a> {
    line: LogLine,
    around: Vec<LogLine>,
    n_lines: u64,
    page: &'a str,
    /// What this moment has changed on the page.
    passed: Passed,
    /// Whether something waits for the reader today: whoever watches the past is told.
    waits: bool,
}

impl Moment<'_> {
    /// What moment it is, how to get to others (`strip` where it stands among the words), and that nothing can be done here.
    fn panel(&self, reader: &Reader<'_>, seated: &Seated, strip: &Markup, now: i64) -> Markup {
        let number = self.line.number;
        let to = |line: u64| reader.link(&address(line, Some(self.page)));
        let when = reader.zone.short(self.line.at, now);
        html! {
            section class="panel then" id="then" aria-labelledby="h-then" {
                header {
                    h2 id="h-then" { "As it stood after entry " (number) " of " (self.n_lines) }
                    span class="note" { (when) }
                }
                div class="in stack-s" {
                    p class="then-what" { (what(reader, &self.line)) }
                    (strip)
                    (away::told(&self.passed))
                    p class="quiet" id=(PAST) {
                        "This is exactly what this seat saw then. What was taken back or corrected later still \
                         stands here. You cannot act on this page. "
                        @if self.waits { strong { "Something waits for you now. " } }
                        a href=(reader.link(&format!("/{}", self.page))) { "Back to now" }
                    }
                    ol class="moments" aria-label="What happened around it" {
                        @for line in &self.around {
                            li {
                                a href=(to(line.number)) aria-current=[(line.number == number).then_some("step")] {
                                    span class="num" { (line.number) }
                                    span { (told(reader, line)) }
                                }
                            }
                        }
                    }
                    nav class="seatpick" aria-label="Pages of that moment" {
                        @for page in &seated.look.contents.pages {
                            a href=(reader.link(&address(number, Some(page.id)))) aria-current=[(page.id == self.page).then_some("page")] { (page.tab) }
                        }
                        a href=(reader.link(&address(number, Some("paper")))) { "Print" }
                    }
                }
            }
        }
    }

    /// The way through the past: which moment, one earlier, one later, and a slider over all of them.
    fn strip(&self, reader: &Reader<'_>, seated: &Seated) -> Markup {
        let number = self.line.number;
        let to = |line: u64| reader.link(&address(line, Some(self.page)));
        // What the address carries along is sent with the slider.
        let pick = format!("{}/then", seated.base);
        html! {
            div class="strip" id="strip" role="group" aria-label="Moments of the past" {
                form method="get" action=(pick) hx-get=(pick) hx-trigger="change, submit" class="scrub" {
                    @if seated.eyes != seated.own { input type="hidden" name="as" value=(seated.eyes.name()); }
                    input type="hidden" name="page" value=(self.page);
                    label for="scrub" class="sr" { "Entry" }
                    input type="range" id="scrub" name="line" min="1" max=(self.n_lines) value=(number) autocomplete="off";
                    button class="btn" type="submit" { "Go there" }
                }
                nav class="row scrubbing" aria-label="Moments" {
                    (step("First", "scrub-first", (number > 1).then(|| to(1))))
                    (step("Earlier", "scrub-earlier", (number > 1).then(|| to(number - 1))))
                    (step("Later", "scrub-later", (number < self.n_lines).then(|| to(number + 1))))
                    (step("Last", "scrub-last", (number < self.n_lines).then(|| to(self.n_lines))))
                    a class="btn go" id="scrub-now" href=(reader.link(&format!("/{}", self.page))) {
                        "Now"
                        @if self.waits { (symbols::icon("you")) span class="sr" { ": waits for you" } }
                    }
                }
                p class="note strip-says" { (what(reader, &self.line)) " " span class="num quiet" { "Step " (number) " of " (self.n_lines) "." } }
            }
        }
    }
}

/// A step through the past; where there is none, a word that leads nowhere keeps its place.
fn step(word: &str, id: &str, to: Option<String>) -> Markup {
    html! {
        @match to {
            Some(to) => a class="btn" id=(id) href=(to) { (word) },
            None => span class="btn" aria-disabled="true" { (word) },
        }
    }
}

/// Who did what: a sentence that begins with nobody's name begins with the seat's.
fn what(reader: &Reader<'_>, line: &LogLine) -> Markup {
    let begins = line
        .lines
        .first()
        .and_then(|(_, text)| text.0.iter().find(|span| **span != Span::Plain(String::new())));
    let named = matches!(begins, Some(Span::Side(_))) || line.seat == Seat::Clock;
    html! { @if !named { strong { (words::seat(reader, line.seat)) ":" } " " } (told(reader, line)) }
}

fn told(reader: &Reader<'_>, line: &LogLine) -> String {
    log::plain(reader, &drawn(line.clone()))
}
