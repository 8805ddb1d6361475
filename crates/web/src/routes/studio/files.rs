//! A draft as a file: the set-up itself, or its tables for a spreadsheet.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use tabular::Grid;

use super::{Writing, engine};
use crate::error::Trouble;
use crate::state::WebState;
use crate::visitor::Visitor;

/// `draft.toml`, `tables.xlsx` or `tables.csv`.
pub(super) async fn file(
    State(state): State<WebState>,
    Path((draft, file)): Path<(String, String)>,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let writing = Writing::enter(&state, visitor, &draft).await?;
    let (kind, bytes) = match &*file {
        "draft.toml" => ("application/toml; charset=utf-8", writing.draft.text.clone().into_bytes()),
        "tables.csv" => ("text/csv; charset=utf-8", sheets::csv::write(&grids(&writing).await?)),
        "tables.xlsx" => {
            let bytes = sheets::xlsx::write(&grids(&writing).await?).map_err(|fault| {
                tracing::error!(%fault, "a draft is no workbook");
                Trouble::Broken
            })?;
            ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", bytes)
        }
        _ => return Err(Trouble::NotFound),
    };
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{file}\"")),
    ];
    Ok((headers, bytes).into_response())
}

async fn grids(writing: &Writing) -> Result<Vec<Grid>, Trouble> {
    let judged = engine::judge(writing.rulebook, &writing.draft.text).await?;
    Ok(judged.tables.into_iter().map(|(_, grid)| grid).collect())
}
