//! Spectators behind time.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::acts::{Done, acted};
use super::bearer::{Bearer, name};
use super::problem::Problem;
use super::sent::Sent;
use super::{OfCampaign, Problems};
use crate::state::WebState;

/// How far behind spectators see the campaign: a public entry is shown to them when it is this old and this many others
/// have come after it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Behind {
    /// In minutes.
    pub minutes: u32,
    /// In public entries.
    pub entries: u32,
}

impl From<table::Delay> for Behind {
    fn from(delay: table::Delay) -> Self {
        Self { minutes: delay.minutes, entries: delay.entries }
    }
}

/// How far behind spectators are to see the campaign; nothing of both, and they see it as it is.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Delayed {
    /// In minutes.
    #[serde(default)]
    minutes: u32,
    /// In public entries.
    #[serde(default)]
    entries: u32,
    /// The act's own name; without it the server draws one.
    act: Option<String>,
}

/// The umpire sets how far behind spectators see the campaign; everyone reads it in the log.
#[utoipa::path(post, path = "/spectators", tag = "umpire", params(OfCampaign), request_body = Delayed, responses((status = 200, body = Done), Problems))]
pub(crate) async fn delay(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(sent): Sent<Delayed>,
) -> Result<Json<Done>, Problem> {
    let before = state.desk.cursor(bearer.campaign(), bearer.seat).await?;
    let token = name(&state, sent.act.as_deref())?;
    let delay = table::Delay { minutes: sent.minutes, entries: sent.entries };
    acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        desk.delay_spectators(&campaign, seat, delay, None, token).await
    })
    .await
}
