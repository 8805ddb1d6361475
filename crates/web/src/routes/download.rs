//! The tables of a seat's pages as files: made from the very view that the page is drawn from.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use kernel::view::Page;
use maud::{Markup, html};

use crate::error::Trouble;
use crate::seated::{Along, Seated};
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
    let (view, sides, eyes) = (&seated.look.view, &seated.look.sides, seated.named(seated.eyes));
    let (id, ending) = file.rsplit_once('.').ok_or(Trouble::NotFound)?;
    let page = view.pages.iter().find(|page| page.id == id);
    let (name, grids) = match page {
        Some(page) => (format!("{eyes}-{}.{ending}", page.id), sheets::of_page(page, sides)),
        None if file == ".xlsx" => (format!("{eyes}.xlsx"), sheets::of_pages(&view.pages, sides)),
        None => return Err(Trouble::NotFound),
    };
    let (kind, bytes) = match ending {
        "csv" => ("text/csv; charset=utf-8", sheets::csv::write(&grids)),
        "xlsx" => {
            let bytes = sheets::xlsx::write(&grids).map_err(|fault| {
                tracing::error!(%fault, %file, "a page is no workbook");
                Trouble::Broken
            })?;
            ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", bytes)
        }
        _ => return Err(Trouble::NotFound),
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
