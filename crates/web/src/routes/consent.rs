//! A correction that waits for consent: what changes for the seat, and its word.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use kernel::view::ShownRefusal;
use table::{Answer, Correcting};

use super::act::{cursor, enter, token};
use super::correct::{begun, drawn, preview_page};
use crate::error::Trouble;
use crate::posted::Posted;
use crate::render::correct;
use crate::seated::{Along, Seated};
use crate::state::WebState;
use crate::visitor::Visitor;

/// The page of the correction that waits.
pub(crate) async fn page(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
) -> Result<Response, Trouble> {
    let seated = Seated::enter(&state, visitor, &campaign, &seat, &along).await?;
    draw(&state, &seated, &[]).await
}

/// The umpire puts a correction to the sides.
pub(crate) async fn propose(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    seated.only_umpire()?;
    let correcting: Correcting = begun(&posted)?;
    let reason = posted.get("reason").unwrap_or("").to_owned();
    let (own, cursor, token) = (seated.own, Some(cursor(&posted)?), token(&posted)?);
    let (asked, why) = (correcting.clone(), reason.clone());
    let answer =
        state.act(|desk| async move { desk.propose(&campaign, own, &asked, &why, cursor, token).await });
    if let Answer::Refused(refusals) = answer.await? {
        let shown = ShownRefusal::all(&refusals);
        return preview_page(&state, &seated, &correcting, &shown, &reason).await;
    }
    Ok(Redirect::to(&format!("{}/correction", seated.base)).into_response())
}

/// A side agrees or declines.
pub(crate) async fn word(
    State(state): State<WebState>,
    Path((campaign, seat)): Path<(String, String)>,
    along: Along,
    visitor: Visitor,
    posted: Posted,
) -> Result<Response, Trouble> {
    let seated = enter(&state, visitor, &campaign, &seat, &along, &posted).await?;
    if seated.eyes != seated.own {
        return Err(Trouble::NotUnderstood);
    }
    let agrees = match posted.get("word") {
        Some("agree") => true,
        Some("decline") => false,
        _ => return Err(Trouble::NotUnderstood),
    };
    let (own, token) = (seated.own, token(&posted)?);
    let digest = posted.get("digest").unwrap_or("").to_owned();
    let answer =
        state.act(|desk| async move { desk.consent(&campaign, own, agrees, &digest, token).await }).await?;
    if let Answer::Refused(refusals) = answer {
        let shown = ShownRefusal::all(&refusals);
        return draw(&state, &seated, &shown).await;
    }
    Ok(Redirect::to(&format!("{}/correction", seated.base)).into_response())
}

async fn draw(state: &WebState, seated: &Seated, refusals: &[ShownRefusal]) -> Result<Response, Trouble> {
    let proposed = state.desk.proposed(&seated.campaign, seated.eyes).await?;
    let main = correct::proposed(&seated.reader("log"), proposed.as_ref(), refusals);
    let at = format!("correction{}", seated.query);
    Ok(drawn(seated, "A correction", &at, main))
}
