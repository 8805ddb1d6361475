//! Sheets for the table: a page that offers them, and the files.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use kernel::view::Paper;
use kernel::{Audience, Seat};
use maud::{Markup, html};
use sheets::pdf::Size;
use table::Papers;

use super::framed::{Framed, beside, framed};
use super::seats::origin;
use crate::error::Trouble;
use crate::paper::{ALL, OF_PAGE, picked, stamp, written};
use crate::render::frame::head;
use crate::render::{Reader, words};
use crate::seated::{Along, Seated, named};
use crate::state::WebState;
use crate::visitor::Visitor;

/// The sheets that the seat can print, and its pages as files.
pub(crate) async fn list(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    let papers = state.desk.papers(&campaign, seated.eyes).await?;
    let reader = seated.reader("paper");
    let lede = html! {
        p class="lede" { "Black on white, for A4 and Letter. Each sheet says who may know it." }
    };
    let mut seats: Vec<Seat> = Vec::new();
    papers.papers.iter().filter(|paper| !paper.parts.is_empty()).for_each(|paper| {
        if !seats.contains(&paper.seat) {
            seats.push(paper.seat);
        }
    });
    let main = html! {
        (head("Print", lede, beside(&seated, "paper")))
        div class="stack-l narrow" {
            @for seat in &seats { (panel(&reader, &seated, &papers, *seat, seats.len() > 1)) }
            (pages(&seated))
        }
    };
    Ok(framed(
        &seated,
        Framed { title: "Print", page: "paper", main, newest: None, status: String::new(), at: None },
    ))
}

fn panel(reader: &Reader<'_>, seated: &Seated, papers: &Papers, seat: Seat, several: bool) -> Markup {
    let of_seat: Vec<&Paper> = papers.papers.iter().filter(|paper| paper.seat == seat).collect();
    let id = seat.name();
    html! {
        section class="panel" aria-labelledby={ "h-paper-" (id) } {
            header {
                h2 id={ "h-paper-" (id) } { @if several { (words::seat(reader, seat)) } @else { "Sheets for the table" } }
                span class="note" { (of_seat.len()) @if of_seat.len() == 1 { " sheet" } @else { " sheets" } }
            }
            ul class="owed prints" {
                @for paper in of_seat {
                    li class="done" {
                        div {
                            strong { (paper.title) }
                            @if paper.audience != Audience::Public { " " (words::secret(reader, paper.audience)) }
                            @if !paper.lede.is_empty() { p class="note" { (words::text(reader, &paper.lede)) } }
                        }
                        (links(seated, &paper.id, &paper.title))
                    }
                }
                @if !several {
                    li class="done" { div { strong { "All of them" } } (links(seated, ALL, "All sheets")) }
                }
            }
        }
    }
}

/// The pages of the seat as they stand, on paper and as tables.
fn pages(seated: &Seated) -> Markup {
    let pages = seated.look.view.pages.iter();
    let pages = pages.filter(|page| !sheets::of_page(page, &seated.look.sides).is_empty());
    let download = |file: &str| format!("{}/download/{file}{}", seated.base, seated.query);
    html! {
        section class="panel" aria-labelledby="h-pages" {
            header { h2 id="h-pages" { "Pages as they stand" } }
            ul class="owed prints" {
                @for page in pages {
                    li class="done" {
                        div { strong { (page.tab) } }
                        div class="row" {
                            (links(seated, &format!("{OF_PAGE}{}", page.id), page.tab))
                            @for (ending, name) in [("csv", "CSV"), ("xlsx", "XLSX")] {
                                a class="btn" href=(download(&format!("{}.{ending}", page.id))) download
                                    aria-label={ (page.tab) ", " (name) } { (name) }
                            }
                        }
                    }
                }
                li class="done" {
                    div { strong { "All tables" } }
                    div class="row" { a class="btn" href=(download(".xlsx")) download aria-label="All tables, XLSX" { "XLSX" } }
                }
            }
        }
    }
}

fn links(seated: &Seated, id: &str, title: &str) -> Markup {
    html! {
        div class="row" {
            @for size in Size::BOTH {
                a class="btn" href={ (seated.base) "/paper/" (id) "-" (size.id()) ".pdf" (seated.query) } download
                    aria-label={ (title) ", PDF, " (size.name()) } { "PDF " (size.name()) }
            }
        }
    }
}

/// `SHEET-a4.pdf`, `SHEET-letter.pdf`; `all` and `page-` with the id of a page are sheets too.
pub(crate) async fn file(
    State(state): State<WebState>,
    Path((campaign, seat, file)): Path<(String, String, String)>,
    along: Along,
    headers: HeaderMap,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    let asked = file.strip_suffix(".pdf").and_then(|name| name.rsplit_once('-'));
    let (id, size) = asked.and_then(|(id, size)| Some((id, Size::of(size)?))).ok_or(Trouble::NotFound)?;
    let origin = origin(&state, &headers);
    printed(&state, &campaign, seated.eyes, id, size, &origin).await
}

/// Sheets of a seat as an answer.
pub(crate) async fn printed(
    state: &WebState,
    campaign: &str,
    eyes: Seat,
    id: &str,
    size: Size,
    origin: &str,
) -> Result<Response, Trouble> {
    let papers = state.desk.papers(campaign, eyes).await?;
    let picked = picked(&papers, eyes, id);
    if picked.is_empty() {
        return Err(Trouble::NotFound);
    }
    let stamp = stamp(&papers.look, &papers.lines, campaign, origin);
    let bytes = written(picked, stamp, size).await.map_err(|fault| {
        tracing::error!(%fault, %id, "a sheet cannot be printed");
        Trouble::Broken
    })?;
    let name = format!("{}-{id}-{}.pdf", named(&papers.look, eyes), size.id());
    let headers = [
        (header::CONTENT_TYPE, "application/pdf".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, bytes).into_response())
}
