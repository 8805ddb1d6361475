//! The pages of a view.

use std::collections::BTreeSet;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use kernel::Seat;
use kernel::view::{Board, ShownRefusal};
use maud::{Markup, html};

use super::away;
use super::dice;
use super::download;
use super::framed::{Framed, beside, framed, framed_window, notices};
use super::handover;
use super::lines::{MOST_ANSWERS, followed};
use super::since;
use crate::error::Trouble;
use crate::render::away as render_away;
use crate::render::log::{self, Line};
use crate::render::{
    Around, Hand, Out, Reader, Said, correct, deadlines, frame, levels, lists, messages, waiting, window,
    words,
};
use crate::seated::{Along, Seated};
use crate::state::WebState;
use crate::visitor::Visitor;

/// The seat's address alone leads to its first page.
pub(crate) async fn first(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    let page = seated.look.contents.pages.first().map_or("log", |page| page.id);
    Ok(Redirect::to(&format!("{}/{page}{}", seated.base, seated.query)).into_response())
}

/// One page of the view.
pub(crate) async fn page(
    State(state): State<WebState>,
    Path((campaign, seat, page)): Path<(String, String, String)>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    let out = match (along.shown, along.from) {
        (Some(number), Some(form)) => entry(&state, &seated, number).await?.map(|line| Out { form, line }),
        _ => None,
    };
    draw(&state, &seated, &page, None, out).await
}

/// The line of the entry with which a campaign begins. It holds throws of which nobody waits for the outcome.
const FOUNDING: &str = "e1";

