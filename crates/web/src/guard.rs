//! What stands before every route: only our own pages may post, every answer says what it may load, and trouble is
//! drawn as a page, or told to a program as a problem.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{FromRequestParts, MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api::{self, Problem};
use crate::error::Trouble;
use crate::settings::{Client, Settings};
use crate::state::WebState;
use crate::visitor::{Cookies, display};

/// Pages load only our own files and embed nothing. Styles and scripts stand in files, never in pages.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// Headers of every answer.
const HEADERS: &[(&str, &str)] = &[
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
];

/// The limits are counted by the minute.
const A_MINUTE: HeaderValue = HeaderValue::from_static("60");

/// The address of this machine at which a connection has come in: whoever listens puts it on each request.
#[derive(Clone, Copy, Debug)]
pub struct Reached(pub SocketAddr);

/// What a request calls the server, for links: the name that it asked for, with the port that was reached. A port that a
/// request makes up leads elsewhere, and one that a tunnel has is nothing to whoever gets the link.
pub(crate) struct Called(pub String);

impl<S: Sync> FromRequestParts<S> for Called {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let asked = parts.headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let asked = asked.unwrap_or("localhost");
        let Some(Reached(reached)) = parts.extensions.get::<Reached>() else { return Ok(Self(asked.into())) };
        let name = name_of(asked).unwrap_or("localhost");
        let name = if name.contains(':') { format!("[{name}]") } else { name.to_owned() };
        Ok(Self(if reached.port() == 80 { name } else { format!("{name}:{}", reached.port()) }))
    }
}

/// Serves only those who ask for this server by a name of its own: what a request calls it goes into links, and a page of
/// another site that gives its own name this machine's address must not be answered. Those who watch over the server ask
/// by any name.
pub(crate) async fn known_host(State(state): State<WebState>, request: Request, next: Next) -> Response {
    let watches = matches!(request.uri().path(), "/healthz" | "/readyz");
    let reached = request.extensions().get::<Reached>().map(|Reached(address)| address.ip());
    if let (false, Some(reached)) = (watches, reached)
        && !calls_by_name(&request, state.settings.public_address.as_deref(), reached)
    {
        return Trouble::OtherHost.into_response();
    }
    next.run(request).await
}

/// As [`known_host`], for pages that only whoever runs the program opens: by this machine's names for itself or by the very
/// address that was reached, and never without a name.
pub(crate) async fn own_machine(request: Request, next: Next) -> Response {
    let reached = request.extensions().get::<Reached>().map(|Reached(address)| address.ip());
    let named = request.headers().contains_key(header::HOST);
    if named && calls_by_name(&request, None, reached.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))) {
        return next.run(request).await;
    }
    (Trouble::OtherHost.status(), "This is answered only at the address that the program printed.\n")
        .into_response()
}

/// Serves numbers of the process: a page of another site that gives its own name this machine's address must
/// not read them. Watchers that come in over a network ask by the names of that network.
pub async fn own_name_here(request: Request, next: Next) -> Response {
    let reached = request.extensions().get::<Reached>().map(|Reached(address)| address.ip().to_canonical());
    match reached.filter(IpAddr::is_loopback) {
        Some(here) if !calls_by_name(&request, None, here) => {
            (Trouble::OtherHost.status(), "Ask by localhost or by the number of the address.\n")
                .into_response()
        }
        _ => next.run(request).await,
    }
}

/// Whether a request gives one name, and one of the server's: of two names nobody knows which the next program behind or
/// before this one takes. A request of HTTP/1.0 may give none, and its links name this machine.
fn calls_by_name(request: &Request, public: Option<&str>, reached: IpAddr) -> bool {
    let mut names = request.headers().get_all(header::HOST).iter();
    match (names.next(), names.next()) {
        (Some(name), None) => is_known(name.to_str().unwrap_or(""), public, reached),
        (None, _) => request.version() < Version::HTTP_11,
        (Some(_), Some(_)) => false,
    }
}

