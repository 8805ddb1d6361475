//! Files to take away: tables of a page, of all pages, and the campaign itself.

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use table::FileKind;
use utoipa::{IntoParams, ToSchema};

use super::bearer::Bearer;
use super::look::Eyes;
use super::problem::Problem;
use super::sent::{Place, Query};
use super::{OfCampaign, Problems};
use crate::error::Trouble;
use crate::routes::download::{Ending, tables};
use crate::routes::export;
use crate::state::WebState;

/// Which page.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct OfPage {
    /// The page, by its id in the view.
    page: String,
}

/// How tables are written.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Format {
    /// Comma-separated values, several tables below each other.
    #[default]
    Csv,
    /// A workbook, one sheet for each table.
    Xlsx,
}

/// Which file.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct OfSheet {
    /// How the tables are written; CSV when it is not said.
    #[serde(default)]
    #[param(inline)]
    format: Format,
    /// For the umpire: the seat whose page it is.
    #[serde(rename = "as")]
    eyes: Option<String>,
}

/// The tables of a page.
#[utoipa::path(get, path = "/sheets/{page}", tag = "files", params(OfCampaign, OfPage, OfSheet), responses(
    (status = 200, description = "The file", content((String = "text/csv"), (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
    Problems
))]
pub(crate) async fn sheet(
    State(state): State<WebState>,
    bearer: Bearer,
    Place(at): Place<OfPage>,
    Query(query): Query<OfSheet>,
) -> Result<Response, Problem> {
    let eyes = bearer.eyes(query.eyes.as_deref())?;
    let look = state.desk.look(bearer.campaign(), eyes).await?;
    let page = look.page(&at.page).ok_or(Trouble::NotFound)?;
    let ending = match query.format {
        Format::Csv => Ending::Csv,
        Format::Xlsx => Ending::Xlsx,
    };
    Ok(tables(&look, eyes, Some(&page), ending)?)
}

/// The tables of every page as one workbook.
#[utoipa::path(get, path = "/workbook", tag = "files", params(OfCampaign, Eyes), responses(
    (status = 200, description = "The file", body = Vec<u8>, content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    Problems
))]
pub(crate) async fn workbook(
    State(state): State<WebState>,
    bearer: Bearer,
    Query(query): Query<Eyes>,
) -> Result<Response, Problem> {
    let eyes = bearer.eyes(query.eyes.as_deref())?;
    let look = state.desk.look(bearer.campaign(), eyes).await?;
    Ok(tables(&look, eyes, None, Ending::Xlsx)?)
}

/// Which campaign file.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct OfFile {
    /// For whom it is.
    #[param(inline)]
    kind: Kind,
}

/// For whom a campaign file is.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// What the seat itself may read; for the umpire all but the secret of the dice.
    Seat,
    /// Everything, for every seat, once the campaign has ended.
    Final,
    /// For the umpire: everything, private, to go on in another data folder.
    Move,
}

/// The campaign as a file that `adjutant verify` checks.
#[utoipa::path(get, path = "/files/{kind}", tag = "files", params(OfCampaign, OfFile, Eyes), responses((status = 200, description = "The file", body = Object), Problems))]
pub(crate) async fn campaign_file(
    State(state): State<WebState>,
    bearer: Bearer,
    Place(at): Place<OfFile>,
    Query(query): Query<Eyes>,
) -> Result<Response, Problem> {
    bearer.to_own(query.eyes.as_deref())?;
    let kind = match at.kind {
        Kind::Seat => FileKind::Seat,
        Kind::Final => FileKind::Final,
        Kind::Move => FileKind::Move,
    };
    let look = state.desk.look(bearer.campaign(), bearer.seat).await?;
    match state.desk.export(bearer.campaign(), bearer.seat, kind).await? {
        Ok(file) => Ok(export::file(bearer.campaign(), &look, bearer.seat, kind, &file)),
        Err(refusal) => Err(Problem::refused(&refusal.into(), &[])),
    }
}
