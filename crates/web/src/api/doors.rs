//! Who asks, and what the token opens.

use axum::Json;
use axum::extract::State;
use kernel::{Seat, SideInfo};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Problems;
use super::bearer::Bearer;
use super::problem::Problem;
use super::sent::Query;
use super::shape::Side;
use crate::state::WebState;

/// An address that takes no questions: what is asked with `?as=` must not be answered as if it had not been asked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// The bearer of a token.
#[derive(Serialize, ToSchema)]
pub(crate) struct Me {
    /// The token's name in lists.
    token: String,
    /// What for, in its maker's words; may be empty.
    label: String,
    /// The campaign it opens.
    campaign: String,
    /// The seat it opens there.
    #[schema(value_type = String, example = "side-0")]
    seat: Seat,
    /// When it was made, in milliseconds since 1970, UTC.
    created_at: i64,
    /// From when on it opens nothing.
    expires_at: i64,
}

/// Who the bearer of this token is.
#[utoipa::path(get, path = "/api/v1/me", tag = "doors", responses((status = 200, body = Me), Problems))]
pub(crate) async fn me(bearer: Bearer, _: Query<Nothing>) -> Json<Me> {
    Json(Me {
        token: bearer.token.handle.to_string(),
        label: bearer.token.label.clone(),
        campaign: bearer.campaign().to_owned(),
        seat: bearer.seat,
        created_at: bearer.token.created_ms,
        expires_at: bearer.token.expires_ms,
    })
}

/// A campaign that the token opens.
#[derive(Serialize, ToSchema)]
pub(crate) struct Card {
    /// Its id in addresses.
    campaign: String,
    /// Its title.
    title: String,
    /// The system's name in prose.
    system: String,
    /// The sides in the order of their seats.
    #[schema(value_type = Vec<Side>)]
    sides: Vec<SideInfo>,
    /// The seat that the token opens there.
    #[schema(value_type = String, example = "side-0")]
    seat: Seat,
    /// Where it stands.
    standing: String,
    /// Whether it has ended.
    ended: bool,
}

/// The campaigns that this token opens: a token opens one.
#[utoipa::path(get, path = "/api/v1/campaigns", tag = "doors", responses((status = 200, body = [Card]), Problems))]
pub(crate) async fn campaigns(
    State(state): State<WebState>,
    bearer: Bearer,
    _: Query<Nothing>,
) -> Result<Json<Vec<Card>>, Problem> {
    let look = state.desk.look(bearer.campaign(), bearer.seat).await?;
    Ok(Json(vec![Card {
        campaign: bearer.campaign().to_owned(),
        title: look.title,
        system: look.system.to_owned(),
        sides: look.sides,
        seat: bearer.seat,
        standing: look.contents.standing,
        ended: look.dice.shown,
    }]))
}
