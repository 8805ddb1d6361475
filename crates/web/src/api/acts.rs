//! What a seat does: commands, steps taken back, answers to what waits.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use kernel::Seat;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{Answer, Cursor, Desk, DiceBy, Fault, Submission, Token};
use utoipa::ToSchema;

use super::bearer::{Bearer, cursor, name};
use super::problem::Problem;
use super::sent::Sent;
use super::shape::Line;
use super::{OfCampaign, Problems};
use crate::state::WebState;

/// The most new lines that an answer tells.
const MOST_NEWS: usize = 50;

/// A command of a seat.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Commanded {
    /// The command, as the offers and the forms of the view hold it. One that seals a choice may carry half of its nonce
    /// as `nonce`, 32 hexadecimal digits.
    #[schema(value_type = Object)]
    command: Value,
    /// The cursor of the view that the command rests on.
    cursor: String,
    /// The act's own name, 32 lower-case hexadecimal digits, random and fresh: an act sent twice under one name is done
    /// once. Without it the server draws one.
    act: Option<String>,
    /// For the umpire: the side for which it acts.
    #[serde(rename = "for")]
    acting_for: Option<String>,
    /// Why, when acting for a side.
    reason: Option<String>,
    /// Dice thrown at a real table, one list of faces for each throw; an empty list asks for them when they are needed.
    /// Without it the campaign's own dice are thrown.
    dice: Option<Vec<Vec<u16>>>,
}

/// A command that is only tried.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tried {
    /// The command.
    #[schema(value_type = Object)]
    command: Value,
    /// The cursor of the view it rests on; without it nothing is stale.
    cursor: Option<String>,
    /// For the umpire: the side for which it would act.
    #[serde(rename = "for")]
    acting_for: Option<String>,
    /// Why, when acting for a side.
    reason: Option<String>,
}

/// What came of an act.
#[derive(Serialize, ToSchema)]
pub(crate) struct Done {
    /// `done`, or `waits` when it waits for dice from a real table or for a ruling.
    outcome: &'static str,
    /// The seat's cursor by now.
    cursor: String,
    /// What the log tells the seat since the cursor that was sent: the act itself, and what followed from it.
    lines: Vec<Line>,
}

/// A command that would be accepted.
#[derive(Serialize, ToSchema)]
pub(crate) struct WouldBe {
    /// Always true: what would be refused is answered by the very problem that the command itself would meet.
    accepted: bool,
}

fn acting_for(sent: Option<&str>) -> Result<Option<Seat>, Problem> {
    let read = |text: &str| text.parse::<Seat>();
    sent.map(read).transpose().map_err(|_| {
        Problem::unreadable("No seat is called that. Sides are side-0, side-1, …", Some("body.for".into()))
    })
}

/// Whether a command would be accepted now. Nothing is rolled and nothing is done.
#[utoipa::path(post, path = "/try", tag = "act", params(OfCampaign), request_body = Tried, responses((status = 200, body = WouldBe), Problems))]
pub(crate) async fn would_take(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(tried): Sent<Tried>,
) -> Result<Json<WouldBe>, Problem> {
    let submission = Submission {
        by: bearer.seat,
        acting_for: acting_for(tried.acting_for.as_deref())?,
        reason: tried.reason,
        command: tried.command,
        cursor: tried.cursor.map(Cursor),
        // It is no act, and needs no name.
        token: ledger::Lineage([0; 16]),
        dice: DiceBy::Server,
    };
    let before = submission.cursor.clone().unwrap_or_default();
    match state.desk.would_take(bearer.campaign(), submission).await? {
        Ok(()) => Ok(Json(WouldBe { accepted: true })),
        Err(refusals) => Err(refused(&state, &bearer, &before, &refusals).await?),
    }
}

/// Gives a command.
#[utoipa::path(post, path = "/commands", tag = "act", params(OfCampaign), request_body = Commanded, responses((status = 200, body = Done), Problems))]
pub(crate) async fn command(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(sent): Sent<Commanded>,
) -> Result<Json<Done>, Problem> {
    let before = cursor(&sent.cursor);
    let submission = Submission {
        by: bearer.seat,
        acting_for: acting_for(sent.acting_for.as_deref())?,
        reason: sent.reason,
        command: sent.command,
        cursor: Some(before.clone()),
        token: name(&state, sent.act.as_deref())?,
        dice: sent.dice.map_or(DiceBy::Server, DiceBy::Table),
    };
    acted(
        &state,
        &bearer,
        &before,
        |desk, campaign, _| async move { desk.submit(&campaign, submission).await },
    )
    .await
}

