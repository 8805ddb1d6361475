//! A table of a draft as a form. Nothing is saved until every cell is right.

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use studio::{Finding, Placing};
use tabular::{CellKind, Grid, SetupTable, TableShape};

use super::engine::{self, Judged, Rows};
use super::{Writing, lines, not_taken, refusal, unkept, version};
use crate::error::Trouble;
use crate::posted::Written;
use crate::render::frame::head;
use crate::render::studio::chart::{Chart, name, summary};
use crate::render::studio::{Remark, counted, findings, legend, rule};
use crate::state::WebState;
use crate::visitor::Visitor;

/// The most rows that a form takes, and that are taken from a spreadsheet at once.
pub(super) const MOST_ROWS: usize = 1000;

/// What the page shows besides what the draft says.
#[derive(Default)]
struct Told<'a> {
    rows: Option<Vec<Vec<String>>>,
    remarks: Option<Vec<Remark>>,
    fresh: Option<usize>,
    why: Option<&'a str>,
    said: &'a str,
}

/// The form.
pub(super) async fn page(
    State(state): State<WebState>,
    Path((draft, path)): Path<(String, String)>,
    uri: Uri,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let writing = Writing::enter(&state, visitor, &draft).await?;
    let said = match uri.query() {
        Some("saved") => "Saved.",
        Some("renamed") => "Saved, and renamed wherever else the old name stood.",
        Some("put-in") => "The rows are put in.",
        _ => "",
    };
    let judged = engine::judge(writing.rulebook, &writing.draft.text).await?;
    Ok(draw(&writing, &judged, &path, Told { said, ..Told::default() })?.into_response())
}

/// Saves the rows, adds one or takes one out.
pub(super) async fn write(
    State(state): State<WebState>,
    Path((draft, path)): Path<(String, String)>,
    visitor: Visitor,
    Written(posted): Written,
) -> Result<Response, Trouble> {
    let mut writing = Writing::sent(&state, visitor, &draft, &posted).await?;
    let judged = engine::judge(writing.rulebook, &writing.draft.text).await?;
    let (_, table, grid) = judged.table(&path).ok_or(Trouble::NotFound)?;
    if is_too_long(table, grid) {
        return Ok(not_taken(draw(&writing, &judged, &path, Told::default())?));
    }
    let mut rows = entered(table, posted.pairs());
    let asked = posted.get("do").unwrap_or("save");
    let version = version(&posted)?;
    if asked == "add" || asked.starts_with("drop-") {
        let fresh = match asked.strip_prefix("drop-") {
            Some(row) => {
                let row: usize = row.parse().map_err(|_| Trouble::NotUnderstood)?;
                if row < rows.len() {
                    rows.remove(row);
                }
                None
            }
            None if rows.len() < MOST_ROWS => {
                rows.push(vec![String::new(); table.columns.len()]);
                Some(rows.len() - 1)
            }
            None => None,
        };
        // What stood at rows by their numbers would now stand at others.
        let told = Told { rows: Some(rows), remarks: Some(Vec::new()), fresh, ..Told::default() };
        writing.draft.card.version = version;
        return Ok(draw(&writing, &judged, &path, told)?.into_response());
    }
    if table.shape == TableShape::Rows {
        rows.retain(|row| {
            row.iter().zip(&table.columns).any(|(cell, column)| {
                // A box that is not ticked is nothing that somebody entered.
                let is_entered = column.kind != CellKind::Flag || cell != "no";
                is_entered && !cell.trim().is_empty()
            })
        });
    }
    let tried = engine::tried(
        writing.rulebook,
        &writing.draft.text,
        table,
        &Rows {
            // Without titles, so that rows count from the first one.
            cells: std::iter::once(Vec::new()).chain(rows.iter().cloned()).collect(),
            above: 0,
            columns: (0..table.columns.len()).map(Some).collect(),
            placing: Placing::Edited,
        },
    )
    .await?;
    let Some(text) = tried.text else {
        let mut remarks = tried.faults;
        remarks.iter_mut().for_each(|remark| remark.row = remark.row.and_then(|row| row.checked_sub(1)));
        let told = Told { rows: Some(rows), remarks: Some(remarks), ..Told::default() };
        writing.draft.card.version = version;
        return Ok(not_taken(draw(&writing, &judged, &path, told)?));
    };
    match writing.keep(&state, version, text).await? {
        Ok(_) => {
            let said = if tried.is_renamed { "renamed" } else { "saved" };
            let to = format!("{}?{said}", findings::table(&writing.base, &path));
            Ok(axum::response::Redirect::to(&to).into_response())
        }
        Err(why) => {
            let told = Told {
                rows: Some(rows),
                remarks: Some(Vec::new()),
                why: Some(unkept(why)?),
                ..Told::default()
            };
            Ok(not_taken(draw(&writing, &judged, &path, told)?))
        }
    }
}

/// Whether a table has more rows than a form takes.
fn is_too_long(table: &SetupTable, grid: &Grid) -> bool {
    table.shape == TableShape::Rows && grid.rows.len() > MOST_ROWS + 1
}

