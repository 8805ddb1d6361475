//! Campaign files to take away: what the seat may see, or, for the umpire, everything.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use kernel::Seat;
use ledger::Bundle;
use table::{Answer, FileKind, Look};

use super::act::{enter, reply_plain};
use crate::error::Trouble;
use crate::posted::Posted;
use crate::seated::{Along, named};
use crate::state::WebState;
use crate::visitor::Visitor;

/// A campaign file as a download.
pub(crate) async fn export(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    if seated.eyes != seated.own {
        return Err(Trouble::NotUnderstood);
    }
    let kind = match posted.get("what") {
        Some("seat") => FileKind::Seat,
        Some("final") => FileKind::Final,
        Some("move") => FileKind::Move,
        _ => return Err(Trouble::NotUnderstood),
    };
    let file = match state.desk.export(&campaign, seated.own, kind).await? {
        Ok(file) => file,
        Err(refusal) => {
            return reply_plain(&state, &seated, along, &posted, "export", Answer::from(refusal)).await;
        }
    };
    Ok(self::file(&campaign, &seated.look, seated.own, kind, &file))
}

/// The answer that holds a campaign file.
pub(crate) fn file(campaign: &str, look: &Look, own: Seat, kind: FileKind, file: &Bundle) -> Response {
    let of = match kind {
        FileKind::Seat => named(look, own),
        FileKind::Final => "final".to_owned(),
        FileKind::Move => "whole-private".to_owned(),
    };
    let name = format!("attachment; filename=\"{campaign}-{of}.adjutant.json\"");
    let headers = [
        (header::CONTENT_TYPE, "application/json; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    (headers, file.to_text()).into_response()
}
