//! A draft as a whole: its tables, what is wrong with it, and what can be done with it.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use people::Handle;
use tabular::{Grid, SetupTable, TableShape};

use super::engine::{self, Judged};
use super::{Writing, not_taken, refusal, umpire, unkept, version};
use crate::error::Trouble;
use crate::posted::Posted;
use crate::render::frame::head;
use crate::render::studio::{counted, findings};
use crate::render::symbols::icon;
use crate::routes::rules::list;
use crate::seated::check_csrf;
use crate::state::WebState;
use crate::visitor::Visitor;

/// The tables by sections, and where the draft stands.
pub(super) async fn page(
    State(state): State<WebState>,
    Path(draft): Path<String>,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let writing = Writing::enter(&state, visitor, &draft).await?;
    Ok(draw(&writing, None).await?.into_response())
}

/// Copies what the draft names, and what its map has by keys, into its tables.
pub(super) async fn whole(
    State(state): State<WebState>,
    Path(draft): Path<String>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let writing = Writing::sent(&state, visitor, &draft, &posted).await?;
    let text = engine::whole(writing.rulebook, &writing.draft.text).await?;
    match writing.keep(&state, version(&posted)?, text).await? {
        Ok(_) => Ok(writing.to("")),
        Err(why) => Ok(not_taken(draw(&writing, Some(unkept(why)?)).await?)),
    }
}

/// The page, with why nothing was saved.
async fn draw(writing: &Writing, why: Option<&str>) -> Result<Markup, Trouble> {
    let judged = engine::judge(writing.rulebook, &writing.draft.text).await?;
    let is_whole = engine::whole(writing.rulebook, &writing.draft.text).await? == writing.draft.text;
    let lede = html! {
        p class="lede" { "A draft for " (writing.rulebook.title()) ". Fill in its tables, check it, then begin." }
    };
    let mut sections: Vec<(&str, Vec<&(SetupTable, Grid)>)> = Vec::new();
    for table in &judged.tables {
        match sections.last_mut().filter(|(section, _)| *section == table.0.section) {
            Some((_, tables)) => tables.push(table),
            None => sections.push((table.0.section, vec![table])),
        }
    }
    let main = html! {
        (head(&writing.draft.card.title, lede, html! {}))
        (refusal(why))
        div class="cols two draft" {
            div class="stands" { (standing(writing, &judged, !sections.is_empty(), is_whole)) }
            div class="stack-l all-tables" id="tables" {
                @if sections.is_empty() {
                    p class="prose" { "The set-ups of these rules have no tables here yet. Write in the " a href={ (writing.base) "/text" } { "whole file" } "; it is checked as you save it." }
                }
                @for (n, (section, tables)) in sections.iter().enumerate() {
                    (section_panel(writing, &judged, n, section, tables))
                }
            }
            div class="stack-l besides" {
                (files(writing))
                (throw_away(writing))
            }
        }
    };
    Ok(writing.page(&writing.draft.card.title, Some(""), "", main))
}

/// How many tables without rows stand among the others; more are folded.
const MOST_EMPTY: usize = 2;

/// The tables of a section. Where several have no rows, they are folded: they need none, or it is told where it stands.
fn section_panel(
    writing: &Writing,
    judged: &Judged,
    n: usize,
    section: &str,
    tables: &[&(SetupTable, Grid)],
) -> Markup {
    let is_empty = |(table, grid): &(SetupTable, Grid)| {
        let is_told =
            |found: &studio::Finding| found.spot.as_ref().is_some_and(|spot| spot.table == table.path);
        let cells = || grid.rows.iter().skip(1).flatten();
        cells().all(tabular::Value::is_empty)
            && !judged.findings.faults.iter().chain(&judged.findings.odd).any(is_told)
    };
    let (empty, filled): (Vec<_>, Vec<_>) = tables.iter().copied().partition(|table| is_empty(table));
    let is_folded = empty.len() > MOST_EMPTY;
    html! {
        section class="panel" aria-labelledby={ "h-s" (n) } {
            header { h2 id={ "h-s" (n) } { (section) } span class="note" { (counted(tables.len(), "table")) } }
            @if !is_folded {
                ul class="tables" { @for (table, grid) in tables { (row(writing, judged, table, grid)) } }
            } @else {
                @if !filled.is_empty() { ul class="tables" { @for (table, grid) in filled { (row(writing, judged, table, grid)) } } }
                details class="empties" {
                    summary { (empty.len()) " empty tables" span class="note" { "They may stay empty; each says what that means." } }
                    ul class="tables" { @for (table, grid) in empty { (row(writing, judged, table, grid)) } }
                }
            }
        }
    }
}

fn row(writing: &Writing, judged: &Judged, table: &SetupTable, grid: &Grid) -> Markup {
    let at = |found: &&studio::Finding| found.spot.as_ref().is_some_and(|spot| spot.table == table.path);
    let (n_faults, n_odd) =
        (judged.findings.faults.iter().filter(at).count(), judged.findings.odd.iter().filter(at).count());
    html! {
        li class=[(n_faults > 0).then_some("wrong")] {
            div {
                a class="name" href=(findings::table(&writing.base, &table.path)) { (table.title) }
                @if !table.help.is_empty() { p class="note" { (table.help) } }
            }
            p class="state" {
                @if n_faults > 0 { span class="err" { (icon("warn")) (counted(n_faults, "fault")) } " " }
                @if n_odd > 0 { span class="odd" { (icon("eye")) (n_odd) " worth a look" } " " }
                @if table.shape == TableShape::Rows { span class="quiet" { @match grid.rows.len().saturating_sub(1) { 0 => "empty", n => (counted(n, "row")) } } }
            }
        }
    }
}

/// How many faults are named beside the state of a draft.
const MOST_NAMED: usize = 3;

