//! The one shape in which the API says no: what happened, which rules say so, where, and the way out (RFC 9457).

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kernel::Refusals;
use kernel::view::ShownRefusal;
use serde::Serialize;
use table::{Ruling, house};
use utoipa::ToSchema;

use super::shape::{Line, Refused, RulingShape};
use crate::error::Trouble;

/// The media type of every problem.
pub(crate) const PROBLEM_JSON: &str = "application/problem+json";

/// Why something was not done. Nothing has changed.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct Said {
    /// The kind of problem: `urn:adjutant:` and one word, such as `refused`, `stale` or `not-found`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The status of the answer.
    pub status: u16,
    /// What happened, in a few words.
    pub title: String,
    /// What happened, in sentences.
    pub detail: String,
    /// The rules that say so, by their ids.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// Each reason of a refusal, in the order of the catalogue.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Refused>)]
    pub refusals: Vec<ShownRefusal>,
    /// Where in the request, when one place of it is at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// What can be done about it.
    pub way_out: String,
    /// What has been ruled on these rules before, as far as the seat may know it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<RulingShape>)]
    pub rulings: Vec<Ruling>,
    /// After a stale act: the seat's cursor by now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// After a stale act: what has come since the cursor that was sent, the oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub news: Vec<Line>,
}

impl Said {
    /// Sentences and places may quote the request: letters that nobody sees stand as codes in them.
    fn make_legible(&mut self) {
        let sentences = self.refusals.iter_mut().map(|refusal| &mut refusal.sentence);
        for words in [&mut self.detail].into_iter().chain(&mut self.place).chain(sentences) {
            *words = ledger::printable(words);
        }
    }
}

/// A problem on its way to whoever asked.
#[derive(Clone, Debug)]
pub(crate) struct Problem(Box<Said>);

impl Problem {
    fn new(kind: &str, status: StatusCode, title: &str, detail: impl Into<String>, way_out: &str) -> Self {
        Self(Box::new(Said {
            kind: format!("urn:adjutant:{kind}"),
            status: status.as_u16(),
            title: title.into(),
            detail: detail.into(),
            rules: Vec::new(),
            refusals: Vec::new(),
            place: None,
            way_out: way_out.into(),
            rulings: Vec::new(),
            cursor: None,
            news: Vec::new(),
        }))
    }

    /// With what has come since the cursor that was sent.
    pub(crate) fn with_news(mut self, cursor: String, news: Vec<Line>) -> Self {
        self.0.cursor = Some(cursor);
        self.0.news = news;
        self
    }

    /// No token, or none that opens anything: the same answer whatever is the matter with it.
    pub(crate) fn no_token() -> Self {
        Self::new(
            "no-token",
            StatusCode::UNAUTHORIZED,
            "No seat is opened by this request",
            "The request has no token, or one that opens no seat now.",
            "Send the header “Authorization: Bearer TOKEN” with a valid token. A seat's page “Tokens” makes \
             one, and so does the command adjutant token.",
        )
    }

    /// Something in the request cannot be read.
    pub(crate) fn unreadable(detail: impl Into<String>, place: Option<String>) -> Self {
        let mut problem = Self::new(
            "unreadable",
            StatusCode::BAD_REQUEST,
            "The request is not understood",
            detail,
            "The document at /api/openapi.json says what each address takes.",
        );
        problem.0.place = place;
        problem
    }

    /// The rules, or the table, say no.
    pub(crate) fn refused(refusals: &Refusals, rulings: &[Ruling]) -> Self {
        let shown = ShownRefusal::all(refusals);
        let first = refusals.first();
        let (kind, status, title, way_out) = match (first.rule, first.code) {
            (_, "stale") => (
                "stale",
                StatusCode::CONFLICT,
                "Something you can see has changed",
                "Read what is new, look at the view again, and send the act with the cursor of that view.",
            ),
            (house::SEAT, _) => (
                "other-seat",
                StatusCode::FORBIDDEN,
                "This seat may not do that",
                "Use a token of a seat that may do this.",
            ),
            _ => (
                "refused",
                StatusCode::UNPROCESSABLE_ENTITY,
                "The rules say no",
                "The offers and the forms of the view are what can be done now.",
            ),
        };
        let sentences: Vec<&str> = shown.iter().map(|refusal| refusal.sentence.as_str()).collect();
        let mut problem = Self::new(kind, status, title, sentences.join(" "), way_out);
        let said = &mut problem.0;
        for refusal in &shown {
            if !said.rules.iter().any(|rule| rule == refusal.rule.0) {
                said.rules.push(refusal.rule.0.to_owned());
            }
        }
        said.rulings = rulings.iter().filter(|ruling| said.rules.contains(&ruling.rule)).cloned().collect();
        said.refusals = shown;
        problem
    }

    /// What went wrong behind an answer.
    pub(crate) fn of(trouble: &Trouble) -> Self {
        let (kind, way_out) = match trouble {
            Trouble::NotFound => ("not-found", "GET /api/v1/campaigns lists what this token opens."),
            Trouble::Forged => {
                ("forged", "Send the request from a program with a token, not from a page of another site.")
            }
            Trouble::TooLarge | Trouble::TooLong | Trouble::TooHeavy => ("too-large", "Send less at once."),
            Trouble::Crowded(_) => {
                ("crowded", "Close feeds and connections that are not needed, then try again.")
            }
            Trouble::OtherHost => ("other-host", "Ask at the address at which people reach the server."),
            Trouble::TooMany => ("too-many", "Wait a minute, then go on more slowly."),
            Trouble::NotUnderstood => {
                ("unreadable", "The document at /api/openapi.json says what each address takes.")
            }
            Trouble::WrongMethod => {
                ("wrong-method", "The document at /api/openapi.json says what each address takes.")
            }
            Trouble::Down => ("down", "Try again in a while."),
            Trouble::Broken => ("broken", "Tell whoever runs the server; its log has the reason."),
        };
        let (title, detail) = match trouble {
            Trouble::NotFound => {
                ("There is nothing here for this token", "Either there is none, or another seat has it.")
            }
            Trouble::Forged => {
                ("This request cannot be taken", "It comes from another site. Nothing was done.")
            }
            Trouble::TooLarge | Trouble::TooLong => ("That is more than is taken", "Nothing was done."),
            Trouble::NotUnderstood => ("The request is not understood", "Nothing was done."),
            other => other.words(),
        };
        Self::new(kind, trouble.status(), title, detail, way_out)
    }
}

impl IntoResponse for Problem {
    fn into_response(mut self) -> Response {
        self.0.make_legible();
        let status = StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = serde_json::to_string(&self.0).unwrap_or_default();
        let mut response = (status, [(header::CONTENT_TYPE, PROBLEM_JSON)], body).into_response();
        if status == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer realm=\"adjutant\"");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
        }
        if status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("60"));
        }
        response
    }
}

impl From<Trouble> for Problem {
    fn from(trouble: Trouble) -> Self {
        Self::of(&trouble)
    }
}

impl From<table::Fault> for Problem {
    fn from(fault: table::Fault) -> Self {
        Trouble::from(fault).into()
    }
}

impl From<people::Fault> for Problem {
    fn from(fault: people::Fault) -> Self {
        Trouble::from(fault).into()
    }
}
