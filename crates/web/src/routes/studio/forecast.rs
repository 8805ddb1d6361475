//! What a draft foretells, with everything exact.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use kernel::Seat;
use maud::html;

use super::{Writing, engine};
use crate::error::Trouble;
use crate::render::frame::head;
use crate::render::studio::counted;
use crate::render::{Hand, Reader, block};
use crate::state::WebState;
use crate::visitor::Visitor;

/// The page.
pub(super) async fn page(
    State(state): State<WebState>,
    Path(draft): Path<String>,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let writing = Writing::enter(&state, visitor, &draft).await?;
    let judged = engine::judge(writing.rulebook, &writing.draft.text).await?;
    let reader = Reader {
        base: &writing.base,
        page: "forecast",
        sides: &judged.findings.sides,
        ..Reader::of(Seat::Umpire, Hand::Reads("foretold"), &writing.visitor.zone)
    };
    let (faults, blocks) = (&judged.findings.faults, &judged.findings.forecast);
    let lede = html! {
        p class="lede" id="foretold" { "What the charts and days of this draft amount to before anything is played. Nothing here is sampled: every chance is counted." }
    };
    let main = html! {
        (head("Forecast", lede, html! {}))
        div class="stack-l" {
            @if !faults.is_empty() {
                p class="refusal" {
                    "The draft has " (counted(faults.len(), "fault")) ". There is a forecast as soon as it has none. "
                    a href={ (writing.base) "/check" } { "Show them all." }
                }
            } @else if blocks.is_empty() {
                p class="prose" { "These rules have no forecast for a set-up." }
            }
            (block::column(&reader, blocks))
        }
    };
    Ok(writing.page("Forecast", Some("/forecast"), "", main).into_response())
}