/// The state of the draft and what comes next; `tables` says whether there are any to go on to, `is_whole` whether they hold
/// all of it.
fn standing(writing: &Writing, judged: &Judged, tables: bool, is_whole: bool) -> Markup {
    let faults = &judged.findings.faults;
    let (n_faults, n_odd) = (faults.len(), judged.findings.odd.len());
    html! {
        section class=(if n_faults == 0 { "panel yours" } else { "panel" }) aria-labelledby="h-stands" {
            header { h2 id="h-stands" { "Where it stands" } }
            div class="in stack-s" {
                @if n_faults == 0 { p { "A campaign can begin from this draft." } }
                @else { p { strong { (counted(n_faults, "fault")) } " to be mended before a campaign can begin." } }
                @if n_odd > 0 { p { (n_odd) " worth a look. That is odd but not a fault." } }
            }
            @if n_faults > 0 { (findings::list(&writing.base, &faults[..n_faults.min(MOST_NAMED)], |path| judged.title(path))) }
            div class="in row" {
                @if n_faults > 0 || n_odd > 0 { a class="btn" href={ (writing.base) "/check" } id="b-check" { "Show them all" } }
                @if n_faults == 0 {
                    a class="btn go" href={ (writing.base) "/begin" } id="b-begin" { "Begin the campaign" }
                    @if !judged.findings.forecast.is_empty() { a class="btn" href={ (writing.base) "/forecast" } { "Look at the forecast" } }
                }
                @if writing.painting().is_some() { a class="btn" href={ (writing.base) "/paint" } id="b-paint" { "Paint the map" } }
                @if tables { a class="btn to-tables" href="#tables" { "To the tables" } }
            }
            @if !is_whole {
                form class="in stack-s" id="f-whole" method="post" action={ (writing.base) "/whole" } {
                    p class="note" { "Some of it has no cells here: it comes with the program, or stands in the file by keys. Copied into tables it means the same, and can be changed." }
                    div class="row" { button class="btn" type="submit" { "Copy it into tables" } }
                    (writing.carried())
                }
            }
        }
    }
}

fn files(writing: &Writing) -> Markup {
    html! {
        section class="panel" aria-labelledby="h-files" {
            header { h2 id="h-files" { "As a file" } }
            div class="in stack-s" {
                p class="row" {
                    a class="btn" href={ (writing.base) "/file/draft.toml" } download { "TOML" }
                    a class="btn" href={ (writing.base) "/file/tables.xlsx" } download { "XLSX" }
                    a class="btn" href={ (writing.base) "/file/tables.csv" } download { "CSV" }
                }
                p class="note" { "The set-up file to keep or to give to somebody, or its tables for a spreadsheet." }
            }
        }
    }
}

fn throw_away(writing: &Writing) -> Markup {
    html! {
        details class="unfold" {
            summary { "Throw this draft away" }
            form class="stack-s" id="f-delete" method="post" action={ (writing.base) "/delete" } {
                p class="note" { "It cannot be brought back. Campaigns that began from it go on." }
                button class="btn" type="submit" { "Throw it away" }
                input type="hidden" name="csrf" value=(writing.session.csrf);
            }
        }
    }
}

/// Every fault and every oddity, each leading to where it stands.
pub(super) async fn check(
    State(state): State<WebState>,
    Path(draft): Path<String>,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let writing = Writing::enter(&state, visitor, &draft).await?;
    let judged = engine::judge(writing.rulebook, &writing.draft.text).await?;
    let (faults, odd) = (&judged.findings.faults, &judged.findings.odd);
    let lede = html! { p class="lede" { "Everything that the rules say about the whole draft. Each line leads to its place." } };
    let main = html! {
        div class="narrow stack-l" {
            (head("Check all", lede, html! {}))
            section class="panel" aria-labelledby="h-faults" {
                header { h2 id="h-faults" { (counted(faults.len(), "fault")) } span class="note" { "A campaign cannot begin with them" } }
                @if faults.is_empty() { p class="empty" { "Nothing is wrong. A campaign can begin." } }
                (findings::list(&writing.base, faults, |path| judged.title(path)))
            }
            @if faults.is_empty() || !odd.is_empty() {
                section class="panel" aria-labelledby="h-odd" {
                    header { h2 id="h-odd" { (odd.len()) " worth a look" } span class="note" { "This warns and never forbids" } }
                    @if odd.is_empty() { p class="empty" { "Nothing is odd." } }
                    (findings::list(&writing.base, odd, |path| judged.title(path)))
                }
            }
        }
    };
    Ok(writing.page("Check all", Some("/check"), "", main).into_response())
}

/// The rules that faults and columns name.
pub(super) async fn rules(
    State(state): State<WebState>,
    Path(draft): Path<String>,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let writing = Writing::enter(&state, visitor, &draft).await?;
    let rules = writing.rulebook.rules();
    let rules = rules.iter().map(|rule| (rule.id, rule.heading, rule.words));
    let lede = html! { p class="lede" { "What the ids stand for, in our own words. The book itself is the authority." } };
    let main = html! {
        div class="stack-l narrow" {
            (head("Rules", lede, html! {}))
            (list("rules-system", writing.rulebook.title(), rules))
        }
    };
    Ok(writing.page("Rules", None, "", main).into_response())
}

/// Throws a draft away.
pub(super) async fn delete(
    State(state): State<WebState>,
    Path(draft): Path<String>,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let session = umpire(&state, &visitor)?;
    check_csrf(session, posted.get("csrf"))?;
    let handle = Handle::read(&draft).ok_or(Trouble::NotFound)?;
    if state.people.drop_draft(&session.person, &handle).await? {
        Ok(Redirect::to("/studio").into_response())
    } else {
        Err(Trouble::NotFound)
    }
}
