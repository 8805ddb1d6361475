//! Sheets for the table: a page that offers them, and the files.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use kernel::view::Paper;
use kernel::{Audience, Seat};
use maud::{Markup, html};
use sheets::pdf::Size;
use table::{Papers, Stretch};

use super::framed::{Framed, beside, framed};
use super::handover;
use super::seats::origin;
use crate::error::Trouble;
use crate::guard::Called;
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
    let over = state.desk.stretches(&campaign, seated.eyes).await?;
    let reader = seated.reader("paper");
    let lede = html! {
        p class="lede" { "Black on white, for A4 and Letter. Each sheet says who may know it." }
    };
    let main = html! {
        (head("Print", lede, beside(&seated, "paper")))
        div class="stack-l narrow" {
            (panels(&reader, &seated, &papers, "paper"))
            (is_over(&reader, &over))
            (pages(&seated, "paper"))
        }
    };
    Ok(framed(
        &seated,
        Framed { title: "Print", page: "paper", main, newest: None, status: String::new(), at: None },
    ))
}

/// The sheets that the seat could print at a moment of the past.
pub(crate) async fn list_then(
    State(state): State<WebState>,
    Path((campaign, seat, line)): Path<(String, String, u64)>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let mut seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    let papers = papers_at(&state, &campaign, seated.eyes, Some(line)).await?;
    seated.look = papers.look.clone();
    let reader = seated.reader("then");
    let lede = html! {
        p class="lede" {
            "As it stood after entry " (line) ": " (seated.look.contents.standing) ". "
            a href=(reader.link(&format!("/then/{line}"))) { "Go to that moment" } " · "
            a href=(reader.link("/paper")) { "Print what stands now" }
        }
    };
    let title = "Print, as it stood then";
    let folder = format!("then/{line}/paper");
    let main = html! {
        (head(title, lede, html! {}))
        div class="stack-l narrow" {
            (panels(&reader, &seated, &papers, &folder))
            (pages(&seated, &folder))
        }
    };
    Ok(framed(
        &seated,
        Framed {
            title,
            page: "then",
            main,
            newest: None,
            status: String::new(),
            at: Some(reader.link(&format!("/{folder}"))),
        },
    ))
}

