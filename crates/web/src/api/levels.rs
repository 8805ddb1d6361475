//! The tables above and below a campaign.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use table::{Level, Said, Stands};
use utoipa::ToSchema;

use super::acts::{Done, acted};
use super::bearer::{Bearer, cursor, name};
use super::look::Eyes;
use super::problem::Problem;
use super::sent::{Query, Sent};
use super::{OfCampaign, Problems};
use crate::state::WebState;

/// A table above or below. A token opens one campaign: another table needs a token of its own.
#[derive(Serialize, ToSchema)]
pub(crate) struct OtherTable {
    /// What the rules above call the lower one.
    slot: String,
    /// The campaign of the other table.
    campaign: String,
    /// What it is called; absent where it is not on this server.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    title: Option<String>,
    /// How things stand: `open`, `over` (told to whoever takes it in, the umpire or where no person is that the sides), `taken-in`
    /// or `broken-off`.
    stands: &'static str,
    /// Whether the sides of the upper table close the lower one together, for no person is the umpire there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    by_sides: bool,
    /// What sides have said of closing it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    said: Vec<SaidSo>,
}

/// What a side has said of closing a table below.
#[derive(Serialize, ToSchema)]
pub(crate) struct SaidSo {
    /// Whose word it is: `side-0`.
    seat: String,
    /// That it is broken off, with this reason; absent where what came of it is taken in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    broken_off: Option<String>,
    /// Whether something was done there since, so that it counts no more.
    lapsed: bool,
}

impl From<Said> for SaidSo {
    fn from(said: Said) -> Self {
        Self { seat: said.side.name(), broken_off: said.broken_off, lapsed: said.lapsed }
    }
}

impl OtherTable {
    fn of(level: Level) -> Self {
        let stands = match level.stands {
            Stands::Open => "open",
            Stands::Over => "over",
            Stands::TakenIn => "taken-in",
            Stands::BrokenOff => "broken-off",
        };
        let said = level.said.into_iter().map(SaidSo::from).collect();
        let (campaign, by_sides) = (level.campaign.to_string(), level.by_sides);
        Self { slot: level.slot, campaign, title: level.title, stands, by_sides, said }
    }
}

/// The tables above and below.
#[derive(Serialize, ToSchema)]
pub(crate) struct OtherTables {
    /// The table above.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    above: Option<OtherTable>,
    /// The tables below, by their slots.
    below: Vec<OtherTable>,
}

/// The tables above and below this one, and how things stand between them.
#[utoipa::path(get, path = "/other-tables", tag = "look", params(OfCampaign, Eyes), responses((status = 200, body = OtherTables), Problems))]
pub(crate) async fn other_tables(
    State(state): State<WebState>,
    bearer: Bearer,
    Query(query): Query<Eyes>,
) -> Result<Json<OtherTables>, Problem> {
    let eyes = bearer.eyes(query.eyes.as_deref())?;
    let tables = state.desk.neighbours(bearer.campaign(), eyes).await?;
    let below = tables.below.into_iter().map(OtherTable::of).collect();
    Ok(Json(OtherTables { above: tables.above.map(OtherTable::of), below }))
}

/// A table below of which something is taken in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TakenIn {
    /// Which, by its slot.
    slot: String,
    /// The cursor of the view that the act rests on.
    cursor: String,
    /// The act's own name; without it the server draws one.
    act: Option<String>,
}

/// The umpire takes in what came of a table below. From then on nothing is done there. Where no person is the umpire each side says
/// so, and it is done with the last word.
#[utoipa::path(post, path = "/other-tables/take-in", tag = "umpire", params(OfCampaign), request_body = TakenIn, responses((status = 200, body = Done), Problems))]
pub(crate) async fn take_in(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(sent): Sent<TakenIn>,
) -> Result<Json<Done>, Problem> {
    let before = cursor(&sent.cursor);
    let (token, asked) = (name(&state, sent.act.as_deref())?, Some(before.clone()));
    acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        desk.take_in(&campaign, seat, &sent.slot, asked, token).await
    })
    .await
}

/// A table below that is broken off.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BrokenOff {
    /// Which, by its slot.
    slot: String,
    /// Why; every seat of both tables reads it.
    reason: String,
    /// The cursor of the view that the act rests on.
    cursor: String,
    /// The act's own name; without it the server draws one.
    act: Option<String>,
}

/// The umpire breaks a table below off. What comes of it is entered by a command of the rules here. Where no person is the umpire
/// each side says so with the same reason, and it is done with the last word.
#[utoipa::path(post, path = "/other-tables/break-off", tag = "umpire", params(OfCampaign), request_body = BrokenOff, responses((status = 200, body = Done), Problems))]
pub(crate) async fn break_off(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(sent): Sent<BrokenOff>,
) -> Result<Json<Done>, Problem> {
    let before = cursor(&sent.cursor);
    let (token, asked) = (name(&state, sent.act.as_deref())?, Some(before.clone()));
    acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        desk.break_off(&campaign, seat, &sent.slot, &sent.reason, asked, token).await
    })
    .await
}

/// A table below that stays open.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeptOpen {
    /// Which, by its slot.
    slot: String,
    /// The cursor of the view that the act rests on.
    cursor: String,
    /// The act's own name; without it the server draws one.
    act: Option<String>,
}

/// A side takes back what it has said of closing a table below, or says no to what the other has said.
#[utoipa::path(post, path = "/other-tables/keep-open", tag = "act", params(OfCampaign), request_body = KeptOpen, responses((status = 200, body = Done), Problems))]
pub(crate) async fn keep_open(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(sent): Sent<KeptOpen>,
) -> Result<Json<Done>, Problem> {
    let before = cursor(&sent.cursor);
    let (token, asked) = (name(&state, sent.act.as_deref())?, Some(before.clone()));
    acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        desk.keep_open(&campaign, seat, &sent.slot, asked, token).await
    })
    .await
}
