//! The rulings book.

use axum::Json;
use axum::extract::State;
use kernel::{Audience, Seat};
use serde::Deserialize;
use table::{NewRuling, Ruling};
use utoipa::ToSchema;

use super::acts::{Done, acted};
use super::bearer::{Bearer, cursor, name};
use super::look::Eyes;
use super::problem::Problem;
use super::sent::{Query, Sent};
use super::shape::RulingShape;
use super::{OfCampaign, Problems};
use crate::state::WebState;

/// What the umpire has ruled, the newest first, as far as the seat may know it.
#[utoipa::path(get, path = "/rulings", tag = "umpire", params(OfCampaign, Eyes), responses((status = 200, body = [RulingShape]), Problems))]
pub(crate) async fn book(
    State(state): State<WebState>,
    bearer: Bearer,
    Query(query): Query<Eyes>,
) -> Result<Json<Vec<Ruling>>, Problem> {
    Ok(Json(state.desk.rulings(bearer.campaign(), bearer.eyes(query.eyes.as_deref())?).await?))
}

/// A ruling to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ruled {
    /// The rule it is about: an id of the system or of the house.
    rule: String,
    /// What is decided.
    decision: String,
    /// Why.
    reason: String,
    /// Who reads it: a side by its seat, `umpire` alone, or everyone with `spectator`.
    to: String,
    /// The cursor of the view that the act rests on.
    cursor: String,
    /// The act's own name; without it the server draws one.
    act: Option<String>,
}

/// The umpire rules.
#[utoipa::path(post, path = "/rulings", tag = "umpire", params(OfCampaign), request_body = Ruled, responses((status = 200, body = Done), Problems))]
pub(crate) async fn rule(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(sent): Sent<Ruled>,
) -> Result<Json<Done>, Problem> {
    let audience = match sent.to.parse() {
        Ok(Seat::Side(side)) => Audience::Side(side),
        Ok(Seat::Umpire) => Audience::Umpire,
        Ok(Seat::Spectator) => Audience::Public,
        _ => {
            let words = "A ruling is for umpire, spectator, side-0, side-1, …";
            return Err(Problem::unreadable(words, Some("body.to".into())));
        }
    };
    let new = NewRuling { rule: sent.rule, decision: sent.decision, reason: sent.reason, audience };
    let before = cursor(&sent.cursor);
    let token = name(&state, sent.act.as_deref())?;
    let asked = Some(before.clone());
    acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        desk.rule(&campaign, seat, new, asked, token).await
    })
    .await
}
