//! A posted form: read whole, within bounds, with every value of a name.

use axum::extract::{FromRequest, Request};
use axum::http::header;

use crate::error::Trouble;
use crate::state::WebState;

/// The most a form may hold, in bytes.
pub(crate) const MOST_BYTES: usize = 64 * 1024;

/// The most a form with a whole set-up or a table of it may hold, in bytes.
pub(crate) const MOST_WRITTEN: usize = 4 << 20;

/// The most fields a form may hold: each takes many times the two bytes that it can be sent in. The largest table that a
/// spreadsheet brings has as many cells.
const MOST_FIELDS: usize = 200_000;

/// Names and values in the order sent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Posted(Vec<(String, String)>);

impl Posted {
    /// The first value of a name.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Every value of a name.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The field `label`, as it may be kept: without what a terminal obeys or what turns the words behind it, and no longer than is taken.
    pub(crate) fn label(&self) -> String {
        table::one_line(self.get("label").unwrap_or("")).chars().take(people::MAX_LABEL_CHARS).collect()
    }

    /// All pairs.
    pub(crate) fn pairs(&self) -> &[(String, String)] {
        &self.0
    }
}

impl FromRequest<WebState> for Posted {
    type Rejection = Trouble;

    async fn from_request(request: Request, _: &WebState) -> Result<Self, Trouble> {
        Self::read(request, MOST_BYTES).await?.ok_or(Trouble::TooLarge)
    }
}

/// A form that may hold a whole set-up.
pub(crate) struct Written(pub Posted);

impl FromRequest<WebState> for Written {
    type Rejection = Trouble;

    async fn from_request(request: Request, _: &WebState) -> Result<Self, Trouble> {
        Posted::read(request, MOST_WRITTEN).await?.map(Self).ok_or(Trouble::TooLong)
    }
}

impl Posted {
    /// `None` for more than `most` bytes.
    async fn read(request: Request, most: usize) -> Result<Option<Self>, Trouble> {
        let kind =
            request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
        if !kind.starts_with("application/x-www-form-urlencoded") {
            return Err(Trouble::NotUnderstood);
        }
        let bytes = axum::body::to_bytes(request.into_body(), most).await;
        let few =
            |bytes: &axum::body::Bytes| bytes.iter().filter(|byte| **byte == b'&').count() < MOST_FIELDS;
        Ok(bytes.ok().filter(few).map(|bytes| Self(form_urlencoded::parse(&bytes).into_owned().collect())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_form_of_empty_fields_is_not_taken_apart() {
        let read = async |n: usize| {
            let request =
                Request::post("/").header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
            let request = request.body("a&".repeat(n).into()).unwrap();
            Posted::read(request, MOST_WRITTEN).await.unwrap()
        };
        assert_eq!(read(1000).await.map(|posted| posted.pairs().len()), Some(1000));
        assert!(read(MOST_FIELDS).await.is_none(), "{} fields within the bytes of a form", MOST_FIELDS);
    }
}