/// Whether a request may call the server so that came in at an address of this machine: on the machine itself by the
/// names for itself; elsewhere by the address that people use, or, where none is set, by the very address that was reached.
fn is_known(asked: &str, public: Option<&str>, reached: IpAddr) -> bool {
    let Some(name) = name_of(asked).map(str::to_ascii_lowercase) else { return false };
    let (reached, number) = (reached.to_canonical(), name.parse::<IpAddr>().map(|ip| ip.to_canonical()).ok());
    let means_itself = name == "localhost" || number.is_some_and(|number| number.is_loopback());
    match public {
        _ if means_itself && (public.is_none() || reached.is_loopback()) => true,
        Some(public) => {
            let bare = public.split_once("://").map_or(public, |(_, rest)| rest);
            let own = bare.split(['/', '?', '#']).next().unwrap_or(bare);
            name_of(own).is_some_and(|own| own.eq_ignore_ascii_case(&name))
        }
        None => number == Some(reached),
    }
}

/// A name or number without its port; a number of the sixth version without its brackets. Nothing where more than a port
/// follows: whatever reads links would find another name in it, as in `localhost:80@evil.example`.
fn name_of(host: &str) -> Option<&str> {
    let (bare, port) = match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']').filter(|(number, _)| number.parse::<Ipv6Addr>().is_ok())?,
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let is_port = |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let ends = port.is_empty() || port.strip_prefix(':').is_some_and(is_port);
    ends.then(|| bare.strip_suffix('.').unwrap_or(bare))
}

/// Refuses posts that another site's page could have made. The session's own token is compared later.
pub(crate) async fn same_origin(State(state): State<WebState>, request: Request, next: Next) -> Response {
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !safe && !is_own(request.headers(), &state.settings) {
        return Trouble::Forged.into_response();
    }
    next.run(request).await
}