/// The cells of a form, row by row. A box that is not ticked sends nothing.
pub(super) fn entered(table: &SetupTable, pairs: &[(String, String)]) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let absent: Vec<String> = table
        .columns
        .iter()
        .map(
            |column| if column.kind == CellKind::Flag && column.needed { "no".into() } else { String::new() },
        )
        .collect();
    for (field, value) in pairs {
        let at = field.strip_prefix('c').and_then(|at| at.split_once('-'));
        let at = at.and_then(|(row, column)| Some((row.parse().ok()?, column.parse().ok()?)));
        let Some((row, column)): Option<(usize, usize)> = at else { continue };
        if row >= MOST_ROWS || column >= absent.len() {
            continue;
        }
        while rows.len() <= row {
            rows.push(absent.clone());
        }
        rows[row][column] = lines(value).trim().to_owned();
    }
    if table.shape == TableShape::One {
        rows.resize(1, absent);
    }
    rows
}

fn draw(writing: &Writing, judged: &Judged, path: &str, told: Told<'_>) -> Result<Markup, Trouble> {
    let (at, table, grid) = judged.table(path).ok_or(Trouble::NotFound)?;
    let rows = told.rows.unwrap_or_else(|| engine::rows_of(table, grid));
    let is_sent = told.remarks.is_some();
    let remarks = told.remarks.unwrap_or_else(|| judged.remarks(path));
    let address = findings::table(&writing.base, path);
    let n_faults = remarks.iter().filter(|remark| !remark.odd).count();
    let heading = if is_sent {
        format!("Nothing is saved yet: {}", counted(n_faults, "fault"))
    } else {
        counted(n_faults, "fault")
    };
    let chart = Chart { base: &writing.base, table, rows: &rows, remarks: &remarks, fresh: told.fresh };
    let many = table.shape == TableShape::Rows;
    let save = html! { button class="btn go" type="submit" name="do" value="save" { "Save" } };
    let lede = html! {
        p class="lede" { (table.help) (rule(&writing.base, table.rule)) }
    };
    if is_too_long(table, grid) {
        let main = html! { (head(&table.title, lede, html! {})) (too_long(writing, &address, rows.len())) };
        return Ok(writing.page(&table.title, None, told.said, main));
    }
    let elsewhere = |found: &&Finding| found.spot.as_ref().is_none_or(|spot| spot.table != path);
    let n_elsewhere = judged.findings.faults.iter().filter(elsewhere).count();
    let has_no_cell = remarks.iter().any(|remark| !remark.odd && remark.column.is_none());
    let main = html! {
        (head(&table.title, lede, html! {}))
        div class="stack-l" {
            (refusal(told.why))
            (summary(&heading, &remarks, table.columns.len()))
            @if has_no_cell {
                p class="note" { "What has no cell here is mended in the " a href={ (writing.base) "/text" } { "whole file" } "." }
            }
            @if n_elsewhere > 0 {
                p class="note" id="elsewhere" {
                    "The draft has " (counted(n_elsewhere, "fault")) " elsewhere. "
                    a href={ (writing.base) "/check" } { "Show all." }
                }
            }
            @for remark in remarks.iter().filter(|remark| remark.odd && remark.row.is_none()) {
                p class="refusal" { (remark.sentence) (rule(&writing.base, &remark.rule)) }
            }
            section class="panel" aria-labelledby="h-rows" {
                form id="f-rows" method="post" action=(address) {
                    header class="bar" {
                        h2 id="h-rows" { @if many { (counted(rows.len(), "row")) } @else { "What it says" } }
                        div class="row" {
                            (save)
                            @if many { a class="btn" href={ (address) "/paste" } id="b-paste" { "Paste from a spreadsheet" } }
                        }
                    }
                    (chart.draw())
                    div class="in row" {
                        (save)
                        @if many && rows.len() < MOST_ROWS {
                            button class="btn" type="submit" name="do" value="add" formaction={ (address) "#" (name(rows.len(), 0)) } { "Add a row" }
                        }
                        p class="note" { "Nothing is saved until every cell is right." }
                    }
                    (writing.carried())
                }
            }
            (legend(table))
            (neighbours(writing, judged, at))
        }
    };
    let title = match n_faults {
        0 => table.title.clone(),
        n => format!("{}: {}", counted(n, "fault"), table.title),
    };
    Ok(writing.page(&title, None, told.said, main))
}

/// What stands there instead of a form with too many rows.
fn too_long(writing: &Writing, address: &str, n_rows: usize) -> Markup {
    html! {
        section class="panel" aria-labelledby="h-rows" {
            header { h2 id="h-rows" { (counted(n_rows, "row")) } }
            div class="in stack" {
                p { "A form takes " (MOST_ROWS) " rows at most, so these are changed in a spreadsheet or in the file." }
                div class="row" {
                    a class="btn" href={ (writing.base) "/file/tables.xlsx" } { "All tables as XLSX" }
                    a class="btn" href={ (address) "/paste" } { "Paste from a spreadsheet" }
                    a class="btn" href={ (writing.base) "/text" } { "Whole file" }
                }
            }
        }
    }
}

/// The tables before and after this one.
fn neighbours(writing: &Writing, judged: &Judged, at: usize) -> Markup {
    let link = |at: Option<usize>, word: &str| {
        let table = at.and_then(|at| judged.tables.get(at)).map(|(table, _)| table);
        html! { @if let Some(table) = table { a href=(findings::table(&writing.base, &table.path)) { (word) ": " (table.title) } } }
    };
    html! {
        nav class="row between note" aria-label="Tables" {
            (link(at.checked_sub(1), "Before"))
            a href=(writing.base) { "All tables" }
            (link(Some(at + 1), "Next"))
        }
    }
}
