//! Before the first roll and after the last: words for the dice, their opening, how they have fallen, and the end of the
//! campaign.

use axum::Json;
use axum::extract::State;
use kernel::Seat;
use serde::{Deserialize, Serialize};
use table::Luck;
use utoipa::ToSchema;

use super::acts::{Done, acted};
use super::bearer::{Bearer, name};
use super::look::Eyes;
use super::problem::Problem;
use super::sent::{Query, Sent};
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

/// How dice of one size have fallen.
#[derive(Serialize, ToSchema)]
pub(crate) struct Fallen {
    /// Whose act they were thrown in; `clock` where they were thrown for both sides.
    #[schema(value_type = String, example = "side-0")]
    seat: Seat,
    /// Whether they were thrown at a real table and typed in.
    typed: bool,
    /// How many sides the dice have.
    sides: u16,
    /// How often each face came up, from 1 on.
    faces: Vec<u64>,
    /// The mean of the faces.
    mean: f64,
    /// How far that is from the mean of fair dice, in standard deviations of the mean of as many fair dice.
    off_by: f64,
}

impl From<Luck> for Fallen {
    fn from(luck: Luck) -> Self {
        let (mean, off_by) = (luck.mean(), luck.off_by());
        let Luck { seat, typed, sides, faces } = luck;
        Self { seat, typed, sides, faces, mean, off_by }
    }
}

/// How the dice have fallen in all rolls that the seat can see.
#[utoipa::path(get, path = "/luck", tag = "look", params(OfCampaign, Eyes), responses((status = 200, body = Vec<Fallen>), Problems))]
pub(crate) async fn luck(
    State(state): State<WebState>,
    bearer: Bearer,
    Query(query): Query<Eyes>,
) -> Result<Json<Vec<Fallen>>, Problem> {
    let eyes = bearer.eyes(query.eyes.as_deref())?;
    let fallen = state.desk.luck(bearer.campaign(), eyes).await?;
    Ok(Json(fallen.into_iter().map(Fallen::from).collect()))
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
