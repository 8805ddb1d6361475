//! Play aids beside physical games: for everybody, without a seat and without an account.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

use crate::error::Trouble;
use crate::state::WebState;

/// A file of an aid. Whoever keeps it asks each time whether there is a newer edition.
pub(crate) async fn file(
    State(state): State<WebState>,
    Path(asked): Path<String>,
) -> Result<Response, Trouble> {
    let mut files = state.settings.aids.iter().flat_map(|aid| &aid.files);
    let file = files.find(|file| file.name == asked).ok_or(Trouble::NotFound)?;
    let heads = [(header::CONTENT_TYPE, file.content_type), (header::CACHE_CONTROL, "no-cache")];
    Ok((heads, file.text.clone()).into_response())
}

/// Where the aids are, in a line; nothing where there are none.
pub(crate) fn links(state: &WebState) -> Markup {
    let aids = || state.settings.aids.iter().filter_map(|aid| Some((aid.title, &aid.files.first()?.name)));
    html! {
        @if aids().next().is_some() {
            p class="note" {
                "Beside a physical game, without a campaign: "
                @for (n, (title, name)) in aids().enumerate() {
                    @if n > 0 { ", " }
                    a href={ "/aid/" (name) } { "the play aid for " (title) }
                }
                "."
            }
        }
    }
}
