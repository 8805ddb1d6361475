//! A body as JSON: read whole, within bounds, every fault with its place.

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::problem::Problem;
use crate::error::Trouble;
use crate::posted::MOST_BYTES;
use crate::state::WebState;

/// The most a set-up to be checked may hold, in bytes.
pub(crate) const MOST_SETUP_BYTES: usize = 1024 * 1024;

/// A body of at most as many bytes as a form may have.
pub(crate) struct Sent<T>(pub T);

/// A body of at most [`MOST_SETUP_BYTES`].
pub(crate) struct SentSetup<T>(pub T);

impl<T: DeserializeOwned> FromRequest<WebState> for Sent<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &WebState) -> Result<Self, Problem> {
        read(request, MOST_BYTES).await.map(Self)
    }
}

impl<T: DeserializeOwned> FromRequest<WebState> for SentSetup<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &WebState) -> Result<Self, Problem> {
        read(request, MOST_SETUP_BYTES).await.map(Self)
    }
}

async fn read<T: DeserializeOwned>(request: Request, most: usize) -> Result<T, Problem> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
    let kind = kind.split(';').next().unwrap_or("").trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        return Err(Problem::unreadable("The body has to be application/json.", Some("Content-Type".into())));
    }
    let bytes = axum::body::to_bytes(request.into_body(), most).await.map_err(|_| Trouble::TooLarge)?;
    let text =
        str::from_utf8(&bytes).map_err(|_| Problem::unreadable("The body is not text in UTF-8.", None))?;
    let value = kernel::json::read(text).map_err(|fault| {
        let place = format!("line {} column {}", fault.line(), fault.column());
        Problem::unreadable(format!("The body is not JSON as it is read here: {fault}."), Some(place))
    })?;
    if !value.is_object() {
        return Err(Problem::unreadable(
            "The body has to be an object with its fields by name.",
            Some("body".into()),
        ));
    }
    serde_path_to_error::deserialize(kernel::json::ByName(value)).map_err(|fault| {
        let place = fault.path().to_string();
        let place = if place == "." { "body".to_owned() } else { format!("body.{place}") };
        Problem::unreadable(format!("{}.", fault.into_inner()), Some(place))
    })
}

/// What an address carries behind its question mark, with faults told as problems.
pub(crate) struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<WebState> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &WebState) -> Result<Self, Problem> {
        match axum::extract::Query::<T>::from_request_parts(parts, state).await {
            Ok(axum::extract::Query(query)) => Ok(Self(query)),
            Err(fault) => Err(Problem::unreadable(format!("{}.", fault.body_text()), Some("query".into()))),
        }
    }
}

/// What stands in the path, besides the campaign, with faults told as an address that is not there.
pub(crate) struct Place<T>(pub T);

impl<T: DeserializeOwned + Send> FromRequestParts<WebState> for Place<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &WebState) -> Result<Self, Problem> {
        let place = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        place.map(|axum::extract::Path(place)| Self(place)).map_err(|_| Trouble::NotFound.into())
    }
}
