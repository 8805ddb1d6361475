//! The picture under the map.

use axum::Json;
use axum::extract::{Request, State};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::acts::{Done, acted};
use super::bearer::{Bearer, name};
use super::look::Eyes;
use super::problem::Problem;
use super::sent::{Place, Query, Sent};
use super::{OfCampaign, Problems};
use crate::error::Trouble;
use crate::routes::picture::{MOST_SENT, decoded, sent_file};
use crate::state::WebState;

/// A place on the picture, and what it is on the map.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mark {
    /// Pixels from the left edge of the picture.
    right: u32,
    /// Pixels from its upper edge.
    down: u32,
    /// Hundredths of an inch from the left edge of the map.
    x: i32,
    /// Hundredths of an inch from its lower edge.
    y: i32,
}

impl From<table::Mark> for Mark {
    fn from(table::Mark { right, down, x, y }: table::Mark) -> Self {
        Self { right, down, x, y }
    }
}

impl From<Mark> for table::Mark {
    fn from(Mark { right, down, x, y }: Mark) -> Self {
        Self { right, down, x, y }
    }
}

/// The picture under the map.
#[derive(Serialize, ToSchema)]
pub(crate) struct Picture {
    /// The SHA-256 of its file, in hex: the last part of its address.
    digest: String,
    /// `image/png` or `image/jpeg`.
    media: String,
    /// In pixels.
    width: u32,
    /// In pixels.
    height: u32,
    /// The two places that set it to the map's inches; without them its edges are the map's edges.
    marks: Option<[Mark; 2]>,
    /// Whether everybody sees it so.
    shown: bool,
}

/// What lies under the map.
#[derive(Serialize, ToSchema)]
pub(crate) struct Under {
    /// The picture, as this seat sees it.
    picture: Option<Picture>,
}

/// The picture under the map, as far as this seat sees one.
#[utoipa::path(get, path = "/picture", tag = "look", params(OfCampaign, Eyes), responses((status = 200, body = Under), Problems))]
pub(crate) async fn picture(
    State(state): State<WebState>,
    bearer: Bearer,
    Query(query): Query<Eyes>,
) -> Result<Json<Under>, Problem> {
    let eyes = bearer.eyes(query.eyes.as_deref())?;
    let known = state.desk.picture(bearer.campaign(), eyes).await?;
    let picture = known.map(|(picture, shown)| Picture {
        digest: picture.digest,
        media: picture.media,
        width: picture.width,
        height: picture.height,
        marks: match picture.placed {
            table::Placed::Edges => None,
            table::Placed::Marks(marks) => Some(marks.map(Mark::from)),
        },
        shown,
    });
    Ok(Json(Under { picture }))
}

/// Which picture.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct OfPicture {
    /// The digest of its file.
    digest: String,
}

/// The file of a picture that this seat sees or has seen.
#[utoipa::path(get, path = "/picture/{digest}", tag = "files", params(OfCampaign, OfPicture, Eyes), responses(
    (status = 200, description = "The file", content((Vec<u8> = "image/png"), (Vec<u8> = "image/jpeg"))),
    Problems
))]
pub(crate) async fn picture_file(
    State(state): State<WebState>,
    bearer: Bearer,
    Place(at): Place<OfPicture>,
    Query(query): Query<Eyes>,
) -> Result<Response, Problem> {
    let eyes = bearer.eyes(query.eyes.as_deref())?;
    let file = state.desk.picture_file(bearer.campaign(), eyes, &at.digest).await?;
    let bytes = file.ok_or(Trouble::NotFound)?;
    // What is kept has been written by this program, as one of two kinds.
    let media = if bytes.starts_with(b"\x89PNG") { "image/png" } else { "image/jpeg" };
    Ok(sent_file(media, bytes))
}

/// The umpire lays a picture under the map: the file itself, PNG, JPEG or WebP. Nobody else sees it before it is shown.
#[utoipa::path(post, path = "/picture", tag = "umpire", params(OfCampaign),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = Done), Problems))]
pub(crate) async fn lay_picture(
    State(state): State<WebState>,
    bearer: Bearer,
    request: Request,
) -> Result<Json<Done>, Problem> {
    bearer.only_umpire()?;
    let file = axum::body::to_bytes(request.into_body(), MOST_SENT).await.map_err(|_| Trouble::TooHeavy)?;
    let before = state.desk.cursor(bearer.campaign(), bearer.seat).await?;
    let token = name(&state, None)?;
    let picture = decoded(file.into()).await?.map_err(|refusals| Problem::refused(&refusals, &[]))?;
    acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        desk.lay_picture(&campaign, seat, &picture, token).await
    })
    .await
}

/// Where the picture lies.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Placing {
    /// Two places, far apart; without them its edges are the map's edges.
    marks: Option<[Mark; 2]>,
    /// The act's own name; without it the server draws one.
    act: Option<String>,
}

/// The umpire sets the picture to the map's inches.
#[utoipa::path(post, path = "/picture/place", tag = "umpire", params(OfCampaign), request_body = Placing, responses((status = 200, body = Done), Problems))]
pub(crate) async fn place_picture(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(sent): Sent<Placing>,
) -> Result<Json<Done>, Problem> {
    let before = state.desk.cursor(bearer.campaign(), bearer.seat).await?;
    let token = name(&state, sent.act.as_deref())?;
    let placed = sent.marks.map_or(table::Placed::Edges, |marks| table::Placed::Marks(marks.map(Into::into)));
    acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        desk.place_picture(&campaign, seat, placed, token).await
    })
    .await
}

/// Whether everybody sees the picture.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Showing {
    /// `true` shows it as the umpire sees it; `false` takes it from everybody's maps but the umpire's.
    shown: bool,
    /// The act's own name; without it the server draws one.
    act: Option<String>,
}

/// The umpire shows the picture to everybody, or takes it from everybody's maps but the umpire's.
#[utoipa::path(post, path = "/picture/show", tag = "umpire", params(OfCampaign), request_body = Showing, responses((status = 200, body = Done), Problems))]
pub(crate) async fn show_picture(
    State(state): State<WebState>,
    bearer: Bearer,
    Sent(sent): Sent<Showing>,
) -> Result<Json<Done>, Problem> {
    let before = state.desk.cursor(bearer.campaign(), bearer.seat).await?;
    let token = name(&state, sent.act.as_deref())?;
    acted(&state, &bearer, &before, |desk, campaign, seat| async move {
        desk.show_picture(&campaign, seat, sent.shown, token).await
    })
    .await
}
