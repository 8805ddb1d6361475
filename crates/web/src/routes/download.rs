//! The tables of a seat's pages as files: made from the very view that the page is drawn from.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use kernel::Seat;
use kernel::view::Page;
use maud::{Markup, html};
use table::Look;

use crate::error::Trouble;
use crate::seated::{Along, Seated, named};
use crate::state::WebState;
use crate::visitor::Visitor;

/// `PAGE.csv`, `PAGE.xlsx`, or every page as `.xlsx`.
pub(crate) async fn download(
    State(state): State<WebState>,
    Path((campaign, seat, file)): Path<(String, String, String)>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    let (id, ending) = file.rsplit_once('.').ok_or(Trouble::NotFound)?;
    let ending = match ending {
        "csv" => Ending::Csv,
        "xlsx" => Ending::Xlsx,
        _ => return Err(Trouble::NotFound),
    };
    match seated.look.page(id) {
        Some(page) => tables(&seated.look, seated.eyes, Some(&page), ending),
        None if file == ".xlsx" => tables(&seated.look, seated.eyes, None, ending),
        None => Err(Trouble::NotFound),
    }
}

/// How tables are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    Csv,
    Xlsx,
}

/// The tables of a page, or of all pages, as a file.
pub(crate) fn tables(
    look: &Look,
    eyes: Seat,
    page: Option<&Page>,
    ending: Ending,
) -> Result<Response, Trouble> {
    let eyes = named(look, eyes);
    let ends = if ending == Ending::Csv { "csv" } else { "xlsx" };
    let (name, grids) = match page {
        Some(page) => (format!("{eyes}-{}.{ends}", page.id), sheets::of_page(page, &look.sides)),
        None => (format!("{eyes}.{ends}"), sheets::of_pages(&look.view().pages, &look.sides)),
    };
    let (kind, bytes) = match ending {
        Ending::Csv => ("text/csv; charset=utf-8", sheets::csv::write(&grids)),
        Ending::Xlsx => {
            let bytes = sheets::xlsx::write(&grids).map_err(|fault| {
                tracing::error!(%fault, %name, "a page is no workbook");
                Trouble::Broken
            })?;
            ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", bytes)
        }
    };
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, bytes).into_response())
}

/// Links to the files of a page that has tables.
pub(crate) fn links(seated: &Seated, page: &Page) -> Markup {
    if sheets::of_page(page, &seated.look.sides).is_empty() {
        return html! {};
    }
    let link = |file: &str| format!("{}/download/{file}{}", seated.base, seated.query);
    html! {
        nav class="row pager note" aria-label="Tables of this page as files" {
            span { "Tables of this page:" }
            a href=(link(&format!("{}.csv", page.id))) download { "CSV" }
            a href=(link(&format!("{}.xlsx", page.id))) download { "XLSX" }
            span { "All pages:" }
            a href=(link(".xlsx")) download { "XLSX" }
        }
    }
}
