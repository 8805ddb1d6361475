//! Campaign files to take away: what the seat may see, or, for the umpire, everything.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use dice::Contribution;
use kernel::Seat;
use ledger::CampaignId;
use ledger::bundle::{Export, export as write_out};

use super::act::enter;
use crate::error::Trouble;
use crate::posted::Posted;
use crate::seated::Along;
use crate::state::WebState;
use crate::visitor::Visitor;

/// A campaign file as a download.
pub(crate) async fn export(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    let what = match (posted.get("what"), seated.own) {
        _ if seated.eyes != seated.own => return Err(Trouble::NotUnderstood),
        (Some("final"), Seat::Umpire) => Export::Final,
        (Some("seat"), Seat::Umpire) => Export::Umpire,
        (Some("seat"), Seat::Side(side)) => Export::Side(side),
        (Some("seat"), _) => Export::Spectator,
        _ => return Err(Trouble::NotUnderstood),
    };
    let id = CampaignId::new(&*campaign).map_err(|_| Trouble::NotFound)?;
    let said = seated.look.dice.words.iter();
    let contributions: Vec<Contribution> =
        said.map(|(seat, text)| Contribution { seat: seat.clone(), text: text.clone() }).collect();
    let file = write_out(state.store.as_ref(), &id, what, &contributions).await?;
    let name = format!("attachment; filename=\"{campaign}-{}.json\"", seated.own.name());
    let headers = [
        (header::CONTENT_TYPE, "application/json; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, file.to_text()).into_response())
}
