//! Messages between the umpire and the sides.

use axum::Json;
use axum::extract::State;
use kernel::{Audience, Seat};
use serde::Deserialize;
use table::Message;
use utoipa::ToSchema;

use super::acts::{Done, acted};
use super::bearer::{Bearer, cursor, name};
use super::look::Eyes;
use super::problem::Problem;
use super::sent::{Query, Sent};
use super::shape::MessageShape;
use super::{OfCampaign, Problems};
use crate::state::WebState;

/// What the umpire and the sides have written, the newest first, as far as the seat may read it.
#[utoipa::path(get, path = "/messages", tag = "look", params(OfCampaign, Eyes), responses((status = 200, body = [MessageShape]), Problems))]
pub(crate) async fn messages(
    State(state): State<WebState>,
    bearer: Bearer,
    Query(query): Query<Eyes>,
) -> Result<Json<Vec<Message>>, Problem> {
    Ok(Json(state.desk.messages(bearer.campaign(), bearer.eyes(query.eyes.as_deref())?).await?))
}

/// A message to be written.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Written {
    /// What it says.
    words: String,
    /// Who reads it, of the umpire's: a side by its seat, or everyone with `spectator`. A side writes to `umpire`, and may
    /// leave this out.
    to: Option<String>,
    /// The cursor of the view that is looked at; what has happened since comes back.
    cursor: Option<String>,
    /// The act's own name; without it the server draws one.
    act: Option<String>,
}

/// Writes a message: the umpire to a side or to everyone, a side to the umpire.
#[utoipa::path(post, path = "/messages", tag = "act", params(OfCampaign), request_body = Written, responses((status = 200, body = Done), Problems))]
pub(crate) async fn write_message(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(sent): Sent<Written>,
) -> Result<Json<Done>, Problem> {
    let audience = match (bearer.seat, sent.to.as_deref().unwrap_or("umpire").parse()) {
        (Seat::Umpire, Ok(Seat::Side(side))) | (Seat::Side(side), Ok(Seat::Umpire)) => Audience::Side(side),
        (Seat::Umpire, Ok(Seat::Spectator)) => Audience::Public,
        // The table says who writes to whom.
        (_, Ok(_)) => Audience::Umpire,
        _ => {
            let words = "A message is for side-0, side-1, …, spectator, or of a side for umpire.";
            return Err(Problem::unreadable(words, Some("body.to".into())));
        }
    };
    let before = cursor(sent.cursor.as_deref().unwrap_or("0"));
    let token = name(&state, sent.act.as_deref())?;
    acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        desk.write_to(&campaign, seat, audience, &sent.words, token).await
    })
    .await
}