/// The seat's latest step, to be taken back.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TakenBack {
    /// The cursor of the view that the act rests on.
    cursor: String,
    /// The side whose step the umpire sends back.
    #[serde(rename = "for")]
    whose: Option<String>,
    /// Why the umpire sends it back.
    reason: Option<String>,
    /// The act's own name; without it the server draws one.
    act: Option<String>,
}

/// Takes the seat's latest step back, if nothing was rolled in it and nobody else could see it; or sends a side's back to it,
/// as the umpire, with a reason.
#[utoipa::path(post, path = "/undo", tag = "act", params(OfCampaign), request_body = TakenBack, responses((status = 200, body = Done), Problems))]
pub(crate) async fn undo(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(sent): Sent<TakenBack>,
) -> Result<Json<Done>, Problem> {
    let before = cursor(&sent.cursor);
    let token = name(&state, sent.act.as_deref())?;
    let asked = Some(before.clone());
    let whose = match sent.whose.as_deref().map(str::parse::<Seat>) {
        None => None,
        Some(Ok(side)) => Some(side),
        Some(Err(_)) => {
            return Err(Problem::unreadable("A side is side-0, side-1, …", Some("body.for".into())));
        }
    };
    let reason = sent.reason.unwrap_or_default();
    acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        match whose.filter(|side| *side != seat) {
            Some(side) => desk.send_back(&campaign, seat, side, &reason, asked, token).await,
            None => desk.undo(&campaign, seat, asked, token).await,
        }
    })
    .await
}

/// An answer to a question that waits.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answered {
    /// The act that waits, by its name.
    waiting: String,
    /// The faces thrown, in order; or, for the umpire, the number of the choice, from 0, as the only one.
    faces: Vec<u16>,
    /// Why, when the umpire types in a throw that a side began.
    reason: Option<String>,
    /// The answer's own name; without it the server draws one.
    act: Option<String>,
}

/// Types in dice thrown at a real table, or the umpire's choice.
#[utoipa::path(post, path = "/answers", tag = "act", params(OfCampaign), request_body = Answered, responses((status = 200, body = Done), Problems))]
pub(crate) async fn answer(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(sent): Sent<Answered>,
) -> Result<Json<Done>, Problem> {
    let waiting: Token = sent.waiting.parse().map_err(|fault: ledger::BadName| {
        Problem::unreadable(format!("This names no act: it {fault}."), Some("body.waiting".into()))
    })?;
    let before = state.desk.cursor(bearer.campaign(), bearer.seat).await?;
    let token = name(&state, sent.act.as_deref())?;
    acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        desk.answer(&campaign, seat, waiting, token, sent.faces, sent.reason).await
    })
    .await
}

/// Does an act of the bearer's seat, and tells what came of it since the cursor, or the problem.
pub(crate) async fn acted<F>(
    state: &WebState,
    bearer: &Bearer,
    before: &Cursor,
    act: impl FnOnce(Arc<Desk>, String, Seat) -> F,
) -> Result<Json<Done>, Problem>
where
    F: Future<Output = Result<Answer, Fault>> + Send + 'static,
{
    let (campaign, seat) = (bearer.campaign().to_owned(), bearer.seat);
    let (outcome, cursor) = match state.act(|desk| act(desk, campaign, seat)).await? {
        Answer::Done { cursor, .. } => ("done", cursor),
        Answer::Waits { cursor } => ("waits", cursor),
        Answer::Refused(refusals) => return Err(refused(state, bearer, before, &refusals).await?),
    };
    Ok(Json(Done { outcome, cursor: cursor.0, lines: news(state, bearer, before).await? }))
}

/// A refusal with what has been ruled on it, and what is new when the act was stale.
async fn refused(
    state: &WebState,
    bearer: &Bearer,
    before: &Cursor,
    refusals: &kernel::Refusals,
) -> Result<Problem, Problem> {
    let rulings = state.desk.rulings(bearer.campaign(), bearer.seat).await?;
    let problem = Problem::refused(refusals, &rulings);
    if refusals.first().code != "stale" {
        return Ok(problem);
    }
    // The cursor first: should something come in between, it is told once more rather than never.
    let cursor = state.desk.cursor(bearer.campaign(), bearer.seat).await?;
    Ok(problem.with_news(cursor.0, news(state, bearer, before).await?))
}

async fn news(state: &WebState, bearer: &Bearer, before: &Cursor) -> Result<Vec<Line>, Problem> {
    let page = state.desk.since(bearer.campaign(), bearer.seat, before, MOST_NEWS).await?;
    let sides = state.desk.sides(bearer.campaign()).await?;
    Ok(page.lines.into_iter().map(|line| Line::of(line, &sides)).collect())
}
