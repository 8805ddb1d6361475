//! What the parts of a log add to its chain, for a browser that holds what it has seen against what stands there.

use axum::Json;
use axum::extract::{Path, Query, State};
use ledger::Stream;
use serde::Deserialize;

use crate::error::Trouble;
use crate::seated::{Along, Seated};
use crate::state::WebState;
use crate::visitor::Visitor;

/// Links in one answer.
const MOST: u32 = 500;

/// Which links.
#[derive(Deserialize)]
pub(crate) struct OfLinks {
    /// The number of the last part that is known.
    after: u64,
}

/// The commitments of the parts after a number, in order, of a log that the seat reads. A log that it does not read and
/// one that does not exist look the same.
pub(crate) async fn links(
    State(state): State<WebState>,
    Path((campaign, seat, log)): Path<(String, String, String)>,
    Query(OfLinks { after }): Query<OfLinks>,
    along: Along,
    visitor: Visitor,
) -> Result<Json<Vec<String>>, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    let stream: Stream = log.parse().map_err(|_| Trouble::NotFound)?;
    let links = state.desk.links(&campaign, seated.eyes, stream, after, MOST).await?;
    links.map(Json).ok_or(Trouble::NotFound)
}