/// The stretches of play that are over, each with the way to its sheets.
fn is_over(reader: &Reader<'_>, over: &[Stretch]) -> Markup {
    html! {
        @if !over.is_empty() {
            section class="panel" aria-labelledby="h-over" {
                header { h2 id="h-over" { "What is over" } span class="note" { "Reports of it, as they stood at its end" } }
                ul class="owed prints" {
                    @for stretch in over {
                        li class="done" {
                            div { (words::text(reader, &stretch.began)) p class="note" { "Ended with entry " (stretch.last) } }
                            div class="row" {
                                a class="btn" href=(reader.link(&format!("/then/{}/paper", stretch.last)))
                                    aria-label={ "Sheets as they stood after entry " (stretch.last) } { "Sheets" }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The sheets of each seat; their files lie in a folder.
fn panels(reader: &Reader<'_>, seated: &Seated, papers: &Papers, folder: &str) -> Markup {
    let mut seats: Vec<Seat> = Vec::new();
    papers.papers.iter().filter(|paper| !paper.parts.is_empty()).for_each(|paper| {
        if !seats.contains(&paper.seat) {
            seats.push(paper.seat);
        }
    });
    let of = Printed { folder, several: seats.len() > 1 };
    html! { @for seat in &seats { (panel(reader, seated, papers, *seat, &of)) } }
}

/// What is the same of all panels of a page.
struct Printed<'a> {
    folder: &'a str,
    several: bool,
}

fn panel(reader: &Reader<'_>, seated: &Seated, papers: &Papers, seat: Seat, of: &Printed<'_>) -> Markup {
    let Printed { folder, several } = *of;
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
                        (pdf_links(seated, folder, &paper.id, &paper.title))
                    }
                }
                @if !several {
                    li class="done" { div { strong { "All of them" } } (pdf_links(seated, folder, ALL, "All sheets")) }
                }
            }
        }
    }
}

/// The pages of the seat as they stand, on paper and as tables.
fn pages(seated: &Seated, folder: &str) -> Markup {
    let pages = seated.look.pages().filter(|page| !sheets::of_page(page, &seated.look.sides).is_empty());
    // Tables as files are those of the present.
    let is_now = folder == "paper";
    let download = |file: &str| format!("{}/download/{file}{}", seated.base, seated.query);
    html! {
        section class="panel" aria-labelledby="h-pages" {
            header { h2 id="h-pages" { @if is_now { "Pages as they stand" } @else { "Pages as they stood" } } }
            ul class="owed prints" {
                @for page in pages {
                    li class="done" {
                        div { strong { (page.tab) } }
                        div class="row" {
                            (pdf_links(seated, folder, &format!("{OF_PAGE}{}", page.id), page.tab))
                            @if is_now {
                                @for (ending, name) in [("csv", "CSV"), ("xlsx", "XLSX")] {
                                    a class="btn" href=(download(&format!("{}.{ending}", page.id))) download
                                        aria-label={ (page.tab) ", " (name) } { (name) }
                                }
                            }
                        }
                    }
                }
                @if is_now {
                    li class="done" {
                        div { strong { "Handover" } p class="note" { "For somebody who takes this seat over. " a href={ (seated.base) "/handover" (seated.query) } { "Read it" } } }
                        (pdf_links(seated, folder, handover::ID, "Handover"))
                    }
                    li class="done" {
                        div { strong { "All tables" } }
                        div class="row" { a class="btn" href=(download(".xlsx")) download aria-label="All tables, XLSX" { "XLSX" } }
                    }
                }
            }
        }
    }
}

/// The files of a sheet in both sizes.
pub(super) fn pdf_links(seated: &Seated, folder: &str, id: &str, title: &str) -> Markup {
    html! {
        div class="row" {
            @for size in Size::BOTH {
                a class="btn" href={ (seated.base) "/" (folder) "/" (id) "-" (size.id()) ".pdf" (seated.query) } download
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
    called: Called,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    sent(&state, &called, &seated, None, &file).await
}

/// The same of a moment of the past.
pub(crate) async fn file_then(
    State(state): State<WebState>,
    Path((campaign, seat, line, file)): Path<(String, String, u64, String)>,
    along: Along,
    called: Called,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    sent(&state, &called, &seated, Some(line), &file).await
}

async fn sent(
    state: &WebState,
    called: &Called,
    seated: &Seated,
    line: Option<u64>,
    file: &str,
) -> Result<Response, Trouble> {
    let asked = file.strip_suffix(".pdf").and_then(|name| name.rsplit_once('-'));
    let (id, size) = asked.and_then(|(id, size)| Some((id, Size::of(size)?))).ok_or(Trouble::NotFound)?;
    let origin = origin(state, called);
    let mut papers = papers_at(state, &seated.campaign, seated.eyes, line).await?;
    if id == handover::ID && line.is_none() {
        papers.papers = vec![handover::sheet(state, seated).await?];
    }
    printed(&papers, &seated.campaign, seated.eyes, id, size, &origin).await
}

/// What a seat can print now, or could after a line of its log.
pub(crate) async fn papers_at(
    state: &WebState,
    campaign: &str,
    eyes: Seat,
    line: Option<u64>,
) -> Result<Papers, Trouble> {
    Ok(match line {
        None => state.desk.papers(campaign, eyes).await?,
        Some(line) => state.desk.look_then(campaign, eyes, line).await?.ok_or(Trouble::NotFound)?.papers,
    })
}

/// Sheets of a seat as an answer.
pub(crate) async fn printed(
    papers: &Papers,
    campaign: &str,
    eyes: Seat,
    id: &str,
    size: Size,
    origin: &str,
) -> Result<Response, Trouble> {
    let picked = picked(papers, eyes, id);
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
