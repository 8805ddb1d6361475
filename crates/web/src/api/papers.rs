//! Sheets for the table as PDF.

use axum::extract::State;
use axum::response::Response;
use kernel::view::Paper;
use serde::{Deserialize, Serialize};
use sheets::pdf::Size;
use utoipa::{IntoParams, ToSchema};

use super::bearer::Bearer;
use super::problem::Problem;
use super::sent::{Place, Query};
use super::{OfCampaign, Problems};
use crate::guard::Called;
use crate::routes::paper::{papers_at, printed};
use crate::routes::seats::origin;
use crate::state::WebState;

/// A sheet that can be printed.
#[derive(Serialize, ToSchema)]
pub(crate) struct SheetToPrint {
    /// Its id.
    id: String,
    /// Its heading.
    title: String,
    /// The seat whose sheet it is.
    seat: String,
    /// Who may know what stands on it.
    #[schema(value_type = super::shape::AudienceShape)]
    audience: kernel::Audience,
}

impl SheetToPrint {
    fn of(paper: Paper) -> Self {
        Self { id: paper.id, title: paper.title, seat: paper.seat.name(), audience: paper.audience }
    }
}

/// Of which moment sheets are listed.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct OfList {
    /// The line of the seat's log after which they stood so; the present when it is not said.
    line: Option<u64>,
    /// For the umpire: the seat whose sheets they are.
    #[serde(rename = "as")]
    eyes: Option<String>,
}

/// The sheets for the table that the seat can print, or could after a line of its log.
#[utoipa::path(get, path = "/papers", tag = "files", params(OfCampaign, OfList), responses((status = 200, description = "The sheets", body = Vec<SheetToPrint>), Problems))]
pub(crate) async fn papers(
    State(state): State<WebState>,
    bearer: Bearer,
    Query(query): Query<OfList>,
) -> Result<axum::Json<Vec<SheetToPrint>>, Problem> {
    let eyes = bearer.eyes(query.eyes.as_deref())?;
    let papers = papers_at(&state, bearer.campaign(), eyes, query.line).await?.papers;
    Ok(axum::Json(papers.into_iter().map(SheetToPrint::of).collect()))
}

/// Which sheet.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct OfPaper {
    /// The sheet, by its id; `all` for all of the seat's, `page-` and the id of a page of the view for that page.
    paper: String,
}

/// The size of the paper.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PaperSize {
    /// 210 by 297 millimetres.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

/// How a sheet is printed.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct OfPrint {
    /// The size of the paper; A4 when it is not said.
    #[serde(default)]
    #[param(inline)]
    size: PaperSize,
    /// The line of the seat's log after which it stood so; the present when it is not said.
    line: Option<u64>,
    /// For the umpire: the seat whose sheet it is.
    #[serde(rename = "as")]
    eyes: Option<String>,
}

/// A sheet for the table as PDF, black on white.
#[utoipa::path(get, path = "/papers/{paper}", tag = "files", params(OfCampaign, OfPaper, OfPrint), responses(
    (status = 200, description = "The file", body = Vec<u8>, content_type = "application/pdf"),
    Problems
))]
pub(crate) async fn paper(
    State(state): State<WebState>,
    bearer: Bearer,
    called: Called,
    Place(at): Place<OfPaper>,
    Query(query): Query<OfPrint>,
) -> Result<Response, Problem> {
    let eyes = bearer.eyes(query.eyes.as_deref())?;
    let size = match query.size {
        PaperSize::A4 => Size::A4,
        PaperSize::Letter => Size::Letter,
    };
    let papers = papers_at(&state, bearer.campaign(), eyes, query.line).await?;
    Ok(printed(&papers, bearer.campaign(), eyes, &at.paper, size, &origin(&state, &called)).await?)
}
