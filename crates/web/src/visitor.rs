//! Who asks: the session its cookie names, and how its reader wants pages.

use std::net::{IpAddr, Ipv4Addr};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use people::Session;

use crate::error::Trouble;
use crate::limit::FromAddress;
use crate::render::frame::{Display, Theme};
use crate::render::time::Zone;
use crate::state::WebState;

/// How long a session's cookie is kept: as long as the session.
const COOKIE_SECONDS: i64 = people::SESSION_LIFETIME_MS / 1000;

/// Who asks.
pub(crate) struct Visitor {
    /// The living session, if there is one.
    pub session: Option<Session>,
    /// The session's secret, to add a seat to it.
    pub secret: Option<String>,
    /// How pages are to be shown.
    pub display: Display,
    /// The time zone of the reader's machine.
    pub zone: Zone,
    /// Whether a script of our own asks and puts the answer into the open page.
    pub by_script: bool,
    /// Whether the open page draws itself anew: nobody has pressed anything.
    pub redraws: bool,
    /// The address that counts for the limits.
    pub from: IpAddr,
    /// What the browser calls itself, in a few words.
    pub device: String,
    /// All cookies, for what single pages keep.
    pub cookies: Cookies,
}

impl FromRequestParts<WebState> for Visitor {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, state: &WebState) -> Result<Self, Trouble> {
        let cookies = Cookies::of(&parts.headers);
        let secret = cookies.get(session_cookie(state)).map(str::to_owned);
        let session = match &secret {
            Some(secret) => state.people.session(secret, state.now()).await?,
            None => None,
        };
        let by_script = parts.headers.contains_key("hx-request");
        Ok(Self {
            redraws: by_script && parts.method == Method::GET,
            from: parts
                .extensions
                .get::<FromAddress>()
                .map_or(Ipv4Addr::UNSPECIFIED.into(), |FromAddress(address)| *address),
            device: device(parts.headers.get(header::USER_AGENT)),
            session,
            secret,
            display: display(&cookies),
            zone: cookies.get("zone").map_or_else(Zone::utc, |name| Zone::named(&name.replace("%2F", "/"))),
            by_script,
            cookies,
        })
    }
}

/// A browser and its system in the words that their owner has for them: "Firefox on Linux".
fn device(agent: Option<&HeaderValue>) -> String {
    let agent = agent.and_then(|agent| agent.to_str().ok()).unwrap_or("");
    let first = |known: &[(&str, &'static str)]| {
        known.iter().find(|(sign, _)| agent.contains(sign)).map(|(_, word)| *word)
    };
    // Most browsers also carry the names of those before them, so the order counts.
    let browser = first(&[
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser", "Samsung Internet"),
        ("Firefox", "Firefox"),
        ("FxiOS", "Firefox"),
        ("CriOS", "Chrome"),
        ("Chrome", "Chrome"),
        ("Safari", "Safari"),
    ]);
    let system = first(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("CrOS", "ChromeOS"),
        ("Windows", "Windows"),
        ("Mac OS X", "Mac"),
        ("Linux", "Linux"),
    ]);
    match (browser, system) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(word), None) | (None, Some(word)) => word.to_owned(),
        (None, None) => String::new(),
    }
}

/// How the cookies say that pages are to be shown.
pub(crate) fn display(cookies: &Cookies) -> Display {
    let theme = match cookies.get("theme") {
        Some("light") => Some(Theme::Light),
        Some("dark") => Some(Theme::Dark),
        _ => None,
    };
    Display { theme, keys_off: cookies.get("keys") == Some("off") }
}

/// The name of the session's cookie. Over TLS the browser itself then holds it to this host.
fn session_cookie(state: &WebState) -> &'static str {
    if state.settings.is_secure() { "__Host-adjutant" } else { "adjutant" }
}

/// The secret of the session that a request shows.
pub(crate) fn session_secret(state: &WebState, headers: &HeaderMap) -> Option<String> {
    Cookies::of(headers).get(session_cookie(state)).map(str::to_owned)
}

/// The header that gives a browser its session, or takes it away.
pub(crate) fn session_header(state: &WebState, secret: Option<&str>) -> HeaderValue {
    let name = session_cookie(state);
    let (value, age) = secret.map_or(("", 0), |secret| (secret, COOKIE_SECONDS));
    cookie(state, name, value, age, "; HttpOnly")
}

/// A header that keeps a small value in the browser.
pub(crate) fn cookie(state: &WebState, name: &str, value: &str, seconds: i64, more: &str) -> HeaderValue {
    let secure = if state.settings.is_secure() { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path=/; Max-Age={seconds}; SameSite=Lax{secure}{more}");
    let mut header = HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static(""));
    header.set_sensitive(true);
    header
}

/// The cookies of a request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cookies(Vec<(String, String)>);

impl Cookies {
    /// Reads the headers; what is no cookie is passed over.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let texts = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let pairs = texts.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
        Self(pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
    }

    /// The first of that name.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_called_what_its_owner_calls_it() {
        for (agent, word) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 \
                 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                 Version/18.5 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            ("curl/8.5", ""),
        ] {
            assert_eq!(device(Some(&HeaderValue::from_static(agent))), word, "{agent}");
        }
        assert_eq!(device(None), "");
    }
}
