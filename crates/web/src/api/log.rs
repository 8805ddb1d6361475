//! The log as a seat may read it.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use table::Cursor;
use utoipa::IntoParams;

use super::bearer::Bearer;
use super::problem::Problem;
use super::sent::Query;
use super::shape::{Line, Lines};
use super::{OfCampaign, Problems};
use crate::state::WebState;

/// The most lines of one answer.
const MOST: usize = 500;

/// Which lines.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct OfLog {
    /// Only what has come since a view bore this cursor.
    since: Option<String>,
    /// Only lines numbered above this; the first of them come.
    after: Option<u64>,
    /// Only lines numbered below this; the last of them come.
    before: Option<u64>,
    /// The most lines; 50 when it is not said.
    #[param(minimum = 1, maximum = 500)]
    most: Option<usize>,
    /// For the umpire: the seat whose log is asked for.
    #[serde(rename = "as")]
    eyes: Option<String>,
}

/// Lines of the log, the newest last: the last ones, or those since a cursor, after a line, or before one.
#[utoipa::path(get, path = "/log", tag = "look", params(OfCampaign, OfLog), responses((status = 200, body = Lines), Problems))]
pub(crate) async fn log(
    State(state): State<WebState>,
    bearer: Bearer,
    Query(query): Query<OfLog>,
) -> Result<Json<Lines>, Problem> {
    let eyes = bearer.eyes(query.eyes.as_deref())?;
    let campaign = bearer.campaign();
    let most = query.most.unwrap_or(50).min(MOST);
    let page = match (query.since, query.after, query.before) {
        (Some(since), None, None) => {
            let since = Cursor(since);
            if !since.is_of(eyes) {
                let words = "This is not a cursor of that seat. The view of the same seat gives one.";
                return Err(Problem::unreadable(words, Some("query.since".into())));
            }
            state.desk.since(campaign, eyes, &since, most).await?
        }
        (None, Some(after), None) => {
            let n_lines = state.desk.log(campaign, eyes, None, 0).await?.n_lines;
            let last = after.saturating_add(most as u64).min(n_lines);
            let n_new = usize::try_from(last.saturating_sub(after)).unwrap_or(0);
            state.desk.log(campaign, eyes, Some(last + 1), n_new).await?
        }
        (None, None, before) => state.desk.log(campaign, eyes, before, most).await?,
        _ => {
            let words = "Give one of since, after and before, not several.";
            return Err(Problem::unreadable(words, Some("query".into())));
        }
    };
    let sides = state.desk.sides(campaign).await?;
    let lines = page.lines.into_iter().map(|line| Line::of(line, &sides)).collect();
    Ok(Json(Lines { n_lines: page.n_lines, lines }))
}
