//! The change feed: the seat's own cursor and nothing else.

use axum::Extension;
use axum::extract::State;
use axum::response::Response;

use super::bearer::Bearer;
use super::look::Eyes;
use super::problem::Problem;
use super::sent::Query;
use super::{OfCampaign, Problems};
use crate::crowd::Of;
use crate::routes::events::{Door, open};
use crate::state::WebState;

/// A stream of server-sent events. Each event `cursor` carries the seat's cursor: at first the one by now, then one
/// whenever something that the seat can see has changed. The event `over` ends it when the token opens nothing any more.
/// One token has at most eight feeds open at a time; one more is refused with 429.
#[utoipa::path(get, path = "/feed", tag = "look", params(OfCampaign, Eyes), responses(
    (status = 200, description = "The stream", body = String, content_type = "text/event-stream"),
    Problems
))]
pub(crate) async fn feed(
    State(state): State<WebState>,
    Extension(Of(address)): Extension<Of>,
    bearer: Bearer,
    Query(query): Query<Eyes>,
) -> Result<Response, Problem> {
    let eyes = bearer.eyes(query.eyes.as_deref())?;
    let chair = bearer.token.chair.clone();
    Ok(open(&state, Door::Token(bearer.token.handle), chair, eyes, address, None).await?)
}
