//! A campaign's past, moment by moment, as the seat saw it.

use axum::Json;
use axum::extract::State;
use kernel::view::View;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::bearer::Bearer;
use super::look::OfView;
use super::problem::Problem;
use super::sent::{Place, Query};
use super::shape::{Line, ViewShape};
use super::{OfCampaign, Problems};
use crate::error::Trouble;
use crate::state::WebState;

/// Which moment.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct OfLine {
    /// The line of the seat's log after which it is.
    line: u64,
}

/// A moment of the past.
#[derive(Serialize, ToSchema)]
pub(crate) struct Moment {
    /// What had just happened.
    line: Line,
    /// What the seat saw then. Nothing can be done in it.
    #[schema(value_type = ViewShape)]
    view: View,
}

/// The view as the seat saw it after a line of its log. What was taken back or corrected later still stands in it.
#[utoipa::path(get, path = "/log/{line}/view", tag = "look", params(OfCampaign, OfLine, OfView), responses((status = 200, body = Moment), Problems))]
pub(crate) async fn view_after(
    State(state): State<WebState>,
    bearer: Bearer,
    Place(at): Place<OfLine>,
    Query(query): Query<OfView>,
) -> Result<Json<Moment>, Problem> {
    let eyes = bearer.eyes(query.eyes.as_deref())?;
    let then = state.desk.look_then(bearer.campaign(), eyes, at.line).await?;
    let then = then.ok_or(Trouble::NotFound)?;
    let view = query.pages(&then.papers.look)?;
    Ok(Json(Moment { line: Line::of(then.line, &then.papers.look.sides), view }))
}
