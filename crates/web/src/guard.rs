//! What stands before every route: only our own pages may post, every answer says what it may load, and trouble is
//! drawn as a page, or told to a program as a problem.

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api::{self, Problem};
use crate::error::Trouble;
use crate::state::WebState;
use crate::visitor::{Cookies, display};

/// Pages load only our own files and embed nothing. Styles and scripts stand in files, never in pages.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     font-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// Headers of every answer.
const HEADERS: &[(&str, &str)] = &[
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
];

/// Refuses posts that another site's page could have made. The session's own token is compared later.
pub(crate) async fn same_origin(request: Request, next: Next) -> Response {
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !safe && !is_own(request.headers()) {
        return Trouble::Forged.into_response();
    }
    next.run(request).await
}

/// Browsers say where a request comes from; what says nothing is no browser and holds no cookies of one.
fn is_own(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text("sec-fetch-site") {
        return matches!(site, "same-origin" | "none");
    }
    match (text("origin"), text("x-forwarded-host").or_else(|| text("host"))) {
        (None, _) => true,
        (Some(origin), Some(host)) => {
            origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://")) == Some(host)
        }
        (Some(_), None) => false,
    }
}

/// Puts the headers on, draws trouble as a page, and notes the request by its route, never by its address: an
/// address can hold a secret.
pub(crate) async fn dress(State(state): State<WebState>, request: Request, next: Next) -> Response {
    let look = display(&Cookies::of(request.headers()));
    let by_program = request.uri().path().starts_with(api::ROOT);
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let method = request.method().clone();
    let plain =
        matches!(request.uri().path(), "/healthz" | "/readyz") || request.uri().path().ends_with("/events");
    let mut response = next.run(request).await;
    tracing::debug!(%method, route = route.as_deref().unwrap_or("-"), status = response.status().as_u16(), "answered");
    let trouble = response.extensions_mut().remove::<Trouble>().or_else(|| undrawn(&response));
    if let Some(trouble) = trouble.filter(|_| !plain) {
        let status = response.status();
        response = if by_program {
            Problem::of(&trouble).into_response()
        } else {
            (status, trouble.page(&look)).into_response()
        };
    }
    put_headers(&mut response);
    let headers = response.headers_mut();
    if state.settings.is_secure() {
        let year = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
    response
}

/// Says what the answer may load and who may keep it.
pub(crate) fn put_headers(response: &mut Response) {
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

/// The trouble behind an answer that the router gave by itself, in bare words.
fn undrawn(response: &Response) -> Option<Trouble> {
    let kind = response.headers().get(header::CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    match response.status() {
        StatusCode::REQUEST_TIMEOUT => Some(Trouble::NotUnderstood),
        status if status.is_client_error() && kind.starts_with(b"text/plain") => Some(Trouble::NotUnderstood),
        _ => None,
    }
}
