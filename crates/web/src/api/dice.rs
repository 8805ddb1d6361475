//! Before the first roll and after the last: words for the dice, their opening, and the end of the campaign.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::acts::{Done, acted};
use super::bearer::{Bearer, name};
use super::problem::Problem;
use super::sent::Sent;
use super::{OfCampaign, Problems};
use crate::state::WebState;

/// What a side adds to the dice.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Added {
    /// The words; without them the side passes.
    words: Option<String>,
    /// The act's own name; without it the server draws one.
    act: Option<String>,
}

/// A side adds words of its own to the dice before the first roll, or passes.
#[utoipa::path(post, path = "/dice/words", tag = "act", params(OfCampaign), request_body = Added, responses((status = 200, body = Done), Problems))]
pub(crate) async fn words(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(sent): Sent<Added>,
) -> Result<Json<Done>, Problem> {
    let before = state.desk.cursor(bearer.campaign(), bearer.seat).await?;
    let token = name(&state, sent.act.as_deref())?;
    acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        desk.contribute(&campaign, seat, sent.words, token).await
    })
    .await
}

/// The umpire opens the dice without waiting for the rest of the sides.
#[utoipa::path(post, path = "/dice/open", tag = "umpire", params(OfCampaign), responses((status = 200, body = Done), Problems))]
pub(crate) async fn open(State(state): State<WebState>, bearer: Bearer) -> Result<Json<Done>, Problem> {
    let before = state.desk.cursor(bearer.campaign(), bearer.seat).await?;
    acted(
        &state,
        &bearer,
        &before,
        |desk, campaign, seat| async move { desk.open_dice(&campaign, seat).await },
    )
    .await
}

/// Why the campaign ends.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ended {
    /// The reason, which everyone reads.
    reason: String,
}

/// The umpire ends the campaign, so that the secret of its dice may be shown. Nothing is done in it afterwards.
#[utoipa::path(post, path = "/end", tag = "umpire", params(OfCampaign), request_body = Ended, responses((status = 200, body = Done), Problems))]
pub(crate) async fn end(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(sent): Sent<Ended>,
) -> Result<Json<Done>, Problem> {
    let before = state.desk.cursor(bearer.campaign(), bearer.seat).await?;
    acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        desk.end(&campaign, seat, &sent.reason).await
    })
    .await
}
