//! Deadlines, and the orders that a side keeps for them.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::Value;
use table::{Kept, Missing, Pace, TimeOrder};
use utoipa::ToSchema;

use super::acts::{Done, acted};
use super::bearer::{Bearer, cursor, name};
use super::problem::Problem;
use super::sent::Sent;
use super::{OfCampaign, Problems};
use crate::state::WebState;

/// What the umpire does about time.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "what", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Timed {
    /// Gives each step this long, the open one from now on.
    Set {
        /// Hours from the beginning of a step to its deadline.
        hours: u32,
        /// Minutes after the deadline in which a side may still come.
        #[serde(default)]
        grace: u32,
        /// What is done for a side that is late: `wait`, `saved`, `default` or `umpire`.
        #[schema(value_type = String, example = "saved")]
        missing: Missing,
        /// The act's own name; without it the server draws one.
        act: Option<String>,
    },
    /// Moves the deadline of the open step.
    Move {
        /// To which instant, in milliseconds since 1970, UTC.
        at: i64,
        /// The act's own name.
        act: Option<String>,
    },
    /// Lets time stand still.
    Pause {
        /// The act's own name.
        act: Option<String>,
    },
    /// Lets time go on with what was left of it.
    Resume {
        /// The act's own name.
        act: Option<String>,
    },
    /// Lets time not count any more.
    Lift {
        /// The act's own name.
        act: Option<String>,
    },
}

/// The umpire sets, moves, stops or lifts the deadlines of steps; everyone reads it in the log.
#[utoipa::path(post, path = "/deadlines", tag = "umpire", params(OfCampaign), request_body = Timed, responses((status = 200, body = Done), Problems))]
pub(crate) async fn time(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(sent): Sent<Timed>,
) -> Result<Json<Done>, Problem> {
    let before = state.desk.cursor(bearer.campaign(), bearer.seat).await?;
    let (order, act) = match sent {
        Timed::Set { hours, grace, missing, act } => (TimeOrder::Set(Pace { hours, grace, missing }), act),
        Timed::Move { at, act } => (TimeOrder::Move(at), act),
        Timed::Pause { act } => (TimeOrder::Pause, act),
        Timed::Resume { act } => (TimeOrder::Resume, act),
        Timed::Lift { act } => (TimeOrder::Lift, act),
    };
    let token = name(&state, act.as_deref())?;
    acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        desk.set_time(&campaign, seat, order, None, token).await
    })
    .await
}

/// An order to be kept.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeptOrder {
    /// What to call it.
    #[serde(default)]
    words: String,
    /// The command.
    #[schema(value_type = Object)]
    command: Value,
}

/// The orders that a side keeps for the step that is open, in place of those that it kept before.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeptOrders {
    /// In the order in which they are given.
    orders: Vec<KeptOrder>,
    /// The cursor of the view that the act rests on.
    cursor: String,
    /// The act's own name; without it the server draws one.
    act: Option<String>,
}

/// A side keeps orders for the deadline of the step that is open; the side and the umpire alone read them.
#[utoipa::path(post, path = "/deadlines/kept", tag = "act", params(OfCampaign), request_body = KeptOrders, responses((status = 200, body = Done), Problems))]
pub(crate) async fn keep(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(sent): Sent<KeptOrders>,
) -> Result<Json<Done>, Problem> {
    let before = cursor(&sent.cursor);
    let token = name(&state, sent.act.as_deref())?;
    let asked = Some(before.clone());
    let orders: Vec<Kept> = sent
        .orders
        .into_iter()
        .map(|order| Kept { words: order.words.chars().take(160).collect(), command: order.command })
        .collect();
    let done = acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        desk.keep_orders(&campaign, seat, orders.clone(), asked, token).await
    })
    .await?;
    state.people.note_tokens_keeper(&bearer.token.handle, &bearer.token.chair).await?;
    Ok(done)
}
