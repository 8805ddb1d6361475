//! A draft as the file that it is, for what has no table and for who likes to write it.

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use kernel::Diagnostic;
use maud::{Markup, html};

use super::new::placed;
use super::{Writing, engine, lines, not_taken, refusal, unkept, version};
use crate::error::Trouble;
use crate::posted::Written;
use crate::render::frame::head;
use crate::state::WebState;
use crate::visitor::Visitor;

/// How many lines are shown around the one that a fault leads to.
const AROUND: usize = 2;

/// The file.
pub(super) async fn page(
    State(state): State<WebState>,
    Path(draft): Path<String>,
    uri: Uri,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let writing = Writing::enter(&state, visitor, &draft).await?;
    let query = uri.query().unwrap_or("");
    let line = query.strip_prefix("line=").and_then(|line| line.parse().ok());
    let said = if query == "saved" { "Saved." } else { "" };
    let main = draw(&writing, &writing.draft.text, None, &[], line);
    Ok(writing.page("The whole file", Some("/text"), said, main).into_response())
}

/// Puts another text in its place. Faults of the rules are no hindrance, only what is no TOML.
pub(super) async fn write(
    State(state): State<WebState>,
    Path(draft): Path<String>,
    visitor: Visitor,
    Written(posted): Written,
) -> Result<Response, Trouble> {
    let writing = Writing::sent(&state, visitor, &draft, &posted).await?;
    let text = lines(posted.get("text").ok_or(Trouble::NotUnderstood)?);
    let faults = engine::faults("the file", &text).await?;
    let why = match faults.is_empty() {
        true if text.trim().is_empty() => Some(EMPTY),
        true => match writing.keep(&state, version(&posted)?, text.clone()).await? {
            Ok(_) => return Ok(writing.to("/text?saved")),
            Err(why) => Some(unkept(why)?),
        },
        false => None,
    };
    let main = draw(&writing, &text, why, &faults, None);
    Ok(not_taken(writing.page("The whole file", Some("/text"), "", main)))
}

/// Why a text with nothing in it is not saved.
const EMPTY: &str = "The text is empty, so nothing is saved, and the draft stays as it was. To get rid of the draft, throw it \
     away.";

fn draw(
    writing: &Writing,
    text: &str,
    why: Option<&str>,
    faults: &[Diagnostic],
    line: Option<usize>,
) -> Markup {
    let lede = html! {
        p class="lede" { "The set-up file behind the tables, with its remarks. What you change here changes there." }
    };
    html! {
        (head("The whole file", lede, html! {}))
        div class="stack-l" {
            (refusal(why))
            @if !faults.is_empty() {
                div class="errsum" role="group" aria-labelledby="h-errsum" tabindex="-1" autofocus {
                    h2 id="h-errsum" { "Nothing is saved: the file cannot be read" }
                    ul { @for fault in faults { li { span class="err" { (placed(fault)) } } } }
                }
            }
            @if let Some(line) = line { (excerpt(text, line)) }
            section class="panel" aria-labelledby="h-text" {
                form id="f-text" method="post" action={ (writing.base) "/text" } {
                    header class="bar" {
                        h2 { label for="text" id="h-text" { "The file" } }
                        button class="btn go" type="submit" { "Save" }
                    }
                    div class="in" {
                        textarea class="wide code" id="text" name="text" rows="28" spellcheck="false" autocapitalize="none" { "\n" (text) }
                    }
                    (writing.carried())
                }
            }
        }
    }
}

/// The lines that a fault leads to.
fn excerpt(text: &str, line: usize) -> Markup {
    let first = line.saturating_sub(AROUND).max(1);
    let shown = text.lines().enumerate().skip(first - 1).take(line + AROUND + 1 - first);
    html! {
        section class="panel" aria-labelledby="h-line" {
            header { h2 id="h-line" { "Line " (line) } span class="note" { "Look for it in the file below" } }
            ol class="in excerpt" {
                @for (at, words) in shown {
                    li class=[(at + 1 == line).then_some("meant")] { span class="num" { (at + 1) } " " span class="code" { (words) } }
                }
            }
        }
    }
}