/// Browsers say where a request comes from; what says nothing is no browser and holds no cookies of one. Our own pages
/// are at the address that was asked, or at the one that people use; what a proxy calls that address counts only behind
/// a proxy.
fn is_own(headers: &HeaderMap, settings: &Settings) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text("sec-fetch-site") {
        return matches!(site, "same-origin" | "none");
    }
    let Some(origin) = text("origin") else { return true };
    let place = |address: &str| {
        let bare = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"))?;
        Some(bare.split('/').next().unwrap_or(bare).to_owned())
    };
    let Some(origin) = place(origin) else { return false };
    let forwarded = text("x-forwarded-host").filter(|_| settings.client == Client::Forwarded);
    let public = settings.public_address.as_deref().and_then(place);
    [text("host"), forwarded, public.as_deref()].into_iter().flatten().any(|own| own == origin)
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
    if let (true, Some(Trouble::Crowded(_))) = (plain, &trouble) {
        // A browser's feed has no page to be drawn; who looks at what it was told finds the reason.
        let words = trouble.as_ref().map_or("", |trouble| trouble.words().1);
        response = (response.status(), format!("{words}\n")).into_response();
    }
    if let Some(trouble) = trouble.filter(|_| !plain) {
        let status = response.status();
        response = if by_program {
            Problem::of(&trouble).into_response()
        } else {
            (status, trouble.page(&look)).into_response()
        };
        if matches!(trouble, Trouble::TooMany | Trouble::Crowded(_)) {
            response.headers_mut().insert(header::RETRY_AFTER, A_MINUTE);
        }
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
        StatusCode::PAYLOAD_TOO_LARGE if kind.starts_with(b"text/plain") => Some(Trouble::TooLong),
        status if status.is_client_error() && kind.starts_with(b"text/plain") => Some(Trouble::NotUnderstood),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_gives_one_name() {
        let here = "127.0.0.1".parse::<IpAddr>().unwrap();
        let asks = |names: &[&str], version: Version| {
            let asked = names
                .iter()
                .fold(Request::builder().version(version), |asked, name| asked.header("host", *name));
            calls_by_name(&asked.body(axum::body::Body::empty()).unwrap(), None, here)
        };
        assert!(asks(&["localhost"], Version::HTTP_11) && asks(&[], Version::HTTP_10));
        for names in [&[][..], &["localhost", "localhost"], &["localhost", "evil.example"], &["evil.example"]]
        {
            assert!(!asks(names, Version::HTTP_11), "{names:?}");
        }
        assert!(!asks(&["localhost", "evil.example"], Version::HTTP_10));
    }

    #[test]
    fn a_server_goes_by_its_own_names_alone() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let (here, lan) = (ip("127.0.0.1"), ip("192.0.2.7"));
        for host in
            ["localhost", "LocalHost:8080", "127.0.0.1:8080", "127.0.0.1", "[::1]:9", "[::1]", "localhost."]
        {
            assert!(is_known(host, None, here), "{host}");
            assert!(is_known(host, Some("https://table.example"), here), "{host}");
            assert!(!is_known(host, Some("https://table.example"), lan), "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "192.0.2.7",
            "",
            "[",
            "0x7f000001",
            "[::1]evil.example",
            "[::1].evil.example",
            "[::1]@evil.example",
            "[::1]:",
            "[::1]:9@evil.example",
            "[localhost]",
            "[127.0.0.1].evil.example",
            "127.0.0.1:9@evil.example",
            "127.0.0.1:80:evil.example",
            "localhost:80/evil",
            "localhost:evil",
            "localhost:",
            "localhost:+80",
            "localhost/evil",
            "localhost@evil.example",
            "evil.example#localhost",
        ] {
            assert!(!is_known(host, None, here), "{host}");
            assert!(!is_known(host, Some("https://table.example"), here), "{host}");
        }
        for (host, known) in [
            ("192.0.2.7:8080", true),
            ("192.0.2.7", true),
            ("192.0.2.8", false),
            ("evil.example:8080", false),
            ("localhost", true),
        ] {
            assert_eq!(is_known(host, None, lan), known, "{host}");
            // A socket for both versions shows an address of the fourth as one of the sixth.
            assert_eq!(is_known(host, None, ip("::ffff:192.0.2.7")), known, "{host}");
        }
        for public in ["https://table.example", "https://Table.Example:8443/x", "http://table.example/"] {
            assert!(is_known("table.example", Some(public), lan));
            assert!(is_known("TABLE.example:443", Some(public), here));
            assert!(!is_known("192.0.2.7", Some(public), lan), "the address that people use is another one");
            assert!(!is_known("other.example", Some(public), lan));
            assert!(!is_known("table.example:443@evil.example", Some(public), lan));
        }
        assert!(is_known("[2001:db8::1]:80", Some("http://[2001:db8::1]:80"), ip("2001:db8::1")));
    }

    #[test]
    fn a_form_comes_from_the_address_that_was_asked_or_the_one_that_people_use() {
        let headers = |pairs: &[(&'static str, &'static str)]| -> HeaderMap {
            let pair = |(name, value): &(&'static str, &'static str)| {
                (HeaderName::from_static(name), HeaderValue::from_static(value))
            };
            pairs.iter().map(pair).collect()
        };
        let (host, origin) = (("host", "inside:8080"), ("origin", "https://table.example"));
        let forwarded = ("x-forwarded-host", "table.example");
        let plain = Settings::default();
        let behind = Settings { client: Client::Forwarded, ..Settings::default() };
        let named = Settings { public_address: Some("https://table.example/".into()), ..Settings::default() };
        for (pairs, settings, own) in [
            (&[host][..], &plain, true),
            (&[host, ("origin", "http://inside:8080")], &plain, true),
            (&[host, ("origin", "null")], &plain, false),
            (&[host, origin], &plain, false),
            (&[host, origin, forwarded], &plain, false),
            (&[host, origin, forwarded], &behind, true),
            (&[host, origin], &named, true),
            (&[host, ("origin", "http://inside:8080")], &named, true),
            (&[host, ("origin", "https://other.example")], &named, false),
            (&[host, origin, ("sec-fetch-site", "cross-site")], &named, false),
        ] {
            assert_eq!(is_own(&headers(pairs), settings), own, "{pairs:?}");
        }
    }
}
