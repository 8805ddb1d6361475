//! Set-ups, checked before anybody lays them out.

use axum::Json;
use axum::extract::State;
use kernel::Diagnostic;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::Problems;
use super::bearer::Bearer;
use super::problem::Problem;
use super::sent::SentSetup;
use super::shape::FaultShape;
use crate::error::Trouble;
use crate::state::WebState;

/// A set-up to be checked.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Checked {
    /// The system's name in files, such as `battlefront-campaign`.
    system: String,
    /// The set-up, as TOML.
    setup: String,
    /// Facts of a position to be checked against it.
    #[schema(value_type = Option<Object>)]
    position: Option<Value>,
    /// What the set-up is called in its faults; `set-up` when it is not said.
    file: Option<String>,
}

/// What a check found.
#[derive(Serialize, ToSchema)]
pub(crate) struct Found {
    /// Whether a campaign can be laid out from it.
    sound: bool,
    /// The title of the campaign, when it is sound.
    title: Option<String>,
    /// Every fault, with its place and its rule.
    #[schema(value_type = Vec<FaultShape>)]
    faults: Vec<Diagnostic>,
    /// What is odd about a sound set-up and no fault.
    #[schema(value_type = Vec<FaultShape>)]
    warnings: Vec<Diagnostic>,
}

/// Tells every fault of a set-up at once, with line and column. Nothing is laid out.
#[utoipa::path(post, path = "/api/v1/setups/check", tag = "doors", request_body = Checked, responses((status = 200, body = Found), Problems))]
pub(crate) async fn check(
    State(state): State<WebState>,
    _: Bearer,
    SentSetup(sent): SentSetup<Checked>,
) -> Result<Json<Found>, Problem> {
    let rulebooks = state.desk.rulebooks();
    let Some(rulebook) = rulebooks.iter().copied().find(|rulebook| rulebook.name() == sent.system) else {
        let known: Vec<&str> = rulebooks.iter().map(|rulebook| rulebook.name()).collect();
        let words = format!("This build knows {}.", known.join(", "));
        return Err(Problem::unreadable(words, Some("body.system".into())));
    };
    // A large file takes its time; others are served meanwhile.
    let checked = tokio::task::spawn_blocking(move || {
        let file = sent.file.as_deref().unwrap_or("set-up");
        let mut game = rulebook.open(file, &sent.setup)?;
        if let Some(position) = sent.position {
            game.set_position(position)?;
        }
        Ok::<_, Vec<Diagnostic>>((game.title(), game.warnings().to_vec()))
    });
    let checked = checked.await.map_err(|broken| {
        tracing::error!(%broken, "a check broke off");
        Trouble::Broken
    })?;
    Ok(Json(match checked {
        Ok((title, warnings)) => {
            Found { sound: true, title: Some(title), faults: Vec::new(), warnings: legible(warnings) }
        }
        Err(faults) => Found { sound: false, title: None, faults: legible(faults), warnings: Vec::new() },
    }))
}

/// What was found, with codes for letters that nobody sees: it quotes the file.
fn legible(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let seen = |one: Diagnostic| Diagnostic {
        file: ledger::printable(&one.file),
        path: ledger::printable(&one.path),
        sentence: ledger::printable(&one.sentence),
        ..one
    };
    found.into_iter().map(seen).collect()
}