/// Draws a page of the view, with what was said to the form just sent and how it came out.
pub(crate) async fn draw(
    state: &WebState,
    seated: &Seated,
    id: &str,
    said: Option<Said>,
    out: Option<Out>,
) -> Result<Response, Trouble> {
    let contents = &seated.look.contents;
    let page = &seated.look.page(id).ok_or(Trouble::NotFound)?;
    let since = since::since(state, seated).await?;
    let is_window = window::is_window(page);
    // A card of what came out is over with the next throw, whoever's.
    let goes_on = |out: &Out| {
        let mut after = since.lines.iter().take_while(|line| line.id != out.line.id);
        !after.any(|line| !line.rolls.is_empty()) && since.lines.iter().any(|line| line.id == out.line.id)
    };
    let out = out.filter(|out| !is_window || goes_on(out));
    let moment = if is_window && since.steps.is_empty() {
        since::since_own_act(state, seated).await?
    } else {
        render_away::SinceOwnAct::default()
    };
    let passed = if is_window { away::passed(state, seated, page, &since).await? } else { None };
    let reader = Reader {
        said: said.as_ref(),
        out: out.as_ref(),
        since: Some(&since),
        passed: passed.as_ref(),
        ..seated.reader(page.id)
    };
    let forms = page.forms();
    let boards = page.boards();
    let keeps_place = !boards.is_empty() && matches!(seated.eyes, Seat::Side(_));
    // A board answers where it can be ordered on, and says how an order came out also where nothing can be any more.
    let answers = |board: &Board| {
        let came_out = out.as_ref().is_some_and(|out| out.form == board.form());
        came_out || !board.acts.is_empty() || !board.calls.is_empty()
    };
    let stands = |id: &str| {
        forms.iter().any(|form| form.id == id)
            || boards.iter().any(|board| board.form() == id && answers(board))
    };
    // What others have seen is no longer sent back; it is taken out like any other act.
    let stands_for_all = seated.own == Seat::Umpire && matches!(seated.eyes, Seat::Side(_)) && seated.acts;
    let latest = match seated.look.undo {
        None if stands_for_all => super::log::latest_of(state, seated).await?,
        _ => None,
    };
    let comes_after_another = since.last.is_none() && seated.came_after;
    let is_first = contents.pages.first().is_some_and(|first| first.id == id);
    let news = if is_first && seated.own == seated.eyes {
        state.desk.news(&seated.campaign, seated.own, since.last).await?
    } else {
        BTreeSet::new()
    };
    let news = html! {
        @if is_window { (notices(seated, &reader)) }
        (messages::news(&reader, &news))
        @if is_window { (render_away::panel(&reader, page.id, &moment)) }
        @if comes_after_another { (handover::way(&reader)) }
    };
    // With the dice those throws come that a campaign begins with.
    let founds = |line: &Line| line.id == FOUNDING || since.opens_dice;
    let threw = since.newest.as_ref().filter(|line| !line.rolls.is_empty() && !founds(line));
    let no = html! {
        @if let Some(said) = &said { @if !said.refusals.is_empty() && !stands(&said.form) { (refused(&reader, &said.refusals)) } }
    };
    let came_out = html! {
        @if let Some(out) = &out { @if !stands(&out.form) { div class="box peek" { div class="in" { (log::came_out(&reader, &out.line)) } } } }
        // What others threw is shown on every page but the first, which tells all that has happened.
        @if (is_window || (since.of_others && !is_first)) && out.is_none() { @if let Some(line) = threw { (log::latest(&reader, line)) } }
    };
    let waiting = html! { @for one in &seated.look.waiting { (waiting::panel(&reader, one)) } };
    let around_dice = html! {
        @if seated.look.acts_for_late { (deadlines::late(&reader, &seated.look.timing)) }
        @if !is_window { (waiting) }
        @if seated.look.dice.open { (dice::held_against_own(&reader, seated)) } @else { (dice::closed(&reader, seated)) }
        @if seated.look.proposed { (correct::waits(&reader)) }
        @if !seated.look.closing.is_empty() && !seated.look.dice.shown { (levels::waits(&reader)) }
        @if let Some(undo) = seated.look.undo.as_ref().filter(|_| !keeps_place) { (waiting::undo(&reader, undo)) }
        @if let Some(entry) = latest { (waiting::take_out(&format!("{}/correct/{entry}", seated.base))) }
    };
    let undo = html! { @if keeps_place { (waiting::undo_in_place(&reader, seated.look.undo.as_ref(), since.of_others)) } };
    // In a window what is refused and what waits for dice stand before what can be done next. A map on which nothing can be
    // done leads to what is owed on another page.
    let only_shows = forms.iter().all(|form| form.closed.is_some());
    let (first, came_out, before) = if is_window {
        let elsewhere = only_shows.then(|| lists::owed_elsewhere(&reader, &contents.owed, page.id));
        (
            html! { (no) (waiting) @if let Some(way) = elsewhere { (way) } },
            came_out,
            html! { (news) (around_dice) },
        )
    } else {
        (html! {}, came_out, html! { (news) (no) (around_dice) })
    };
    let (beside, after) = (beside(seated, page.id), download::links(seated, page));
    let around = Around { first, came_out, before, beside, undo, after, ..Around::default() };
    let dice = &seated.look.dice;
    let hand = match reader.hand {
        Hand::Acts(_) if seated.waits() => Hand::Waits,
        Hand::Acts(_) if !dice.open && !dice.shown => Hand::Early,
        hand => hand,
    };
    let reader = Reader { hand, ..reader };
    let main = frame::page_of_view(&reader, &contents.standing, page, &around);
    let newest = since.newest.as_ref();
    let at = said.as_ref().map(|_| address(seated, page.id, out.as_ref()));
    let status = said.map(|said| said.sentence).unwrap_or_default();
    let document = Framed { title: &page.title, page: page.id, main, newest, status, at };
    Ok(if is_window { framed_window(seated, document) } else { framed(seated, document) })
}

/// The address of a page of this seat that shows how an act came out.
pub(crate) fn address(seated: &Seated, page: &str, out: Option<&Out>) -> String {
    let plain = format!("{}/{page}{}", seated.base, seated.query);
    let Some(out) = out else { return plain };
    let sign = if seated.query.is_empty() { '?' } else { '&' };
    let form: String = form_urlencoded::byte_serialize(out.form.as_bytes()).collect();
    format!("{plain}{sign}shown={}&from={form}", out.line.id.trim_start_matches('e'))
}

async fn entry(state: &WebState, seated: &Seated, number: u64) -> Result<Option<Line>, Trouble> {
    let most = MOST_ANSWERS + 1;
    let before = u64::try_from(most).ok().and_then(|most| number.checked_add(most));
    let page = state.desk.log(&seated.campaign, seated.eyes, before, most).await?;
    Ok(followed(page.lines.into_iter().skip_while(|line| line.number != number)))
}

fn refused(reader: &Reader<'_>, refusals: &[ShownRefusal]) -> Markup {
    let stale = refusals.iter().any(|refusal| refusal.code == "stale");
    html! { div class="peek" role=[stale.then_some("alert")] { (words::refusal(reader, "r-page", refusals)) } }
}
